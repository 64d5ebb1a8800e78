//! Every kind of edit: it changes the document, what then runs is what the document says, undo takes it back to the same
//! document and the same hash, and redo does it again.

mod common;

use common::{Shelf, hash, run, steps, studio};
use flockstep::AgentId;
use flockstep::parameters::{Point, Value};
use flockstep::settings::{Captures, Shape};
use flockstep_scenario::{ObstacleSettings, ObstacleShape, Scenario, ScenarioAgent, SpaceSettings};
use flockstep_studio::{Command, Edit, Part, Studio, Who};

const WORLD: &str = "
    dimensions = 2
    seed = 3
    [space]
    edge = 'wrap'
    min = [-20, -20]
    max = [20, 20]
    [markers]
    home = [1, 2]
    [[groups]]
    name = 'red'
    count = 20
    agents = [{ position = [0, 0], velocity = [1, 0] }, { position = [3, 1], velocity = [0, 1] }]
    behaviors = [{ type = 'separation' }, { type = 'cohesion' }, { type = 'avoid_obstacles' }]
    [[groups]]
    name = 'blue'
    count = 15
    behaviors = [{ type = 'wander' }]
    [[obstacles]]
    shape = 'ball'
    center = [5, 5]
    radius = 2
";

/// The number of an edit's kind. A new kind does not compile until it is here, and does not pass until it has an example.
fn kind(edit: &Edit) -> usize {
    match edit {
        Edit::Set { .. } => 0,
        Edit::SetModel { .. } => 1,
        Edit::AddBehavior { .. } => 2,
        Edit::RemoveBehavior { .. } => 3,
        Edit::MoveBehavior { .. } => 4,
        Edit::ForgetPersonality(_) => 5,
        Edit::AddGroup => 6,
        Edit::CopyGroup(_) => 7,
        Edit::RemoveGroup(_) => 8,
        Edit::RenameGroup { .. } => 9,
        Edit::SetCount { .. } => 10,
        Edit::SetColor { .. } => 11,
        Edit::SetShape { .. } => 12,
        Edit::SetLayers { .. } => 13,
        Edit::SetPlayer { .. } => 14,
        Edit::SetPlace { .. } => 15,
        Edit::SetSpeed { .. } => 16,
        Edit::SetCaptures { .. } => 17,
        Edit::AddAgent { .. } => 18,
        Edit::RemoveAgent { .. } => 19,
        Edit::SetMarker { .. } => 20,
        Edit::RemoveMarker(_) => 21,
        Edit::AddObstacle(_) => 22,
        Edit::SetObstacle { .. } => 23,
        Edit::RemoveObstacle(_) => 24,
        Edit::SetSpace(_) => 25,
        Edit::SetSeed(_) => 26,
        Edit::SetTimeStep(_) => 27,
        Edit::SetName(_) => 28,
        Edit::SetAbout(_) => 29,
        Edit::Replace(_) => 30,
    }
}
const KINDS: usize = 31;

fn set(who: Who, part: Part, parameter: &str, number: f64) -> Edit {
    Edit::Set { who, part, parameter: parameter.into(), value: Value::Number(number) }
}

fn examples() -> Vec<Edit> {
    let who = Who::Group(0);
    let point = |x: f32| Point::from([x, 1.0]);
    let ball = |radius: f32| ObstacleSettings::from(ObstacleShape::Ball { center: point(2.0), radius });
    let mut other = world();
    other.seed = 4;
    other.groups.remove(1);
    vec![
        set(who, Part::Sight, "radius", 3.0),
        set(who, Part::Body, "max_speed", 3.0),
        set(who, Part::Blend, "threshold", 0.5),
        set(who, Part::Behavior(1), "weight", 3.0),
        set(Who::Agent(AgentId(4), 0), Part::Behavior(1), "weight", 7.0),
        Edit::SetModel { who, model: "heading".into() },
        Edit::AddBehavior { who, name: "wander".into() },
        Edit::AddBehavior { who, name: "pursue".into() },
        Edit::RemoveBehavior { who, at: 0 },
        Edit::MoveBehavior { who, from: 0, to: 1 },
        Edit::ForgetPersonality(AgentId(3)),
        Edit::AddGroup,
        Edit::CopyGroup(0),
        Edit::RemoveGroup(0),
        Edit::RenameGroup { group: 0, name: "others".into() },
        Edit::SetCount { group: 0, count: 3 },
        Edit::SetCount { group: 1, count: 30 },
        Edit::SetColor { group: 0, color: "#010203".into() },
        Edit::SetShape { group: 0, shape: Some(Shape::Bird) },
        Edit::SetLayers { group: 0, layers: vec!["a".into(), "b".into()] },
        Edit::SetPlayer { group: 0, player: true },
        Edit::SetPlace { group: 0, place: Some(flockstep::settings::Place::Ball { center: point(0.0), radius: 2.0 }) },
        Edit::SetSpeed { group: 0, speed: Some([1.0, 2.0]) },
        Edit::SetCaptures { group: 0, captures: Some(Captures::default()) },
        Edit::AddAgent { group: 1, agent: ScenarioAgent { position: point(7.0), velocity: point(0.5) } },
        Edit::RemoveAgent { group: 0, id: AgentId(0), placed: Some(0) },
        Edit::RemoveAgent { group: 1, id: AgentId(30), placed: None },
        Edit::SetMarker { name: "there".into(), at: point(4.0) },
        Edit::SetMarker { name: "home".into(), at: point(4.0) },
        Edit::RemoveMarker("home".into()),
        Edit::AddObstacle(ball(1.0)),
        Edit::SetObstacle { number: 0, obstacle: ball(3.0) },
        Edit::RemoveObstacle(0),
        Edit::SetSpace(SpaceSettings {
            edge: flockstep::Edge::Bounce,
            min: point(-21.0),
            max: Point::from([25.0, 20.0]),
        }),
        Edit::SetSeed(99),
        Edit::SetTimeStep(0.05),
        Edit::SetName("other".into()),
        Edit::SetAbout("something".into()),
        Edit::Replace(Box::new(other)),
    ]
}

fn world() -> Scenario {
    Scenario::parse(WORLD, "world").expect("it is valid")
}

/// The hash of the document's world some steps after its start. Where nobody has a personality, a file runs to the same.
fn from_the_start(studio: &mut Studio, name: &str) -> u64 {
    studio.perform(Command::Restart);
    steps(studio, 5);
    let hash = hash(studio);
    let content = studio.document.content();
    if content.personalities.is_empty() {
        assert_eq!(hash, run(&content.scenario, 5), "{name}");
    }
    hash
}

#[test]
fn every_kind_of_edit_can_be_undone_and_redone_to_the_same_document_and_the_same_hash() {
    let shelf = Shelf::default();
    shelf.put("/shelf/world.toml", WORLD);
    let mut studio = studio("seek", &shelf);
    studio.perform(Command::OpenFile("/shelf/world.toml".into()));
    // One agent has a personality, so that there is something to forget.
    studio.perform(Command::Edit(set(Who::Agent(AgentId(3), 0), Part::Body, "max_speed", 0.5)));
    let start = studio.document.content().clone();
    let start_hash = from_the_start(&mut studio, "the start");
    let mut tried = [false; KINDS];
    for edit in examples() {
        tried[kind(&edit)] = true;
        let name = format!("{edit:?}");
        // In the middle of a run, as a person would do it.
        steps(&mut studio, 3);
        let label = edit.label();
        studio.perform(Command::Edit(edit));
        let edited = studio.document.content().clone();
        assert_ne!(edited, start, "{name} changes something");
        assert_eq!(studio.document.undo_label(), Some(label.as_str()));
        let edited_hash = from_the_start(&mut studio, &name);
        steps(&mut studio, 3);

        studio.perform(Command::Undo);
        assert_eq!(*studio.document.content(), start, "{name} is undone");
        assert_eq!(from_the_start(&mut studio, &name), start_hash, "{name} is undone");
        steps(&mut studio, 3);

        studio.perform(Command::Redo);
        assert_eq!(*studio.document.content(), edited, "{name} is redone");
        assert_eq!(from_the_start(&mut studio, &name), edited_hash, "{name} is redone");
        studio.perform(Command::Undo);
        assert!(studio.notices.current().iter().all(|notice| !notice.bad), "{name}");
    }
    assert_eq!(tried.iter().position(|tried| !tried), None, "every kind has an example");
}

#[test]
fn an_edit_that_moves_nobody_leaves_the_hash() {
    let mut studio = studio("units", &Shelf::default());
    steps(&mut studio, 5);
    let before = hash(&mut studio);
    studio.perform(Command::Edit(Edit::SetColor { group: 0, color: "#010203".into() }));
    studio.perform(Command::Edit(Edit::SetShape { group: 0, shape: Some(Shape::Fish) }));
    studio.perform(Command::Edit(Edit::SetName("other".into())));
    assert_eq!(hash(&mut studio), before);
    assert_eq!(studio.frame().steps, 5, "it was not begun anew");
    assert_eq!(studio.frame().picture.styles[0].shape, Shape::Fish, "and it is drawn so");
    steps(&mut studio, 5);
    assert_eq!(hash(&mut studio), run(&common::scene("units"), 10));
}
