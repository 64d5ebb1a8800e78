//! The obstacles of a world, to add, change and move.

use super::World;
use crate::error::Error;
use crate::ground::Obstacle;
use crate::vector::{Vector, is_finite};

impl<const D: usize> World<D> {
    /// Adds an obstacle and returns its number.
    pub fn add_obstacle(&mut self, obstacle: Obstacle<D>) -> Result<usize, Error> {
        obstacle.check()?;
        self.solids.push(obstacle);
        Ok(self.obstacles().len() - 1)
    }
    /// Replaces an obstacle; to move it, with [`Obstacle::moved_to`]. Its velocity stays.
    pub fn set_obstacle(&mut self, number: usize, obstacle: Obstacle<D>) -> Result<(), Error> {
        obstacle.check()?;
        self.check_obstacle(number)?;
        self.solids.set(number, obstacle);
        Ok(())
    }
    /// Removes an obstacle; those after it move up by one.
    pub fn remove_obstacle(&mut self, number: usize) -> Result<Obstacle<D>, Error> {
        self.check_obstacle(number)?;
        Ok(self.solids.remove(number))
    }
    /// The obstacles.
    pub fn obstacles(&self) -> &[Obstacle<D>] {
        self.solids.obstacles()
    }
    /// How the obstacles move, one velocity each.
    pub fn obstacle_velocities(&self) -> &[Vector<D>] {
        self.solids.velocities()
    }
    /// Has an obstacle move at a velocity from now on; zero makes it stay. At the edge of the world its centre does what
    /// agents do there.
    pub fn set_obstacle_velocity(&mut self, number: usize, velocity: impl Into<Vector<D>>) -> Result<(), Error> {
        let velocity = velocity.into();
        if !is_finite(velocity) {
            return Err(Error::number("obstacle.velocity", velocity, "finite numbers"));
        }
        self.check_obstacle(number)?;
        self.solids.set_velocity(number, velocity);
        Ok(())
    }
    fn check_obstacle(&self, number: usize) -> Result<(), Error> {
        let count = self.obstacles().len();
        if number < count {
            return Ok(());
        }
        let known = vec![format!("0 to {}", count.saturating_sub(1))];
        Err(Error::NoSuch { kind: "obstacle", name: number.to_string(), known })
    }
}
