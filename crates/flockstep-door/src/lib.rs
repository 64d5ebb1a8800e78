//! What every front end shares: a running world of either dimension, opened by name and edited by path.
//!
//! Python, C, JavaScript and Bevy differ in how they show a world, not in what can be done with one. A [`LiveWorld`] is
//! opened from a gallery name, a path or the text of a scenario; it is edited by the paths of the command line's `--set`,
//! while it runs. [`follow`] is how a running world is brought from one scenario to another; the studio uses it too.
//!
//! ```
//! use flockstep_door::LiveWorld;
//!
//! let mut school = LiveWorld::open("school", &[])?;
//! school.set("groups.bluegill.body.max_speed", "9")?;
//! school.world_mut().step();
//! let refused = school.set("groups.bluegil.body.max_speed", "9").unwrap_err();
//! assert!(refused.to_string().contains("did you mean bluegill?"));
//! # Ok::<(), flockstep_door::OpenError>(())
//! ```

mod error;
mod follow;
mod live;
mod origin;
mod room;

pub use error::OpenError;
pub use follow::{Placed, follow, why_anew};
pub use live::{LiveWorld, Prepare};
pub use origin::{Origin, is_own};
pub use room::{TooLarge, bytes_of, check_room, check_room_for};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
