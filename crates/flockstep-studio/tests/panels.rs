//! The real panels, driven as a person would drive them.

mod common;

use common::{Shelf, hash, panels, run, scene};
use egui::accesskit::Role;
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT, Queryable};
use flockstep::AgentId;
use flockstep_scenario::gallery;
use flockstep_studio::{App, Command, Selection};

fn select(harness: &mut Harness<'_, App>, selection: Selection) {
    harness.state_mut().studio.perform(Command::Select(selection));
    harness.run_steps(3);
}

fn names(harness: &Harness<'_, App>, group: usize) -> Vec<&'static str> {
    let group = &harness.state().studio.document.scenario().groups[group].group;
    group.settings.behaviors.iter().map(|behavior| behavior.rule.entry().name).collect()
}

fn press(harness: &mut Harness<'_, App>, label: &str) {
    harness.get_by_label(label).click();
    harness.run_steps(3);
}

/// Presses a button of a panel that may first have to be scrolled to.
fn reach(harness: &mut Harness<'_, App>, label: &str) {
    harness.get_by_label(label).scroll_to_me();
    harness.run_steps(20);
    press(harness, label);
}

#[test]
fn a_moved_slider_changes_the_world_and_undo_restores_the_same_hash() {
    let mut harness = panels("align", &Shelf::default());
    press(&mut harness, "Single step (.)");
    let start = hash(&mut harness.state_mut().studio);
    assert_eq!(start, run(&scene("align"), 1));

    // Drag the first weight's slider with the mouse, half its length to the right.
    select(&mut harness, Selection::Group(0));
    let slider = harness.get_all_by_label("weight").find(|node| node.accesskit_node().role() == Role::Slider);
    let rect = slider.expect("the first behavior has a weight").rect();
    let weight = |harness: &Harness<'_, App>| {
        harness.state().studio.document.scenario().groups[0].group.settings.behaviors[0].common.weight
    };
    let before = weight(&harness);
    harness.drag_at(rect.left_center() + egui::vec2(5.0, 0.0));
    harness.run_steps(2);
    harness.hover_at(rect.center());
    harness.run_steps(2);
    harness.hover_at(rect.right_center() - egui::vec2(12.0, 0.0));
    harness.run_steps(2);
    harness.drop_at(rect.right_center() - egui::vec2(12.0, 0.0));
    harness.run_steps(3);
    let moved = weight(&harness);
    assert_ne!(moved, before);
    assert_eq!(hash(&mut harness.state_mut().studio), start, "a setting moves nobody by itself");

    for _ in 0..20 {
        press(&mut harness, "Single step (.)");
    }
    let with = hash(&mut harness.state_mut().studio);
    assert_ne!(with, run(&scene("align"), 21), "the world follows the slider");

    // One drag is one undo.
    press(&mut harness, "Undo");
    assert_eq!(weight(&harness), before);
    assert!(!harness.state().studio.document.is_changed());
    press(&mut harness, "Restart (R)");
    for _ in 0..21 {
        press(&mut harness, "Single step (.)");
    }
    assert_eq!(hash(&mut harness.state_mut().studio), run(&scene("align"), 21));
}

#[test]
fn behaviors_are_added_reordered_switched_off_and_removed() {
    let mut harness = panels("gather", &Shelf::default());
    select(&mut harness, Selection::Group(0));
    let before = names(&harness, 0);
    reach(&mut harness, "+ Add a behavior");
    press(&mut harness, "wander");
    assert_eq!(names(&harness, 0).last(), Some(&"wander"));
    reach(&mut harness, "move wander up");
    assert_eq!(names(&harness, 0)[before.len() - 1], "wander");
    reach(&mut harness, "wander on");
    let group = &harness.state().studio.document.scenario().groups[0].group;
    assert!(!group.settings.behaviors[before.len() - 1].common.enabled);
    reach(&mut harness, "remove wander");
    assert_eq!(names(&harness, 0), before);
    for _ in 0..4 {
        press(&mut harness, "Undo");
    }
    assert_eq!(names(&harness, 0), before);
    assert!(!harness.state().studio.document.is_changed());
}

#[test]
fn every_behavior_of_the_registry_can_be_added_by_hand() {
    for name in ["units", "school"] {
        let mut harness = panels(name, &Shelf::default());
        select(&mut harness, Selection::Group(0));
        for entry in flockstep::steer::REGISTRY.iter().filter(|entry| entry.name != "custom") {
            reach(&mut harness, "+ Add a behavior");
            let label = entry.name.replace('_', " ");
            // The menu stands in front of the behaviors there are.
            let buttons = harness.get_all_by_role_and_label(Role::Button, &label);
            buttons.last().expect("it is in the menu").click();
            harness.run_steps(3);
            let scenario = harness.state().studio.document.scenario();
            let lacks = |key: &str, none: bool| none && entry.specs.iter().any(|spec| spec.name == key);
            let lacks = lacks("field", scenario.fields.is_empty()) || lacks("path", scenario.paths.is_empty());
            assert_eq!(names(&harness, 0).last() == Some(&entry.name), !lacks, "{name}: {}", entry.name);
        }
        press(&mut harness, "Single step (.)");
        assert_eq!(harness.state().studio.frame().steps, 1);
    }
}

#[test]
fn every_scene_of_the_gallery_opens_and_runs() {
    let mut harness = panels("school", &Shelf::default());
    for scene in gallery::scenes() {
        harness.key_press_modifiers(egui::Modifiers::COMMAND, egui::Key::G);
        harness.run_steps(3);
        let label = format!("open {}", scene.name);
        reach(&mut harness, &label);
        let studio = &harness.state().studio;
        assert_eq!(studio.document.origin().name(), scene.name);
        press(&mut harness, "Single step (.)");
        assert_eq!(harness.state().studio.frame().steps, 1, "{}", scene.name);
        let groups = harness.state().studio.document.scenario().groups.len();
        for group in 0..groups {
            select(&mut harness, Selection::Group(group));
        }
        select(&mut harness, Selection::Agent(AgentId(0)));
        assert!(harness.state().studio.frame().inside.is_some(), "{}", scene.name);
    }
}

#[test]
fn a_broken_file_shows_its_errors_and_what_runs_goes_on() {
    let shelf = Shelf::default();
    shelf.put("/shelf/broken.toml", "dimensions = 2\n[[groups]]\nname = 'a'\ncuont = 5\n");
    let mut harness = panels("seek", &shelf);
    press(&mut harness, "Single step (.)");
    harness.state_mut().studio.perform(Command::OpenFile("/shelf/broken.toml".into()));
    harness.run_steps(3);
    let shown = harness.query_all_by(|node| node.value().is_some_and(|text| text.contains("did you mean")));
    let labelled = harness.query_all_by(|node| node.label().is_some_and(|text| text.contains("did you mean")));
    assert!(shown.count() + labelled.count() > 0, "the mistakes are on the screen");
    assert_eq!(harness.state().studio.frame().steps, 1);
    assert_eq!(harness.state().studio.document.origin().name(), "seek");
}

#[test]
fn a_personality_is_given_by_a_slider_and_taken_back_by_a_button() {
    let mut harness = panels("separate", &Shelf::default());
    select(&mut harness, Selection::Agent(AgentId(1)));
    assert!(harness.query_by_label("Back to its group").is_none());
    let slider = harness.get_all_by_label("weight").find(|node| node.accesskit_node().role() == Role::Slider);
    slider.expect("the first behavior has a weight").set_value_accesskit(9.0);
    harness.run_steps(4);
    let studio = &harness.state().studio;
    assert_eq!(studio.document.content().personalities[&AgentId(1)].settings.behaviors[0].common.weight, 9.0);
    assert!(studio.frame().inside.as_ref().is_some_and(|inside| inside.personality));
    press(&mut harness, "Back to its group");
    let studio = &harness.state().studio;
    assert!(studio.document.content().personalities.is_empty());
    assert!(studio.frame().inside.as_ref().is_some_and(|inside| !inside.personality));
}

#[test]
fn the_palette_finds_a_command_by_its_words() {
    let mut harness = panels("seek", &Shelf::default());
    harness.key_press_modifiers(egui::Modifiers::COMMAND, egui::Key::P);
    harness.run_steps(3);
    // Who types fast on a slow machine has the text and Enter in one frame.
    harness.event(egui::Event::Text("open craft".into()));
    harness.key_press(egui::Key::Enter);
    harness.run_steps(3);
    assert_eq!(harness.state().studio.document.origin().name(), "craft");
    assert_eq!(harness.state().studio.window, None);
}

#[test]
fn keys_play_step_and_list_themselves() {
    let mut harness = panels("seek", &Shelf::default());
    harness.key_press(egui::Key::Period);
    harness.run_steps(3);
    assert_eq!(harness.state().studio.frame().steps, 1);
    harness.key_press(egui::Key::Questionmark);
    harness.run_steps(3);
    assert!(harness.query_by_label("Show the whole world").is_some());
    harness.key_press(egui::Key::Escape);
    harness.run_steps(3);
    assert!(harness.query_by_label("Show the whole world").is_none());
    harness.key_press_modifiers(egui::Modifiers::COMMAND, egui::Key::D);
    harness.run_steps(3);
    assert!(!harness.state().studio.preferences.dark);
}

/// A file that is dropped on the window.
#[derive(Debug)]
struct Dropped(&'static str);

impl egui::DroppedFile for Dropped {
    fn path(&self) -> &std::path::Path {
        std::path::Path::new(self.0)
    }
    fn bytes(&self) -> Result<Vec<u8>, String> {
        Err("it is read by its path".into())
    }
}

#[test]
fn a_file_dropped_on_the_window_is_opened_and_asks_about_unsaved_changes() {
    let shelf = Shelf::default();
    shelf.put("/shelf/flee.toml", &scene("flee").to_toml());
    let mut harness = panels("seek", &shelf);
    harness.input_mut().dropped_files.push(std::sync::Arc::new(Dropped("/shelf/flee.toml")));
    harness.run_steps(3);
    assert_eq!(harness.state().studio.document.origin().name(), "flee.toml");

    shelf.put("/shelf/wander.toml", &scene("wander").to_toml());
    harness.state_mut().studio.perform(Command::Edit(flockstep_studio::Edit::SetSeed(77)));
    harness.input_mut().dropped_files.push(std::sync::Arc::new(Dropped("/shelf/wander.toml")));
    harness.run_steps(3);
    assert_eq!(harness.state().studio.document.origin().name(), "flee.toml");
    press(&mut harness, "Discard changes");
    assert_eq!(harness.state().studio.document.origin().name(), "wander.toml");
}

#[test]
fn what_is_being_typed_is_saved_too() {
    let shelf = Shelf::default();
    shelf.put("/shelf/seek.toml", &scene("seek").to_toml());
    let mut harness = panels("flee", &shelf);
    harness.state_mut().studio.perform(Command::OpenFile("/shelf/seek.toml".into()));
    harness.run_steps(3);
    harness.get_by_role_and_label(Role::TextInput, "name").focus();
    harness.run_steps(2);
    harness.event(egui::Event::Text("Hide and ".into()));
    harness.run_steps(2);
    harness.key_press_modifiers(egui::Modifiers::COMMAND, egui::Key::S);
    harness.run_steps(3);
    let studio = &harness.state().studio;
    assert!(studio.document.scenario().name.contains("Hide and "), "{}", studio.document.scenario().name);
    assert!(!studio.document.is_changed());
    assert!(shelf.text("/shelf/seek.toml").expect("it is there").contains("Hide and "));
}

#[test]
fn saving_over_another_file_takes_a_word_that_says_so() {
    let shelf = Shelf::default();
    shelf.put("/shelf/mine.toml", "precious");
    let mut harness = panels("seek", &shelf);
    harness.state_mut().studio.perform(Command::Show(Some(flockstep_studio::Window::SaveAs)));
    harness.run_steps(3);
    press(&mut harness, "🗋 mine.toml");
    assert!(harness.query_by_label("Save").is_none());
    harness.key_press(egui::Key::Enter);
    harness.run_steps(3);
    assert_eq!(shelf.text("/shelf/mine.toml").as_deref(), Some("precious"));
    press(&mut harness, "Replace it");
    assert_eq!(shelf.text("/shelf/mine.toml"), Some(scene("seek").to_toml()));
    assert_eq!(harness.state().studio.window, None);
}

#[test]
fn markers_and_obstacles_are_dragged_and_units_sent_by_a_click() {
    use flockstep_scenario::ObstacleShape;
    let mut harness = panels("units", &Shelf::default());
    let ball = ObstacleShape::Ball { center: flockstep::parameters::Point::from([0.0, 14.0]), radius: 3.0 };
    harness.state_mut().studio.perform(Command::Edit(flockstep_studio::Edit::AddObstacle(ball.into())));
    harness.run_steps(3);
    let at = |harness: &Harness<'_, App>, name: &str| {
        let markers = &harness.state().studio.document.scenario().markers;
        markers.iter().find(|(marker, _)| marker == name).expect("it is there").1
    };
    let center = |harness: &Harness<'_, App>| match harness.state().studio.document.scenario().obstacles[0].shape {
        ObstacleShape::Ball { center, .. } => center,
        _ => panic!("it is a ball"),
    };
    let world = |x: f32, y: f32| {
        let camera = harness_camera(&harness);
        let [x, y] = camera.0.project([x, y, 0.0], camera.1).expect("in view");
        camera.2 + egui::vec2(x, y)
    };
    let (east, goal, disc, aside, sent) =
        (world(22.0, 6.0), world(10.0, -10.0), world(1.0, 14.0), world(-9.0, 10.0), world(-15.0, 12.0));
    drag(&mut harness, east, goal);
    assert_near(at(&harness, "east"), [10.0, -10.0]);
    drag(&mut harness, disc, aside);
    assert_near(center(&harness), [-10.0, 10.0]);
    select(&mut harness, Selection::Marker("west".into()));
    harness.hover_at(sent);
    harness.drag_at(sent);
    harness.run_steps(1);
    harness.drop_at(sent);
    harness.run_steps(3);
    assert_near(at(&harness, "west"), [-15.0, 12.0]);
    // A drag is one edit.
    (0..3).for_each(|_| press(&mut harness, "Undo"));
    assert_near(at(&harness, "east"), [22.0, 6.0]);
    assert_near(center(&harness), [0.0, 14.0]);
}

/// The camera, the size of the view in pixels, and where its corner is.
fn harness_camera(harness: &Harness<'_, App>) -> (flockstep_view::Camera, [u32; 2], egui::Pos2) {
    let studio = &harness.state().studio;
    let rect = harness.get_by_label("view of the flock").rect();
    (studio.scenery.camera.expect("it was drawn"), [rect.width() as u32, rect.height() as u32], rect.min)
}

fn drag(harness: &mut Harness<'_, App>, from: egui::Pos2, to: egui::Pos2) {
    harness.hover_at(from);
    harness.run_steps(1);
    harness.drag_at(from);
    harness.run_steps(1);
    for share in [0.3, 0.7, 1.0] {
        harness.hover_at(from.lerp(to, share));
        harness.run_steps(1);
    }
    harness.drop_at(to);
    harness.run_steps(3);
}

fn assert_near(point: flockstep::parameters::Point, wanted: [f32; 2]) {
    let near = point.as_slice().iter().zip(wanted).all(|(c, wanted)| (c - wanted).abs() < 0.2);
    assert!(near, "{point:?} is not near {wanted:?}");
}

#[test]
fn keys_steer_the_agent_that_was_taken_over() {
    let mut harness = panels("units", &Shelf::default());
    select(&mut harness, Selection::Agent(AgentId(0)));
    let heading = |harness: &Harness<'_, App>| {
        let studio = &harness.state().studio;
        studio.frame().picture.instance(AgentId(0)).expect("it lives").heading
    };
    harness.key_press(egui::Key::Enter);
    harness.run_steps(2);
    assert_eq!(harness.state().studio.driven(), Some(AgentId(0)));
    let mut from = heading(&harness);
    for (key, to_port) in [(egui::Key::ArrowRight, false), (egui::Key::A, true)] {
        harness.key_down(key);
        // By the clock, at most a quarter turn.
        let began = std::time::Instant::now();
        let turned = loop {
            harness.run_steps(1);
            let to = heading(&harness);
            let turned = from[0] * to[1] - from[1] * to[0];
            if turned.abs() > 0.3 || began.elapsed().as_secs() > 30 {
                break turned;
            }
        };
        assert!(if to_port { turned > 0.3 } else { turned < -0.3 }, "{key:?} turned it by {turned}");
        harness.key_up(key);
        harness.run_steps(1);
        from = heading(&harness);
    }
    harness.key_press(egui::Key::Enter);
    harness.run_steps(2);
    assert_eq!(harness.state().studio.driven(), None);
}
