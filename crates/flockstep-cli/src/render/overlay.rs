//! The time and some metrics in the picture, each with the curve of what it has been.

use super::ink::{Area, Ink, Pen, curve, panel};
use crate::failure::Failure;
use crate::measure::{Measure, Meter};
use flockstep::observe::{Metric, MetricEntry};
use flockstep_scenario::AnyWorld;
use flockstep_view::Image;

/// Up to how many points a curve has.
const POINTS: u64 = 240;
const GROUND: Ink = [8, 12, 20, 170];
const TEXT: Ink = [236, 240, 246, 255];
const FAINT: Ink = [160, 172, 190, 255];
const CURVE: Ink = [120, 205, 255, 255];

/// What is shown.
#[derive(Clone, Debug)]
pub enum Shown {
    /// How many agents there are.
    Agents,
    /// A metric, of everyone or of a group.
    Measure(Measure),
}

impl Shown {
    /// What these names ask for in a world.
    pub fn find_all(names: &[String], world: &AnyWorld) -> Result<Vec<Shown>, Failure> {
        let find = |name: &String| match name.as_str() {
            "agents" => Ok(Shown::Agents),
            name => Measure::find("--overlay", name, world.groups(), world.dimensions()).map(Shown::Measure),
        };
        names.iter().map(find).collect()
    }

    fn name(&self) -> &str {
        match self {
            Shown::Agents => "agents",
            Shown::Measure(measure) => &measure.column,
        }
    }

    fn entry(&self) -> Option<&'static MetricEntry> {
        match self {
            Shown::Agents => None,
            Shown::Measure(measure) => Some(measure.metric().entry()),
        }
    }

    /// The end of its scale, if it has one.
    fn most(&self) -> Option<f64> {
        let share = |entry: &&MetricEntry| matches!(entry.metric, Metric::Polarization | Metric::Milling);
        self.entry().filter(share).map(|_| 1.0)
    }
}

/// The meter of a world of either dimension.
enum AnyMeter {
    Plane(Box<Meter<2>>),
    Space(Box<Meter<3>>),
}

/// What is written into every picture.
pub struct Overlay {
    shown: Vec<Shown>,
    meter: AnyMeter,
    /// The step at the end of the curves.
    last: u64,
    /// Steps and values so far.
    past: Vec<(u64, Vec<f64>)>,
}

impl Overlay {
    /// From this world on.
    pub fn new(shown: &[Shown], last: u64, world: &AnyWorld) -> Overlay {
        let measure = |shown: &Shown| if let Shown::Measure(measure) = shown { Some(measure.clone()) } else { None };
        let measures: Vec<Measure> = shown.iter().filter_map(measure).collect();
        let meter = match world {
            AnyWorld::Plane(world) => AnyMeter::Plane(Box::new(Meter::new(&measures, world))),
            AnyWorld::Space(world) => AnyMeter::Space(Box::new(Meter::new(&measures, world))),
        };
        let mut overlay = Overlay { shown: shown.to_vec(), meter, last, past: Vec::new() };
        overlay.note(world);
        overlay
    }

    /// Takes note of the step that the world has just made.
    pub fn observe(&mut self, world: &AnyWorld) {
        match (&mut self.meter, world) {
            (AnyMeter::Plane(meter), AnyWorld::Plane(world)) => meter.follow(world),
            (AnyMeter::Space(meter), AnyWorld::Space(world)) => meter.follow(world),
            _ => {}
        }
        self.note(world);
    }

    /// Remembers a step, if the curves are to have a point there; some metrics go by what was seen before, and want to see all.
    fn note(&mut self, world: &AnyWorld) {
        let has_point = world.steps().is_multiple_of(self.last.div_ceil(POINTS).max(1));
        let remembers = self.shown.iter().any(|shown| shown.entry().is_some_and(|entry| entry.remembers));
        if has_point || remembers {
            let values = self.values(world);
            self.past.extend(has_point.then_some((world.steps(), values)));
        }
    }

    fn values(&mut self, world: &AnyWorld) -> Vec<f64> {
        let measured: &[f64] = match (&mut self.meter, world) {
            (AnyMeter::Plane(meter), AnyWorld::Plane(world)) => meter.measure(world, false),
            (AnyMeter::Space(meter), AnyWorld::Space(world)) => meter.measure(world, false),
            _ => &[],
        };
        let mut measured = measured.iter().copied();
        let value = |shown: &Shown| match shown {
            Shown::Agents => world.len() as f64,
            Shown::Measure(_) => measured.next().unwrap_or(f64::NAN),
        };
        self.shown.iter().map(value).collect()
    }

    /// Writes the time and what is true of the world now.
    pub fn write(&mut self, image: &mut Image, world: &AnyWorld, time: f64) {
        let Some(pen) = Pen::new((image.height as f32 / 30.0).clamp(11.0, 44.0)) else { return };
        let line = pen.height() * 1.15;
        let values = self.values(world);
        let names: Vec<&str> = self.shown.iter().map(Shown::name).collect();
        let name_width = names.iter().map(|name| pen.width(name)).fold(pen.width("time"), f32::max);
        let (number_width, curve_width, gap) = (pen.width("00000.00"), line * 5.0, pen.height() * 0.6);
        let (left, top) = (pen.height() * 0.6, pen.height() * 0.6);
        let width = name_width + number_width + curve_width + gap * 4.0;
        let height = line * (self.shown.len() + 1) as f32 + gap;
        panel(image, Area { left, top, width, height }, pen.height() * 0.4, GROUND);
        for row in 0..=self.shown.len() {
            let at = top + gap * 0.5 + line * row as f32;
            let (name, number) = match row.checked_sub(1) {
                None => ("time", format!("{time:.2} s")),
                Some(number) => (names[number], written(&self.shown[number], values[number])),
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

fn written(shown: &Shown, value: f64) -> String {
    match shown.entry() {
        _ if !value.is_finite() => "-".into(),
        Some(entry) if !entry.whole => format!("{value:.2}"),
        _ => format!("{value:.0}"),
    }
}
