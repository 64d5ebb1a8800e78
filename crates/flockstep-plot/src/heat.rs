//! A panel that shows a number over two others as colors, with a bar that says which is which.

use crate::axis::{Axis, Range};
use crate::chart::Frame;
use crate::color::{INK, of_heat};
use crate::drawing::{Anchor, Drawing};

/// A map of a number over two others.
#[derive(Clone, Debug, PartialEq)]
pub struct HeatMap {
    /// What it shows; may be empty.
    pub title: String,
    /// The axis across, and the middles of the columns along it, in order.
    pub x: (Axis, Vec<f64>),
    /// The axis up, and the middles of the rows along it, in order.
    pub y: (Axis, Vec<f64>),
    /// What the colors measure.
    pub color: Axis,
    /// The values, row by row from the lowest; what is not a number is gray, and so is what is missing.
    pub values: Vec<f64>,
}

/// Room for the bar of colors.
pub(crate) const BAR: f64 = 90.0;

impl HeatMap {
    pub(crate) fn ranges(&self) -> (Range, Range) {
        let along = |(axis, middles): &(Axis, Vec<f64>)| axis.over(edges(middles).into_iter());
        (along(&self.x), along(&self.y))
    }

    pub(crate) fn draw(&self, frame: &Frame, drawing: &mut Drawing) {
        let (columns, rows) = (edges(&self.x.1), edges(&self.y.1));
        let range = self.color.over(self.values.iter().copied());
        let share = |value: f64| range.place(value).unwrap_or(f64::NAN);
        for (row, y) in rows.windows(2).enumerate() {
            for (column, x) in columns.windows(2).enumerate() {
                let value = self.values.get(row * self.x.1.len() + column).copied().unwrap_or(f64::NAN);
                let (Some(low), Some(high)) = (frame.place([x[0], y[0]]), frame.place([x[1], y[1]])) else { continue };
                // Whole pixels, so that neighbours meet.
                let [left, right, top, bottom] = [low[0], high[0], high[1], low[1]].map(f64::round);
                drawing.rect([left, top, right - left, bottom - top], of_heat(share(value)));
            }
        }
        self.draw_bar(frame, range, drawing);
    }

    fn draw_bar(&self, frame: &Frame, range: Range, drawing: &mut Drawing) {
        let [left, top, width, height] = frame.place;
        let (left, wide, steps) = (left + width + 16.0, 14.0, 64);
        for step in 0..steps {
            let [from, to] = [step, step + 1].map(|at| (top + height * f64::from(at) / f64::from(steps)).round());
            let share = 1.0 - (f64::from(step) + 0.5) / f64::from(steps);
            drawing.rect([left, from, wide, to - from], of_heat(share));
        }
        for (number, text) in range.ticks(5) {
            let Some(share) = range.place(number) else { continue };
            let y = top + height * (1.0 - share);
            drawing.line(vec![[left + wide, y], [left + wide + 4.0, y]], INK, 1.0, false);
            drawing.text([left + wide + 7.0, y + 4.0], &text, 11.0, Anchor::Start);
        }
        drawing.text([left + wide, top - 8.0], &self.color.label, 12.0, Anchor::Middle);
    }
}

/// The edges of columns with these middles: half way between two, and as far beyond the last.
fn edges(middles: &[f64]) -> Vec<f64> {
    let (Some(first), Some(last)) = (middles.first(), middles.last()) else { return Vec::new() };
    if middles.len() == 1 {
        let half = if *first == 0.0 { 0.5 } else { 0.5 * first.abs() };
        return vec![first - half, first + half];
    }
    let between = middles.windows(2).map(|pair| 0.5 * (pair[0] + pair[1]));
    let before = first - 0.5 * (middles[1] - first);
    let after = last + 0.5 * (last - middles[middles.len() - 2]);
    std::iter::once(before).chain(between).chain([after]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edges_lie_between_middles() {
        assert_eq!(edges(&[1.0, 2.0, 4.0]), [0.5, 1.5, 3.0, 5.0]);
        assert_eq!(edges(&[3.0]), [1.5, 4.5]);
        assert!(edges(&[]).is_empty());
    }
}
