//! The obstacles of a world, to add, change and move.

use super::World;
use crate::error::Error;
use crate::ground::Obstacle;
use crate::ids::ObstacleId;
use crate::math::vector::{Vector, is_finite};

impl<const D: usize> World<D> {
    /// Adds an obstacle and returns its id.
    pub fn add_obstacle(&mut self, obstacle: Obstacle<D>) -> Result<ObstacleId, Error> {
        obstacle.check()?;
        Ok(self.state.scenery.solids.push(obstacle))
    }
    /// Replaces an obstacle; to move it, with [`Obstacle::moved_to`]. Its velocity stays.
    pub fn set_obstacle(&mut self, id: ObstacleId, obstacle: Obstacle<D>) -> Result<(), Error> {
        obstacle.check()?;
        let number = self.obstacle_number(id)?;
        self.state.scenery.solids.set(number, obstacle);
        Ok(())
    }
    /// Removes an obstacle.
    pub fn remove_obstacle(&mut self, id: ObstacleId) -> Result<Obstacle<D>, Error> {
        let number = self.obstacle_number(id)?;
        Ok(self.state.scenery.solids.remove(number))
    }
    /// An obstacle as it is now.
    pub fn obstacle(&self, id: ObstacleId) -> Result<&Obstacle<D>, Error> {
        Ok(&self.obstacles()[self.obstacle_number(id)?])
    }
    /// The obstacles, in the order they were added.
    pub fn obstacles(&self) -> &[Obstacle<D>] {
        self.state.scenery.solids.obstacles()
    }
    /// The ids of the obstacles, in the same order.
    pub fn obstacle_ids(&self) -> &[ObstacleId] {
        self.state.scenery.solids.ids()
    }
    /// How the obstacles move, one velocity each, in the same order.
    pub fn obstacle_velocities(&self) -> &[Vector<D>] {
        self.state.scenery.solids.velocities()
    }
    /// Has an obstacle move at a velocity from now on; zero makes it stay. At the edge of the world its centre does
    /// what agents do there.
    pub fn set_obstacle_velocity(&mut self, id: ObstacleId, velocity: impl Into<Vector<D>>) -> Result<(), Error> {
        let velocity = velocity.into();
        if !is_finite(velocity) {
            return Err(Error::number("obstacle.velocity", velocity, "finite numbers"));
        }
        let number = self.obstacle_number(id)?;
        self.state.scenery.solids.set_velocity(number, velocity);
        Ok(())
    }
    fn obstacle_number(&self, id: ObstacleId) -> Result<usize, Error> {
        // They are in order: ids are given in the order of adding, and removing leaves the others where they are.
        self.obstacle_ids().binary_search(&id).map_err(|_| {
            let known = self.obstacle_ids().iter().take(MOST_KNOWN).map(ObstacleId::to_string).collect();
            Error::NoSuch { kind: "obstacle", name: id.to_string(), known }
        })
    }
}

/// Ids that an error names, at most.
const MOST_KNOWN: usize = 20;
