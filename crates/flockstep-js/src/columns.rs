//! Where the columns of a world lie in the memory of the module, and what else is needed to draw it.

#![allow(clippy::float_cmp_const)] // made by wasm_bindgen for the enum

use crate::core::Core;
use crate::error::{Outcome, failure};
use flockstep::{AgentId, Obstacle, World};
use flockstep_scenario::either;
use wasm_bindgen::prelude::*;

/// Which vectors of the agents.
#[wasm_bindgen]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Column {
    /// Where they are.
    Position,
    /// How they move.
    Velocity,
    /// Where they point.
    Heading,
    /// What they want.
    Steering,
    /// Where they were before the last step.
    PreviousPosition,
    /// Where they pointed before the last step.
    PreviousHeading,
}

#[wasm_bindgen(raw_module = "../error.js")]
extern "C" {
    /// An obstacle as a plain object.
    #[wasm_bindgen(js_name = obstacle)]
    fn js_obstacle(kind: &str, numbers: &[f32], dimensions: u32, radius: Option<f32>) -> JsValue;
}

fn column<const D: usize>(world: &World<D>, which: Column, axis: usize) -> &[f32] {
    let columns = match which {
        Column::Position => world.positions(),
        Column::Velocity => world.velocities(),
        Column::Heading => world.headings(),
        Column::Steering => world.steering(),
        Column::PreviousPosition => world.previous_positions(),
        Column::PreviousHeading => world.previous_headings(),
    };
    columns.get(axis).copied().unwrap_or(&[])
}

/// What kind an obstacle is, its points, and its radius.
fn outline<const D: usize>(obstacle: &Obstacle<D>) -> JsValue {
    let (kind, points, radius) = match obstacle {
        Obstacle::Ball { center, radius } => ("ball", vec![*center], Some(*radius)),
        Obstacle::Box { min, max } => ("box", vec![*min, *max], None),
        Obstacle::Capsule { from, to, radius } => ("capsule", vec![*from, *to], Some(*radius)),
        Obstacle::Segment { from, to } => ("segment", vec![*from, *to], None),
        Obstacle::Polygon { points } => ("polygon", points.clone(), None),
        Obstacle::Plane { point, normal } => ("plane", vec![*point, *normal], None),
    };
    js_obstacle(kind, points.as_flattened(), D as u32, radius)
}

#[wasm_bindgen]
impl Core {
    /// The address of a column: as many numbers as there are agents, in row order.
    pub fn column(&self, which: Column, axis: u32) -> *const f32 {
        either!(self.live.world(), world => column(world, which, axis as usize)).as_ptr()
    }
    /// The address of the ids, in row order.
    pub fn ids(&self) -> *const u32 {
        fn ids<const D: usize>(world: &World<D>) -> &[AgentId] {
            world.ids()
        }
        either!(self.live.world(), world => ids(world)).as_ptr().cast()
    }
    /// The address of the group numbers, in row order: written out now.
    pub fn groups(&mut self) -> *const u32 {
        self.groups.clear();
        let groups = &mut self.groups;
        either!(self.live.world(), world => groups.extend(world.group_ids().map(|group| group.0)));
        groups.as_ptr()
    }
    /// The row of an agent.
    pub fn row(&self, id: u32) -> Outcome<u32> {
        Ok(either!(self.live.world(), world => world.row(AgentId(id)))? as u32)
    }

    /// The names of the groups.
    pub fn group_names(&self) -> Vec<String> {
        self.live.world().groups().iter().map(|group| group.name.clone()).collect()
    }
    /// Their colors.
    pub fn group_colors(&self) -> Vec<String> {
        self.live.world().groups().iter().map(|group| group.color.clone()).collect()
    }
    /// How large the bodies of a group are to be drawn: length and radius.
    pub fn group_size(&self, group: u32) -> Outcome<Vec<f32>> {
        let Some(group) = self.live.world().groups().get(group as usize) else {
            return Err(failure("refused", &format!("there is no group number {group}")));
        };
        let body = &group.settings.body;
        Ok(vec![body.length(), body.radius()])
    }

    /// What happens at the edge of the space.
    pub fn edge(&self) -> String {
        either!(self.live.world(), world => world.space().edge().word()).into()
    }
    /// The least and the greatest corner of the space, one after the other.
    pub fn corners(&self) -> Vec<f32> {
        either!(self.live.world(), world => {
            let space = world.space();
            [space.min(), space.max()].as_flattened().to_vec()
        })
    }
    /// The obstacles and walls, as they are now.
    pub fn obstacles(&self) -> js_sys::Array {
        either!(self.live.world(), world => world.obstacles().iter().chain(world.walls()).map(outline).collect())
    }
}
