//! Colors, spacing and corners: one place for how the panels look.

use egui::style::{WidgetVisuals, Widgets};
use egui::{
    Color32, Context, CornerRadius, FontId, Margin, Response, RichText, Shadow, Stroke, Style, TextStyle, Theme,
    Visuals, vec2,
};

/// What stands out.
pub(crate) const ACCENT: Color32 = Color32::from_rgb(0x3d, 0xa9, 0xe0);
/// What runs well.
pub(crate) const GOOD: Color32 = Color32::from_rgb(0x5b, 0xbd, 0x8a);
/// What one should look at.
pub(crate) const WARN: Color32 = Color32::from_rgb(0xe0, 0xa0, 0x3d);
/// What went wrong.
pub(crate) const BAD: Color32 = Color32::from_rgb(0xe0, 0x5a, 0x5a);

/// A few grays, from the ground up, and the text on them.
struct Grays {
    ground: Color32,
    panel: Color32,
    raised: Color32,
    hovered: Color32,
    pressed: Color32,
    line: Color32,
    text: Color32,
    strong: Color32,
    weak: Color32,
}

const DARK: Grays = Grays {
    ground: Color32::from_rgb(0x11, 0x15, 0x1b),
    panel: Color32::from_rgb(0x18, 0x1d, 0x25),
    raised: Color32::from_rgb(0x26, 0x2d, 0x38),
    hovered: Color32::from_rgb(0x32, 0x3b, 0x48),
    pressed: Color32::from_rgb(0x3b, 0x46, 0x55),
    line: Color32::from_rgb(0x2a, 0x31, 0x3c),
    text: Color32::from_rgb(0xc6, 0xce, 0xd8),
    strong: Color32::from_rgb(0xf2, 0xf5, 0xf8),
    weak: Color32::from_rgb(0x8a, 0x95, 0xa3),
};

const LIGHT: Grays = Grays {
    ground: Color32::from_rgb(0xff, 0xff, 0xff),
    panel: Color32::from_rgb(0xf5, 0xf7, 0xf9),
    raised: Color32::from_rgb(0xe4, 0xe9, 0xee),
    hovered: Color32::from_rgb(0xd6, 0xde, 0xe6),
    pressed: Color32::from_rgb(0xc6, 0xd1, 0xdc),
    line: Color32::from_rgb(0xd8, 0xde, 0xe5),
    text: Color32::from_rgb(0x2c, 0x35, 0x40),
    strong: Color32::from_rgb(0x0d, 0x13, 0x1a),
    weak: Color32::from_rgb(0x69, 0x75, 0x83),
};

/// Sets how everything looks, in both themes.
pub(crate) fn install(ctx: &Context) {
    ctx.style_mut_of(Theme::Dark, |style| dress(style, Visuals::dark(), &DARK));
    ctx.style_mut_of(Theme::Light, |style| dress(style, Visuals::light(), &LIGHT));
}

fn dress(style: &mut Style, visuals: Visuals, grays: &Grays) {
    for (name, size) in
        [(TextStyle::Small, 10.5), (TextStyle::Body, 13.0), (TextStyle::Button, 13.0), (TextStyle::Heading, 17.0)]
    {
        style.text_styles.insert(name, FontId::proportional(size));
    }
    style.text_styles.insert(TextStyle::Monospace, FontId::monospace(12.0));
    let spacing = &mut style.spacing;
    spacing.item_spacing = vec2(8.0, 6.0);
    spacing.button_padding = vec2(8.0, 4.0);
    spacing.interact_size.y = 22.0;
    spacing.slider_rail_height = 4.0;
    spacing.window_margin = Margin::same(14);
    spacing.menu_margin = Margin::same(8);
    spacing.tooltip_width = 340.0;
    style.interaction.selectable_labels = false;
    style.visuals = Visuals {
        widgets: widgets(grays),
        panel_fill: grays.panel,
        window_fill: grays.panel,
        extreme_bg_color: grays.ground,
        faint_bg_color: mix(grays.panel, grays.raised, 0.45),
        code_bg_color: grays.ground,
        window_stroke: Stroke::new(1.0, grays.line),
        window_corner_radius: CornerRadius::same(10),
        menu_corner_radius: CornerRadius::same(8),
        window_shadow: Shadow { offset: [0, 12], blur: 32, spread: 0, color: Color32::from_black_alpha(90) },
        popup_shadow: Shadow { offset: [0, 6], blur: 16, spread: 0, color: Color32::from_black_alpha(70) },
        selection: egui::style::Selection {
            bg_fill: mix(grays.panel, ACCENT, 0.45),
            stroke: Stroke::new(1.0, grays.strong),
        },
        weak_text_color: Some(grays.weak),
        hyperlink_color: ACCENT,
        warn_fg_color: WARN,
        error_fg_color: BAD,
        slider_trailing_fill: true,
        ..visuals
    };
}

fn widgets(grays: &Grays) -> Widgets {
    let corner_radius = CornerRadius::same(5);
    let widget = |fill: Color32, text: Color32, line: Color32| WidgetVisuals {
        bg_fill: fill,
        weak_bg_fill: fill,
        bg_stroke: Stroke::new(1.0, line),
        corner_radius,
        fg_stroke: Stroke::new(1.0, text),
        expansion: 0.0,
    };
    Widgets {
        noninteractive: widget(grays.panel, grays.text, grays.line),
        inactive: widget(grays.raised, grays.text, Color32::TRANSPARENT),
        hovered: widget(grays.hovered, grays.strong, grays.line),
        active: widget(grays.pressed, grays.strong, ACCENT),
        open: widget(grays.hovered, grays.strong, grays.line),
    }
}

fn mix(one: Color32, two: Color32, share: f32) -> Color32 {
    one.lerp_to_gamma(two, share)
}

/// A card that holds what belongs together.
pub(crate) fn card(ui: &egui::Ui) -> egui::Frame {
    egui::Frame::new()
        .fill(ui.visuals().faint_bg_color)
        .corner_radius(CornerRadius::same(8))
        .inner_margin(Margin::symmetric(10, 8))
}

/// A small heading in capitals.
pub(crate) fn heading(ui: &mut egui::Ui, text: &str) {
    ui.add_space(4.0);
    ui.label(egui::RichText::new(text.to_uppercase()).small().strong().color(ui.visuals().weak_text_color()));
}

/// Tells screen readers (and tests) what a widget without a text of its own is.
pub(crate) fn named(response: &Response, name: &str) {
    response.ctx.accesskit_node_builder(response.id, |node| node.set_label(name));
}

/// A name at the beginning of a row, as wide as those above and below it.
pub(crate) fn label(ui: &mut egui::Ui, text: impl Into<RichText>, width: f32) -> Response {
    let height = ui.spacing().interact_size.y;
    let left = egui::Layout::left_to_right(egui::Align::Center);
    ui.allocate_ui_with_layout(vec2(width, height), left, |ui| {
        ui.set_min_size(vec2(width, height));
        ui.add(egui::Label::new(text.into()).truncate())
    })
    .inner
}

/// A round spot of a color.
pub(crate) fn spot(ui: &mut egui::Ui, color: Color32) {
    let (rect, _) = ui.allocate_exact_size(vec2(10.0, 10.0), egui::Sense::hover());
    ui.painter().circle_filled(rect.center(), 4.5, color);
}

/// The color of a group.
pub(crate) fn group_color(color: &str) -> Color32 {
    let [r, g, b] = flockstep_view::color::parse(color).unwrap_or([200; 3]);
    Color32::from_rgb(r, g, b)
}
