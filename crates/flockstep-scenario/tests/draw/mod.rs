//! Draws scenarios from the engine's own tables: every behavior, every parameter, values from all over their ranges.
//!
//! The randomness is a tape of words, so that proptest can shorten a failing one; an empty tape draws the simplest
//! scenario.

use flockstep::group::{Behavior, Group};
use flockstep::parameters::{Kind, Parameters, Point, Spec, Value};
use flockstep::settings::{Body, Captures, Of, Pick, Place, Shape, Target};
use flockstep::steer::{Pursue, REGISTRY, Rule, Separation};
use flockstep::{AgentId, Edge, FARTHEST};
use flockstep_scenario::{
    CostSource, FieldKind, FieldSettings, ObstacleSettings, ObstacleShape, PathSettings, Scenario, ScenarioAgent,
    ScenarioGroup, SpaceSettings,
};

const GROUPS: [&str; 4] = ["birds", "my fish", "a.b \"c\" \\", "7"];
const LAYERS: [&str; 3] = ["prey", "größer\n", "\u{1}\u{7f}"];
pub const FIELDS: [&str; 2] = ["wind", "a \"b\""];
pub const PATHS: [&str; 2] = ["road", "x"];
const MARKERS: [&str; 4] = ["home", "far away", "ключ", "."];

pub struct Tape<'a> {
    words: std::slice::Iter<'a, u64>,
    dimensions: usize,
    /// Whether most numbers are such as a person would choose: then agents meet, which at the ends of the ranges they do not.
    tame: bool,
}

impl Tape<'_> {
    fn word(&mut self) -> u64 {
        self.words.next().copied().unwrap_or_default()
    }
    fn below(&mut self, end: usize) -> usize {
        (self.word() % end as u64) as usize
    }
    fn chance(&mut self, of: usize) -> bool {
        self.below(of) == of - 1
    }
    fn one<T: Clone>(&mut self, of: &[T]) -> T {
        of[self.below(of.len())].clone()
    }
    fn some(&mut self, of: &[&str]) -> Vec<String> {
        let bits = self.below(1 << of.len());
        of.iter().enumerate().filter(|(at, _)| bits >> at & 1 == 1).map(|(_, name)| name.to_string()).collect()
    }

    /// A number in a range: an end, a handy one, or any bit pattern that fits.
    fn number(&mut self, range: [f64; 2], slider: [f64; 2]) -> f32 {
        let [least, most] = range.map(|end| end as f32);
        let way = self.below(6);
        let drawn = match if self.tame && self.below(10) < 9 { way % 2 } else { way } {
            0 => slider[0] as f32,
            1 => (slider[0] + (slider[1] - slider[0]) * (self.below(1001) as f64 / 1000.0)) as f32,
            2 => least,
            3 => most,
            4 => (self.below(2001) as f32 - 1000.0) / 100.0,
            _ => f32::from_bits(self.word() as u32),
        };
        if drawn >= least && drawn <= most { drawn } else { least.max(-1e9).min(most) }
    }
    fn length(&mut self) -> f32 {
        self.number([0.0, 1e15], [0.0, 100.0])
    }
    fn coordinate(&mut self) -> f32 {
        self.number([-f64::from(FARTHEST), f64::from(FARTHEST)], [-50.0, 50.0])
    }
    fn point(&mut self) -> Point {
        let all = [self.coordinate(), self.coordinate(), self.coordinate()];
        Point::from_slice(&all[..self.dimensions]).unwrap()
    }
    /// Two corners, each coordinate of the second greater than that of the first.
    fn corners(&mut self) -> (Point, Point) {
        let min: Vec<f32> = (0..self.dimensions).map(|_| self.number([-1e9, 1e9], [-50.0, 50.0])).collect();
        let max: Vec<f32> = min.iter().map(|c| (c + self.number([0.1, 1e9], [1.0, 100.0])).max(c.next_up())).collect();
        (Point::from_slice(&min).unwrap(), Point::from_slice(&max).unwrap())
    }

    fn of(&mut self) -> Of {
        match self.below(5) {
            0 => Of::Mates,
            1 => Of::Others,
            2 => Of::All,
            3 => Of::Layers { layers: self.some(&LAYERS), all: self.chance(2) },
            _ => Of::Groups(self.some(&GROUPS)),
        }
    }
    fn target(&mut self) -> Target {
        match self.below(4) {
            0 => Target::Point(self.point()),
            1 => Target::marker(self.one(&MARKERS)),
            2 => Target::Group { group: self.one(&GROUPS).into(), pick: self.one(&[Pick::Nearest, Pick::First]) },
            _ => Target::Agent(AgentId(self.word() as u32)),
        }
    }

    pub fn value(&mut self, spec: &Spec) -> Value {
        if spec.optional && self.chance(3) {
            return Value::None;
        }
        let number = |tape: &mut Self| f64::from(tape.number(spec.range, spec.slider));
        match spec.kind {
            Kind::Number => Value::Number(number(self)),
            Kind::Count => {
                Value::Number(spec.range[0] + self.below(1 + (spec.range[1] - spec.range[0]) as usize) as f64)
            }
            Kind::Flag => Value::Flag(self.chance(2)),
            Kind::Word(words) => Value::Word(self.one(words).into()),
            Kind::NumberOrWord(words) if self.chance(3) => Value::Word(self.one(words).into()),
            Kind::NumberOrWord(_) => Value::Number(number(self)),
            Kind::Text => Value::Word(self.one(&["x", "", "a \"b\""]).into()),
            Kind::Point => Value::Numbers(self.point().as_slice().iter().map(|c| f64::from(*c)).collect()),
            Kind::Three => Value::Numbers((0..3).map(|_| number(self)).collect()),
            Kind::Of => Value::Of(self.of()),
            Kind::Target => Value::Targets(vec![self.target()]),
            Kind::Targets => Value::Targets((0..1 + self.below(3)).map(|_| self.target()).collect()),
        }
    }

    /// Changes some parameters. Pairs that a file wants in order are put in order.
    fn fill(&mut self, set: &mut dyn Parameters) {
        for (place, spec) in set.specs().iter().enumerate() {
            if spec.required || self.chance(3) {
                let value = self.value(spec);
                set.set_at(place, &value).unwrap_or_else(|error| panic!("{}: {error}", spec.name));
            }
        }
        for [least, most] in
            [["min", "max"], ["min_rate", "max_rate"], ["min_speed", "max_speed"], ["radius_min", "radius"]]
        {
            match (set.get(least), set.get(most)) {
                (Ok(Value::Number(low)), Ok(Value::Number(high))) if low > high => {
                    set.set(least, &Value::Number(high)).unwrap();
                }
                (Ok(low @ Value::Numbers(_)), Ok(Value::Numbers(_))) => set.set(most, &low).unwrap(),
                _ => {}
            }
        }
    }

    fn behavior(&mut self) -> Behavior {
        let entry = self.one(REGISTRY);
        let mut behavior = Behavior::new((entry.new)());
        self.fill(behavior.rule.parameters_mut());
        self.fill(&mut behavior.common);
        for (key, names) in [("field", FIELDS), ("path", PATHS)] {
            if entry.specs.iter().any(|spec| spec.name == key) {
                let name = Value::Word(self.one(&names).into());
                behavior.rule.parameters_mut().set(key, &name).unwrap();
            }
        }
        if entry.specs.iter().any(|spec| spec.name == "radius") {
            // A file can only give the behavior's own.
            behavior.common.radius = None;
        }
        if behavior.rule.misfit().is_some() { Behavior::new(Rule::named("wander").unwrap()) } else { behavior }
    }

    fn group(&mut self, name: &str) -> ScenarioGroup {
        let mut group = Group::new(name);
        group.layers = self.some(&LAYERS);
        group.color = self.one(&["#4aa3ff", "#000000", "#AbCdEf"]).into();
        group.shape = self.one(&[None, Some(Shape::Fish), Some(Shape::Arrow)]);
        group.player = self.chance(3);
        let models = if self.dimensions == 2 { Body::MODELS } else { &["point", "heading"] };
        group.settings.body = Body::of_model(self.one(models)).unwrap();
        self.fill(group.settings.body.parameters_mut());
        self.fill(&mut group.settings.sight);
        self.fill(&mut group.settings.blend);
        group.settings.behaviors = (0..self.below(5)).map(|_| self.behavior()).collect();
        // A group keeps one formation, and one behavior has the last word.
        for kind in
            [|rule: &Rule| matches!(rule, Rule::Formation(_)), |rule: &Rule| matches!(rule, Rule::AvoidCollisions(_))]
        {
            let mut first = true;
            group.settings.behaviors.retain(|one| !kind(&one.rule) || std::mem::take(&mut first));
        }
        group.place = match self.below(4) {
            0 => None,
            1 => Some(Place::Ball { center: self.point(), radius: self.length() }),
            2 => {
                let (min, max) = self.corners();
                Some(Place::Box { min, max })
            }
            _ => Some(Place::Points((0..1 + self.below(3)).map(|_| self.point()).collect())),
        };
        let least = self.number([0.0, 1e9], [0.0, 10.0]);
        group.speed = self.one(&[None, Some([least; 2]), Some([least, least * 2.0 + 1.0])]);
        if self.chance(3) {
            let mut captures = Captures::default();
            self.fill(&mut captures);
            group.captures = Some(captures);
        }
        let speed = |tape: &mut Self| tape.number([-1e11, 1e11], [-10.0, 10.0]);
        let agents = (0..self.below(4)).map(|_| {
            let velocity = [speed(self), speed(self), speed(self)];
            let velocity = Point::from_slice(&velocity[..self.dimensions]).unwrap();
            ScenarioAgent { position: self.point(), velocity }
        });
        let agents = agents.collect();
        ScenarioGroup { group, count: self.below(20), agents }
    }

    fn obstacle_shape(&mut self) -> ObstacleShape {
        match self.below(6) {
            0 => ObstacleShape::Ball { center: self.point(), radius: self.length() },
            1 => ObstacleShape::Capsule { from: self.point(), to: self.point(), radius: self.length() },
            2 => ObstacleShape::Segment { from: self.point(), to: self.point() },
            3 if self.dimensions == 2 => {
                let corner = |x: f32, y: f32| Point::from([x, y]);
                ObstacleShape::Polygon { points: vec![corner(0.0, 0.0), corner(4.5, 0.25), corner(1.0, 3.0)] }
            }
            4 => {
                let normal = [0.5, 0.25, -1.0];
                ObstacleShape::Plane {
                    point: self.point(),
                    normal: Point::from_slice(&normal[..self.dimensions]).unwrap(),
                }
            }
            _ => {
                let (min, max) = self.corners();
                ObstacleShape::Box { min, max }
            }
        }
    }
    /// A point that is not too far off for a current.
    fn near(&mut self) -> Point {
        let point: Vec<f32> = self.point().as_slice().iter().map(|c| c.clamp(-1e15, 1e15)).collect();
        Point::from_slice(&point).unwrap()
    }
    fn field(&mut self, name: &str) -> FieldSettings {
        let kind = match self.below(4) {
            0 if self.dimensions == 2 => {
                // A goal may be anywhere only where there is no wall.
                let walls = self.chance(2);
                let map = if walls { ["..#.", "G..5", "#. ."] } else { ["....", "...5", ".. ."] };
                FieldKind::Flow {
                    costs: CostSource::Map(map.map(String::from).to_vec()),
                    // Far off, numbers are too coarse to tell a goal from the wall beside it.
                    min: if self.chance(2) || walls { Some([-3.0, 0.5].into()) } else { None },
                    cell: Some(self.number([0.5, 9.0], [1.0, 2.0])),
                    goals: if walls { Vec::new() } else { vec![Target::point([0.0, 0.0]), Target::point([2.5, -1.0])] },
                    obstacles: self.chance(2),
                    clearance: self.number([0.0, 1e15], [0.0, 5.0]),
                    moving_cost: self.number([0.0, 1e6], [0.0, 20.0]),
                }
            }
            1 => FieldKind::Vortex { center: self.near(), speed: self.number([-1e9, 1e9], [-5.0, 5.0]), radius: 2.5 },
            2 => FieldKind::Grid {
                min: self.near(),
                cell: 0.5,
                size: [2, 1],
                velocities: vec![self.near(), self.near()],
            },
            _ => FieldKind::Constant { velocity: self.near() },
        };
        FieldSettings { name: name.into(), kind }
    }
    fn path(&mut self, name: &str) -> PathSettings {
        let corner = |x: f32| Point::from_slice(&[x, 1.0, -x][..self.dimensions]).unwrap();
        let points = vec![corner(0.0), corner(5.0), corner(7.25)];
        PathSettings {
            name: name.into(),
            points,
            closed: self.chance(2),
            smooth: self.chance(2),
            radius: self.length(),
        }
    }

    fn scenario(&mut self) -> Scenario {
        self.dimensions = 2 + self.below(2);
        let mut scenario = Scenario {
            name: self.one(&["", "A name", "\"quoted\" \\ \u{0}\n\t\r\u{85}\u{2028}"]).into(),
            about: self.one(&["", "Übersicht."]).into(),
            dimensions: self.dimensions,
            seed: self.word(),
            time_step: self.number([1e-6, 1e4], [0.02, 0.1]),
            space: SpaceSettings::open(self.dimensions),
            markers: MARKERS.iter().map(|name| (name.to_string(), self.point())).collect(),
            groups: Vec::new(),
            obstacles: Vec::new(),
            fields: FIELDS.iter().map(|name| self.field(name)).collect(),
            paths: PATHS.iter().map(|name| self.path(name)).collect(),
        };
        if self.chance(2) {
            let edge = Edge::from_word(self.one(Edge::WORDS)).unwrap();
            let (min, max) = self.corners();
            scenario.space = SpaceSettings { edge, min, max };
        }
        scenario.groups = GROUPS.iter().map(|name| self.group(name)).collect();
        // Every layer that a behavior may mind is somebody's.
        scenario.groups[0].group.layers = LAYERS.map(String::from).to_vec();
        scenario.obstacles = (0..self.below(3))
            .map(|_| ObstacleSettings {
                shape: self.obstacle_shape(),
                velocity: if self.chance(3) { Some(self.point()) } else { None },
            })
            .collect();
        scenario
    }

    /// Everyone in one point, on one line or in one cell.
    fn tight_place(&mut self) -> Place {
        let center = self.near();
        let beside = |nth: usize| {
            let mut point = center.as_slice().to_vec();
            point[0] += 0.25 * nth as f32;
            Point::from_slice(&point).unwrap()
        };
        match self.below(3) {
            0 => Place::Points(vec![center]),
            1 => Place::Points((0..64).map(beside).collect()),
            _ => Place::Ball { center, radius: self.one(&[1e-6, 1e-3, 0.1]) },
        }
    }
    /// Obstacles on one another, more than a look around holds.
    fn pile(&mut self) -> Vec<ObstacleSettings> {
        let shape = self.obstacle_shape();
        let velocity = if self.chance(3) { Some(self.point()) } else { None };
        (0..65 + self.below(30)).map(|_| ObstacleSettings { shape: shape.clone(), velocity }).collect()
    }

    /// A thousand in a tight place, each with a target among them or a push from everyone, some solid, some among a
    /// pile of obstacles.
    fn crowd(&mut self) -> Scenario {
        let mut scenario = self.scenario();
        scenario.time_step = 0.02;
        scenario.space = SpaceSettings::open(self.dimensions);
        let place = self.tight_place();
        let many = &mut scenario.groups[0];
        (many.count, many.agents, many.group.place) = (1000, Vec::new(), Some(place));
        many.group.settings.sight.radius = 5.0;
        many.group.settings.body = Body::of_model("point").unwrap();
        many.group.captures = None;
        if self.chance(2) {
            many.group.settings.behaviors.push(Behavior::new(Separation::new(2.0)));
        } else {
            let nearest = Target::Group { group: GROUPS[0].into(), pick: Pick::Nearest };
            many.group.settings.behaviors.push(Behavior::new(Pursue::new(nearest)));
        }
        if self.chance(4)
            && let Body::Point(body) = &mut many.group.settings.body
        {
            (body.radius, body.solid) = (0.5, true);
        }
        if self.chance(3) {
            scenario.obstacles = self.pile();
        }
        scenario
    }

    /// A scenario with some of these: one agent, a crowd that takes several threads, everyone in a tight place, at rest, blind,
    /// pulled by huge weights, obstacles on one another, the shortest and long steps, a world with its corners ten million
    /// units off.
    fn run(&mut self) -> Scenario {
        let mut scenario = self.scenario();
        scenario.time_step = self.one(&[0.02, 0.1, 1e-6, 10.0, scenario.time_step]);
        if self.chance(5) {
            let dimensions = self.dimensions;
            let far = |sign: f32| Point::from_slice(&[1e7 * sign; 3][..dimensions]).unwrap();
            let (min, max) = (self.one(&[far(-1.0), far(0.999_999)]), far(1.0));
            scenario.space = SpaceSettings { edge: Edge::from_word(self.one(Edge::WORDS)).unwrap(), min, max };
        }
        if self.chance(6) {
            scenario.groups.iter_mut().for_each(|group| (group.count, group.agents) = (0, Vec::new()));
            scenario.groups[1].count = 1;
        } else if self.chance(6) {
            scenario.groups[0].count = 600;
        }
        let (point, together, rest, blind) = (self.near(), self.chance(6), self.chance(6), self.chance(8));
        let place = self.tight_place();
        if self.chance(12) {
            scenario.obstacles = self.pile();
        }
        let heavy = self.chance(6);
        for group in &mut scenario.groups {
            if together {
                group.group.place = Some(place.clone());
                group.agents.iter_mut().for_each(|agent| agent.position = point);
            }
            if rest {
                group.group.speed = Some([0.0; 2]);
                let still = Point::from_slice(&[0.0; 3][..self.dimensions]).unwrap();
                group.agents.iter_mut().for_each(|agent| agent.velocity = still);
            }
            if blind {
                group.group.settings.sight.radius = 0.0;
            }
            if heavy {
                group.group.settings.behaviors.iter_mut().for_each(|behavior| behavior.common.weight = 1e9);
            }
        }
        scenario
    }
}

/// The scenario of a tape.
#[allow(dead_code)] // not every test that draws draws scenarios
pub fn scenario(words: &[u64]) -> Scenario {
    tape(words, 2).scenario()
}

/// The scenario of a tape for a run: often tame, and with the corners that runs break at.
#[allow(dead_code)]
pub fn run(words: &[u64]) -> Scenario {
    let mut tape = tape(words, 2);
    tape.tame = !tape.chance(3);
    tape.run()
}

/// The scenario of a tape with a crowd in a tight place.
#[allow(dead_code)]
pub fn crowd(words: &[u64]) -> Scenario {
    let mut tape = tape(words, 2);
    tape.tame = true;
    tape.crowd()
}

/// A tape for a single value in a world of this dimension.
#[allow(dead_code)] // not every test that draws scenarios draws single values
pub fn tape(words: &[u64], dimensions: usize) -> Tape<'_> {
    Tape { words: words.iter(), dimensions, tame: false }
}
