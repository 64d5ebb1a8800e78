//! The `index` stage: agents sorted into cells, rows in (cell, id) order, and searches through the cells.
//!
//! ```text
//!   layout   where the cells lie: a function of the corners, the number of agents and how far they look
//!   grid     who is in which cell
//!   sort     the columns in the order of the cells
//!   search   everyone within a radius of a point
//!   nearest_tree  the nearest of a large group, however far
//!   far      wide cells beside the narrow ones of a crowd
//! ```

mod axis;
mod far;
mod grid;
mod layout;
mod nearest_tree;
mod search;
mod sort;

pub(crate) use axis::Axis;
pub(crate) use grid::{Extra, Grid};
pub(crate) use layout::{COST_OF_CELL, COST_OF_EVERYONE, Reaches};
pub(crate) use nearest_tree::NearestTree;
pub(crate) use search::{Search, nearest_where};

/// The width of every vector that sums are dealt out to, on every machine.
pub(crate) const LANES: usize = 8;
