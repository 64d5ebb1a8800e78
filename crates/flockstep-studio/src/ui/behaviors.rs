//! The settings of a group or of one agent: body, sight, blend and every behavior, all from the registry.

use super::choice::{self, Names};
use super::parameter::{self, words};
use super::theme;
use crate::command::Command;
use crate::edit::{Edit, Part, Who};
use egui::collapsing_header::CollapsingState;
use egui::{Id, RichText, Ui};
use flockstep::group::{Behavior, Common, Settings};
use flockstep::settings::{Blend, Body, Sight};
use flockstep::steer::{Entry, REGISTRY};

/// Parameters of `Common` that stand in a behavior's header.
const IN_HEADER: &[&str] = &["enabled", "weight"];

/// All settings.
pub(crate) fn settings(ui: &mut Ui, who: Who, settings: &Settings, names: &Names, commands: &mut Vec<Command>) {
    let set = |part: Part, change: Option<parameter::Change>| {
        change.map(|(parameter, value)| Command::Edit(Edit::Set { who, part, parameter: parameter.into(), value }))
    };
    let id = Id::unique("settings");
    section(ui, id.with("behaviors"), "Behaviors", true, |ui| behaviors(ui, who, settings, names, commands));
    section(ui, id.with("sight"), "Sight", true, |ui| {
        let change = parameter::rows(ui, &settings.sight, &Sight::default(), names, &[]);
        commands.extend(set(Part::Sight, change));
    });
    section(ui, id.with("body"), "Body", false, |ui| {
        ui.horizontal(|ui| {
            ui.label("model");
            let models: Vec<&str> =
                Body::MODELS.iter().copied().filter(|model| *model != "rigid" || names.dimensions == 2).collect();
            if let Some(model) = choice::combo(ui, "model", settings.body.model(), &models) {
                commands.push(Command::Edit(Edit::SetModel { who, model: model.into() }));
            }
        });
        let defaults = Body::of_model(settings.body.model()).unwrap_or_default();
        let change = parameter::rows(ui, settings.body.parameters(), defaults.parameters(), names, &[]);
        commands.extend(set(Part::Body, change));
    });
    section(ui, id.with("blend"), "Blend", false, |ui| {
        let change = parameter::rows(ui, &settings.blend, &Blend::default(), names, &[]);
        commands.extend(set(Part::Blend, change));
    });
}

/// A part of the panel that can be folded away.
pub(crate) fn section(ui: &mut Ui, id: Id, title: &str, open: bool, body: impl FnOnce(&mut Ui)) {
    ui.add_space(2.0);
    egui::CollapsingHeader::new(RichText::new(title).strong()).id_salt(id).default_open(open).show_unindented(
        ui,
        |ui| {
            ui.add_space(2.0);
            body(ui);
            ui.add_space(6.0);
        },
    );
}

fn behaviors(ui: &mut Ui, who: Who, settings: &Settings, names: &Names, commands: &mut Vec<Command>) {
    let count = settings.behaviors.len();
    for (at, behavior) in settings.behaviors.iter().enumerate() {
        theme::card(ui).show(ui, |ui| {
            ui.set_width(ui.available_width());
            ui.push_id(at, |ui| self::behavior(ui, who, at, count, behavior, names, commands));
        });
    }
    if count == 0 {
        ui.label(RichText::new("No behaviors: it goes straight on.").weak());
    }
    ui.menu_button("+ Add a behavior", |ui| {
        for entry in REGISTRY.iter().filter(|entry| entry.name != "custom") {
            let button = ui.button(words(entry.name));
            if button.on_hover_ui(|ui| about(ui, entry)).clicked() {
                commands.push(Command::Edit(Edit::AddBehavior { who, name: entry.name.into() }));
                ui.close();
            }
        }
    });
}

fn about(ui: &mut Ui, entry: &Entry) {
    ui.label(RichText::new(words(entry.name)).strong());
    ui.label(entry.about.what);
    ui.label(RichText::new(entry.about.formula).monospace().small());
    ui.label(RichText::new(entry.about.fails).weak());
    ui.label(RichText::new(entry.about.source).weak().small());
}

fn behavior(
    ui: &mut Ui,
    who: Who,
    at: usize,
    count: usize,
    behavior: &Behavior,
    names: &Names,
    commands: &mut Vec<Command>,
) {
    let entry = behavior.rule.entry();
    let part = Part::Behavior(at);
    let set = |parameter: &str, value| Command::Edit(Edit::Set { who, part, parameter: parameter.into(), value });
    let state = CollapsingState::load_with_default_open(ui.ctx(), ui.make_persistent_id("behavior"), at < 3);
    let header = state.show_header(ui, |ui| {
        let mut on = behavior.common.enabled;
        let check = ui.checkbox(&mut on, "").on_hover_text("On or off");
        let label = format!("{} on", words(entry.name));
        theme::named(&check, &label);
        if check.changed() {
            commands.push(set("enabled", flockstep::parameters::Value::Flag(on)));
        }
        let title = RichText::new(words(entry.name)).strong();
        ui.label(if on { title } else { title.weak() }).on_hover_ui(|ui| about(ui, entry));
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            commands.extend(order_buttons(ui, who, at, count, &words(entry.name)));
        });
    });
    header.body_unindented(|ui| {
        let defaults = Common::default();
        let weight = Common::SPECS.iter().find(|spec| spec.name == "weight");
        if let (Some(spec), Ok(value), Ok(default)) =
            (weight, behavior.get("weight"), flockstep::parameters::Parameters::get(&defaults, "weight"))
            && let Some(value) = parameter::row(ui, spec, &value, &default, names)
        {
            commands.push(set("weight", value));
        }
        let own = (entry.new)();
        let change = parameter::rows(ui, behavior.rule.parameters(), own.parameters(), names, &[]);
        commands.extend(change.map(|(name, value)| set(name, value)));
        // Where a behavior has a parameter of this name for itself, that one counts.
        let taken = entry.specs.iter().map(|spec| spec.name);
        let skip: Vec<&str> = IN_HEADER.iter().copied().chain(taken).collect();
        egui::CollapsingHeader::new(RichText::new("response, sight, when").weak().small()).id_salt("common").show(
            ui,
            |ui| {
                let change = parameter::rows(ui, &behavior.common, &defaults, names, &skip);
                commands.extend(change.map(|(name, value)| set(name, value)));
            },
        );
    });
}

/// Up, down and away.
fn order_buttons(ui: &mut Ui, who: Who, at: usize, count: usize, name: &str) -> Option<Command> {
    let mut command = None;
    let mut button = |ui: &mut Ui, sign: &str, label: String, enabled: bool, edit: Edit| {
        let button = ui.add_enabled(enabled, egui::Button::new(RichText::new(sign).small()).frame(false));
        theme::named(&button, &label);
        if button.on_hover_text(&label).clicked() {
            command = Some(Command::Edit(edit));
        }
    };
    button(ui, "✖", format!("remove {name}"), true, Edit::RemoveBehavior { who, at });
    button(ui, "⬇", format!("move {name} down"), at + 1 < count, Edit::MoveBehavior { who, from: at, to: at + 1 });
    button(ui, "⬆", format!("move {name} up"), at > 0, Edit::MoveBehavior { who, from: at, to: at.saturating_sub(1) });
    command
}
