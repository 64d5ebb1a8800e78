//! `stay_inside`: come back when outside a ball or a box.

use super::{About, Eight, LookDefaults, Note, Steers, View};
use crate::math::lane::Lane;
use crate::math::vector::{Vector, choose, is_zero, length, unit};
use crate::perceive::Look;
use crate::scene::Scene;
use crate::settings::parameters::{LENGTH, Point, parameters};
use crate::space::Space;
use fearless_simd::{Simd, SimdMask, f32x8};

pub(crate) const ABOUT: About = About {
    what: "Comes back once it is outside a ball or a box.",
    formula: "ball: unit(center − x) if ‖center − x‖ > radius; box: unit(nearest point inside − x) if outside",
    source: "the school text (a ball)",
    fails: "It acts only outside, so fast agents overshoot. Where agents must never leave, use the world's edge.",
};

parameters! {
    /// Comes back once it is outside a ball or a box.
    pub struct StayInside {
        /// The centre of the ball; unset: the origin.
        center("center"): Option<Point> = None;
        /// The radius of the ball; unset: a box, or the space of the world.
        radius("radius"): Option<f32> = None, unit "units", range LENGTH, slider [0.0, 200.0];
        /// The least corner of the box; unset: that of the space.
        min("min"): Option<Point> = None;
        /// The greatest corner of the box; unset: that of the space.
        max("max"): Option<Point> = None;
    }
}

impl StayInside {
    /// Inside a ball.
    pub fn ball(center: impl Into<Point>, radius: f32) -> StayInside {
        StayInside { center: Some(center.into()), radius: Some(radius), ..StayInside::default() }
    }
    /// Inside a box.
    pub fn cuboid(min: impl Into<Point>, max: impl Into<Point>) -> StayInside {
        StayInside { min: Some(min.into()), max: Some(max.into()), ..StayInside::default() }
    }
}

impl Steers for StayInside {
    const SIDE_BY_SIDE: bool = true;
    fn looks(&self, _: &LookDefaults) -> Option<Look> {
        None
    }
    fn note<const D: usize>(&self, _: &View<'_, D>, notes: &mut Vec<Note<D>>) {
        let center = self.center.and_then(|center| center.get()).unwrap_or([0.0; D]);
        notes.extend(self.radius.map(|radius| Note::Range { center, radius }));
    }
    fn steer<const D: usize>(&self, view: &mut View<'_, D>) -> Vector<D> {
        view.respond(unit(self.back(view.me.position, view.space())))
    }
    /// A ball or a box that holds two corners holds all that is between them.
    fn rests_between<const D: usize>(&self, scene: &Scene<D>, [min, max]: [Vector<D>; 2], _: f32) -> bool {
        let farthest = std::array::from_fn(|axis| {
            let center = self.center.as_ref().and_then(|center| center.get::<D>()).unwrap_or([0.0; D])[axis];
            if (center - min[axis]).abs() > (center - max[axis]).abs() { min[axis] } else { max[axis] }
        });
        let corners = if self.radius.is_some() { [farthest; 2] } else { [min, max] };
        corners.into_iter().all(|corner| is_zero(self.back(corner, scene.space)))
    }
    #[inline(always)]
    fn steer_eight<S: Simd, const D: usize>(&self, eight: &Eight<S, D>) -> Option<[f32x8<S>; D]> {
        let back = self.back(eight.position, eight.scene.space);
        // Nearly always everyone is inside.
        match (!is_zero(back)).any_true() {
            false => Some(back),
            true => eight.is_straight().then(|| eight.respond(unit(back))),
        }
    }
}

impl StayInside {
    /// The way back inside, or some way along it; zero inside.
    #[inline(always)]
    fn back<N: Lane, const D: usize>(&self, position: [N; D], space: &Space<D>) -> [N; D] {
        let corner = |point: &Option<Point>, other| point.as_ref().and_then(Point::get).unwrap_or(other);
        let like = |number: f32| position[0].like(number);
        if let Some(radius) = self.radius {
            let center = corner(&self.center, [0.0; D]);
            let mut inward = position;
            for axis in 0..D {
                inward[axis] = like(center[axis]) - position[axis];
            }
            return choose(like(radius).less(length(inward)), inward, [like(0.0); D]);
        }
        let (min, max) = (corner(&self.min, space.min()), corner(&self.max, space.max()));
        let mut back = position;
        for axis in 0..D {
            back[axis] = position[axis].max(like(min[axis])).min(like(max[axis])) - position[axis];
        }
        back
    }
}

#[cfg(test)]
mod tests {
    use crate::prelude::*;
    use crate::steer::trial::{Trial, assert_near};

    #[test]
    fn comes_back_into_a_ball() {
        let ball = StayInside::ball([1.0, 0.0, 0.0], 5.0);
        assert_near(Trial::moving([1.0, 6.0, 0.0], [0.0; 3]).steering(ball.clone()), [0.0, -1.0, 0.0]);
        assert_near(Trial::moving([-9.0, 0.0, 0.0], [0.0; 3]).steering(ball.clone()), [1.0, 0.0, 0.0]);
        assert_eq!(Trial::moving([1.0, 4.9, 0.0], [0.0; 3]).steering(ball), [0.0; 3]);
        // Without a centre it is the origin.
        let ball = StayInside { radius: Some(2.0), ..StayInside::default() };
        assert_near(Trial::moving([0.0, 0.0, 3.0], [0.0; 3]).steering(ball), [0.0, 0.0, -1.0]);
    }

    #[test]
    fn comes_back_into_a_box() {
        let cuboid = StayInside::cuboid([-1.0, -2.0], [1.0, 2.0]);
        assert_near(Trial::moving([4.0, 6.0], [0.0; 2]).steering(cuboid.clone()), [-0.6, -0.8]);
        assert_near(Trial::moving([0.5, -3.0], [0.0; 2]).steering(cuboid.clone()), [0.0, 1.0]);
        assert_eq!(Trial::moving([1.0, 2.0], [0.0; 2]).steering(cuboid), [0.0; 2]);
        // Corners left out are those of the space.
        assert_near(Trial::moving([0.0, 60.0], [0.0; 2]).steering(StayInside::default()), [0.0, -1.0]);
    }

    #[test]
    fn points_of_another_dimension_are_refused() {
        let mut world = World::<2>::new(Space::open(), 0.1, 1).unwrap();
        assert!(world.add_group(Group::new("flat").behavior(StayInside::ball([0.0; 3], 1.0))).is_err());
        assert!(world.add_group(Group::new("flat").behavior(StayInside::cuboid([0.0; 3], [1.0; 2]))).is_err());
    }
}
