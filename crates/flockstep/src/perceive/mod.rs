//! The `perceive` stage: one neighbour search per agent at its largest radius, then one aggregate per sense.
//!
//! Agents that follow one another in memory look through one window, into which everyone around them is copied. Senses
//! that only sum look at eight others at a time; those that list agents note them as bits; those that mind the nearest few
//! first pack everyone in sight into a short list. Sums run over eight lanes, and the others are dealt out to the lanes in the order of the
//! window, which follows from the positions and the ids alone: so they have the same bits on every machine and on any
//! number of threads.

mod abreast;
mod axis;
mod far;
mod gaze;
mod grid;
mod hits;
mod kept;
mod list;
mod look;
mod notes;
mod percepts;
mod rare;
mod search;
mod senses;
mod sorted;
mod sum;
mod window;

pub(crate) use grid::{Extra, Grid, Reaches};
pub(crate) use hits::{Hits, Listing};
pub(crate) use kept::{Kept, skin};
pub(crate) use list::lets_through;
pub(crate) use look::{Look, Push, Sense};
pub(crate) use percepts::{Block, Percepts};
pub(crate) use rare::RareGroups;
pub(crate) use search::{Search, nearest_where, place};
pub(crate) use senses::{Perceived, perceive, reach_alike};
pub(crate) use sum::{Limits, are_alike, kernel, most_senses};
use window::Window;
pub(crate) use window::{Holds, extremes};

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
    /// Which hit is the nearest.
    pub(crate) nearest: Option<u32>,
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
        nearest: None,
        listed: 0..0,
    };
}

/// The width of every vector that sums are dealt out to, on every machine.
pub(crate) const LANES: usize = 8;
