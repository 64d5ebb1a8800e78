//! Those of rare groups: a flock has few hunters.
//!
//! Where all that senses tell apart is who belongs to a rare group, nobody else's group has to be looked up: the few are found
//! once a step, and each window finds its own among them. Then a sense that minds everyone but them has them taken out of sight,
//! and a sense that minds nobody but them tests them alone. Where senses tell common groups apart, a window holds
//! everyone's groups, and those who are few in there are found by these.

use super::axis::Axis;
use super::search::{Search, place};
use super::sum::dots;
use super::window::{NOWHERE, Window, roomy};
use super::{Hits, LANES, Sense};
use crate::plan::Plan;
use crate::scene::Scene;
use crate::vector::{Vector, dot};
use fearless_simd::{Simd, SimdBase, SimdMask, f32x8, u32x8};
use std::ops::Range;

/// The agents of groups that are rare in a whole world, if that is all that senses tell apart.
#[derive(Clone, Debug, Default)]
pub(crate) struct RareGroups {
    /// The bits of these groups; 0: there are none.
    pub groups: u32,
    /// Their agents, in the order of rows.
    agents: Vec<RareAgent>,
    /// How many of them come before each so many rows.
    before: Vec<u32>,
}

/// One of them.
#[derive(Clone, Copy, Debug)]
struct RareAgent {
    row: u32,
    /// The bit of its group.
    bits: u32,
    /// Its cell along x, not folded.
    cell: i32,
}

/// A group is rare if no more than one agent in so many belongs to it, and all rare groups together are no more than twice that.
const RARE: usize = 16;

impl RareGroups {
    /// Says which groups are rare, of so many agents of each plan.
    pub fn choose<const D: usize>(&mut self, plans: &[Plan<D>], counts: &[(f32, usize)]) {
        self.groups = 0;
        let mut agents = [0; u32::BITS as usize];
        for (plan, (_, count)) in plans.iter().zip(counts) {
            // More groups than bits.
            let Some(agents) = agents.get_mut(plan.group) else { return };
            *agents += count;
        }
        let all: usize = agents.iter().sum();
        let is_rare = |group: &usize| RARE * agents[*group] <= all;
        let rare = (0..agents.len()).filter(is_rare);
        let (bits, some) = rare.fold((0, 0), |(bits, some), group| (bits | 1 << group, some + agents[group]));
        let mut senses = plans.iter().flat_map(|plan| &plan.senses).filter(|sense| sense.radius > 0.0);
        let tells_apart = |sense: &Sense| match sense.groups {
            Some(minded) if minded & !bits == 0 => true,
            Some(minded) => minded | bits == u32::MAX && sense.nearest == 0,
            None => true,
        };
        if RARE * some <= 2 * all && senses.all(tells_apart) {
            self.groups = bits;
        }
    }

    /// Whether a sense minds nobody else.
    pub fn are_all_of(&self, sense: &Sense) -> bool {
        sense.groups.is_some_and(|minded| minded & !self.groups == 0)
    }

    /// Finds the agents, of whom the kinds are known, the groups of the kinds, and where they were when the cells were made.
    pub fn find(&mut self, kinds: &[u16], group_of: &[usize], cells: &Axis, placed: &[f32]) {
        self.agents.clear();
        self.before.clear();
        if self.groups == 0 {
            return;
        }
        let bit_of = |kind: u16| 1 << group_of[usize::from(kind)];
        let rare = |kind: &u16| bit_of(*kind) & self.groups != 0;
        let (mut least, mut most) = (u16::MAX, 0);
        for kind in (0..group_of.len() as u16).filter(rare) {
            (least, most) = (least.min(kind), most.max(kind));
        }
        // Among so many there is mostly none.
        for (nth, some) in kinds.chunks(AT_ONCE).enumerate() {
            if nth % (STRIDE / AT_ONCE) == 0 {
                self.before.push(self.agents.len() as u32);
            }
            if !some.iter().fold(false, |any, kind| any | (*kind >= least) & (*kind <= most)) {
                continue;
            }
            for (row, kind) in (nth * AT_ONCE..).zip(some).filter(|(_, kind)| **kind >= least && rare(kind)) {
                let cell = cells.cell_of_agent(placed[row]);
                self.agents.push(RareAgent { row: row as u32, bits: bit_of(*kind), cell });
            }
        }
    }

    /// Those whose rows are in a range.
    #[inline(always)]
    fn within(&self, rows: &Range<u32>) -> impl Iterator<Item = &RareAgent> {
        let from = self.before.get(rows.start as usize / STRIDE).map_or(0, |from| *from as usize);
        let Range { start, end } = *rows;
        self.agents[from..].iter().skip_while(move |agent| agent.row < start).take_while(move |agent| agent.row < end)
    }

    /// Bytes held.
    pub fn bytes(&self) -> usize {
        size_of::<RareAgent>() * self.agents.capacity() + 4 * self.before.capacity()
    }
}

/// Kinds that are looked at together, and rows after which it is noted how many came before.
const AT_ONCE: usize = 16;
const STRIDE: usize = 256;

/// One of a rare group, as a window shows it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stranger<const D: usize> {
    /// Where it is in the window.
    place: u32,
    row: u32,
    /// The bit of its group.
    bits: u32,
    position: Vector<D>,
}

/// Those of a window who belong to certain groups, if they are few: then a looker tests them all sooner than its run.
#[derive(Clone, Debug)]
pub(crate) struct Rare<const D: usize> {
    pub position: [Vec<f32>; D],
    pub row: Vec<u32>,
    /// Where each is in the window.
    pub place: Vec<u32>,
    /// How many there are; `None`: too many.
    pub len: Option<usize>,
    groups: u32,
}

impl<const D: usize> Default for Rare<D> {
    fn default() -> Self {
        Rare { position: std::array::from_fn(|_| Vec::new()), row: Vec::new(), place: Vec::new(), len: None, groups: 0 }
    }
}

impl<const D: usize> Rare<D> {
    /// Makes room for so many, and for some vectors more.
    fn make_room(&mut self, most: usize) {
        let room = most + 10 * LANES;
        if self.row.len() < room {
            self.row.resize(roomy(room), 0);
            self.place.resize(roomy(room), 0);
            self.position.iter_mut().for_each(|column| column.resize(roomy(room), 0.0));
        }
    }
    /// Nobody comes after the last one: the columns end in a vector of them.
    fn end(&mut self, found: usize) {
        self.position[0][found..found + 2 * LANES].fill(NOWHERE);
    }
}

impl<const D: usize> Window<D> {
    /// Finds those of rare groups whom it shows, in its order. Its first slab shows a cell.
    #[inline(always)]
    pub(super) fn find_strangers(&mut self, search: &Search<D>, all: &RareGroups, first: i32, whole: bool) {
        let Window { strangers, cell_rows, slabs, .. } = self;
        strangers.clear();
        let (grid, x) = (search.grid, &search.grid.axes[0]);
        let starts = |row: usize, place: i32| grid.starts[(cell_rows[row].base + place) as usize];
        for (nth, cells) in cell_rows.iter().enumerate() {
            for RareAgent { row, bits, cell } in all.within(&cells.rows) {
                let cell = if whole { cell & (x.table - 1) } else { *cell };
                // Once around a torus it may be shown again.
                for cell in [cell - x.around, cell, cell + x.around].into_iter().take(if x.around > 0 { 3 } else { 1 })
                {
                    let slab = (cell - first) as usize;
                    if slab >= slabs.len() - 1 {
                        continue;
                    }
                    let (at, shift_x) = place(x, cell);
                    let before: u32 = (0..nth).map(|row| starts(row, at + 1) - starts(row, at)).sum();
                    let shift = |axis: usize| if axis == 0 { shift_x } else { cells.shift[axis] };
                    strangers.push(Stranger {
                        place: slabs[slab] + before + (row - starts(nth, at)),
                        row: *row,
                        bits: *bits,
                        position: std::array::from_fn(|axis| search.seen[axis][*row as usize] - shift(axis)),
                    });
                }
            }
        }
        strangers.sort_unstable_by_key(|stranger| stranger.place);
        self.common = !all.groups;
        self.anyone = self.strangers.iter().fold(self.common, |anyone, stranger| anyone | stranger.bits);
    }

    /// Takes those of rare groups out of sight who belong to none of some groups.
    #[inline(always)]
    pub(super) fn hide_strangers(&mut self, groups: u32) {
        for stranger in self.strangers.iter().filter(|stranger| stranger.bits & groups == 0) {
            self.position[0][stranger.place as usize] = NOWHERE;
        }
    }
    /// Shows them again.
    #[inline(always)]
    pub(super) fn show_strangers(&mut self, groups: u32) {
        for stranger in self.strangers.iter().filter(|stranger| stranger.bits & groups == 0) {
            self.position[0][stranger.place as usize] = stranger.position[0];
        }
    }
    /// Puts those of rare groups who belong to certain groups into the column for these.
    pub(super) fn show_few(&mut self, groups: u32) {
        for stranger in self.strangers.iter().filter(|stranger| stranger.bits & groups != 0) {
            self.filtered_x[stranger.place as usize] = stranger.position[0];
        }
    }

    /// Whether groups are all rare, and none of some lookers has anyone of them near, up to a distance.
    #[inline(always)]
    pub(super) fn are_far(&self, groups: u32, lookers: &[u32], seen: &[Vec<f32>; D], distance: f32) -> bool {
        let near = |looker: &u32, stranger: &Stranger<D>| {
            let away: Vector<D> = std::array::from_fn(|axis| stranger.position[axis] - seen[axis][*looker as usize]);
            dot(away, away) <= distance * distance && stranger.row != *looker
        };
        let mut minded = self.strangers.iter().filter(|stranger| stranger.bits & groups != 0);
        self.groups.is_empty()
            && groups & self.common == 0
            && minded.all(|stranger| !lookers.iter().any(|looker| near(looker, stranger)))
    }

    /// Finds those who belong to certain groups, in the order of the window. Returns which list they are on and how many there
    /// are, if they are few. Lookers ask for the same groups one after the other, so lists are kept for the window.
    #[inline(always)]
    pub fn single_out<S: Simd>(&mut self, simd: S, groups: u32) -> Option<(usize, usize)> {
        if self.groups.is_empty() && groups & self.common != 0 {
            return None;
        }
        let nth = match self.rare[..self.known].iter().position(|rare| rare.groups == groups) {
            Some(nth) => nth,
            None => self.single_out_anew(simd, groups)?,
        };
        self.rare[nth].len.map(|len| (nth, len))
    }
    /// Makes a list, unless there are too many already; returns which.
    fn single_out_anew<S: Simd>(&mut self, simd: S, groups: u32) -> Option<usize> {
        let nth = self.known;
        if nth == MOST_RARE {
            return None;
        }
        if self.rare.len() == nth {
            self.rare.push(Rare::default());
        }
        self.known += 1;
        let len =
            if self.groups.is_empty() { self.list_strangers(groups, nth) } else { self.list_rare(simd, groups, nth) };
        (self.rare[nth].groups, self.rare[nth].len) = (groups, len);
        Some(nth)
    }
    /// Lists those of rare groups who belong to certain groups.
    fn list_strangers(&mut self, groups: u32, nth: usize) -> Option<usize> {
        let (few, mut found) = (&mut self.rare[nth], 0);
        few.make_room(self.strangers.len());
        for stranger in self.strangers.iter().filter(|stranger| stranger.bits & groups != 0) {
            (few.row[found], few.place[found]) = (stranger.row, stranger.place);
            (0..D).for_each(|axis| few.position[axis][found] = stranger.position[axis]);
            found += 1;
        }
        few.end(found);
        Some(found)
    }
    /// Goes along everyone's groups.
    fn list_rare<S: Simd>(&mut self, simd: S, groups: u32, nth: usize) -> Option<usize> {
        let all = self.len();
        let Window { position, groups: group_of, row, rare, .. } = self;
        let few = &mut rare[nth];
        simd.vectorize(
            #[inline(always)]
            || {
                let wide = S::f32s::LEN;
                let most = (all / 8).max(2 * LANES);
                few.make_room(most);
                let (minded, none) = (S::u32s::splat(simd, groups), S::u32s::splat(simd, 0));
                let mut found = 0;
                for at in (0..all).step_by(wide) {
                    let room = at..at + wide;
                    let mine = (S::u32s::from_slice(simd, &group_of[room.clone()]) & minded).simd_ne(none);
                    let bits = mine.to_bitmask() & (u64::MAX >> (64 - (all - at).min(wide)));
                    if bits == 0 {
                        continue;
                    }
                    if found + bits.count_ones() as usize > most {
                        return None;
                    }
                    let mine = S::mask32s::from_bitmask(simd, bits);
                    let rows = S::u32s::from_slice(simd, &row[room.clone()]).compress(mine);
                    rows.store_slice(&mut few.row[found..found + wide]);
                    let places = S::u32s::from_fn(simd, |lane| (at + lane) as u32).compress(mine);
                    places.store_slice(&mut few.place[found..found + wide]);
                    for axis in 0..D {
                        let x = S::f32s::from_slice(simd, &position[axis][room.clone()]).compress(mine);
                        x.store_slice(&mut few.position[axis][found..found + wide]);
                    }
                    found += bits.count_ones() as usize;
                }
                few.end(found);
                Some(found)
            },
        )
    }
}

/// Appends to the hits who of a rare group is in sight of a sense of some lookers of one kind: for each of these all lookers within reach,
/// eight at a time.
#[allow(clippy::too_many_arguments)]
pub(super) fn find_rare<S: Simd, const D: usize>(
    simd: S,
    scene: &Scene<D>,
    sense: &Sense,
    window: &Window<D>,
    (nth, few): (usize, usize),
    lookers: &[u32],
    sorts: &mut Sorts,
    hits: &mut Hits<D>,
) {
    let rare = &window.rare[nth];
    let span = window.span(scene.grid, sense.radius + scene.grid.slack);
    let rows = lookers[0] as usize..lookers[lookers.len() - 1] as usize + 1;
    simd.vectorize(
        #[inline(always)]
        || {
            let splat = |number: f32| f32x8::splat(simd, number);
            let (radius2, least2) = (splat(sense.radius2), splat(sense.radius_min * sense.radius_min));
            let cos_signed = splat(sense.cos_signed);
            let counting = u32x8::from_slice(simd, &[0, 1, 2, 3, 4, 5, 6, 7]);
            let mut slab = 0;
            let mut found = 0;
            for nth in 0..few {
                // They are in order along x, unless cells are folded.
                let mut near = rows.clone();
                if !scene.grid.folded() {
                    while window.slabs[slab + 1] <= rare.place[nth] {
                        slab += 1;
                    }
                    let reached = window.lookers_near(slab, span);
                    near = near.start.max(reached.start)..near.end.min(reached.end);
                }
                let (places, owners) = hits.places_beyond(found + near.len() + 2 * LANES);
                let end = u32x8::splat(simd, near.end as u32);
                for first in near.step_by(LANES) {
                    let (mut offset, mut heading) = ([splat(0.0); D], [splat(0.0); D]);
                    for axis in 0..D {
                        let eight = |column: &[f32]| f32x8::from_slice(simd, &column[first..first + LANES]);
                        offset[axis] = splat(rare.position[axis][nth]) - eight(&scene.seen[axis]);
                        heading[axis] = eight(&scene.before.heading[axis]);
                    }
                    let (square, ahead) = (dots(&offset, &offset), dots(&offset, &heading));
                    let mut through = square.simd_le(radius2) & square.simd_ge(least2);
                    through &= (ahead * ahead.abs()).simd_ge(square * cos_signed);
                    let eight = counting + u32x8::splat(simd, first as u32);
                    // A window may show an agent twice, here and across the seam: the one right here is itself.
                    let itself = eight.simd_eq(u32x8::splat(simd, rare.row[nth])) & square.simd_eq(splat(0.0));
                    through &= eight.simd_lt(end) & !itself;
                    eight.compress(through).store_slice(&mut owners[found..found + LANES]);
                    u32x8::splat(simd, nth as u32).store_slice(&mut places[found..found + LANES]);
                    found += through.to_bitmask().count_ones() as usize;
                }
            }
            if lookers.len() < rows.len() {
                // Among them are those of other kinds.
                let kinds = &scene.before.kind;
                let kind = kinds[lookers[0] as usize];
                let (places, owners) = hits.places_beyond(found);
                let all = std::mem::take(&mut found);
                for at in 0..all {
                    let owner = owners[at];
                    (places[found], owners[found]) = (places[at], owner);
                    found += usize::from(kinds[owner as usize] == kind);
                }
            }
            let (places, owners) = hits.places_beyond(found);
            sorts.by_owner(rows, places, owners);
            hits.grow_by(found);
        },
    );
}

/// Room to sort in.
#[derive(Clone, Debug, Default)]
pub(crate) struct Sorts {
    next: Vec<u32>,
    sorted: Vec<(u32, u32)>,
}

impl Sorts {
    /// Puts those on one list side by side, in the order they are in.
    fn by_owner(&mut self, rows: Range<usize>, places: &mut [u32], owners: &mut [u32]) {
        self.next.clear();
        self.next.resize(rows.len() + 1, 0);
        for owner in &*owners {
            self.next[*owner as usize - rows.start + 1] += 1;
        }
        for at in 1..self.next.len() {
            self.next[at] += self.next[at - 1];
        }
        self.sorted.resize(places.len().max(self.sorted.len()), (0, 0));
        for (place, owner) in places.iter().zip(&*owners) {
            let next = &mut self.next[*owner as usize - rows.start];
            self.sorted[*next as usize] = (*place, *owner);
            *next += 1;
        }
        for ((place, owner), sorted) in places.iter_mut().zip(owners).zip(&self.sorted) {
            (*place, *owner) = *sorted;
        }
    }
}

/// Lists of rare groups that a window keeps. Senses beyond that look along their runs.
const MOST_RARE: usize = 8;
