//! Where the cells lie.
//!
//! Cells are as wide as the common reach and half as long along x, where a row of cells is one run of memory: a search
//! then reads few, long runs and can trim their ends closely. The table never has more than a few cells per agent,
//! however large the world: where it would, cells are wider, or folded (taken modulo a power of two), so that far
//! places share a cell and the distance test tells them apart.
//!
//! The layout is a function of the corners, the number of agents, how many look how far and how crowded they are; never
//! of threads or of earlier steps.

use super::axis::Axis;
use crate::agents::Columns;
use crate::space::{Edge, Space};

/// Where the cells lie.
#[derive(Clone, Debug)]
pub(crate) struct Layout<const D: usize> {
    pub axes: [Axis; D],
    /// Added to distances wherever cells are left out, so that rounding never leaves out a neighbour.
    pub slack: f32,
    /// The reach that the cells are made for.
    pub reach: f32,
    /// How far agents see, where the cells are made for less because the nearest few are nearer; else 0.
    pub far_reach: f32,
}

impl<const D: usize> Default for Layout<D> {
    fn default() -> Self {
        Layout { axes: [Axis::default(); D], slack: 0.0, reach: 0.0, far_reach: 0.0 }
    }
}

/// How far agents search.
pub(crate) struct Reaches<'a> {
    /// How many agents search how far, nearest first.
    pub radii: &'a [(f32, usize)],
    /// If everyone minds only the nearest few: how many.
    pub nearest_only: Option<u32>,
}

/// What cells must hold: the corners, how many agents, whether there is a seam.
#[derive(Clone, Copy)]
pub(super) struct Extent<const D: usize> {
    pub min: [f32; D],
    pub max: [f32; D],
    pub agents: usize,
    pub wraps: bool,
}

/// The length of a cell along x as a share of its width.
const X_SHARE: f32 = 0.5;
/// Cells per agent that the table may have.
const MOST_CELLS_PER_AGENT: usize = 2;
/// With more others than this in its cell, on the average, an agent is in a crowd.
const MOST_CROWDED: f64 = 16.0;
/// Agents that share a cell of a sparse world, at least, on the average: they look through one window.
const SHARED: usize = 6;
/// Where the nearest few are nearer than this share of a cell, the cells are tried again, up to so many times.
const DENSE: f32 = 0.1;
const DENSER: usize = 5;
/// Below this many agents everyone shares one cell: looking at all is cheaper than sorting.
const FEWEST_TO_SORT: usize = 32;
/// What a cell costs a search, and what asking everyone costs for each one asked, measured in agents looked at.
pub(crate) const COST_OF_CELL: f64 = 13.0;
pub(crate) const COST_OF_EVERYONE: f64 = 2.0;

impl<const D: usize> Extent<D> {
    /// Of a world.
    pub fn new(space: &Space<D>, columns: &Columns<D>) -> Self {
        let (min, max) = corners(space, columns);
        Extent { min, max, agents: columns.len(), wraps: space.edge() == Edge::Wrap }
    }
}

impl<const D: usize> Layout<D> {
    /// How many cells the table has.
    pub fn cells(&self) -> usize {
        self.axes.iter().map(|axis| axis.table as usize).product()
    }
    /// Whether cells are folded along any axis.
    #[inline(always)]
    pub fn folded(&self) -> bool {
        self.axes.iter().any(|axis| axis.folded)
    }

    /// Chooses the cells. `crowds` says with how many others an agent shares its cell of a layout, on the average.
    pub(super) fn choose(&mut self, of: &Extent<D>, reaches: &Reaches, mut crowds: impl FnMut(&Layout<D>) -> f64) {
        let farthest = (0..D).fold(0.0f32, |most, axis| most.max(of.min[axis].abs()).max(of.max[axis].abs()));
        let farthest = if of.agents > 0 { farthest } else { 0.0 };
        let mut reach = choose_radius(reaches.radii, of.min, of.max);
        self.far_reach = 0.0;
        if let Some(few) = reaches.nearest_only.filter(|_| of.agents >= FEWEST_TO_SORT) {
            let nearer = self.reach_of_nearest(few, reach, of, &mut crowds);
            self.far_reach = if nearer < reach { reach } else { 0.0 };
            reach = nearer;
        }
        self.reach = reach;
        self.slack = farthest * 1e-6 + reach * 1e-5;
        // Just wider than the reach of a search, so that it touches the next cells only and never those after.
        let width = (reach * 1.0001 + 4.0 * self.slack).max(f32::MIN_POSITIVE * 1e6);
        if of.agents < FEWEST_TO_SORT || reach <= 0.0 {
            // A single cell holds everyone, wherever they are.
            let widest = (0..D).fold(width, |widest, axis| widest.max((of.max[axis] - of.min[axis]) * 1.01));
            self.lay(of, [widest; 2]);
            return;
        }
        let most = (MOST_CELLS_PER_AGENT * of.agents).max(64);
        for along_x in [width * X_SHARE, width] {
            if self.lay(of, [along_x, width]) <= most as f64 {
                return;
            }
        }
        // So few in so wide a space: wider cells will do, unless the few stand in crowds far apart.
        let narrow = self.axes;
        let mut wider = width;
        while self.lay(of, [wider; 2]) > (of.agents / SHARED).max(64) as f64 {
            wider *= 1.25;
        }
        // Around a torus of fewer than three cells one side cannot be told from the other.
        let thin = of.wraps && self.axes.iter().zip(&narrow).any(|(now, was)| now.table < 3 && was.table >= 3);
        if thin || crowds(self) > MOST_CROWDED {
            self.axes = narrow;
            self.fold(most);
        }
    }

    /// In a crowd the nearest few are nearer than anyone can see: there smaller cells will do.
    fn reach_of_nearest(
        &mut self,
        few: u32,
        reach: f32,
        of: &Extent<D>,
        crowds: &mut impl FnMut(&Layout<D>) -> f64,
    ) -> f32 {
        if self.lay(of, [reach; 2]) > (MOST_CELLS_PER_AGENT * of.agents) as f64 {
            return reach;
        }
        let ball = if D == 2 { std::f64::consts::PI } else { 4.0 / 3.0 * std::f64::consts::PI };
        // Twice as many as are wanted, so that few must look again, farther off.
        let share = |crowd: f64| (2.0 * f64::from(few) / (crowd * ball)).powf(1.0 / D as f64) as f32;
        let crowd = crowds(self);
        let first = share(crowd);
        if first >= 0.7 {
            return reach;
        }
        // A crowd that is no larger than such a cell, by far, is as dense in there again.
        let mut nearer = reach * first;
        let mut next = first;
        for _ in 0..DENSER {
            if next > DENSE || self.lay(of, [nearer; 2]) > (MOST_CELLS_PER_AGENT * of.agents) as f64 {
                break;
            }
            let now = crowds(self);
            next = share(now);
            let fewer = now < 0.5 * crowd;
            if next > DENSE {
                return if fewer { nearer * if next < 0.7 { next } else { 1.0 } } else { reach * first };
            }
            nearer *= next;
        }
        reach * first
    }

    /// Lays cells of these widths, along x and along the other axes; returns how many there are.
    pub(super) fn lay(&mut self, of: &Extent<D>, widths: [f32; 2]) -> f64 {
        let Extent { min, max, wraps, .. } = *of;
        let mut cells = 1.0f64;
        for axis in 0..D {
            let extent = max[axis] - min[axis];
            let size = widths[axis.min(1)];
            let count = f64::from(extent) / f64::from(size);
            let around = if wraps { count.floor().max(1.0) } else { 0.0 };
            let table = if wraps { around } else { (count.floor() + 1.0).max(1.0) };
            let size = if wraps { (f64::from(extent) / around) as f32 } else { size };
            self.axes[axis] = Axis {
                origin: min[axis],
                size,
                inverse: 1.0 / size,
                around: around as i32,
                side: if wraps { extent } else { 0.0 },
                table: table as i32,
                folded: false,
            };
            cells *= table;
        }
        cells
    }

    /// Makes the table small enough: powers of two, the longest axis halved until it fits.
    fn fold(&mut self, most: usize) {
        let mut tables = self.axes.map(|axis| (axis.table as u64).next_power_of_two());
        while tables.iter().product::<u64>() > most as u64 {
            let longest = (0..D).max_by_key(|axis| tables[*axis]).unwrap_or(0);
            tables[longest] /= 2;
        }
        for (axis, table) in self.axes.iter_mut().zip(tables) {
            let table = table as i32;
            if axis.around == 0 {
                (axis.folded, axis.table) = (axis.table > table, table.min(axis.table));
            } else if axis.around > table {
                // Around a torus the fold must come out even, or the seam would join the wrong cells.
                axis.around -= axis.around % table;
                (axis.folded, axis.table) = (true, table);
                axis.size = axis.side / axis.around as f32;
                axis.inverse = 1.0 / axis.size;
            }
        }
    }
}

/// The corners of all that must be in a cell.
fn corners<const D: usize>(space: &Space<D>, columns: &Columns<D>) -> ([f32; D], [f32; D]) {
    let (mut min, mut max) = (space.min(), space.max());
    if space.edge() != Edge::Wrap {
        for axis in 0..D {
            let column = &columns.position[axis][..columns.len()];
            min[axis] = column.iter().copied().fold(f32::INFINITY, f32::min);
            max[axis] = column.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        }
    }
    (min, max)
}

/// The radius to make cells for: that of the searches for which all searches together cost the least.
fn choose_radius<const D: usize>(radii: &[(f32, usize)], min: [f32; D], max: [f32; D]) -> f32 {
    if let [(radius, _)] = radii {
        return *radius;
    }
    let agents = radii.iter().map(|(_, count)| *count as f64).sum::<f64>();
    let largest = radii.iter().fold(0.0f32, |most, (radius, _)| most.max(*radius));
    let volume = (0..D).map(|axis| f64::from((max[axis] - min[axis]).max(largest))).product::<f64>();
    let density = agents / volume;
    let cost = |width: f32| -> f64 {
        let shared = (0.5 * density * f64::from(width).powi(D as i32)).max(1.0);
        let search = |radius: f32| {
            let (across, along) = (2.0 * (radius / width).ceil() + 1.0, 2.0 * (2.0 * radius / width).ceil() + 1.0);
            let cells = f64::from(across).powi(D as i32 - 1) * f64::from(along);
            let looked_at = density * cells * 0.5 * f64::from(width).powi(D as i32);
            // Measured in agents looked at; asking everyone is always possible.
            (looked_at + COST_OF_CELL * cells / shared).min(COST_OF_EVERYONE * agents)
        };
        radii.iter().map(|(radius, count)| *count as f64 * search(*radius)).sum()
    };
    let step = radii.len().div_ceil(32).max(1);
    let widths = radii.iter().map(|(radius, _)| *radius).step_by(step).chain((largest > 0.0).then_some(largest));
    widths.min_by(|one, two| cost(*one).total_cmp(&cost(*two)).then(one.total_cmp(two))).unwrap_or(0.0)
}
