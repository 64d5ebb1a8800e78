//! Agents: their columns, which row one is in, and a player's hand on one.

mod columns;
mod control;
mod rows;

pub use columns::Agent;
pub(crate) use columns::{Columns, ColumnsMut, Optional, Row, at};
pub use control::Control;
pub(crate) use rows::Rows;
