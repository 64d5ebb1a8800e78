//! Which agents look together, and what each of their senses holds.

use super::{Hits, LANES, Percept, Search, block, list};
use crate::plan::Plan;
use crate::scene::Scene;
use crate::world::agents::at;
use fearless_simd::Simd;
use std::ops::Range;

/// Fills in the percepts of a batch of rows, one per sense of each agent's plan, agent by agent. Takes rows until the
/// hits are many; returns how many it took.
#[inline(always)]
pub(crate) fn perceive<S: Simd, const D: usize>(
    simd: S,
    scene: &Scene<D>,
    rows: Range<usize>,
    hits: &mut Hits<D>,
    percepts: &mut Vec<Percept<D>>,
) -> usize {
    /// Enough that a batch amortises its overhead, few enough that its hits stay in the nearest cache.
    const MOST_HITS: usize = 4096;
    let search = scene.search();
    let mut next = rows.start;
    while next < rows.end && hits.len <= MOST_HITS {
        let block = next..next + together(scene, next, rows.end);
        next = block.end;
        let plan = plan_of(scene, block.start);
        let first = percepts.len();
        percepts.resize(first + block.len() * plan.senses.len(), Percept::EMPTY);
        let percepts = &mut percepts[first..];
        for at in 0..plan.senses.len() {
            if !plan.senses[at].direct {
                continue;
            }
            let mut senses = [&plan.senses[at]; LANES];
            for (sense, row) in senses.iter_mut().zip(block.clone()) {
                *sense = &plan_of(scene, row).senses[at];
            }
            let senses = &senses[..block.len()];
            if !block::sum(simd, scene, &search, &mut hits.runs, block.clone(), senses, (at, percepts)) {
                ask_everyone(scene, &search, block.clone(), at, hits, percepts);
            }
        }
        if plan.packs {
            for (row, percepts) in block.zip(percepts.chunks_mut(plan.senses.len())) {
                let plan = plan_of(scene, row);
                for (sense, percept) in plan.senses.iter().zip(percepts).filter(|(sense, _)| !sense.direct) {
                    let from = hits.len;
                    list::pack(simd, &search, hits, row, sense.radius, sense.groups);
                    *percept = list::choose(scene, plan, sense, row, from..hits.len, hits);
                }
            }
        }
    }
    next - rows.start
}

#[inline(always)]
fn plan_of<'a, const D: usize>(scene: &Scene<'a, D>, row: usize) -> &'a Plan<D> {
    &scene.plans[usize::from(scene.before.kind[row])]
}

/// How many rows from `first` on can look together: up to eight of one row of cells, not far apart, whose plans look for
/// the same things.
#[inline(always)]
fn together<const D: usize>(scene: &Scene<D>, first: usize, end: usize) -> usize {
    let before = scene.before;
    let plan = plan_of(scene, first);
    let axes = &scene.grid.axes;
    let mut last_x = before.position[0][first];
    let mut count = 1;
    while count < LANES && first + count < end {
        let row = first + count;
        let x = before.position[0][row];
        let near = x - last_x < plan.search_radius && last_x - x < plan.search_radius;
        let same_row = (1..D).all(|axis| {
            let cells = &axes[axis];
            cells.cell(before.position[axis][row]) == cells.cell(before.position[axis][first])
        });
        if !near || !same_row || plan_of(scene, row).signature != plan.signature {
            break;
        }
        last_x = x;
        count += 1;
    }
    count
}

/// One sense of a block of rows by asking everyone: for a torus too small to tell one side from the other.
#[cold]
fn ask_everyone<const D: usize>(
    scene: &Scene<D>,
    search: &Search<D>,
    block: Range<usize>,
    sense: usize,
    hits: &mut Hits<D>,
    percepts: &mut [Percept<D>],
) {
    for (lane, row) in block.enumerate() {
        let plan = plan_of(scene, row);
        let from = hits.len;
        list::pack_everyone(search, hits, row, at(&scene.before.position, row), plan.senses[sense].radius);
        let packed = from..hits.len;
        percepts[lane * plan.senses.len() + sense] = list::choose(scene, plan, &plan.senses[sense], row, packed, hits);
    }
}
