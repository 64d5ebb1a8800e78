//! What commands do to the document and the running world, without any window.

mod common;

use common::{Shelf, hash, run, scene, steps, studio};
use flockstep::parameters::Value;
use flockstep::{AgentId, GroupId};
use flockstep_scenario::{Scenario, gallery};
use flockstep_studio::{Answer, Command, Edit, Origin, Part, Selection, Who, Window};
use std::path::PathBuf;

fn set(group: usize, part: Part, parameter: &str, number: f64) -> Command {
    let value = Value::Number(number);
    Command::Edit(Edit::Set { who: Who::Group(group), part, parameter: parameter.into(), value })
}

#[test]
fn steps_are_those_of_the_command_line() {
    let mut studio = studio("school", &Shelf::default());
    steps(&mut studio, 25);
    assert_eq!(studio.frame().steps, 25);
    assert_eq!(hash(&mut studio), run(&scene("school"), 25));
}

#[test]
fn an_edit_takes_effect_while_it_runs_and_undo_takes_it_back() {
    let mut edited = studio("school", &Shelf::default());
    let mut left_alone = studio("school", &Shelf::default());
    steps(&mut edited, 10);
    steps(&mut left_alone, 10);
    edited.perform(set(0, Part::Body, "max_speed", 1.0));
    assert!(edited.document.is_changed());
    steps(&mut edited, 10);
    steps(&mut left_alone, 10);
    assert_ne!(hash(&mut edited), hash(&mut left_alone), "the edit changes the motion");

    let mut undone = studio("school", &Shelf::default());
    steps(&mut undone, 10);
    undone.perform(set(0, Part::Body, "max_speed", 1.0));
    undone.perform(Command::Undo);
    assert!(!undone.document.is_changed());
    steps(&mut undone, 10);
    assert_eq!(hash(&mut undone), hash(&mut left_alone), "undone at once it is as if it had never been");

    undone.perform(Command::Redo);
    steps(&mut undone, 10);
    steps(&mut left_alone, 10);
    assert_ne!(hash(&mut undone), hash(&mut left_alone), "and redo does it again");
}

#[test]
fn a_refused_edit_changes_nothing_and_says_why() {
    let mut studio = studio("school", &Shelf::default());
    let before = studio.document.scenario().clone();
    studio.perform(set(0, Part::Sight, "radius", -1.0));
    studio.perform(set(0, Part::Sight, "no such", 1.0));
    studio.perform(set(77, Part::Sight, "radius", 1.0));
    studio.perform(Command::Edit(Edit::RemoveBehavior { who: Who::Group(0), at: 99 }));
    studio.perform(Command::Edit(Edit::AddBehavior { who: Who::Group(0), name: "no such".into() }));
    studio.perform(Command::Edit(Edit::SetModel { who: Who::Group(0), model: "rigid".into() }));
    assert_eq!(*studio.document.scenario(), before);
    assert!(studio.notices.current().iter().any(|notice| notice.bad && notice.text.contains("two dimensions")));
    assert_eq!(studio.document.undo_label(), None);
}

#[test]
fn what_is_dragged_is_one_edit() {
    let mut studio = studio("school", &Shelf::default());
    let before = studio.document.scenario().clone();
    studio.holding = true;
    for radius in 1..20 {
        studio.perform(set(0, Part::Sight, "radius", f64::from(radius)));
    }
    studio.holding = false;
    studio.refresh();
    studio.perform(set(0, Part::Sight, "radius", 44.0));
    studio.perform(Command::Undo);
    studio.perform(Command::Undo);
    assert_eq!(*studio.document.scenario(), before);
    assert_eq!(studio.document.undo_label(), None);
}

#[test]
fn what_the_studio_saves_runs_to_the_same_hash() {
    for scene in gallery::scenes() {
        let shelf = Shelf::default();
        let mut studio = studio(scene.name, &shelf);
        studio.perform(set(0, Part::Sight, "radius", 7.3));
        studio.perform(Command::Edit(Edit::AddBehavior { who: Who::Group(0), name: "wander".into() }));
        studio.perform(Command::SaveAs(PathBuf::from("/shelf/mine.toml")));
        assert!(!studio.document.is_changed());
        assert_eq!(studio.document.origin(), &Origin::File("/shelf/mine.toml".into()));
        let text = shelf.text("/shelf/mine.toml").expect("it was saved");
        let read = Scenario::parse(&text, "mine").expect("it is valid");
        studio.perform(Command::Restart);
        steps(&mut studio, 30);
        assert_eq!(hash(&mut studio), run(&read, 30), "{}", scene.name);
    }
}

#[test]
fn unsaved_changes_are_asked_about_before_they_are_lost() {
    let shelf = Shelf::default();
    let mut studio = studio("seek", &shelf);
    let edit = set(0, Part::Sight, "radius", 3.0);
    for losing in [Command::OpenScene("flee".into()), Command::New, Command::Quit] {
        studio.perform(edit.clone());
        studio.perform(losing.clone());
        assert_eq!(studio.document.origin(), &Origin::Gallery("seek".into()), "{losing:?} waits");
        assert!(!studio.quit);
        studio.perform(Command::Answer(Answer::Cancel));
        assert!(studio.document.is_changed() && studio.pending.is_none());
    }
    // Saving first asks where; then the file is safe.
    studio.perform(Command::OpenScene("flee".into()));
    studio.perform(Command::Answer(Answer::Save));
    assert_eq!(studio.window, Some(Window::SaveAs));
    studio.perform(Command::SaveAs("/shelf/seek.toml".into()));
    assert!(shelf.text("/shelf/seek.toml").is_some());
    studio.perform(Command::Edit(Edit::SetSeed(5)));
    studio.perform(Command::OpenScene("flee".into()));
    studio.perform(Command::Answer(Answer::Discard));
    assert_eq!(studio.document.origin(), &Origin::Gallery("flee".into()));
}

#[test]
fn a_file_that_changes_on_disk_is_read_again_and_a_broken_one_shows_its_errors() {
    let shelf = Shelf::default();
    let text = scene("seek").to_toml();
    shelf.put("/shelf/seek.toml", &text);
    let mut studio = studio("flee", &shelf);
    studio.perform(Command::OpenFile("/shelf/seek.toml".into()));
    steps(&mut studio, 5);
    let running = studio.frame().steps;
    let wait = || std::thread::sleep(std::time::Duration::from_millis(600));

    shelf.put("/shelf/seek.toml", &text.replace("dimensions", "dimensoins"));
    wait();
    studio.refresh();
    let mistakes = studio.mistakes.clone().expect("the mistakes are shown");
    assert!(mistakes.text.contains("dimensoins") && mistakes.text.contains("did you mean"), "{}", mistakes.text);
    assert_eq!(studio.frame().steps, running, "what runs goes on");

    shelf.put("/shelf/seek.toml", &text.replace("seed = 1", "seed = 4242"));
    wait();
    studio.refresh();
    assert_eq!(studio.document.scenario().seed, 4242);
    assert_eq!(studio.mistakes, None);
}

#[test]
fn a_personality_is_one_agents_alone_and_can_be_given_back() {
    let mut studio = studio("school", &Shelf::default());
    let mut left_alone = common::studio("school", &Shelf::default());
    studio.perform(Command::Select(Selection::Agent(AgentId(3))));
    studio.refresh();
    let group = studio.frame().inside.as_ref().expect("it lives").group.index();
    let who = Who::Agent(AgentId(3), group);
    let value = Value::Number(0.0);
    studio.perform(Command::Edit(Edit::Set { who, part: Part::Body, parameter: "max_speed".into(), value }));
    assert!(!studio.document.is_changed(), "the file knows groups alone");
    studio.refresh();
    assert!(studio.frame().inside.as_ref().is_some_and(|inside| inside.personality));
    studio.perform(Command::Edit(Edit::ForgetPersonality(AgentId(3))));
    steps(&mut studio, 10);
    steps(&mut left_alone, 10);
    assert!(studio.frame().inside.as_ref().is_some_and(|inside| !inside.personality));
    assert_eq!(hash(&mut studio), hash(&mut left_alone));
}

#[test]
fn agents_come_and_go_while_it_runs() {
    let mut studio = studio("units", &Shelf::default());
    steps(&mut studio, 5);
    let (agents, step) = (studio.frame().agents, studio.frame().steps);
    studio.perform(Command::Spawn { group: 0, at: [1.0, 2.0, 0.0] });
    studio.refresh();
    assert_eq!((studio.frame().agents, studio.frame().steps), (agents + 1, step), "without beginning anew");
    studio.perform(Command::Undo);
    studio.refresh();
    assert_eq!(studio.frame().agents, agents);
    studio.perform(Command::Select(Selection::Agent(AgentId(2))));
    studio.refresh();
    studio.perform(Command::RemoveSelected);
    studio.refresh();
    assert_eq!(studio.frame().agents, agents - 1);
    assert!(studio.frame().picture.instances().iter().all(|agent| agent.id != 2), "this one, not another");
}

#[test]
fn a_driven_agent_goes_where_it_is_steered_and_a_scare_scatters() {
    let mut studio = studio("school", &Shelf::default());
    studio.perform(Command::ToggleDrive);
    studio.refresh();
    let id = studio.driven().expect("the pike is the player's");
    steps(&mut studio, 1);
    let before = studio.frame().picture.instance(id).expect("it lives").now;
    studio.perform(Command::Steer(flockstep_studio::simulation::Stick { helm: 0.0, pitch: 0.0, thrust: 1.0 }));
    steps(&mut studio, 50);
    assert!(studio.frame().inside.as_ref().is_some_and(|inside| inside.driven));
    assert_ne!(studio.frame().picture.instance(id).expect("it lives").now, before);
    let calm = hash(&mut studio);
    let at = studio.frame().picture.instances()[0].now.map(|c| c + 0.5);
    studio.perform(Command::Scare(at));
    assert_ne!(hash(&mut studio), calm);
    studio.perform(Command::ToggleDrive);
    assert_eq!(studio.driven(), None);
}

#[test]
fn a_renamed_group_keeps_everyone_who_names_it() {
    let mut studio = studio("school", &Shelf::default());
    let groups = studio.document.scenario().groups.len();
    for group in 0..groups {
        studio.perform(Command::Edit(Edit::RenameGroup { group, name: format!("renamed {group}") }));
    }
    assert_eq!(studio.document.scenario().groups[1].group.name, "renamed 1");
    steps(&mut studio, 3);
    assert_eq!(hash(&mut studio), run(studio.document.scenario(), 3));
}

#[test]
fn a_file_that_makes_no_world_is_refused_and_what_runs_goes_on() {
    let shelf = Shelf::default();
    let custom =
        "dimensions = 2\n[[groups]]\nname = 'a'\ncount = 1\nbehaviors = [{ type = 'custom', name = 'mine' }]\n";
    shelf.put("/shelf/custom.toml", custom);
    let mut studio = studio("seek", &shelf);
    steps(&mut studio, 4);
    studio.perform(Command::OpenFile("/shelf/custom.toml".into()));
    studio.refresh();
    assert!(studio.mistakes.as_ref().is_some_and(|mistakes| mistakes.text.contains("mine")), "{:?}", studio.mistakes);
    assert_eq!(studio.document.origin(), &Origin::Gallery("seek".into()));
    assert_eq!(studio.frame().steps, 4);
}

#[test]
fn a_file_read_again_is_an_edit_that_undo_takes_back() {
    let shelf = Shelf::default();
    let text = scene("seek").to_toml();
    shelf.put("/shelf/seek.toml", &text);
    let mut studio = studio("flee", &shelf);
    studio.perform(Command::OpenFile("/shelf/seek.toml".into()));
    studio.perform(set(0, Part::Sight, "radius", 3.0));
    let mine = studio.document.scenario().clone();
    steps(&mut studio, 5);

    let theirs = text.replace("time_step = ", "time_step = 0.03 # was ");
    shelf.put("/shelf/seek.toml", &theirs);
    studio.perform(Command::Reload);
    assert_eq!(*studio.document.scenario(), Scenario::parse(&theirs, "theirs").expect("valid"));
    assert!(!studio.document.is_changed(), "it is what the file says");
    steps(&mut studio, 1);
    assert_eq!(studio.frame().steps, 6, "the world goes on");
    assert!(studio.notices.current().iter().any(|notice| notice.text.contains("undo brings back")));

    studio.perform(Command::Undo);
    assert_eq!(*studio.document.scenario(), mine, "nothing was lost");
    assert!(studio.document.is_changed());
    studio.perform(Command::Undo);
    assert_eq!(*studio.document.scenario(), scene("seek"), "nor what came before");
}

#[test]
fn what_waited_for_a_save_goes_on_once_the_file_has_a_name() {
    let shelf = Shelf::default();
    let mut studio = studio("seek", &shelf);
    studio.perform(set(0, Part::Sight, "radius", 3.0));
    studio.perform(Command::Quit);
    studio.perform(Command::Answer(Answer::Save));
    assert_eq!(studio.window, Some(Window::SaveAs));
    assert!(!studio.quit);
    studio.perform(Command::Show(None));
    assert!(
        studio.pending.is_none() && !studio.quit && studio.document.is_changed(),
        "who does not save does not quit"
    );

    studio.perform(Command::Quit);
    studio.perform(Command::Answer(Answer::Save));
    studio.perform(Command::SaveAs("/shelf/seek.toml".into()));
    assert!(shelf.text("/shelf/seek.toml").is_some());
    assert!(studio.quit);
}

#[test]
fn an_agent_that_was_placed_by_hand_and_removed_again_is_not_in_the_file() {
    let mut studio = studio("units", &Shelf::default());
    let before = studio.document.scenario().clone();
    for x in [1.0, 2.0, 3.0] {
        studio.perform(Command::Spawn { group: 0, at: [x, 15.0, 0.0] });
    }
    studio.refresh();
    let second = studio.frame().picture.instances().iter().find(|agent| agent.now[..2] == [2.0, 15.0]);
    studio.perform(Command::Select(Selection::Agent(AgentId(second.expect("it is there").id))));
    studio.refresh();
    studio.perform(Command::RemoveSelected);
    let group = &studio.document.scenario().groups[0];
    let left: Vec<f32> = group.agents.iter().map(|agent| agent.position.as_slice()[0]).collect();
    assert_eq!((group.count, &left[..]), (before.groups[0].count, &[1.0, 3.0][..]));
    // Undo brings it back while it runs, in its place.
    steps(&mut studio, 2);
    studio.perform(Command::Undo);
    steps(&mut studio, 2);
    assert_eq!(studio.frame().steps, 4);
    let xs: Vec<f32> =
        studio.document.scenario().groups[0].agents.iter().map(|agent| agent.position.as_slice()[0]).collect();
    assert_eq!(xs, [1.0, 2.0, 3.0]);
    (0..3).for_each(|_| studio.perform(Command::Undo));
    assert_eq!(*studio.document.scenario(), before);
    studio.refresh();
    assert_eq!(studio.frame().agents, before.groups.iter().map(|group| group.count).sum::<usize>());
}

#[test]
fn a_personality_does_not_go_to_another_group_when_ids_are_dealt_out_anew() {
    let mut studio = studio("units", &Shelf::default());
    let first_blue = studio.document.scenario().groups[0].count;
    let who = Who::Agent(AgentId(first_blue as u32), 1);
    let value = Value::Number(0.25);
    studio.perform(Command::Edit(Edit::Set { who, part: Part::Body, parameter: "max_speed".into(), value }));
    studio.perform(Command::Edit(Edit::SetCount { group: 0, count: first_blue + 10 }));
    studio.perform(Command::Restart);
    studio.perform(Command::Select(Selection::Agent(AgentId(first_blue as u32))));
    studio.refresh();
    let inside = studio.frame().inside.as_ref().expect("it lives");
    assert_eq!((inside.group, inside.personality), (GroupId(0), false), "the id is a red one's now");
}

#[test]
fn who_drives_an_agent_that_is_eaten_drives_no_more() {
    let shelf = Shelf::default();
    let text = "
        dimensions = 2
        [[groups]]
        name = 'fish'
        agents = [{ position = [0, 0] }]
        [[groups]]
        name = 'shark'
        agents = [{ position = [3, 0] }]
        captures = { of = { groups = ['fish'] }, distance = 1, respawn = false }
        behaviors = [{ type = 'seek', target = { point = [0, 0] } }]";
    shelf.put("/shelf/shark.toml", text);
    let mut studio = studio("seek", &shelf);
    studio.perform(Command::OpenFile("/shelf/shark.toml".into()));
    assert_eq!(studio.mistakes, None);
    studio.refresh();
    studio.perform(Command::Select(Selection::Agent(AgentId(0))));
    studio.perform(Command::ToggleDrive);
    assert_eq!(studio.driven(), Some(AgentId(0)));
    studio.perform(Command::Steer(flockstep_studio::simulation::Stick::default()));
    steps(&mut studio, 300);
    assert_eq!((studio.frame().captured, studio.driven()), (1, None));
    assert!(studio.frame().inside.is_none());
}
