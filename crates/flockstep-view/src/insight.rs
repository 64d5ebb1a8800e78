//! What an agent sees, for coloring by it: how many neighbours, and whether it leads.

use flockstep::World;
use flockstep::group::Group;
use flockstep::observe::Sighting;
use flockstep::settings::When;

/// What to find out about every agent when a picture is filled: everyone looks once more, so only if asked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Insight {
    /// How many others each sees. The picture has n / (n + 8): 0 with none, a half with eight.
    pub neighbours: bool,
    /// Whether each leads.
    pub leaders: bool,
}

/// What everyone sees, in row order; empty if not asked for, or if nobody can lead.
pub(crate) fn of<const D: usize>(world: &World<D>, insight: Insight) -> Vec<Sighting> {
    let leads = |group: &Group| {
        let mut whens = group.settings.behaviors.iter().map(|behavior| behavior.common.when);
        whens.any(|when| matches!(when, When::Leading | When::Following))
    };
    let asked = insight.neighbours || insight.leaders && world.groups().iter().any(leads);
    if asked { world.sightings() } else { Vec::new() }
}

/// A count of neighbours from 0 towards 1.
pub(crate) fn crowd(seen: u32) -> f32 {
    seen as f32 / (seen as f32 + 8.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use flockstep::prelude::*;

    #[test]
    fn what_is_not_asked_for_is_not_looked_for() {
        let space = Space::new(Edge::Open, [-10.0; 2], [10.0; 2]).unwrap();
        let mut world = World::new(space, 0.02, 1).unwrap();
        let group = world.add_group(Group::new("red").behavior(Cohesion::default())).unwrap();
        world.populate(group, 20).unwrap();
        assert!(of(&world, Insight::default()).is_empty());
        assert!(of(&world, Insight { leaders: true, ..Insight::default() }).is_empty(), "nobody can lead");
        assert_eq!(of(&world, Insight { neighbours: true, ..Insight::default() }).len(), 20);
    }
}
