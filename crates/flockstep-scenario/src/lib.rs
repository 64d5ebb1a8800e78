//! Scenario files: TOML to world and back.
//!
//! One file is one world. Reading goes through two stages: a raw document, in which every value knows where it was
//! written, and a [`Scenario`], in which everything has been checked. There is nothing in between: a file with mistakes
//! gives [`Errors`], which name all of them with line, column and what would have been allowed.
//!
//! ```
//! use flockstep_scenario::Scenario;
//!
//! let text = "
//!     dimensions = 2
//!     [[groups]]
//!     name = 'birds'
//!     count = 100
//!     [[groups.behaviors]]
//!     type = 'cohesion'
//! ";
//! let scenario = Scenario::parse(text, "birds.toml")?;
//! let mut world = scenario.build()?;
//! world.step();
//! assert_eq!(Scenario::parse(&scenario.to_toml(), "again")?, scenario);
//!
//! let errors = Scenario::parse(&text.replace("count", "cuont"), "birds.toml").unwrap_err();
//! assert_eq!(
//!     errors.to_string(),
//!     "birds.toml:5:5: groups.birds.cuont: found the unknown key \"cuont\", allowed is one of name, layers, color, \
//!      shape, player, count, place, speed, agents, sight, body, blend, captures, behaviors; did you mean count?"
//! );
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod digest;
pub mod gallery;
pub mod golden;
mod ground;
mod image;
pub mod input;
mod overrides;
mod path;
mod problem;
mod raw;
mod render;
mod resolve;
mod scenario;
mod schema;
mod source;
mod suggest;
mod syntax;
mod vary;
mod warning;
mod world;
mod write;

pub use digest::Digest;
pub use ground::{CostSource, FieldKind, FieldSettings, MAP_LEGEND, ObstacleSettings, ObstacleShape, PathSettings};
pub use image::Reach;
pub use overrides::{Override, OverrideError};
pub use problem::{Errors, Problem};
pub use scenario::{Scenario, ScenarioAgent, ScenarioGroup, SpaceSettings};
pub use schema::json_schema;
pub use suggest::nearest_name;
pub use vary::Vary;
pub use warning::warnings;
pub use world::AnyWorld;

/// A commented file to start from: two groups, a marker and an obstacle.
pub const STARTER: &str = include_str!("starter.toml");

/// The longest text that is read, in bytes. Reading takes some seconds and a gigabyte at the worst; an exact agent takes
/// about 80 bytes, so there is room for 200,000 of them, and a snapshot is the better place for more.
pub const MOST_BYTES: usize = 16 << 20;
/// The most mistakes of a file that are kept; the rest are only counted.
pub const MOST_PROBLEMS: usize = 1000;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
