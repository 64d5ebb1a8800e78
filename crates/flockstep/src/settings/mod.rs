//! What a user sets, piece by piece: whom to mind, what to aim at, sight, bodies, blends, places; and the table of
//! parameters that all of it is declared with. A group puts the pieces together (`crate::group`).

mod blend;
mod body;
mod of;
pub mod parameters;
mod place;
mod response;
mod sight;
mod target;

pub use blend::{Blend, BlendKind};
pub use body::{Body, HeadingBody, NoiseKind, NoiseOn, PointBody, RigidBody, StepWith};
pub use of::Of;
pub use place::{Captures, Place, Shape};
pub use response::{Response, When};
pub use sight::Sight;
pub use target::{Pick, Target};
