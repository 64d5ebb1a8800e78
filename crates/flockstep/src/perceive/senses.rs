//! Which agents look together, and what each of their senses holds.

use super::{Hits, Percept, Runs, Window, list, sum};
use crate::batch::sort_by_kind;
use crate::plan::Plan;
use crate::scene::Scene;
use crate::vector::Vector;
use crate::world::agents::at;
use fearless_simd::Simd;
use std::ops::Range;

/// Fills in the percepts of a batch of rows, one per sense of each agent's plan, agent by agent. Takes rows until the
/// hits are many; returns how many it took. `begins` says where the percepts of
/// each begin; `by_kind` is room to work in.
#[inline(always)]
#[allow(clippy::too_many_arguments)]
pub(crate) fn perceive<S: Simd, const D: usize>(
    simd: S,
    scene: &Scene<D>,
    rows: Range<usize>,
    window: &mut Window<D>,
    hits: &mut Hits<D>,
    runs: &mut Runs<D>,
    begins: &mut Vec<u32>,
    by_kind: &mut Vec<u32>,
    percepts: &mut Vec<Percept<D>>,
) -> usize {
    /// Enough that a batch amortises its overhead, few enough that its hits stay in the nearest cache.
    const MOST_HITS: usize = 4096;
    let search = scene.search();
    let (mut next, mut len) = (rows.start, 0);
    begins.clear();
    while next < rows.end {
        let (lookers, radius) = together(scene, next..rows.end);
        for looker in lookers.clone() {
            begins.push(len as u32);
            len += plan_of(scene, looker).senses.len();
        }
        if percepts.len() < len {
            percepts.resize(len, Percept::EMPTY);
        }
        let fits = radius <= 0.0 || window.look(simd, &search, lookers.clone(), radius, scene.holds);
        next = lookers.end;
        if radius <= 0.0 {
            percepts[begins[lookers.start - rows.start] as usize..len].fill(Percept::EMPTY);
            continue;
        }
        if fits {
            sort_by_kind(&scene.before.kind, lookers.clone(), by_kind);
            let mut lookers = sum::Lookers { first: rows.start, begins, percepts: &mut percepts[..] };
            sum::sum(simd, scene, window, by_kind, &mut lookers);
        }
        if scene.holds.rows || !fits {
            for (looker, begins) in lookers.clone().zip(&begins[lookers.start - rows.start..]) {
                let plan = plan_of(scene, looker);
                for (nth, sense) in plan.senses.iter().enumerate().filter(|(_, sense)| !(fits && sense.direct)) {
                    let own = &mut percepts[*begins as usize..];
                    own[nth] = match fits {
                        _ if sense.radius <= 0.0 => Percept::EMPTY,
                        false => list::among_everyone(scene, plan, sense, &search, looker, hits),
                        true if sense.covered_by.is_some_and(|by| own[by].clear > sense.radius) => Percept::EMPTY,
                        true if window.shows_some_to(sense) => {
                            list::among(simd, scene, plan, sense, window, radius, looker, hits, runs)
                        }
                        true => Percept::EMPTY,
                    };
                }
                if hits.len > MOST_HITS {
                    next = looker + 1;
                    break;
                }
            }
        }
        if next < lookers.end {
            return next - rows.start;
        }
    }
    rows.len()
}

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
/// they look.
#[inline(always)]
fn together<const D: usize>(scene: &Scene<D>, rows: Range<usize>) -> (Range<usize>, f32) {
    let before = scene.before;
    let first = at(&before.position, rows.start);
    // In cells far wider than sight only those of one cell have much in common.
    let wide = scene.grid.axes[D - 1].size > 3.0 * plan_of(scene, rows.start).search_radius;
    let end = if wide { scene.grid.cell_rows(first).end } else { scene.grid.end_of_cell_row(first) };
    let lookers = rows.start..end.min(rows.end);
    if scene.plans.len() == 1 && !scene.grid.folded() {
        return (lookers, reach_of(scene, &scene.plans[0]));
    }
    let mut radius = reach_of(scene, plan_of(scene, rows.start));
    let mut last: Vector<D> = at(&before.position, rows.start);
    for row in lookers.start + 1..lookers.end {
        let here: Vector<D> = at(&before.position, row);
        // A row of folded cells holds agents from far apart.
        if scene.grid.folded() {
            let axes = &scene.grid.axes;
            let beside = |axis: usize| axes[axis].cell(here[axis]) == axes[axis].cell(last[axis]);
            if (here[0] - last[0]).abs() > 2.0 * radius || !(1..D).all(beside) {
                return (lookers.start..row, radius);
            }
            last = here;
        }
        radius = radius.max(reach_of(scene, plan_of(scene, row)));
    }
    (lookers, radius)
}
