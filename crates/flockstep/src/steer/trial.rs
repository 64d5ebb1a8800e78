//! A small world to try a behavior in, for the tests beside each behavior.

use crate::World;
use crate::math::vector::{Vector, length, sub};
use crate::prelude::*;

/// Agent 0 with the behavior, mates of its group around it, and others of another group.
#[derive(Clone)]
pub(crate) struct Trial<const D: usize> {
    body: Body,
    sight: Sight,
    space: Space<D>,
    mates: Vec<(Vector<D>, Vector<D>)>,
    others: Vec<(Vector<D>, Vector<D>)>,
    marker: Vector<D>,
    obstacles: Vec<Obstacle<D>>,
}

impl<const D: usize> Trial<D> {
    /// The agent here, moving so: a point body with a max speed of 4 that sees 10 far.
    pub fn moving(position: Vector<D>, velocity: Vector<D>) -> Trial<D> {
        Trial {
            body: PointBody { max_speed: 4.0, ..PointBody::default() }.into(),
            sight: Sight::default(),
            space: Space::open(),
            mates: vec![(position, velocity)],
            others: Vec::new(),
            marker: [0.0; D],
            obstacles: Vec::new(),
        }
    }
    /// The agent at rest at the origin.
    pub fn at_rest() -> Trial<D> {
        Trial::moving([0.0; D], [0.0; D])
    }
    pub fn mate(mut self, position: Vector<D>, velocity: Vector<D>) -> Trial<D> {
        self.mates.push((position, velocity));
        self
    }
    pub fn other(mut self, position: Vector<D>, velocity: Vector<D>) -> Trial<D> {
        self.others.push((position, velocity));
        self
    }
    pub fn body(mut self, body: impl Into<Body>) -> Trial<D> {
        self.body = body.into();
        self
    }
    pub fn sight(mut self, sight: Sight) -> Trial<D> {
        self.sight = sight;
        self
    }
    pub fn space(mut self, edge: Edge, half: f32) -> Trial<D> {
        self.space = Space::new(edge, [-half; D], [half; D]).unwrap();
        self
    }
    /// The marker "mark" here.
    pub fn mark(mut self, marker: Vector<D>) -> Trial<D> {
        self.marker = marker;
        self
    }
    pub fn obstacle(mut self, obstacle: Obstacle<D>) -> Trial<D> {
        self.obstacles.push(obstacle);
        self
    }

    /// The world, with this behavior for the group.
    pub fn world(&self, behavior: impl Into<Behavior>) -> World<D> {
        let mut world = World::new(self.space, 0.1, 9).unwrap();
        world.set_marker("mark", self.marker).unwrap();
        for obstacle in &self.obstacles {
            world.add_obstacle(obstacle.clone()).unwrap();
        }
        let mates = Group::new("mates").sight(self.sight.clone()).body(self.body.clone()).behavior(behavior);
        world.add_groups(vec![mates, Group::new("others").body(self.body.clone())]).unwrap();
        for (group, agents) in [&self.mates, &self.others].into_iter().enumerate() {
            for (position, velocity) in agents {
                world.spawn(GroupId::of(group), *position, *velocity).unwrap();
            }
        }
        world
    }
    /// The steering of agent 0 by this behavior.
    pub fn steering(&self, behavior: impl Into<Behavior>) -> Vector<D> {
        let mut world = self.world(behavior);
        world.steer();
        world.agent(AgentId(0)).unwrap().steering
    }
    /// The aim of agent 0 by this behavior: its steering under the response that leaves an aim as it is.
    pub fn aim(&self, behavior: impl Into<Behavior>) -> Vector<D> {
        self.steering(behavior.into().response(Response::Push))
    }
}

/// Fails unless the two are the same but for rounding.
#[track_caller]
pub(crate) fn assert_near<const D: usize>(got: Vector<D>, want: Vector<D>) {
    assert!(length(sub(got, want)) <= 1e-5 * length(want).max(1.0), "got {got:?}, want {want:?}");
}
