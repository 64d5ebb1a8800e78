//! How the agents of a group look.

use crate::color;
use flockstep::group::Group;
use flockstep::settings::{Body, Shape};

/// The most styles of a picture: as many as fit into a uniform buffer on every machine.
pub const MOST_STYLES: usize = 256;

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
    /// The style that fits a group: its color, its body's length, and the shape it has or its name suggests.
    pub fn guess(group: &Group) -> Style {
        Style {
            shape: shape_of(group),
            color: color::parse(&group.color).unwrap_or([200; 3]),
            length: group.settings.body.length(),
        }
    }
}

/// The shape that fits a group: its own, else by the words it uses for itself, else by its body.
fn shape_of(group: &Group) -> Shape {
    if let Some(shape) = group.shape {
        return shape;
    }
    let words = group.layers.iter().chain([&group.name]).map(|word| word.to_lowercase());
    for word in words {
        let meant = WORDS.iter().find(|(_, stems)| stems.iter().any(|stem| word.contains(stem)));
        if let Some((shape, _)) = meant {
            return *shape;
        }
    }
    if matches!(group.settings.body, Body::Rigid(_)) { Shape::Craft } else { Shape::Arrow }
}

/// Words that give a group's shape away.
const WORDS: &[(Shape, &[&str])] = &[
    (Shape::Fish, &["fish", "school", "pike", "bass", "gill", "shark", "tuna", "sardine", "herring", "minnow"]),
    (Shape::Bird, &["bird", "starling", "goose", "geese", "gull", "pigeon", "hawk", "falcon", "swallow", "crow"]),
    (Shape::Craft, &["craft", "ship", "fleet", "squadron", "drone", "fighter", "vessel", "boat", "frigate", "scout"]),
];
