//! Being at a place and staying there: what arriving at a slot, a hide-out or a spot behind a leader has in common.

use super::View;
use crate::math::vector::{Vector, add, clamp_length, scale, unit_and_length};
use crate::settings::Response;

impl<const D: usize> View<'_, D> {
    /// Steering to be at a place that is `offset` away and moves: toward it at full speed, slower in proportion to the
    /// way left within `slowing_distance`, and there as fast as the place itself.
    pub(super) fn keep_to(&self, offset: Vector<D>, velocity: Vector<D>, slowing_distance: f32) -> Vector<D> {
        let (toward, distance) = unit_and_length(offset);
        let share = if slowing_distance > 0.0 { (distance / slowing_distance).min(1.0) } else { 1.0 };
        self.take_up(add(velocity, scale(toward, share * self.me.max_speed)))
    }

    /// Steering to have a velocity. Under the response `steer` this also brakes for a wanted velocity of zero, where
    /// the aim is none and would steer nowhere.
    pub(super) fn take_up(&self, wanted: Vector<D>) -> Vector<D> {
        let wanted = clamp_length(wanted, self.me.max_speed);
        if self.slot.response == Response::Steer {
            return std::array::from_fn(|axis| wanted[axis] - self.me.velocity[axis]);
        }
        let aim = if self.me.max_speed > 0.0 { scale(wanted, 1.0 / self.me.max_speed) } else { [0.0; D] };
        self.respond(aim)
    }
}
