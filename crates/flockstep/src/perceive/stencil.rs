//! Which cells the agents of a plan look at.
//!
//! A stencil follows from a plan and the cell layout, once a step. Plans whose stencils are equal share windows; plans
//! that look alike, too, are looked up together.

use super::{Eyes, Looking, Sense, Surroundings};
use crate::agents::at;
use crate::index::{COST_OF_CELL, COST_OF_EVERYONE, Grid, Search};
use crate::math::lane::extremes;
use crate::math::vector::Vector;
use fearless_simd::Simd;

/// Which cells the agents of a plan look at: their own and so many on either side of it, along each axis.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Stencil<const D: usize> {
    pub spans: [i32; D],
    /// All of a folded table, along an axis: there a cell says nothing about its distance.
    pub whole: [bool; D],
    /// The torus is too small to tell one side from the other, or the search far too wide for the cells.
    pub asks_everyone: bool,
    /// Where cells are far wider than the reach: cells are left out that are farther than this from everyone in the own
    /// cell. In a sparse world most are; without it one costs twice as much in space.
    pub trim: Option<f32>,
}

/// Cells wider than so many reaches are trimmed.
const WIDE: f32 = 2.0;
/// Lookers who share the cost of a window, as a guess that does not depend on who they are.
const LOOKERS: f64 = 4.0;

impl<const D: usize> Stencil<D> {
    fn new(search: &Search<D>, eyes: &Eyes) -> Self {
        let (grid, layout) = (search.grid, &search.grid.layout);
        let reach = window_reach(grid, eyes);
        let spans = layout.axes.map(|axis| axis.span(reach + layout.slack));
        let mut whole = [false; D];
        let mut cells = 1.0;
        for (axis, cells_of_axis) in layout.axes.iter().enumerate() {
            let across = 2 * i64::from(spans[axis]) + 1;
            whole[axis] = cells_of_axis.around == 0 && cells_of_axis.folded && across > i64::from(cells_of_axis.table);
            cells *= across.min(i64::from(cells_of_axis.table)) as f64;
        }
        let agents = search.agents.len() as f64;
        let too_wide = COST_OF_CELL * cells > COST_OF_EVERYONE * (LOOKERS * agents).max(1024.0);
        let wide = layout.axes[D - 1].size > WIDE * reach && !layout.folded();
        Stencil {
            spans,
            whole,
            asks_everyone: reach <= 0.0 || search.meets_twice(reach) || too_wide,
            trim: wide.then(|| trim_reach(reach) + layout.slack),
        }
    }

    /// Cuts off the first of some rows that can look through one window: those in one row of cells; where cells are
    /// trimmed, in one cell.
    #[inline(always)]
    pub fn cut<'a>(&self, around: &Surroundings<D>, rows: &'a [u32]) -> (&'a [u32], &'a [u32]) {
        let grid = around.search.grid;
        let first: Vector<D> = at(&around.search.agents.position, rows[0] as usize);
        if self.asks_everyone {
            return (rows, &[]);
        }
        if grid.layout.folded() {
            return self.cut_folded(around, rows);
        }
        let end = if self.trim.is_some() { grid.cell_rows(first).end } else { grid.end_of_cell_row(first) };
        let in_line = (rows[rows.len() - 1] - rows[0]) as usize == rows.len() - 1;
        let count = if in_line {
            rows.len().min(end - rows[0] as usize)
        } else {
            rows.partition_point(|row| (*row as usize) < end)
        };
        rows.split_at(count)
    }

    /// A row of folded cells holds agents from far apart. A window must not hold any place of the table twice.
    fn cut_folded<'a>(&self, around: &Surroundings<D>, rows: &'a [u32]) -> (&'a [u32], &'a [u32]) {
        let (axes, position) = (around.search.grid.axes(), &around.search.agents.position);
        let cell = |row: u32, axis: usize| axes[axis].cell_of_agent(position[axis][row as usize]);
        let room = (axes[0].table - 1 - 2 * self.spans[0]).max(0);
        let (mut least, mut most) = (cell(rows[0], 0), cell(rows[0], 0));
        let mut count = 0;
        for row in rows {
            let x = cell(*row, 0);
            (least, most) = (least.min(x), most.max(x));
            let beside = (1..D).all(|axis| cell(*row, axis) == cell(rows[0], axis));
            if !beside || !self.whole[0] && most - least > room {
                break;
            }
            count += 1;
        }
        rows.split_at(count)
    }
}

/// The cell of a looker; along an axis whose whole table is looked at, its place.
#[inline(always)]
pub(super) fn own_cell<const D: usize>(search: &Search<D>, stencil: &Stencil<D>, looker: usize) -> [i32; D] {
    let axes = search.grid.axes();
    std::array::from_fn(|axis| {
        let cell = axes[axis].cell_of_agent(search.agents.position[axis][looker]);
        if stencil.whole[axis] { axes[axis].place(cell).0 } else { cell }
    })
}

/// The cells that lookers look at, first and last along each axis: a function of their stencil and of the cells of the
/// first and the last of them. Where cells are far wider than the reach, those are left out that nobody in the own cell
/// can see into.
#[inline(always)]
pub(super) fn cells_in_view<S: Simd, const D: usize>(
    simd: S,
    search: &Search<D>,
    stencil: &Stencil<D>,
    lookers: &[u32],
) -> [(i32, i32); D] {
    let axes = search.grid.axes();
    let own = own_cell(search, stencil, lookers[0] as usize);
    let mut ranges = [(0, 0); D];
    for axis in 0..D {
        let (mut first, mut last) = (own[axis], own[axis]);
        if axis == 0 && axes[0].folded {
            // Rows of folded cells are not in order along x.
            for looker in lookers {
                let cell = own_cell(search, stencil, *looker as usize)[0];
                (first, last) = (first.min(cell), last.max(cell));
            }
        } else if axis == 0 {
            last = own_cell(search, stencil, lookers[lookers.len() - 1] as usize)[0];
        }
        ranges[axis] = if stencil.whole[axis] {
            (0, axes[axis].table - 1)
        } else {
            axes[axis].clip(first - stencil.spans[axis], last + stencil.spans[axis])
        };
    }
    if let Some(reach) = stencil.trim {
        let point: Vector<D> = at(&search.agents.position, lookers[0] as usize);
        let cell = search.grid.cell_rows(point);
        for axis in 0..D {
            let [least, most] = extremes(simd, &search.agents.position[axis][cell.clone()]);
            let (first, last) = (axes[axis].cell(least - reach), axes[axis].cell(most + reach));
            ranges[axis] = (ranges[axis].0.max(first.min(own[axis])), ranges[axis].1.min(last.max(own[axis])));
        }
    }
    ranges
}

/// How far a window must reach for agents: for those who list the nearest few alone, as far as the cells are made for.
pub(super) fn window_reach<const D: usize>(grid: &Grid<D>, eyes: &Eyes) -> f32 {
    eyes.reach.min(grid.layout.reach.max(eyes.certain_reach))
}

/// The reach rounded up to one of few values, so that plans of many reaches share windows.
fn trim_reach(reach: f32) -> f32 {
    let mut rounded = f32::from_bits(reach.to_bits() & 0xFF80_0000).max(f32::MIN_POSITIVE);
    while rounded < reach {
        rounded *= 1.25;
    }
    rounded
}

/// What a window holds of each agent, besides its position.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Holds {
    pub velocity: bool,
    pub course: bool,
    pub groups: bool,
    /// Whether anyone is listed.
    pub lists: bool,
}

impl Holds {
    /// What eyes ask for.
    pub fn new(eyes: &[Eyes]) -> Holds {
        let some = |wanted: &dyn Fn(&Sense) -> bool| eyes.iter().flat_map(|eyes| &eyes.senses).any(wanted);
        Holds {
            velocity: some(&|sense| sense.is_sum() && !sense.wants.course),
            course: some(&|sense| sense.wants.course),
            groups: some(&|sense| sense.groups.is_some() && sense.looking != Looking::Nobody),
            lists: some(&Sense::lists),
        }
    }
}

/// The stencils of all kinds, and who shares what.
#[derive(Clone, Debug, Default)]
pub(crate) struct Stencils<const D: usize> {
    /// The stencils that differ, and which one each kind has.
    pub list: Vec<Stencil<D>>,
    pub window_of: Vec<u16>,
    /// Which class each kind is of: kinds of a class look in the same way, though perhaps not equally far or wide.
    pub class_of: Vec<u16>,
    /// The first kind of each class, and whether no two kinds are of one.
    classes: Vec<usize>,
    pub classes_are_kinds: bool,
    pub most_senses: usize,
    pub holds: Holds,
}

/// Classes beyond this many are not looked for: each kind is one.
const MOST_CLASSES: usize = 64;

impl<const D: usize> Stencils<D> {
    /// Works them out for a step.
    pub fn lay(&mut self, search: &Search<D>, eyes: &[Eyes], holds: Holds) {
        self.holds = holds;
        self.list.clear();
        self.window_of.clear();
        self.class_of.clear();
        self.classes.clear();
        for (kind, these) in eyes.iter().enumerate() {
            let stencil = Stencil::new(search, these);
            let window = self.list.iter().position(|other| *other == stencil).unwrap_or_else(|| {
                self.list.push(stencil);
                self.list.len() - 1
            });
            self.window_of.push(window as u16);
            let same = |other: &&usize| {
                usize::from(self.window_of[**other]) == window && look_alike(search.grid, &eyes[**other], these)
            };
            let class = if self.classes.len() < MOST_CLASSES { self.classes.iter().find(same) } else { None };
            let class = class.copied().unwrap_or_else(|| {
                self.classes.push(kind);
                kind
            });
            self.class_of.push(class as u16);
        }
        self.classes_are_kinds = self.classes.len() == eyes.len();
        self.most_senses = eyes.iter().map(|eyes| eyes.senses.len()).max().unwrap_or(0);
    }

    pub fn bytes(&self) -> usize {
        self.list.capacity() * size_of::<Stencil<D>>() + 2 * (self.window_of.capacity() + self.class_of.capacity())
    }
}

/// Whether kinds look in the same way: all their senses sum, by the same kernels over the same groups and equally many
/// cells.
fn look_alike<const D: usize>(grid: &Grid<D>, one: &Eyes, two: &Eyes) -> bool {
    let span = |radius: f32| grid.axes()[0].span(radius + grid.layout.slack);
    let ask = |sense: &Sense| {
        let spans = [span(sense.radius), span(sense.limits.inner)];
        (sense.looking, sense.groups, sense.wants.course, spans)
    };
    let alike = |(one, two): (&Sense, &Sense)| one.is_sum() && ask(one) == ask(two);
    one.senses.len() == two.senses.len() && one.senses.iter().zip(&two.senses).all(alike)
}
