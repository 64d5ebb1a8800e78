//! `pursue`: toward where a moving target will be.

use super::{About, LookDefaults, Steers, View};
use crate::parameters::{LENGTH, parameters};
use crate::perceive::Look;
use crate::settings::Target;
use crate::vector::{Vector, radians, unit};

pub(crate) const ABOUT: About = About {
    what: "Chases a moving target by heading for where it will be, or for a place beside that.",
    formula: "unit(p + v·d/(own speed + its speed) + offset − x)",
    source: "C. Reynolds (1999); the estimate of M. Buckland (2005); the offset from the vehicles text",
    fails: "A target that turns sharply makes the prediction worthless for a moment. Does not look whether the target \
            comes head-on (another library then seeks instead; the directions agree for a head-on target).",
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
}

/// A heading turned counterclockwise in 2D, about the y axis in 3D.
pub(crate) fn turned<const D: usize>(heading: Vector<D>, angle_deg: f32) -> Vector<D> {
    let (sin, cos) = (libm::sinf(radians(angle_deg)), libm::cosf(radians(angle_deg)));
    let mut out = heading;
    let second = if D == 2 { 1 } else { D - 1 };
    // In 3D with y up, counterclockwise seen from above turns x toward −z.
    let sin = if D == 2 { sin } else { -sin };
    out[0] = heading[0] * cos - heading[second] * sin;
    out[second] = heading[0] * sin + heading[second] * cos;
    out
}

impl Steers for Pursue {
    fn looks(&self, _: &LookDefaults) -> Option<Look> {
        None
    }
    fn targets(&self) -> &[Target] {
        std::slice::from_ref(&self.target)
    }
    fn steer<const D: usize>(&self, view: &mut View<'_, D>) -> Vector<D> {
        let Some(target) = view.target() else { return [0.0; D] };
        let mut point = view.predicted(target.offset, target.velocity);
        if self.offset_distance > 0.0 {
            let beside = turned(target.heading, self.offset_angle);
            point = std::array::from_fn(|axis| point[axis] + beside[axis] * self.offset_distance);
        }
        view.respond(unit(point))
    }
}
