//! Being asked to stop: Ctrl-C and SIGTERM.
//!
//! The first request leaves its number and is seen by whatever step is being made, which is abandoned. The second ends
//! the process at once, with a last word, from a thread of its own: whatever hangs, hangs no longer. If even that word
//! cannot be said, because nobody reads it, the third ends the process from within the handler.

use crate::failure::Failure;
use crate::output::note;
use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;
use signal_hook::iterator::Signals as Arriving;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// From now on a file that grows beyond the limit of the system (`ulimit -f`) is an error like a full disk, and not the
/// end of the process in the middle of a row.
pub fn outlive_file_size_limit() {
    #[cfg(unix)]
    {
        // The signal is taken and nothing is made of it; whoever writes gets the error. If it cannot be, all is as
        // before.
        let _ = flag::register(signal_hook::consts::SIGXFSZ, Arc::new(AtomicBool::new(false)));
    }
}

/// Whether we have been asked to stop, and by which signal.
pub struct Signals {
    asked: Arc<AtomicUsize>,
    stop: Arc<AtomicBool>,
}

impl Signals {
    /// From now on, requests to stop are noted instead of obeyed at once. `last_word` is what is said after the second.
    pub fn listen(last_word: impl FnOnce() -> Option<String> + Send + 'static) -> Result<Signals, Failure> {
        let failed = |error: std::io::Error| Failure::io("listen for Ctrl-C", &error);
        let (asked, speechless) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicBool::new(false)));
        for signal in [SIGINT, SIGTERM] {
            flag::register_conditional_shutdown(signal, 128 + signal, Arc::clone(&speechless)).map_err(failed)?;
        }
        let mut arriving = Arriving::new([SIGINT, SIGTERM]).map_err(failed)?;
        let stop = Arc::new(AtomicBool::new(false));
        let (noted, stops) = (Arc::clone(&asked), Arc::clone(&stop));
        let wait = move || {
            let mut arriving = arriving.forever();
            let Some(first) = arriving.next() else { return };
            noted.store(first as usize, Ordering::Relaxed);
            stops.store(true, Ordering::Release);
            let Some(second) = arriving.next() else { return };
            speechless.store(true, Ordering::Relaxed);
            let last_word = last_word().map_or(String::new(), |word| format!("\n{word}"));
            note(&format!("interrupted: ended at once{last_word}"));
            std::process::exit(128 + second);
        };
        std::thread::Builder::new().name("flockstep-signals".into()).spawn(wait).map_err(failed)?;
        Ok(Signals { asked, stop })
    }
    /// True once we have been asked to: for steps to look at.
    pub fn stop(&self) -> &Arc<AtomicBool> {
        &self.stop
    }
    /// The number of the signal that asked us to stop, if one did.
    pub fn asked(&self) -> Option<u8> {
        let asked = self.stop.load(Ordering::Acquire);
        u8::try_from(self.asked.load(Ordering::Relaxed)).ok().filter(|_| asked)
    }
}
