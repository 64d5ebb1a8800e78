//! Rows sorted by kind.

use fearless_simd::{Simd, SimdBase, SimdMask};
use std::ops::Range;

/// The rows of a range, those of one kind together and in order.
#[derive(Default)]
pub(crate) struct ByKind {
    rows: Vec<u32>,
    /// The kinds there are, and where the rows of each end.
    ends: Vec<(u16, usize)>,
    range: Range<usize>,
}

impl ByKind {
    pub fn clear(&mut self) {
        self.rows.clear();
        self.ends.clear();
        self.range = 0..0;
    }

    /// The rows of each kind.
    #[inline(always)]
    pub fn kinds(&self) -> impl Iterator<Item = (u16, &[u32])> {
        let mut from = 0;
        self.ends.iter().map(move |(kind, end)| (*kind, &self.rows[std::mem::replace(&mut from, *end)..*end]))
    }

    /// Whether these are the rows of a range, sorted.
    pub fn is_of(&self, range: &Range<usize>) -> bool {
        self.range == *range
    }

    /// The rows of a range as they come, as if all were of the first one's kind.
    pub fn leave_in_order(&mut self, kinds: &[u16], range: Range<usize>) {
        self.clear();
        self.rows.extend(range.start as u32..range.end as u32);
        self.ends.push((kinds[range.start], range.len()));
    }

    /// Sorts the rows of a range, unless they are just that.
    pub fn sort(&mut self, kinds: &[u16], range: Range<usize>) {
        if self.is_of(&range) {
            return;
        }
        self.clear();
        self.range = range.clone();
        let here = &kinds[range.clone()];
        let (least, most) = here.iter().fold((u16::MAX, 0), |(least, most), kind| (least.min(*kind), most.max(*kind)));
        if least >= most {
            self.rows.extend(range.start as u32..range.end as u32);
            self.ends.extend(here.first().map(|kind| (*kind, here.len())));
        } else if most - least < FEW {
            let level = crate::simd::level();
            fearless_simd::dispatch!(level, simd => simd.vectorize(
                #[inline(always)]
                || self.pick(simd, here, range.start, least..=most),
            ));
        } else if most - least < SEVERAL {
            self.count(here, range.start, least);
        } else {
            self.rows.extend(range.start as u32..range.end as u32);
            self.rows.sort_unstable_by_key(|row| u64::from(kinds[*row as usize]) << 32 | u64::from(*row));
            for (at, row) in self.rows.iter().enumerate() {
                let kind = kinds[*row as usize];
                match self.ends.last_mut() {
                    Some((last, end)) if *last == kind => *end = at + 1,
                    _ => self.ends.push((kind, at + 1)),
                }
            }
        }
    }

    /// Goes along the rows once for each kind, as many at a time as the machine has lanes.
    #[inline(always)]
    fn pick<S: Simd>(&mut self, simd: S, here: &[u16], first: usize, kinds: std::ops::RangeInclusive<u16>) {
        let wide = S::u32s::LEN;
        let mut found = 0;
        self.rows.resize(here.len() + wide, 0);
        for kind in kinds {
            let (begin, minded) = (found, S::u32s::splat(simd, u32::from(kind)));
            let mut rows = S::u32s::from_fn(simd, |lane| (first + lane) as u32);
            let some = here.chunks_exact(wide);
            let last = some.remainder();
            for some in some {
                let mine = S::u32s::from_fn(simd, |lane| u32::from(some[lane])).simd_eq(minded);
                rows.compress(mine).store_slice(&mut self.rows[found..found + wide]);
                found += mine.to_bitmask().count_ones() as usize;
                rows += S::u32s::splat(simd, wide as u32);
            }
            for (row, other) in ((first + here.len() - last.len()) as u32..).zip(last) {
                self.rows[found] = row;
                found += usize::from(*other == kind);
            }
            if found > begin {
                self.ends.push((kind, found));
            }
        }
        self.rows.truncate(found);
    }

    /// A counting sort.
    fn count(&mut self, here: &[u16], first: usize, least: u16) {
        let mut next = [0; SEVERAL as usize];
        for kind in here {
            next[usize::from(kind - least)] += 1;
        }
        let mut end = 0;
        for (next, kind) in next.iter_mut().zip(least..) {
            let begin = end;
            end += std::mem::replace(next, begin);
            if end > begin {
                self.ends.push((kind, end));
            }
        }
        self.rows.resize(here.len(), 0);
        for (row, kind) in (first as u32..).zip(here) {
            let next = &mut next[usize::from(kind - least)];
            self.rows[*next] = row;
            *next += 1;
        }
    }
}

/// So many kinds are picked out one after the other, and so many are counted.
const FEW: u16 = 4;
const SEVERAL: u16 = 64;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_come_kind_by_kind_and_in_order() {
        for spread in [1, 2, 9, 40, 3000] {
            let kinds: Vec<u16> =
                (0..200u32).map(|row| 7 + (row.wrapping_mul(2_654_435_761) >> 16) as u16 % spread).collect();
            for range in [0..0, 0..1, 3..131, 64..200] {
                let mut by_kind = ByKind::default();
                by_kind.sort(&kinds, range.clone());
                let mut want: Vec<u32> = range.clone().map(|row| row as u32).collect();
                want.sort_by_key(|row| kinds[*row as usize]);
                let found: Vec<u32> = by_kind.kinds().flat_map(|(_, rows)| rows.to_vec()).collect();
                assert_eq!(found, want, "{spread} kinds, {range:?}");
                for (kind, rows) in by_kind.kinds() {
                    assert!(
                        !rows.is_empty() && rows.iter().all(|row| kinds[*row as usize] == kind),
                        "{spread}, {range:?}"
                    );
                }
            }
        }
    }
}
