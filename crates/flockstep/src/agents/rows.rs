//! Which row an agent is in, and the rows in the order of ids.
//!
//! Rows change with every step. Both tables are made when someone asks for the first time after a step, in one pass
//! over the ids. Births and deaths until the next step keep the first one up to date; so any agent is found in constant
//! time.

use crate::ids::AgentId;
use std::sync::OnceLock;

/// The rows of agents, worked out when asked for.
#[derive(Clone, Debug, Default)]
pub(crate) struct Rows {
    row_of: OnceLock<RowOf>,
    by_id: OnceLock<Vec<u32>>,
}

impl Rows {
    /// The row of an agent.
    #[inline]
    pub fn row(&self, ids: &[AgentId], id: AgentId) -> Option<usize> {
        self.row_of.get_or_init(|| RowOf::new(ids)).row(ids, id)
    }
    /// The rows of some agents, in their order.
    #[inline]
    pub fn find(&self, ids: &[AgentId], some: &[AgentId]) -> impl Iterator<Item = Option<usize>> {
        let row_of = self.row_of.get_or_init(|| RowOf::new(ids));
        some.iter().map(move |id| row_of.row(ids, *id))
    }
    /// All rows, in the order of ids.
    pub fn by_id(&self, ids: &[AgentId]) -> &[u32] {
        self.by_id.get_or_init(|| rows_by_id(ids))
    }
    /// Everyone may be in another row.
    pub fn forget(&mut self) {
        *self = Rows::default();
    }
    /// A row has been added at the end.
    pub fn add(&mut self, ids: &[AgentId]) {
        self.by_id.take();
        if let Some(row_of) = self.row_of.get_mut() {
            row_of.add(ids);
        }
    }
    /// A row is about to be taken out, and the last one to take its place.
    pub fn swap_remove(&mut self, ids: &[AgentId], row: usize) {
        self.by_id.take();
        if let Some(row_of) = self.row_of.get_mut() {
            row_of.swap_remove(ids, row);
        }
    }
    /// Bytes held.
    pub fn bytes(&self) -> usize {
        let slots = self.row_of.get().map_or(0, RowOf::slots);
        4 * (slots + self.by_id.get().map_or(0, Vec::capacity))
    }
}

/// Rows in the order of their ids.
fn rows_by_id(ids: &[AgentId]) -> Vec<u32> {
    let most = ids.iter().copied().max().map_or(0, AgentId::index);
    if most < 4 * ids.len() {
        // Ids are dense: put each row where its id says, then close the gaps.
        let mut places = vec![u32::MAX; most + 1];
        for (row, id) in ids.iter().enumerate() {
            places[id.index()] = row as u32;
        }
        places.retain(|row| *row != u32::MAX);
        return places;
    }
    let mut rows: Vec<u32> = (0..ids.len() as u32).collect();
    rows.sort_unstable_by_key(|row| ids[*row as usize]);
    rows
}

/// The row of each agent. In a young world ids are dense and one look-up finds it; else there is a hash table.
#[derive(Clone, Debug)]
enum RowOf {
    /// By id.
    Dense(Vec<u32>),
    Sparse(HashedRows),
}

/// Ids are dense if there are no more than so many of them for each agent.
const DENSE: usize = 4;

impl RowOf {
    fn new(ids: &[AgentId]) -> RowOf {
        let most = ids.iter().copied().max().map_or(0, AgentId::index);
        if most >= DENSE * ids.len().max(16) {
            return RowOf::Sparse(HashedRows::new(ids));
        }
        let mut rows = vec![EMPTY; most + 1];
        for (row, id) in ids.iter().enumerate() {
            rows[id.index()] = row as u32;
        }
        RowOf::Dense(rows)
    }
    #[inline(always)]
    fn row(&self, ids: &[AgentId], id: AgentId) -> Option<usize> {
        match self {
            RowOf::Dense(rows) => rows.get(id.index()).filter(|row| **row != EMPTY).map(|row| *row as usize),
            RowOf::Sparse(table) => table.row(ids, id),
        }
    }
    fn add(&mut self, ids: &[AgentId]) {
        match self {
            RowOf::Sparse(table) => table.add(ids),
            RowOf::Dense(rows) => {
                let Some(last) = ids.last() else { return };
                if last.index() >= DENSE * ids.len().max(16) {
                    *self = RowOf::Sparse(HashedRows::new(ids));
                    return;
                }
                rows.resize(rows.len().max(last.index() + 1), EMPTY);
                rows[last.index()] = ids.len() as u32 - 1;
            }
        }
    }
    fn swap_remove(&mut self, ids: &[AgentId], row: usize) {
        match self {
            RowOf::Sparse(table) => table.swap_remove(ids, row),
            RowOf::Dense(rows) => {
                rows[ids[ids.len() - 1].index()] = row as u32;
                rows[ids[row].index()] = EMPTY;
            }
        }
    }
    fn slots(&self) -> usize {
        match self {
            RowOf::Dense(rows) => rows.capacity(),
            RowOf::Sparse(table) => table.slots.capacity(),
        }
    }
}

/// A hash table with linear probing, at most half full. The hash is the id with its upper half mixed in.
#[derive(Clone, Debug)]
struct HashedRows {
    slots: Vec<u32>,
}

const EMPTY: u32 = u32::MAX;

impl HashedRows {
    fn new(ids: &[AgentId]) -> HashedRows {
        let mut table = HashedRows { slots: vec![EMPTY; (2 * ids.len()).next_power_of_two().max(16)] };
        for (row, id) in ids.iter().enumerate() {
            table.fill(*id, row);
        }
        table
    }
    #[inline(always)]
    fn home(&self, id: AgentId) -> usize {
        (id.0 ^ (id.0 >> 16).wrapping_mul(0x9E37_79B1)) as usize & (self.slots.len() - 1)
    }
    #[inline(always)]
    fn after(&self, slot: usize) -> usize {
        (slot + 1) & (self.slots.len() - 1)
    }
    /// Puts a row into the first empty slot for its id.
    fn fill(&mut self, id: AgentId, row: usize) {
        let mut slot = self.home(id);
        while self.slots[slot] != EMPTY {
            slot = self.after(slot);
        }
        self.slots[slot] = row as u32;
    }
    /// The slot of an id among these ids.
    #[inline]
    fn slot(&self, ids: &[AgentId], id: AgentId) -> Option<usize> {
        let mut slot = self.home(id);
        while self.slots[slot] != EMPTY {
            if ids[self.slots[slot] as usize] == id {
                return Some(slot);
            }
            slot = self.after(slot);
        }
        None
    }
    #[inline]
    fn row(&self, ids: &[AgentId], id: AgentId) -> Option<usize> {
        self.slot(ids, id).map(|slot| self.slots[slot] as usize)
    }
    fn add(&mut self, ids: &[AgentId]) {
        if 2 * ids.len() > self.slots.len() {
            *self = HashedRows::new(ids);
        } else if let [.., last] = ids {
            self.fill(*last, ids.len() - 1);
        }
    }
    fn swap_remove(&mut self, ids: &[AgentId], row: usize) {
        if let Some(slot) = self.slot(ids, ids[row]) {
            self.empty(ids, slot);
        }
        let last = ids.len() - 1;
        if let Some(slot) = self.slot(ids, ids[last]).filter(|_| row != last) {
            self.slots[slot] = row as u32;
        }
    }
    /// Empties a slot. Those after it who would no longer be found move up.
    fn empty(&mut self, ids: &[AgentId], slot: usize) {
        let (mut hole, mut next) = (slot, self.after(slot));
        let way = |from: usize, to: usize| to.wrapping_sub(from) & (self.slots.len() - 1);
        let mut moves = Vec::new();
        while self.slots[next] != EMPTY {
            let home = self.home(ids[self.slots[next] as usize]);
            if way(home, next) >= way(hole, next) {
                moves.push((next, hole));
                hole = next;
            }
            next = self.after(next);
        }
        for (from, to) in moves {
            self.slots[to] = self.slots[from];
        }
        self.slots[hole] = EMPTY;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::random::{Purpose, words};

    /// Against a search through all ids, while agents come and go.
    #[test]
    fn rows_are_found_while_agents_come_and_go() {
        for (case, stride) in [1u32, 7, 1 << 12, 1 << 16].into_iter().enumerate() {
            let mut rows = Rows::default();
            let (mut ids, mut next): (Vec<AgentId>, u32) = (Vec::new(), 0);
            assert_eq!(rows.row(&ids, AgentId(0)), None);
            for round in 0..600u64 {
                let draw = words(1, case as u32, round, Purpose::Birth, 0);
                if draw[0] % 5 < 3 || ids.is_empty() {
                    ids.push(AgentId(next));
                    next += stride;
                    rows.add(&ids);
                } else {
                    let row = draw[1] as usize % ids.len();
                    rows.swap_remove(&ids, row);
                    ids.swap_remove(row);
                }
                for id in (0..next).step_by(stride as usize).chain([next]) {
                    let want = ids.iter().position(|other| other.0 == id);
                    assert_eq!(rows.row(&ids, AgentId(id)), want, "id {id}, stride {stride}, round {round}");
                }
                assert!(rows.by_id(&ids).is_sorted_by_key(|row| ids[*row as usize]), "stride {stride}, round {round}");
            }
        }
    }
}
