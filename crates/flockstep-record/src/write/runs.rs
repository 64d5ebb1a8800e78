//! Columns that hold the same value for thousands of rows (step, time, group), as pages of Parquet.
//!
//! They are written from their runs, without touching a row: a dictionary of the values, and one page of (place in the
//! dictionary, how often). The library would look every single value up in a table, which costs more than all the rest.
//! Format: <https://parquet.apache.org/docs/file-format/data-pages/encodings/>, RLE_DICTIONARY.

use super::page::{Kind, Page, put_varint};

/// Values, each with how often it comes in a row.
pub(super) struct Runs<T> {
    runs: Vec<(T, usize)>,
}

/// A value of a run, as the dictionary holds it.
pub(super) trait Plain: Copy + PartialEq {
    fn put(self, bytes: &mut Vec<u8>);
}

impl Plain for i64 {
    fn put(self, bytes: &mut Vec<u8>) {
        bytes.extend_from_slice(&self.to_le_bytes());
    }
}

impl Plain for f64 {
    fn put(self, bytes: &mut Vec<u8>) {
        bytes.extend_from_slice(&self.to_le_bytes());
    }
}

impl Plain for &str {
    fn put(self, bytes: &mut Vec<u8>) {
        bytes.extend_from_slice(&(self.len() as u32).to_le_bytes());
        bytes.extend_from_slice(self.as_bytes());
    }
}

impl<T: Plain> Runs<T> {
    pub fn new(values: impl Iterator<Item = (T, usize)>) -> Runs<T> {
        let mut runs: Vec<(T, usize)> = Vec::new();
        for (value, count) in values.filter(|(_, count)| *count > 0) {
            match runs.last_mut() {
                Some((last, so_far)) if *last == value => *so_far += count,
                _ => runs.push((value, count)),
            }
        }
        Runs { runs }
    }

    /// Makes both pages of the column.
    pub fn pack(&self, pages: &mut [Page]) {
        let mut values: Vec<T> = Vec::new();
        let mut places = Vec::with_capacity(self.runs.len());
        for (value, _) in &self.runs {
            // Few values, or each new one comes at the end: looking from the back finds it soon.
            let place = values.iter().rposition(|other| other == value).unwrap_or_else(|| {
                values.push(*value);
                values.len() - 1
            });
            places.push(place);
        }
        let mut dictionary = Vec::new();
        values.iter().for_each(|value| value.put(&mut dictionary));
        let bits = (usize::BITS - (values.len().max(2) - 1).leading_zeros()) as u8;
        let mut body = vec![bits];
        for ((_, count), place) in self.runs.iter().zip(places) {
            put_varint(&mut body, (*count as u64) << 1);
            body.extend_from_slice(&place.to_le_bytes()[..usize::from(bits.div_ceil(8))]);
        }
        let rows: usize = self.runs.iter().map(|(_, count)| count).sum();
        pages[0].fill(Kind::Dictionary, values.len(), &dictionary);
        pages[1].fill(Kind::Places, rows, &body);
    }
}
