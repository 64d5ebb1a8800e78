//! The colors a terminal has.

use ratatui::style::Color;
use std::ffi::OsString;

/// How many colors there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tint {
    /// None: the user wants none (<https://no-color.org>).
    Plain,
    /// A cube of 6 × 6 × 6 colors, which nearly every terminal has.
    Cube,
    /// All of them.
    Full,
}

impl Tint {
    /// What the environment says.
    pub fn of_environment() -> Tint {
        Tint::of(|name| std::env::var_os(name))
    }

    fn of(variable: impl Fn(&str) -> Option<OsString>) -> Tint {
        if variable("NO_COLOR").is_some_and(|value| !value.is_empty()) {
            return Tint::Plain;
        }
        let all = variable("COLORTERM").is_some_and(|value| value == "truecolor" || value == "24bit");
        if all { Tint::Full } else { Tint::Cube }
    }

    /// The color nearest to this one.
    pub fn color(self, [red, green, blue]: [u8; 3]) -> Color {
        match self {
            Tint::Plain => Color::Reset,
            Tint::Full => Color::Rgb(red, green, blue),
            Tint::Cube => Color::Indexed(16 + 36 * level(red) + 6 * level(green) + level(blue)),
        }
    }
}

/// The nearest of the six levels that a channel has in the cube: 0, 95, 135, 175, 215, 255.
fn level(channel: u8) -> u8 {
    match channel {
        0..48 => 0,
        48..115 => 1,
        _ => (channel - 35) / 40,
    }
}

/// A color so many times as bright.
pub fn shade(color: [u8; 3], brightness: f32) -> [u8; 3] {
    color.map(|channel| (f32::from(channel) * brightness).clamp(0.0, 255.0) as u8)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colors_are_left_out_where_nobody_wants_them() {
        let with = |set: &'static [(&str, &str)]| {
            Tint::of(|name| set.iter().find(|(key, _)| *key == name).map(|(_, value)| value.into()))
        };
        assert_eq!(with(&[("NO_COLOR", "1"), ("COLORTERM", "truecolor")]), Tint::Plain);
        assert_eq!(with(&[("NO_COLOR", ""), ("COLORTERM", "truecolor")]), Tint::Full);
        assert_eq!(with(&[]), Tint::Cube);
        assert_eq!(Tint::Plain.color([255, 0, 0]), Color::Reset);
    }

    #[test]
    fn the_nearest_level_of_the_cube_is_taken() {
        let levels = [0, 95, 135, 175, 215, 255i32];
        for channel in 0..=255u8 {
            let off = |level: i32| (level - i32::from(channel)).abs();
            let best = levels.iter().map(|level| off(*level)).min();
            assert_eq!(Some(off(levels[usize::from(level(channel))])), best, "{channel}");
        }
    }
}
