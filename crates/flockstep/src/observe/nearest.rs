//! The distance from every agent of a set to the nearest other.
//!
//! Only the distance is wanted, not whose it is, and the least of many is the same in whatever order they are looked
//! at, and if some are looked at twice. So runs of memory are read in whole vectors of eight, past their ends too, and
//! the cells of the world's own last step serve although agents have moved since: a search reaches farther by as much.

use crate::World;
use crate::agents::{Columns, at};
use crate::ids::AgentId;
use crate::index::{Extra, Grid, LANES, Reaches, Search, nearest_where};
use crate::math::simd::{self, level};
use crate::math::vector::{Vector, dot, length, sub};
use crate::space::{Edge, Space};
use crate::threads::Threads;
use fearless_simd::{Select, Simd, SimdBase, f32x8, u32x8};

/// Rows a task takes.
const GRAIN: usize = 1024;
/// With more others in its cell an agent had better be sorted anew, into smaller cells.
const MOST_IN_A_CELL: usize = 24;
/// How many agents are asked how many share their cell.
const ASKED: usize = 256;

/// Cells and agents to search among.
struct Filed<'a, const D: usize> {
    grid: &'a Grid<D>,
    agents: &'a Columns<D>,
    /// The side of a torus; infinite where there is no seam.
    sides: Vector<D>,
    /// How far agents may be from the cells they are filed in.
    drift: f32,
}

/// Who is asked for the nearest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Asked {
    /// Everyone.
    All,
    /// Of many more than this an even sample of about so many, always the same ones. Enough for a mean: its standard
    /// error is below a percent.
    About(usize),
}

impl Asked {
    /// One in how many is asked.
    fn one_in(self, count: usize) -> u32 {
        match self {
            Asked::All => 1,
            Asked::About(few) => (count / few).max(1) as u32,
        }
    }
}

/// Whether the agent of an id is of the sample. Mixed, since ids may alternate between groups.
#[inline(always)]
fn is_asked(id: AgentId, one_in: u32) -> bool {
    one_in == 1 || (id.0.wrapping_mul(0x9E37_79B1) >> 7).is_multiple_of(one_in)
}

/// Cells of its own, for sets that the world's cells do not fit; kept for the next time.
#[derive(Debug, Default)]
pub(super) struct NearestOthers<const D: usize> {
    grid: Grid<D>,
    sorted: Columns<D>,
}

impl<const D: usize> NearestOthers<D> {
    /// The distances within everyone of a world, in no particular order; empty for fewer than two.
    pub fn among_all(&mut self, world: &World<D>, asked: Asked, distances: &mut Vec<f32>) {
        match fitting(world) {
            Some(filed) => search(&filed, asked, &world.pipeline.threads, distances),
            None => self.among(&world.state.agents, world, asked, distances),
        }
    }

    /// The distances within a set of agents, in no particular order; empty for fewer than two.
    pub fn among(&mut self, set: &Columns<D>, world: &World<D>, asked: Asked, distances: &mut Vec<f32>) {
        let (space, threads) = (&world.state.space, &world.pipeline.threads);
        distances.clear();
        if set.len() < 2 {
            return;
        }
        let radii = [(typical_spacing(set), set.len())];
        let reaches = Reaches { radii: &radii, nearest_only: Some(1) };
        self.grid.index(space, &reaches, set, &mut self.sorted, &Extra::default(), threads);
        if self.grid.layout.folded() {
            let from = Search { grid: &self.grid, agents: &self.sorted, space };
            let one_in = asked.one_in(set.len());
            distances.resize(set.len(), NOT_ASKED);
            threads.split(set.len(), GRAIN, &mut distances[..], <[f32]>::split_at_mut, &|rows, distances| {
                for (row, distance) in rows.zip(distances).filter(|(row, _)| is_asked(self.sorted.id[*row], one_in)) {
                    let point: Vector<D> = at(&self.sorted.position, row);
                    let other = nearest_where(&from, row, point, |_| true).unwrap_or(row);
                    *distance = length(space.offset(point, at(&self.sorted.position, other)));
                }
            });
            return distances.retain(|distance| *distance >= 0.0);
        }
        let filed = Filed { grid: &self.grid, agents: &self.sorted, sides: sides(space), drift: 0.0 };
        search(&filed, asked, threads, distances);
    }
}

fn sides<const D: usize>(space: &Space<D>) -> Vector<D> {
    if space.edge() == Edge::Wrap { space.sides() } else { [f32::INFINITY; D] }
}

/// The cells of the world's last step, if they still hold: nobody was born, died or went far, and no cell is a crowd.
fn fitting<const D: usize>(world: &World<D>) -> Option<Filed<'_, D>> {
    let (grid, now, before) = (&world.pipeline.grid, &world.state.agents, &world.pipeline.before);
    let filed = grid.starts.last().is_some_and(|last| *last as usize == now.len());
    let wraps = world.state.space.edge() == Edge::Wrap;
    let same_space = (0..D).all(|axis| {
        let cells = &grid.axes()[axis];
        (cells.around > 0) == wraps
            && (!wraps
                || cells.origin == world.state.space.min()[axis] && cells.side == world.state.space.sides()[axis])
    });
    if now.len() < LANES || !filed || !same_space || grid.layout.folded() || before.id != now.id {
        return None;
    }
    let stride = now.len().div_ceil(ASKED);
    let asked = (0..now.len()).step_by(stride);
    let shared: usize = asked.clone().map(|row| grid.cell_rows(at(&before.position, row)).len()).sum();
    if shared > MOST_IN_A_CELL * asked.count() {
        return None;
    }
    let sides = sides(&world.state.space);
    let drift = drift(before, now, sides, &world.pipeline.threads);
    let least = grid.axes().iter().fold(f32::INFINITY, |least, cells| least.min(cells.size));
    (drift < 0.5 * least).then_some(Filed { grid, agents: now, sides, drift })
}

/// The longest way along any axis that an agent went in the last step.
fn drift<const D: usize>(before: &Columns<D>, now: &Columns<D>, sides: Vector<D>, threads: &Threads) -> f32 {
    let mut most = vec![0.0f32; now.len().div_ceil(GRAIN)];
    threads.split(most.len(), 1, &mut most[..], <[f32]>::split_at_mut, &|pieces, most| {
        for (nth, most) in pieces.zip(most) {
            let rows = nth * GRAIN..((nth + 1) * GRAIN).min(now.len());
            for axis in 0..D {
                let (from, to) = (&before.position[axis][rows.clone()], &now.position[axis][rows.clone()]);
                let farthest = simd::dispatch!(level(), simd => farthest(simd, from, to, sides[axis]));
                *most = most.max(farthest);
            }
        }
    });
    // A little more, for the rounding of the differences.
    most.into_iter().fold(0.0, f32::max) * 1.0001
}

#[inline(always)]
fn farthest<S: Simd>(_: S, from: &[f32], to: &[f32], side: f32) -> f32 {
    let mut lanes = [0.0f32; LANES];
    let ((from, from_rest), (to, to_rest)) = (from.as_chunks::<LANES>(), to.as_chunks::<LANES>());
    for (from, to) in from.iter().zip(to) {
        for lane in 0..LANES {
            let way = (to[lane] - from[lane]).abs();
            lanes[lane] = lanes[lane].max(way.min(side - way));
        }
    }
    let rest = from_rest.iter().zip(to_rest).map(|(from, to)| (to - from).abs()).map(|way| way.min(side - way));
    rest.chain(lanes).fold(0.0, f32::max)
}

/// In place of the distance of one that was not asked.
const NOT_ASKED: f32 = -1.0;

fn search<const D: usize>(filed: &Filed<D>, asked: Asked, threads: &Threads, distances: &mut Vec<f32>) {
    let count = filed.agents.len();
    let one_in = asked.one_in(count);
    distances.clear();
    distances.resize(if count < 2 { 0 } else { count }, NOT_ASKED);
    threads.split(distances.len(), GRAIN, &mut distances[..], <[f32]>::split_at_mut, &|rows, distances| {
        if count < LANES {
            for (row, distance) in rows.zip(distances) {
                *distance = among_few(filed, row);
            }
            return;
        }
        simd::dispatch!(level(), simd => search_piece(simd, filed, rows.start, one_in, distances));
    });
    if one_in > 1 {
        distances.retain(|distance| *distance >= 0.0);
    }
}

/// With fewer agents than lanes, everyone is asked.
fn among_few<const D: usize>(filed: &Filed<D>, row: usize) -> f32 {
    let point: Vector<D> = at(&filed.agents.position, row);
    let others = (0..filed.agents.len()).filter(|other| *other != row);
    let squares = others.map(|other| {
        let way: Vector<D> = sub(at(&filed.agents.position, other), point).map(f32::abs);
        let way: Vector<D> = std::array::from_fn(|axis| way[axis].min(filed.sides[axis] - way[axis]));
        dot(way, way)
    });
    squares.fold(f32::INFINITY, f32::min).sqrt()
}

#[inline(always)]
fn search_piece<S: Simd, const D: usize>(simd: S, filed: &Filed<D>, first: usize, one_in: u32, distances: &mut [f32]) {
    // The last one's answer is a good guess for the next; whatever the guess, the answer is exact.
    let mut guess = filed.grid.axes()[D - 1].size;
    for (row, distance) in (first..).zip(distances) {
        if !is_asked(filed.agents.id[row], one_in) {
            continue;
        }
        let mut looker = Looker::new(simd, filed, row);
        let mut radius = guess;
        while !looker.look(simd, filed, radius) {
            radius *= 2.0;
        }
        *distance = looker.best2.sqrt();
        // Half as far again finds somebody most of the time, and is seldom much too far.
        guess = (0.5 * (guess + 1.5 * *distance)).max(1e-3 * filed.grid.axes()[D - 1].size);
    }
}

/// One agent that looks for the nearest.
struct Looker<S: Simd, const D: usize> {
    row: u32,
    point: Vector<D>,
    points: [f32x8<S>; D],
    best: f32x8<S>,
    best2: f32,
}

impl<S: Simd, const D: usize> Looker<S, D> {
    #[inline(always)]
    fn new(simd: S, filed: &Filed<D>, row: usize) -> Self {
        let point: Vector<D> = at(&filed.agents.position, row);
        let nobody = f32x8::splat(simd, f32::INFINITY);
        let mut points = [nobody; D];
        for axis in 0..D {
            points[axis] = f32x8::splat(simd, point[axis]);
        }
        Looker { row: row as u32, point, points, best: nobody, best2: f32::INFINITY }
    }

    /// Looks within a radius; returns whether the nearest was there, or everyone has been asked.
    #[inline(always)]
    fn look(&mut self, simd: S, filed: &Filed<D>, radius: f32) -> bool {
        let grid = filed.grid;
        let beyond = filed.drift + grid.layout.slack;
        let (own, ranges, whole) = self.cell_rows(filed, radius + beyond);
        self.look_along(simd, filed, own, (radius, beyond), 0.0);
        let (from, to) = if D == 3 { ranges[D - 1] } else { (0, 0) };
        for z in from..=to {
            for y in ranges[1].0..=ranges[1].1 {
                let cell = [0, y, z];
                if (1..D).all(|axis| cell[axis] == own[axis]) {
                    continue;
                }
                let mut square = 0.0;
                for axis in 1..D {
                    let cells = &grid.axes()[axis];
                    let low = cells.origin + cell[axis] as f32 * cells.size;
                    let gap = (low - self.point[axis]).max(self.point[axis] - (low + cells.size)) - beyond;
                    square += gap.max(0.0) * gap.max(0.0);
                }
                if square < self.best2.min(radius * radius) {
                    let cell: [i32; D] = std::array::from_fn(|axis| cell[axis]);
                    self.look_along(simd, filed, cell, (radius, beyond), square);
                }
            }
        }
        whole || self.best2 <= radius * radius
    }

    /// Its own row of cells, the ranges of rows within reach, and whether that is all there are.
    #[inline(always)]
    fn cell_rows(&self, filed: &Filed<D>, reach: f32) -> ([i32; D], [(i32, i32); D], bool) {
        let (mut own, mut ranges, mut whole) = ([0; D], [(0, 0); D], true);
        for axis in 0..D {
            let cells = &filed.grid.axes()[axis];
            let [first, last] = [-reach, reach].map(|way| cells.cell(self.point[axis] + way));
            // Around a torus no slice need be met twice, but one that is does no harm.
            let around = cells.around > 0 && last - first < cells.table;
            ranges[axis] = if around { (first, last) } else { (first.max(0), last.min(cells.table - 1)) };
            if cells.around > 0 && !around {
                ranges[axis] = (0, cells.table - 1);
            }
            own[axis] = cells.cell_of_agent(self.point[axis]);
            whole &= ranges[axis].1 - ranges[axis].0 + 1 >= cells.table;
        }
        (own, ranges, whole)
    }

    /// Looks along a row of cells that is so far off (squared).
    #[inline(always)]
    fn look_along(&mut self, simd: S, filed: &Filed<D>, cell: [i32; D], (radius, beyond): (f32, f32), off: f32) {
        let grid = filed.grid;
        let cells = &grid.axes()[0];
        let base =
            (1..D).rev().fold(0, |base, axis| base * grid.axes()[axis].table + grid.axes()[axis].place(cell[axis]).0);
        let base = base * cells.table;
        let reach = (self.best2.min(radius * radius) - off).max(0.0).sqrt() + beyond;
        let [first, last] = [-reach, reach].map(|way| cells.cell(self.point[0] + way));
        let row_end = cells.table - 1;
        if cells.around > 0 && last - first < cells.table {
            // What lies across the seam is at the other end of the row.
            if first < 0 {
                self.look_at(simd, filed, base + first + cells.table, base + row_end);
            }
            if last > row_end {
                self.look_at(simd, filed, base, base + last - cells.table);
            }
            self.look_at(simd, filed, base + first.max(0), base + last.min(row_end));
        } else if cells.around > 0 {
            self.look_at(simd, filed, base, base + row_end);
        } else {
            self.look_at(simd, filed, base + first.clamp(0, row_end), base + last.clamp(0, row_end));
        }
        self.best2 = self.best.as_slice().iter().fold(f32::INFINITY, |least, one| least.min(*one));
    }

    /// Looks at everyone in some cells, and maybe at those who come after them in memory.
    #[inline(always)]
    fn look_at(&mut self, simd: S, filed: &Filed<D>, first: i32, last: i32) {
        let starts = &filed.grid.starts;
        let (start, end) = (starts[first as usize] as usize, starts[last as usize + 1] as usize);
        let latest = filed.agents.len() - LANES;
        let lanes = u32x8::from_slice(simd, &[0, 1, 2, 3, 4, 5, 6, 7]);
        let mut row = start;
        while row < end {
            let from = row.min(latest);
            let mut square = f32x8::splat(simd, 0.0);
            for axis in 0..D {
                let there = f32x8::from_slice(simd, &filed.agents.position[axis][from..from + LANES]);
                let way = (there - self.points[axis]).abs();
                let way = way.min(f32x8::splat(simd, filed.sides[axis]) - way);
                square += way * way;
            }
            let myself = (lanes + u32x8::splat(simd, from as u32)).simd_eq(u32x8::splat(simd, self.row));
            let square = myself.select(f32x8::splat(simd, f32::INFINITY), square);
            self.best = self.best.min(square);
            row += LANES;
        }
    }
}

/// About the distance between neighbours, if they were spread evenly over the box they are in.
fn typical_spacing<const D: usize>(set: &Columns<D>) -> f32 {
    let mut volume = 1.0f64;
    for column in &set.position {
        let least = column.iter().copied().fold(f32::INFINITY, f32::min);
        let most = column.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        volume *= f64::from((most - least).max(1e-6));
    }
    // Libm's root: cells must be the same everywhere only for speed, but then they may as well be.
    libm::pow(volume / set.len() as f64, 1.0 / D as f64) as f32
}
