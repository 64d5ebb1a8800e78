//! The progress bar: on a terminal, never in a pipe.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::IsTerminal;

/// How far a run is.
pub struct Progress {
    bar: ProgressBar,
}

impl Progress {
    /// A bar of steps, or whatever is counted, from the current one to the last; one that is not shown costs nothing.
    pub fn new(what: &str, first: u64, last: u64, shown: bool) -> Progress {
        if !shown || !std::io::stderr().is_terminal() {
            return Progress { bar: ProgressBar::hidden() };
        }
        let form = format!("{{bar:40}} {what} {{pos}} of {{len}}, {{per_sec}}, {{eta}} left");
        let style = ProgressStyle::with_template(&form).unwrap_or_else(|_| ProgressStyle::default_bar());
        let bar = ProgressBar::with_draw_target(Some(last), ProgressDrawTarget::stderr());
        bar.set_style(style);
        bar.set_position(first);
        bar.reset_eta();
        Progress { bar }
    }
    /// The one that has been reached.
    pub fn at(&self, step: u64) {
        self.bar.set_position(step);
    }
}

impl Drop for Progress {
    /// Leaves a clean line for whatever comes next, an error included.
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
