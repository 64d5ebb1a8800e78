//! `avoid_obstacles`: steer around what the feelers ahead meet.

use super::{About, Eight, LookDefaults, Note, Steers, View};
use crate::ground::{Near, Obstacle};
use crate::math::vector::{Vector, add, aside, dot, length, radians, scale, sub, unit_and_length};
use crate::perceive::Look;
use crate::scene::Scene;
use crate::settings::parameters::parameters;
use crate::space::Edge;
use fearless_simd::{Select, Simd, SimdBase, SimdMask, f32x8, mask32x8};

pub(crate) const ABOUT: About = About {
    what: "Feels ahead along the heading and steers aside from every obstacle that a feeler meets.",
    formula: "for each obstacle met: (square to the heading, away from it)·lookahead·length/distance; responses \
              summed. \
              One thin feeler meets a ball if its centre is ahead, less than lookahead·length along the heading, and \
              nearer \
              to the feeler's line than its radius; away and distance then go by the centre, as they do for a box. For \
              other shapes, for several feelers, and if swept, both go by the surface where it is first touched, and \
              the \
              aim is at most 10 long",
    source: "D. Bourg and G. Seemann (2004); whiskers and swept bodies as in C. Reynolds (1999)",
    fails: "One thin feeler: a wide body may graze (swept or more feelers help). Two obstacles on either side can \
            cancel. An \
            obstacle dead ahead is passed to starboard by even ids and to port by odd ones. It does not brake (another \
            library does, and minds the nearest obstacle alone). In a dead end it turns to and fro: follow a field \
            there.",
};

parameters! {
    /// Feels ahead and steers aside from every obstacle that a feeler meets.
    pub struct AvoidObstacles {
        /// The length of the feelers, in body lengths.
        lookahead("lookahead"): f32 = 5.0, unit "lengths", range [0.0, 1e6], slider [0.0, 50.0];
        /// How many feelers: 1 straight ahead, 3 with one to either side, 5 with two (in 3D the last two up and down).
        feelers("feelers"): u32 = 1, range [1.0, 5.0], slider [1.0, 5.0];
        /// The angle between the heading and the outermost feelers.
        spread("spread"): f32 = 40.0, unit "degrees", range [0.0, 180.0], slider [5.0, 90.0];
        /// Whether the feelers are as wide as the body, and take into account how obstacles move.
        swept("swept"): bool = false;
    }
}

impl AvoidObstacles {
    /// The directions of the feelers.
    fn whiskers<const D: usize>(&self, heading: Vector<D>) -> impl Iterator<Item = Vector<D>> + use<D> {
        let (feelers, spread) = (self.feelers, self.spread);
        (0..feelers).map(move |nth| {
            if nth == 0 {
                return heading;
            }
            let pair = nth.div_ceil(2);
            let share = if D == 2 && feelers > 3 { pair as f32 / 2.0 } else { 1.0 };
            let (sin, cos) = libm::sincosf(radians(spread * share));
            let starboard = aside(heading, 0);
            let side = if D == 3 && pair == 2 { cross(starboard, heading) } else { starboard };
            let sin = if nth % 2 == 1 { sin } else { -sin };
            add(scale(heading, cos), scale(side, sin))
        })
    }

    /// The way aside from what the feelers touch of an obstacle, and how far it is to the first touch.
    fn touched<const D: usize>(&self, view: &View<'_, D>, near: &Near<'_, D>, feeler: f32) -> Option<(Vector<D>, f32)> {
        let me = &view.me;
        let radius = if self.swept { me.radius } else { 0.0 };
        // By the time the body is at the feeler's end, the obstacle has moved on.
        let time = if self.swept { feeler / me.speed.max(0.1 * me.max_speed).max(1e-9) } else { 0.0 };
        let drift = scale(near.velocity, time);
        let meets = |whisker: Vector<D>| {
            let (direction, reach) = unit_and_length(sub(scale(whisker, feeler), drift));
            near.sweep(direction, reach, radius).map(|hit| (hit.distance / reach * feeler, hit.normal))
        };
        let nearest = self.whiskers(me.heading).filter_map(meets).min_by(|one, two| one.0.total_cmp(&two.0));
        let (distance, normal) = nearest?;
        let across = sub(normal, scale(me.heading, dot(normal, me.heading)));
        let (side, off) = unit_and_length(across);
        Some((if off > 1e-3 { side } else { aside(me.heading, me.id.0) }, distance.max(0.1 * feeler)))
    }
}

impl Steers for AvoidObstacles {
    const SIDE_BY_SIDE: bool = true;
    fn feels(&self, length: f32) -> f32 {
        self.lookahead * length
    }
    fn looks(&self, _: &LookDefaults) -> Option<Look> {
        None
    }
    fn note<const D: usize>(&self, view: &View<'_, D>, notes: &mut Vec<Note<D>>) {
        let feeler = self.lookahead * view.me.length;
        notes.extend(self.whiskers(view.me.heading).map(|whisker| Note::Feeler(view.place(scale(whisker, feeler)))));
    }
    fn steer<const D: usize>(&self, view: &mut View<'_, D>) -> Vector<D> {
        let me = &view.me;
        let feeler = self.lookahead * me.length;
        let thin = self.feelers == 1 && !self.swept;
        let mut total = [0.0; D];
        for near in view.obstacles_near(1.001 * (feeler + if self.swept { me.radius } else { 0.0 })) {
            let met = match near.obstacle {
                Obstacle::Ball { radius, .. } if thin => by_center(view, &near, feeler, |along, across, _| {
                    along > 0.0 && along < feeler && length(across) < *radius
                }),
                Obstacle::Box { min, max } if thin => by_center(view, &near, feeler, |_, _, to| {
                    let half: Vector<D> = std::array::from_fn(|axis| 0.5 * max[axis] - 0.5 * min[axis]);
                    meets_box(me.heading, to, half, feeler)
                }),
                _ => self.touched(view, &near, feeler),
            };
            if let Some((side, distance)) = met {
                total = add(total, view.respond(scale(side, feeler / distance)));
            }
        }
        total
    }
    fn rests_between<const D: usize>(&self, scene: &Scene<D>, [min, max]: [Vector<D>; 2], length: f32) -> bool {
        let reach = 1.001 * self.lookahead * length;
        !self.swept && scene.solids.is_clear(scene.space, min.map(|c| c - reach), max.map(|c| c + reach))
    }
    /// Nearly always no obstacle is near; who is near one is left to itself.
    #[inline(always)]
    fn steer_eight<S: Simd, const D: usize>(&self, eight: &Eight<S, D>) -> Option<[f32x8<S>; D]> {
        if self.swept {
            return None;
        }
        let feeler = self.lookahead * eight.length;
        let (space, solids) = (eight.scene.space, eight.scene.solids);
        if !solids.are_few() {
            let reach = 1.001 * feeler;
            let lanes = |axis: usize| eight.position[axis].to_array();
            let least = |axis: usize| lanes(axis).into_iter().fold(f32::INFINITY, f32::min) - reach;
            let most = |axis: usize| lanes(axis).into_iter().fold(f32::NEG_INFINITY, f32::max) + reach;
            return solids.is_clear(space, std::array::from_fn(least), std::array::from_fn(most)).then(|| eight.zero());
        }
        let simd = eight.simd;
        // Around a torus the other way may be shorter; elsewhere it never is.
        let sides = if space.edge() == Edge::Wrap { space.sides() } else { [f32::INFINITY; D] };
        let rounding = if space.edge() == Edge::Wrap { 1e-6 * sides.into_iter().fold(0.0, f32::max) } else { 0.0 };
        let mut near = mask32x8::splat(simd, false);
        for (number, (center, radius)) in solids.around().iter().enumerate() {
            let reach = (feeler + radius) * 1.001;
            let mut to = eight.zero();
            for axis in 0..D {
                let way = f32x8::splat(simd, center[axis]) - eight.position[axis];
                let (side, half) = (f32x8::splat(simd, sides[axis]), f32x8::splat(simd, 0.5 * sides[axis]));
                let way_back = way.simd_gt(half).select(way - side, way);
                to[axis] = way.simd_lt(-half).select(way + side, way_back);
            }
            let square = dot(to, to);
            let mut some = square.simd_lt(f32x8::splat(simd, reach * reach));
            if some.any_true() && self.feelers == 1 && solids.is_ball(number) {
                // Ahead and not too far aside, with some to spare for rounding: the others surely do not meet it.
                let spare = 1e-4 * reach + rounding;
                let along = dot(to, eight.heading);
                let aside2 = (radius + spare) * (radius + spare) + 1e-5 * reach * reach;
                some &= along.simd_gt(f32x8::splat(simd, -spare));
                some &= (square - along * along).simd_lt(f32x8::splat(simd, aside2));
            }
            near |= some;
        }
        eight.leave(near);
        Some(eight.zero())
    }
}

/// The way aside from an obstacle's centre, and how far that is, if it is met.
fn by_center<const D: usize>(
    view: &View<'_, D>,
    near: &Near<'_, D>,
    feeler: f32,
    met: impl Fn(f32, Vector<D>, Vector<D>) -> bool,
) -> Option<(Vector<D>, f32)> {
    let me = &view.me;
    let to = view.space().offset_to_point(me.position, near.obstacle.center());
    let along = dot(to, me.heading);
    let across = sub(to, scale(me.heading, along));
    if !met(along, across, to) {
        return None;
    }
    let (toward, off) = unit_and_length(across);
    let distance = length(to).max(1e-3 * feeler);
    let side = if off > 1e-6 * distance { toward.map(|c| -c) } else { aside(me.heading, me.id.0) };
    Some((side, distance))
}

/// The vector product; in the plane there is none.
fn cross<const D: usize>(a: Vector<D>, b: Vector<D>) -> Vector<D> {
    let mut product = [0.0; D];
    if D == 3 {
        product[0] = a[1] * b[2] - a[2] * b[1];
        product[1] = a[2] * b[0] - a[0] * b[2];
        product[2] = a[0] * b[1] - a[1] * b[0];
    }
    product
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

#[cfg(test)]
mod tests {
    use crate::prelude::*;
    use crate::steer::trial::{Trial, assert_near};

    const FEELER: AvoidObstacles = AvoidObstacles { lookahead: 8.0, feelers: 1, spread: 40.0, swept: false };

    /// Goes along x; a ball whose centre is here.
    fn ball(center: [f32; 2], radius: f32) -> Trial<2> {
        Trial::moving([0.0; 2], [2.0, 0.0]).obstacle(Obstacle::Ball { center, radius })
    }

    #[test]
    fn swerves_aside_from_the_centre() {
        // 5 from the centre with a feeler of 8: a swerve of 8/5, away from the side the centre is on.
        assert_near(ball([4.0, 3.0], 3.5).steering(FEELER), [0.0, -1.6]);
        assert_near(ball([4.0, -3.0], 3.5).steering(FEELER), [0.0, 1.6]);
        // Body lengths are the unit of the feeler.
        let long = PointBody { length: 2.0, ..PointBody::default() };
        assert_near(ball([4.0, 3.0], 3.5).body(long).steering(FEELER), [0.0, -3.2]);
    }

    #[test]
    fn meets_a_ball_only_ahead_near_and_in_line() {
        for (center, radius) in [([-4.0, 1.0], 2.0), ([8.5, 1.0], 2.0), ([4.0, 3.0], 2.9)] {
            assert_eq!(ball(center, radius).steering(FEELER), [0.0; 2], "{center:?}");
        }
        let two = ball([4.0, 3.0], 3.5).obstacle(Obstacle::Ball { center: [3.0, -4.0], radius: 4.5 });
        assert_near(two.steering(FEELER), [0.0, 0.0]);
    }

    #[test]
    fn dead_ahead_the_ids_parity_decides() {
        let trial = ball([4.0, 0.0], 1.0).mate([0.0; 2], [2.0, 0.0]);
        let mut world = trial.world(FEELER);
        world.steer();
        assert_near(world.agent(AgentId(0)).unwrap().steering, [0.0, -2.0]);
        assert_near(world.agent(AgentId(1)).unwrap().steering, [0.0, 2.0]);
    }

    #[test]
    fn meets_a_box_where_the_feeler_enters_it() {
        let cuboid = |min, max| Trial::moving([0.0; 2], [2.0, 0.0]).obstacle(Obstacle::Box { min, max });
        // Its centre is at (4, 3).
        assert_near(cuboid([2.0, -1.0], [6.0, 7.0]).steering(FEELER), [0.0, -1.6]);
        assert_eq!(cuboid([2.0, 0.5], [6.0, 7.0]).steering(FEELER), [0.0; 2], "passes below it");
        assert_eq!(cuboid([-6.0, -1.0], [-2.0, 7.0]).steering(FEELER), [0.0; 2], "behind");
        assert_eq!(cuboid([8.5, -1.0], [9.5, 7.0]).steering(FEELER), [0.0; 2], "too far");
        let inside = cuboid([-1.0, -4.0], [1.0, 2.0]).steering(FEELER);
        assert!(inside[1] > 0.0, "inside it steers from the centre: {inside:?}");
    }

    #[test]
    fn in_space_it_swerves_away_from_the_centre() {
        let trial = Trial::moving([0.0; 3], [0.0, 0.0, 1.0]);
        let trial = trial.obstacle(Obstacle::Ball { center: [3.0, 0.0, 4.0], radius: 3.5 });
        assert_near(trial.steering(FEELER), [-1.6, 0.0, 0.0]);
    }

    #[test]
    fn sees_obstacles_across_the_seam() {
        let trial = Trial::moving([8.0, 0.0], [2.0, 0.0]).space(Edge::Wrap, 10.0);
        let trial = trial.obstacle(Obstacle::Ball { center: [-8.0, 3.0], radius: 3.5 });
        assert_near(trial.steering(FEELER), [0.0, -1.6]);
    }
    #[test]
    fn on_a_torus_an_obstacle_may_be_named_by_any_of_its_images() {
        for sides in [-3.0, -1.0, 1.0, 2.0, 3.0] {
            let trial = Trial::moving([8.0, 0.0], [2.0, 0.0]).space(Edge::Wrap, 10.0);
            let center = [-8.0 + 20.0 * sides, 3.0 - 20.0 * sides];
            assert_near(trial.obstacle(Obstacle::Ball { center, radius: 3.5 }).steering(FEELER), [0.0, -1.6]);
        }
    }
}
