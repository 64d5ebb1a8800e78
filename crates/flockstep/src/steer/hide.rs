//! `hide`: behind an obstacle, out of a hunter's sight.

use super::{About, LookDefaults, Neighbor, Note, Steers, View};
use crate::ground::Obstacle;
use crate::math::vector::{Vector, add, dot, scale, sub, unit};
use crate::perceive::Look;
use crate::settings::parameters::{LENGTH, parameters};

pub(crate) const ABOUT: About = About {
    what: "Hides from the nearest hunter: goes for the nearest place with an obstacle in between.",
    formula: "with c an obstacle's centre and e = unit(c − hunter): arrives at the far point of its surface along e, \
              plus \
              e·(radius + gap); of all such places within reach at the nearest one. With none it runs from the hunter \
              at full speed",
    source: "C. Reynolds (1999), M. Buckland (2005)",
    fails: "The straight way to the place may lead past the hunter or through the obstacle: add `evade` and \
            `avoid_obstacles`. A place \
            behind something small hides nobody who is large. Planes have no far side and hide nobody.",
};

parameters! {
    /// Hides from the nearest hunter.
    pub struct Hide {
        /// How near a hunter must be to hide from it.
        distance("distance"): f32 = 30.0, unit "units", range LENGTH, slider [0.0, 100.0];
        /// How far off an obstacle may be.
        reach("reach"): f32 = 30.0, unit "units", range LENGTH, slider [0.0, 100.0];
        /// How much room to leave between the body and the obstacle.
        gap("gap"): f32 = 0.5, unit "units", range LENGTH, slider [0.0, 10.0];
        /// How far from its place it begins to slow down.
        slowing_distance("slowing_distance"): f32 = 3.0, unit "units", range LENGTH, slider [0.0, 100.0];
    }
}

impl Hide {
    fn hunter<const D: usize>(&self, view: &View<'_, D>) -> Option<Neighbor<D>> {
        view.nearest().filter(|hunter| hunter.distance < self.distance)
    }

    /// The way to the nearest place that the hunter does not see.
    fn place<const D: usize>(&self, view: &View<'_, D>, hunter: &Neighbor<D>) -> Option<Vector<D>> {
        let mut best: Option<(f32, Vector<D>)> = None;
        for near in view.obstacles_near(self.reach) {
            if matches!(near.obstacle, Obstacle::Plane { .. }) || near.nearest_point().distance > self.reach {
                continue;
            }
            let center = near.obstacle.center();
            let away = unit(sub(center, add(near.here, hunter.offset)));
            let beyond = add(center, scale(away, 2.0 * near.obstacle.reach() + view.me.radius));
            let far = near.obstacle.nearest_point(beyond).point;
            let offset = sub(add(far, scale(away, view.me.radius + self.gap)), near.here);
            let square = dot(offset, offset);
            if best.is_none_or(|(least, _)| square < least) {
                best = Some((square, offset));
            }
        }
        best.map(|(_, offset)| offset)
    }
}

impl Steers for Hide {
    fn looks(&self, defaults: &LookDefaults) -> Option<Look> {
        Some(defaults.at_others(self.distance).nearest_one())
    }
    #[inline(always)]
    fn rests(&self, count: u32) -> bool {
        count == 0
    }
    fn note<const D: usize>(&self, view: &View<'_, D>, notes: &mut Vec<Note<D>>) {
        let place = self.hunter(view).and_then(|hunter| self.place(view, &hunter));
        notes.extend(place.map(|offset| Note::Predicted(view.place(offset))));
    }
    fn steer<const D: usize>(&self, view: &mut View<'_, D>) -> Vector<D> {
        let Some(hunter) = self.hunter(view) else { return [0.0; D] };
        match self.place(view, &hunter) {
            Some(offset) => view.keep_to(offset, [0.0; D], self.slowing_distance),
            None => view.respond(hunter.away_from(&view.me)),
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::prelude::*;
    use crate::steer::trial::{Trial, assert_near};

    fn hide() -> Hide {
        Hide { gap: 0.5, slowing_distance: 16.0, ..Hide::default() }
    }

    #[test]
    fn goes_behind_the_nearest_obstacle_as_the_hunter_sees_it() {
        // Seen from (0, 20) the place behind the ball at (8, 5) is beyond it on that line: radius 2, body 0.5, gap 0.5.
        let trial = Trial::at_rest().other([8.0, 20.0], [0.0; 2]);
        let trial = trial.obstacle(Obstacle::Ball { center: [8.0, 5.0], radius: 2.0 });
        let trial = trial.obstacle(Obstacle::Ball { center: [-25.0, 0.0], radius: 1.0 });
        let spot = [8.0f32, 2.0];
        let distance = crate::math::vector::length(spot);
        assert_near(trial.aim(hide()), spot.map(|c| c / 16.0));
        assert!(distance < 16.0);
        // A wall is left on its far side too, however long it is.
        let wall = Trial::at_rest().other([0.0, 20.0], [0.0; 2]);
        let wall = wall.obstacle(Obstacle::Box { min: [-9.0, 8.0], max: [9.0, 9.0] });
        assert_near(wall.aim(hide()), [0.0, 7.0 / 16.0]);
    }

    #[test]
    fn runs_where_there_is_nothing_to_hide_behind() {
        let trial = Trial::at_rest().other([0.0, 20.0], [0.0; 2]);
        assert_near(trial.aim(hide()), [0.0, -1.0]);
        assert_eq!(Trial::at_rest().other([0.0, 31.0], [0.0; 2]).aim(hide()), [0.0; 2], "the hunter is far");
    }
}
