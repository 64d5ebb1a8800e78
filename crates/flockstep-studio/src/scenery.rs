//! How things are drawn, and from where.

use crate::command::Following;
use crate::simulation::Frame;
use flockstep::settings::When;
use flockstep_scenario::Scenario;
use flockstep_view::{Camera, ColorBy, Insight, Look};

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

    /// What the running world must find out to be drawn so.
    pub(crate) fn ask(&self) -> Insight {
        let color_by = self.look.color_by;
        Insight { neighbours: color_by == ColorBy::Neighbours, leaders: color_by == ColorBy::Leader }
    }

    /// About how large the world is: the longest side of its bounds.
    pub fn extent(&self, frame: &Frame) -> f32 {
        let bounds = &frame.picture.bounds;
        (0..frame.picture.dimensions).map(|axis| bounds.max[axis] - bounds.min[axis]).fold(1.0, f32::max)
    }
}
