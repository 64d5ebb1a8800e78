//! `avoid_obstacles`: steer around what the feeler ahead meets.

use super::view::aside;
use super::{About, LookDefaults, Steers, View};
use crate::parameters::parameters;
use crate::perceive::Look;
use crate::vector::{Vector, add, dot, length, scale, sub, unit_and_length};
use crate::world::Obstacle;

pub(crate) const ABOUT: About = About {
    what: "Feels ahead along the heading and steers aside from every obstacle the feeler meets.",
    formula: "for each obstacle met: (square to the heading, away from its centre)·lookahead·length/‖centre − x‖; \
              responses summed. A ball is met if its centre is ahead, less than lookahead·length along the heading, \
              and nearer to the feeler's line than its radius",
    source: "D. Bourg and G. Seemann (2004)",
    fails: "One thin feeler: a wide body may graze. Two obstacles on either side can cancel. An obstacle dead ahead is \
            passed to starboard by even ids and to port by odd ones.",
};

parameters! {
    /// Feels ahead and steers aside from every obstacle the feeler meets.
    pub struct AvoidObstacles {
        /// The length of the feeler, in body lengths.
        lookahead("lookahead"): f32 = 5.0, unit "lengths", range [0.0, 1e6], slider [0.0, 50.0];
    }
}

impl Steers for AvoidObstacles {
    fn looks(&self, _: &LookDefaults) -> Option<Look> {
        None
    }
    fn steer<const D: usize>(&self, view: &mut View<'_, D>) -> Vector<D> {
        let me = &view.me;
        let feeler = self.lookahead * me.length;
        let mut total = [0.0; D];
        for obstacle in view.obstacles() {
            let to = view.space().offset(me.position, obstacle.center());
            let along = dot(to, me.heading);
            let across = sub(to, scale(me.heading, along));
            let met = match obstacle {
                Obstacle::Ball { radius, .. } => along > 0.0 && along < feeler && length(across) < *radius,
                Obstacle::Box { min, max } => {
                    let half: Vector<D> = std::array::from_fn(|axis| 0.5 * max[axis] - 0.5 * min[axis]);
                    meets_box(me.heading, to, half, feeler)
                }
            };
            if met {
                let (toward, off) = unit_and_length(across);
                let distance = length(to).max(1e-3 * feeler);
                let side = if off > 1e-6 * distance { toward.map(|c| -c) } else { aside(me) };
                total = add(total, view.respond(scale(side, feeler / distance)));
            }
        }
        total
    }
}

/// Whether a feeler from the origin meets a box around `center`, by the slabs between its faces.
fn meets_box<const D: usize>(heading: Vector<D>, center: Vector<D>, half: Vector<D>, feeler: f32) -> bool {
    let (mut enters, mut leaves) = (0.0f32, feeler);
    for axis in 0..D {
        let (low, high) = (center[axis] - half[axis], center[axis] + half[axis]);
        if heading[axis].abs() < 1e-9 {
            if low > 0.0 || high < 0.0 {
                return false;
            }
            continue;
        }
        let (first, second) = (low / heading[axis], high / heading[axis]);
        enters = enters.max(first.min(second));
        leaves = leaves.min(first.max(second));
    }
    enters <= leaves
}
