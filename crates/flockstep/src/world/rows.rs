//! Which row an agent is in. Rows change with every step; the map is made when it is asked for.

use super::World;
use crate::error::Error;

/// Rows in the order of ids.
#[derive(Clone, Debug)]
pub(crate) struct RowOf {
    rows: Vec<u32>,
}

impl RowOf {
    pub fn new(ids: &[u32]) -> RowOf {
        let mut rows: Vec<u32> = (0..ids.len() as u32).collect();
        let most = ids.iter().copied().max().unwrap_or(0) as usize;
        if most < 4 * ids.len() {
            // Ids are dense: put each row where its id says, then close the gaps.
            let mut places = vec![u32::MAX; most + 1];
            for (row, id) in ids.iter().enumerate() {
                places[*id as usize] = row as u32;
            }
            rows.clear();
            rows.extend(places.into_iter().filter(|row| *row != u32::MAX));
        } else {
            rows.sort_unstable_by_key(|row| ids[*row as usize]);
        }
        RowOf { rows }
    }
    pub fn in_order(&self) -> impl Iterator<Item = usize> + '_ {
        self.rows.iter().map(|row| *row as usize)
    }
    /// The row of an id among these ids.
    pub fn row(&self, ids: &[u32], id: u32) -> Option<usize> {
        let place = self.rows.binary_search_by_key(&id, |row| ids[*row as usize]);
        place.ok().map(|place| self.rows[place] as usize)
    }
    pub fn bytes(&self) -> usize {
        self.rows.capacity() * 4
    }
}

impl<const D: usize> World<D> {
    /// The row of an agent. With no map made, one pass over the ids is quicker than making it.
    pub(crate) fn row(&self, id: u32) -> Result<usize, Error> {
        let ids = &self.now.id;
        let row = match self.row_of.get() {
            Some(map) => map.row(ids, id),
            None => ids.iter().position(|other| *other == id),
        };
        row.ok_or(Error::NoAgent(id))
    }
}
