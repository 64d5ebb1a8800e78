//! One parameter of the registry as a row: its name, the widget that fits its kind, and a way back to its default.

use super::choice::{self, Names};
use super::theme;
use egui::{DragValue, Response, RichText, Slider, SliderClamping, Ui, vec2};
use flockstep::parameters::{Kind, Parameters, Spec, Value};

/// How wide names are.
const NAME_WIDTH: f32 = 104.0;

/// A parameter that was changed: its name and its new value.
pub(crate) type Change = (&'static str, Value);

/// The rows of a table of parameters. `defaults` are what a reset goes back to; those in `skip` are shown elsewhere.
pub(crate) fn rows(
    ui: &mut Ui,
    parameters: &dyn Parameters,
    defaults: &dyn Parameters,
    names: &Names,
    skip: &[&str],
) -> Option<Change> {
    let mut change = None;
    for (place, spec) in parameters.specs().iter().enumerate() {
        if skip.contains(&spec.name) {
            continue;
        }
        let value = parameters.get_at(place).unwrap_or(Value::None);
        let default = defaults.get_at(place).unwrap_or(Value::None);
        if let Some(value) = row(ui, spec, &value, &default, names) {
            change = Some((spec.name, value));
        }
    }
    change
}

/// One row. Returns the new value if it was changed.
pub(crate) fn row(ui: &mut Ui, spec: &Spec, value: &Value, default: &Value, names: &Names) -> Option<Value> {
    let mut changed = None;
    ui.horizontal(|ui| {
        let label = name(ui, spec);
        let set = if spec.optional { switch(ui, spec, value, names) } else { None };
        changed = set.or_else(|| {
            let shown = *value != Value::None || matches!(spec.kind, Kind::Target | Kind::Targets);
            shown.then(|| widget(ui, spec, value, names, &label)).flatten()
        });
        let reset = label.double_clicked() || (value != default && !spec.required && reset_button(ui, spec, default));
        if reset && value != default && !spec.required {
            changed = Some(default.clone());
        }
    });
    changed
}

/// The name, with everything there is to know in its tooltip.
fn name(ui: &mut Ui, spec: &Spec) -> Response {
    let (rect, response) = ui.allocate_exact_size(vec2(NAME_WIDTH, 22.0), egui::Sense::click());
    let text = words(spec.name);
    let color = if response.hovered() { ui.visuals().strong_text_color() } else { ui.visuals().text_color() };
    let font = egui::TextStyle::Body.resolve(ui.style());
    let galley = ui.painter().layout(text.clone(), font, color, NAME_WIDTH);
    let at = egui::pos2(rect.left(), rect.center().y - 0.5 * galley.size().y);
    ui.painter().with_clip_rect(rect).galley(at, galley, color);
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Label, true, text.clone()));
    response.on_hover_ui(|ui| about(ui, spec))
}

fn about(ui: &mut Ui, spec: &Spec) {
    ui.label(RichText::new(words(spec.name)).strong());
    ui.label(spec.doc);
    let unit = if spec.unit.is_empty() { String::new() } else { format!(" · {}", spec.unit) };
    ui.label(RichText::new(format!("{}{unit}", spec.allowed())).weak());
    if !spec.required {
        ui.label(RichText::new("Double-click for the default").weak());
    }
}

/// A name from the registry as people read it.
pub(crate) fn words(name: &str) -> String {
    name.replace(['_', '.'], " ")
}

fn reset_button(ui: &mut Ui, spec: &Spec, default: &Value) -> bool {
    let shown = if *default == Value::None { "unset".into() } else { default.describe() };
    let button = ui.add(egui::Button::new(RichText::new("↺").weak()).frame(false));
    let label = format!("reset {}", words(spec.name));
    theme::named(&button, &label);
    button.on_hover_text(format!("Back to the default: {shown}")).clicked()
}

/// A value that may be left unset.
fn switch(ui: &mut Ui, spec: &Spec, value: &Value, names: &Names) -> Option<Value> {
    let mut on = *value != Value::None;
    let label = format!("set {}", words(spec.name));
    let response = ui.checkbox(&mut on, "");
    theme::named(&response, &label);
    if *value == Value::None {
        ui.label(RichText::new("unset").weak());
    }
    if !response.changed() {
        return None;
    }
    Some(if on { first_value(spec, names) } else { Value::None })
}

/// What a value that was unset begins with.
fn first_value(spec: &Spec, names: &Names) -> Value {
    let [least, most] = spec.slider;
    let middle = if least.is_finite() && most.is_finite() { least + 0.2 * (most - least) } else { 1.0 };
    match spec.kind {
        Kind::Number | Kind::NumberOrWord(_) => Value::Number(middle),
        Kind::Count => Value::Number(middle.round()),
        Kind::Flag => Value::Flag(true),
        Kind::Word(words) => Value::Word(words.first().copied().unwrap_or_default().into()),
        Kind::Text => Value::Word(String::new()),
        Kind::Point => Value::Numbers(vec![if spec.name == "axis_scale" { 1.0 } else { 0.0 }; names.dimensions]),
        Kind::Three => Value::Numbers(vec![0.0; 3]),
        Kind::Of => Value::Of(flockstep::settings::Of::Mates),
        Kind::Target | Kind::Targets => Value::Targets(vec![names.some_target()]),
    }
}

fn widget(ui: &mut Ui, spec: &Spec, value: &Value, names: &Names, label: &Response) -> Option<Value> {
    match (spec.kind, value) {
        (Kind::Number | Kind::Count, Value::Number(number)) => self::number(ui, spec, *number, label),
        (Kind::Flag, Value::Flag(flag)) => {
            let mut flag = *flag;
            ui.checkbox(&mut flag, "").labelled_by(label.id).changed().then_some(Value::Flag(flag))
        }
        (Kind::Word(all), Value::Word(word)) => {
            choice::combo(ui, spec.name, word, all).map(|word| Value::Word(word.into()))
        }
        (Kind::NumberOrWord(all), _) => number_or_word(ui, spec, all, value, label),
        (Kind::Text, Value::Word(text)) => super::text::line(ui, label, text, 120.0).map(Value::Word),
        (Kind::Point | Kind::Three, Value::Numbers(numbers)) => {
            self::numbers(ui, spec.name, numbers).map(Value::Numbers)
        }
        (Kind::Of, Value::Of(of)) => choice::of(ui, spec.name, of, names).map(Value::Of),
        (Kind::Target, Value::Targets(targets)) => {
            let target = targets.first()?;
            choice::target(ui, spec.name, target, names).map(|target| Value::Targets(vec![target]))
        }
        (Kind::Targets, Value::Targets(targets)) => choice::targets(ui, spec.name, targets, names).map(Value::Targets),
        _ => None,
    }
}

/// A slider over the range a person would like; beyond it one can type.
fn number(ui: &mut Ui, spec: &Spec, number: f64, label: &Response) -> Option<Value> {
    if number.is_infinite() {
        return ui
            .button("no limit")
            .on_hover_text("Click to set one")
            .clicked()
            .then_some(Value::Number(spec.slider[1]));
    }
    let whole = spec.kind == Kind::Count;
    let mut new = shortest(number);
    let [least, most] = spec.slider.map(|end| if end.is_finite() { end } else { 0.0 });
    let range = least.min(new)..=most.max(new);
    ui.spacing_mut().slider_width = (ui.available_width() - 112.0).clamp(60.0, 220.0);
    let mut slider = Slider::new(&mut new, range)
        .clamping(SliderClamping::Never)
        .smart_aim(true)
        .suffix(unit(spec.unit))
        .custom_formatter(|number, _| plain(number));
    if whole {
        slider = slider.integer();
    }
    // Weights are told apart by their ratio: those of some models are a hundred times those of others.
    if spec.name == "weight" {
        slider = slider.logarithmic(true).smallest_positive(0.001);
    }
    let response = ui.add(slider).labelled_by(label.id);
    let response = response.on_hover_text(spec.doc);
    let new = new.clamp(spec.range[0], spec.range[1]);
    (response.changed() && new != shortest(number)).then_some(Value::Number(new))
}

/// A unit as it stands behind a number.
fn unit(unit: &str) -> String {
    match unit {
        "degrees" => "°".into(),
        "degrees/s" => "°/s".into(),
        "units" | "" | "mass" | "force" => String::new(),
        "units/s" => " /s".into(),
        other => format!(" {other}"),
    }
}

fn number_or_word(ui: &mut Ui, spec: &Spec, words: &[&'static str], value: &Value, label: &Response) -> Option<Value> {
    let options: Vec<&'static str> = std::iter::once("number").chain(words.iter().copied()).collect();
    let current = if let Value::Word(word) = value { word.as_str() } else { "number" };
    let mut changed = choice::combo(ui, spec.name, current, &options).map(|word| match word {
        "number" => Value::Number(spec.slider[0] + 0.2 * (spec.slider[1] - spec.slider[0])),
        word => Value::Word(word.into()),
    });
    if let Value::Number(now) = value {
        changed = number(ui, spec, *now, label).or(changed);
    }
    changed
}

/// One number per axis.
pub(crate) fn numbers(ui: &mut Ui, name: &str, numbers: &[f64]) -> Option<Vec<f64>> {
    let mut new: Vec<f64> = numbers.iter().map(|number| shortest(*number)).collect();
    let mut changed = false;
    ui.spacing_mut().item_spacing.x = 4.0;
    for (number, axis) in new.iter_mut().zip(["x", "y", "z"]) {
        let drag = DragValue::new(number).speed(0.1).custom_formatter(|number, _| plain(number));
        let drag = ui.add_sized(vec2(52.0, ui.spacing().interact_size.y), drag);
        theme::named(&drag, &format!("{name} {axis}"));
        changed |= drag.changed();
    }
    (changed && new.iter().all(|number| number.is_finite())).then_some(new)
}

/// The decimal number that a stored `f32` was written as.
pub(crate) fn shortest(number: f64) -> f64 {
    (number as f32).to_string().parse().unwrap_or(number)
}

/// A number as short as it can be read: about four digits.
pub(crate) fn plain(number: f64) -> String {
    let size = number.abs();
    let text = match size {
        _ if size >= 1e6 => return format!("{number:.2e}"),
        _ if size >= 100.0 => format!("{number:.1}"),
        _ if size >= 10.0 => format!("{number:.2}"),
        _ if size >= 0.01 || size == 0.0 => format!("{number:.3}"),
        _ => format!("{number:.5}"),
    };
    if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.').into() } else { text }
}
