//! Which agents look together, and what each of their senses holds.

use super::notes::Notes;
use super::rare::Sorts;
use super::{Hits, LANES, Listing, Percept, Percepts, Search, Window, list, sum};
use crate::batch::ByKind;
use crate::plan::Plan;
use crate::scene::Scene;
use crate::vector::Vector;
use crate::world::agents::at;
use fearless_simd::Simd;
use std::ops::Range;

/// What the agents of a batch perceive, and room to find it out in.
#[derive(Default)]
pub(crate) struct Perceived<const D: usize> {
    pub percepts: Percepts<D>,
    /// Those whom the percepts list.
    pub hits: Hits<D>,
    /// The rows of the batch, and of a part of it that looks together.
    pub by_kind: ByKind,
    together: ByKind,
    window: Window<D>,
    notes: Notes,
    sorts: Sorts,
}

impl<const D: usize> Perceived<D> {
    /// Forgets what belongs to an earlier grid.
    pub fn forget(&mut self) {
        self.by_kind.clear();
        self.together.clear();
    }
}

/// Fills in the percepts of a batch of rows, one per sense of each agent's plan. Takes rows until the hits are many; returns
/// how many it took.
pub(crate) fn perceive<const D: usize>(scene: &Scene<D>, rows: Range<usize>, seen: &mut Perceived<D>) -> usize {
    let level = crate::simd::level();
    fearless_simd::dispatch!(level, simd => perceive_at(simd, scene, rows, seen))
}

#[inline(always)]
fn perceive_at<S: Simd, const D: usize>(
    simd: S,
    scene: &Scene<D>,
    rows: Range<usize>,
    seen: &mut Perceived<D>,
) -> usize {
    let Perceived { percepts, hits, by_kind, together: part, window, notes, sorts } = seen;
    let search = scene.search();
    hits.clear();
    by_kind.sort(&scene.before.kind, rows.clone());
    if scene.plans.len() == 1 {
        percepts.begin(rows.clone(), scene.senses);
    } else {
        percepts.begin_by_kind(rows.clone(), by_kind, scene.senses);
    }
    let mut next = rows.start;
    while next < rows.end {
        let (mut lookers, radius) = together(scene, &search, next..rows.end, by_kind);
        let fits = radius > 0.0 && window.look(simd, &search, lookers.clone(), radius, scene.holds, scene.rare);
        if fits {
            if scene.holds.lists {
                // As many as there is room for, should they list everyone.
                let most = (MOST_CANDIDATES / window.len().max(1)).max(LANES);
                lookers.end = lookers.end.min(lookers.start + most);
            }
            let lookers_by_kind = if scene.alike && scene.plans.len() > 1 {
                part.leave_in_order(&scene.before.kind, lookers.clone());
                &*part
            } else if lookers == rows {
                &*by_kind
            } else {
                part.sort(&scene.before.kind, lookers.clone());
                &*part
            };
            let mut seen = sum::Seen { percepts, hits, notes, sorts };
            sum::sum(simd, scene, window, radius, lookers_by_kind, &mut seen);
        } else {
            look_at_everyone(scene, &search, &mut lookers, hits, percepts);
        }
        next = lookers.end;
        if hits.len() > MOST_HITS {
            break;
        }
    }
    next - rows.start
}

/// Percepts by asking everyone: for a torus too small to tell one side from the other, and for those who see nobody.
#[cold]
fn look_at_everyone<const D: usize>(
    scene: &Scene<D>,
    search: &Search<D>,
    lookers: &mut Range<usize>,
    hits: &mut Hits<D>,
    percepts: &mut Percepts<D>,
) {
    for looker in lookers.clone() {
        let plan = plan_of(scene, looker);
        for (nth, sense) in plan.senses.iter().enumerate() {
            let from = hits.len();
            let percept = if sense.radius > 0.0 {
                list::among_everyone(scene, plan, sense, search, looker, hits)
            } else {
                Percept::EMPTY
            };
            percepts.set(looker, nth, &percept, hits);
            if sense.lists_all() {
                let (kind, listed) = (scene.before.kind[looker], from..hits.len());
                hits.owner[listed.clone()].fill(looker as u32);
                hits.listings.push(Listing { kind, sense: nth, hits: listed });
            }
        }
        if hits.len() > MOST_HITS {
            lookers.end = looker + 1;
            return;
        }
    }
}

/// Hits after which a batch ends: enough that it amortises its overhead, few enough that they stay in the nearest cache.
const MOST_HITS: usize = 4096;
/// Those in a window times those who look through it and may list them all.
const MOST_CANDIDATES: usize = 1 << 18;

#[inline(always)]
fn plan_of<'a, const D: usize>(scene: &Scene<'a, D>, row: usize) -> &'a Plan<D> {
    &scene.plans[usize::from(scene.before.kind[row])]
}

/// How far a window must reach for an agent: for those who mind the nearest few alone, as far as the cells are made for.
#[inline(always)]
fn reach_of<const D: usize>(scene: &Scene<D>, plan: &Plan<D>) -> f32 {
    plan.search_radius.min(scene.grid.radius.max(plan.certain_radius))
}

/// Whether all plans make a window equally wide.
pub(crate) fn reach_alike<const D: usize>(plans: &[Plan<D>]) -> bool {
    let reach = |plan: &Plan<D>| (plan.search_radius, plan.certain_radius);
    plans.windows(2).all(|two| reach(&two[0]) == reach(&two[1]))
}

/// The first of these rows that can look through one window: those in one row of cells and not far apart. And how far they look.
/// The batch that they are of is sorted by kind.
#[inline(always)]
fn together<const D: usize>(
    scene: &Scene<D>,
    search: &Search<D>,
    rows: Range<usize>,
    batch: &ByKind,
) -> (Range<usize>, f32) {
    let Search { grid, placed, .. } = *search;
    let reach_of = |row: usize| reach_of(scene, plan_of(scene, row));
    let first = at(placed, rows.start);
    let mut radius = reach_of(rows.start);
    // In cells far wider than sight only those of one cell have much in common.
    let wide = grid.axes[D - 1].size > 3.0 * radius;
    let end = if wide { grid.cell_rows(first).end } else { grid.end_of_cell_row(first) };
    let lookers = rows.start..end.min(rows.end);
    if scene.same_reach && !grid.folded() {
        return (lookers, radius);
    }
    if !grid.folded() && batch.is_of(&lookers) {
        let reach = |(_, some): (u16, &[u32])| reach_of(some[0] as usize);
        return (lookers, batch.kinds().map(reach).fold(0.0, f32::max));
    }
    let mut last: Vector<D> = at(placed, rows.start);
    for row in lookers.start + 1..lookers.end {
        let here: Vector<D> = at(placed, row);
        // A row of folded cells holds agents from far apart.
        if grid.folded() {
            let axes = &grid.axes;
            let beside = |axis: usize| axes[axis].cell(here[axis]) == axes[axis].cell(last[axis]);
            if (here[0] - last[0]).abs() > 2.0 * radius || !(1..D).all(beside) {
                return (lookers.start..row, radius);
            }
            last = here;
        }
        radius = radius.max(reach_of(row));
    }
    (lookers, radius)
}
