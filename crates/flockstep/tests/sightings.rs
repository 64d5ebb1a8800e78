//! What everyone sees, counted, against everyone asking everyone.

#![allow(clippy::unwrap_used)]

use flockstep::observe::Sighting;
use flockstep::prelude::*;
use flockstep::vector::{dot, length};

const SIGHT: f32 = 3.5;
const SIGHT_ANGLE: f32 = 250.0;
const AHEAD: f32 = 6.0;
const AHEAD_ANGLE: f32 = 40.0;

fn world<const D: usize>(edge: Edge) -> World<D> {
    let space = Space::new(edge, [-10.0; D], [10.0; D]).unwrap();
    let mut world = World::new(space, 0.02, 3).unwrap();
    let sight = Sight { radius: SIGHT, angle: SIGHT_ANGLE, ..Sight::default() };
    let mut leading = Behavior::new(Cohesion::default()).when(When::Leading);
    (leading.common.ahead_radius, leading.common.ahead_angle) = (Some(AHEAD), AHEAD_ANGLE);
    for name in ["red", "blue"] {
        let place = Place::Box { min: [-10.0; D].into(), max: [10.0; D].into() };
        let group = Group::new(name).sight(sight.clone()).place(place).behavior(leading.clone());
        let group = world.add_group(group).unwrap();
        world.populate(group, 120).unwrap();
    }
    (0..3).for_each(|_| world.step());
    // Rows that are not in the order of ids, and a hole among the ids.
    world.despawn(AgentId(17)).unwrap();
    world
}

/// How many mates an agent has in a cone.
fn count<const D: usize>(world: &World<D>, own: &Agent<D>, radius: f32, angle: f32) -> u32 {
    let sees = |other: &Agent<D>| {
        let way = world.space().offset(own.position, other.position);
        other.id != own.id
            && other.group == own.group
            && dot(way, way) <= radius * radius
            && dot(way, own.heading) >= (angle * 0.5).to_radians().cos() * length(way)
    };
    world.agents().filter(sees).count() as u32
}

fn agrees<const D: usize>() {
    for edge in [Edge::Open, Edge::Wrap, Edge::Bounce] {
        let world = world::<D>(edge);
        let hash = world.hash();
        let sightings = world.sightings();
        assert_eq!(world.hash(), hash, "looking changes nothing");
        assert_eq!(sightings.len(), world.len());
        for (agent, sighting) in world.agents().zip(&sightings) {
            let seen = count(&world, &agent, SIGHT, SIGHT_ANGLE);
            let leads = count(&world, &agent, AHEAD, AHEAD_ANGLE) == 0;
            assert_eq!(*sighting, Sighting { seen, leads }, "{edge:?} agent {}", agent.id);
        }
        let leaders = sightings.iter().filter(|sighting| sighting.leads).count();
        assert!(leaders > 0 && leaders < world.len(), "{leaders} lead");
    }
}

#[test]
fn everyone_counts_whom_it_sees_and_knows_whether_it_leads() {
    agrees::<2>();
    agrees::<3>();
}

#[test]
fn who_has_no_behavior_that_looks_sees_nobody_and_does_not_lead() {
    let space = Space::new(Edge::Open, [-10.0; 2], [10.0; 2]).unwrap();
    let mut world = World::new(space, 0.02, 1).unwrap();
    assert!(world.sightings().is_empty());
    let group = world.add_group(Group::new("red")).unwrap();
    world.populate(group, 5).unwrap();
    assert_eq!(world.sightings(), [Sighting::default(); 5]);
}
