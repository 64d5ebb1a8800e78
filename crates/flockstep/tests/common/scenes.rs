//! Worlds with something of everything, for the tests that compare runs of the same world.

use flockstep::prelude::*;
use flockstep::settings::{NoiseKind, StepWith};
use flockstep::steer::{AlignmentPick, Average, CohesionPick, Distance, Falloff};

/// A world of either dimension.
#[allow(clippy::large_enum_variant)] // there are never many of them
pub enum Any {
    Plane(World<2>),
    Space(World<3>),
}

macro_rules! either {
    ($any:expr, $world:ident => $do:expr) => {
        match $any {
            Any::Plane($world) => $do,
            Any::Space($world) => $do,
        }
    };
}

impl Any {
    pub fn step(&mut self) {
        either!(self, world => world.step());
    }
    pub fn steps(&mut self, count: usize) {
        (0..count).for_each(|_| self.step());
    }
    pub fn hash(&self) -> u64 {
        either!(self, world => world.hash())
    }
    pub fn len(&self) -> usize {
        either!(self, world => world.len())
    }
    pub fn capture_count(&self) -> u64 {
        either!(self, world => world.capture_count())
    }
    pub fn snapshot(&self) -> Vec<u8> {
        either!(self, world => world.snapshot())
    }
    pub fn restore(&mut self, bytes: &[u8]) {
        either!(self, world => world.restore(bytes)).unwrap();
    }
    /// A new world from a snapshot of this one.
    pub fn reborn(&self, bytes: &[u8]) -> Any {
        match self {
            Any::Plane(_) => Any::Plane(World::from_snapshot(bytes).unwrap()),
            Any::Space(_) => Any::Space(World::from_snapshot(bytes).unwrap()),
        }
    }
    pub fn set_threads(&mut self, count: usize) {
        either!(self, world => world.set_threads(count)).unwrap();
    }
    /// What a game does while a world runs: someone comes, someone goes, someone is pushed, someone changes.
    pub fn meddle(&mut self) {
        either!(self, world => {
            let ids: Vec<AgentId> = world.agents_by_id().map(|agent| agent.id).collect();
            world.despawn(ids[ids.len() / 3]).unwrap();
            world.despawn(ids[ids.len() / 2]).unwrap();
            let twin = world.agent(ids[5]).unwrap();
            world.spawn(GroupId(0), twin.position, twin.velocity.map(|c| -c)).unwrap();
            world.populate(GroupId(0), 40).unwrap();
            world.push(ids[7], twin.velocity).unwrap();
            world.edit_agent(ids[9], |settings| settings.sight.radius *= 1.5).unwrap();
            let blend = world.groups()[0].settings.blend.clone();
            world.edit_group(GroupId(0), |group| group.settings.blend = blend).unwrap();
        });
    }
}

/// A world's name, and how it is made.
pub type Scene = (&'static str, fn() -> Any);

/// All of them.
pub const SCENES: &[Scene] = &[
    ("school", school),
    ("meadow", meadow),
    ("craft", craft),
    ("vicsek", vicsek),
    ("crowd", crowd),
    ("fleet", fleet),
    ("tank", tank),
];

fn seen(radius: f32, angle: f32, nearest: u32) -> Sight {
    Sight { radius, angle, nearest, refresh: 1 }
}

/// Fish on a torus in space, hunted by pikes that eat them; the eaten are born again.
fn school() -> Any {
    let mut world = World::<3>::new(Space::new(Edge::Wrap, [-30.0; 3], [30.0; 3]).unwrap(), 0.05, 11).unwrap();
    let fish = |name: &str| {
        Group::new(name)
            .layers(["prey"])
            .sight(seen(5.0, 300.0, 0))
            .body(PointBody { max_speed: 4.0, max_force: 12.0, ..PointBody::default() })
            .behavior(Behavior::new(Separation::new(1.5)).weight(6.0))
            .behavior(Alignment::default())
            .behavior(Cohesion::default())
            .behavior(Behavior::new(Avoid { distance: 8.0 }).of(Of::layers(["predator"])).weight(9.0))
            .behavior(Behavior::new(Wander::default()).weight(0.5))
            .behavior(Cruise { nudge: 0.8, ..Cruise::default() })
    };
    let pike = Group::new("pike")
        .layers(["predator"])
        .body(PointBody { max_speed: 7.0, max_force: 25.0, radius: 1.2, ..PointBody::default() })
        .behavior(Pursue::new(Target::nearest("bluegill")))
        .captures(Captures { of: Of::layers(["prey"]), respawn: true, ..Captures::default() });
    world.add_groups(vec![fish("bluegill"), fish("bass"), pike]).unwrap();
    world.populate(GroupId(0), 1400).unwrap();
    world.populate(GroupId(1), 700).unwrap();
    world.populate(GroupId(2), 6).unwrap();
    Any::Space(world)
}

/// Fish in a tank that look anew every third step, and a pike that wanders among them and eats whom it meets.
fn tank() -> Any {
    let mut world = World::<3>::new(Space::new(Edge::Wrap, [-20.0; 3], [20.0; 3]).unwrap(), 0.05, 17).unwrap();
    let sight = |radius: f32| Sight { refresh: 3, ..seen(radius, 300.0, 0) };
    let mut few = Behavior::new(Cohesion::default());
    few.common.nearest = Some(7);
    let fish = Group::new("fish")
        .layers(["prey"])
        .sight(sight(4.0))
        .body(PointBody { max_speed: 3.0, max_force: 12.0, ..PointBody::default() })
        .behavior(Behavior::new(Separation::new(1.5)).weight(6.0))
        .behavior(Alignment::default())
        .behavior(few)
        .behavior(Behavior::new(Evade { distance: 5.0, ..Evade::default() }).of(Of::layers(["predator"])).weight(9.0));
    let pike = Group::new("pike")
        .layers(["predator"])
        .sight(sight(6.0))
        .body(PointBody { max_speed: 5.0, radius: 1.0, ..PointBody::default() })
        .behavior(Behavior::new(Cohesion::default()).of(Of::layers(["prey"])))
        .behavior(Wander::default())
        .captures(Captures { of: Of::layers(["prey"]), respawn: true, ..Captures::default() });
    world.add_groups(vec![fish, pike]).unwrap();
    world.populate(GroupId(0), 1500).unwrap();
    world.populate(GroupId(1), 4).unwrap();
    Any::Space(world)
}

/// Sheep in an open meadow and wolves that eat them for good.
fn meadow() -> Any {
    let mut world = World::<2>::new(Space::new(Edge::Open, [-60.0; 2], [60.0; 2]).unwrap(), 0.05, 12).unwrap();
    let sheep = Group::new("sheep")
        .layers(["prey"])
        .sight(seen(4.0, 270.0, 7))
        .body(PointBody { max_speed: 3.0, ..PointBody::default() })
        .behavior(Behavior::new(Separation { falloff: Falloff::Inverse, ..Separation::new(1.5) }).weight(4.0))
        .behavior(Alignment { average: Average::Velocity, ..Alignment::default() })
        .behavior(Cohesion { include_self: true, ..Cohesion::default() })
        .behavior(Behavior::new(Flee { distance: 6.0, ..Flee::default() }).of(Of::layers(["predator"])).weight(2.0))
        .behavior(Behavior::new(Wander { rate: 2.0, ..Wander::default() }).when(When::Alone));
    let wolves = Group::new("wolves")
        .layers(["predator"])
        .sight(seen(9.0, 360.0, 0))
        .body(PointBody { max_speed: 5.0, radius: 0.8, ..PointBody::default() })
        .behavior(Behavior::new(Separation::new(4.0)).weight(2.0))
        .behavior(Behavior::new(Seek::new(Target::nearest("sheep"))).weight(2.0))
        .captures(Captures { of: Of::layers(["prey"]), distance: Some(0.9), respawn: false });
    world.add_groups(vec![sheep, wolves]).unwrap();
    world.populate(GroupId(0), 2600).unwrap();
    world.populate(GroupId(1), 60).unwrap();
    Any::Plane(world)
}

/// Rigid craft among obstacles on a torus; whoever has nobody ahead leads.
fn craft() -> Any {
    let mut world = World::<2>::new(Space::new(Edge::Wrap, [0.0; 2], [120.0, 80.0]).unwrap(), 0.03, 13).unwrap();
    for nth in 0..12 {
        let center = [10.0 * nth as f32, 37.0 + 30.0 * (nth as f32).sin()];
        world.add_obstacle(Obstacle::Ball { center, radius: 2.0 + (nth % 3) as f32 }).unwrap();
    }
    world.add_obstacle(Obstacle::Box { min: [50.0, 10.0], max: [60.0, 14.0] }).unwrap();
    let kind = |name: &str, lead: Behavior| {
        let separation = Separation { falloff: Falloff::Ratio, clamp: false, each: true, ..Separation::new(2.0) };
        Group::new(name)
            .sight(seen(6.0, 270.0, 0))
            .body(RigidBody { max_speed: 8.0, keel: 4.0, angular_drag: 3.0, ..RigidBody::default() })
            .behavior(Behavior::new(Cohesion::default()).response(Response::Turn).weight(8.0))
            .behavior(Behavior::new(Alignment::default()).response(Response::Turn).weight(8.0))
            .behavior(Behavior::new(separation).response(Response::Swerve).weight(8.0))
            .behavior(Behavior::new(AvoidObstacles::default()).weight(12.0))
            .behavior(lead.when(When::Leading).weight(8.0))
    };
    let chase = Behavior::new(Seek::new(Target::first("player"))).response(Response::Swerve);
    let intercept = Behavior::new(Intercept::new(Target::first("player")));
    let player = Group::new("player").body(RigidBody::default());
    world.add_groups(vec![kind("regular", chase), kind("interceptor", intercept), player]).unwrap();
    world.populate(GroupId(0), 700).unwrap();
    world.populate(GroupId(1), 600).unwrap();
    let player = world.populate(GroupId(2), 1).unwrap()[0];
    world.control(player, Some(Control::Helm { helm: 0.3, pitch: 0.0, thrust: 1.0 })).unwrap();
    Any::Plane(world)
}

/// The model of Vicsek et al.: constant speed, the mean direction, noise.
fn vicsek() -> Any {
    let mut world = World::<2>::new(Space::new(Edge::Wrap, [0.0; 2], [30.0; 2]).unwrap(), 1.0, 14).unwrap();
    let average = Alignment { include_self: true, ..Alignment::default() };
    let body = HeadingBody { speed: 0.1, noise: 60.0, step_with: StepWith::Old, ..HeadingBody::default() };
    let group = Group::new("particles")
        .sight(seen(1.0, 360.0, 0))
        .body(body)
        .behavior(Behavior::new(average).response(Response::Push));
    world.add_group(group).unwrap();
    world.populate(GroupId(0), 2500).unwrap();
    Any::Plane(world)
}

/// People in a room, each kind with another blend.
fn crowd() -> Any {
    let mut world = World::<2>::new(Space::new(Edge::Bounce, [-40.0; 2], [40.0; 2]).unwrap(), 0.04, 15).unwrap();
    world.set_marker("exit", [39.0, 0.0]).unwrap();
    let kind = |name: &str, blend: BlendKind, other: &str| {
        let separation = Separation { distance: Distance::Radii, ..Separation::default() };
        let arrive = Arrive { slowing_distance: 6.0, ..Arrive::new(Target::marker("exit")) };
        Group::new(name)
            .sight(seen(3.0, 200.0, 5))
            .body(PointBody { max_speed: 2.0, max_force: 6.0, radius: 0.6, min_speed: 0.1, ..PointBody::default() })
            .blend(blend)
            .behavior(Behavior::new(separation).weight(5.0).of(Of::All).priority(0))
            .behavior(Behavior::new(Evade { distance: 3.0, ..Evade::default() }).of(Of::groups([other])).priority(1))
            .behavior(Behavior::new(Spacing::default()).priority(2))
            .behavior(Behavior::new(arrive).priority(3))
            .behavior(Behavior::new(StayInside::ball([0.0, 0.0], 35.0)).priority(3))
    };
    let groups = vec![
        kind("calm", BlendKind::Priority, "hasty"),
        kind("hasty", BlendKind::Budget, "fickle"),
        kind("fickle", BlendKind::Dither, "calm"),
    ];
    world.add_groups(groups).unwrap();
    for group in 0..3 {
        world.populate(GroupId(group), 500).unwrap();
    }
    Any::Plane(world)
}

/// Ships that mind their whole flock, and heading bodies with gaussian noise, in a box in space.
fn fleet() -> Any {
    let mut world = World::<3>::new(Space::new(Edge::Clamp, [-20.0; 3], [20.0; 3]).unwrap(), 0.05, 16).unwrap();
    let push = |rule: Rule| Behavior::new(rule).response(Response::Push).weight(2.0);
    let align = Alignment { pick: AlignmentPick::Flock, average: Average::Velocity, ..Alignment::default() };
    let cohere = Cohesion { pick: CohesionPick::Flock, inner_radius: Some(8.0), ..Cohesion::default() };
    let ships = |name: &str| {
        Group::new(name)
            .sight(seen(3.0, 360.0, 0))
            .body(PointBody { mass: 0.2, max_speed: 5.0, ..PointBody::default() })
            .behavior(push(align.clone().into()))
            .behavior(push(cohere.clone().into()))
            .behavior(push(Separation::new(1.5).into()))
    };
    let body = HeadingBody {
        speed: 3.0,
        max_turn: 120.0,
        noise: 4.0,
        noise_kind: NoiseKind::Gaussian,
        ..HeadingBody::default()
    };
    let bees = Group::new("bees")
        .sight(seen(2.5, 240.0, 6))
        .body(body)
        .behavior(push(Separation::new(1.0).into()))
        .behavior(push(Alignment { pick: AlignmentPick::Nearest, ..Alignment::default() }.into()))
        .behavior(push(StayInside::cuboid([-15.0; 3], [15.0; 3]).into()));
    world.add_groups(vec![ships("red"), ships("blue"), bees]).unwrap();
    for group in 0..3 {
        world.populate(GroupId(group), 600).unwrap();
    }
    Any::Space(world)
}

/// Agents enough that sorting them into cells is shared out among threads too.
pub fn many() -> Any {
    let mut world = World::<2>::new(Space::new(Edge::Wrap, [0.0; 2], [400.0; 2]).unwrap(), 0.05, 17).unwrap();
    let group = Group::new("many")
        .sight(seen(3.0, 270.0, 0))
        .behavior(Separation::new(1.5))
        .behavior(Alignment::default())
        .behavior(Cohesion::default());
    world.add_group(group).unwrap();
    world.populate(GroupId(0), 40_000).unwrap();
    Any::Plane(world)
}
