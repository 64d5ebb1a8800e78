//! Every parameter of every behavior, body, sight and blend at each end of its range, alone: drawn worlds (`safe.rs`) might miss one,
//! this misses none.

#![allow(clippy::unwrap_used)]

mod sound;

use flockstep::Error;
use flockstep::ground::{Field, Path};
use flockstep::parameters::{Kind, Parameters, Spec, Value};
use flockstep::prelude::*;
use flockstep::settings::Pick;
use flockstep::steer::REGISTRY;
use sound::{check_step, speeds};

/// The values at the ends of a parameter's range, and those that formulas divide by or compare with.
fn ends<const D: usize>(spec: &Spec) -> Vec<Value> {
    let point = |c: f64| Value::Numbers(vec![c; D]);
    let numbers = [spec.range[0], spec.range[1], 0.0, 1e-30, 1e7, spec.slider[0], spec.slider[1]];
    let number = || numbers.iter().map(|number| Value::Number(*number));
    let words = |words: &[&str]| words.iter().map(|word| Value::Word((*word).into())).collect::<Vec<_>>();
    let mut values = match spec.kind {
        Kind::Number => number().collect(),
        Kind::Count => [spec.range[0], spec.range[1], 1.0, 2.0].map(Value::Number).to_vec(),
        Kind::Flag => [false, true].map(Value::Flag).to_vec(),
        Kind::Word(all) => words(all),
        Kind::NumberOrWord(all) => number().chain(words(all)).collect(),
        Kind::Text => Vec::new(),
        Kind::Point => [0.0, 1e-30, 1e7, -1e7, 1e18, f64::from(f32::MAX)].map(point).to_vec(),
        Kind::Three => numbers.iter().map(|c| Value::Numbers(vec![*c; 3])).collect(),
        Kind::Of => [Of::Mates, Of::Others, Of::All, Of::Groups(vec!["nobody".into()])].map(Value::Of).to_vec(),
        Kind::Target | Kind::Targets => targets::<D>().into_iter().map(|target| Value::Targets(vec![target])).collect(),
    };
    if spec.kind == Kind::Targets {
        values.push(Value::Targets(targets::<D>()));
    }
    if spec.optional {
        values.push(Value::None);
    }
    values
}

/// A point, one at the end of the numbers, one that agents stand on, a marker, groups with and without agents, oneself, and nobody.
fn targets<const D: usize>() -> Vec<Target> {
    let group = |name: &str, pick| Target::Group { group: name.into(), pick };
    vec![
        Target::point([0.0; D]),
        Target::point([f32::MAX; D]),
        Target::point([3.0; D]),
        Target::marker("home"),
        group("ones", Pick::Nearest),
        group("others", Pick::First),
        group("nobody", Pick::Nearest),
        Target::Agent(AgentId(0)),
        Target::Agent(AgentId(u32::MAX)),
    ]
}

/// Two groups of these settings, some of whom stand on one another, in a walled world with ground, a field and a path; or an error if
/// the settings do not fit together.
fn world<const D: usize>(settings: &Settings, edge: Edge, time_step: f32) -> Result<World<D>, Error> {
    let mut world = World::new(Space::new(edge, [-20.0; D], [20.0; D])?, time_step, 5)?;
    world.register("mine", |view: &View<'_, D>| view.respond(view.percept.direction))?;
    world.set_marker("home", [1.0; D])?;
    world.set_field("wind", Field::Current(Current::Constant { velocity: [1.5; D] }))?;
    let points = vec![[-5.0; D], [0.0; D], [5.0; D]];
    world.set_path("road", Path { points, closed: false, smooth: true, radius: 1.0 })?;
    world.add_obstacle(Obstacle::Ball { center: [2.0; D], radius: 1.5 })?;
    world.add_obstacle(Obstacle::Box { min: [-6.0; D], max: [-4.0; D] })?;
    let group = |name: &str| {
        let mut group = Group::new(name);
        group.settings = settings.clone();
        group
    };
    let groups = world.add_groups(vec![group("ones"), group("others"), Group::new("nobody")])?;
    for nth in 0..22 {
        let place = [[3.0; D], [20.0; D], std::array::from_fn(|axis| ((nth * 7 + axis * 3) % 11) as f32 - 5.0)];
        let velocity =
            if nth % 2 == 0 { [0.0; D] } else { std::array::from_fn(|axis| (nth % (axis + 3)) as f32 - 1.0) };
        world.spawn(groups[nth % 2], place[nth % 3], velocity)?;
    }
    Ok(world)
}

/// Runs worlds of these settings; returns whether they fit together.
fn survives<const D: usize>(settings: &Settings, what: &str) -> bool {
    let mut fits = false;
    for (edge, time_step) in [(Edge::Open, 0.1), (Edge::Wrap, 10.0), (Edge::Bounce, 1e-6), (Edge::Clamp, 0.1)] {
        let Ok(mut world) = world::<D>(settings, edge, time_step) else { continue };
        fits = true;
        for step in 0..3 {
            let before = speeds(&world);
            world.step();
            check_step(&world, &before).unwrap_or_else(|error| panic!("{what}, {D}D, {edge:?}, step {step}: {error}"));
        }
    }
    fits
}

/// Sets each parameter of a table in turn to each end; returns how many settings fit together, and how many not.
fn try_ends<const D: usize>(specs: &[Spec], what: &str, set: impl Fn(&Spec, &Value) -> Option<Settings>) -> [usize; 2] {
    let mut tried = [0; 2];
    for spec in specs {
        for value in ends::<D>(spec) {
            // Some of these are out of range: refused, and so not a valid world.
            let Some(settings) = set(spec, &value) else { continue };
            let what = format!("{what} {} = {}", spec.name, value.describe());
            tried[usize::from(!survives::<D>(&settings, &what))] += 1;
        }
    }
    tried
}

/// A behavior of the registry with all that it must be given.
fn complete(entry: &flockstep::steer::Entry) -> Behavior {
    let mut behavior = Behavior::new((entry.new)());
    let rule = behavior.rule.parameters_mut();
    for spec in entry.specs {
        let _ = match (spec.name, spec.kind) {
            ("field", _) => rule.set("field", &Value::Word("wind".into())),
            ("path", _) => rule.set("path", &Value::Word("road".into())),
            (name, Kind::Text) => rule.set(name, &Value::Word("mine".into())),
            (name, Kind::Target) => rule.set(name, &Value::Targets(vec![Target::nearest("others")])),
            // One may want two, to get between them.
            (name, Kind::Targets) => {
                rule.set(name, &Value::Targets(vec![Target::nearest("others"), Target::marker("home")]))
            }
            _ => Ok(()),
        };
    }
    behavior
}

fn behaviors<const D: usize>() {
    for entry in REGISTRY {
        let specs: Vec<Spec> = entry.specs.iter().chain(flockstep::group::Common::SPECS).cloned().collect();
        let [fit, unfit] = try_ends::<D>(&specs, entry.name, |spec, value| {
            let mut settings = Settings::default();
            let mut behavior = complete(entry);
            behavior.set(spec.name, value).ok()?;
            settings.behaviors.push(behavior);
            Some(settings)
        });
        assert!(fit > 40 && fit > 4 * unfit, "{}: {fit} worlds were tried, {unfit} did not fit", entry.name);
    }
}

#[test]
fn behaviors_at_the_ends_of_their_ranges_in_the_plane() {
    behaviors::<2>();
}

#[test]
fn behaviors_at_the_ends_of_their_ranges_in_space() {
    behaviors::<3>();
}

/// Settings in which agents do many things.
fn busy() -> Settings {
    let mut settings = Settings::default();
    let all = ["separation", "alignment", "cohesion", "seek", "avoid_collisions", "avoid_obstacles", "wander"];
    settings.behaviors = REGISTRY.iter().filter(|entry| all.contains(&entry.name)).map(complete).collect();
    settings
}

fn bodies_sights_and_blends<const D: usize>() {
    for model in Body::MODELS {
        let specs = Body::of_model(model).unwrap().parameters().specs();
        let [fit, _] = try_ends::<D>(specs, model, |spec, value| {
            let mut settings = busy();
            settings.body = Body::of_model(model).unwrap();
            settings.body.parameters_mut().set(spec.name, value).ok()?;
            Some(settings)
        });
        assert!(fit > 20 || (*model == "rigid" && D == 3), "{model}: {fit} worlds were tried");
    }
    let default = Settings::default();
    let [fit, _] = try_ends::<D>(default.sight.specs(), "sight", |spec, value| {
        let mut settings = busy();
        settings.sight.set(spec.name, value).ok()?;
        Some(settings)
    });
    assert!(fit > 10, "sight: {fit} worlds were tried");
    let [fit, _] = try_ends::<D>(default.blend.specs(), "blend", |spec, value| {
        let mut settings = busy();
        settings.blend.set(spec.name, value).ok()?;
        Some(settings)
    });
    assert!(fit > 5, "blend: {fit} worlds were tried");
}

#[test]
fn bodies_sights_and_blends_at_the_ends_of_their_ranges() {
    bodies_sights_and_blends::<2>();
    bodies_sights_and_blends::<3>();
}
