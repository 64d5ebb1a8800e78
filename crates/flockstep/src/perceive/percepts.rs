//! What the agents of a batch perceive: for each sense, eight agents to a block, one to a lane.
//!
//! The stages after perceive work on eight agents side by side, and so a block is what they load.

use super::{Hits, LANES, Partition, Percept, Sense};
use crate::ids::AgentId;
use crate::math::vector::Vector;
use std::ops::Range;

/// What one sense of eight agents of one kind holds, or of fewer. Only what the sense wants is written; the rest is
/// anything.
#[derive(Clone, Debug)]
pub(crate) struct Block<const D: usize> {
    pub count: [u32; LANES],
    pub moving: [u32; LANES],
    pub pushing: [u32; LANES],
    pub offset: [[f32; LANES]; D],
    pub direction: [[f32; LANES]; D],
    pub velocity: [[f32; LANES]; D],
    pub course: [[f32; LANES]; D],
    pub push: [[f32; LANES]; D],
    /// Which hit is the nearest, if there is anyone, and the way to it.
    pub nearest: [u32; LANES],
    pub way: [[f32; LANES]; D],
    /// Where the list begins among the hits; it is as long as they are many.
    pub listed: [u32; LANES],
}

impl<const D: usize> Block<D> {
    pub const EMPTY: Block<D> = Block {
        count: [0; LANES],
        moving: [0; LANES],
        pushing: [0; LANES],
        offset: [[0.0; LANES]; D],
        direction: [[0.0; LANES]; D],
        velocity: [[0.0; LANES]; D],
        course: [[0.0; LANES]; D],
        push: [[0.0; LANES]; D],
        nearest: [0; LANES],
        way: [[0.0; LANES]; D],
        listed: [0; LANES],
    };

    #[inline(always)]
    fn set_nearest(&mut self, lane: usize, hit: u32, hits: &Hits<D>) {
        self.nearest[lane] = hit;
        for axis in 0..D {
            self.way[axis][lane] = hits.offset[axis][hit as usize];
        }
    }
}

/// What the agents of a batch perceive.
#[derive(Debug, Default)]
pub(crate) struct Percepts<const D: usize> {
    blocks: Vec<Block<D>>,
    /// The first row.
    first: usize,
    /// How many senses there is room for.
    senses: usize,
    /// The place of each row among the blocks, if they are not in line: those of one kind share blocks, and nobody else
    /// does.
    places: Vec<u32>,
}

impl<const D: usize> Percepts<D> {
    /// Makes room for some rows of a range, sorted by kind.
    pub fn begin(&mut self, range: Range<usize>, by_kind: &Partition, senses: usize) {
        self.places.clear();
        let mut end = 0;
        let mut parts = by_kind.parts();
        if let (Some((_, all)), None) = (parts.next(), parts.next())
            && all.len() == range.len()
        {
            return self.make_room(range.start, range.len(), senses);
        }
        self.places.resize(range.len(), 0);
        for (_, some) in by_kind.parts() {
            let begin = usize::next_multiple_of(end, LANES);
            end = begin + some.len();
            for (place, row) in (begin as u32..).zip(some) {
                self.places[*row as usize - range.start] = place;
            }
        }
        self.make_room(range.start, end, senses);
    }
    fn make_room(&mut self, first: usize, places: usize, senses: usize) {
        (self.first, self.senses) = (first, senses);
        let need = places.div_ceil(LANES) * senses;
        if self.blocks.len() < need {
            self.blocks.resize(need, Block::EMPTY);
        }
    }

    /// How many places there are.
    #[inline(always)]
    pub fn places(&self) -> usize {
        self.blocks.len() / self.senses.max(1) * LANES
    }
    /// The place of a row: the number of its block times eight, and its lane.
    #[inline(always)]
    pub fn place(&self, row: usize) -> usize {
        let nth = row - self.first;
        if self.places.is_empty() { nth } else { self.places[nth] as usize }
    }
    /// The block of a row and its lane in there.
    #[inline(always)]
    pub fn at(&self, row: usize, sense: usize) -> (&Block<D>, usize) {
        let place = self.place(row);
        (&self.blocks[place / LANES * self.senses + sense], place % LANES)
    }
    #[inline(always)]
    pub fn at_mut(&mut self, row: usize, sense: usize) -> (&mut Block<D>, usize) {
        let place = self.place(row);
        (&mut self.blocks[place / LANES * self.senses + sense], place % LANES)
    }

    /// Hands over what a sense of some rows holds, block by block, and the lanes they are in. Rows of one kind are in
    /// line; in the other lanes there may be those who look through another window.
    #[inline(always)]
    pub fn each_block(&mut self, rows: &[u32], sense: usize, mut to: impl FnMut(&mut Block<D>, Range<usize>)) {
        let [first, last] = [rows[0], rows[rows.len() - 1]].map(|row| self.place(row as usize));
        if last.wrapping_sub(first) != rows.len() - 1 {
            for row in rows {
                let (block, lane) = self.at_mut(*row as usize, sense);
                to(block, lane..lane + 1);
            }
            return;
        }
        let (mut place, end) = (first, first + rows.len());
        while place < end {
            let (nth, lane) = (place / LANES, place % LANES);
            let lanes = lane..LANES.min(lane + end - place);
            place += lanes.len();
            to(&mut self.blocks[nth * self.senses + sense], lanes);
        }
    }

    /// Notes that a sense of some rows holds nobody.
    pub fn hold_nobody(&mut self, rows: &[u32], nth: usize, sense: &Sense) {
        self.each_block(rows, nth, |block, lanes| {
            if !sense.wants.sums() {
                return block.count[lanes].fill(0);
            }
            for counts in [&mut block.count, &mut block.moving, &mut block.pushing] {
                counts[lanes.clone()].fill(0);
            }
            for vector in
                [&mut block.offset, &mut block.direction, &mut block.velocity, &mut block.course, &mut block.push]
            {
                vector.iter_mut().for_each(|axis| axis[lanes.clone()].fill(0.0));
            }
        });
    }

    /// Counts the hits from one on, which are listed by the nth sense of some rows, list by list; notes where each list
    /// begins and, if the sense wants it, the nearest on it. Equal distances go to the lower id.
    #[inline(always)]
    pub fn count_hits(
        &mut self,
        rows: &[u32],
        (nth, sense): (usize, &Sense),
        from: usize,
        hits: &Hits<D>,
        ids: &[AgentId],
    ) {
        self.each_block(rows, nth, |block, lanes| block.count[lanes].fill(0));
        // A sum over the list finds the nearest, too.
        let nearest = sense.wants.nearest && !sense.wants.sums();
        let all = from..hits.len();
        let (owners, squares) = (&hits.owner[all.clone()], &hits.square[all.clone()]);
        // Squares are not negative, so their bits are in order.
        let key = |hit: usize| u64::from(squares[hit].to_bits()) << 32 | (from + hit) as u64;
        let (mut begin, mut ties) = (0, false);
        while let Some(owner) = owners.get(begin) {
            let (mut end, mut least) = (begin + 1, key(begin));
            // Where only its length is asked for, a long list is gone along in strides.
            while !nearest && owners.get(end + LANES - 1) == Some(owner) {
                end += LANES;
            }
            while owners.get(end) == Some(owner) {
                ties |= nearest & ((key(end) ^ least) >> 32 == 0);
                least = least.min(key(end));
                end += 1;
            }
            let (block, lane) = self.at_mut(*owner as usize, nth);
            (block.count[lane], block.listed[lane]) = ((end - begin) as u32, (from + begin) as u32);
            block.set_nearest(lane, least as u32, hits);
            begin = end;
        }
        if ties {
            self.settle_ties(rows, nth, hits, ids);
        }
    }
    #[cold]
    fn settle_ties(&mut self, rows: &[u32], sense: usize, hits: &Hits<D>, ids: &[AgentId]) {
        for row in rows {
            let list = self.list_of(*row as usize, sense);
            let nearest = list.min_by_key(|hit| (hits.square[*hit].to_bits(), ids[hits.row[*hit] as usize]));
            let (block, lane) = self.at_mut(*row as usize, sense);
            block.set_nearest(lane, nearest.unwrap_or(0) as u32, hits);
        }
    }

    /// How many neighbours a sense of a row holds.
    #[inline(always)]
    pub fn count(&self, row: usize, sense: usize) -> u32 {
        let (block, lane) = self.at(row, sense);
        block.count[lane]
    }

    /// The hits on the list of a row.
    pub fn list_of(&self, row: usize, sense: usize) -> Range<usize> {
        let (block, lane) = self.at(row, sense);
        let begin = block.listed[lane] as usize;
        begin..begin + block.count[lane] as usize
    }

    /// What one sense of one agent holds.
    pub fn of(&self, row: usize, nth: usize, sense: &Sense) -> Percept<D> {
        let (block, lane) = self.at(row, nth);
        let wants = &sense.wants;
        let pushes = wants.push.is_some();
        let vector = |wanted: bool, lanes: &[[f32; LANES]; D]| -> Vector<D> {
            std::array::from_fn(|axis| if wanted { lanes[axis][lane] } else { 0.0 })
        };
        let count = block.count[lane];
        let nearest = (wants.nearest && count > 0).then(|| block.nearest[lane]);
        let begin = if sense.lists() { block.listed[lane] } else { 0 };
        Percept {
            count,
            moving: if wants.course { block.moving[lane] } else { 0 },
            offset: vector(wants.sums(), &block.offset),
            direction: vector(wants.direction, &block.direction),
            velocity: vector(wants.velocity, &block.velocity),
            course: vector(wants.course, &block.course),
            push: vector(pushes, &block.push),
            pushing: if pushes { block.pushing[lane] } else { 0 },
            nearest,
            listed: begin..if sense.lists() { begin + count } else { 0 },
        }
    }

    /// Writes down what one sense of one agent holds.
    pub fn set(&mut self, row: usize, nth: usize, percept: &Percept<D>, hits: &Hits<D>) {
        let (block, lane) = self.at_mut(row, nth);
        if let Some(nearest) = percept.nearest {
            block.set_nearest(lane, nearest, hits);
        }
        (block.count[lane], block.moving[lane], block.pushing[lane]) = (percept.count, percept.moving, percept.pushing);
        block.listed[lane] = percept.listed.start;
        for axis in 0..D {
            block.offset[axis][lane] = percept.offset[axis];
            block.direction[axis][lane] = percept.direction[axis];
            block.velocity[axis][lane] = percept.velocity[axis];
            block.course[axis][lane] = percept.course[axis];
            block.push[axis][lane] = percept.push[axis];
        }
    }
}
