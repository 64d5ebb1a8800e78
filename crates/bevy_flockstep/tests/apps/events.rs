//! What happens in a flock, as events.

use crate::common::*;
use bevy_ecs::prelude::*;
use bevy_flockstep::flockstep::AgentId;
use bevy_flockstep::prelude::*;
use bevy_transform::components::Transform;

#[derive(Resource, Default)]
struct Log(Vec<String>);

fn logged(app: &mut bevy_app::App) -> Vec<String> {
    std::mem::take(&mut app.world_mut().resource_mut::<Log>().0)
}

fn listening() -> bevy_app::App {
    let mut app = plane();
    app.init_resource::<Log>();
    app.add_observer(|born: On<Born>, mut log: ResMut<Log>, agents: Query<&FlockAgent>| {
        let known = agents.get(born.entity).is_ok_and(|agent| agent.number == born.number);
        log.0.push(format!("born {} {known}", born.number));
    });
    app.add_observer(|died: On<Died>, mut log: ResMut<Log>, places: Query<&Transform>| {
        log.0.push(format!("died {} {}", died.number, places.contains(died.entity)));
    });
    app.add_observer(|eaten: On<Captured>, mut log: ResMut<Log>, agents: Query<&FlockAgent>| {
        let by = eaten.predator.and_then(|entity| agents.get(entity).ok()).map(|agent| agent.number);
        log.0.push(format!("captured {} by {:?} again {}", eaten.number, by, eaten.respawned));
    });
    app.add_observer(|lost: On<Stranded>, mut log: ResMut<Log>| log.0.push(format!("stranded {}", lost.number)));
    app
}

const HUNT: &str = "
dimensions = 2
[[groups]]
name = 'prey'
agents = [{ position = [0, 0] }, { position = [50, 0] }]
[[groups]]
name = 'pike'
agents = [{ position = [2, 0], velocity = [-4, 0] }]
[groups.body]
max_speed = 4
min_speed = 4
[groups.captures]
of = { groups = ['prey'] }
respawn = false
";

#[test]
fn births_captures_and_deaths_are_told_in_order() {
    let mut app = listening();
    spawn(&mut app, HUNT);
    app.update();
    assert_eq!(logged(&mut app), ["born 0 true", "born 1 true", "born 2 true"]);
    frames(&mut app, 20);
    assert_eq!(logged(&mut app), ["captured 0 by Some(2) again false", "died 0 true"]);
    assert_eq!(agents(&mut app).len(), 2);
}

#[test]
fn one_entity_can_be_observed_alone() {
    let mut app = listening();
    spawn(&mut app, HUNT);
    let text = HUNT.replace("respawn = false", "respawn = true");
    let second = spawn(&mut app, &text);
    app.update();
    let prey = flock(&app, second).entity(AgentId(0)).expect("an entity");
    app.world_mut().entity_mut(prey).observe(|_: On<Captured>, mut log: ResMut<Log>| log.0.push("mine".into()));
    logged(&mut app);
    frames(&mut app, 20);
    let log = logged(&mut app);
    assert_eq!(log.iter().filter(|line| *line == "mine").count(), 1, "{log:?}");
    assert!(log.contains(&"captured 0 by Some(2) again true".into()), "{log:?}");
    assert!(app.world().get_entity(prey).is_ok(), "born again as the same entity");
}

#[test]
fn columns_tell_on_the_entity_of_the_flock() {
    let mut app = listening();
    let flock = app.world_mut().spawn((Flock2d::open(HUNT).expect("a scenario"), Movement::Columns)).id();
    app.world_mut().entity_mut(flock).observe(|_: On<Captured>, mut log: ResMut<Log>| log.0.push("flock".into()));
    frames(&mut app, 20);
    let log = logged(&mut app);
    assert!(log.contains(&"flock".into()) && log.contains(&"captured 0 by None again false".into()), "{log:?}");
    assert_eq!(agents(&mut app), []);
}

const ROOM: &str = "
dimensions = 2
[[fields]]
name = 'way'
type = 'flow'
goals = [{ point = [4.5, 0.5] }]
cell = 1
min = [0, 0]
map = '''
.....
'''
[[groups]]
name = 'crowd'
agents = [{ position = [0.5, 0.5] }]
[[groups.behaviors]]
type = 'follow_field'
field = 'way'
";

#[test]
fn one_who_has_no_way_any_more_is_told_of_once() {
    let mut app = listening();
    let room = spawn(&mut app, ROOM);
    frames(&mut app, 3);
    logged(&mut app);
    let shut = [([2, 0], f32::INFINITY)];
    flock_mut(&mut app, room).world_mut().set_costs("way", &shut).expect("a door");
    frames(&mut app, 10);
    assert_eq!(logged(&mut app), ["stranded 0"]);
}
