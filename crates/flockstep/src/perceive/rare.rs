//! Those of rare groups: a flock has few hunters, and a looker tests them all sooner than its run.

use super::notes::Notes;
use super::sum::dots;
use super::window::{NOWHERE, Window, roomy};
use super::{LANES, Sense};
use crate::scene::Scene;
use fearless_simd::{Simd, SimdBase, SimdMask, f32x8, u32x8};

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

impl<const D: usize> Window<D> {
    /// Finds those who belong to certain groups, in the order of the window. Returns which list they are on and how many there
    /// are, if they are few. Lookers ask for the same groups one after the other, so lists are kept for the window.
    #[inline(always)]
    pub fn single_out<S: Simd>(&mut self, simd: S, groups: u32) -> Option<(usize, usize)> {
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
        (self.rare[nth].groups, self.rare[nth].len) = (groups, self.list_rare(simd, groups, nth));
        Some(nth)
    }
    fn list_rare<S: Simd>(&mut self, simd: S, groups: u32, nth: usize) -> Option<usize> {
        let all = self.len();
        let Window { position, groups: group_of, row, rare, .. } = self;
        let few = &mut rare[nth];
        simd.vectorize(
            #[inline(always)]
            || {
                let wide = S::f32s::LEN;
                // Nobody comes after the last one: the columns end in a vector of them.
                let most = (all / 8).max(2 * LANES);
                let room = most + 10 * LANES;
                if few.row.len() < room {
                    few.row.resize(roomy(room), 0);
                    few.place.resize(roomy(room), 0);
                    few.position.iter_mut().for_each(|column| column.resize(roomy(room), 0.0));
                }
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
                few.position[0][found..found + 2 * LANES].fill(NOWHERE);
                Some(found)
            },
        )
    }
}

/// Notes for some lookers who of a rare group is in sight of a sense: for each of these all lookers within reach, eight at a time.
pub(super) fn note_rare<S: Simd, const D: usize>(
    simd: S,
    scene: &Scene<D>,
    sense: &Sense,
    window: &Window<D>,
    (nth, few): (usize, usize),
    lookers: &[u32],
    notes: &mut Notes,
) {
    let rare = &window.rare[nth];
    let span = window.span(scene.grid, sense.radius + scene.grid.slack);
    let rows = lookers[0] as usize..lookers[lookers.len() - 1] as usize + 1;
    notes.by_row.begin(rows.clone(), few);
    simd.vectorize(
        #[inline(always)]
        || {
            let splat = |number: f32| f32x8::splat(simd, number);
            let (radius2, least2) = (splat(sense.radius2), splat(sense.radius_min * sense.radius_min));
            let cos_signed = splat(sense.cos_signed);
            let counting = u32x8::from_slice(simd, &[0, 1, 2, 3, 4, 5, 6, 7]);
            let mut slab = 0;
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
                    // A window may show an agent twice, here and across the seam: the one right here is itself.
                    let itself = (counting + u32x8::splat(simd, first as u32))
                        .simd_eq(u32x8::splat(simd, rare.row[nth]))
                        & square.simd_eq(splat(0.0));
                    notes.by_row.set(simd, nth, first, through & !itself);
                }
            }
            notes.fill_of_rows(lookers);
        },
    );
}

/// Lists of rare groups that a window keeps. Senses beyond that look along their runs.
const MOST_RARE: usize = 8;
