//! `separation`: keep clear of neighbours.

use super::{About, LookDefaults, Steers, View};
use crate::error::ParameterError;
use crate::parameters::{Field, Kind, LENGTH, Spec, Value, parameters, words};
use crate::perceive::{Look, Push};
use crate::vector::{Vector, add, clamp_length, scale};

pub(crate) const ABOUT: About = About {
    what: "Pushes away from every neighbour that is too near.",
    formula: "Σ (or mean) of unit(x − x_j)·f(d) over neighbours closer than T, clamped to length 1; f: linear (T−d)/T, \
              inverse 1/d, ratio T/d, offset d/scale, constant 1",
    source: "C. Reynolds (1987, 1999); falloffs: linear from the fleet text, inverse from vehicles, ratio from craft, \
             offset from units",
    fails: "Pushes from both sides cancel: in a crowd agents overlap rather than leave. Below a millionth of T the \
            distance counts as that, so that 1/d stays finite; coincident agents part in a direction that follows from \
            their ids (another library gives no push there).",
};

words! {
    /// How the push of separation depends on the distance d, with T the distance it begins at.
    pub enum Falloff {
        /// `(T − d)/T`.
        Linear = "linear",
        /// `1/d`.
        Inverse = "inverse",
        /// `T/d`.
        Ratio = "ratio",
        /// `d/scale`.
        Offset = "offset",
        /// `1`.
        Constant = "constant",
    }
}

/// Where separation begins.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Distance {
    /// At this distance.
    Length(f32),
    /// Where the two bodies touch: the sum of their radii.
    Radii,
}

impl Field for Distance {
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

impl Falloff {
    /// `f(d)` with the distance it begins at and the scale.
    pub(crate) fn at(self, distance: f32, begins: f32, scale: f32) -> f32 {
        let distance = distance.max(begins * Push::NEAREST);
        match self {
            Falloff::Linear => 1.0 - distance / begins,
            Falloff::Inverse => 1.0 / distance,
            Falloff::Ratio => begins / distance,
            Falloff::Offset => distance / scale,
            Falloff::Constant => 1.0,
        }
    }
}

impl Steers for Separation {
    fn looks(&self, defaults: &LookDefaults) -> Option<Look> {
        let mut look = defaults.at_mates();
        if let (Distance::Length(distance), None) = (self.distance, defaults.radius) {
            look.radius = look.radius.max(distance);
        }
        if self.each {
            return Some(look.listing());
        }
        let distance = match self.distance {
            Distance::Length(length) => Some(length),
            Distance::Radii => None,
        };
        Some(look.pushing(Push { distance, falloff: self.falloff, scale: self.scale }))
    }
    fn steer<const D: usize>(&self, view: &mut View<'_, D>) -> Vector<D> {
        if self.each {
            return self.steer_each(view);
        }
        let mut aim = view.percept.push;
        if self.mean {
            aim = scale(aim, 1.0 / (view.percept.pushing.max(1) as f32));
        }
        if self.clamp {
            aim = clamp_length(aim, 1.0);
        }
        view.respond(aim)
    }
}

impl Separation {
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
