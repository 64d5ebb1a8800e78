//! The pairs of solid bodies that are or may come to be in touch.
//!
//! In a heap everyone touches everyone. There a body is paired with the next few by number only, so that what is looked
//! at grows like the bodies and not like their square.

use super::apart::Arena;
use crate::agents::{Columns, at};
use crate::index::{Extra, Grid, Reaches, Search};
use crate::math::vector::dot;
use crate::space::Space;
use crate::work;

/// A body that touches so many of higher numbers, or has so many near, is in a heap.
const MOST_TOUCHING: usize = 32;
const MOST_NEAR: usize = 512;

/// Bodies sorted into cells, and those of them that are near one another.
#[derive(Default)]
pub(super) struct Pairs<const D: usize> {
    /// In order, the lower number first.
    pub list: Vec<(u32, u32)>,
    /// The bodies as they were when they were last looked for; the number of each stands for its id.
    sorted: Columns<D>,
    grid: Grid<D>,
    /// By number: where it is among the sorted, and whether it is in a heap.
    row_of: Vec<u32>,
    heaped: Vec<bool>,
}

/// How far apart bodies are looked for: a share more than touching, and a length more.
#[derive(Clone, Copy)]
pub(super) struct Gap {
    pub share: f32,
    pub slack: f32,
}

impl Gap {
    /// How far apart the middles of bodies are at the most that touch at this distance, and a hair for rounding.
    fn around(self, touch: f32) -> f32 {
        touch * (1.00001 + self.share) + 1.001 * self.slack
    }
}

impl<const D: usize> Pairs<D> {
    /// Notes every pair whose gap is at most so wide; of those both of whom are in a heap, only some.
    pub fn find(&mut self, arena: &Arena<D>, bodies: &Columns<D>, radii: &[f32], gap: Gap) {
        let space = arena.space;
        let largest = radii.iter().copied().fold(0.0, f32::max);
        let distance = gap.around(2.0 * largest);
        let reaches = Reaches { radii: &[(distance, bodies.len())], nearest_only: None };
        self.grid.index(space, &reaches, bodies, &mut self.sorted, &Extra::default(), arena.threads);
        let count = bodies.len();
        self.list.clear();
        self.heaped.clear();
        self.heaped.resize(count, false);
        self.row_of.resize(count, 0);
        (0..).zip(&self.sorted.id).for_each(|(row, number)| self.row_of[number.0 as usize] = row);
        // The order of sums must not depend on that of cells.
        for one in 0..count as u32 {
            if arena.stop.asked() {
                return;
            }
            let from = self.list.len();
            self.heaped[one as usize] =
                !self.find_partners(space, radii, (gap, distance), one, |one, two, _| one < two);
            self.list[from..].sort_unstable();
        }
        if self.heaped.contains(&true) {
            // Whoever is not in a heap finds those in one.
            for two in 0..count as u32 {
                if !self.heaped[two as usize] {
                    self.find_partners(space, radii, (gap, distance), two, |two, one, heaped| {
                        one < two && heaped[one as usize]
                    });
                }
            }
            self.list.sort_unstable();
            self.list.dedup();
        }
    }

    /// Notes the pairs of a body with those that may be; returns false if it is in a heap.
    fn find_partners(
        &mut self,
        space: &Space<D>,
        radii: &[f32],
        (gap, distance): (Gap, f32),
        body: u32,
        may_be: impl Fn(u32, u32, &[bool]) -> bool,
    ) -> bool {
        let Pairs { list, sorted, grid, heaped, row_of } = self;
        let search = Search { grid, agents: sorted, space };
        let row = row_of[body as usize] as usize;
        let (mut touching, mut near, mut asked) = (0, 0, 0);
        let all = search.until(at(&sorted.position, row), distance, row, |other, offset| {
            let other = sorted.id[other].0;
            let touch = radii[body as usize] + radii[other as usize];
            let (square, most) = (dot(offset, offset), gap.around(touch));
            asked += 1;
            if square <= most * most && may_be(body, other, heaped) {
                list.push((body.min(other), body.max(other)));
                (touching, near) = (touching + usize::from(square < touch * touch), near + 1);
            }
            touching < MOST_TOUCHING && near < MOST_NEAR
        });
        work::count(|done| done.bodies += asked);
        all
    }

    /// Tells of the bodies that were within a distance of a point when they were last looked for, of a heap only of
    /// so many.
    pub fn near(&self, space: &Space<D>, point: [f32; D], distance: f32, most: usize, mut tell: impl FnMut(u32)) {
        let search = Search { grid: &self.grid, agents: &self.sorted, space };
        let mut asked = 0;
        search.until(point, distance, 0, |row, _| {
            tell(self.sorted.id[row].0);
            asked += 1;
            asked < most
        });
        work::count(|done| done.bodies += asked as u64);
    }

    /// Bytes held.
    pub fn bytes(&self) -> usize {
        self.list.capacity() * 8
            + self.row_of.capacity() * 4
            + self.heaped.capacity()
            + self.sorted.bytes()
            + self.grid.bytes()
    }
}
