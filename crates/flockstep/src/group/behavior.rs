//! A behavior: a rule that makes an aim, and what every behavior has besides.

use crate::error::ParameterError;
use crate::settings::parameters::{ANGLE, LENGTH, Parameters, Value, parameters};
use crate::settings::{Of, Response, When};
use crate::steer::Rule;

parameters! {
    /// What every behavior has besides its own parameters.
    pub struct Common {
        /// Whether the behavior is on.
        enabled("enabled"): bool = true;
        /// Its steering is multiplied by this.
        weight("weight"): f32 = 1.0, range [-1e9, 1e9], slider [0.0, 10.0];
        /// How its aim becomes steering; unset: the behavior's own default.
        response("response"): Option<Response> = None;
        /// Its rank in a `priority` blend; lower numbers come first.
        priority("priority"): u32 = 0, range [0.0, 1e6], slider [0.0, 10.0];
        /// Its chance to be chosen in a `dither` blend.
        chance("chance"): f32 = 0.8, range [0.0, 1.0], slider [0.0, 1.0];
        /// Whom it minds; unset: the behavior's own default.
        of("of"): Option<Of> = None;
        /// How far it looks; unset: the behavior's `distance` where it has one, else the group's sight.
        radius("radius"): Option<f32> = None, unit "units", range LENGTH, slider [0.0, 100.0];
        /// How near an agent may be and still count: with `radius` it makes a ring.
        radius_min("radius_min"): f32 = 0.0, unit "units", range LENGTH, slider [0.0, 100.0];
        /// Its angle of view, centred on the heading; unset: the group's.
        angle("angle"): Option<f32> = None, unit "degrees", range ANGLE, slider ANGLE;
        /// How many of the nearest it minds, 0 for all; unset: the group's.
        nearest("nearest"): Option<u32> = None, range [0.0, 65535.0], slider [0.0, 30.0];
        /// When it is on.
        when("when"): When = When::Always;
        /// The angle of the narrow view that `leading` and `following` look through.
        ahead_angle("ahead.angle"): f32 = 90.0, unit "degrees", range ANGLE, slider ANGLE;
        /// The radius of that narrow view; unset: the group's sight.
        ahead_radius("ahead.radius"): Option<f32> = None, unit "units", range LENGTH, slider [0.0, 100.0];
        /// Whom `threatened` looks for; unset: whom the behavior minds.
        threat("threat"): Option<Of> = None;
    }
}

/// A behavior: a rule that makes an aim, and what every behavior has.
#[derive(Clone, Debug, PartialEq)]
pub struct Behavior {
    /// The rule and its parameters.
    pub rule: Rule,
    /// Weight, response, whom it minds, when it is on.
    pub common: Common,
}

impl Behavior {
    /// A behavior with weight 1 and defaults for the rest.
    pub fn new(rule: impl Into<Rule>) -> Behavior {
        Behavior { rule: rule.into(), common: Common::default() }
    }
    /// The same with this weight.
    pub fn weight(mut self, weight: f32) -> Behavior {
        self.common.weight = weight;
        self
    }
    /// The same minding these agents.
    pub fn of(mut self, of: Of) -> Behavior {
        self.common.of = Some(of);
        self
    }
    /// The same with this response.
    pub fn response(mut self, response: Response) -> Behavior {
        self.common.response = Some(response);
        self
    }
    /// The same, on only when.
    pub fn when(mut self, when: When) -> Behavior {
        self.common.when = when;
        self
    }
    /// The same looking this far.
    pub fn radius(mut self, radius: f32) -> Behavior {
        self.common.radius = Some(radius);
        self
    }
    /// The same with this angle of view in degrees.
    pub fn angle(mut self, angle_deg: f32) -> Behavior {
        self.common.angle = Some(angle_deg);
        self
    }
    /// The same with this rank in a `priority` blend.
    pub fn priority(mut self, priority: u32) -> Behavior {
        self.common.priority = priority;
        self
    }
    /// The same with this chance to be chosen in a `dither` blend.
    pub fn chance(mut self, chance: f32) -> Behavior {
        self.common.chance = chance;
        self
    }
    /// The same minding only those this far off or farther.
    pub fn radius_min(mut self, radius: f32) -> Behavior {
        self.common.radius_min = radius;
        self
    }
    /// The same minding so many of the nearest; 0 for all.
    pub fn nearest(mut self, nearest: u32) -> Behavior {
        self.common.nearest = Some(nearest);
        self
    }
    /// The same with this narrow view for `leading` and `following`: its angle in degrees, and how far it reaches.
    pub fn ahead(mut self, angle_deg: f32, radius: impl Into<Option<f32>>) -> Behavior {
        (self.common.ahead_angle, self.common.ahead_radius) = (angle_deg, radius.into());
        self
    }
    /// The same looking for these when it is on `threatened`.
    pub fn threat(mut self, threat: Of) -> Behavior {
        self.common.threat = Some(threat);
        self
    }
    /// The same switched on or off.
    pub fn enabled(mut self, enabled: bool) -> Behavior {
        self.common.enabled = enabled;
        self
    }

    /// Changes one of its parameters by name: its own, or one that every behavior has.
    pub fn set(&mut self, name: &str, value: &Value) -> Result<(), ParameterError> {
        self.parameters_of_mut(name)?.set(name, value)
    }
    /// One of its parameters by name: its own, or one that every behavior has.
    pub fn get(&self, name: &str) -> Result<Value, ParameterError> {
        if self.rule.parameters().specs().iter().any(|spec| spec.name == name) {
            return self.rule.parameters().get(name);
        }
        self.common.get(name).map_err(|_| self.unknown(name))
    }
    fn parameters_of_mut(&mut self, name: &str) -> Result<&mut dyn Parameters, ParameterError> {
        if self.rule.parameters().specs().iter().any(|spec| spec.name == name) {
            return Ok(self.rule.parameters_mut());
        }
        if Common::SPECS.iter().any(|spec| spec.name == name) {
            return Ok(&mut self.common);
        }
        Err(self.unknown(name))
    }
    fn unknown(&self, name: &str) -> ParameterError {
        let known = self.rule.parameters().specs().iter().chain(Common::SPECS);
        ParameterError::Unknown { parameter: name.into(), known: known.map(|spec| spec.name.to_string()).collect() }
    }
    /// The response in force.
    pub fn response_in_force(&self) -> Response {
        self.common.response.unwrap_or(self.rule.entry().response)
    }
}

impl<R: Into<Rule>> From<R> for Behavior {
    fn from(rule: R) -> Behavior {
        Behavior::new(rule)
    }
}
