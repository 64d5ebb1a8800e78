//! Charts for people who measure flocks: plain values in, a picture out.
//!
//! A [`Chart`] is a title and panels; a panel is [`Lines`] (over a linear or logarithmic axis, with error bars) or a
//! [`HeatMap`]. [`Chart::svg`] and [`Chart::png`] draw it. Letters come with the crate, so that a picture is the same on
//! any machine, with fonts or without.
//!
//! ```
//! use flockstep_plot::{Axis, Chart, Lines, Series};
//!
//! let order = Series::line("birds", (0..50).map(|t| [f64::from(t), 1.0 - (-0.1 * f64::from(t)).exp()]));
//! let panel = Lines::new("", Axis::new("time (s)"), Axis::new("polarization").from(0.0), vec![order]);
//! let svg = Chart::new("Order comes about").with(panel).svg();
//! assert!(svg.starts_with("<svg"));
//! ```

mod axis;
mod chart;
mod color;
mod drawing;
mod font;
mod heat;
mod lines;
mod metrics_file;
mod png;
mod svg;

pub use axis::{Axis, Scale};
pub use chart::{Chart, Panel};
pub use color::Color;
pub use heat::HeatMap;
pub use lines::{Lines, Series, Style};
pub use metrics_file::MetricsFile;
pub use png::PlotError;
