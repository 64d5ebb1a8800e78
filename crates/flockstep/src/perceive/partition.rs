//! Rows sorted by a small number: by kind, by window, by class.

use std::ops::RangeInclusive;

/// Some rows, those with the same key together and in order.
#[derive(Default)]
pub(crate) struct Partition {
    rows: Vec<u32>,
    /// The keys there are, and where the rows of each end.
    ends: Vec<(u16, usize)>,
    next: Vec<u32>,
}

/// So few keys are picked out one after the other: a counter that nearly always goes up by one waits for itself. (A
/// flock with one hunter in a hundred: 5 to 8 ns of 110 an agent.)
const PICKED: usize = 4;
/// Keys are counted if they are at most so many, or no more than rows; else the rows are sorted by comparing.
const COUNTED: usize = 64;

impl Partition {
    /// The rows of each key.
    #[inline(always)]
    pub fn parts(&self) -> impl Iterator<Item = (u16, &[u32])> {
        let mut from = 0;
        self.ends.iter().map(move |(key, end)| (*key, &self.rows[std::mem::replace(&mut from, *end)..*end]))
    }

    /// Sorts rows, which are in order, by their keys.
    #[inline(always)]
    pub fn sort(&mut self, rows: &[u32], keys: &[u16]) {
        self.ends.clear();
        let (mut least, mut most) = (u16::MAX, 0);
        for key in keys {
            (least, most) = (least.min(*key), most.max(*key));
        }
        if least < most {
            return self.sort_several(rows, keys, least..=most);
        }
        self.rows.clear();
        self.rows.extend_from_slice(rows);
        self.ends.extend(keys.first().map(|key| (*key, rows.len())));
    }

    fn sort_several(&mut self, rows: &[u32], keys: &[u16], range: RangeInclusive<u16>) {
        let (least, counters) = (*range.start(), usize::from(range.end() - range.start()) + 1);
        if counters > COUNTED.max(rows.len()) {
            return self.sort_by_comparing(rows, keys);
        }
        if counters <= PICKED {
            return self.pick(rows, keys, range);
        }
        self.next.clear();
        self.next.resize(counters, 0);
        for key in keys {
            self.next[usize::from(key - least)] += 1;
        }
        let mut end = 0;
        for (key, next) in (least..).zip(&mut self.next) {
            let begin = end;
            end += std::mem::replace(next, begin);
            if end > begin {
                self.ends.push((key, end as usize));
            }
        }
        self.rows.resize(rows.len(), 0);
        for (row, key) in rows.iter().zip(keys) {
            let next = &mut self.next[usize::from(key - least)];
            self.rows[*next as usize] = *row;
            *next += 1;
        }
    }

    /// Goes along the rows once for each key, without a branch.
    fn pick(&mut self, rows: &[u32], keys: &[u16], range: RangeInclusive<u16>) {
        self.rows.resize(rows.len() + 1, 0);
        let mut found = 0;
        for key in range {
            let begin = found;
            for (row, other) in rows.iter().zip(keys) {
                self.rows[found] = *row;
                found += usize::from(*other == key);
            }
            if found > begin {
                self.ends.push((key, found));
            }
        }
        self.rows.truncate(found);
    }

    #[cold]
    fn sort_by_comparing(&mut self, rows: &[u32], keys: &[u16]) {
        let mut pairs: Vec<(u16, u32)> = keys.iter().copied().zip(rows.iter().copied()).collect();
        pairs.sort_unstable();
        self.rows.clear();
        for (at, (key, row)) in pairs.into_iter().enumerate() {
            self.rows.push(row);
            match self.ends.last_mut() {
                Some((last, end)) if *last == key => *end = at + 1,
                _ => self.ends.push((key, at + 1)),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_come_key_by_key_and_in_order() {
        for spread in [1, 2, 9, 40, 3000] {
            let keys: Vec<u16> =
                (0..200u32).map(|row| 7 + (row.wrapping_mul(2_654_435_761) >> 16) as u16 % spread).collect();
            for rows in [0..0, 0..1, 3..131, 64..200].map(|range| range.step_by(1 + spread as usize % 2)) {
                let rows: Vec<u32> = rows.collect();
                let mut partition = Partition::default();
                let of_rows: Vec<u16> = rows.iter().map(|row| keys[*row as usize]).collect();
                partition.sort(&rows, &of_rows);
                let mut want = rows.clone();
                want.sort_by_key(|row| keys[*row as usize]);
                let found: Vec<u32> = partition.parts().flat_map(|(_, rows)| rows.to_vec()).collect();
                assert_eq!(found, want, "{spread} keys, {rows:?}");
                for (key, rows) in partition.parts() {
                    let alike = rows.iter().all(|row| keys[*row as usize] == key);
                    assert!(!rows.is_empty() && alike, "{spread}, {rows:?}");
                }
            }
        }
    }
}
