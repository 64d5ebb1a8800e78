//! Live plots: order of the flock, and where the time of a step goes.

use super::theme;
use crate::simulation::{MOST_NEAREST, OrderNumbers, Sample};
use crate::studio::Studio;
use egui::{Color32, RichText, Ui};
use egui_plot::{Line, Plot, PlotPoints};

/// A number of a group's order.
type Reading = fn(&OrderNumbers) -> f64;

/// The plots side by side.
pub(crate) fn show(ui: &mut Ui, studio: &Studio) {
    let groups = &studio.document.scenario().groups;
    let colors: Vec<Color32> = groups.iter().map(|group| theme::group_color(&group.group.color)).collect();
    let crowd = studio.frame().agents > MOST_NEAREST;
    let nearest = if crowd { "not worked out for so many agents" } else { "mean distance to the nearest of the group" };
    let plots: [(&str, &str, Reading, Option<f64>); 4] = [
        ("polarization", "1 when all go the same way", |order| order.polarization, Some(1.0)),
        ("milling", "1 for a perfect mill", |order| order.milling, Some(1.0)),
        ("spread", "how far they are from their middle", |order| order.spread, None),
        ("nearest", nearest, |order| order.nearest, None),
    ];
    let captured = studio.history.iter().map(|sample| [sample.time, sample.captured as f64]).collect();
    ui.spacing_mut().item_spacing = egui::vec2(14.0, 2.0);
    ui.spacing_mut().interact_size.y = 14.0;
    ui.columns(6, |columns| {
        for (column, (name, doc, reading, top)) in columns.iter_mut().zip(plots) {
            plot(column, name, doc, top, series(studio, &colors, reading));
        }
        if let [_, _, _, _, fifth, sixth] = columns {
            plot(fifth, "captures", "how many have been eaten", Some(1.0), vec![(theme::BAD, captured)]);
            stages(sixth, studio.history.last());
        }
    });
}

/// One line per group.
fn series(studio: &Studio, colors: &[Color32], reading: Reading) -> Vec<(Color32, Vec<[f64; 2]>)> {
    let of_group = |(number, color): (usize, &Color32)| {
        let points = studio.history.iter().filter_map(|sample| {
            let order = sample.orders.get(number + 1).filter(|order| order.agents > 1)?;
            let value = reading(order);
            value.is_finite().then_some([sample.time, value])
        });
        (*color, points.collect())
    };
    colors.iter().enumerate().map(of_group).collect()
}

fn plot(ui: &mut Ui, name: &str, doc: &str, top: Option<f64>, series: Vec<(Color32, Vec<[f64; 2]>)>) {
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 6.0;
        ui.label(RichText::new(name).small().strong()).on_hover_text(doc);
        // The values of many groups would not fit; their lines do.
        for (color, points) in series.iter().filter(|_| series.len() <= 2) {
            let last = points.last().map(|point| super::parameter::plain(point[1]));
            ui.label(RichText::new(last.unwrap_or_default()).small().color(*color));
        }
    });
    let mut plot = Plot::new(name)
        .height((ui.available_height() - 2.0).max(20.0))
        .show_axes([false, true])
        .show_grid([false, true])
        .show_x(false)
        .show_background(false)
        .allow_zoom(false)
        .allow_drag(false)
        .allow_scroll(false)
        .allow_boxed_zoom(false)
        .allow_axis_zoom_drag(false)
        .include_y(0.0)
        .y_axis_min_width(22.0)
        .grid_spacing(egui::Rangef::new(22.0, 120.0))
        .set_margin_fraction(egui::vec2(0.0, 0.08));
    if let Some(top) = top {
        plot = plot.include_y(top);
    }
    plot.show(ui, |plot| {
        for (at, (color, points)) in series.into_iter().enumerate() {
            plot.line(Line::new(format!("{name} {at}"), PlotPoints::from(points)).color(color).width(1.6));
        }
    });
}

/// The milliseconds of each stage of the last step, as bars.
fn stages(ui: &mut Ui, last: Option<&Sample>) {
    let Some(sample) = last else { return };
    let total: f64 = sample.stages.iter().map(|(_, time)| time).sum();
    ui.horizontal(|ui| {
        ui.label(RichText::new("ms per stage").small().strong()).on_hover_text("Where the time of a step goes");
        ui.label(RichText::new(milliseconds(total)).small().weak());
    });
    ui.add_space(3.0);
    let most = sample.stages.iter().map(|(_, time)| *time).fold(1e-6, f64::max);
    for (name, time) in sample.stages {
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = 4.0;
            theme::label(ui, RichText::new(name).small().weak(), 50.0);
            let room = (ui.available_width() - 32.0).max(10.0);
            let (rect, _) = ui.allocate_exact_size(egui::vec2(room, 8.0), egui::Sense::hover());
            let mut bar = rect;
            bar.set_width(rect.width() * (time / most) as f32);
            ui.painter().rect_filled(bar, 2.0, theme::ACCENT);
            ui.label(RichText::new(milliseconds(time)).small());
        });
    }
}

/// A time in as many digits as there is room for.
fn milliseconds(time: f64) -> String {
    let decimals = match time {
        _ if time < 10.0 => 2,
        _ if time < 100.0 => 1,
        _ => 0,
    };
    format!("{time:.decimals$}")
}
