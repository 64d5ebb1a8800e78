//! A panel of lines, dots and error bars.

use crate::axis::{Axis, Range};
use crate::chart::{Frame, Key};
use crate::color::{Color, of_series};
use crate::drawing::Drawing;

/// A panel of series over two axes.
#[derive(Clone, Debug, PartialEq)]
pub struct Lines {
    /// What it shows; may be empty.
    pub title: String,
    /// The axis across.
    pub x: Axis,
    /// The axis up.
    pub y: Axis,
    /// What is drawn.
    pub series: Vec<Series>,
}

impl Lines {
    /// A panel of series.
    pub fn new(title: impl Into<String>, x: Axis, y: Axis, series: Vec<Series>) -> Lines {
        Lines { title: title.into(), x, y, series }
    }
}

/// How a series is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// A line.
    Line,
    /// A dashed line: a theory, a reference.
    Dashed,
    /// A dot for each point.
    Dots,
    /// A line with dots on it.
    LineAndDots,
}

/// Points that belong together.
#[derive(Clone, Debug, PartialEq)]
pub struct Series {
    /// What they are, for the legend.
    pub name: String,
    /// Across and up. What is not a number is a gap.
    pub points: Vec<[f64; 2]>,
    /// How far each point may be off, up and down; empty: not known.
    pub errors: Vec<f64>,
    /// How it is drawn.
    pub style: Style,
    /// Its color; unset: the next of a row that all eyes can tell apart.
    pub color: Option<Color>,
}

impl Series {
    /// A line through points.
    pub fn line(name: impl Into<String>, points: impl IntoIterator<Item = [f64; 2]>) -> Series {
        let points = points.into_iter().collect();
        Series { name: name.into(), points, errors: Vec::new(), style: Style::Line, color: None }
    }
    /// The same in another style.
    pub fn style(mut self, style: Style) -> Series {
        self.style = style;
        self
    }
    /// The same with error bars.
    pub fn errors(mut self, errors: impl IntoIterator<Item = f64>) -> Series {
        self.errors = errors.into_iter().collect();
        self
    }
    /// The same in this color.
    pub fn color(mut self, color: Color) -> Series {
        self.color = Some(color);
        self
    }
}

impl Lines {
    pub(crate) fn ranges(&self) -> (Range, Range) {
        let points = || self.series.iter().flat_map(|series| &series.points);
        let ends = self.series.iter().flat_map(|series| {
            series.points.iter().zip(&series.errors).flat_map(|([_, y], error)| [y - error, y + error])
        });
        let x = self.x.over(points().map(|[x, _]| *x));
        let y = self.y.over(points().map(|[_, y]| *y).chain(ends));
        // Lines begin at the left edge, dots stand clear of it.
        let dotted = self.series.iter().any(|series| matches!(series.style, Style::Dots | Style::LineAndDots));
        (if dotted { x.roomy(0.02) } else { x }, y.roomy(0.04))
    }

    /// What the legend says about each series, colors given out by name.
    pub(crate) fn keys(&self, names: &mut Vec<String>) -> Vec<Key> {
        let key = |series: &Series| {
            let number = names.iter().position(|name| *name == series.name).unwrap_or_else(|| {
                names.push(series.name.clone());
                names.len() - 1
            });
            Key { name: series.name.clone(), style: series.style, color: series.color.unwrap_or(of_series(number)) }
        };
        self.series.iter().map(key).collect()
    }

    pub(crate) fn draw(&self, frame: &Frame, keys: &[Key], drawing: &mut Drawing) {
        for (series, key) in self.series.iter().zip(keys) {
            let errors = series.errors.iter().copied().chain(std::iter::repeat(0.0));
            for ([x, y], error) in series.points.iter().zip(errors).filter(|(_, error)| *error > 0.0) {
                draw_error(frame, [*x, *y], error, key.color, drawing);
            }
            if series.style != Style::Dots {
                for run in runs(series, frame) {
                    drawing.line(thinned(run), key.color, 1.6, series.style == Style::Dashed);
                }
            }
            if matches!(series.style, Style::Dots | Style::LineAndDots) {
                let places = series.points.iter().filter_map(|point| frame.place(*point));
                places.for_each(|place| drawing.dot(place, 3.0, key.color));
            }
        }
    }
}

fn draw_error(frame: &Frame, [x, y]: [f64; 2], error: f64, color: Color, drawing: &mut Drawing) {
    // On a logarithmic axis the lower end may have no place; then there is half a bar.
    let middle = frame.place([x, y]);
    let ends = [y - error, y + error].map(|end| frame.place([x, end]).or(middle));
    if let [Some(low), Some(high)] = ends {
        drawing.line(vec![low, high], color, 1.0, false);
        for [x, y] in [low, high] {
            drawing.line(vec![[x - 3.0, y], [x + 3.0, y]], color, 1.0, false);
        }
    }
}

/// The parts of a series between gaps, in pixels.
fn runs(series: &Series, frame: &Frame) -> Vec<Vec<[f64; 2]>> {
    let mut runs = vec![Vec::new()];
    for point in &series.points {
        match (frame.place(*point), runs.last_mut()) {
            (Some(place), Some(run)) => run.push(place),
            _ => runs.push(Vec::new()),
        }
    }
    runs.retain(|run| run.len() > 1);
    runs
}

/// A line of very many points looks the same with the first, the least, the greatest and the last of each pixel across.
fn thinned(points: Vec<[f64; 2]>) -> Vec<[f64; 2]> {
    if points.len() < 4000 {
        return points;
    }
    let mut thin: Vec<[f64; 2]> = Vec::new();
    for column in points.chunk_by(|one, two| one[0].floor() == two[0].floor()) {
        let by_height = |one: &&[f64; 2], two: &&[f64; 2]| one[1].total_cmp(&two[1]);
        let ends = [column.first(), column.iter().min_by(by_height), column.iter().max_by(by_height), column.last()];
        thin.extend(ends.into_iter().flatten());
    }
    thin
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_thinned_line_keeps_its_ends_and_extremes() {
        let points: Vec<[f64; 2]> = (0..100_000).map(|n| [f64::from(n) * 0.005, f64::from(n * 7919 % 1000)]).collect();
        let thin = thinned(points.clone());
        assert!(thin.len() <= 4 * 501 && thin.first() == points.first() && thin.last() == points.last());
        let top = |points: &[[f64; 2]]| points.iter().map(|point| point[1]).fold(0.0, f64::max);
        assert_eq!(top(&thin), top(&points));
    }
}
