//! `custom`: a behavior of your own.

use super::{About, LookDefaults, Steers, View};
use crate::math::vector::Vector;
use crate::perceive::Look;
use crate::settings::Of;
use crate::settings::parameters::parameters;

pub(crate) const ABOUT: About = About {
    what: "A behavior written by the program that uses the engine, registered under a name.",
    formula: "whatever the program says",
    source: "you",
    fails: "A world that names one that is not registered is refused.",
};

/// A behavior of your own: called with the same percepts as the built-in ones, on any thread, for any agent.
///
/// To stay deterministic it must be a pure function of the view; [`View::random`] gives repeatable randomness.
pub trait CustomBehavior<const D: usize>: Send + Sync {
    /// What it looks at. It pays for no more; what it does not ask for is empty in its view.
    fn needs(&self) -> Needs {
        Needs::everything()
    }
    /// Its steering, before the weight. [`View::respond`] turns an aim into steering by the set response.
    fn steer(&self, view: &View<'_, D>) -> Vector<D>;
}

impl<const D: usize, F: Fn(&View<'_, D>) -> Vector<D> + Send + Sync> CustomBehavior<D> for F {
    fn steer(&self, view: &View<'_, D>) -> Vector<D> {
        self(view)
    }
}

/// A function, and what it looks at.
impl<const D: usize, F: Fn(&View<'_, D>) -> Vector<D> + Send + Sync> CustomBehavior<D> for (Needs, F) {
    fn needs(&self) -> Needs {
        self.0.clone()
    }
    fn steer(&self, view: &View<'_, D>) -> Vector<D> {
        self.1(view)
    }
}

/// What a behavior of your own looks at.
///
/// ```
/// use flockstep::prelude::*;
/// use flockstep::steer::Needs;
///
/// let mut world = World::<2>::new(Space::open(), 0.1, 1)?;
/// // Goes by the sums over mates alone: no lists are made for it.
/// let gather = |view: &View<'_, 2>| view.respond(view.percept.offset);
/// world.register("gather", (Needs::nothing().sums().of(Of::Mates).radius(5.0), gather))?;
/// # Ok::<(), flockstep::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[must_use]
pub struct Needs {
    pub(crate) of: Option<Of>,
    pub(crate) radius: Option<f32>,
    pub(crate) sums: bool,
    pub(crate) courses: bool,
    pub(crate) list: bool,
    pub(crate) nearest: bool,
}

impl Needs {
    /// No neighbours at all: targets, obstacles and the agent itself.
    pub fn nothing() -> Needs {
        Needs { of: None, radius: None, sums: false, courses: false, list: false, nearest: false }
    }
    /// Sums, a list and the nearest one.
    pub fn everything() -> Needs {
        Needs { sums: true, courses: true, list: true, nearest: true, ..Needs::nothing() }
    }
    /// The same and the sums of [`View::percept`] but for courses.
    pub fn sums(self) -> Needs {
        Needs { sums: true, ..self }
    }
    /// The same and the sums of offsets and courses (unit velocities). With `sums`, too, it costs as much as a list.
    pub fn courses(self) -> Needs {
        Needs { courses: true, ..self }
    }
    /// The same and [`View::neighbors`].
    pub fn list(self) -> Needs {
        Needs { list: true, ..self }
    }
    /// The same and [`View::nearest`].
    pub fn nearest(self) -> Needs {
        Needs { nearest: true, ..self }
    }
    /// The same of these agents, unless the behavior's `of` says otherwise.
    pub fn of(self, of: Of) -> Needs {
        Needs { of: Some(of), ..self }
    }
    /// The same this far, unless the behavior's `radius` says otherwise.
    pub fn radius(self, radius: f32) -> Needs {
        Needs { radius: Some(radius), ..self }
    }
    /// The look it takes, where mates within the sight are the default.
    pub(crate) fn look(&self, defaults: &LookDefaults) -> Option<Look> {
        if !(self.sums || self.courses || self.list || self.nearest) {
            return None;
        }
        let mut look = defaults.at_mates();
        if let (None, Some(of)) = (defaults.of, &self.of) {
            look.of = of.clone();
        }
        if let (None, Some(radius)) = (defaults.radius, self.radius) {
            look.radius = radius;
        }
        let look = if self.sums { look.offsets().directions().velocities() } else { look };
        let look = if self.courses { look.offsets().courses() } else { look };
        let look = if self.list { look.listing() } else { look };
        Some(if self.nearest { look.nearest_one() } else { look })
    }
}

parameters! {
    /// A behavior of your own, by the name it was registered under.
    pub struct Custom {
        /// The name it was registered under.
        name("name", required): String = String::new();
    }
}

impl Custom {
    /// The one registered under this name.
    pub fn new(name: impl Into<String>) -> Custom {
        Custom { name: name.into() }
    }
}

impl Steers for Custom {
    /// What the program's own behavior looks at is asked of it where its name is looked up.
    fn looks(&self, _: &LookDefaults) -> Option<Look> {
        None
    }
    fn steer<const D: usize>(&self, view: &mut View<'_, D>) -> Vector<D> {
        // A result that is not finite would spread to everyone; it counts as no steering.
        let steering = view.slot.custom.as_ref().map_or([0.0; D], |custom| custom.steer(view));
        if crate::math::vector::is_finite(steering) { steering } else { [0.0; D] }
    }
}

#[cfg(test)]
mod tests {
    use crate::prelude::*;
    use crate::steer::trial::assert_near;
    use crate::steer::{CustomBehavior, Needs};

    /// Steers by how many it sees and by the sum of the ways to them.
    struct Crowd;
    impl CustomBehavior<2> for Crowd {
        fn steer(&self, view: &View<'_, 2>) -> [f32; 2] {
            view.respond([view.percept.offset[0], view.neighbors().count() as f32])
        }
    }

    #[test]
    fn is_called_with_what_the_agent_sees() {
        let mut world = World::<2>::new(Space::open(), 0.1, 1).unwrap();
        world.register("crowd", Crowd).unwrap();
        world.register("still", |_: &View<'_, 2>| [0.0; 2]).unwrap();
        let group = Group::new("a").sight(Sight { radius: 5.0, ..Sight::default() });
        let group = group.behavior(Behavior::new(Custom::new("crowd")).weight(2.0));
        world.add_group(group.behavior(Custom::new("still"))).unwrap();
        for x in [0.0, 3.0, 4.5, 40.0] {
            world.spawn(GroupId(0), [x, 0.0], [0.0; 2]).unwrap();
        }
        world.steer();
        assert_near(world.agent(AgentId(0)).unwrap().steering, [15.0, 4.0]);
        assert_near(world.agent(AgentId(3)).unwrap().steering, [0.0, 0.0]);
    }

    #[test]
    fn what_is_not_finite_counts_as_none() {
        let mut world = World::<2>::new(Space::open(), 0.1, 1).unwrap();
        world.register("broken", |_: &View<'_, 2>| [f32::NAN, f32::INFINITY]).unwrap();
        let push = Behavior::new(Seek::new(Target::point([9.0, 0.0]))).response(Response::Push);
        world.add_group(Group::new("a").behavior(Custom::new("broken")).behavior(push)).unwrap();
        world.spawn(GroupId(0), [0.0; 2], [0.0; 2]).unwrap();
        world.steer();
        assert_eq!(world.agent(AgentId(0)).unwrap().steering, [1.0, 0.0]);
    }

    #[test]
    fn names_must_be_registered_and_are_taken_once() {
        let mut world = World::<2>::new(Space::open(), 0.1, 1).unwrap();
        assert!(world.add_group(Group::new("a").behavior(Custom::new("crowd"))).is_err());
        world.register("crowd", Crowd).unwrap();
        assert!(world.register("crowd", Crowd).is_err());
        assert!(world.add_group(Group::new("a").behavior(Custom::new("crowd"))).is_ok());
    }

    #[test]
    fn it_is_given_what_it_needs_and_no_more() {
        let mut world = World::<2>::new(Space::open(), 0.1, 1).unwrap();
        let count = |view: &View<'_, 2>| {
            let nearest = view.nearest().map_or(0.0, |other| other.distance);
            [view.percept.count as f32 + nearest, view.neighbors().count() as f32]
        };
        world.register("nothing", (Needs::nothing(), count)).unwrap();
        world.register("sums", (Needs::nothing().sums().radius(2.0), count)).unwrap();
        world.register("list", (Needs::nothing().list().of(Of::Others), count)).unwrap();
        world.register("nearest", (Needs::nothing().nearest(), count)).unwrap();
        let group = |name: &str| Group::new(name).behavior(Custom::new(name));
        let groups = ["nothing", "sums", "list", "nearest"].map(group);
        let groups = world.add_groups(groups.to_vec()).unwrap();
        for (nth, group) in groups.iter().enumerate() {
            for x in [0.0, 1.5, 4.5] {
                world.spawn(*group, [x, 100.0 * nth as f32], [0.0; 2]).unwrap();
            }
        }
        world.spawn(groups[0], [0.0, 201.0], [0.0; 2]).unwrap();
        world.steer();
        let steering = |id: u32| world.agent(AgentId(id)).unwrap().steering;
        assert_eq!(steering(0), [0.0, 0.0], "it asked for nobody");
        assert_eq!(steering(3), [1.0, 0.0], "sums, as far as it asked: one, and no list");
        assert_eq!(steering(6), [1.0, 1.0], "a list of those it asked for");
        assert_eq!(steering(9)[0], 2.0 + 1.5, "how many there are, and the nearest one");
    }
}
