//! Where agents are drawn: between the last two steps, as transforms or as instances.

use crate::agent::FlockAgent;
use crate::axes::{place, to_vec3};
use crate::flock::{Flock, Movement};
use bevy_ecs::prelude::*;
use bevy_reflect::Reflect;
use bevy_reflect::std_traits::ReflectDefault;
use bevy_time::{Fixed, Time};
use bevy_transform::components::Transform;
use flockstep::{AgentId, Edge, Space, World as Engine};

/// The agents of a flock for instanced drawing, in the order of its columns. Add it to the flock's entity to have it filled
/// in every frame.
#[derive(Component, Reflect, Clone, Debug, Default)]
#[reflect(Component, Default, Clone)]
pub struct Instances {
    /// One for each agent.
    pub list: Vec<Instance>,
}

impl Instances {
    /// The bytes for a vertex buffer.
    pub fn bytes(&self) -> &[u8] {
        bytemuck::cast_slice(&self.list)
    }
}

/// One agent as a graphics card takes it: 32 bytes.
#[derive(Reflect, Clone, Copy, Debug, Default, PartialEq, bytemuck::Pod, bytemuck::Zeroable)]
#[repr(C)]
pub struct Instance {
    /// Where it is; z is 0 in 2D.
    pub position: [f32; 3],
    /// The number of its id.
    pub number: u32,
    /// Where it points, of length 1.
    pub heading: [f32; 3],
    /// The number of its group.
    pub group: u32,
}

/// Agents between two steps of their world.
struct Between<'a, const D: usize> {
    space: &'a Space<D>,
    wraps: bool,
    fraction: f32,
    before: [&'a [f32]; D],
    now: [&'a [f32]; D],
    heading_before: [&'a [f32]; D],
    heading: [&'a [f32]; D],
}

impl<'a, const D: usize> Between<'a, D> {
    fn new(world: &'a Engine<D>, fraction: f32) -> Self {
        Between {
            space: world.space(),
            wraps: world.space().edge() == Edge::Wrap,
            fraction,
            before: world.previous_positions(),
            now: world.positions(),
            heading_before: world.previous_headings(),
            heading: world.headings(),
        }
    }

    #[inline(always)]
    fn position(&self, row: usize) -> [f32; D] {
        let now = std::array::from_fn(|axis| self.now[axis][row]);
        if self.fraction >= 1.0 {
            return now;
        }
        let before: [f32; D] = std::array::from_fn(|axis| self.before[axis][row]);
        let way = if self.wraps {
            self.space.offset(before, now)
        } else {
            std::array::from_fn(|axis| now[axis] - before[axis])
        };
        let between = std::array::from_fn(|axis| before[axis] + way[axis] * self.fraction);
        if self.wraps { self.space.inside(between) } else { between }
    }

    #[inline(always)]
    fn heading(&self, row: usize) -> [f32; D] {
        let now = std::array::from_fn(|axis| self.heading[axis][row]);
        if self.fraction >= 1.0 {
            return now;
        }
        let before: [f32; D] = std::array::from_fn(|axis| self.heading_before[axis][row]);
        let between: [f32; D] = std::array::from_fn(|axis| before[axis] + (now[axis] - before[axis]) * self.fraction);
        let length2: f32 = between.iter().map(|part| part * part).sum();
        // Half a turn in one step has no middle.
        if length2 < 1e-6 { now } else { between.map(|part| part / length2.sqrt()) }
    }
}

/// How far Bevy's clock is between two runs of the fixed schedule.
pub(crate) fn read_overstep<const D: usize>(mut flocks: Query<&mut Flock<D>>, fixed: Res<Time<Fixed>>) {
    for mut flock in &mut flocks {
        flock.fraction = fixed.overstep_fraction().clamp(0.0, 1.0);
    }
}

/// Puts entities where their agents are.
pub(crate) fn write_transforms<const D: usize>(
    flocks: Query<(Entity, &Flock<D>, &Movement)>,
    mut agents: Query<(&FlockAgent, &mut Transform)>,
) {
    let moved = flocks.iter().filter(|(.., movement)| **movement == Movement::Flock);
    let all: Vec<(Entity, &Engine<D>, Between<D>)> =
        moved.map(|(entity, flock, _)| (entity, flock.world(), Between::new(flock.world(), flock.fraction))).collect();
    if all.is_empty() {
        return;
    }
    agents.par_iter_mut().for_each(|(agent, mut transform)| {
        let Some((_, world, between)) = all.iter().find(|(flock, ..)| *flock == agent.flock) else { return };
        if let Ok(row) = world.row(agent.id()) {
            place(&mut transform, between.position(row), between.heading(row));
        }
    });
}

/// Puts some entities where their agents are.
pub(crate) fn place_all<const D: usize>(
    engine: &Engine<D>,
    fraction: f32,
    entities: &[(AgentId, Entity)],
    world: &mut World,
) {
    let between = Between::new(engine, fraction);
    for (id, entity) in entities {
        if let (Ok(row), Some(mut transform)) = (engine.row(*id), world.get_mut::<Transform>(*entity)) {
            place(&mut transform, between.position(row), between.heading(row));
        }
    }
}

/// Fills the instances of flocks that have them.
pub(crate) fn write_instances<const D: usize>(mut flocks: Query<(&Flock<D>, &mut Instances)>) {
    for (flock, mut instances) in &mut flocks {
        let (world, between) = (flock.world(), Between::new(flock.world(), flock.fraction));
        let all = world.ids().iter().zip(world.group_ids()).enumerate().map(|(row, (id, group))| Instance {
            position: to_vec3(between.position(row)).to_array(),
            number: id.0,
            heading: to_vec3(between.heading(row)).to_array(),
            group: group.0,
        });
        instances.list.clear();
        instances.list.extend(all);
    }
}
