//! Fork-join over fixed pieces of work.
//!
//! Where a piece begins and ends never depends on the number of threads, and no piece reads what another writes, so
//! the results do not either.

use crate::error::Error;
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::ops::Range;
use std::sync::Arc;

/// Who does the work: a pool of threads, or only whoever asks (the default).
#[derive(Clone, Debug, Default)]
pub struct Threads(Option<Arc<ThreadPool>>);

impl Threads {
    /// A pool of this many threads; 1 needs none, 0 means one per core.
    pub fn new(count: usize) -> Result<Threads, Error> {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let count = if count == 0 { cores } else { count };
        if count > 1024 {
            return Err(Error::TooMany { what: "threads", found: count as u64, most: 1024 });
        }
        if count == 1 {
            return Ok(Threads(None));
        }
        let pool = ThreadPoolBuilder::new().num_threads(count).thread_name(|at| format!("flockstep-{at}")).build();
        match pool {
            Ok(pool) => Ok(Threads(Some(Arc::new(pool)))),
            Err(error) => Err(Error::misfit("threads", error.to_string())),
        }
    }
    /// How many there are.
    pub fn count(&self) -> usize {
        self.0.as_ref().map_or(1, |pool| pool.current_num_threads())
    }

    /// Does the same to every item of a list, all at once. A single item is dealt with right here.
    pub fn each<T: Send>(&self, items: &mut [T], run: impl Fn(&mut T) + Sync) {
        self.split(items.len(), 1, items, <[T]>::split_at_mut, &|_, part: &mut [T]| part.iter_mut().for_each(&run));
    }

    /// The number of the thread that asks, of those of this pool.
    pub(crate) fn current(&self) -> usize {
        self.0.as_ref().and_then(|pool| pool.current_thread_index()).unwrap_or(0)
    }

    /// These threads if there is enough to do for them, else only whoever asks: to wake them takes as long as a little work.
    pub(crate) fn if_at_least(&self, least: usize, items: usize) -> Threads {
        if items < least { Threads::default() } else { self.clone() }
    }

    /// Does work that will split over so many items on one of the threads, so that a split need not wake them each time.
    /// Little work is done right here and wakes nobody.
    pub(crate) fn inside<R: Send>(&self, len: usize, grain: usize, work: impl FnOnce() -> R + Send) -> R {
        match &self.0 {
            Some(pool) if len > grain => pool.install(work),
            _ => work(),
        }
    }

    /// Cuts `len` items into pieces of at most `grain`, hands each its part of `work`, and runs them all. A single
    /// piece runs right here and wakes nobody.
    pub(crate) fn split<T: Send>(
        &self,
        len: usize,
        grain: usize,
        work: T,
        cut: impl Fn(T, usize) -> (T, T) + Sync + Copy,
        run: &(impl Fn(Range<usize>, T) + Sync),
    ) {
        match &self.0 {
            Some(pool) if len > grain => pool.install(|| halve(0..len, grain, work, cut, run)),
            _ => in_turn(0..len, grain, work, cut, run),
        }
    }
}

fn in_turn<T>(
    mut range: Range<usize>,
    grain: usize,
    mut work: T,
    cut: impl Fn(T, usize) -> (T, T),
    run: &impl Fn(Range<usize>, T),
) {
    while range.len() > grain {
        let middle = range.start + grain;
        let (first, rest) = cut(work, grain);
        run(range.start..middle, first);
        (work, range.start) = (rest, middle);
    }
    run(range, work);
}

fn halve<T: Send>(
    range: Range<usize>,
    grain: usize,
    work: T,
    cut: impl Fn(T, usize) -> (T, T) + Sync + Copy,
    run: &(impl Fn(Range<usize>, T) + Sync),
) {
    if range.len() <= grain {
        return run(range, work);
    }
    // Cut on a multiple of the grain, so that the pieces are the same ones as in turn.
    let half = (range.len() / grain).div_ceil(2) * grain;
    let middle = range.start + half;
    let (left, right) = cut(work, half);
    rayon::join(
        || halve(range.start..middle, grain, left, cut, run),
        || halve(middle..range.end, grain, right, cut, run),
    );
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Mutex;

    #[test]
    fn pieces_are_the_same_for_any_number_of_threads() {
        let pieces = |count: usize, len: usize| {
            let seen = Mutex::new(Vec::new());
            let mut data = vec![0u8; len];
            let threads = Threads::new(count).unwrap();
            threads.split(len, 10, &mut data[..], <[u8]>::split_at_mut, &|range, part| {
                assert_eq!(range.len(), part.len());
                part.fill(1);
                seen.lock().unwrap().push(range);
            });
            assert!(data.iter().all(|b| *b == 1));
            let mut seen = seen.into_inner().unwrap();
            seen.sort_by_key(|range| range.start);
            seen
        };
        for len in [0, 1, 9, 10, 11, 99, 100, 101, 1234] {
            assert_eq!(pieces(1, len), pieces(3, len), "{len}");
        }
    }
}
