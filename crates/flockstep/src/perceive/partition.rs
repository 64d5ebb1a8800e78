//! Rows sorted by a small number: by kind, by window, by class.

/// Some rows, those with the same key together and in order.
#[derive(Default)]
pub(crate) struct Partition {
    rows: Vec<u32>,
    /// The keys there are, and where the rows of each end.
    ends: Vec<(u16, usize)>,
    next: Vec<u32>,
}

/// Up to so many keys are counted; among more the rows are sorted by comparing.
const COUNTED: usize = 64;

impl Partition {
    /// The rows of each key.
    #[inline(always)]
    pub fn parts(&self) -> impl Iterator<Item = (u16, &[u32])> {
        let mut from = 0;
        self.ends.iter().map(move |(key, end)| (*key, &self.rows[std::mem::replace(&mut from, *end)..*end]))
    }

    /// Sorts rows, which are in order, by their keys. `keys`: how many different keys there are.
    #[inline(always)]
    pub fn sort(&mut self, rows: &[u32], keys: usize, key: impl Fn(u32) -> u16) {
        self.ends.clear();
        self.rows.clear();
        let Some(first) = rows.first() else { return };
        let mut highest = key(*first);
        if keys > 1 {
            let first = highest;
            let mut same = true;
            for row in rows {
                let key = key(*row);
                same &= key == first;
                highest = highest.max(key);
            }
            if !same && usize::from(highest) < COUNTED {
                return self.count(rows, usize::from(highest), key);
            }
            if !same {
                self.rows.extend_from_slice(rows);
                self.rows.sort_by_key(|row| key(*row));
                return self.find_ends(key);
            }
        }
        self.rows.extend_from_slice(rows);
        self.ends.push((highest, rows.len()));
    }

    fn find_ends(&mut self, key: impl Fn(u32) -> u16) {
        for (at, row) in self.rows.iter().enumerate() {
            match self.ends.last_mut() {
                Some((last, end)) if *last == key(*row) => *end = at + 1,
                _ => self.ends.push((key(*row), at + 1)),
            }
        }
    }

    /// A counting sort.
    fn count(&mut self, rows: &[u32], highest: usize, key: impl Fn(u32) -> u16) {
        self.next.clear();
        self.next.resize(highest + 1, 0);
        for row in rows {
            self.next[usize::from(key(*row))] += 1;
        }
        let mut end = 0;
        for (key, next) in (0u16..).zip(&mut self.next) {
            let begin = end;
            end += std::mem::replace(next, begin);
            if end > begin {
                self.ends.push((key, end as usize));
            }
        }
        self.rows.resize(rows.len(), 0);
        for row in rows {
            let next = &mut self.next[usize::from(key(*row))];
            self.rows[*next as usize] = *row;
            *next += 1;
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
                partition.sort(&rows, usize::from(spread), |row| keys[row as usize]);
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
