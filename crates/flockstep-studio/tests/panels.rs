//! The real panels, driven as a person would drive them.

mod common;

use common::{Shelf, hash, panels, run, scene};
use egui::accesskit::Role;
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT, Queryable};
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
            assert_eq!(names(&harness, 0).last(), Some(&entry.name), "{name}");
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
        select(&mut harness, Selection::Agent(0));
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
    select(&mut harness, Selection::Agent(1));
    assert!(harness.query_by_label("Back to its group").is_none());
    let slider = harness.get_all_by_label("weight").find(|node| node.accesskit_node().role() == Role::Slider);
    slider.expect("the first behavior has a weight").set_value_accesskit(9.0);
    harness.run_steps(4);
    let studio = &harness.state().studio;
    assert_eq!(studio.document.content().personalities[&1].behaviors[0].common.weight, 9.0);
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
