//! The thread that a world runs on.

use super::frame::Frame;
use super::order::{Order, Report};
use super::runner::Runner;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// How long the world may run before it looks for orders.
const TURN: Duration = Duration::from_millis(10);
/// How long it waits for orders when nothing is due.
const IDLE: Duration = Duration::from_secs(3600);

/// A frame that nobody took for so long is replaced by a newer one.
const FRESH: Duration = Duration::from_millis(8);

/// The newest frame, until it is taken. A world that is faster than the window does not make frames nobody sees.
type Newest = Arc<Mutex<Option<Frame>>>;

/// The other end of the thread. When it goes, so does the thread.
pub(super) struct Handle {
    orders: Sender<Order>,
    reports: Receiver<Report>,
    newest: Newest,
}

impl Handle {
    /// Sends an order; a thread that has ended takes none.
    pub fn tell(&self, order: Order) {
        let _ended = self.orders.send(order);
    }
    /// What has been said.
    pub fn reports(&self) -> impl Iterator<Item = Report> + '_ {
        self.reports.try_iter()
    }
    /// The newest frame, if it has not been taken yet.
    pub fn frame(&self) -> Option<Frame> {
        self.newest.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}

/// Starts a thread that runs a world.
pub(super) fn start(runner: Runner, wake: impl Fn() + Send + 'static) -> std::io::Result<Handle> {
    let (orders, taken) = channel();
    let (said, reports) = channel();
    let newest = Newest::default();
    let shown = newest.clone();
    std::thread::Builder::new()
        .name("flockstep world".into())
        .spawn(move || live(runner, &taken, &said, &shown, &wake))?;
    Ok(Handle { orders, reports, newest })
}

fn live(mut runner: Runner, orders: &Receiver<Order>, said: &Sender<Report>, newest: &Newest, wake: &dyn Fn()) {
    let mut wait = IDLE;
    let mut shown_at: Option<Instant> = None;
    loop {
        match orders.recv_timeout(wait) {
            Ok(order) => {
                runner.take(order);
                orders.try_iter().for_each(|order| runner.take(order));
            }
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => return,
        }
        let due = runner.run(TURN);
        for report in runner.reports() {
            let _nobody_listens = said.send(report);
        }
        let taken = newest.lock().unwrap_or_else(PoisonError::into_inner).is_none();
        let old = shown_at.is_none_or(|at| at.elapsed() > FRESH);
        if (taken || old)
            && let Some(mut frame) = runner.frame()
        {
            let mut newest = newest.lock().unwrap_or_else(PoisonError::into_inner);
            // A picture may be skipped, but no number is lost.
            if let Some(skipped) = newest.take() {
                frame.numbers.splice(0..0, skipped.numbers);
            }
            *newest = Some(frame);
            drop(newest);
            shown_at = Some(Instant::now());
            wake();
        }
        // A frame that waits to be taken holds up the next one: look again soon.
        wait = match (due, taken) {
            (Some(due), _) => due,
            (None, true) => IDLE,
            (None, false) => Duration::from_millis(5),
        };
    }
}
