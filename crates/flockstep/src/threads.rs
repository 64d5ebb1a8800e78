//! Fork-join over fixed pieces of work.
//!
//! Where a piece begins and ends never depends on the number of threads, and no piece reads what another writes, so
//! the results do not either.

use crate::error::Error;
use std::ops::Range;

/// A smaller world is moved by the calling thread alone: to wake others takes as long as a little work.
const FEWEST_TO_SHARE: usize = 1000;

/// Who does the work: a pool of threads, or only the calling one (the default).
#[derive(Clone, Debug, Default)]
pub struct Threads(Option<Pool>);

#[cfg(feature = "rayon")]
type Pool = std::sync::Arc<rayon::ThreadPool>;
#[cfg(not(feature = "rayon"))]
type Pool = std::convert::Infallible;

impl Threads {
    /// A pool of this many threads; 1 needs none, 0 means one per core. Without the feature `rayon` there is only the
    /// calling one.
    pub fn new(count: usize) -> Result<Threads, Error> {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let count = if count == 0 { cores } else { count };
        if count > 1024 {
            return Err(Error::TooMany { what: "threads", found: count as u64, most: 1024 });
        }
        if count == 1 { Ok(Threads(None)) } else { Threads::pool(count) }
    }
    #[cfg(feature = "rayon")]
    fn pool(count: usize) -> Result<Threads, Error> {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(count).thread_name(|at| format!("flockstep-{at}"));
        match pool.build() {
            Ok(pool) => Ok(Threads(Some(Pool::new(pool)))),
            Err(error) => Err(Error::misfit("threads", error.to_string())),
        }
    }
    #[cfg(not(feature = "rayon"))]
    fn pool(_: usize) -> Result<Threads, Error> {
        Ok(Threads(None))
    }
    /// How many there are.
    pub fn count(&self) -> usize {
        match &self.0 {
            #[cfg(feature = "rayon")]
            Some(pool) => pool.current_num_threads(),
            _ => 1,
        }
    }

    /// Does the same to every item of a list, all at once. A single item is dealt with right here.
    pub fn each<T: Send>(&self, items: &mut [T], run: impl Fn(&mut T) + Sync) {
        self.split(items.len(), 1, items, <[T]>::split_at_mut, &|_, part: &mut [T]| part.iter_mut().for_each(&run));
    }

    /// The number of the thread that asks, of those of this pool.
    pub(crate) fn current(&self) -> usize {
        match &self.0 {
            #[cfg(feature = "rayon")]
            Some(pool) => pool.current_thread_index().unwrap_or(0),
            _ => 0,
        }
    }

    /// These threads if there are enough agents for them, else only the calling one.
    pub(crate) fn enough_for(&self, agents: usize) -> Threads {
        if agents < FEWEST_TO_SHARE { Threads::default() } else { self.clone() }
    }

    /// Does work that will split on one of the threads, so that a split need not wake them each time.
    pub(crate) fn inside<R: Send>(&self, work: impl FnOnce() -> R + Send) -> R {
        match &self.0 {
            #[cfg(feature = "rayon")]
            Some(pool) => pool.install(work),
            _ => work(),
        }
    }

    /// Sorts items by keys that all differ.
    pub(crate) fn sort_by_key<T: Send, K: Ord>(&self, items: &mut [T], key: impl Fn(&T) -> K + Send + Sync) {
        match &self.0 {
            #[cfg(feature = "rayon")]
            Some(pool) => pool.install(|| rayon::slice::ParallelSliceMut::par_sort_unstable_by_key(items, key)),
            _ => items.sort_unstable_by_key(key),
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
            #[cfg(feature = "rayon")]
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

#[cfg(feature = "rayon")]
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
