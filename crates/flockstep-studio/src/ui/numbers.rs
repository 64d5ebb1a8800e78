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
    let width = (ui.available_width() - 5.0 * ui.spacing().item_spacing.x) / 6.0;
    let height = ui.available_height();
    let groups = &studio.document.scenario().groups;
    let colors: Vec<Color32> = groups.iter().map(|group| theme::group_color(&group.group.color)).collect();
    ui.horizontal_top(|ui| {
        let plots: [(&str, &str, Reading, Option<f64>); 4] = [
            ("polarization", "1 when all go the same way", |order| order.polarization, Some(1.0)),
            ("milling", "1 for a perfect mill", |order| order.milling, Some(1.0)),
            ("spread", "how far they are from their middle", |order| order.spread, None),
            ("nearest", "mean distance to the nearest of the group", |order| order.nearest, None),
        ];
        for (name, doc, reading, top) in plots {
            let series = series(studio, &colors, reading);
            plot(ui, name, doc, [width, height], top, series);
        }
        let captured = studio.history.iter().map(|sample| [sample.time, sample.captured as f64]).collect();
        plot(ui, "captures", "how many have been eaten", [width, height], None, vec![(theme::BAD, captured)]);
        stages(ui, studio.history.last(), [width, height]);
    });
    if studio.frame().agents > MOST_NEAREST {
        ui.label(RichText::new(format!("nearest: up to {MOST_NEAREST} agents")).weak().small());
    }
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

fn plot(
    ui: &mut Ui,
    name: &str,
    doc: &str,
    [width, height]: [f32; 2],
    top: Option<f64>,
    series: Vec<(Color32, Vec<[f64; 2]>)>,
) {
    ui.allocate_ui_with_layout([width, height].into(), egui::Layout::top_down(egui::Align::Min), |ui| {
        let last = series.iter().filter_map(|(_, points)| points.last()).map(|point| point[1]);
        let shown = last.map(super::parameter::plain).collect::<Vec<_>>().join("  ");
        ui.horizontal(|ui| {
            ui.label(RichText::new(name).small().strong()).on_hover_text(doc);
            ui.label(RichText::new(shown).small().monospace().weak());
        });
        let mut plot = Plot::new(name)
            .height((height - 24.0).max(30.0))
            .width(width)
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
            .y_axis_min_width(26.0)
            .set_margin_fraction(egui::vec2(0.0, 0.08));
        if let Some(top) = top {
            plot = plot.include_y(top);
        }
        plot.show(ui, |plot| {
            for (at, (color, points)) in series.into_iter().enumerate() {
                plot.line(Line::new(format!("{name} {at}"), PlotPoints::from(points)).color(color).width(1.6));
            }
        });
    });
}

/// The milliseconds of each stage of the last step, as bars.
fn stages(ui: &mut Ui, last: Option<&Sample>, [width, height]: [f32; 2]) {
    ui.allocate_ui_with_layout([width, height].into(), egui::Layout::top_down(egui::Align::Min), |ui| {
        let Some(sample) = last else { return };
        let total: f64 = sample.stages.iter().map(|(_, time)| time).sum();
        ui.horizontal(|ui| {
            ui.label(RichText::new("ms per stage").small().strong()).on_hover_text("Where the time of a step goes");
            ui.label(RichText::new(format!("{total:.2}")).small().monospace().weak());
        });
        let most = sample.stages.iter().map(|(_, time)| *time).fold(1e-6, f64::max);
        ui.spacing_mut().item_spacing.y = 2.0;
        for (name, time) in sample.stages {
            ui.horizontal(|ui| {
                ui.add_sized([58.0, 13.0], egui::Label::new(RichText::new(name).small().weak()).halign(egui::Align::Min));
                let room = (ui.available_width() - 44.0).max(10.0);
                let (rect, _) = ui.allocate_exact_size(egui::vec2(room, 8.0), egui::Sense::hover());
                let mut bar = rect;
                bar.set_width(rect.width() * (time / most) as f32);
                ui.painter().rect_filled(bar, 2.0, theme::ACCENT);
                ui.label(RichText::new(format!("{time:.2}")).small().monospace());
            });
        }
    });
}
