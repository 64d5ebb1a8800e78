//! Bodies: how steering becomes motion.

use crate::settings::parameters::{ANGLE, LENGTH, Parameters, Point, parameters, words};

parameters! {
    /// A point mass: `a = clamp(F, max_force)/mass; v ← clamp((v + a·dt)·axis_scale, max_speed); x ← x + v·dt`.
    pub struct PointBody {
        /// Its mass.
        mass("mass"): f32 = 1.0, unit "mass", range [1e-6, 1e12], slider [0.1, 10.0];
        /// The longest force that steering may apply; `inf` for no limit. With `impulse`, the greatest change of
        /// velocity a step.
        max_force("max_force"): f32 = 20.0, unit "force", range [0.0, f64::INFINITY], slider [0.0, 100.0];
        /// The speed that steering can reach. At 1 what pushes is as strong as what steers, so equal weights balance.
        max_speed("max_speed"): f32 = 1.0, unit "units/s", range [0.0, 1e9], slider [0.0, 50.0];
        /// The speed it never falls below.
        min_speed("min_speed"): f32 = 0.0, unit "units/s", range [0.0, 1e9], slider [0.0, 50.0];
        /// Its radius, for touching and keeping clear.
        radius("radius"): f32 = 0.5, unit "units", range LENGTH, slider [0.0, 10.0];
        /// Its length, for drawing and feelers.
        length("length"): f32 = 1.0, unit "units", range LENGTH, slider [0.1, 20.0];
        /// The velocity is multiplied by this, axis by axis, every step: fish change height reluctantly.
        axis_scale("axis_scale"): Option<Point> = None;
        /// Whether steering is added to the velocity as it is, once a step, instead of acting as a force over time.
        impulse("impulse"): bool = false;
        /// Whether it is solid: after a step no two solid bodies overlap, and none is in an obstacle.
        solid("solid"): bool = false;
    }
}

parameters! {
    /// A rigid craft in the plane: thrust along the bow, steering as a lateral force at the bow, drag and a keel.
    pub struct RigidBody {
        /// Its mass.
        mass("mass"): f32 = 1.0, unit "mass", range [1e-6, 1e12], slider [0.1, 10.0];
        /// Its moment of inertia.
        inertia("inertia"): f32 = 1.0, unit "mass·units²", range [1e-6, 1e12], slider [0.1, 10.0];
        /// The strongest lateral force that steering may apply at the bow.
        max_force("max_force"): f32 = 20.0, unit "force", range [0.0, f64::INFINITY], slider [0.0, 100.0];
        /// The greatest speed.
        max_speed("max_speed"): f32 = 10.0, unit "units/s", range [0.0, 1e9], slider [0.0, 50.0];
        /// The force of its engine along the bow.
        thrust("thrust"): f32 = 10.0, unit "force", range [0.0, 1e12], slider [0.0, 100.0];
        /// Resistance to moving, per unit of speed.
        drag("drag"): f32 = 1.0, unit "force·s/unit", range [0.0, 1e12], slider [0.0, 10.0];
        /// Additional resistance to moving sideways, per unit of sideways speed.
        keel("keel"): f32 = 0.0, unit "force·s/unit", range [0.0, 1e12], slider [0.0, 20.0];
        /// Resistance to turning, per radian a second.
        angular_drag("angular_drag"): f32 = 1.0, unit "torque·s", range [0.0, 1e12], slider [0.0, 20.0];
        /// Its radius, for touching and keeping clear.
        radius("radius"): f32 = 0.5, unit "units", range LENGTH, slider [0.0, 10.0];
        /// Its length: steering acts half of it ahead of the centre.
        length("length"): f32 = 1.0, unit "units", range LENGTH, slider [0.1, 20.0];
        /// Whether it is solid: after a step no two solid bodies overlap, and none is in an obstacle.
        solid("solid"): bool = false;
    }
}

words! {
    /// The distribution of a heading body's noise.
    #[non_exhaustive]
    pub enum NoiseKind {
        /// Uniform over the full width.
        Uniform = "uniform",
        /// Normal with this standard deviation.
        Gaussian = "gaussian",
    }
}

words! {
    /// What a heading body's noise is added to.
    #[non_exhaustive]
    pub enum NoiseOn {
        /// The heading, after turning (Vicsek et al. 1995).
        Heading = "heading",
        /// The wanted direction, before turning: no faster than the body turns (Couzin et al. 2002).
        Wanted = "wanted",
    }
}

words! {
    /// The velocity that moves a heading body.
    #[non_exhaustive]
    pub enum StepWith {
        /// The velocity after turning.
        New = "new",
        /// The velocity before turning (Vicsek et al. 1995).
        Old = "old",
    }
}

parameters! {
    /// A body of constant speed that only turns: the models of the papers. Steering gives the wanted direction.
    pub struct HeadingBody {
        /// Its constant speed.
        speed("speed"): f32 = 1.0, unit "units/s", range [0.0, 1e9], slider [0.0, 50.0];
        /// The fastest it turns.
        max_turn("max_turn"): f32 = 360_000.0, unit "degrees/s", range [0.0, 1e9], slider [0.0, 720.0];
        /// The noise added to its direction every step: full width if uniform, standard deviation if gaussian.
        noise("noise"): f32 = 0.0, unit "degrees", range [0.0, 1e6], slider ANGLE;
        /// The distribution of the noise.
        noise_kind("noise_kind"): NoiseKind = NoiseKind::Uniform;
        /// What the noise is added to: the heading after turning, or the wanted direction before.
        noise_on("noise_on"): NoiseOn = NoiseOn::Heading;
        /// The velocity that moves it.
        step_with("step_with"): StepWith = StepWith::New;
        /// Its radius, for touching and keeping clear.
        radius("radius"): f32 = 0.5, unit "units", range LENGTH, slider [0.0, 10.0];
        /// Its length, for drawing and feelers.
        length("length"): f32 = 1.0, unit "units", range LENGTH, slider [0.1, 20.0];
        /// Whether it is solid: after a step no two solid bodies overlap, and none is in an obstacle.
        solid("solid"): bool = false;
    }
}

/// How steering becomes motion.
#[derive(Clone, Debug, PartialEq)]
pub enum Body {
    /// A point mass.
    Point(PointBody),
    /// A rigid craft (2D).
    Rigid(RigidBody),
    /// Constant speed, limited turn.
    Heading(HeadingBody),
}

impl Default for Body {
    fn default() -> Body {
        Body::Point(PointBody::default())
    }
}

impl Body {
    /// The names of the models.
    pub const MODELS: &'static [&'static str] = &["point", "rigid", "heading"];

    /// A body of a model by name, with its defaults.
    pub fn of_model(model: &str) -> Option<Body> {
        match model {
            "point" => Some(Body::Point(PointBody::default())),
            "rigid" => Some(Body::Rigid(RigidBody::default())),
            "heading" => Some(Body::Heading(HeadingBody::default())),
            _ => None,
        }
    }
    /// The name of its model.
    pub fn model(&self) -> &'static str {
        match self {
            Body::Point(_) => "point",
            Body::Rigid(_) => "rigid",
            Body::Heading(_) => "heading",
        }
    }
    /// Its parameters.
    pub fn parameters(&self) -> &dyn Parameters {
        match self {
            Body::Point(body) => body,
            Body::Rigid(body) => body,
            Body::Heading(body) => body,
        }
    }
    /// Its parameters, to change.
    pub fn parameters_mut(&mut self) -> &mut dyn Parameters {
        match self {
            Body::Point(body) => body,
            Body::Rigid(body) => body,
            Body::Heading(body) => body,
        }
    }
    /// The greatest speed that steering can reach.
    pub fn max_speed(&self) -> f32 {
        match self {
            Body::Point(body) => body.max_speed,
            Body::Rigid(body) => body.max_speed,
            Body::Heading(body) => body.speed,
        }
    }
    /// The longest force that steering may apply.
    pub fn max_force(&self) -> f32 {
        match self {
            Body::Point(body) => body.max_force,
            Body::Rigid(body) => body.max_force,
            Body::Heading(_) => f32::INFINITY,
        }
    }
    /// Its mass.
    pub fn mass(&self) -> f32 {
        match self {
            Body::Point(body) => body.mass,
            Body::Rigid(body) => body.mass,
            Body::Heading(_) => 1.0,
        }
    }
    /// Its radius.
    pub fn radius(&self) -> f32 {
        match self {
            Body::Point(body) => body.radius,
            Body::Rigid(body) => body.radius,
            Body::Heading(body) => body.radius,
        }
    }
    /// Whether it is solid.
    pub fn solid(&self) -> bool {
        match self {
            Body::Point(body) => body.solid,
            Body::Rigid(body) => body.solid,
            Body::Heading(body) => body.solid,
        }
    }
    /// Its length.
    pub fn length(&self) -> f32 {
        match self {
            Body::Point(body) => body.length,
            Body::Rigid(body) => body.length,
            Body::Heading(body) => body.length,
        }
    }
}

impl From<PointBody> for Body {
    fn from(body: PointBody) -> Body {
        Body::Point(body)
    }
}
impl From<RigidBody> for Body {
    fn from(body: RigidBody) -> Body {
        Body::Rigid(body)
    }
}
impl From<HeadingBody> for Body {
    fn from(body: HeadingBody) -> Body {
        Body::Heading(body)
    }
}
