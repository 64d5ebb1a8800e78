//! `separation`: keep clear of neighbours.

use super::{About, Eight, LookDefaults, Note, Steers, View};
use crate::error::ParameterError;
use crate::math::lane::Lane;
use crate::math::vector::{Vector, add, clamp_length, scale};
use crate::perceive::{Falloff, Look, Push};
use crate::settings::parameters::{Kind, LENGTH, Parameter, Spec, Value, parameters};
use fearless_simd::{Simd, f32x8};

pub(crate) const ABOUT: About = About {
    what: "Pushes away from every neighbour that is too near.",
    formula: "Σ (or mean) of unit(x − x_j)·f(d) over neighbours closer than T, clamped to length 1; f: linear (T−d)/T, \
              inverse 1/d, ratio T/d, offset d/scale, constant 1",
    source: "C. Reynolds (1987, 1999); falloffs: linear from the fleet text, inverse from vehicles, ratio from craft, \
             offset from units",
    fails: "Its own response, push, is at most 1 strong, a cohesion that steers is as strong as max_speed. At the \
            default max_speed of 1 equal \
            weights balance: the nearest mates of 20 to 50 are 0.31 of the distance apart in the plane and 0.4 in \
            space. A faster body needs \
            as much more weight here, or the response steer, else the flock is drawn into a heap. Pushes from both \
            sides cancel: in a crowd agents overlap rather than leave. Below a millionth of T the \
            distance counts as that, so that 1/d stays finite; coincident agents part in a direction that follows from \
            their ids (another library gives no push there).",
};

/// Where separation begins.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Distance {
    /// At this distance.
    Length(f32),
    /// Where the two bodies touch: the sum of their radii.
    Radii,
}

impl Parameter for Distance {
    const KIND: Kind = Kind::NumberOrWord(&["radii"]);
    fn to_value(&self) -> Value {
        match self {
            Distance::Length(length) => length.to_value(),
            Distance::Radii => Value::Word("radii".into()),
        }
    }
    fn from_value(value: &Value, spec: &Spec) -> Result<Self, ParameterError> {
        match value {
            Value::Word(word) if word == "radii" => Ok(Distance::Radii),
            Value::Number(_) => f32::from_value(value, spec).map(Distance::Length),
            _ => Err(spec.refuse(value)),
        }
    }
}

parameters! {
    /// Pushes away from every neighbour that is too near.
    pub struct Separation {
        /// Where it begins: a distance, or "radii" for the sum of both bodies' radii.
        distance("distance"): Distance = Distance::Length(2.0), unit "units", range LENGTH, slider [0.0, 20.0];
        /// How the push depends on the distance.
        falloff("falloff"): Falloff = Falloff::Linear;
        /// The scale of the `offset` falloff.
        scale("scale"): f32 = 1.0, unit "units", range [1e-6, 1e15], slider [0.1, 20.0];
        /// Whether to take the mean of the pushes instead of their sum.
        mean("mean"): bool = false;
        /// Whether to shorten the aim to length 1.
        clamp("clamp"): bool = true;
        /// Whether the response is applied neighbour by neighbour and then summed.
        each("each"): bool = false;
    }
}

impl Separation {
    /// Beginning at this distance.
    pub fn new(distance: f32) -> Separation {
        Separation { distance: Distance::Length(distance), ..Separation::default() }
    }
}

impl Steers for Separation {
    const SIDE_BY_SIDE: bool = true;
    fn avoids(&self) -> bool {
        true
    }
    fn looks(&self, defaults: &LookDefaults) -> Option<Look> {
        let mut look = defaults.at_mates();
        if defaults.radius.is_none() {
            look.radius = look.radius.max(match self.distance {
                Distance::Length(distance) => distance,
                Distance::Radii => defaults.radii,
            });
        }
        if self.each {
            return Some(look.listing());
        }
        let distance = match self.distance {
            Distance::Length(length) => Some(length),
            Distance::Radii => None,
        };
        Some(look.pushing(Push { distance, falloff: self.falloff, scale: self.scale, counted: self.mean }))
    }
    fn note<const D: usize>(&self, view: &View<'_, D>, notes: &mut Vec<Note<D>>) {
        // It may begin nearer than it looks.
        let looks = view.reach;
        if let Distance::Length(radius) = self.distance
            && looks.is_some_and(|looks| looks != radius)
        {
            notes.push(Note::Range { center: view.me.position, radius });
        }
    }
    fn steer<const D: usize>(&self, view: &mut View<'_, D>) -> Vector<D> {
        if self.each {
            return self.steer_each(view);
        }
        view.respond(self.aim(view.percept.push, view.percept.pushing as f32))
    }
    #[inline(always)]
    fn steer_eight<S: Simd, const D: usize>(&self, eight: &Eight<S, D>) -> Option<[f32x8<S>; D]> {
        let aim = || self.aim(eight.vector(|block| &block.push), eight.number(|block| &block.pushing));
        (!self.each && eight.is_straight()).then(|| eight.respond(aim()))
    }
}

impl Separation {
    /// The aim from the sum of the pushes and the number of those who push.
    #[inline(always)]
    fn aim<N: Lane, const D: usize>(&self, push: [N; D], pushing: N) -> [N; D] {
        let one = pushing.like(1.0);
        let aim = if self.mean { scale(push, one / pushing.max(one)) } else { push };
        if self.clamp { clamp_length(aim, one) } else { aim }
    }

    fn steer_each<const D: usize>(&self, view: &View<'_, D>) -> Vector<D> {
        let (mut total, mut count) = ([0.0; D], 0);
        for mate in view.neighbors() {
            let begins = match self.distance {
                Distance::Length(length) => length,
                Distance::Radii => view.me.radius + mate.radius,
            };
            if mate.distance >= begins {
                continue;
            }
            let mut push = scale(mate.away_from(&view.me), self.falloff.at(mate.distance, begins, self.scale));
            if self.clamp {
                push = clamp_length(push, 1.0);
            }
            total = add(total, view.respond(push));
            count += 1;
        }
        if self.mean { scale(total, 1.0 / count.max(1) as f32) } else { total }
    }
}

#[cfg(test)]
mod tests {
    use super::{Distance, Falloff};
    use crate::prelude::*;
    use crate::steer::trial::{Trial, assert_near};

    /// A mate 1 to the right and one 2 above, with T = 4.
    fn two_mates() -> Trial<2> {
        Trial::moving([0.0; 2], [1.0, 0.0]).mate([1.0, 0.0], [0.0; 2]).mate([0.0, 2.0], [0.0; 2])
    }
    fn separation(falloff: Falloff) -> Separation {
        Separation { falloff, clamp: false, ..Separation::new(4.0) }
    }

    #[test]
    fn each_falloff_by_hand() {
        assert_near(two_mates().steering(separation(Falloff::Linear)), [-0.75, -0.5]);
        assert_near(two_mates().steering(separation(Falloff::Inverse)), [-1.0, -0.5]);
        assert_near(two_mates().steering(separation(Falloff::Ratio)), [-4.0, -2.0]);
        assert_near(two_mates().steering(separation(Falloff::Constant)), [-1.0, -1.0]);
        let offset = Separation { scale: 0.5, ..separation(Falloff::Offset) };
        assert_near(two_mates().steering(offset), [-2.0, -4.0]);
    }

    #[test]
    fn only_neighbours_closer_than_the_distance_push() {
        let trial = two_mates().mate([-4.0, 0.0], [0.0; 2]).mate([0.0, -4.5], [0.0; 2]).other([0.5, 0.5], [0.0; 2]);
        assert_near(trial.steering(separation(Falloff::Constant)), [-1.0, -1.0]);
        // A short sight does not hide whom the distance reaches, a radius set on purpose does.
        let short = two_mates().sight(Sight { radius: 0.5, ..Sight::default() });
        assert_near(short.steering(separation(Falloff::Constant)), [-1.0, -1.0]);
        assert_near(short.steering(Behavior::new(separation(Falloff::Constant)).radius(1.5)), [-1.0, 0.0]);
    }

    #[test]
    fn the_mean_is_over_those_who_push() {
        let mean = Separation { mean: true, ..separation(Falloff::Ratio) };
        assert_near(two_mates().mate([0.0, 9.0], [0.0; 2]).steering(mean.clone()), [-2.0, -1.0]);
        assert_eq!(Trial::<2>::at_rest().steering(mean), [0.0; 2]);
    }

    #[test]
    fn the_aim_is_shortened_to_one_unless_told_otherwise() {
        let clamped = Separation { clamp: true, ..separation(Falloff::Ratio) };
        assert_near(two_mates().steering(clamped), crate::math::vector::unit([-4.0, -2.0]));
    }

    #[test]
    fn the_radii_of_both_bodies_can_be_the_distance() {
        let radii = Separation { distance: Distance::Radii, ..separation(Falloff::Linear) };
        let wide = |radius| PointBody { radius, max_speed: 4.0, ..PointBody::default() };
        // Twice 0.75: the mate at 1 is within, the one at 2 is not.
        assert_near(two_mates().body(wide(0.75)).steering(radii.clone()), [-1.0 / 3.0, 0.0]);
        // One mate larger than all others, and a sight that is shorter than it is wide.
        let trial = two_mates().body(wide(0.75)).sight(Sight { radius: 0.1, ..Sight::default() });
        let mut world = trial.world(radii);
        world.edit_agent(AgentId(2), |settings| settings.body = wide(1.75).into()).unwrap();
        world.steer();
        // (1.5 − 1)/1.5 from the first, (2.5 − 2)/2.5 from the second.
        assert_near(world.agent(AgentId(0)).unwrap().steering, [-1.0 / 3.0, -0.2]);
    }

    #[test]
    fn each_applies_the_response_to_every_neighbour() {
        let each = Separation { each: true, ..separation(Falloff::Ratio) };
        // Swerving from both: from the mate dead ahead to starboard (the id is even) by 4, from the one to port to
        // starboard by 2. Together first, it would be one swerve by the length of the sum.
        let swerve = |rule: Separation| two_mates().steering(Behavior::new(rule).response(Response::Swerve));
        assert_near(swerve(each.clone()), [0.0, -6.0]);
        assert_near(swerve(separation(Falloff::Ratio)), [0.0, -(20.0f32.sqrt())]);
        // Pushes are the same either way; each of them is shortened to 1, not their sum.
        assert_near(two_mates().steering(each.clone()), [-4.0, -2.0]);
        assert_near(two_mates().steering(Separation { clamp: true, ..each.clone() }), [-1.0, -1.0]);
        assert_near(two_mates().steering(Separation { mean: true, ..each }), [-2.0, -1.0]);
    }

    #[test]
    fn coincident_agents_part_in_opposite_directions() {
        for each in [false, true] {
            for falloff in [Falloff::Linear, Falloff::Inverse, Falloff::Ratio, Falloff::Constant] {
                let rule = Separation { each, clamp: true, ..separation(falloff) };
                let mut world = Trial::<3>::at_rest().mate([0.0; 3], [0.0; 3]).world(rule);
                world.steer();
                let (one, two) = (world.agent(AgentId(0)).unwrap().steering, world.agent(AgentId(1)).unwrap().steering);
                assert!((crate::math::vector::length(one) - 1.0).abs() < 1e-4, "{falloff:?}: {one:?}");
                assert_near(one, two.map(|c| -c));
            }
        }
    }
}
