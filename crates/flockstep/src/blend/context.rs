//! The `context` blend: every direction is judged by itself, and one is chosen.
//!
//! After A. Fray, "Context steering" (Game AI Pro 2, 2015). A sum of pushes can point where nobody wants to go: two
//! ways around a wall add up to one into it. Here each behavior says how much it likes each of a fixed set of
//! directions (interest) and those that avoid say how much they fear it (danger); the best one is chosen, at a speed at
//! which the body can stop before what is in the way.

use crate::ground::Nearby;
use crate::locomote::steering_to;
use crate::math::vector::{Vector, add, clamp_length, dot, length, scale, unit};
use crate::plan::Plan;
use crate::scene::Scene;
use crate::steer::Me;

/// cos and sin of 22.5 degrees, and of 45.
const C: f32 = 0.923_879_5;
const S: f32 = 0.382_683_43;
const H: f32 = std::f32::consts::FRAC_1_SQRT_2;
/// 1/√3.
const T: f32 = 0.577_350_26;

/// In the plane 16 directions, 22.5 degrees apart.
const PLANE: [[f32; 3]; 16] = [
    [1.0, 0.0, 0.0],
    [C, S, 0.0],
    [H, H, 0.0],
    [S, C, 0.0],
    [0.0, 1.0, 0.0],
    [-S, C, 0.0],
    [-H, H, 0.0],
    [-C, S, 0.0],
    [-1.0, 0.0, 0.0],
    [-C, -S, 0.0],
    [-H, -H, 0.0],
    [-S, -C, 0.0],
    [0.0, -1.0, 0.0],
    [S, -C, 0.0],
    [H, -H, 0.0],
    [C, -S, 0.0],
];

/// In space 26: the faces, edges and corners of a cube.
const SPACE: [[f32; 3]; 26] = [
    [1.0, 0.0, 0.0],
    [-1.0, 0.0, 0.0],
    [0.0, 1.0, 0.0],
    [0.0, -1.0, 0.0],
    [0.0, 0.0, 1.0],
    [0.0, 0.0, -1.0],
    [H, H, 0.0],
    [H, -H, 0.0],
    [-H, H, 0.0],
    [-H, -H, 0.0],
    [H, 0.0, H],
    [H, 0.0, -H],
    [-H, 0.0, H],
    [-H, 0.0, -H],
    [0.0, H, H],
    [0.0, H, -H],
    [0.0, -H, H],
    [0.0, -H, -H],
    [T, T, T],
    [T, T, -T],
    [T, -T, T],
    [T, -T, -T],
    [-T, T, T],
    [-T, T, -T],
    [-T, -T, T],
    [-T, -T, -T],
];

const MOST: usize = SPACE.len();

fn direction<const D: usize>(nth: usize) -> Vector<D> {
    let all = if D == 2 { PLANE[nth] } else { SPACE[nth] };
    std::array::from_fn(|axis| all[axis])
}
fn count<const D: usize>() -> usize {
    if D == 2 { PLANE.len() } else { SPACE.len() }
}

/// What an agent thinks of each direction.
struct Map {
    interest: [f32; MOST],
    danger: [f32; MOST],
}

/// The steering toward the best direction. `aims` are the behaviors' aims times their weights.
pub(super) fn context<const D: usize>(scene: &Scene<D>, plan: &Plan<D>, me: &Me<D>, aims: &[Vector<D>]) -> Vector<D> {
    let feelers = Feelers::new(scene, plan, me);
    let map = judge(&feelers, plan, me, aims);
    let wanted = choose(&map, aims).map_or([0.0; D], |toward| {
        let liking = aims.iter().map(|aim| liking(*aim, toward)).sum::<f32>().min(1.0);
        let speed = (liking * me.max_speed).min(safe_speed(&feelers, scene, plan, me, toward));
        scale(toward, speed)
    });
    let share = (scene.time_step / plan.blend.time.max(scene.time_step)).min(1.0);
    let velocity = std::array::from_fn(|axis| me.velocity[axis] + (wanted[axis] - me.velocity[axis]) * share);
    steering_to(&plan.body, &me.mover(), held_off(&feelers, scene, plan, me, velocity), scene.time_step)
}

/// A velocity without what would bring the body to an obstacle sooner than within the blend's time: on the way to a new
/// direction the old one still counts.
fn held_off<const D: usize>(
    feelers: &Feelers<D>,
    scene: &Scene<D>,
    plan: &Plan<D>,
    me: &Me<D>,
    mut velocity: Vector<D>,
) -> Vector<D> {
    for near in feelers.near.iter().flat_map(Nearby::clone) {
        let nearest = near.nearest_point();
        let most = (nearest.distance - me.radius).max(0.0) / plan.blend.time.max(scene.time_step);
        let excess = -most - dot(velocity, nearest.normal);
        if excess > 0.0 {
            velocity = add(velocity, scale(nearest.normal, excess));
        }
    }
    velocity
}

/// How much an aim likes a direction: its own one wholly, one square to it a little, so that it can go along what is in
/// the way.
fn liking<const D: usize>(aim: Vector<D>, toward: Vector<D>) -> f32 {
    ((dot(aim, toward) + BREADTH * length(aim)) / (1.0 + BREADTH)).max(0.0)
}
const BREADTH: f32 = 0.25;

fn judge<const D: usize>(feelers: &Feelers<D>, plan: &Plan<D>, me: &Me<D>, aims: &[Vector<D>]) -> Map {
    let mut map = Map { interest: [0.0; MOST], danger: [0.0; MOST] };
    for (slot, aim) in plan.slots.iter().zip(aims) {
        let avoids = slot.rule.avoids();
        for nth in 0..count::<D>() {
            let along = dot(*aim, direction(nth));
            map.interest[nth] += liking(*aim, direction(nth));
            if avoids {
                map.danger[nth] = map.danger[nth].max(-along);
            }
        }
    }
    if feelers.near.is_some() {
        for nth in 0..count::<D>() {
            let free = feelers.free_way(direction(nth), me.radius);
            map.danger[nth] = map.danger[nth].max(feelers.weight * (1.0 - free / feelers.reach));
        }
    }
    map
}

/// How far the agent feels for obstacles, how much it minds them, and what is near: asked for once, used for every
/// direction.
struct Feelers<'a, const D: usize> {
    reach: f32,
    weight: f32,
    near: Option<Nearby<'a, D>>,
}

impl<'a, const D: usize> Feelers<'a, D> {
    fn new(scene: &Scene<'a, D>, plan: &Plan<D>, me: &Me<D>) -> Self {
        let feelers = plan.slots.iter().map(|slot| (slot.rule.feels(plan.body.length), slot.weight));
        let (reach, weight) = feelers.fold((0.0, 0.0), |most, one| if one.0 > most.0 { one } else { most });
        let near = (reach > 0.0).then(|| scene.solids.near(scene.space, me.position, reach + me.radius));
        Feelers { reach, weight, near }
    }
    /// How far a body can go in a direction.
    fn free_way(&self, toward: Vector<D>, radius: f32) -> f32 {
        let near = self.near.iter().flat_map(Nearby::clone);
        let hits = near.filter_map(|near| near.sweep(toward, self.reach, radius));
        hits.fold(self.reach, |least, hit| least.min(hit.distance))
    }
}

/// The speed at which the body can stop before what is in the way.
fn safe_speed<const D: usize>(
    feelers: &Feelers<D>,
    scene: &Scene<D>,
    plan: &Plan<D>,
    me: &Me<D>,
    toward: Vector<D>,
) -> f32 {
    let free = feelers.free_way(toward, me.radius);
    if free >= feelers.reach {
        return f32::INFINITY;
    }
    let brakes = plan.body.body.max_force() / plan.body.body.mass();
    (2.0 * brakes * free).sqrt().min(0.5 * free / plan.blend.time.max(scene.time_step))
}

/// The direction to take, if any is worth going.
fn choose<const D: usize>(map: &Map, aims: &[Vector<D>]) -> Option<Vector<D>> {
    let score = |nth: usize| map.interest[nth] * (1.0 - map.danger[nth]).max(0.0);
    // Of equally good ones the first.
    let mut best = 0;
    for nth in 1..count::<D>() {
        best = if score(nth) > score(best) { nth } else { best };
    }
    if score(best) <= 0.0 {
        return None;
    }
    let chosen = direction(best);
    if map.danger.iter().all(|danger| *danger <= 0.0) {
        // With nothing to fear it goes exactly where it wants.
        let wanted = unit(aims.iter().fold([0.0; D], |sum, aim| add(sum, *aim)));
        if dot(wanted, chosen) > BESIDE {
            return Some(wanted);
        }
    }
    let beside = (0..count::<D>()).filter(|nth| dot(direction(*nth), chosen) > BESIDE);
    let sum = beside.fold([0.0; D], |sum, nth| add(sum, scale(direction(nth), score(nth))));
    let between = unit(clamp_length(sum, 1e6));
    // Between two good directions there may be a bad one.
    let nearest =
        (0..count::<D>()).max_by(|one, two| dot(direction(*one), between).total_cmp(&dot(direction(*two), between)));
    Some(if nearest.is_some_and(|nth| map.danger[nth] > map.danger[best] + 0.1) { chosen } else { between })
}

/// Directions are beside one another if their cosine is above this: the next ones in the plane, and in space.
const BESIDE: f32 = 0.7;

#[cfg(test)]
mod tests {
    use crate::math::vector::{dot, length, sub, unit};
    use crate::prelude::*;

    fn runner<const D: usize>(behaviors: Vec<Behavior>) -> World<D> {
        let mut world = World::new(Space::open(), 0.02, 3).unwrap();
        let body = PointBody { max_speed: 5.0, max_force: 50.0, ..PointBody::default() };
        let mut group = Group::new("runner").body(body).blend(BlendKind::Context);
        group.settings.behaviors = behaviors;
        world.add_groups(vec![group, Group::new("others")]).unwrap();
        world.spawn(GroupId(0), [0.0; D], [0.0; D]).unwrap();
        world
    }
    fn feelers() -> Behavior {
        AvoidObstacles { lookahead: 6.0, ..AvoidObstacles::default() }.into()
    }

    #[test]
    fn with_nothing_to_fear_it_goes_where_it_wants() {
        for angle in 0..24 {
            let (sin, cos) = (angle as f32 * 0.31).sin_cos();
            let mut world = runner::<2>(vec![Seek::new(Target::point([90.0 * cos, 90.0 * sin])).into()]);
            (0..50).for_each(|_| world.step());
            let velocity = world.agent(AgentId(0)).unwrap().velocity;
            assert!(dot(unit(velocity), [cos, sin]) > 0.9999 && length(velocity) > 4.9, "{angle}: {velocity:?}");
        }
    }

    #[test]
    fn opposite_wishes_do_not_cancel() {
        let seek = |x: f32| Behavior::new(Seek::new(Target::point([x, 0.0])));
        let mut world = runner::<2>(vec![seek(20.0), seek(-20.0).weight(0.9)]);
        (0..200).for_each(|_| world.step());
        assert!(world.agent(AgentId(0)).unwrap().position[0] > 10.0, "the stronger one wins");
    }

    #[test]
    fn no_push_drives_it_through_a_wall() {
        // A wall across the way, and ever stronger wishes beyond it; the sum goes through.
        for weight in [1.0, 5.0, 50.0] {
            let seek = Behavior::new(Seek::new(Target::point([30.0, 1.0]))).weight(weight);
            let mut world = runner::<2>(vec![seek.clone(), seek, feelers()]);
            world.add_obstacle(Obstacle::Box { min: [8.0, -2.0], max: [9.0, 2.0] }).unwrap();
            let mut reached = false;
            for _ in 0..2500 {
                world.step();
                let [x, y] = world.agent(AgentId(0)).unwrap().position;
                assert!(
                    !(7.5 + 1e-3..9.5 - 1e-3).contains(&x) || y.abs() >= 2.0,
                    "in the wall at {x} {y}, weight {weight}"
                );
                reached |= x > 20.0;
            }
            assert!(reached, "weight {weight}: it goes around, to {:?}", world.agent(AgentId(0)).unwrap().position);
        }
    }

    #[test]
    fn in_space_it_goes_around_a_ball() {
        let mut world = runner::<3>(vec![Seek::new(Target::point([40.0, 0.0, 0.0])).into(), feelers()]);
        world.add_obstacle(Obstacle::Ball { center: [12.0, 0.0, 0.0], radius: 4.0 }).unwrap();
        let mut least = f32::INFINITY;
        for _ in 0..1000 {
            world.step();
            least = least.min(length(sub(world.agent(AgentId(0)).unwrap().position, [12.0, 0.0, 0.0])));
        }
        assert!(least >= 4.5 - 1e-3, "{least}");
        assert!(world.agent(AgentId(0)).unwrap().position[0] > 25.0);
    }

    #[test]
    fn danger_closes_a_direction_however_much_is_wanted_there() {
        let fear = Behavior::new(Flee { distance: 6.0, ..Flee::default() }).of(Of::Others);
        let mut world = runner::<2>(vec![Behavior::new(Seek::new(Target::point([40.0, 0.0]))).weight(3.0), fear]);
        world.spawn(GroupId(1), [12.0, 0.5], [0.0; 2]).unwrap();
        let mut least = f32::INFINITY;
        for _ in 0..1500 {
            world.step();
            least = least.min(length(sub(world.agent(AgentId(0)).unwrap().position, [12.0, 0.5])));
        }
        assert!(least > 4.0, "{least}");
    }
}
