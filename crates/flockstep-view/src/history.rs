//! Where agents were: past positions in columns, a column a step (or every few steps), the newest of them growing with the
//! agents. Trails are drawn from them.

use crate::look::Trails;
use crate::picture::Picture;
use bytemuck::{Pod, Zeroable};

/// How many columns of positions are kept; a trail has one piece fewer.
pub(crate) const COLUMNS: usize = 65;
const NOBODY: u32 = u32::MAX;

/// A past position as the driver gets it.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, Pod, Zeroable)]
pub(crate) struct Past {
    pub position: [f32; 3],
    /// The style, and above it a number that changes whenever the trail is broken. 0 where nobody is.
    pub tag: u32,
}

/// The newest column, and where in the ring of columns it belongs. Whoever draws keeps the ring.
#[derive(Debug)]
pub(crate) struct History {
    /// A place per agent.
    pub column: Vec<Past>,
    /// Which of the ring it is.
    pub newest: usize,
    /// How many columns there are.
    pub filled: usize,
    /// Whose place each is.
    owners: Vec<u32>,
    /// Which instance was found for each place.
    found: Vec<u32>,
    /// Steps between the newest column and the one before it.
    grown: u64,
    every: u64,
    step: u64,
}

impl History {
    pub fn new() -> History {
        History {
            column: Vec::new(),
            newest: 0,
            filled: 0,
            owners: Vec::new(),
            found: Vec::new(),
            grown: 0,
            every: 1,
            step: 0,
        }
    }

    pub fn clear(&mut self) {
        self.filled = 0;
        self.newest = 0;
        self.grown = 0;
        self.column.fill(Past::default());
        self.owners.fill(NOBODY);
    }

    /// Takes a picture in. Says whether the newest column has changed and belongs into the ring.
    pub fn take(&mut self, picture: &Picture, trails: &Trails) -> bool {
        if !trails.on {
            self.clear();
            return false;
        }
        self.make_room(picture);
        let every = u64::from(trails.steps.clamp(1, Trails::MOST_STEPS)).div_ceil(COLUMNS as u64 - 1);
        if every != self.every || picture.step < self.step {
            self.every = every;
            self.clear();
        }
        if self.filled > 0 && picture.step == self.step {
            return false;
        }
        let passed = picture.step.saturating_sub(self.step);
        self.step = picture.step;
        if self.filled == 0 || self.grown >= self.every {
            self.newest = (self.newest + 1) % COLUMNS;
            self.filled = (self.filled + 1).min(COLUMNS);
            self.grown = 0;
        }
        self.grown += passed;
        self.record(picture, passed);
        true
    }

    /// Each agent has the place its id falls on. Ids are never used again, so there may be more ids than places.
    fn make_room(&mut self, picture: &Picture) {
        let ids = picture.instances().iter().map(|agent| agent.id as usize + 1).max().unwrap_or(1);
        let places = ids.min(Trails::MOST_AGENTS).next_power_of_two();
        if places <= self.column.len() {
            return;
        }
        self.column = vec![Past::default(); places];
        self.owners = vec![NOBODY; places];
        self.clear();
    }

    /// Makes the newest column.
    fn record(&mut self, picture: &Picture, passed: u64) {
        let places = self.column.len();
        self.found.clear();
        self.found.resize(places, NOBODY);
        for (number, agent) in picture.instances().iter().enumerate() {
            let place = agent.id as usize % places;
            // Two may share a place: who has it keeps it.
            if self.found[place] == NOBODY || self.owners[place] == agent.id {
                self.found[place] = number as u32;
            }
        }
        for place in 0..places {
            let Some(agent) = picture.instances().get(self.found[place] as usize) else {
                self.column[place] = Past::default();
                self.owners[place] = NOBODY;
                continue;
            };
            let last = self.column[place];
            let way = picture.bounds.offset(last.position, agent.before);
            let stride = picture.bounds.offset(agent.before, agent.now);
            let size = |way: [f32; 3]| way.iter().map(|c| c * c).sum::<f32>().sqrt();
            // It was last where it was a step ago, or, if steps were left out, about as far away as it goes in so many.
            // Otherwise it was eaten and born again elsewhere: its trail begins anew.
            let left_out = passed.saturating_sub(1) as f32;
            let reach = size(stride) * (0.01 + 4.0 * left_out) + 1e-5 * size(agent.now);
            let goes_on = self.owners[place] == agent.id && size(way) <= reach;
            let piece = if goes_on { last.tag >> 16 } else { (last.tag >> 16).wrapping_add(1) & 0xffff | 1 };
            self.owners[place] = agent.id;
            self.column[place] = Past { position: agent.now, tag: piece << 16 | u32::from(agent.style) };
        }
    }

    /// The pieces that trails have, oldest first: the piece's number, the column it begins in and the one it ends in.
    pub fn pieces(&self) -> impl Iterator<Item = (usize, usize, usize)> {
        let (newest, filled) = (self.newest, self.filled.max(1));
        (COLUMNS - filled..COLUMNS - 1).map(move |piece| {
            let older = (newest + piece + 1) % COLUMNS;
            (piece, older, (older + 1) % COLUMNS)
        })
    }

    /// How far the newest piece has grown, from 0 to 1.
    pub fn growth(&self, alpha: f32) -> f32 {
        let grown = self.grown.max(1) as f32;
        (grown - 1.0 + alpha.clamp(0.0, 1.0)) / grown
    }
}
