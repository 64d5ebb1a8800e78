//! What is remembered from one day to the next.

use crate::command::Panel;
use serde::{Deserialize, Serialize};

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
