//! Files that are written: the one place through which everything that is written goes.
//!
//! What is given as an output is looked at first ([`Place`]): links are followed to where they lead, so that a link
//! stays a link. A regular file is replaced as a whole ([`Replacement`]) or written from its start ([`create`]); a pipe
//! or a device is only ever written to, by what can be written bit by bit; a folder or a block device is refused. Two
//! programs that would write the same file find each other by a [`Lock`].

mod create;
mod lock;
mod place;
mod replace;

pub use create::{create, go_on};
pub use lock::{Held, Lock};
pub(crate) use place::is_same;
pub use place::{Place, Standing, is_same_file};
pub use replace::{Replacement, replace};
