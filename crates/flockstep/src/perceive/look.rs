//! What a behavior needs to see, and the sense that several behaviors share.

use super::sum::{Limits, can_note};
use crate::settings::Of;
use crate::steer::Falloff;

/// What a behavior needs to see.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Look {
    pub of: Of,
    pub radius: f32,
    pub wants: Wants,
}

/// What a sense sums up.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Wants {
    pub offset: bool,
    pub direction: bool,
    pub velocity: bool,
    pub course: bool,
    pub nearest: bool,
    pub list: bool,
    pub push: Option<Push>,
}

impl Wants {
    /// Whether it wants more than to know who is there.
    pub fn sums(&self) -> bool {
        self.offset || self.direction || self.velocity || self.course || self.push.is_some()
    }
}

/// The sum of separation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Push {
    /// Where it begins; `None`: at the sum of both bodies' radii.
    pub distance: Option<f32>,
    pub falloff: Falloff,
    pub scale: f32,
    /// Whether those who push are counted.
    pub counted: bool,
}

impl Push {
    /// Nearer than this share of the distance it begins at, a neighbour counts as this near: 1/d stays finite.
    pub const NEAREST: f32 = 1e-6;
    /// The square of the distance that the nearest count as.
    pub fn nearest2(begins: f32) -> f32 {
        ((begins * Push::NEAREST) * (begins * Push::NEAREST)).max(f32::MIN_POSITIVE)
    }
    /// `f(d)/d`: what an offset is multiplied by.
    pub fn strength(&self, square: f32, begins: f32) -> f32 {
        let inverse = 1.0 / square.max(Push::nearest2(begins)).sqrt();
        let [twice, once, always] = self.falloff.strengths(begins, self.scale);
        (twice * inverse + once) * inverse + always
    }
    /// A push from nobody.
    pub const NONE: Push = Push { distance: Some(0.0), falloff: Falloff::Constant, scale: 1.0, counted: false };
}

impl Look {
    pub fn new(of: Of, radius: f32) -> Look {
        Look { of, radius, wants: Wants::default() }
    }
    fn want(mut self, change: impl FnOnce(&mut Wants)) -> Look {
        change(&mut self.wants);
        self
    }
    pub fn offsets(self) -> Look {
        self.want(|w| w.offset = true)
    }
    pub fn directions(self) -> Look {
        self.want(|w| w.direction = true)
    }
    pub fn velocities(self) -> Look {
        self.want(|w| w.velocity = true)
    }
    pub fn courses(self) -> Look {
        self.want(|w| w.course = true)
    }
    pub fn nearest_one(self) -> Look {
        self.want(|w| w.nearest = true)
    }
    pub fn listing(self) -> Look {
        self.want(|w| w.list = true)
    }
    pub fn pushing(self, push: Push) -> Look {
        self.want(|w| w.push = Some(push))
    }
    pub fn everything(self) -> Look {
        self.want(|w| {
            *w = Wants {
                offset: true,
                direction: true,
                velocity: true,
                course: true,
                nearest: true,
                list: true,
                push: w.push,
            }
        })
    }
}

/// A filter over the hits and what to sum over those it lets through. Behaviors with the same filter share one.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Sense {
    /// The bit of the plan's table of admitted groups.
    pub filter: u32,
    pub radius: f32,
    pub radius2: f32,
    pub radius_min: f32,
    /// The cosine of half the angle of view, squared with its sign kept; −2: all around.
    pub cos_signed: f32,
    /// 0: all.
    pub nearest: u32,
    pub wants: Wants,
    /// The bits of the groups it lets through; `None`: all of them, or more groups than bits.
    pub groups: Option<u32>,
    /// Whether it can sum straight from the columns: no list, no choice of the nearest.
    pub direct: bool,
    /// What its kernel must be made for.
    pub kernel: u32,
    pub limits: Limits,
    /// A direct sense that sees all it sees, and notes them along the way.
    pub noted_by: Option<usize>,
    /// Whether it is such a sense for another.
    pub notes: bool,
}

impl Sense {
    /// Whether it sees everyone that another lists and hardly others, so that it can note them along the way.
    pub fn can_note(&self, other: &Sense) -> bool {
        let wider = self.radius >= other.radius && self.cos_signed <= other.cos_signed;
        can_note(self) && self.groups == other.groups && wider
    }
}

impl Sense {
    /// Whether it lists all whom it sees.
    pub fn lists_all(&self) -> bool {
        !self.direct && self.nearest == 0
    }
    /// Whether both let the same agents through and their wants fit into one percept.
    pub fn takes(&self, other: &Sense) -> bool {
        let filter = |s: &Sense| (s.filter, s.radius, s.radius_min, s.cos_signed, s.nearest);
        let pushes = match (&self.wants.push, &other.wants.push) {
            (Some(one), Some(two)) => one == two,
            _ => true,
        };
        filter(self) == filter(other) && pushes
    }
    pub fn merge(&mut self, wants: &Wants) {
        let mine = &mut self.wants;
        mine.offset |= wants.offset;
        mine.direction |= wants.direction;
        mine.velocity |= wants.velocity;
        mine.course |= wants.course;
        mine.nearest |= wants.nearest;
        mine.list |= wants.list;
        mine.push = mine.push.or(wants.push);
    }
}
