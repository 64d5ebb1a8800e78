//! The `perceive` stage: one neighbour search per agent at its largest radius, then one percept per sense.
//!
//! ```text
//!   sense       what behaviors need to see, merged; and how each sense looks
//!   stencil     which cells the agents of a plan look at
//!   window      the agents in those cells, side by side in memory
//!   sight       the one test of who is in sight
//!   sum         senses that only sum (kernel: its inner loop)
//!   list        senses that list everyone in sight
//!   nearest     senses that list the nearest few
//!   coincident  those in the very same place, who are a cliff
//!   everyone    the same by asking everyone: for tiny tori, far-sighted few, and as an oracle
//!   percepts    what was perceived, eight agents to a block
//! ```
//!
//! What an agent perceives is a function of the agents in the cells of its stencil, of its plan and of the cell layout;
//! never of who looks through the same window. So rows can be cut into batches, threads and ranks anywhere
//! (`tests/partition.rs`). Sums run over eight lanes, and candidates are dealt out to the lanes in the order of the
//! stencil's cells, on every machine.

mod admits;
mod coincident;
mod everyone;
mod hits;
mod kernel;
mod list;
mod list_sum;
mod nearest;
mod partition;
mod percepts;
mod push;
mod rare;
mod sense;
mod sight;
mod stencil;
mod sum;
mod window;

pub(crate) use admits::{Admits, NamedGroups};
pub(crate) use hits::{Hits, Listing};
pub(crate) use partition::Partition;
pub(crate) use percepts::{Block, Percepts};
pub use push::Falloff;
pub(crate) use push::Push;
pub(crate) use sense::{Eyes, Look, Looking, Sense};
pub(crate) use sight::lets_through;
pub(crate) use stencil::{Holds, Stencils};

use crate::index::{LANES, Search};
use crate::math::simd;
use crate::math::vector::Vector;
use crate::stop::Stop;
use fearless_simd::Simd;
use list::Notes;
use rare::Sorter;
use std::ops::Range;
use window::Window;

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

/// All that the stage reads: the indexed agents, and what they see with.
#[derive(Clone, Copy)]
pub(crate) struct Surroundings<'a, const D: usize> {
    pub search: Search<'a, D>,
    /// By kind.
    pub eyes: &'a [Eyes],
    pub stencils: &'a Stencils<D>,
    /// How many groups there are.
    pub groups: usize,
    /// The bit of the group of each kind.
    pub group_bits: &'a [u32],
    /// Whether anyone is at rest, so that the moving must be counted.
    pub some_rest: bool,
    pub stop: &'a Stop,
    /// Whether two look side by side where a register has room for both.
    pub in_pairs: bool,
}

impl<'a, const D: usize> Surroundings<'a, D> {
    /// What the agent of a row sees with.
    #[inline(always)]
    pub fn eyes_of(&self, row: usize) -> &'a Eyes {
        &self.eyes[usize::from(self.search.agents.kind[row])]
    }
    /// The bit of the group of a row.
    #[inline(always)]
    pub fn group_bit(&self, row: usize) -> u32 {
        self.group_bits[usize::from(self.search.agents.kind[row])]
    }
    /// Whether there are more groups than bits, so that a bit may stand for several of them.
    pub fn groups_share_bits(&self) -> bool {
        self.groups > 32
    }
}

/// What the agents of a batch perceive, and room to find it out in.
#[derive(Default)]
pub(crate) struct Perceived<const D: usize> {
    pub percepts: Percepts<D>,
    /// Those whom the percepts list.
    pub hits: Hits<D>,
    /// The rows of the batch by kind.
    pub by_kind: Partition,
    by_window: Partition,
    by_class: Partition,
    keys: Vec<u16>,
    work: Work<D>,
}

/// Room for those who look through one window.
#[derive(Default)]
struct Work<const D: usize> {
    window: Window<D>,
    notes: Notes,
    sorter: Sorter,
}

/// Candidates times lookers of a window that are worked on at once: as many bits fit into the nearest cache.
const MOST_CANDIDATES: usize = 1 << 18;

/// Fills in the percepts of some rows, in order and all of them in a range: one per sense of each agent's plan.
pub(crate) fn perceive<const D: usize>(
    around: &Surroundings<D>,
    range: Range<usize>,
    rows: &[u32],
    seen: &mut Perceived<D>,
) {
    let level = simd::level();
    simd::dispatch!(level, simd => perceive_at(simd, around, range, rows, seen))
}

#[inline(always)]
fn perceive_at<S: Simd, const D: usize>(
    simd: S,
    around: &Surroundings<D>,
    range: Range<usize>,
    rows: &[u32],
    seen: &mut Perceived<D>,
) {
    let Perceived { percepts, hits, by_kind, by_window, by_class, keys, work } = seen;
    let (kinds, stencils) = (&around.search.agents.kind[..], around.stencils);
    hits.clear();
    keys.clear();
    if rows.len() == range.len() {
        keys.extend_from_slice(&kinds[range.clone()]);
    } else {
        keys.extend(rows.iter().map(|row| kinds[*row as usize]));
    }
    by_kind.sort(rows, keys);
    percepts.begin(range, by_kind, stencils.most_senses);
    match stencils.list.len() {
        1 => keys.fill(0),
        _ => keys.iter_mut().for_each(|key| *key = stencils.window_of[usize::from(*key)]),
    }
    by_window.sort(rows, keys);
    let mut output = sum::Output { percepts, hits };
    for (window, mut left) in by_window.parts() {
        let stencil = &stencils.list[usize::from(window)];
        while !left.is_empty() {
            let lookers;
            (lookers, left) = stencil.cut(around, left);
            if stencil.asks_everyone {
                everyone::look(around, lookers, &mut output);
                continue;
            }
            work.window.open(simd, &around.search, stencil, lookers, stencils.holds);
            // As many as there is room for, should they list everyone.
            let most = (MOST_CANDIDATES / work.window.len().max(1)).max(LANES);
            for lookers in lookers.chunks(if stencils.holds.lists { most } else { usize::MAX }) {
                if around.stop.asked() {
                    return;
                }
                let parts = if lookers.len() == rows.len() && stencils.classes_are_kinds {
                    &*by_kind
                } else {
                    keys.clear();
                    keys.extend(lookers.iter().map(|row| stencils.class_of[usize::from(kinds[*row as usize])]));
                    by_class.sort(lookers, keys);
                    &*by_class
                };
                for (_, lookers) in parts.parts() {
                    look(simd, around, lookers, work, &mut output);
                }
            }
        }
    }
}

/// Fills in the percepts of lookers of one class who look through one window.
#[inline(always)]
fn look<S: Simd, const D: usize>(
    simd: S,
    around: &Surroundings<D>,
    lookers: &[u32],
    work: &mut Work<D>,
    output: &mut sum::Output<D>,
) {
    let eyes = around.eyes_of(lookers[0] as usize);
    for (nth, sense) in eyes.senses.iter().enumerate() {
        let task = sum::Task { around, eyes, sense, nth, lookers };
        match sense.looking {
            _ if !work.window.shows_some_to(sense) => output.percepts.hold_nobody(lookers, nth, sense),
            Looking::Nobody => output.percepts.hold_nobody(lookers, nth, sense),
            Looking::Sum { kernel, notes } => {
                task.sum(simd, kernel, notes, work, output);
                list::list_noted(simd, &task, work, output);
            }
            Looking::List { noted_by: Some(_) } => {}
            Looking::List { noted_by: None } => list::list(simd, &task, work, output),
            Looking::Nearest(_) => nearest::look(simd, &task, &mut work.window, output),
        }
    }
}
