//! How things are drawn, and from where.

use crate::command::Following;
use crate::preferences::Preferences;
use crate::simulation::Frame;
use flockstep::settings::When;
use flockstep_scenario::Scenario;
use flockstep_view::{Camera, ColorBy, Insight, Look, Shape, Style};

/// How things are drawn, and from where.
pub struct Scenery {
    /// Colors, fog, trails.
    pub look: Look,
    /// From where; none before the first frame of a document.
    pub camera: Option<Camera>,
    /// What the camera follows.
    pub following: Following,
    /// Whether to show the whole world in the next frame.
    pub fit: bool,
    /// Whether the document has not been drawn yet: its look is guessed from the first picture.
    pub(crate) unseen: bool,
    /// Whether trails belong to another run.
    pub(crate) old_trails: bool,
}

impl Default for Scenery {
    fn default() -> Scenery {
        Scenery {
            look: Look::default(),
            camera: None,
            following: Following::default(),
            fit: true,
            unseen: true,
            old_trails: false,
        }
    }
}

impl Scenery {
    /// Another document: look at all of it, and tell leaders from followers where there are any.
    pub(crate) fn begin(&mut self, scenario: &Scenario) {
        let trails = self.look.trails;
        *self = Scenery::default();
        self.look.trails = trails;
        self.old_trails = true;
        let mut behaviors = scenario.groups.iter().flat_map(|group| &group.group.settings.behaviors);
        if behaviors.any(|behavior| matches!(behavior.common.when, When::Leading | When::Following)) {
            self.look.color_by = ColorBy::Leader;
        }
    }
    /// The world began anew.
    pub(crate) fn forget_trails(&mut self) {
        self.old_trails = true;
    }

    /// What the running world must find out to be drawn so: a style per group, and who sees whom.
    pub(crate) fn ask(&mut self, scenario: &Scenario, preferences: &Preferences) -> (Vec<Style>, Insight) {
        let style = |group: &flockstep_scenario::ScenarioGroup| {
            let mut style = Style::guess(&group.group);
            let chosen = preferences.shapes.get(&format!("{}/{}", scenario.name, group.group.name));
            if let Some(shape) = chosen.and_then(|name| Shape::ALL.into_iter().find(|shape| shape.name() == name)) {
                style.shape = shape;
            }
            style
        };
        let color_by = self.look.color_by;
        let insight = Insight { neighbours: color_by == ColorBy::Neighbours, leaders: color_by == ColorBy::Leader };
        (scenario.groups.iter().map(style).collect(), insight)
    }

    /// About how large the world is: the longest side of its bounds.
    pub fn extent(&self, frame: &Frame) -> f32 {
        let bounds = &frame.picture.bounds;
        (0..frame.picture.dimensions).map(|axis| bounds.max[axis] - bounds.min[axis]).fold(1.0, f32::max)
    }
}
