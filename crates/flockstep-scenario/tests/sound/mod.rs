//! What must be true after every step of any world.

use flockstep::{AgentId, Edge, World};
use proptest::prelude::*;
use std::collections::BTreeMap;

/// Every agent's speed, by id.
pub fn speeds<const D: usize>(world: &World<D>) -> BTreeMap<AgentId, f64> {
    world.agents().map(|agent| (agent.id, length(agent.velocity))).collect()
}

fn length<const D: usize>(vector: [f32; D]) -> f64 {
    vector.iter().map(|c| f64::from(*c).powi(2)).sum::<f64>().sqrt()
}

/// What must be true after every step, given the speeds before it.
pub fn check_step<const D: usize>(world: &World<D>, before: &BTreeMap<AgentId, f64>) -> Result<(), TestCaseError> {
    let (mut ids, mut born) = (before.clone(), Vec::new());
    for capture in world.captures() {
        if capture.respawned {
            born.push(capture.prey);
        } else {
            prop_assert!(ids.remove(&capture.prey).is_some(), "{:?}: nobody of that id", capture);
        }
    }
    let found: Vec<AgentId> = world.agents_by_id().map(|agent| agent.id).collect();
    prop_assert_eq!(found, ids.keys().copied().collect::<Vec<_>>(), "who there is");
    let space = world.space();
    for agent in world.agents_by_id() {
        let numbers = agent.position.iter().chain(&agent.velocity).chain(&agent.heading).chain(&agent.steering);
        prop_assert!(numbers.into_iter().all(|number| number.is_finite()), "{:?}", agent);
        prop_assert!((length(agent.heading) - 1.0).abs() < 1e-3, "heading of {:?}", agent);
        for axis in 0..D {
            let (x, min, max) = (agent.position[axis], space.min()[axis], space.max()[axis]);
            let inside = match space.edge() {
                Edge::Open => true,
                Edge::Wrap => x >= min && x < max,
                _ => x >= min && x <= max,
            };
            prop_assert!(inside, "{:?} is outside {:?}", agent, space);
        }
        // Only from outside can anyone be faster than its body, and then it does not become faster still. Speeds whose squares
        // single precision cannot tell from zero are none.
        let limit = f64::from(world.settings(agent.id).unwrap().body.max_speed()).max(before[&agent.id]);
        let speed = length(agent.velocity);
        prop_assert!(
            born.contains(&agent.id) || speed <= limit * 1.0001 + 1e-18,
            "{:?} at {} of {}",
            agent,
            speed,
            limit
        );
    }
    Ok(())
}
