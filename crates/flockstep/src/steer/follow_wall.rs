//! `follow_wall`: go along the nearest surface.

use super::{About, LookDefaults, Note, Steers, View};
use crate::ground::Nearest;
use crate::math::vector::{Vector, add, aside, dot, scale, sub, unit};
use crate::perceive::Look;
use crate::settings::parameters::{LENGTH, parameters, words};

pub(crate) const ABOUT: About = About {
    what: "Goes along the nearest obstacle or wall at a distance from it.",
    formula: "unit(t + normal·clamp((distance − gap)/distance, ±1)), where t is the heading along the surface; the \
              gap is from the \
              body's surface to it. Nothing nearer than reach: 0",
    source: "C. Reynolds (1999), wall following",
    fails: "At a corner inward it turns late if reach is not greater than distance. Where another wall comes nearer \
            it changes over to \
            that one. It goes the way it was heading, unless side says on which side the wall has to be (only in 2D).",
};

words! {
    /// On which side a wall is kept.
    pub enum Side {
        /// On the side where it is.
        Either = "either",
        /// To port.
        Left = "left",
        /// To starboard.
        Right = "right",
    }
}

parameters! {
    /// Goes along the nearest surface.
    pub struct FollowWall {
        /// The gap it keeps.
        distance("distance"): f32 = 1.0, unit "units", range LENGTH, slider [0.0, 20.0];
        /// How far off a surface may be to be followed.
        reach("reach"): f32 = 5.0, unit "units", range LENGTH, slider [0.0, 50.0];
        /// On which side it keeps the surface; only in 2D.
        side("side"): Side = Side::Either;
    }
}

impl FollowWall {
    fn nearest<const D: usize>(&self, view: &View<'_, D>) -> Option<Nearest<D>> {
        let reach = view.me.radius + self.reach;
        let found = view.obstacles_near(reach).map(|near| (near.nearest_point(), near.here));
        let nearest = found.filter(|(nearest, _)| nearest.distance <= reach);
        let least = nearest.min_by(|one, two| one.0.distance.total_cmp(&two.0.distance));
        // Where it is as seen from the agent.
        least.map(|(nearest, here)| Nearest { point: view.place(sub(nearest.point, here)), ..nearest })
    }
}

impl Steers for FollowWall {
    fn looks(&self, _: &LookDefaults) -> Option<Look> {
        None
    }
    fn note<const D: usize>(&self, view: &View<'_, D>, notes: &mut Vec<Note<D>>) {
        notes.extend(self.nearest(view).map(|nearest| Note::Feeler(nearest.point)));
    }
    fn steer<const D: usize>(&self, view: &mut View<'_, D>) -> Vector<D> {
        let Some(nearest) = self.nearest(view) else { return [0.0; D] };
        let (me, normal) = (&view.me, nearest.normal);
        let mut along = unit(sub(me.heading, scale(normal, dot(me.heading, normal))));
        if along == [0.0; D] {
            along = aside(me.heading, me.id.0);
        }
        if D == 2 && self.side != Side::Either {
            // With the wall to starboard the way out of it points to port.
            let port = [-along[1], along[0]];
            let right = port[0] * normal[0] + port[1] * normal[1] > 0.0;
            if right != (self.side == Side::Right) {
                along = along.map(|c| -c);
            }
        }
        let gap = nearest.distance - me.radius;
        let off = ((self.distance - gap) / self.distance.max(1e-3 * (1.0 + me.radius))).clamp(-1.0, 1.0);
        view.respond(unit(add(along, scale(normal, off))))
    }
}

#[cfg(test)]
mod tests {
    use crate::prelude::*;
    use crate::steer::Side;
    use crate::steer::trial::{Trial, assert_near};

    /// Heads along x, a floor below at this gap from the body.
    fn over(gap: f32) -> Trial<2> {
        let floor = Obstacle::Plane { point: [0.0, -gap - 0.5], normal: [0.0, 1.0] };
        Trial::moving([0.0; 2], [2.0, 0.0]).obstacle(floor)
    }

    #[test]
    fn goes_along_and_keeps_the_gap() {
        assert_near(over(1.0).aim(FollowWall::default()), [1.0, 0.0]);
        let half = 0.5f32.sqrt();
        assert_near(over(3.0).aim(FollowWall::default()), [half, -half]);
        assert_near(over(0.0).aim(FollowWall::default()), [half, half]);
        assert_eq!(over(5.1).aim(FollowWall::default()), [0.0; 2], "out of reach");
    }

    #[test]
    fn a_side_can_be_asked_for() {
        let on = |side| over(1.0).aim(FollowWall { side, ..FollowWall::default() });
        assert_near(on(Side::Right), [1.0, 0.0]);
        assert_near(on(Side::Left), [-1.0, 0.0]);
    }

    #[test]
    fn in_space_too() {
        let ball = Obstacle::Ball { center: [0.0, -3.0, 0.0], radius: 1.5 };
        let trial = Trial::moving([0.0; 3], [0.0, -1.0, 3.0]).obstacle(ball);
        assert_near(trial.aim(FollowWall::default()), [0.0, 0.0, 1.0]);
    }
}
