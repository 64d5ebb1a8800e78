//! Flockstep for JavaScript: the WebAssembly half of the package in `web/js`.
//!
//! The other half is written in JavaScript (`web/js/index.js`): there are the class that people use, its types and
//! docs, and the checks of what JavaScript lets anyone pass (a fraction for an id, a string for a vector). This half
//! trusts the types of its arguments and nothing else.
//!
//! Columns are handed out as addresses in the memory of the module, so that JavaScript can look at them without a copy
//! and nothing here is unsafe.

mod act;
mod columns;
mod core;
mod error;
mod module;
mod observe;
mod saved;

pub use columns::Column;
pub use core::Core;
pub use module::{room, scenes};
