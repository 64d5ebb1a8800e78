//! The running world: its own thread where there are threads, a turn in every frame where there are none.

mod frame;
mod inside;
mod order;
mod play;
mod playback;
mod reconcile;
mod runner;
mod sample;
#[cfg(not(target_arch = "wasm32"))]
mod thread;

pub use frame::{Frame, Pace};
pub use inside::{Inside, InsidePart};
pub(crate) use order::Order;
pub use order::{Report, Stick};
pub(crate) use playback::Playback;
pub use playback::Played;
pub use sample::{MOST_NEAREST, Order as OrderNumbers, Sample};

use crate::document::Content;
use runner::Runner;
use std::sync::Arc;
use web_time::Duration;

/// The longest a world that has no thread of its own may hold up the window.
const TURN: Duration = Duration::from_millis(12);

/// Where a world runs.
enum Place {
    /// Here, in the frames of the window: in a browser, and in tests.
    Here(Box<Runner>),
    #[cfg(not(target_arch = "wasm32"))]
    Thread(thread::Handle),
}

/// A running world.
pub struct Simulation {
    place: Place,
    frame: Frame,
    reports: Vec<Report>,
    samples: Vec<Sample>,
}

impl Simulation {
    /// A world that runs when it is asked for its news.
    pub fn here(content: Arc<Content>) -> Result<Simulation, flockstep::Error> {
        let mut runner = Runner::new(content)?;
        let frame = first_frame(&mut runner);
        Ok(Simulation { place: Place::Here(Box::new(runner)), frame, reports: Vec::new(), samples: Vec::new() })
    }

    /// A world on a thread of its own. `wake` is called when there is news.
    #[cfg(not(target_arch = "wasm32"))]
    pub fn on_thread(
        content: Arc<Content>,
        wake: impl Fn() + Send + 'static,
    ) -> Result<Simulation, Box<dyn std::error::Error + Send + Sync>> {
        let mut runner = Runner::new(content)?;
        let frame = first_frame(&mut runner);
        let place = Place::Thread(thread::start(runner, wake)?);
        Ok(Simulation { place, frame, reports: Vec::new(), samples: Vec::new() })
    }

    /// Tells the world something.
    pub(crate) fn tell(&mut self, order: Order) {
        match &mut self.place {
            Place::Here(runner) => runner.take(order),
            #[cfg(not(target_arch = "wasm32"))]
            Place::Thread(handle) => handle.tell(order),
        }
    }

    /// Takes what is new. Returns whether anything is.
    pub fn refresh(&mut self) -> bool {
        let newest = match &mut self.place {
            Place::Here(runner) => {
                runner.run(TURN);
                self.reports.append(&mut runner.reports());
                runner.frame()
            }
            #[cfg(not(target_arch = "wasm32"))]
            Place::Thread(handle) => {
                self.reports.extend(handle.reports());
                handle.frame()
            }
        };
        let Some(mut frame) = newest else { return false };
        self.samples.append(&mut frame.numbers);
        self.frame = frame;
        true
    }

    /// The newest frame.
    pub fn frame(&self) -> &Frame {
        &self.frame
    }
    /// What the world has said since it was last asked.
    pub fn reports(&mut self) -> Vec<Report> {
        std::mem::take(&mut self.reports)
    }
    /// The numbers that have come in since it was last asked.
    pub fn samples(&mut self) -> Vec<Sample> {
        std::mem::take(&mut self.samples)
    }
}

fn first_frame(runner: &mut Runner) -> Frame {
    loop {
        if let Some(frame) = runner.frame() {
            return frame;
        }
    }
}
