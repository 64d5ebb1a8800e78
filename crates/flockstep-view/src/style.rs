//! How the agents of a group look.

use crate::color;
use flockstep::settings::{Body, Group};

/// The most styles of a picture: as many as fit into a uniform buffer on every machine.
pub const MOST_STYLES: usize = 256;

/// The shape of an agent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Shape {
    /// A fish with fins, whose tail beats.
    Fish,
    /// A bird, whose wings beat.
    Bird,
    /// A small ship with a bow and engines.
    Craft,
    /// A dart.
    Arrow,
}

impl Shape {
    /// Every shape.
    pub const ALL: [Shape; 4] = [Shape::Fish, Shape::Bird, Shape::Craft, Shape::Arrow];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Shape::Fish => "fish",
            Shape::Bird => "bird",
            Shape::Craft => "craft",
            Shape::Arrow => "arrow",
        }
    }

    /// The shape of this name.
    pub fn from_name(name: &str) -> Option<Shape> {
        Shape::ALL.into_iter().find(|shape| shape.name() == name)
    }

    /// The shape that fits a group: by the words it uses for itself, else by its body.
    pub fn guess(group: &Group) -> Shape {
        let words = group.layers.iter().chain([&group.name]).map(|word| word.to_lowercase());
        for word in words {
            let meant = WORDS.iter().find(|(_, stems)| stems.iter().any(|stem| word.contains(stem)));
            if let Some((shape, _)) = meant {
                return *shape;
            }
        }
        if matches!(group.settings.body, Body::Rigid(_)) { Shape::Craft } else { Shape::Arrow }
    }
}

/// Words that give a group's shape away.
const WORDS: &[(Shape, &[&str])] = &[
    (Shape::Fish, &["fish", "school", "pike", "bass", "gill", "shark", "tuna", "sardine", "herring", "minnow"]),
    (Shape::Bird, &["bird", "starling", "goose", "geese", "gull", "pigeon", "hawk", "falcon", "swallow", "crow"]),
    (Shape::Craft, &["craft", "ship", "fleet", "squadron", "drone", "fighter", "vessel", "boat", "frigate", "scout"]),
];

/// How the agents of a group look.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Style {
    /// Their shape.
    pub shape: Shape,
    /// Their color where agents are colored by group.
    pub color: [u8; 3],
    /// How long they are, in the world's units.
    pub length: f32,
}

impl Style {
    /// The style that fits a group: its color, its body's length, and the shape its name suggests.
    pub fn guess(group: &Group) -> Style {
        Style {
            shape: Shape::guess(group),
            color: color::parse(&group.color).unwrap_or([200; 3]),
            length: group.settings.body.length(),
        }
    }
}
