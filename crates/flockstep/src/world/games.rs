//! What a game needs: time that passes unevenly, bodies of its own, blasts, and a player.

use super::birth::check_motion;
use super::control::Control;
use super::{World, shortest};
use crate::error::Error;
use crate::vector::{Vector, add, unit};

/// What [`World::advance`] did.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Advance {
    /// Steps made.
    pub steps: u32,
    /// How far the time left over reaches into the next step, from 0 to 1: draw at
    /// `previous + (position − previous)·fraction`.
    pub fraction: f32,
    /// Seconds given up because the world could not keep pace.
    pub skipped: f64,
}

impl<const D: usize> World<D> {
    /// Makes as many steps as fit into the elapsed seconds, at most `most`, and keeps the rest for next time. What does
    /// not fit into `most` steps is given up, so that a slow machine falls behind instead of freezing.
    pub fn advance(&mut self, elapsed: f64, most: u32) -> Result<Advance, Error> {
        if !elapsed.is_finite() || elapsed < 0.0 {
            return Err(Error::number("elapsed", elapsed, "a number of seconds, not negative"));
        }
        self.events.clear();
        let step = shortest(self.time_step);
        self.remainder += elapsed;
        let due = (self.remainder / step * (1.0 + 1e-12)).floor();
        let steps = due.min(f64::from(most));
        for _ in 0..steps as u32 {
            self.step_once();
        }
        let skipped = ((due - steps) * step).max(0.0);
        self.remainder = (self.remainder - due * step).clamp(0.0, step);
        Ok(Advance { steps: steps as u32, fraction: (self.remainder / step).min(1.0) as f32, skipped })
    }

    /// Tells where an agent is and how it moves: for a body that another program moves.
    pub fn feed(
        &mut self,
        id: u32,
        position: impl Into<Vector<D>>,
        velocity: impl Into<Vector<D>>,
    ) -> Result<(), Error> {
        let (position, velocity) = (position.into(), velocity.into());
        let row = self.row(id)?;
        check_motion(position, velocity)?;
        let position = self.space.inside(position);
        let heading = unit(velocity);
        for axis in 0..D {
            self.now.position[axis][row] = position[axis];
            self.now.velocity[axis][row] = velocity[axis];
            if heading != [0.0; D] {
                self.now.heading[axis][row] = heading[axis];
            }
        }
        Ok(())
    }

    /// Adds to an agent's velocity from outside: a blast, a cannon. It is not lost: see [`crate::settings::PointBody`].
    pub fn push(&mut self, id: u32, change: impl Into<Vector<D>>) -> Result<(), Error> {
        let row = self.row(id)?;
        let position = super::agents::at(&self.now.position, row);
        let velocity = add(super::agents::at(&self.now.velocity, row), change.into());
        check_motion(position, velocity)?;
        self.pointed = false;
        for axis in 0..D {
            self.now.velocity[axis][row] = velocity[axis];
        }
        Ok(())
    }

    /// Lets a player steer an agent in place of its behaviors, until it is given back with `None`.
    pub fn control(&mut self, id: u32, control: Option<Control<D>>) -> Result<(), Error> {
        self.row(id)?;
        if let Some(control) = &control {
            control.check()?;
        }
        let place = self.controls.binary_search_by_key(&id, |(id, _)| *id);
        match (place, control) {
            (Ok(place), Some(control)) => self.controls[place].1 = control,
            (Ok(place), None) => drop(self.controls.remove(place)),
            (Err(place), Some(control)) => self.controls.insert(place, (id, control)),
            (Err(_), None) => {}
        }
        Ok(())
    }
}
