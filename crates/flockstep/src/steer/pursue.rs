//! `pursue`: toward where a moving target will be.

use super::{About, LookDefaults, Note, Steers, View};
use crate::math::vector::{Vector, turned, unit};
use crate::perceive::Look;
use crate::settings::Target;
use crate::settings::parameters::{LENGTH, parameters};

pub(crate) const ABOUT: About = About {
    what: "Chases a moving target by heading for where it will be, or for a place beside that.",
    formula: "unit(p + v·d/(own speed + its speed) + offset − x)",
    source: "C. Reynolds (1999); the estimate of M. Buckland (2005); the offset from the vehicles text",
    fails: "A target that turns sharply makes the prediction worthless for a moment. The own speed is the present \
            one, so \
            from rest it looks far ahead (another library takes the top speed, and has a factor for the time). Does \
            not \
            look whether the target comes head-on (there it then seeks; the directions agree). The offset is a \
            distance \
            and an angle, and it is sought (there it is a point in the target's frame, and arrived at).",
};

parameters! {
    /// Chases a moving target by heading for where it will be.
    pub struct Pursue {
        /// Whom to chase.
        target("target", required): Target = Target::first("");
        /// How far beside the predicted point.
        offset_distance("offset.distance"): f32 = 0.0, unit "units", range LENGTH, slider [0.0, 50.0];
        /// In which direction from the target's heading: counterclockwise in 2D, about the y axis in 3D.
        offset_angle("offset.angle"): f32 = 0.0, unit "degrees", range [-360.0, 360.0], slider [-180.0, 180.0];
    }
}

impl Pursue {
    /// After this target.
    pub fn new(target: Target) -> Pursue {
        Pursue { target, ..Pursue::default() }
    }

    /// The way to the point it heads for.
    fn point<const D: usize>(&self, view: &View<'_, D>) -> Option<Vector<D>> {
        let target = view.target()?;
        let mut point = view.predicted(target.offset, target.velocity);
        if self.offset_distance > 0.0 {
            let beside = turned(target.heading, self.offset_angle);
            point = std::array::from_fn(|axis| point[axis] + beside[axis] * self.offset_distance);
        }
        Some(point)
    }
}

impl Steers for Pursue {
    fn looks(&self, _: &LookDefaults) -> Option<Look> {
        None
    }
    fn targets(&self) -> &[Target] {
        std::slice::from_ref(&self.target)
    }
    fn note<const D: usize>(&self, view: &View<'_, D>, notes: &mut Vec<Note<D>>) {
        notes.extend(self.point(view).map(|point| Note::Predicted(view.place(point))));
    }
    fn steer<const D: usize>(&self, view: &mut View<'_, D>) -> Vector<D> {
        self.point(view).map_or([0.0; D], |point| view.respond(unit(point)))
    }
}

#[cfg(test)]
mod tests {
    use crate::prelude::*;
    use crate::steer::trial::{Trial, assert_near};

    fn after_the_other() -> Pursue {
        Pursue::new(Target::first("others"))
    }

    #[test]
    fn heads_for_where_the_target_will_be() {
        // 10 away with 1 + 4 of speed: two seconds, in which it goes 8 up.
        let trial = Trial::moving([0.0; 2], [1.0, 0.0]).other([10.0, 0.0], [0.0, 4.0]);
        let ahead = crate::math::vector::unit([10.0, 8.0]);
        assert_near(trial.aim(after_the_other()), ahead);
        assert_near(trial.steering(after_the_other()), [4.0 * ahead[0] - 1.0, 4.0 * ahead[1]]);
    }

    #[test]
    fn at_rest_the_time_is_the_distance() {
        let trial = Trial::<2>::at_rest().other([10.0, 0.0], [0.0; 2]);
        assert_near(trial.aim(after_the_other()), [1.0, 0.0]);
        assert_eq!(Trial::<2>::at_rest().aim(after_the_other()), [0.0; 2], "nobody to pursue");
    }

    #[test]
    fn the_offset_turns_with_the_targets_heading() {
        let beside = |angle: f32| Pursue { offset_distance: 2.0, offset_angle: angle, ..after_the_other() };
        // The target goes along +y and will be at (10, 10): 90 degrees counterclockwise of it is −x.
        let trial = Trial::moving([0.0; 2], [0.0; 2]).other([10.0, 0.0], [0.0, 1.0]);
        assert_near(trial.aim(beside(90.0)), crate::math::vector::unit([8.0, 10.0]));
        assert_near(trial.aim(beside(0.0)), crate::math::vector::unit([10.0, 12.0]));
        assert_near(trial.aim(beside(-90.0)), crate::math::vector::unit([12.0, 10.0]));
        // With y up, counterclockwise seen from above turns +x into −z.
        let trial = Trial::moving([0.0; 3], [0.0; 3]).other([0.0, 10.0, 0.0], [1.0, 0.0, 0.0]);
        assert_near(trial.aim(beside(90.0)), crate::math::vector::unit([10.0, 10.0, -2.0]));
        assert_near(trial.aim(beside(180.0)), crate::math::vector::unit([8.0, 10.0, 0.0]));
    }
}
