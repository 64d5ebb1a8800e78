//! Axes: what they say, where their ticks are.

/// How numbers lie along an axis.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Scale {
    /// Evenly.
    #[default]
    Linear,
    /// By their logarithm; what is not greater than 0 is not drawn.
    Log,
}

/// An axis: its label, its scale, and numbers that it must reach whatever the data.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Axis {
    /// What it measures, with its unit.
    pub label: String,
    /// How numbers lie along it.
    pub scale: Scale,
    /// Numbers that it reaches in any case.
    pub reaches: Vec<f64>,
}

impl Axis {
    /// A linear axis.
    pub fn new(label: impl Into<String>) -> Axis {
        Axis { label: label.into(), ..Axis::default() }
    }
    /// The same, reaching this number in any case.
    pub fn from(mut self, number: f64) -> Axis {
        self.reaches.push(number);
        self
    }
    /// The same on a logarithmic scale.
    pub fn log(mut self) -> Axis {
        self.scale = Scale::Log;
        self
    }

    /// The axis laid over these numbers.
    pub(crate) fn over(&self, data: impl Iterator<Item = f64>) -> Range {
        let is_shown = |number: &f64| number.is_finite() && (self.scale == Scale::Linear || *number > 0.0);
        let all: Vec<f64> = data.chain(self.reaches.iter().copied()).filter(is_shown).map(|x| self.along(x)).collect();
        let (mut low, mut high) = (min(&all), max(&all));
        if all.is_empty() {
            (low, high) = (0.0, 1.0);
        }
        if high - low <= 1e-12 * high.abs().max(low.abs()) {
            // A single number stands in the middle of some room.
            let room = if low == 0.0 { 1.0 } else { 0.1 * low.abs() };
            (low, high) = (low - room, high + room);
        }
        Range { low, high, scale: self.scale }
    }
    fn along(&self, number: f64) -> f64 {
        if self.scale == Scale::Log { number.log10() } else { number }
    }
}

fn min(numbers: &[f64]) -> f64 {
    numbers.iter().copied().fold(f64::INFINITY, f64::min)
}
fn max(numbers: &[f64]) -> f64 {
    numbers.iter().copied().fold(f64::NEG_INFINITY, f64::max)
}

/// The part of an axis that is drawn; on a logarithmic one the ends are exponents.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Range {
    low: f64,
    high: f64,
    scale: Scale,
}

impl Range {
    /// The same with a little room at both ends.
    pub fn roomy(self, share: f64) -> Range {
        let room = share * (self.high - self.low);
        Range { low: self.low - room, high: self.high + room, ..self }
    }
    /// Where a number lies, from 0 to 1; `None` if it has no place.
    pub fn place(&self, number: f64) -> Option<f64> {
        let along = if self.scale == Scale::Log { number.log10() } else { number };
        along.is_finite().then(|| (along - self.low) / (self.high - self.low))
    }
    /// About so many round numbers, and how they are written.
    pub fn ticks(&self, about: usize) -> Vec<(f64, String)> {
        match self.scale {
            Scale::Linear => linear_ticks(self.low, self.high, about),
            Scale::Log => log_ticks(self.low, self.high, about),
        }
    }
}

/// Multiples of 1, 2 or 5 times a power of ten.
fn linear_ticks(low: f64, high: f64, about: usize) -> Vec<(f64, String)> {
    let rough = (high - low) / about.max(1) as f64;
    let power = 10f64.powf(rough.log10().floor());
    let step =
        [1.0, 2.0, 5.0, 10.0].into_iter().map(|m| m * power).find(|step| *step >= rough * 0.999).unwrap_or(power);
    let (first, last) = ((low / step - 1e-9).ceil(), (high / step + 1e-9).floor());
    let digits = (-step.log10().floor()).max(0.0) as usize;
    let largest = low.abs().max(high.abs());
    let write = |number: f64| {
        if !(1e-4..1e6).contains(&largest) { format!("{number:e}") } else { format!("{number:.digits$}") }
    };
    // Whole multiples: sums of steps would gather dust, and a zero must be one.
    (0..=(last - first).clamp(0.0, 100.0) as usize)
        .map(|nth| (first + nth as f64) * step)
        .map(|number| (number, write(if number.abs() < 1e-9 * step { 0.0 } else { number }).replace('-', "−")))
        .collect()
}

/// Powers of ten; with few of them, twice and five times those too.
fn log_ticks(low: f64, high: f64, about: usize) -> Vec<(f64, String)> {
    let powers = high.floor() as i32 - low.ceil() as i32 + 1;
    let stride = (powers / about.max(1) as i32).max(1);
    let factors: &[f64] = if powers < 3 { &[1.0, 2.0, 5.0] } else { &[1.0] };
    let mut ticks = Vec::new();
    for power in low.floor() as i32..=high.ceil() as i32 {
        for factor in factors.iter().filter(|_| power % stride == 0) {
            let number = factor * 10f64.powi(power);
            let along = number.log10();
            if along >= low - 1e-9 && along <= high + 1e-9 {
                let plain = (-4..=5).contains(&power);
                let text = if plain { format!("{}", (number * 1e6).round() / 1e6) } else { format!("{number:e}") };
                ticks.push((number, text.replace('-', "−")));
            }
        }
    }
    ticks
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(axis: Axis, data: &[f64], about: usize) -> Vec<String> {
        axis.over(data.iter().copied()).ticks(about).into_iter().map(|(_, text)| text).collect()
    }

    #[test]
    fn ticks_are_round_and_within() {
        assert_eq!(texts(Axis::new(""), &[0.0, 1.0], 5), ["0.0", "0.2", "0.4", "0.6", "0.8", "1.0"]);
        assert_eq!(texts(Axis::new(""), &[-30.0, 41.0], 4), ["−20", "0", "20", "40"]);
        assert_eq!(texts(Axis::new("").log(), &[0.001, 1000.0], 7), ["0.001", "0.01", "0.1", "1", "10", "100", "1000"]);
        assert_eq!(texts(Axis::new("").log(), &[1.0, 20.0], 7), ["1", "2", "5", "10", "20"]);
        assert!(!texts(Axis::new(""), &[3e9, 8e9], 5).is_empty());
    }

    #[test]
    fn odd_data_still_makes_an_axis() {
        for data in [&[][..], &[7.0], &[0.0, 0.0], &[f64::NAN, f64::INFINITY], &[-1.0]] {
            for axis in [Axis::new(""), Axis::new("").log(), Axis::new("").from(2.0)] {
                let range = axis.over(data.iter().copied());
                assert!(range.low < range.high && range.low.is_finite() && range.high.is_finite(), "{data:?}");
                assert!(range.ticks(5).len() < 110);
            }
        }
    }
}
