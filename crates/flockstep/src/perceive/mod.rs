//! The `perceive` stage: one neighbour search per agent at its largest radius, then one aggregate per sense.
//!
//! Agents that follow one another in memory look through one window, into which everyone around them is copied. Senses
//! that only sum look at eight others at a time; those that list agents or mind the nearest few first pack everyone in
//! sight into a short list. Sums run over eight lanes, and the others are dealt out to the lanes in the order of the
//! window, which follows from the positions and the ids alone: so they have the same bits on every machine and on any
//! number of threads.

mod abreast;
mod axis;
mod far;
mod grid;
mod hits;
mod kept;
mod list;
mod look;
mod search;
mod senses;
mod sum;
mod window;

pub(crate) use grid::{Extra, Grid, Reaches};
pub(crate) use hits::Hits;
pub(crate) use kept::{Kept, skin};
pub(crate) use list::lets_through;
pub(crate) use look::{Look, Push, Sense};
pub(crate) use search::{Search, nearest_where, place};
pub(crate) use senses::perceive;
pub(crate) use sum::{Limits, are_alike, kernel};
pub(crate) use window::{Holds, Window};

use crate::vector::Vector;
use std::ops::Range;

/// What one sense of one agent holds.
#[derive(Clone, Debug, PartialEq)]
pub struct Percept<const D: usize> {
    /// How many neighbours it holds.
    pub count: u32,
    /// How many of them move.
    pub moving: u32,
    /// The sum of the ways to them; their middle is `position + offset/count`.
    pub offset: Vector<D>,
    /// The sum of the unit vectors to them.
    pub direction: Vector<D>,
    /// The sum of their velocities.
    pub velocity: Vector<D>,
    /// The sum of the unit vectors of their velocities, over those that move.
    pub course: Vector<D>,
    pub(crate) push: Vector<D>,
    pub(crate) pushing: u32,
    /// Nobody it minds is nearer than this.
    pub(crate) clear: f32,
    pub(crate) nearest: Option<(u32, Vector<D>)>,
    pub(crate) listed: Range<u32>,
}

impl<const D: usize> Percept<D> {
    pub(crate) const EMPTY: Percept<D> = Percept {
        count: 0,
        moving: 0,
        offset: [0.0; D],
        direction: [0.0; D],
        velocity: [0.0; D],
        course: [0.0; D],
        push: [0.0; D],
        pushing: 0,
        clear: 0.0,
        nearest: None,
        listed: 0..0,
    };

    /// Holds who is there and no sums. Field by field: a whole percept would be made elsewhere and copied, and the copying has
    /// to wait for the making.
    #[inline(always)]
    fn hold(&mut self, count: u32, nearest: Option<(u32, Vector<D>)>, listed: Range<u32>) {
        (self.count, self.moving, self.pushing, self.clear) = (count, 0, 0, 0.0);
        for sum in [&mut self.offset, &mut self.direction, &mut self.velocity, &mut self.course, &mut self.push] {
            *sum = [0.0; D];
        }
        (self.nearest, self.listed) = (nearest, listed);
    }
}

/// The width of every vector that sums are dealt out to, on every machine.
pub(crate) const LANES: usize = 8;
