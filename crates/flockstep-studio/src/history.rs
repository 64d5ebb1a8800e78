//! The numbers of the last while, for the plots.

use crate::simulation::Sample;
use std::collections::VecDeque;

/// The most samples kept: at ten a second, two minutes.
const MOST: usize = 1200;

/// Samples in the order of time.
#[derive(Clone, Debug, Default)]
pub struct History(VecDeque<Sample>);

impl History {
    /// Takes a sample. One from before the last begins a new history: the world was restarted.
    pub fn take(&mut self, sample: Sample) {
        if self.0.back().is_some_and(|last| sample.time < last.time) {
            self.0.clear();
        }
        if self.0.back().is_some_and(|last| sample.time == last.time) {
            self.0.pop_back();
        }
        self.0.push_back(sample);
        if self.0.len() > MOST {
            self.0.pop_front();
        }
    }
    /// Forgets everything.
    pub fn clear(&mut self) {
        self.0.clear();
    }
    /// The samples, oldest first.
    pub fn iter(&self) -> impl Iterator<Item = &Sample> {
        self.0.iter()
    }
    /// The newest sample.
    pub fn last(&self) -> Option<&Sample> {
        self.0.back()
    }
}
