//! The time and some metrics in the picture, each with the curve of what it has been.

use super::ink::{Area, Ink, Pen, curve, panel};
use clap::ValueEnum;
use flockstep::World;
use flockstep::observe::{Metrics, nearest_distances};
use flockstep_scenario::AnyWorld;
use flockstep_view::Image;

/// Up to how many points a curve has.
const POINTS: u64 = 240;
const GROUND: Ink = [8, 12, 20, 170];
const TEXT: Ink = [236, 240, 246, 255];
const FAINT: Ink = [160, 172, 190, 255];
const CURVE: Ink = [120, 205, 255, 255];

/// What can be shown, of all agents together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Shown {
    /// How many there are.
    Agents,
    /// How much they go the same way, from 0 to 1.
    Polarization,
    /// How much they go around their centre, from 0 to 1.
    Milling,
    /// How far they are from their centre.
    Spread,
    /// Their mean speed.
    Speed,
    /// The mean distance to the nearest other.
    #[value(name = "nearest_mean")]
    NearestMean,
}

impl Shown {
    fn name(self) -> String {
        self.to_possible_value().map(|value| value.get_name().to_string()).unwrap_or_default()
    }

    fn of<const D: usize>(self, metrics: &Metrics<D>) -> f64 {
        match self {
            Shown::Agents => metrics.agents as f64,
            Shown::Polarization => metrics.polarization,
            Shown::Milling => metrics.milling,
            Shown::Spread => metrics.spread,
            Shown::Speed => metrics.speed,
            Shown::NearestMean => metrics.nearest_mean,
        }
    }

    /// The end of its scale, if it has one.
    fn most(self) -> Option<f64> {
        matches!(self, Shown::Polarization | Shown::Milling).then_some(1.0)
    }
}

/// What is written into every picture.
pub struct Overlay {
    shown: Vec<Shown>,
    /// The step at the end of the curves.
    last: u64,
    /// Steps and values so far.
    past: Vec<(u64, Vec<f64>)>,
}

impl Overlay {
    pub fn new(shown: &[Shown], last: u64) -> Overlay {
        Overlay { shown: shown.to_vec(), last, past: Vec::new() }
    }

    /// Remembers a step, if the curves are to have a point there.
    pub fn observe(&mut self, world: &AnyWorld) {
        if world.steps().is_multiple_of(self.last.div_ceil(POINTS).max(1)) {
            self.past.push((world.steps(), self.values(world)));
        }
    }

    fn values(&self, world: &AnyWorld) -> Vec<f64> {
        match world {
            AnyWorld::Plane(world) => self.values_of(world),
            AnyWorld::Space(world) => self.values_of(world),
        }
    }

    fn values_of<const D: usize>(&self, world: &World<D>) -> Vec<f64> {
        // Takes a search of its own: only if asked for.
        let spaced = self.shown.contains(&Shown::NearestMean);
        let nearest = if spaced { nearest_distances(world, None) } else { Vec::new() };
        let metrics = Metrics::of(world, None, &nearest);
        self.shown.iter().map(|shown| shown.of(&metrics)).collect()
    }

    /// Writes the time and what is true of the world now.
    pub fn write(&self, image: &mut Image, world: &AnyWorld, time: f64) {
        let Some(pen) = Pen::new((image.height as f32 / 30.0).clamp(11.0, 44.0)) else { return };
        let line = pen.height() * 1.15;
        let names: Vec<String> = self.shown.iter().map(|shown| shown.name()).collect();
        let name_width = names.iter().map(|name| pen.width(name)).fold(pen.width("time"), f32::max);
        let (number_width, curve_width, gap) = (pen.width("00000.00"), line * 5.0, pen.height() * 0.6);
        let (left, top) = (pen.height() * 0.6, pen.height() * 0.6);
        let width = name_width + number_width + curve_width + gap * 4.0;
        let height = line * (self.shown.len() + 1) as f32 + gap;
        panel(image, Area { left, top, width, height }, pen.height() * 0.4, GROUND);
        let values = self.values(world);
        for row in 0..=self.shown.len() {
            let at = top + gap * 0.5 + line * row as f32;
            let (name, number) = match row.checked_sub(1) {
                None => ("time", format!("{time:.2} s")),
                Some(number) => (names[number].as_str(), written(self.shown[number], values[number])),
            };
            pen.write(image, [left + gap, at], name, FAINT);
            // Numbers end in one column, so that digits do not jump about.
            let right = left + gap * 2.0 + name_width + number_width;
            pen.write(image, [right - pen.width(&number), at], &number, TEXT);
            if let Some(number) = row.checked_sub(1) {
                let area = Area { left: right + gap, top: at + line * 0.2, width: curve_width, height: line * 0.56 };
                self.draw_curve(image, number, world.steps(), values[number], area);
            }
        }
    }

    fn draw_curve(&self, image: &mut Image, number: usize, step: u64, value: f64, area: Area) {
        let so_far =
            self.past.iter().take_while(|(then, _)| *then < step).map(|(then, values)| (*then, values[number]));
        let points: Vec<(u64, f64)> = so_far.chain([(step, value)]).filter(|(_, value)| value.is_finite()).collect();
        let most = points.iter().map(|(_, value)| *value).fold(0.0, f64::max);
        let most = self.shown[number].most().unwrap_or(most).max(f64::MIN_POSITIVE);
        let points: Vec<[f32; 2]> = points
            .iter()
            .map(|(step, value)| {
                let across = *step as f64 / self.last.max(1) as f64;
                let up = (value / most).clamp(0.0, 1.0);
                [area.left + area.width * across as f32, area.top + area.height * (1.0 - up as f32)]
            })
            .collect();
        let floor = [[area.left, area.top + area.height], [area.left + area.width, area.top + area.height]];
        curve(image, &floor, 1.0, [FAINT[0], FAINT[1], FAINT[2], 90]);
        curve(image, &points, (area.height / 12.0).max(1.2), CURVE);
        if let Some([x, y]) = points.last() {
            let radius = (area.height / 8.0).max(1.6);
            let dot = Area { left: x - radius, top: y - radius, width: 2.0 * radius, height: 2.0 * radius };
            panel(image, dot, radius, CURVE);
        }
    }
}

fn written(shown: Shown, value: f64) -> String {
    match shown {
        Shown::Agents => format!("{value}"),
        _ if !value.is_finite() => "-".into(),
        _ => format!("{value:.2}"),
    }
}
