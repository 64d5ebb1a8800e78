//! Which agents look together, and what each of their senses holds.

use super::{Hits, Percept, Window, list, sum};
use crate::plan::Plan;
use crate::scene::Scene;
use crate::vector::Vector;
use crate::world::agents::at;
use fearless_simd::Simd;
use std::ops::Range;

/// Fills in the percepts of a batch of rows, one per sense of each agent's plan, agent by agent. Takes rows until the
/// hits are many; returns how many it took. `begins` is room to work in.
#[inline(always)]
pub(crate) fn perceive<S: Simd, const D: usize>(
    simd: S,
    scene: &Scene<D>,
    rows: Range<usize>,
    window: &mut Window<D>,
    hits: &mut Hits<D>,
    begins: &mut Vec<u32>,
    percepts: &mut Vec<Percept<D>>,
) -> usize {
    /// Enough that a batch amortises its overhead, few enough that its hits stay in the nearest cache.
    const MOST_HITS: usize = 4096;
    let search = scene.search();
    let (mut next, mut len) = (rows.start, 0);
    while next < rows.end {
        let (lookers, radius) = together(scene, next..rows.end);
        begins.clear();
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
            percepts[begins[0] as usize..len].fill(Percept::EMPTY);
            continue;
        }
        if scene.holds.rows || !fits {
            for (looker, begins) in lookers.clone().zip(&*begins) {
                let plan = plan_of(scene, looker);
                for (nth, sense) in plan.senses.iter().enumerate().filter(|(_, sense)| !(fits && sense.direct)) {
                    percepts[*begins as usize + nth] = match fits {
                        _ if sense.radius <= 0.0 => Percept::EMPTY,
                        false => list::among_everyone(scene, plan, sense, &search, looker, hits),
                        true if window.shows_some_to(sense) => {
                            list::among(simd, scene, plan, sense, window, looker, hits)
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
        let taken = next - lookers.start;
        if fits {
            let rows = lookers.start..next;
            let mut lookers = sum::Lookers { rows, begins: &begins[..taken], percepts: &mut percepts[..] };
            sum::sum(simd, scene, window, &mut lookers);
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

/// The first of these rows that can look through one window: those in one row of cells and not far apart. And how far
/// they look.
#[inline(always)]
fn together<const D: usize>(scene: &Scene<D>, rows: Range<usize>) -> (Range<usize>, f32) {
    let before = scene.before;
    let lookers = rows.start..scene.grid.end_of_cell_row(at(&before.position, rows.start)).min(rows.end);
    if scene.plans.len() == 1 && !scene.grid.folded() {
        return (lookers, scene.plans[0].search_radius);
    }
    let mut radius = plan_of(scene, rows.start).search_radius;
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
        radius = radius.max(plan_of(scene, row).search_radius);
    }
    (lookers, radius)
}
