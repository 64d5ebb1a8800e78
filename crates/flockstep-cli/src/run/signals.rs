//! Being asked to stop: Ctrl-C and SIGTERM.
//!
//! The first request only raises a flag, which the run looks at between two steps. The second ends the process at once,
//! from within the handler: whatever hangs, hangs no longer.

use crate::failure::Failure;
use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// Whether we have been asked to stop, and by which signal.
pub struct Signals {
    asked: Arc<AtomicUsize>,
}

impl Signals {
    /// From now on, requests to stop are noted instead of obeyed at once.
    pub fn listen() -> Result<Signals, Failure> {
        let (asked, twice) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicBool::new(false)));
        for signal in [SIGINT, SIGTERM] {
            // In this order: the first signal finds the flag down, raises it, and leaves its number.
            flag::register_conditional_shutdown(signal, 128 + signal, Arc::clone(&twice))
                .and_then(|_| flag::register(signal, Arc::clone(&twice)))
                .and_then(|_| flag::register_usize(signal, Arc::clone(&asked), signal as usize))
                .map_err(|error| Failure::io("listen for Ctrl-C", &error))?;
        }
        Ok(Signals { asked })
    }
    /// The number of the signal that asked us to stop, if one did.
    pub fn asked(&self) -> Option<u8> {
        u8::try_from(self.asked.load(Ordering::Relaxed)).ok().filter(|signal| *signal != 0)
    }
}
