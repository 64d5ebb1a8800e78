//! The `steer` stage: each behavior turns a percept into an aim, its response turns that into steering.
//!
//! One file per behavior: its doc, its parameters, its aim, its tests. [`REGISTRY`] is the only list of them.

mod alignment;
mod arrive;
mod avoid;
mod avoid_collisions;
mod avoid_obstacles;
mod avoid_walls;
mod cohesion;
mod cruise;
mod custom;
mod drift;
mod eight;
mod evade;
mod face;
mod flee;
mod follow_field;
mod follow_leader;
mod follow_path;
mod follow_wall;
mod formation;
mod half_spaces;
mod hide;
mod intercept;
mod interpose;
mod keep;
mod match_velocity;
mod note;
mod pursue;
mod queue;
mod respond;
mod seek;
mod separation;
mod slot;
mod spacing;
mod stay_inside;
mod stay_on_path;
mod tether;
#[cfg(test)]
pub(crate) mod trial;
mod view;
mod wander;

pub use crate::perceive::Falloff;
pub use alignment::{Alignment, AlignmentPick, Average};
pub use arrive::Arrive;
pub use avoid::Avoid;
pub use avoid_collisions::{AvoidCollisions, Method};
pub use avoid_obstacles::AvoidObstacles;
pub use avoid_walls::AvoidWalls;
pub use cohesion::{Cohesion, CohesionAverage, CohesionPick};
pub use cruise::Cruise;
pub use custom::{Custom, CustomBehavior, Needs};
pub use drift::Drift;
pub(crate) use eight::{Draw, Drawn, Eight, Listed};
pub use evade::Evade;
pub use face::Face;
pub use flee::Flee;
pub use follow_field::FollowField;
pub use follow_leader::FollowLeader;
pub use follow_path::{Along, FollowPath};
pub use follow_wall::{FollowWall, Side};
pub use formation::{Formation, FormationShape};
pub use hide::Hide;
pub use intercept::Intercept;
pub use interpose::Interpose;
pub use match_velocity::MatchVelocity;
pub use note::Note;
pub use pursue::Pursue;
pub use queue::Queue;
pub(crate) use respond::{is_straight, respond};
pub use seek::Seek;
pub use separation::{Distance, Separation};
pub(crate) use slot::Slot;
pub use spacing::Spacing;
pub use stay_inside::StayInside;
pub use stay_on_path::StayOnPath;
pub use tether::Tether;
pub use view::{Me, Neighbor, Seen, View};
pub use wander::Wander;

use crate::math::random::Purpose;
use crate::math::vector::Vector;
use crate::perceive::Look;
use crate::scene::Scene;
use crate::settings::parameters::{Parameters, Spec};
use crate::settings::{Of, Response, Sight, Target};
use fearless_simd::{Simd, f32x8};

/// What a behavior is, for people.
#[derive(Clone, Copy, Debug)]
pub struct About {
    /// What it does, in a sentence or two.
    pub what: &'static str,
    /// Its aim as a formula.
    pub formula: &'static str,
    /// Where it comes from.
    pub source: &'static str,
    /// When it fails, and what to do then.
    pub fails: &'static str,
}

/// One line of the registry of behaviors.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// The name in files: the behavior's `type`.
    pub name: &'static str,
    /// What it is.
    pub about: About,
    /// The response it has unless another is set.
    pub response: Response,
    /// Its own parameters.
    pub specs: &'static [Spec],
    /// A new one with its defaults.
    pub new: fn() -> Rule,
}

/// What a rule does in the engine; the enum below dispatches to it.
pub(crate) trait Steers {
    /// What it needs to see, if anything.
    fn looks(&self, common: &LookDefaults) -> Option<Look>;
    /// The targets it names.
    fn targets(&self) -> &[Target] {
        &[]
    }
    /// The field or path it names.
    fn ground(&self) -> Option<Ground<'_>> {
        None
    }
    /// What is wrong with its parameters together, each alone being right.
    fn misfit(&self) -> Option<&'static str> {
        None
    }
    /// Whether it keeps away from something: in a `context` blend it feeds danger where its aim points away from.
    fn avoids(&self) -> bool {
        false
    }
    /// How far it feels ahead for obstacles, with a body this long: in a `context` blend, in every direction.
    fn feels(&self, _length: f32) -> f32 {
        0.0
    }
    /// Its steering, before the weight.
    fn steer<const D: usize>(&self, view: &mut View<'_, D>) -> Vector<D>;
    /// Tells what it goes by, besides its targets: for whoever draws it.
    fn note<const D: usize>(&self, _: &View<'_, D>, _: &mut Vec<Note<D>>) {}
    /// Whether it surely steers nowhere if its sense holds so many.
    #[inline(always)]
    fn rests(&self, _: u32) -> bool {
        false
    }
    /// Whether its steering is a sum over those its sense lists, and nothing else.
    fn answers_each(&self) -> bool {
        false
    }
    /// What eight of those listed add to it, if that can be worked out side by side.
    #[inline(always)]
    fn answer_eight<S: Simd, const D: usize>(&self, _: &Listed<S, D>) -> Option<[f32x8<S>; D]> {
        None
    }
    /// Whether nobody steers by it of those between two corners, whose bodies are so long; told at a glance.
    #[inline(always)]
    fn rests_between<const D: usize>(&self, _: &Scene<D>, _corners: [Vector<D>; 2], _length: f32) -> bool {
        false
    }
    /// Whether it can steer eight agents at once, and whether it goes by what an agent remembers.
    const SIDE_BY_SIDE: bool = false;
    const REMEMBERS: bool = false;
    /// What eight agents remember from now on, if they are then steered side by side.
    #[inline(always)]
    fn remember_eight<S: Simd, const D: usize>(&self, _: &Eight<S, D>) -> Option<[f32x8<S>; D]> {
        None
    }
    /// What it draws a random direction for, if it steers eight agents at once and needs one of each.
    const DRAWS: Option<Purpose> = None;
    /// The steering of eight agents at once, if it can be worked out side by side.
    #[inline(always)]
    fn steer_eight<S: Simd, const D: usize>(&self, _: &Eight<S, D>) -> Option<[f32x8<S>; D]> {
        None
    }
}

/// A task for one behavior, made for each of them anew.
pub(crate) trait ForRule {
    fn run<R: Steers>(self, rule: &R);
}

/// What a behavior goes by, by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ground<'a> {
    /// A field.
    Field(&'a str),
    /// A path.
    Path(&'a str),
}

/// What a rule starts from when it says what it needs to see.
pub(crate) struct LookDefaults<'a> {
    pub sight: &'a Sight,
    /// The radius set on the behavior itself.
    pub radius: Option<f32>,
    pub of: Option<&'a Of>,
    /// How far apart the agent and the largest body there is can be and still touch.
    pub radii: f32,
}

impl LookDefaults<'_> {
    /// A look at mates, as far as the behavior or the group sees.
    pub fn at_mates(&self) -> Look {
        self.look(Of::Mates, self.sight.radius)
    }
    /// A look at others within a distance.
    pub fn at_others(&self, distance: f32) -> Look {
        self.look(Of::Others, distance)
    }
    fn look(&self, of: Of, radius: f32) -> Look {
        Look::new(self.of.cloned().unwrap_or(of), self.radius.unwrap_or(radius))
    }
}

macro_rules! registry {
    ($($variant:ident = $name:literal, $response:ident, $about:expr;)*) => {
        /// A behavior's own part: which one, and its parameters.
        #[derive(Clone, Debug, PartialEq)]
        pub enum Rule {
            $(
                #[doc = concat!("The behavior `", $name, "`.")]
                $variant($variant),
            )*
        }

        /// Every behavior there is.
        pub const REGISTRY: &[Entry] = &[$(
            Entry {
                name: $name,
                about: $about,
                response: Response::$response,
                specs: $variant::SPECS,
                new: || Rule::$variant($variant::default()),
            },
        )*];

        $(
            impl From<$variant> for Rule {
                fn from(rule: $variant) -> Rule {
                    Rule::$variant(rule)
                }
            }
        )*

        impl Rule {
            /// Its line of the registry.
            pub fn entry(&self) -> &'static Entry {
                let name = match self { $(Rule::$variant(_) => $name,)* };
                REGISTRY.iter().find(|entry| entry.name == name).unwrap_or(&REGISTRY[0])
            }
            /// Its own parameters.
            pub fn parameters(&self) -> &dyn Parameters {
                match self { $(Rule::$variant(rule) => rule,)* }
            }
            /// Its own parameters, to change.
            pub fn parameters_mut(&mut self) -> &mut dyn Parameters {
                match self { $(Rule::$variant(rule) => rule,)* }
            }
            pub(crate) fn looks(&self, common: &LookDefaults) -> Option<Look> {
                match self { $(Rule::$variant(rule) => rule.looks(common),)* }
            }
            pub(crate) fn targets(&self) -> &[Target] {
                match self { $(Rule::$variant(rule) => rule.targets(),)* }
            }
            /// The field or path it names.
            pub fn ground(&self) -> Option<Ground<'_>> {
                match self { $(Rule::$variant(rule) => rule.ground(),)* }
            }
            /// What is wrong with its parameters together, each alone being right.
            pub fn misfit(&self) -> Option<&'static str> {
                match self { $(Rule::$variant(rule) => rule.misfit(),)* }
            }
            pub(crate) fn avoids(&self) -> bool {
                match self { $(Rule::$variant(rule) => rule.avoids(),)* }
            }
            pub(crate) fn feels(&self, length: f32) -> f32 {
                match self { $(Rule::$variant(rule) => rule.feels(length),)* }
            }
            #[inline(always)]
            pub(crate) fn steer<const D: usize>(&self, view: &mut View<'_, D>) -> Vector<D> {
                match self { $(Rule::$variant(rule) => rule.steer(view),)* }
            }
            pub(crate) fn note<const D: usize>(&self, view: &View<'_, D>, notes: &mut Vec<Note<D>>) {
                match self { $(Rule::$variant(rule) => rule.note(view, notes),)* }
            }
            #[inline(always)]
            pub(crate) fn rests(&self, count: u32) -> bool {
                match self { $(Rule::$variant(rule) => rule.rests(count),)* }
            }
            /// Whether it goes by what the agent remembers.
            pub(crate) fn remembers(&self) -> bool {
                match self { $(Rule::$variant(_) => <$variant as Steers>::REMEMBERS,)* }
            }
            pub(crate) fn answers_each(&self) -> bool {
                match self { $(Rule::$variant(rule) => rule.answers_each(),)* }
            }
            /// Hands it to a task that is made for each behavior anew.
            #[inline(always)]
            pub(crate) fn hand_to(&self, task: impl ForRule) {
                match self { $(Rule::$variant(rule) => task.run(rule),)* }
            }
        }
    };
}

registry! {
    Seek = "seek", Steer, seek::ABOUT;
    Flee = "flee", Steer, flee::ABOUT;
    Arrive = "arrive", Steer, arrive::ABOUT;
    Pursue = "pursue", Steer, pursue::ABOUT;
    Evade = "evade", Steer, evade::ABOUT;
    Intercept = "intercept", Swerve, intercept::ABOUT;
    Wander = "wander", Steer, wander::ABOUT;
    Cruise = "cruise", Push, cruise::ABOUT;
    Separation = "separation", Push, separation::ABOUT;
    Spacing = "spacing", Push, spacing::ABOUT;
    Alignment = "alignment", Steer, alignment::ABOUT;
    Cohesion = "cohesion", Steer, cohesion::ABOUT;
    Avoid = "avoid", Push, avoid::ABOUT;
    StayInside = "stay_inside", Push, stay_inside::ABOUT;
    AvoidObstacles = "avoid_obstacles", Swerve, avoid_obstacles::ABOUT;
    AvoidWalls = "avoid_walls", Push, avoid_walls::ABOUT;
    FollowWall = "follow_wall", Steer, follow_wall::ABOUT;
    FollowField = "follow_field", Steer, follow_field::ABOUT;
    Drift = "drift", Push, drift::ABOUT;
    FollowPath = "follow_path", Steer, follow_path::ABOUT;
    StayOnPath = "stay_on_path", Steer, stay_on_path::ABOUT;
    AvoidCollisions = "avoid_collisions", Steer, avoid_collisions::ABOUT;
    FollowLeader = "follow_leader", Steer, follow_leader::ABOUT;
    Formation = "formation", Steer, formation::ABOUT;
    MatchVelocity = "match_velocity", Steer, match_velocity::ABOUT;
    Interpose = "interpose", Steer, interpose::ABOUT;
    Hide = "hide", Steer, hide::ABOUT;
    Queue = "queue", Steer, queue::ABOUT;
    Tether = "tether", Steer, tether::ABOUT;
    Face = "face", Face, face::ABOUT;
    Custom = "custom", Push, custom::ABOUT;
}

impl Rule {
    /// A rule by name, with its defaults.
    pub fn named(name: &str) -> Option<Rule> {
        REGISTRY.iter().find(|entry| entry.name == name).map(|entry| (entry.new)())
    }
    /// Whether it changes what all behaviors together want, instead of being one of them.
    pub(crate) fn has_last_word(&self) -> bool {
        matches!(self, Rule::AvoidCollisions(AvoidCollisions { method: Method::Reciprocal, .. }))
    }
    /// The steering that it leaves of what all behaviors together want.
    pub(crate) fn last_word<const D: usize>(&self, view: &View<'_, D>, steering: Vector<D>) -> Vector<D> {
        match self {
            Rule::AvoidCollisions(rule) if self.has_last_word() => rule.last_word(view, steering),
            _ => steering,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::group::Common;

    #[test]
    fn names_are_unique_and_rules_find_their_entry() {
        for (at, entry) in REGISTRY.iter().enumerate() {
            assert!(REGISTRY[..at].iter().all(|other| other.name != entry.name));
            assert_eq!((entry.new)().entry().name, entry.name);
            assert_eq!(entry.specs.len(), (entry.new)().parameters().specs().len());
            for spec in entry.specs {
                // Only a behavior that looks at nobody may have a `radius` of its own.
                let taken = Common::SPECS.iter().any(|common| common.name == spec.name);
                assert!(!taken || (entry.name, spec.name) == ("stay_inside", "radius"), "{} {}", entry.name, spec.name);
                assert!(spec.doc.ends_with('.'), "{} {} has no doc sentence", entry.name, spec.name);
            }
        }
    }

    #[test]
    fn every_default_fits_its_own_range_and_survives_a_round_trip() {
        for entry in REGISTRY {
            let rule = (entry.new)();
            rule.parameters().check().unwrap_or_else(|error| panic!("{}: {error}", entry.name));
            let mut copy = (entry.new)();
            for place in 0..entry.specs.len() {
                let value = rule.parameters().get_at(place).unwrap();
                copy.parameters_mut().set_at(place, &value).unwrap();
            }
            assert_eq!(copy, rule);
        }
    }
}
