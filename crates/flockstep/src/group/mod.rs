//! Groups: agents of one kind, and the settings that they share.

mod behavior;

pub use behavior::{Behavior, Common};

use crate::settings::{Blend, Body, Captures, Place, Shape, Sight};

/// What agents of a kind share and one agent can have for itself (its *personality*).
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Settings {
    /// How far, how wide and how many they see.
    pub sight: Sight,
    /// How steering becomes motion.
    pub body: Body,
    /// How several behaviors become one steering vector.
    pub blend: Blend,
    /// The behaviors, in order.
    pub behaviors: Vec<Behavior>,
}

/// Agents of one kind.
#[derive(Clone, Debug, PartialEq)]
pub struct Group {
    /// Its name.
    pub name: String,
    /// The layers it is in.
    pub layers: Vec<String>,
    /// Its color, as `#rrggbb`.
    pub color: String,
    /// What its agents look like; unset: whoever draws them finds what fits.
    pub shape: Option<Shape>,
    /// Whether a player may drive its agents; without one its behaviors do.
    pub player: bool,
    /// Sight, body, blend and behaviors.
    pub settings: Settings,
    /// Where its agents are born (again).
    pub place: Option<Place>,
    /// The range of speeds at birth; unset: half the max speed.
    pub speed: Option<[f32; 2]>,
    /// Whom it eats, if anyone.
    pub captures: Option<Captures>,
}

impl Group {
    /// A group with defaults for everything but its name.
    pub fn new(name: impl Into<String>) -> Group {
        Group {
            name: name.into(),
            layers: Vec::new(),
            color: "#4aa3ff".into(),
            shape: None,
            player: false,
            settings: Settings::default(),
            place: None,
            speed: None,
            captures: None,
        }
    }
    /// The same in these layers.
    pub fn layers<S: Into<String>>(mut self, layers: impl IntoIterator<Item = S>) -> Group {
        self.layers = layers.into_iter().map(Into::into).collect();
        self
    }
    /// The same with this sight.
    pub fn sight(mut self, sight: Sight) -> Group {
        self.settings.sight = sight;
        self
    }
    /// The same with this body.
    pub fn body(mut self, body: impl Into<Body>) -> Group {
        self.settings.body = body.into();
        self
    }
    /// The same with this blend, or kind of blend.
    pub fn blend(mut self, blend: impl Into<Blend>) -> Group {
        self.settings.blend = blend.into();
        self
    }
    /// The same in this color, as `#rrggbb`.
    pub fn color(mut self, color: impl Into<String>) -> Group {
        self.color = color.into();
        self
    }
    /// The same looking like this.
    pub fn shape(mut self, shape: Shape) -> Group {
        self.shape = Some(shape);
        self
    }
    /// The same for a player to drive.
    pub fn player(mut self) -> Group {
        self.player = true;
        self
    }
    /// The same with one behavior more.
    pub fn behavior(mut self, behavior: impl Into<Behavior>) -> Group {
        self.settings.behaviors.push(behavior.into());
        self
    }
    /// The same born here.
    pub fn place(mut self, place: Place) -> Group {
        self.place = Some(place);
        self
    }
    /// The same born with speeds in this range.
    pub fn speed(mut self, speed: [f32; 2]) -> Group {
        self.speed = Some(speed);
        self
    }
    /// The same eating what it touches.
    pub fn captures(mut self, captures: Captures) -> Group {
        self.captures = Some(captures);
        self
    }
}
