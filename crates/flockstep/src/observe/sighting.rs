//! What everyone sees, counted: for coloring a flock by it.

use super::rehearsal::Rehearsal;
use crate::World;
use crate::settings::When;
use std::any::Any;

/// Rows that are looked at in one go.
const BATCH: usize = 1024;

/// What one agent makes of those around it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sighting {
    /// How many others it minds: as many as the one of its behaviors that minds the most of them.
    pub seen: u32,
    /// Whether it leads: nobody is in the narrow view ahead of its behavior that is on `when = "leading"` (or off,
    /// `"following"`). With no such behavior it does not.
    pub leads: bool,
}

/// Compiled in this crate, as the stages are.
static SIGHTINGS: (Sightings<2>, Sightings<3>) = (World::sightings_here, World::sightings_here);
type Sightings<const D: usize> = fn(&World<D>) -> Vec<Sighting>;

impl<const D: usize> World<D> {
    /// What everyone sees at this instant, in the order of [`World::ids`]. Changes nothing. Everyone looks anew, on one
    /// thread: it costs about as much as the stages index and perceive.
    pub fn sightings(&self) -> Vec<Sighting> {
        let world: &dyn Any = self;
        let plane = world.downcast_ref().map(SIGHTINGS.0);
        plane.or_else(|| world.downcast_ref().map(SIGHTINGS.1)).unwrap_or_default()
    }

    fn sightings_here(&self) -> Vec<Sighting> {
        let rehearsal = Rehearsal::new(self);
        let mut found = Vec::with_capacity(self.len());
        while found.len() < self.len() {
            let rows = found.len()..self.len().min(found.len() + BATCH);
            let perceived = rehearsal.perceive(rows.clone());
            for row in rows {
                let plan = rehearsal.plan(row);
                let count = |sense: usize| perceived.percepts.count(row, sense);
                let seen = plan.slots.iter().filter_map(|slot| slot.sense).map(count);
                let mut ahead = plan.slots.iter().filter(|slot| matches!(slot.when, When::Leading | When::Following));
                let leads = ahead.next().is_some_and(|slot| count(slot.when_sense) == 0);
                found.push(Sighting { seen: seen.max().unwrap_or(0), leads });
            }
        }
        // The rehearsal has rows of its own; by id both are in the same order.
        let mut sightings = vec![Sighting::default(); self.len()];
        let rehearsed = rehearsal.pipeline.rows.by_id(&rehearsal.pipeline.before.id);
        for (row, rehearsed) in self.rows_by_id().iter().zip(rehearsed) {
            sightings[*row as usize] = found[*rehearsed as usize];
        }
        sightings
    }
}
