//! The pairs of solid bodies that are or may come to be in touch.
//!
//! In a heap everyone touches everyone. There a body is paired with the first few found, from itself on, so that what is
//! looked at grows like the bodies and not like their square.

use super::apart::Arena;
use crate::agents::{Columns, at};
use crate::index::{Extra, Grid, Reaches, Search};
use crate::math::vector::dot;
use crate::space::Space;
use crate::work;

/// A body that touches so many, or has so many near, is in a heap.
const MOST_TOUCHING: usize = 48;
const MOST_NEAR: usize = 192;

/// Bodies sorted into cells, and those of them that are near one another.
#[derive(Default)]
pub(super) struct Pairs<const D: usize> {
    /// In order, the lower number first; those of heaps come last.
    pub list: Vec<(u32, u32)>,
    /// The bodies as they were when they were last looked for; the number of each stands for its id.
    sorted: Columns<D>,
    grid: Grid<D>,
    /// By number: where it is among the sorted, and whether it is in a heap.
    row_of: Vec<u32>,
    heaped: Vec<bool>,
    /// Those near one body.
    partners: Vec<u32>,
    /// The pairs of those in heaps; one may be there twice.
    of_heaps: Vec<(u32, u32)>,
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
        let Pairs { list, sorted, grid, row_of, heaped, partners, of_heaps } = self;
        let search = Search { grid, agents: sorted, space };
        [&mut *list, of_heaps].into_iter().for_each(Vec::clear);
        heaped.clear();
        row_of.resize(bodies.len(), 0);
        (0..).zip(&sorted.id).for_each(|(row, number)| row_of[number.0 as usize] = row);
        let mut asked = 0;
        // By number: the order of sums must not depend on that of cells.
        for one in 0..bodies.len() as u32 {
            if arena.stop.asked() {
                return;
            }
            let row = row_of[one as usize] as usize;
            let (mut touching, mut near) = (0, 0);
            partners.clear();
            let all = search.until(at(&sorted.position, row), distance, row, |other, offset| {
                let two = sorted.id[other].0;
                let touch = radii[one as usize] + radii[two as usize];
                let (square, most) = (dot(offset, offset), gap.around(touch));
                asked += 1;
                if one != two && square <= most * most {
                    partners.push(two);
                    (touching, near) = (touching + usize::from(square < touch * touch), near + 1);
                }
                touching < MOST_TOUCHING && near < MOST_NEAR
            });
            heaped.push(!all);
            if all {
                // Those in a heap may not have found it.
                of_heaps
                    .extend(partners.iter().filter(|two| **two < one && heaped[**two as usize]).map(|two| (*two, one)));
                partners.retain(|two| one < *two);
                partners.sort_unstable();
                list.extend(partners.iter().map(|two| (one, *two)));
            } else {
                of_heaps.extend(partners.iter().map(|two| (one.min(*two), one.max(*two))));
            }
        }
        work::count(|done| done.bodies += asked);
        list.append(of_heaps);
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
