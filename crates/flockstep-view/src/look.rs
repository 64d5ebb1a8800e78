//! How the picture as a whole looks, and what one frame of it is made of.

use crate::camera::Camera;
use crate::mark::Mark;
use crate::picture::Picture;
use flockstep::AgentId;
use flockstep::settings::Shape;

/// Dark or light.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Theme {
    /// Bright agents on a dark background.
    #[default]
    Dark,
    /// Dark agents on a bright background.
    Light,
}

/// What an agent's color tells.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ColorBy {
    /// The group it belongs to.
    #[default]
    Group,
    /// Its speed: [`crate::color::ramp`] from standing to its greatest.
    Speed,
    /// Where it points: [`crate::color::wheel`] of the direction in the plane (in 3D: of the floor).
    Heading,
    /// How many neighbours it sees: [`crate::color::ramp`]. The picture must have been filled with
    /// [`crate::Insight::neighbours`].
    Neighbours,
    /// Leaders are red, the others keep their group's color. Takes [`crate::Insight::leaders`].
    Leader,
}

impl ColorBy {
    /// Every way to color agents.
    pub const ALL: [ColorBy; 5] =
        [ColorBy::Group, ColorBy::Speed, ColorBy::Heading, ColorBy::Neighbours, ColorBy::Leader];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            ColorBy::Group => "group",
            ColorBy::Speed => "speed",
            ColorBy::Heading => "heading",
            ColorBy::Neighbours => "neighbours",
            ColorBy::Leader => "leader",
        }
    }
}

/// What is behind a 3D world. A plane always has the plain one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Backdrop {
    /// A quiet gradient.
    #[default]
    Plain,
    /// Under water: light from above, shafts of it, and a play of light on the sand.
    Water,
    /// An evening sky (in the light theme, noon).
    Sky,
    /// Stars.
    Night,
}

impl Backdrop {
    /// Every backdrop.
    pub const ALL: [Backdrop; 4] = [Backdrop::Plain, Backdrop::Water, Backdrop::Sky, Backdrop::Night];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Backdrop::Plain => "plain",
            Backdrop::Water => "water",
            Backdrop::Sky => "sky",
            Backdrop::Night => "night",
        }
    }
}

/// The fading lines behind agents.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Trails {
    /// Whether they are drawn.
    pub on: bool,
    /// How many steps they reach back, at most [`Trails::MOST_STEPS`].
    pub steps: u32,
    /// How wide they are, in pixels.
    pub width: f32,
}

impl Trails {
    /// The most steps a trail reaches back.
    pub const MOST_STEPS: u32 = 1024;
    /// The most agents with a trail. Where there are more, those with the lowest ids (or whose ids fall on a place that
    /// is free) have one.
    pub const MOST_AGENTS: usize = 1 << 14;
}

impl Default for Trails {
    fn default() -> Trails {
        Trails { on: false, steps: 64, width: 1.5 }
    }
}

/// How the picture as a whole looks.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Look {
    /// Dark or light.
    pub theme: Theme,
    /// What an agent's color tells.
    pub color_by: ColorBy,
    /// What is behind a 3D world.
    pub backdrop: Backdrop,
    /// How thick the fog is, from 0 (none) to 1. It grows with the distance, measured by that of the camera's target.
    pub fog: f32,
    /// Whether there is a grid: in 3D on the floor.
    pub grid: bool,
    /// Whether the edge of the world is drawn: dashed for a torus, solid for a closed world, corners for an open one.
    pub edge: bool,
    /// The fading lines behind agents.
    pub trails: Trails,
    /// Agents are drawn at least this long, in pixels, so that those of a large world can be seen.
    pub min_pixels: f32,
}

impl Default for Look {
    fn default() -> Look {
        Look {
            theme: Theme::Dark,
            color_by: ColorBy::Group,
            backdrop: Backdrop::Plain,
            fog: 0.5,
            grid: true,
            edge: true,
            trails: Trails::default(),
            min_pixels: 9.0,
        }
    }
}

impl Look {
    /// The look that fits a picture: fish are under water, birds in the sky, ships among stars.
    pub fn of(picture: &Picture) -> Look {
        let backdrop = match picture.commonest_shape() {
            _ if picture.dimensions != 3 => Backdrop::Plain,
            Some(Shape::Fish) => Backdrop::Water,
            Some(Shape::Bird) => Backdrop::Sky,
            Some(Shape::Craft) => Backdrop::Night,
            _ => Backdrop::Plain,
        };
        // Many agents hide one another less if they are drawn smaller.
        let min_pixels = match picture.instances().len() {
            0..=500 => 13.0,
            501..=5_000 => 9.0,
            _ => 5.0,
        };
        Look { backdrop, min_pixels, ..Look::default() }
    }
}

/// One frame: what is drawn beside the picture itself, and from where.
#[derive(Clone, Copy, Debug)]
pub struct Frame<'a> {
    /// From where.
    pub camera: &'a Camera,
    /// Width and height in pixels.
    pub size: [u32; 2],
    /// How far between the step before (0) and now (1).
    pub alpha: f32,
    /// How it looks.
    pub look: &'a Look,
    /// What is drawn on top.
    pub marks: &'a [Mark],
    /// The id of an agent to point out.
    pub selected: Option<AgentId>,
}

impl<'a> Frame<'a> {
    /// A frame of what is now, with nothing on top.
    pub fn new(camera: &'a Camera, look: &'a Look, size: [u32; 2]) -> Frame<'a> {
        Frame { camera, size, alpha: 1.0, look, marks: &[], selected: None }
    }
}
