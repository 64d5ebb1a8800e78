//! What observers remember, to be kept beside a snapshot: a run that goes on from there counts on.
//!
//! Lists of whole numbers one after the other, each after its length.

use crate::error::Error;

/// Appends a list.
pub(super) fn put(words: &mut Vec<u64>, list: impl ExactSizeIterator<Item = u64>) {
    words.push(list.len() as u64);
    words.extend(list);
}

/// Takes lists out again, in the same order.
pub(super) struct Lists<'a>(pub &'a [u64]);

impl<'a> Lists<'a> {
    /// The next list.
    pub fn take(&mut self) -> Result<&'a [u64], Error> {
        let (length, rest) = self.0.split_first().ok_or_else(|| damaged("it ends too soon"))?;
        let length = usize::try_from(*length).ok().filter(|length| *length <= rest.len());
        let (list, rest) = rest.split_at(length.ok_or_else(|| damaged("a list longer than the rest"))?);
        self.0 = rest;
        Ok(list)
    }
    /// The next list, which has a number for each set that is counted, or none.
    pub fn take_of(&mut self, sets: usize) -> Result<&'a [u64], Error> {
        let list = self.take()?;
        if list.is_empty() || list.len() == sets { Ok(list) } else { Err(damaged("counts of other groups")) }
    }
    /// There is nothing left.
    pub fn end(&self) -> Result<(), Error> {
        if self.0.is_empty() { Ok(()) } else { Err(damaged("more than it says")) }
    }
}

pub(super) fn damaged(what: &str) -> Error {
    Error::Snapshot(format!("damaged: what was counted: {what}"))
}
