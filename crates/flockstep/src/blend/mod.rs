//! The `blend` stage: the steering of several behaviors becomes one vector.

mod context;
mod control;

pub(crate) use control::steering_of;

use crate::math::random::{self, Purpose};
use crate::math::vector::{Vector, add, is_finite, length, scale, unit_and_length};
use crate::plan::Plan;
use crate::scene::Scene;
use crate::settings::BlendKind;
use crate::steer::{Me, Slot};

/// One vector from the weighted steering of each behavior. What is not finite counts as none.
#[inline(always)]
pub(crate) fn blend<const D: usize>(scene: &Scene<D>, plan: &Plan<D>, me: &Me<D>, steering: &[Vector<D>]) -> Vector<D> {
    let blended = match plan.blend.kind {
        BlendKind::Sum => steering.iter().fold([0.0; D], |sum, one| add(sum, *one)),
        BlendKind::Priority => priority(&plan.slots, steering, plan.blend.threshold),
        BlendKind::Budget => budget(steering, plan.body.body.max_force()),
        BlendKind::Dither => dither(&plan.slots, steering, dither_draw(scene.seed, me.id.0, scene.step)),
        BlendKind::Context => context::context(scene, plan, me, steering),
    };
    if is_finite(blended) { blended } else { [0.0; D] }
}

/// The sum over the lowest priority number whose sum is longer than the threshold.
fn priority<const D: usize>(slots: &[Slot<D>], steering: &[Vector<D>], threshold: f32) -> Vector<D> {
    let mut after = None;
    loop {
        let left = slots.iter().map(|slot| slot.priority).filter(|number| after.is_none_or(|after| *number > after));
        let Some(number) = left.min() else { return [0.0; D] };
        let ranked = slots.iter().zip(steering).filter(|(slot, _)| slot.priority == number);
        let sum = ranked.fold([0.0; D], |sum, (_, one)| add(sum, *one));
        if length(sum) > threshold {
            return sum;
        }
        after = Some(number);
    }
}

/// In order, each takes what is left of the force. Where nothing limits the force this is the sum.
fn budget<const D: usize>(steering: &[Vector<D>], max_force: f32) -> Vector<D> {
    let mut left = max_force;
    let mut sum = [0.0; D];
    for one in steering {
        let (direction, wanted) = unit_and_length(*one);
        let granted = wanted.min(left);
        sum = add(sum, if granted < wanted { scale(direction, granted) } else { *one });
        left -= granted;
        if left <= 0.0 {
            break;
        }
    }
    sum
}

/// In order, each is chosen with its chance; the first chosen one that is not zero wins, made stronger by one over its
/// chance, so that on the average it has its weight.
fn dither<const D: usize>(slots: &[Slot<D>], steering: &[Vector<D>], draw: impl Fn(u32) -> [u32; 4]) -> Vector<D> {
    for (slot, one) in slots.iter().zip(steering) {
        if *one != [0.0; D] && random::fraction(draw(slot.number)[0]) < slot.chance {
            return scale(*one, 1.0 / slot.chance);
        }
    }
    [0.0; D]
}

/// Random words for a dither blend.
fn dither_draw(seed: u64, id: u32, step: u64) -> impl Fn(u32) -> [u32; 4] {
    move |slot| random::words(seed, id, step, Purpose::Dither, slot)
}

#[cfg(test)]
mod tests {
    use crate::prelude::*;
    use crate::steer::trial::assert_near;

    /// A world of one agent with these steerings, each with its priority and chance.
    fn world(kind: BlendKind, max_force: f32, parts: &[([f32; 2], u32, f32)]) -> World<2> {
        let mut world = World::new(Space::open(), 0.1, 21).unwrap();
        let body = PointBody { max_force, ..PointBody::default() };
        let mut group = Group::new("one").body(body).blend(kind);
        group.settings.blend.threshold = 0.5;
        for (nth, (steering, priority, chance)) in parts.iter().enumerate() {
            let steering = *steering;
            world.register(format!("part {nth}"), move |_: &View<'_, 2>| steering).unwrap();
            let mut behavior = Behavior::new(Custom::new(format!("part {nth}"))).priority(*priority);
            behavior.common.chance = *chance;
            group = group.behavior(behavior);
        }
        world.add_group(group).unwrap();
        world.spawn(GroupId(0), [0.0; 2], [0.0; 2]).unwrap();
        world
    }
    fn blended(kind: BlendKind, max_force: f32, parts: &[([f32; 2], u32, f32)]) -> [f32; 2] {
        let mut world = world(kind, max_force, parts);
        world.steer();
        world.agent(AgentId(0)).unwrap().steering
    }

    #[test]
    fn the_sum_adds_everything() {
        assert_near(blended(BlendKind::Sum, 1.0, &[([3.0, 0.0], 0, 1.0), ([0.0, 4.0], 0, 1.0)]), [3.0, 4.0]);
        assert_eq!(blended(BlendKind::Sum, 1.0, &[]), [0.0; 2]);
    }

    #[test]
    fn the_first_priority_beyond_the_threshold_wins() {
        let low = ([9.0, 9.0], 7, 1.0);
        let first = [low, ([0.25, 0.0], 1, 1.0), ([0.0, 0.3], 1, 1.0), ([1.0, 0.0], 3, 1.0)];
        // 0.25 and 0.3 together are 0.39 long: too short; the next number is 3.
        assert_near(blended(BlendKind::Priority, 1.0, &first), [1.0, 0.0]);
        let second = [low, ([0.4, 0.0], 1, 1.0), ([0.0, 0.4], 1, 1.0), ([1.0, 0.0], 3, 1.0)];
        assert_near(blended(BlendKind::Priority, 1.0, &second), [0.4, 0.4]);
        assert_eq!(blended(BlendKind::Priority, 1.0, &[([0.4, 0.0], 0, 1.0)]), [0.0; 2], "nobody is strong enough");
    }

    #[test]
    fn a_budget_is_spent_in_order() {
        let parts = [([3.0, 0.0], 0, 1.0), ([0.0, 4.0], 0, 1.0), ([5.0, 0.0], 0, 1.0)];
        assert_near(blended(BlendKind::Budget, 100.0, &parts), [8.0, 4.0]);
        assert_near(blended(BlendKind::Budget, 5.0, &parts), [3.0, 2.0]);
        assert_near(blended(BlendKind::Budget, 2.0, &parts), [2.0, 0.0]);
        assert_near(blended(BlendKind::Budget, f32::INFINITY, &parts), [8.0, 4.0]);
        assert_eq!(blended(BlendKind::Budget, 0.0, &parts), [0.0; 2]);
    }

    #[test]
    fn dither_gives_each_its_chance_and_on_average_its_weight() {
        // The first is chosen in a quarter of the steps, the second in half of the rest; zero steering never is.
        let parts = [([0.0, 0.0], 0, 1.0), ([1.0, 0.0], 0, 0.25), ([0.0, 1.0], 0, 0.5)];
        let mut world = world(BlendKind::Dither, 1.0, &parts);
        let mut counts = [0i32; 3];
        for _ in 0..4000 {
            world.steer();
            match world.agent(AgentId(0)).unwrap().steering {
                [4.0, 0.0] => counts[0] += 1,
                [0.0, 2.0] => counts[1] += 1,
                [0.0, 0.0] => counts[2] += 1,
                other => panic!("{other:?}"),
            }
        }
        // √(4000·0.25·0.75) is 27; five times that is a safe limit.
        for (count, expected) in counts.into_iter().zip([1000, 1500, 1500]) {
            assert!((count - expected).abs() < 150, "{counts:?}");
        }
        assert_eq!(blended(BlendKind::Dither, 1.0, &[([1.0, 0.0], 0, 0.0)]), [0.0; 2], "no chance at all");
    }
}
