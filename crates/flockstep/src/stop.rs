//! Being asked to stop in the middle of a step.
//!
//! Until `locomote` nothing is written that a step could not take back, and what `locomote` writes is taken back as it
//! is after the panic of a behavior. So a step can be abandoned anywhere. Whatever can take long looks at the request:
//! once a batch, once an agent where agents are worked on one by one, once a round where there are rounds. That is one
//! load of a word that nobody writes.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// The step was abandoned, as was asked for. The world is as it was before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the step was abandoned as asked; the world is as it was before it")]
pub struct Stopped;

/// Who may ask a step to stop; by default nobody.
#[derive(Debug, Default)]
pub(crate) struct Stop {
    request: Option<Arc<AtomicBool>>,
    /// A step that is abandoned in one place is abandoned everywhere, whatever becomes of the request.
    seen: AtomicBool,
}

impl Stop {
    /// Stops once this is true.
    pub fn on(request: &Arc<AtomicBool>) -> Stop {
        Stop { request: Some(Arc::clone(request)), seen: AtomicBool::new(false) }
    }

    /// Whether the step is to be abandoned.
    #[inline]
    pub fn asked(&self) -> bool {
        let Some(request) = &self.request else { return false };
        let asked = self.seen.load(Ordering::Relaxed) || request.load(Ordering::Relaxed);
        if asked {
            self.seen.store(true, Ordering::Relaxed);
        }
        asked
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_request_that_was_seen_once_stays() {
        let request = Arc::new(AtomicBool::new(false));
        let stop = Stop::on(&request);
        assert!(!stop.asked());
        request.store(true, Ordering::Relaxed);
        assert!(stop.asked());
        request.store(false, Ordering::Relaxed);
        assert!(stop.asked(), "half of the step has been left out");
        assert!(!Stop::on(&request).asked(), "the next step is another one");
        assert!(!Stop::default().asked());
    }
}
