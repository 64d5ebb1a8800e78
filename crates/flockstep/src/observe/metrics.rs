//! Order, rotation, spread and spacing of a group at a glance.

use super::nearest::{Asked, NearestOthers};
use super::observer::mean;
use super::order::order;
use crate::World;
use crate::agents::{Columns, Optional};
use crate::ids::GroupId;
use std::any::Any;
use std::borrow::Cow;

/// Numbers that describe one group, or all agents together.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Metrics<const D: usize> {
    /// How many agents.
    pub agents: usize,
    /// `‖mean of unit(v)‖`: 1 when all go the same way, about 1/√N when each goes its own (Vicsek et al. 1995).
    pub polarization: f64,
    /// `‖mean of unit(x − c) × unit(v)‖` about the centre c: 1 for a perfect mill (Couzin et al. 2002).
    pub milling: f64,
    /// The mean position; on a torus that of the flock in one piece, cut open opposite its circular mean.
    pub center: [f64; D],
    /// `√(mean of ‖x − c‖²)`.
    pub spread: f64,
    /// The mean speed.
    pub speed: f64,
    /// The mean distance to the nearest other agent of the same set; not a number for fewer than two.
    pub nearest_mean: f64,
}

impl<const D: usize> Metrics<D> {
    /// The metrics of a group, or with `None` of everyone. `nearest` are the distances of [`nearest_distances`] for the
    /// same set.
    pub fn of(world: &World<D>, group: Option<GroupId>, nearest: &[f32]) -> Metrics<D> {
        let set = set(world, group);
        let order = order(&set, &world.state.space, &world.pipeline.threads);
        Metrics {
            agents: set.len(),
            polarization: order.polarization,
            milling: order.milling,
            center: order.center,
            spread: order.spread,
            speed: order.speed,
            nearest_mean: mean(nearest),
        }
    }
}

/// The distance from each agent of a set (a group, or with `None` everyone) to the nearest other of it, in no
/// particular order; empty for fewer than two.
pub fn nearest_distances<const D: usize>(world: &World<D>, group: Option<GroupId>) -> Vec<f32> {
    let world: &dyn Any = world;
    let plane = world.downcast_ref().map(|world| DISTANCES.0(world, group));
    plane.or_else(|| world.downcast_ref().map(|world| DISTANCES.1(world, group))).unwrap_or_default()
}

/// Compiled in this crate, as the stages are.
static DISTANCES: (Distances<2>, Distances<3>) = (distances_here, distances_here);
type Distances<const D: usize> = fn(&World<D>, Option<GroupId>) -> Vec<f32>;

fn distances_here<const D: usize>(world: &World<D>, group: Option<GroupId>) -> Vec<f32> {
    let (mut nearest, mut distances) = (NearestOthers::default(), Vec::new());
    match group {
        None => nearest.among_all(world, Asked::All, &mut distances),
        Some(_) => nearest.among(&set(world, group), world, Asked::All, &mut distances),
    }
    distances
}

/// The columns of a group, or of everyone.
fn set<const D: usize>(world: &World<D>, group: Option<GroupId>) -> Cow<'_, Columns<D>> {
    let Some(group) = group else { return Cow::Borrowed(&world.state.agents) };
    let mut set = Columns::default();
    for (row, _) in world.group_ids().enumerate().filter(|(_, other)| *other == group) {
        set.push(world.state.agents.row(row), Optional::default(), false);
    }
    Cow::Owned(set)
}
