//! The `blend` stage: the steering of several behaviors becomes one vector.

use crate::plan::{Plan, Slot};
use crate::random::{self, Purpose};
use crate::settings::BlendKind;
use crate::vector::{Vector, add, is_finite, length, scale, unit_and_length};

/// One vector from the weighted steering of each behavior. What is not finite counts as none.
#[inline(always)]
pub(crate) fn blend<const D: usize>(
    plan: &Plan<D>,
    steering: &[Vector<D>],
    draw: impl Fn(u32) -> [u32; 4],
) -> Vector<D> {
    let blended = match plan.blend.kind {
        BlendKind::Sum => steering.iter().fold([0.0; D], |sum, one| add(sum, *one)),
        BlendKind::Priority => priority(&plan.slots, steering, plan.blend.threshold),
        BlendKind::Budget => budget(steering, plan.body.max_force()),
        BlendKind::Dither => dither(&plan.slots, steering, draw),
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
pub(crate) fn dither_draw(seed: u64, id: u32, step: u64) -> impl Fn(u32) -> [u32; 4] {
    move |slot| random::words(seed, id, step, Purpose::Dither, slot)
}
