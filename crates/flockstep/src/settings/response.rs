//! How an aim becomes steering, and when a behavior is on.

use super::parameters::words;

words! {
    /// How an aim becomes steering. With aim `a`, velocity `v`, heading `h` (unit), `s` the body's max speed and `r`
    /// the unit vector to starboard (2D: `h` turned clockwise by 90 degrees; 3D: in the plane of `h` and `a`,
    /// perpendicular to `h`, on `a`'s side).
    #[non_exhaustive]
    pub enum Response {
        /// `a·s − v`: the wanted velocity minus the velocity (Reynolds 1999).
        Steer = "steer",
        /// `a`: the influence as it is.
        Push = "push",
        /// `a/‖a‖ − h`: match a heading.
        Face = "face",
        /// `r·sign(a·r)·∠(h, a)/π`: helm over in proportion to the angle.
        Turn = "turn",
        /// `r·sign(a·r)·‖a‖`: helm over by the aim's length.
        Swerve = "swerve",
    }
}

words! {
    /// When a behavior is switched on.
    #[non_exhaustive]
    pub enum When {
        /// Always.
        Always = "always",
        /// No mates in sight.
        Alone = "alone",
        /// No mate in the narrow view ahead (`ahead`).
        Leading = "leading",
        /// A mate in the narrow view ahead (`ahead`).
        Following = "following",
        /// An agent of `threat` in sight.
        Threatened = "threatened",
    }
}
