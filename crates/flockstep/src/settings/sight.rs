//! What an agent sees with.

use super::parameters::{ANGLE, LENGTH, parameters};

parameters! {
    /// How far, how wide and how many an agent sees.
    pub struct Sight {
        /// How far it sees.
        radius("radius"): f32 = 10.0, unit "units", range LENGTH, slider [0.0, 100.0];
        /// Its angle of view, centred on the heading: 360 sees all around, 270 leaves a blind wedge of 90 behind.
        angle("angle"): f32 = 360.0, unit "degrees", range ANGLE, slider ANGLE;
        /// How many of the nearest it minds; 0 for all.
        nearest("nearest"): u32 = 0, range [0.0, 65535.0], slider [0.0, 30.0];
        /// Decide anew only every so many steps, each agent at its own turn, and hold the steering in between: quicker,
        /// and less exact. Who looks at nobody decides in every step.
        refresh("refresh"): u32 = 1, unit "steps", range [1.0, 100.0], slider [1.0, 10.0];
    }
}
