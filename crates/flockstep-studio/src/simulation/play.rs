//! What a person does to a running world that is no edit of its document.

use super::inside::wide;
use super::order::Stick;
use flockstep::{AgentId, Control, World};
use flockstep_scenario::AnyWorld;

/// Does the same with a world of either dimension.
macro_rules! either {
    ($any:expr, $world:ident => $what:expr) => {
        match $any {
            AnyWorld::Plane($world) => $what,
            AnyWorld::Space($world) => $what,
        }
    };
}

/// Takes an agent out, if it is there.
pub(super) fn despawn(world: &mut AnyWorld, id: AgentId) {
    // Whoever has been eaten in the meantime is gone already.
    let _gone = either!(world, world => world.despawn(id));
}

/// Whether an agent lives.
pub(super) fn lives(world: &AnyWorld, id: AgentId) -> bool {
    either!(world, world => world.contains(id))
}

/// Puts a hand on an agent, or takes it off.
pub(super) fn control(world: &mut AnyWorld, id: AgentId, stick: Option<Stick>) {
    fn put<const D: usize>(world: &mut World<D>, id: AgentId, stick: Option<Stick>) {
        let helm = |stick: Stick| Control::Helm { helm: stick.helm, pitch: stick.pitch, thrust: stick.thrust };
        // Whoever has been eaten in the meantime cannot be steered.
        let _gone = world.control(id, stick.map(helm));
    }
    either!(world, world => put(world, id, stick));
}

/// The names of the markers.
pub(super) fn marker_names(world: &AnyWorld) -> Vec<String> {
    either!(world, world => world.markers().iter().map(|(name, _)| name.clone()).collect())
}

/// Pushes whoever is near a point away from it: at the point as fast as it can go, less farther off.
pub(super) fn scare(world: &mut AnyWorld, at: [f32; 3], radius: f32) {
    either!(world, world => scare_in(world, at, radius));
}

fn scare_in<const D: usize>(world: &mut World<D>, at: [f32; 3], radius: f32) {
    let point: [f32; D] = std::array::from_fn(|axis| at[axis]);
    let mut pushes = Vec::new();
    for agent in world.agents() {
        let away = world.space().offset_to_point(agent.position, point).map(|c| -c);
        let distance = wide(away).iter().map(|c| c * c).sum::<f32>().sqrt();
        if distance < radius && distance > 0.0 {
            let speed = 2.0 * world.groups()[agent.group.index()].settings.body.max_speed() * (1.0 - distance / radius);
            pushes.push((agent.id, away.map(|c| c / distance * speed)));
        }
    }
    for (id, push) in pushes {
        // The numbers come from the world itself.
        let pushed = world.push(id, push);
        debug_assert!(pushed.is_ok(), "{pushed:?}");
    }
}
