//! The same work for many numbers, on several threads.

use crate::failure::Failure;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::channel;
use std::thread;
use std::time::Duration;

/// Works on numbers, several at a time, and hands each result to `done` on this thread as it comes. When `done` fails, or
/// `stopped` says so, no new work is begun.
pub fn in_parallel<T: Send>(
    numbers: impl IntoIterator<Item = usize>,
    workers: usize,
    mut stopped: impl FnMut() -> bool,
    work: impl Fn(usize) -> T + Sync,
    mut done: impl FnMut(usize, T) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let numbers: Vec<usize> = numbers.into_iter().collect();
    let (next, enough) = (AtomicUsize::new(0), AtomicBool::new(false));
    let (send, receive) = channel();
    thread::scope(|scope| {
        for _ in 0..workers.min(numbers.len()) {
            let (send, work, next, enough, numbers) = (send.clone(), &work, &next, &enough, &numbers);
            scope.spawn(move || {
                while let Some(number) = numbers.get(next.fetch_add(1, Ordering::Relaxed)) {
                    if enough.load(Ordering::Relaxed) || send.send((*number, work(*number))).is_err() {
                        return;
                    }
                }
            });
        }
        drop(send);
        let mut result = Ok(());
        loop {
            match receive.recv_timeout(Duration::from_millis(50)) {
                Ok((number, value)) if result.is_ok() => result = done(number, value),
                Ok(_) => {}
                Err(std::sync::mpsc::RecvTimeoutError::Timeout) => {}
                Err(std::sync::mpsc::RecvTimeoutError::Disconnected) => return result,
            }
            if result.is_err() || stopped() {
                enough.store(true, Ordering::Relaxed);
            }
        }
    })
}
