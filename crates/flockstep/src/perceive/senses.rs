//! Which agents look together, and what each of their senses holds.

use super::{Hits, Percept, Search, Window, list, sum};
use crate::batch::ByKind;
use crate::plan::Plan;
use crate::scene::Scene;
use crate::vector::Vector;
use crate::world::agents::at;
use fearless_simd::Simd;
use std::ops::Range;

/// Fills in the percepts of a batch of rows, one per sense of each agent's plan, agent by agent. Takes rows until the
/// hits are many; returns how many it took. `begins` says where the percepts of
/// each begin; `by_kind` is room to work in.
#[allow(clippy::too_many_arguments)]
pub(crate) fn perceive<const D: usize>(
    scene: &Scene<D>,
    rows: Range<usize>,
    window: &mut Window<D>,
    hits: &mut Hits<D>,
    begins: &mut Vec<u32>,
    by_kind: &mut ByKind,
    percepts: &mut Vec<Percept<D>>,
) -> usize {
    let level = crate::simd::level();
    fearless_simd::dispatch!(level, simd => perceive_at(simd, scene, rows, window, hits, begins, by_kind, percepts))
}

#[inline(always)]
#[allow(clippy::too_many_arguments)]
fn perceive_at<S: Simd, const D: usize>(
    simd: S,
    scene: &Scene<D>,
    rows: Range<usize>,
    window: &mut Window<D>,
    hits: &mut Hits<D>,
    begins: &mut Vec<u32>,
    by_kind: &mut ByKind,
    percepts: &mut Vec<Percept<D>>,
) -> usize {
    let search = scene.search();
    let (mut next, mut len) = (rows.start, 0);
    begins.clear();
    while next < rows.end {
        let reach_of = |row: usize| reach_of(scene, plan_of(scene, row));
        let (lookers, radius) = together(&search, next..rows.end, reach_of, scene.plans.len() == 1);
        match scene.plans {
            [plan] => {
                let each = plan.senses.len();
                begins.extend((0..lookers.len()).map(|nth| (len + nth * each) as u32));
                len += lookers.len() * each;
            }
            _ => {
                for looker in lookers.clone() {
                    begins.push(len as u32);
                    len += plan_of(scene, looker).senses.len();
                }
            }
        }
        if percepts.len() < len {
            percepts.resize(len, Percept::EMPTY);
        }
        next = lookers.end;
        if radius <= 0.0 {
            percepts[begins[lookers.start - rows.start] as usize..len].fill(Percept::EMPTY);
            continue;
        }
        let fits = window.look(simd, &search, lookers.clone(), radius, scene.holds);
        if fits {
            if scene.alike && scene.plans.len() > 1 {
                by_kind.leave_in_order(lookers.clone());
            } else {
                by_kind.sort(&scene.before.kind, lookers.clone());
            }
            let mut lookers = sum::Lookers { first: rows.start, begins, percepts: &mut percepts[..] };
            sum::sum(simd, scene, window, &by_kind.rows, &mut lookers);
        }
        if scene.holds.rows || !fits {
            for (looker, begins) in lookers.clone().zip(&begins[lookers.start - rows.start..]) {
                let plan = plan_of(scene, looker);
                for (nth, sense) in plan.senses.iter().enumerate().filter(|(_, sense)| !(fits && sense.direct)) {
                    let own = &mut percepts[*begins as usize..];
                    let is_clear = || sense.covered_by.is_some_and(|by| own[by].clear > sense.radius);
                    // The window is asked last: what it has to find out for that, it keeps for the next looker.
                    let sees_nobody = sense.radius <= 0.0
                        || fits && (is_clear() || !window.shows_some_to(sense))
                        || fits && window.keeps_few_away(simd, &search, looker, sense);
                    if sees_nobody {
                        own[nth] = Percept::EMPTY;
                    } else if fits {
                        list::among(simd, scene, plan, sense, window, radius, looker, hits, &mut own[nth]);
                    } else {
                        own[nth] = list::among_everyone(scene, plan, sense, &search, looker, hits);
                    }
                }
                if hits.len() > MOST_HITS {
                    next = looker + 1;
                    break;
                }
            }
        }
        if hits.len() > MOST_HITS {
            return next - rows.start;
        }
    }
    rows.len()
}

/// Hits after which a batch ends: enough that it amortises its overhead, few enough that they stay in the nearest cache.
const MOST_HITS: usize = 4096;

#[inline(always)]
fn plan_of<'a, const D: usize>(scene: &Scene<'a, D>, row: usize) -> &'a Plan<D> {
    &scene.plans[usize::from(scene.before.kind[row])]
}

/// How far a window must reach for an agent: for those who mind the nearest few alone, as far as the cells are made for.
#[inline(always)]
fn reach_of<const D: usize>(scene: &Scene<D>, plan: &Plan<D>) -> f32 {
    plan.search_radius.min(scene.grid.radius.max(plan.certain_radius))
}

/// The first of these rows that can look through one window: those in one row of cells and not far apart. And how far
/// they look, if `reach_of` says how far each does and `alike` whether all look equally far.
#[inline(always)]
fn together<const D: usize>(
    search: &Search<D>,
    rows: Range<usize>,
    reach_of: impl Fn(usize) -> f32,
    alike: bool,
) -> (Range<usize>, f32) {
    let Search { grid, placed, .. } = *search;
    let first = at(placed, rows.start);
    let mut radius = reach_of(rows.start);
    // In cells far wider than sight only those of one cell have much in common.
    let wide = grid.axes[D - 1].size > 3.0 * radius;
    let end = if wide { grid.cell_rows(first).end } else { grid.end_of_cell_row(first) };
    let lookers = rows.start..end.min(rows.end);
    if alike && !grid.folded() {
        return (lookers, radius);
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
