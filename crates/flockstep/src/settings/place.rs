//! Where agents are born, what they look like, and whom they eat.

use super::Of;
use super::parameters::{LENGTH, Point, parameters, words};

parameters! {
    /// A group that eats what it touches.
    pub struct Captures {
        /// Whom it eats.
        of("of", required): Of = Of::Others;
        /// How near it must come; unset: the sum of both bodies' radii.
        distance("distance"): Option<f32> = None, unit "units", range LENGTH, slider [0.0, 10.0];
        /// Whether the eaten agent is born again at its group's place instead of being removed.
        respawn("respawn"): bool = false;
    }
}

/// Where agents are born.
#[derive(Clone, Debug, PartialEq)]
pub enum Place {
    /// Uniformly in a ball.
    Ball {
        /// Its centre.
        center: Point,
        /// Its radius.
        radius: f32,
    },
    /// Uniformly in a box.
    Box {
        /// The least corner.
        min: Point,
        /// The greatest corner.
        max: Point,
    },
    /// At these points in turn.
    Points(Vec<Point>),
}

words! {
    /// What an agent looks like. It changes no motion.
    pub enum Shape {
        /// A fish with fins, whose tail beats.
        Fish = "fish",
        /// A bird, whose wings beat.
        Bird = "bird",
        /// A small ship with a bow and engines.
        Craft = "craft",
        /// A dart.
        Arrow = "arrow",
    }
}

impl Shape {
    /// Every shape.
    pub const ALL: [Shape; 4] = [Shape::Fish, Shape::Bird, Shape::Craft, Shape::Arrow];
}
