//! What a user sets: groups, sight, bodies, blends and behaviors, before the world works with them.

mod body;

pub use body::{Body, HeadingBody, NoiseKind, NoiseOn, PointBody, RigidBody, StepWith};

use crate::error::ParameterError;
use crate::parameters::{ANGLE, Field, Kind, LENGTH, Parameters, Point, Spec, Value, parameters, words};
use crate::steer::Rule;

/// Whom a behavior minds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Of {
    /// Agents of the own group.
    Mates,
    /// Agents of every other group.
    Others,
    /// Every agent.
    All,
    /// Agents of groups with these layers.
    Layers {
        /// The layers' names.
        layers: Vec<String>,
        /// Whether a group must have all of them instead of any.
        all: bool,
    },
    /// Agents of these groups.
    Groups(Vec<String>),
}

impl Of {
    /// Groups with any of these layers.
    pub fn layers<S: Into<String>>(layers: impl IntoIterator<Item = S>) -> Of {
        Of::Layers { layers: layers.into_iter().map(Into::into).collect(), all: false }
    }
    /// These groups.
    pub fn groups<S: Into<String>>(groups: impl IntoIterator<Item = S>) -> Of {
        Of::Groups(groups.into_iter().map(Into::into).collect())
    }
}

impl Field for Of {
    const KIND: Kind = Kind::Of;
    fn to_value(&self) -> Value {
        Value::Of(self.clone())
    }
    fn from_value(value: &Value, spec: &Spec) -> Result<Self, ParameterError> {
        match value {
            Value::Of(of) => Ok(of.clone()),
            _ => Err(spec.refuse(value)),
        }
    }
}

words! {
    /// Which member of a group is the target.
    pub enum Pick {
        /// The one nearest to the agent.
        Nearest = "nearest",
        /// The one with the lowest id.
        First = "first",
    }
}

/// What a behavior aims at.
#[derive(Clone, Debug, PartialEq)]
pub enum Target {
    /// A fixed point.
    Point(Point),
    /// A named marker, which may move.
    Marker(String),
    /// A member of a group.
    Group {
        /// The group's name.
        group: String,
        /// Which member.
        pick: Pick,
    },
    /// One agent, for as long as it lives.
    Agent(u32),
}

impl Target {
    /// A fixed point.
    pub fn point(point: impl Into<Point>) -> Target {
        Target::Point(point.into())
    }
    /// A named marker.
    pub fn marker(name: impl Into<String>) -> Target {
        Target::Marker(name.into())
    }
    /// The nearest member of a group.
    pub fn nearest(group: impl Into<String>) -> Target {
        Target::Group { group: group.into(), pick: Pick::Nearest }
    }
    /// The member of a group with the lowest id.
    pub fn first(group: impl Into<String>) -> Target {
        Target::Group { group: group.into(), pick: Pick::First }
    }
}

impl Field for Target {
    const KIND: Kind = Kind::Target;
    fn to_value(&self) -> Value {
        Value::Targets(vec![self.clone()])
    }
    fn from_value(value: &Value, spec: &Spec) -> Result<Self, ParameterError> {
        match value {
            Value::Targets(targets) if targets.len() == 1 => Ok(targets[0].clone()),
            _ => Err(spec.refuse(value)),
        }
    }
}

impl Field for Vec<Target> {
    const KIND: Kind = Kind::Targets;
    const OPTIONAL: bool = true;
    fn to_value(&self) -> Value {
        if self.is_empty() { Value::None } else { Value::Targets(self.clone()) }
    }
    fn from_value(value: &Value, spec: &Spec) -> Result<Self, ParameterError> {
        match value {
            Value::None => Ok(Vec::new()),
            Value::Targets(targets) => Ok(targets.clone()),
            _ => Err(spec.refuse(value)),
        }
    }
}

words! {
    /// How an aim becomes steering. With aim `a`, velocity `v`, heading `h` (unit), `s` the body's max speed and `r`
    /// the unit vector to starboard (2D: `h` turned clockwise by 90 degrees; 3D: in the plane of `h` and `a`,
    /// perpendicular to `h`, on `a`'s side).
    pub enum Response {
        /// `a·s − v`: the wanted velocity minus the velocity (Reynolds 1999).
        Steer = "steer",
        /// `a`: the influence as it is.
        Push = "push",
        /// `a/‖a‖ − h`: match a heading.
        Face = "face",
        /// `r·sign(a·r)·∠(h, a)/π`: helm over in proportion to the angle.
        Turn = "turn",
        /// `r·sign(a·r)·‖a‖`: helm over by the aim's length.
        Swerve = "swerve",
    }
}

words! {
    /// When a behavior is switched on.
    pub enum When {
        /// Always.
        Always = "always",
        /// No mates in sight.
        Alone = "alone",
        /// No mate in the narrow view ahead (`ahead`).
        Leading = "leading",
        /// A mate in the narrow view ahead (`ahead`).
        Following = "following",
        /// An agent of `threat` in sight.
        Threatened = "threatened",
    }
}

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

parameters! {
    /// How far, how wide and how many an agent sees.
    pub struct Sight {
        /// How far it sees.
        radius("radius"): f32 = 10.0, unit "units", range LENGTH, slider [0.0, 100.0];
        /// Its angle of view, centred on the heading: 360 sees all around, 270 leaves a blind wedge of 90 behind.
        angle("angle"): f32 = 360.0, unit "degrees", range ANGLE, slider ANGLE;
        /// How many of the nearest it minds; 0 for all.
        nearest("nearest"): u32 = 0, range [0.0, 65535.0], slider [0.0, 30.0];
        /// Sort everyone anew only every so many steps, which is quicker: who comes into sight in between may be seen
        /// late. In force is the least of all groups that look at anyone.
        refresh("refresh"): u32 = 1, unit "steps", range [1.0, 100.0], slider [1.0, 10.0];
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

words! {
    /// How the steering of several behaviors becomes one vector.
    pub enum BlendKind {
        /// The sum.
        Sum = "sum",
        /// The sum over the lowest `priority` number whose sum exceeds `threshold`.
        Priority = "priority",
        /// In order, each takes what is left of the body's max force.
        Budget = "budget",
        /// In order, each is chosen with its `chance`; the first chosen one that is not zero wins.
        Dither = "dither",
        /// Every direction is judged by itself: all behaviors say how much they like it, those that avoid how much they fear it, and
        /// the best one is chosen. Responses do not count.
        Context = "context",
    }
}

parameters! {
    /// How the steering of several behaviors becomes one vector.
    pub struct Blend {
        /// The kind of blend.
        kind("type"): BlendKind = BlendKind::Sum;
        /// The length a `priority` sum must exceed to win.
        threshold("threshold"): f32 = 0.001, range [0.0, 1e15], slider [0.0, 1.0];
        /// The time in which a `context` blend takes up the velocity it chose.
        time("time"): f32 = 0.2, unit "s", range [0.0, 1e6], slider [0.0, 2.0];
    }
}

parameters! {
    /// A group that eats what it touches.
    pub struct Captures {
        /// Whom it eats.
        of("of", required): Of = Of::Others;
        /// How near it must come; unset: the sum of both bodies' radii.
        distance("distance"): Option<f32> = None, unit "units", range LENGTH, slider [0.0, 10.0];
        /// Whether the eaten agent is born again at its group's place instead of being removed.
        respawn("respawn"): bool = false;
    }
}

/// Where agents are born.
#[derive(Clone, Debug, PartialEq)]
pub enum Place {
    /// Uniformly in a ball.
    Ball {
        /// Its centre.
        center: Point,
        /// Its radius.
        radius: f32,
    },
    /// Uniformly in a box.
    Box {
        /// The least corner.
        min: Point,
        /// The greatest corner.
        max: Point,
    },
    /// At these points in turn.
    Points(Vec<Point>),
}

/// What agents of a kind share and one agent can have for itself (its *personality*).
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Settings {
    /// How far, how wide and how many they see.
    pub sight: Sight,
    /// How steering becomes motion.
    pub body: Body,
    /// How several behaviors become one steering vector.
    pub blend: Blend,
    /// The behaviors, in order.
    pub behaviors: Vec<Behavior>,
}

words! {
    /// What an agent looks like. It changes no motion.
    pub enum Shape {
        /// A fish with fins, whose tail beats.
        Fish = "fish",
        /// A bird, whose wings beat.
        Bird = "bird",
        /// A small ship with a bow and engines.
        Craft = "craft",
        /// A dart.
        Arrow = "arrow",
    }
}

impl Shape {
    /// Every shape.
    pub const ALL: [Shape; 4] = [Shape::Fish, Shape::Bird, Shape::Craft, Shape::Arrow];
}

/// Agents of one kind.
#[derive(Clone, Debug, PartialEq)]
pub struct Group {
    /// Its name.
    pub name: String,
    /// The layers it is in.
    pub layers: Vec<String>,
    /// Its color, as `#rrggbb`.
    pub color: String,
    /// What its agents look like; unset: whoever draws them finds what fits.
    pub shape: Option<Shape>,
    /// Whether a player may drive its agents; without one its behaviors do.
    pub player: bool,
    /// Sight, body, blend and behaviors.
    pub settings: Settings,
    /// Where its agents are born (again).
    pub place: Option<Place>,
    /// The range of speeds at birth; unset: half the max speed.
    pub speed: Option<[f32; 2]>,
    /// Whom it eats, if anyone.
    pub captures: Option<Captures>,
}

impl Group {
    /// A group with defaults for everything but its name.
    pub fn new(name: impl Into<String>) -> Group {
        Group {
            name: name.into(),
            layers: Vec::new(),
            color: "#4aa3ff".into(),
            shape: None,
            player: false,
            settings: Settings::default(),
            place: None,
            speed: None,
            captures: None,
        }
    }
    /// The same in these layers.
    pub fn layers<S: Into<String>>(mut self, layers: impl IntoIterator<Item = S>) -> Group {
        self.layers = layers.into_iter().map(Into::into).collect();
        self
    }
    /// The same with this sight.
    pub fn sight(mut self, sight: Sight) -> Group {
        self.settings.sight = sight;
        self
    }
    /// The same with this body.
    pub fn body(mut self, body: impl Into<Body>) -> Group {
        self.settings.body = body.into();
        self
    }
    /// The same with this blend.
    pub fn blend(mut self, kind: BlendKind) -> Group {
        self.settings.blend.kind = kind;
        self
    }
    /// The same with one behavior more.
    pub fn behavior(mut self, behavior: impl Into<Behavior>) -> Group {
        self.settings.behaviors.push(behavior.into());
        self
    }
    /// The same born here.
    pub fn place(mut self, place: Place) -> Group {
        self.place = Some(place);
        self
    }
    /// The same born with speeds in this range.
    pub fn speed(mut self, speed: [f32; 2]) -> Group {
        self.speed = Some(speed);
        self
    }
    /// The same eating what it touches.
    pub fn captures(mut self, captures: Captures) -> Group {
        self.captures = Some(captures);
        self
    }
}
