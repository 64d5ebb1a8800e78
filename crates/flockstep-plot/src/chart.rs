//! A chart: a title, a legend and panels, laid out.

use crate::axis::{Axis, Range};
use crate::color::{Color, GRID, INK};
use crate::drawing::{Anchor, Drawing};
use crate::font;
use crate::heat::{BAR, HeatMap};
use crate::lines::{Lines, Style};
use crate::png::{PlotError, png};
use crate::svg::svg;

/// A chart.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Chart {
    /// Its title; may be empty.
    pub title: String,
    /// What it shows.
    pub panels: Vec<Panel>,
    /// Panels side by side; 0 is 1.
    pub columns: usize,
    /// Its width in pixels; 0 is 720 for one column and 480 a column for more.
    pub width: u32,
}

/// One part of a chart.
#[derive(Clone, Debug, PartialEq)]
pub enum Panel {
    /// Lines.
    Lines(Lines),
    /// A map.
    Heat(HeatMap),
}

impl From<Lines> for Panel {
    fn from(lines: Lines) -> Panel {
        Panel::Lines(lines)
    }
}
impl From<HeatMap> for Panel {
    fn from(map: HeatMap) -> Panel {
        Panel::Heat(map)
    }
}

/// What the legend says about a series.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Key {
    pub name: String,
    pub style: Style,
    pub color: Color,
}

/// The rectangle that data is drawn in, and the numbers at its sides.
pub(crate) struct Frame {
    /// Left, top, width, height.
    pub place: [f64; 4],
    pub x: Range,
    pub y: Range,
}

impl Frame {
    /// Where a point is drawn; `None` if it has no place.
    pub fn place(&self, [x, y]: [f64; 2]) -> Option<[f64; 2]> {
        let [left, top, width, height] = self.place;
        Some([left + width * self.x.place(x)?, top + height * (1.0 - self.y.place(y)?)])
    }
}

/// Around the data of a panel: left for numbers and the label, bottom likewise.
const LEFT: f64 = 66.0;
const RIGHT: f64 = 18.0;
const BELOW: f64 = 46.0;
const ABOVE: f64 = 14.0;
/// More above a panel with a title.
const TITLE: f64 = 20.0;
const LABEL_SIZE: f64 = 13.0;
const TICK_SIZE: f64 = 11.0;
const EDGE: f64 = 12.0;

impl Chart {
    /// A chart with no panels yet.
    pub fn new(title: impl Into<String>) -> Chart {
        Chart { title: title.into(), ..Chart::default() }
    }
    /// The same with one more panel.
    pub fn with(mut self, panel: impl Into<Panel>) -> Chart {
        self.panels.push(panel.into());
        self
    }
    /// The same with so many panels side by side.
    pub fn columns(mut self, columns: usize) -> Chart {
        self.columns = columns;
        self
    }

    /// The chart as an SVG file.
    pub fn svg(&self) -> String {
        svg(&self.drawing())
    }
    /// The chart as a PNG file.
    pub fn png(&self) -> Result<Vec<u8>, PlotError> {
        png(&self.drawing())
    }

    fn drawing(&self) -> Drawing {
        let columns = self.columns.max(1).min(self.panels.len().max(1));
        let usual = if columns == 1 { 720.0 } else { 480.0 * columns as f64 };
        let width = if self.width == 0 { usual } else { f64::from(self.width).max(240.0) };
        let mut drawing = Drawing { width, ..Drawing::default() };
        let mut top = EDGE;
        if !self.title.is_empty() {
            drawing.text([0.5 * width, top + 16.0], &self.title, 17.0, Anchor::Middle);
            top += 28.0;
        }
        let mut names = Vec::new();
        let keys: Vec<Vec<Key>> = self.panels.iter().map(|panel| panel.keys(&mut names)).collect();
        top = legend(&keys, top, &mut drawing);
        let wide = (width - 2.0 * EDGE) / columns as f64;
        let high = if self.panels.len() == 1 { 360.0 } else { 240.0 };
        for (row, panels) in self.panels.chunks(columns).enumerate() {
            for (column, panel) in panels.iter().enumerate() {
                let place = [EDGE + column as f64 * wide, top, wide, high];
                panel.draw(place, &keys[row * columns + column], &mut drawing);
            }
            top += high;
        }
        drawing.height = top + EDGE;
        drawing
    }
}

/// Draws what each color means, in rows; returns where they end. One series without a name needs none.
fn legend(keys: &[Vec<Key>], top: f64, drawing: &mut Drawing) -> f64 {
    let mut all: Vec<&Key> = Vec::new();
    for key in keys.iter().flatten().filter(|key| !key.name.is_empty()) {
        if !all.iter().any(|other| other.name == key.name) {
            all.push(key);
        }
    }
    let (mut x, mut y) = (LEFT + EDGE, top);
    for key in &all {
        let needs = 34.0 + font::width(&key.name, LABEL_SIZE) + 18.0;
        if x + needs > drawing.width - RIGHT && x > LEFT + EDGE {
            (x, y) = (LEFT + EDGE, y + 20.0);
        }
        if key.style != Style::Dots {
            drawing.line(vec![[x, y + 9.0], [x + 26.0, y + 9.0]], key.color, 2.0, key.style == Style::Dashed);
        }
        if matches!(key.style, Style::Dots | Style::LineAndDots) {
            drawing.dot([x + 13.0, y + 9.0], 3.0, key.color);
        }
        drawing.text([x + 33.0, y + 13.5], &key.name, LABEL_SIZE, Anchor::Start);
        x += needs;
    }
    if all.is_empty() { top } else { y + 24.0 }
}

impl Panel {
    fn keys(&self, names: &mut Vec<String>) -> Vec<Key> {
        match self {
            Panel::Lines(lines) => lines.keys(names),
            Panel::Heat(_) => Vec::new(),
        }
    }

    fn draw(&self, [left, top, width, height]: [f64; 4], keys: &[Key], drawing: &mut Drawing) {
        let (title, x, y, ranges) = match self {
            Panel::Lines(lines) => (&lines.title, &lines.x, &lines.y, lines.ranges()),
            Panel::Heat(map) => (&map.title, &map.x.0, &map.y.0, map.ranges()),
        };
        let (bar, maps) = match self {
            Panel::Heat(_) => (BAR, 14.0),
            Panel::Lines(_) => (0.0, 0.0),
        };
        let above = ABOVE + maps + if title.is_empty() { 0.0 } else { TITLE };
        let place = [left + LEFT, top + above, width - LEFT - RIGHT - bar, height - above - BELOW];
        let frame = Frame { place, x: ranges.0, y: ranges.1 };
        if !title.is_empty() {
            drawing.text([place[0] + 0.5 * place[2], top + 16.0], title, 14.0, Anchor::Middle);
        }
        axes(&frame, x, y, drawing);
        match self {
            Panel::Lines(lines) => lines.draw(&frame, keys, drawing),
            Panel::Heat(map) => map.draw(&frame, drawing),
        }
        let [left, top, width, height] = place;
        let (right, bottom) = (left + width, top + height);
        let corners = vec![[left, top], [right, top], [right, bottom], [left, bottom], [left, top]];
        drawing.line(corners, INK, 1.0, false);
    }
}

/// Grid lines, numbers and labels.
fn axes(frame: &Frame, x: &Axis, y: &Axis, drawing: &mut Drawing) {
    let [left, top, width, height] = frame.place;
    let (right, bottom) = (left + width, top + height);
    for (number, text) in frame.x.ticks((width / 60.0) as usize) {
        let Some(share) = frame.x.place(number) else { continue };
        let at = left + width * share;
        drawing.line(vec![[at, top], [at, bottom]], GRID, 1.0, false);
        drawing.line(vec![[at, bottom], [at, bottom + 4.0]], INK, 1.0, false);
        drawing.text([at, bottom + 16.0], &text, TICK_SIZE, Anchor::Middle);
    }
    for (number, text) in frame.y.ticks((height / 26.0) as usize) {
        let Some(share) = frame.y.place(number) else { continue };
        let at = bottom - height * share;
        drawing.line(vec![[left, at], [right, at]], GRID, 1.0, false);
        drawing.line(vec![[left - 4.0, at], [left, at]], INK, 1.0, false);
        drawing.text([left - 7.0, at + 4.0], &text, TICK_SIZE, Anchor::End);
    }
    drawing.text([left + 0.5 * width, bottom + 36.0], &x.label, LABEL_SIZE, Anchor::Middle);
    drawing.text_upward([left - 48.0, top + 0.5 * height], &y.label, LABEL_SIZE);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lines::Series;
    use tiny_skia::Pixmap;

    fn lines(color: Color) -> Lines {
        let points = [[0.0, 1.0], [1.0, 3.0], [2.0, f64::NAN], [3.0, 2.0], [4.0, 2.5]];
        let series = Series::line("birds & bees", points).color(color).errors([0.1; 5]);
        Lines::new("panel", Axis::new("time (s)"), Axis::new("order"), vec![series])
    }

    /// A gap in the data is a gap in the line, and both pictures say what is what.
    #[test]
    fn a_chart_has_its_texts_and_a_gap_where_there_is_no_number() {
        let svg = Chart::new("title").with(lines([1, 2, 3])).svg();
        for text in [">title<", ">panel<", ">time (s)<", ">order<", ">birds &amp; bees<"] {
            assert!(svg.contains(text), "{text}");
        }
        // Two runs of the line and one in the legend; error bars are thinner.
        assert_eq!(svg.matches("stroke=\"#010203\" stroke-width=\"1.6\"").count(), 2);
        assert!(!svg.contains("NaN") && !svg.contains("inf"));
    }

    #[test]
    fn a_png_has_lines_and_letters_in_their_colors() {
        let red = [250, 10, 10];
        let picture = Chart::new("title").with(lines(red)).png().expect("a picture");
        let pixels = Pixmap::decode_png(&picture).expect("a PNG");
        assert_eq!(pixels.width(), 1440);
        let count = |color: Color| {
            let same = |pixel: &&tiny_skia::PremultipliedColorU8| [pixel.red(), pixel.green(), pixel.blue()] == color;
            pixels.pixels().iter().filter(same).count()
        };
        assert!(count(red) > 500, "the line");
        assert!(count(INK) > 500, "letters and frame");
    }

    #[test]
    fn odd_charts_are_drawn_too() {
        let nothing = Lines::new("", Axis::new(""), Axis::new("").log(), Vec::new());
        let lone = Lines::new("", Axis::new(""), Axis::new(""), vec![Series::line("", [[f64::INFINITY, 1.0]])]);
        let axis = || (Axis::new("x"), vec![1.0, 2.0]);
        let map =
            |values: Vec<f64>| HeatMap { title: String::new(), x: axis(), y: axis(), color: Axis::new("z"), values };
        let maps = [map(Vec::new()), map(vec![f64::NAN; 4]), map(vec![1.0; 4])];
        let mut chart = Chart::new("").with(nothing).with(lone).columns(2);
        maps.into_iter().for_each(|map| chart.panels.push(map.into()));
        for chart in [Chart::default(), chart] {
            assert!(!chart.svg().contains("NaN"));
            assert!(chart.png().is_ok());
        }
    }
}
