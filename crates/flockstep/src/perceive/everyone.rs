//! Percepts by asking everyone: for a torus too small to tell one side from the other, for a search far too wide for
//! the cells, and for those who see nobody. The tests compare the other ways with it.

use super::list_sum::Listed;
use super::nearest::keep_nearest_hits;
use super::sum::Output;
use super::{Eyes, Hits, LANES, Listing, Percept, Sense, Surroundings, lets_through};
use crate::agents::at;
use crate::math::vector::Vector;
use crate::work;

/// Fills in the percepts of some lookers.
#[cold]
pub(super) fn look<const D: usize>(around: &Surroundings<D>, lookers: &[u32], output: &mut Output<D>) {
    let Output { percepts, hits } = output;
    for looker in lookers {
        let row = *looker as usize;
        let eyes = around.eyes_of(row);
        for (nth, sense) in eyes.senses.iter().enumerate() {
            let from = hits.len();
            let percept =
                if sense.radius > 0.0 { look_at_everyone(around, eyes, sense, row, hits) } else { Percept::EMPTY };
            percepts.set(row, nth, &percept, hits);
            if sense.lists_all() {
                let (kind, listed) = (around.search.agents.kind[row], from..hits.len());
                hits.owner[listed.clone()].fill(*looker);
                hits.listings.push(Listing { kind, sense: nth, hits: listed });
            }
        }
    }
}

fn look_at_everyone<const D: usize>(
    around: &Surroundings<D>,
    eyes: &Eyes,
    sense: &Sense,
    looker: usize,
    hits: &mut Hits<D>,
) -> Percept<D> {
    let (from, agents) = (hits.len(), around.search.agents);
    let heading: Vector<D> = at(&agents.heading, looker);
    work::count(|done| done.candidates += agents.len().div_ceil(LANES) as u64);
    for (row, offset) in around.search.everyone(at(&agents.position, looker), sense.radius, 0) {
        if row != looker && lets_through(around, eyes, sense, heading, row, offset) {
            hits.push(row, offset);
        }
    }
    if sense.nearest > 0 && hits.len() - from > sense.nearest as usize {
        keep_nearest_hits(sense.nearest as usize, from, hits);
    }
    Listed { around, eyes, sense, looker, range: from..hits.len(), hits }.sum_one_by_one()
}
