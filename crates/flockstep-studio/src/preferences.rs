//! What is remembered from one day to the next.

use crate::command::Panel;
use serde::{Deserialize, Serialize};
use std::ops::RangeInclusive;

/// How large everything can be.
const SCALES: RangeInclusive<f32> = 0.5..=3.0;

/// What is remembered from one day to the next.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Preferences {
    /// Dark or light.
    pub dark: bool,
    /// How large everything is; 1 at first.
    pub scale: f32,
    /// Whether the list of what there is is shown.
    pub scene: bool,
    /// Whether the settings are shown.
    pub settings: bool,
    /// Whether the plots are shown.
    pub numbers: bool,
    /// Whether what the selected agent goes by is drawn.
    pub annotations: bool,
    /// The last scene or file that was open.
    pub last: Option<String>,
}

impl Default for Preferences {
    fn default() -> Preferences {
        Preferences {
            dark: true,
            scale: 1.0,
            scene: true,
            settings: true,
            numbers: true,
            annotations: true,
            last: None,
        }
    }
}

impl Preferences {
    /// The same without nonsense, as a file can hold it that was damaged or edited by hand: a scale that nothing can be
    /// drawn at is the usual one.
    pub fn sane(mut self) -> Preferences {
        if !SCALES.contains(&self.scale) {
            self.scale = 1.0;
        }
        self
    }
    /// Makes everything so many times as large, within reason.
    pub fn scale_by(&mut self, factor: f32) {
        self.scale = (self.scale * factor).clamp(*SCALES.start(), *SCALES.end());
    }
    /// Whether a panel is shown.
    pub fn shows(&self, panel: Panel) -> bool {
        match panel {
            Panel::Scene => self.scene,
            Panel::Settings => self.settings,
            Panel::Numbers => self.numbers,
        }
    }
    /// Shows a panel, or hides it.
    pub fn toggle(&mut self, panel: Panel) {
        let shown = match panel {
            Panel::Scene => &mut self.scene,
            Panel::Settings => &mut self.settings,
            Panel::Numbers => &mut self.numbers,
        };
        *shown = !*shown;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nonsense_is_ignored() {
        for scale in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY, 0.0, -1.0, 1e-30, 1e30] {
            let read = Preferences { scale, dark: false, ..Preferences::default() };
            assert_eq!(read.sane(), Preferences { dark: false, ..Preferences::default() }, "{scale}");
        }
        let fine = Preferences { scale: 1.7, ..Preferences::default() };
        assert_eq!(fine.clone().sane(), fine);
    }
}
