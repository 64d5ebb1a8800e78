//! Who is within a radius of whom: lists in compressed form, for behaviors and metrics that are written in Python.
//!
//! The engine's own search is made for sums and never lists everyone's neighbours at once. This is a plain grid of cells
//! at least as wide as the radius. The lists depend on the positions alone, not on the number of threads.
//!
//! Cells along the last axis stand side by side in memory, so an agent's candidates are a few runs; there the cells are a
//! quarter as wide, which leaves a quarter of the candidates out. A row of cells that is
//! farther to the side is seen less far along. A run is tested without branches.

use flockstep::{Edge, Space, Threads};
use std::ops::Range;

/// Neighbours of all agents: those of agent `i` stand at `offsets[i]..offsets[i + 1]`.
#[derive(Default)]
pub struct Lists {
    /// Where the neighbours of each agent begin, and the end of the last.
    pub offsets: Vec<i64>,
    /// The place of each neighbour in the order of ids.
    pub indices: Vec<i32>,
    /// The way to each neighbour, `D` numbers each: on a torus the short one.
    pub ways: Vec<f32>,
}

/// Fewer agents are not worth another thread.
const FEWEST: usize = 1000;
/// How many cells of the last axis a radius reaches over. Of the other axes it is one.
const FINE: usize = 4;
/// After so many agents it is guessed how many neighbours all will have: lists that grow are copied.
const SAMPLE: usize = 64;

/// Finds the neighbours of every agent within a radius; `counts` says who may be one.
pub fn find<const D: usize>(
    space: &Space<D>,
    positions: &[[f32; D]],
    counts: Option<&[bool]>,
    radius: f32,
    threads: &Threads,
) -> Lists {
    let cells = Cells::new(space, positions, counts, radius);
    let many = threads.count().min(positions.len() / FEWEST).max(1);
    let cut = |nth: usize| positions.len() * nth / many;
    let mut pieces: Vec<(Range<usize>, Lists)> =
        (0..many).map(|nth| (cut(nth)..cut(nth + 1), Lists::default())).collect();
    threads.each(&mut pieces, |(range, lists)| {
        let mut hits = Hits::default();
        lists.offsets.reserve(range.len() + 1);
        for me in range.clone() {
            cells.find(me, positions[me], radius, &mut hits);
            lists.indices.extend_from_slice(&hits.agents[..hits.count]);
            lists.ways.extend_from_slice(hits.ways[..hits.count].as_flattened());
            lists.offsets.push(lists.indices.len() as i64);
            if lists.offsets.len() == SAMPLE {
                let guess = lists.indices.len() * range.len() / SAMPLE * 9 / 8;
                lists.indices.reserve(guess);
                lists.ways.reserve(guess * D);
            }
        }
    });
    let mut pieces = pieces.into_iter().map(|(_, lists)| lists);
    let mut all = pieces.next().unwrap_or_default();
    all.offsets.insert(0, 0);
    for lists in pieces {
        let before = all.indices.len() as i64;
        all.offsets.extend(lists.offsets.iter().map(|end| before + end));
        all.indices.extend(lists.indices);
        all.ways.extend(lists.ways);
    }
    all
}

/// Working memory: the neighbours of one agent. There is room behind them for all of the next run.
#[derive(Default)]
struct Hits<const D: usize> {
    agents: Vec<i32>,
    ways: Vec<[f32; D]>,
    count: usize,
}

/// Agents sorted into cells.
struct Cells<const D: usize> {
    space: Space<D>,
    /// On a torus of few cells, which cells two agents are in does not tell whether they see each other across a seam.
    narrow: bool,
    least: [f64; D],
    width: [f64; D],
    count: [usize; D],
    /// Where each cell begins, and the end of the last.
    starts: Vec<u32>,
    /// The agents in the order of cells: their places in the order of ids, and their positions.
    agents: Vec<u32>,
    places: Vec<[f32; D]>,
}

impl<const D: usize> Cells<D> {
    fn new(space: &Space<D>, positions: &[[f32; D]], counts: Option<&[bool]>, radius: f32) -> Cells<D> {
        let wraps = space.edge() == Edge::Wrap;
        let (least, greatest) = if wraps { (space.min(), space.max()) } else { corners(positions) };
        // More cells than agents would only be empty.
        let fine: [usize; D] = std::array::from_fn(|axis| if axis + 1 == D { FINE } else { 1 });
        let most = (positions.len() as f64).powf(1.0 / D as f64).ceil().max(1.0);
        let side: [f64; D] = std::array::from_fn(|axis| f64::from(greatest[axis]) - f64::from(least[axis]));
        // A little wider than the radius: a pair that rounding brings within it must not be two cells apart.
        let wide = f64::from(radius) * (1.0 + 1e-6);
        let count: [usize; D] = std::array::from_fn(|axis| {
            let fine = fine[axis] as f64;
            (side[axis] / wide * fine).floor().clamp(1.0, most * fine) as usize
        });
        let width = std::array::from_fn(|axis| (side[axis] / count[axis] as f64).max(f64::MIN_POSITIVE));
        let narrow = wraps && count.iter().zip(fine).any(|(count, fine)| *count < 2 * fine + 1);
        let starts = vec![0; count.iter().product::<usize>() + 1];
        let (agents, places) = (Vec::new(), Vec::new());
        let least = least.map(f64::from);
        let mut made = Cells { space: *space, narrow, least, width, count, starts, agents, places };
        made.sort(positions, counts);
        made
    }

    /// Sorts the agents that count by cell, those of a cell in the order of ids.
    fn sort(&mut self, positions: &[[f32; D]], counts: Option<&[bool]>) {
        let counted = |at: &usize| counts.is_none_or(|counts| counts[*at]);
        let cells: Vec<(u32, usize)> = (0..positions.len())
            .filter(counted)
            .map(|at| (at as u32, self.number(self.place(positions[at]))))
            .collect();
        cells.iter().for_each(|(_, cell)| self.starts[cell + 1] += 1);
        for cell in 1..self.starts.len() {
            self.starts[cell] += self.starts[cell - 1];
        }
        let mut next = self.starts.clone();
        self.agents = vec![0; cells.len()];
        self.places = vec![[0.0; D]; cells.len()];
        for (agent, cell) in cells {
            let place = next[cell] as usize;
            next[cell] += 1;
            self.agents[place] = agent;
            self.places[place] = positions[agent as usize];
        }
    }

    fn place(&self, position: [f32; D]) -> [usize; D] {
        std::array::from_fn(|axis| {
            let at = (f64::from(position[axis]) - self.least[axis]) / self.width[axis];
            (at.max(0.0) as usize).min(self.count[axis] - 1)
        })
    }

    fn number(&self, place: [usize; D]) -> usize {
        place.iter().zip(self.count).fold(0, |cell, (at, count)| cell * count + at)
    }

    /// Finds the neighbours of an agent.
    fn find(&self, me: usize, position: [f32; D], radius: f32, hits: &mut Hits<D>) {
        hits.count = 0;
        let place = self.place(position);
        let inside: [f64; D] = std::array::from_fn(|axis| {
            f64::from(position[axis]) - self.least[axis] - place[axis] as f64 * self.width[axis]
        });
        let beside: [([Beside; 3], usize); D] = std::array::from_fn(|axis| {
            if axis + 1 < D { self.beside(axis, place[axis], inside[axis]) } else { Default::default() }
        });
        let many = beside[..D - 1].iter().map(|(_, many)| many).product();
        for row in 0..many {
            let (mut nth, mut first, mut from, mut gap) = (row, 0, position, 0.0);
            for axis in 0..D - 1 {
                let (cells, many) = &beside[axis];
                let cell = cells[nth % many];
                nth /= many;
                first = first * self.count[axis] + cell.at;
                from[axis] = position[axis] - cell.shift;
                gap += cell.gap * cell.gap;
            }
            // A row that is farther to the side is seen less far along; a little more than that, for rounding.
            let along = f64::from(radius).powi(2) * (1.0 + 1e-6) - gap;
            if along < 0.0 && !self.narrow {
                continue;
            }
            for (cells, shift) in self.along(place[D - 1], inside[D - 1], along.max(0.0).sqrt()) {
                from[D - 1] = position[D - 1] - shift;
                let start = first * self.count[D - 1];
                let run = self.starts[start + cells.start] as usize..self.starts[start + cells.end] as usize;
                if self.narrow {
                    self.test(me, |to| self.space.offset(position, to), run, radius, hits);
                } else {
                    let way = |to: [f32; D]| std::array::from_fn(|axis| to[axis] - from[axis]);
                    self.test(me, way, run, radius, hits);
                }
            }
        }
    }

    /// Adds those of a run that are near to the hits.
    #[inline(always)]
    fn test(&self, me: usize, way: impl Fn([f32; D]) -> [f32; D], run: Range<usize>, radius: f32, hits: &mut Hits<D>) {
        let (agents, places) = (&self.agents[run.clone()], &self.places[run]);
        let room = hits.count + agents.len() + 1;
        if hits.agents.len() < room {
            hits.agents.resize(2 * room, 0);
            hits.ways.resize(2 * room, [0.0; D]);
        }
        let most = radius * radius;
        for (to, agent) in places.iter().zip(agents) {
            let way = way(*to);
            let square: f32 = way.iter().map(|c| c * c).sum();
            (hits.agents[hits.count], hits.ways[hits.count]) = (*agent as i32, way);
            hits.count += usize::from((square <= most) & (*agent as usize != me));
        }
    }

    /// The cell of an agent along an axis that is not the last, and those beside it: none twice.
    fn beside(&self, axis: usize, at: usize, inside: f64) -> ([Beside; 3], usize) {
        let (count, side, width) = (self.count[axis], self.space.sides()[axis], self.width[axis]);
        let wraps = self.space.edge() == Edge::Wrap;
        let (mut cells, mut many) = ([Beside { at, shift: 0.0, gap: 0.0 }; 3], 1);
        if at + 1 < count || wraps && count > 1 {
            let (at, shift) = if at + 1 < count { (at + 1, 0.0) } else { (0, side) };
            cells[many] = Beside { at, shift, gap: (width - inside).max(0.0) };
            many += 1;
        }
        // Of two cells on a torus, the one before is the one after.
        if at > 0 && !(wraps && count == 2) || wraps && count > 2 {
            let (at, shift) = if at > 0 { (at - 1, 0.0) } else { (count - 1, -side) };
            cells[many] = Beside { at, shift, gap: inside.max(0.0) };
            many += 1;
        }
        (cells, many)
    }

    /// The cells along the last axis within a distance: one run, or two where there is a seam.
    fn along(&self, at: usize, inside: f64, distance: f64) -> impl Iterator<Item = (Range<usize>, f32)> + use<D> {
        let (count, side, width) = (self.count[D - 1], self.space.sides()[D - 1], self.width[D - 1]);
        let whole = (0..count, 0.0);
        let none = (0..0, 0.0);
        let before = (((distance - inside) / width).ceil().max(0.0) as usize).min(FINE);
        let after = (((distance + inside) / width) as usize).min(FINE);
        let runs = if self.narrow {
            [whole, none]
        } else if self.space.edge() != Edge::Wrap {
            [(at.saturating_sub(before)..(at + after + 1).min(count), 0.0), none]
        } else if at < before {
            [(at + count - before..count, -side), (0..at + after + 1, 0.0)]
        } else if at + after >= count {
            [(at - before..count, 0.0), (0..at + after + 1 - count, side)]
        } else {
            [(at - before..at + after + 1, 0.0), none]
        };
        runs.into_iter().filter(|(cells, _)| !cells.is_empty())
    }
}

/// A cell beside that of an agent, what is to be added to the coordinates in it, and how far from the agent it begins.
#[derive(Clone, Copy, Default)]
struct Beside {
    at: usize,
    shift: f32,
    gap: f64,
}

fn corners<const D: usize>(positions: &[[f32; D]]) -> ([f32; D], [f32; D]) {
    let first = positions.first().copied().unwrap_or([0.0; D]);
    positions.iter().fold((first, first), |(least, greatest), place| {
        (
            std::array::from_fn(|axis| least[axis].min(place[axis])),
            std::array::from_fn(|axis| greatest[axis].max(place[axis])),
        )
    })
}
