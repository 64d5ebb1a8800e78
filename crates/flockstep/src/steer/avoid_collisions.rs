//! `avoid_collisions`: not into one another, by prediction or by agreement.

use super::half_spaces::{HalfSpace, MOST, Planes, Wide};
use super::{About, LookDefaults, Steers, View};
use crate::agents::at;
use crate::ids::AgentId;
use crate::locomote::{steering_to, velocity_after};
use crate::math::random::{self, Purpose, parting};
use crate::math::vector::{Vector, add, aside, dot, is_finite, length, scale, sub, unit_and_length};
use crate::perceive::Look;
use crate::settings::Of;
use crate::settings::parameters::{LENGTH, parameters, words};

pub(crate) const ABOUT: About = About {
    what: "Keeps clear of others. Predictive: goes aside from whoever it would come too near to first. Reciprocal: of \
           all velocities that \
           nobody need fear, takes the one nearest to what the other behaviors want (ORCA), and has the last word.",
    formula: "predictive: for the first nearest approach within the horizon that is closer than both radii and the \
              margin, a unit vector \
              square to the heading: away from its place then (head-on), from its place now (parallel), or behind it \
              (crossing). \
              reciprocal: with w the velocity that the blended steering would give, argmin ‖v − w‖ over ‖v‖ ≤ s_max \
              and, for each other, \
              n·(v − (v₀ + u/2)) ≥ 0, u the least change of the relative velocity that avoids touching within the \
              horizon; u instead of \
              u/2 for those who do not do the same; n·v ≥ −gap/obstacle_horizon for each obstacle. Steering is what \
              gives v",
    source: "predictive: OpenSteer (C. Reynolds 2004). reciprocal: J. van den Berg, S. Guy, M. Lin, D. Manocha (2011)",
    fails: "Predictive minds one other at a time and only turns: crowds still touch. Reciprocal assumes that a body \
            can take the velocity it \
            chooses: with a low max_force it reacts late (give it a longer horizon), with a constant or least speed \
            it cannot stop. In a crowd \
            too dense for everyone to be safe, all take the least risk, and may touch: `body.solid` is the net. Minds \
            the 24 nearest. Its \
            weight does not count (0 switches it off), nor does its response.",
};

words! {
    /// How collisions are avoided.
    #[non_exhaustive]
    pub enum Method {
        /// Goes aside from the first one it would touch.
        Predictive = "predictive",
        /// Takes the nearest velocity that is safe for all: optimal reciprocal collision avoidance.
        Reciprocal = "reciprocal",
    }
}

parameters! {
    /// Keeps clear of others.
    pub struct AvoidCollisions {
        /// How: by prediction, a steering among others; or by reciprocal agreement, with the last word.
        method("method"): Method = Method::Predictive;
        /// How far ahead in time it looks for others.
        horizon("horizon"): f32 = 3.0, unit "s", range [0.001, 1e6], slider [0.1, 20.0];
        /// How far ahead in time it looks for obstacles (reciprocal).
        obstacle_horizon("obstacle_horizon"): f32 = 1.0, unit "s", range [0.001, 1e6], slider [0.1, 10.0];
        /// How much room to keep beyond both radii.
        margin("margin"): f32 = 0.0, unit "units", range LENGTH, slider [0.0, 5.0];
    }
}

impl AvoidCollisions {
    /// By reciprocal agreement.
    pub fn reciprocal() -> AvoidCollisions {
        AvoidCollisions { method: Method::Reciprocal, ..AvoidCollisions::default() }
    }
}

impl Steers for AvoidCollisions {
    fn looks(&self, defaults: &LookDefaults) -> Option<Look> {
        Some(defaults.look(Of::All, defaults.sight.radius).listing())
    }
    fn avoids(&self) -> bool {
        true
    }
    fn steer<const D: usize>(&self, view: &mut View<'_, D>) -> Vector<D> {
        match self.method {
            Method::Predictive => self.threat(view).map_or([0.0; D], |aim| view.respond(aim)),
            Method::Reciprocal => [0.0; D],
        }
    }
}

impl AvoidCollisions {
    /// The way aside from the first one it would touch.
    fn threat<const D: usize>(&self, view: &View<'_, D>) -> Option<Vector<D>> {
        let me = &view.me;
        let mut first = (self.horizon, None);
        for other in view.neighbors() {
            let clear = me.radius + other.radius + self.margin;
            let toward = sub(other.velocity, me.velocity);
            let square = dot(toward, toward);
            let touches = other.distance < clear;
            let time = if touches || square <= 0.0 { 0.0 } else { -dot(other.offset, toward) / square };
            let then = add(other.offset, scale(toward, time));
            if time >= 0.0 && time < first.0 && length(then) < clear {
                first = (time, Some((other, then, touches)));
            }
        }
        let (other, then, touches) = first.1?;
        let parallel = dot(me.heading, other.heading);
        let crossing = parallel.abs() <= HALF_RIGHT && !touches;
        let from = if crossing {
            // Crossing paths: the faster one passes behind.
            if length(other.velocity) > me.speed {
                return None;
            }
            other.velocity
        } else if parallel < 0.0 && !touches {
            then
        } else {
            other.offset
        };
        let across = sub(from, scale(me.heading, dot(from, me.heading)));
        let (side, off) = unit_and_length(across);
        // Head-on, both keep right: a side that depended on ids could be the same one for both.
        let tied = off <= 1e-3 * (me.radius + other.radius);
        Some(if tied { aside(me.heading, 0) } else { side.map(|c| -c) })
    }

    /// The steering that takes the safe velocity nearest to the one that `steering` would give.
    pub(crate) fn last_word<const D: usize>(&self, view: &View<'_, D>, steering: Vector<D>) -> Vector<D> {
        let mut near = [0; MOST];
        let count = nearest_hits(view, &mut near);
        let near = &near[..count];
        let mut hard = [HalfSpace::ALL; 2 * MOST];
        let mut hard_count = self.obstacles(view, &mut hard);
        if count + hard_count == 0 {
            return steering;
        }
        for hit in near {
            hard[hard_count] = self.own_side(view, *hit);
            hard_count += 1;
        }
        let wish = velocity_after(view.body, &view.me.mover(), steering, view.time_step());
        let safe = self.safe(view, near, &hard[..hard_count], wish);
        if safe == wish || !is_finite(safe) {
            return steering;
        }
        steering_to(view.body, &view.me.mover(), safe, view.time_step())
    }

    /// The safe velocity nearest to a wish. Where nothing is safe for the whole horizon it looks half as far ahead, and
    /// half of that: in a crowd only what is imminent counts.
    fn safe<const D: usize>(
        &self,
        view: &View<'_, D>,
        near: &[usize],
        hard: &[HalfSpace<D>],
        wish: Vector<D>,
    ) -> Vector<D> {
        // What a blast gave may be faster than the body is.
        let fastest = f64::from(view.me.max_speed.max(length(wish)));
        let step = view.time_step();
        let mut horizon = self.horizon.max(step);
        loop {
            let mut soft = [HalfSpace::ALL; MOST];
            for (plane, hit) in soft.iter_mut().zip(near) {
                *plane = self.plane(view, *hit, horizon);
            }
            let soft = &soft[..near.len()];
            let planes = Planes::new(hard, soft);
            let wide = wish.map(f64::from);
            if let Some(found) = planes.nearest(fastest, wide) {
                let leaning = self.lean(view, near, soft, wish, found);
                let found = leaning.and_then(|wish| planes.nearest(fastest, wish)).unwrap_or(found);
                return found.map(|c| c as f32);
            }
            if horizon <= step {
                return planes.least_bad(fastest, wide).map(|c| c as f32);
            }
            horizon = (0.5 * horizon).max(step);
        }
    }

    /// The wish of one who is held up: to the right and a step back, the more so the more the ways cross of those who
    /// hold it up; and a very little to a side of its own, so that nothing stays in perfect balance.
    fn lean<const D: usize>(
        &self,
        view: &View<'_, D>,
        near: &[usize],
        soft: &[HalfSpace<D>],
        wish: Vector<D>,
        found: Wide<D>,
    ) -> Option<Wide<D>> {
        let (toward, speed) = unit_and_length(wish);
        let gets = (0..D).fold(0.0, |sum, axis| sum + found[axis] * f64::from(toward[axis]));
        let held = 1.0 - (gets / f64::from(speed)) as f32;
        if held.is_nan() || held < 0.05 {
            return None;
        }
        let wide = wish.map(f64::from);
        let mut crossing = 0.0f32;
        for (half, hit) in soft.iter().zip(near) {
            if half.lack(wide) > 0.0 {
                let heading = at(&view.scene.before.heading, view.hits.get(*hit).0);
                crossing = crossing.max(0.5 - 0.5 * dot(heading, toward));
            }
        }
        let words = random::words(view.scene.seed, view.me.id.0, 0, Purpose::Avoidance, view.slot.number);
        let own: Vector<D> = random::direction(words[0], words[1]);
        let right = aside(toward, 0);
        let held = held.min(1.0);
        let turned = held * crossing;
        let leaning = |axis: usize| {
            let aside = right[axis] - STEP_BACK * toward[axis];
            toward[axis] * (1.0 - turned) + aside * turned + own[axis] * OWN_WAY * held
        };
        Some(std::array::from_fn(|axis| f64::from(speed * leaning(axis))))
    }

    /// The velocities that, within this step, stay on the own side of the plane half-way to another: as everyone can
    /// stand still, nobody is ever without one (D. Zhou and others, "Buffered Voronoi cells", 2017). From one who does
    /// not yield, all of the way.
    fn own_side<const D: usize>(&self, view: &View<'_, D>, hit: usize) -> HalfSpace<D> {
        let (row, offset) = view.hits.get(hit);
        let (toward, distance) = unit_and_length(offset);
        if distance <= 0.0 {
            return HalfSpace::ALL;
        }
        let gap = f64::from(distance) - f64::from(view.me.radius) - f64::from(view.scene.radius_of(row));
        let share = if self.yields(view, row) { 0.5 } else { 1.0 };
        let most = (share * gap / f64::from(view.time_step())).max(0.0);
        HalfSpace { normal: toward.map(|c| -f64::from(c)), bound: -most }
    }

    /// Whether another does its share.
    fn yields<const D: usize>(&self, view: &View<'_, D>, row: usize) -> bool {
        view.scene.yields(row, view.me.group) && view.scene.control_of(row).is_none()
    }

    /// The velocities that are safe from one other, if it does its share.
    fn plane<const D: usize>(&self, view: &View<'_, D>, hit: usize, horizon: f32) -> HalfSpace<D> {
        let (row, offset) = view.hits.get(hit);
        let (me, scene) = (&view.me, view.scene);
        let velocity: Vector<D> = at(&scene.before.velocity, row);
        let relative = std::array::from_fn(|axis| f64::from(me.velocity[axis]) - f64::from(velocity[axis]));
        let clear = f64::from(me.radius) + f64::from(scene.radius_of(row)) + f64::from(self.margin);
        let tie = || {
            let (toward, distance) = unit_and_length(offset);
            if distance > 0.0 { aside(toward, 0) } else { parting(me.id.0, scene.before.id[row].0) }
        };
        let (normal, change) = least_change(
            offset.map(f64::from),
            relative,
            clear,
            f64::from(horizon),
            f64::from(view.time_step()),
            || tie().map(f64::from),
        );
        let share = if self.yields(view, row) { 0.5 } else { 1.0 };
        let own = (0..D).fold(0.0, |sum, axis| sum + normal[axis] * f64::from(me.velocity[axis]));
        HalfSpace { normal, bound: own + share * change }
    }

    /// A plane for each obstacle that could be reached within the horizon. Obstacles are convex, so behind the plane
    /// through the nearest point there is all of one.
    fn obstacles<const D: usize>(&self, view: &View<'_, D>, planes: &mut [HalfSpace<D>]) -> usize {
        let (me, horizon) = (&view.me, self.obstacle_horizon.max(view.time_step()));
        let clear = me.radius + self.margin;
        let mut count = 0;
        let reach = clear + horizon * me.max_speed.max(me.speed);
        for near in view.obstacles_near(reach) {
            let nearest = near.nearest_point();
            if count == MOST || nearest.distance > reach + horizon * length(near.velocity) {
                continue;
            }
            let normal: Wide<D> = nearest.normal.map(f64::from);
            let gap = f64::from(nearest.distance) - f64::from(clear);
            // Out of what it is in it need not shoot: the horizon is the time for that, too.
            let carried = f64::from(dot(nearest.normal, near.velocity));
            planes[count] = HalfSpace { normal, bound: carried - gap / f64::from(horizon) };
            count += 1;
        }
        count
    }
}

/// The hits that are nearest, nearest first; returns how many.
fn nearest_hits<const D: usize>(view: &View<'_, D>, nearest: &mut [usize; MOST]) -> usize {
    let before = view.scene.before;
    let mut keys = [(f32::INFINITY, AgentId(u32::MAX)); MOST];
    let mut count = 0;
    for hit in view.percept.listed.clone() {
        let (row, offset) = view.hits.get(hit as usize);
        let key = (length(offset) - view.scene.radius_of(row), before.id[row]);
        if count == MOST && key >= keys[MOST - 1] {
            continue;
        }
        count = MOST.min(count + 1);
        let mut place = count - 1;
        while place > 0 && key < keys[place - 1] {
            (keys[place], nearest[place]) = (keys[place - 1], nearest[place - 1]);
            place -= 1;
        }
        (keys[place], nearest[place]) = (key, hit as usize);
    }
    count
}

/// How far back one steps who turns to the right, and how far it leans to its own side, as shares of its speed. Without
/// the step back a ring of more than a few would not come free.
const STEP_BACK: f32 = 0.3;
const OWN_WAY: f32 = 0.02;
/// The cosine of 45 degrees: paths closer to parallel than this do not cross.
const HALF_RIGHT: f32 = 0.707;

/// The least change of a relative velocity after which two do not touch within the horizon: its direction, and how much
/// of it is needed; negative if there is room to spare. `offset` leads to the other, `relative` is the own velocity
/// less the other's. Two that touch already part within a step.
fn least_change<const D: usize>(
    offset: Wide<D>,
    relative: Wide<D>,
    clear: f64,
    horizon: f64,
    time_step: f64,
    tie: impl Fn() -> Wide<D>,
) -> (Wide<D>, f64) {
    let dot = |a: Wide<D>, b: Wide<D>| (0..D).fold(0.0, |sum, axis| sum + a[axis] * b[axis]);
    let distance2 = dot(offset, offset);
    let touches = distance2 <= clear * clear;
    let time = if touches { time_step } else { horizon };
    let from_end: Wide<D> = std::array::from_fn(|axis| relative[axis] - offset[axis] / time);
    let (end2, toward) = (dot(from_end, from_end), dot(from_end, offset));
    let (way, needed) = if touches || toward < 0.0 && toward * toward > clear * clear * end2 {
        // The forbidden velocities are a cone cut off by a ball: the ball is nearest.
        (from_end, clear / time)
    } else {
        // The cone is nearest: along the line from its axis that is square to its side.
        let (b, speed2) = (dot(offset, relative), dot(relative, relative));
        let across2 = (distance2 * speed2 - b * b).max(0.0);
        let c = speed2 - across2 / (distance2 - clear * clear).max(1e-12 * distance2);
        let share = (b + (b * b - distance2 * c).max(0.0).sqrt()) / distance2;
        (std::array::from_fn(|axis| relative[axis] - share * offset[axis]), clear * share)
    };
    let length = dot(way, way).sqrt();
    // Head-on, both keep right: `tie` is the opposite direction for the other one.
    if length <= 1e-3 * needed.abs() || length == 0.0 {
        (tie(), needed)
    } else {
        (way.map(|c| c / length), needed - length)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::prelude::*;
    use crate::steer::trial::{Trial, assert_near};

    /// Goes along x at 2 and meets someone here who moves so.
    fn meets(position: [f32; 2], velocity: [f32; 2]) -> [f32; 2] {
        Trial::moving([0.0; 2], [2.0, 0.0]).other(position, velocity).aim(AvoidCollisions::default())
    }

    #[test]
    fn goes_aside_from_the_first_it_would_touch() {
        assert_near(meets([6.0, 0.5], [-2.0, 0.0]), [0.0, -1.0]);
        assert_near(meets([6.0, -0.5], [-2.0, 0.0]), [0.0, 1.0]);
        assert_near(meets([6.0, 0.0], [-2.0, 0.0]), [0.0, -1.0]);
        // Crossing from the right: passes behind, to the right.
        assert_near(meets([4.0, -2.0], [0.0, 1.0]), [0.0, -1.0]);
        assert_eq!(meets([4.0, -6.0], [0.0, 3.0]), [0.0; 2], "the faster one passes behind");
        // Overtaking someone slow.
        assert_near(meets([2.5, 0.3], [1.0, 0.0]), [0.0, -1.0]);
        assert_eq!(meets([6.0, 1.1], [-2.0, 0.0]), [0.0; 2], "passes clear");
        assert_eq!(meets([-6.0, 0.0], [-2.0, 0.0]), [0.0; 2], "behind, and going away");
        assert_eq!(meets([9.9, 0.0], [1.0, 0.0]), [0.0; 2], "beyond the horizon");
    }

    #[test]
    fn the_least_change_is_just_enough() {
        // By brute force: of all changes of the relative velocity in a fine fan, none shorter keeps them apart.
        let touch_within = |offset: [f64; 2], v: [f64; 2], clear: f64, horizon: f64| {
            let speed2 = v[0] * v[0] + v[1] * v[1];
            let time = if speed2 > 0.0 { (offset[0] * v[0] + offset[1] * v[1]) / speed2 } else { 0.0 };
            let time = time.clamp(0.0, horizon);
            let apart = [offset[0] - v[0] * time, offset[1] - v[1] * time];
            apart[0] * apart[0] + apart[1] * apart[1] < clear * clear
        };
        for (offset, relative) in [([4.0, 0.8], [3.0, 0.0]), ([2.0, -0.3], [1.0, 0.2]), ([5.0, 0.0], [2.4, -0.1])] {
            let (normal, needed) = least_change(offset, relative, 1.0, 2.0, 0.1, || [0.0, 1.0]);
            assert!(touch_within(offset, relative, 1.0, 2.0) && needed > 0.0);
            let changed = |by: f64, n: [f64; 2]| [relative[0] + n[0] * by, relative[1] + n[1] * by];
            assert!(!touch_within(offset, changed(needed * 1.0001, normal), 1.0, 2.0));
            for angle in 0..720 {
                let angle = f64::from(angle).to_radians() * 0.5;
                let shorter = changed(needed * 0.999, [angle.cos(), angle.sin()]);
                assert!(touch_within(offset, shorter, 1.0, 2.0), "{offset:?}: {angle} is enough");
            }
        }
    }

    #[test]
    fn has_the_last_word_and_no_more_than_needed() {
        let free = PointBody { max_force: f32::INFINITY, max_speed: 4.0, ..PointBody::default() };
        let trial = Trial::moving([0.0; 2], [4.0, 0.0]).body(free);
        // Nobody there: the steering stays what it is.
        let mut world = trial.world(AvoidCollisions::reciprocal());
        world
            .edit_group(GroupId(0), |group| group.settings.behaviors.push(Seek::new(Target::point([0.0, 50.0])).into()))
            .unwrap();
        world.steer();
        assert_near(world.agent(AgentId(0)).unwrap().steering, [-4.0, 4.0]);
        // Someone who stands still and does not yield, dead ahead: it keeps right, just enough to pass.
        let mut world = trial.other([6.0, 0.0], [0.0; 2]).world(AvoidCollisions::reciprocal());
        let mut least = f32::INFINITY;
        for _ in 0..40 {
            world.step();
            least = least.min(length(sub(world.agent(AgentId(0)).unwrap().position, [6.0, 0.0])));
        }
        assert!((0.999..1.1).contains(&least), "{least}");
        assert!(
            world.agent(AgentId(0)).unwrap().position[0] > 8.0 && world.agent(AgentId(0)).unwrap().position[1] < 0.0
        );
    }

    #[test]
    fn stops_at_a_wall_that_a_seeker_would_go_through() {
        let free = PointBody { max_force: f32::INFINITY, max_speed: 4.0, ..PointBody::default() };
        let wall = Obstacle::Box { min: [5.0, -20.0], max: [6.0, 20.0] };
        let mut world =
            Trial::moving([0.0, 0.0], [4.0, 0.0]).body(free).obstacle(wall).world(AvoidCollisions::reciprocal());
        world
            .edit_group(GroupId(0), |group| group.settings.behaviors.push(Seek::new(Target::point([50.0, 3.0])).into()))
            .unwrap();
        for _ in 0..300 {
            world.step();
            assert!(world.agent(AgentId(0)).unwrap().position[0] <= 4.5 + 1e-4);
        }
        assert!(world.agent(AgentId(0)).unwrap().position[0] > 4.4, "it comes as near as its body allows");
    }

    #[test]
    fn only_one_can_have_the_last_word() {
        let mut world = World::<2>::new(Space::open(), 0.1, 1).unwrap();
        let twice = Group::new("a").behavior(AvoidCollisions::reciprocal()).behavior(AvoidCollisions::reciprocal());
        let error = world.add_group(twice).unwrap_err().to_string();
        assert!(error.contains("last word"), "{error}");
    }
}
