//! Numbers of a running world, now and then.

use flockstep::observe::{Metrics, nearest_distances};
use flockstep::{GroupId, World};
use flockstep_scenario::AnyWorld;

/// Beyond so many agents the distances to the nearest are not worked out: that is a search of its own.
pub const MOST_NEAREST: usize = 20_000;

/// Numbers of one group, or of everyone.
#[derive(Clone, Copy, Debug, PartialEq)]
#[allow(missing_docs)] // fields are those of the engine's `Metrics`
pub struct Order {
    pub agents: usize,
    pub polarization: f64,
    pub milling: f64,
    pub spread: f64,
    pub nearest: f64,
    pub speed: f64,
}

/// Numbers of a world at one time.
#[derive(Clone, Debug, PartialEq)]
pub struct Sample {
    /// The world's time in seconds.
    pub time: f64,
    /// How many have been eaten.
    pub captured: u64,
    /// Everyone, and then each group.
    pub orders: Vec<Order>,
    /// Milliseconds that each stage of the last step took.
    pub stages: [(&'static str, f64); 6],
}

/// The numbers of a world as it is.
pub(crate) fn sample(world: &AnyWorld) -> Sample {
    let orders = match world {
        AnyWorld::Plane(world) => orders(world),
        AnyWorld::Space(world) => orders(world),
    };
    let stages = world.profile().stages().map(|(name, time)| (name, time.as_secs_f64() * 1e3));
    Sample { time: world.time(), captured: world.capture_count(), orders, stages }
}

fn orders<const D: usize>(world: &World<D>) -> Vec<Order> {
    let groups = (0..world.groups().len() as u32).map(|group| Some(GroupId(group)));
    std::iter::once(None)
        .chain(groups)
        .map(|group| {
            let nearest = if world.len() <= MOST_NEAREST { nearest_distances(world, group) } else { Vec::new() };
            let metrics = Metrics::of(world, group, &nearest);
            Order {
                agents: metrics.agents,
                polarization: metrics.polarization,
                milling: metrics.milling,
                spread: metrics.spread,
                nearest: metrics.nearest_mean,
                speed: metrics.speed,
            }
        })
        .collect()
}
