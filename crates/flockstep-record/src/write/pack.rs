//! Rows become a row group of Parquet, on the threads of the simulation between two steps.
//!
//! Beside the step it would cost more: whoever packs holds up the stage that the others wait for. Pages are cut by rows and never
//! by threads, so the file does not depend on how many there are.

use super::floats::Floats;
use super::page::Page;
use super::{ids, runs::Runs};
use crate::columns::{Column, Selection};
use crate::error::Error;
use crate::frames::{Frame, Frames};
use flockstep::Threads;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// A page of floats of one step has at most so many rows: enough threads find work, and their planes stay in the cache. Steps
/// that stand together are one page, for they repeat one another.
const ROWS: usize = 1 << 15;

/// A row group, packed.
#[derive(Default)]
pub(crate) struct RowGroup {
    pub rows: usize,
    /// Its first step and its last.
    pub ends: [Frame; 2],
    /// The pages of each column.
    pub columns: Vec<Vec<Page>>,
}

/// What packs rows.
pub(crate) struct Packer {
    columns: Vec<Column>,
    names: Vec<String>,
    /// What is not in use, of whom each thread takes one.
    floats: Mutex<Vec<Floats>>,
}

/// Pages to be made.
struct Job<'a> {
    work: Work<'a>,
    pages: &'a mut [Page],
    done: Result<(), Error>,
}

enum Work<'a> {
    Steps,
    Times,
    Ids,
    Groups,
    Numbers(&'a [f32]),
}

impl<'a> Job<'a> {
    fn new(work: Work<'a>, pages: &'a mut [Page]) -> Job<'a> {
        Job { work, pages, done: Ok(()) }
    }
}

impl Packer {
    pub fn new(selection: &Selection) -> Packer {
        let (columns, names) = (selection.columns.clone(), selection.names.clone());
        Packer { columns, names, floats: Mutex::default() }
    }

    /// Makes a row group of rows.
    pub fn pack(&self, frames: &Frames, threads: &Threads, group: &mut RowGroup) -> Result<(), Error> {
        let (Some(first), Some(last)) = (frames.frames.first(), frames.frames.last()) else { return Ok(()) };
        (group.rows, group.ends) = (frames.rows(), [*first, *last]);
        group.columns.resize_with(self.columns.len(), Vec::new);
        let mut numbers = frames.numbers.iter();
        let mut jobs = Vec::new();
        for (column, pages) in self.columns.iter().zip(&mut group.columns) {
            pages.resize_with(page_count(*column, frames), Page::default);
            match column {
                Column::Step => jobs.push(Job::new(Work::Steps, pages)),
                Column::Time => jobs.push(Job::new(Work::Times, pages)),
                Column::Id => jobs.push(Job::new(Work::Ids, pages)),
                Column::Group => jobs.push(Job::new(Work::Groups, pages)),
                Column::Number(..) => {
                    let Some(numbers) = numbers.next() else { continue };
                    // Pages of the same length, so that threads have done at the same time.
                    let work = numbers.chunks(group.rows.div_ceil(pages.len())).map(Work::Numbers);
                    jobs.extend(work.zip(pages.chunks_mut(1)).map(|(work, page)| Job::new(work, page)));
                }
            }
        }
        threads.each(&mut jobs, |job| job.done = self.make(&job.work, frames, job.pages));
        jobs.into_iter().try_for_each(|job| job.done)
    }

    fn make(&self, work: &Work, frames: &Frames, pages: &mut [Page]) -> Result<(), Error> {
        let frame = || frames.frames.iter();
        match work {
            Work::Steps => Runs::new(frame().map(|frame| (frame.step as i64, frame.rows))).pack(pages),
            Work::Times => Runs::new(frame().map(|frame| (frame.time, frame.rows))).pack(pages),
            Work::Ids => ids::pack(&frames.ids, &mut pages[0]),
            Work::Groups => {
                let runs = frames.groups.chunk_by(|one, two| one == two);
                Runs::new(runs.map(|run| (self.names[usize::from(run[0])].as_str(), run.len()))).pack(pages);
            }
            Work::Numbers(numbers) => self.make_floats(numbers, frames.frames.len() == 1, &mut pages[0])?,
        }
        Ok(())
    }

    fn make_floats(&self, numbers: &[f32], alone: bool, page: &mut Page) -> Result<(), Error> {
        let kept = self.floats().pop();
        let mut floats = kept.map_or_else(Floats::new, Ok).map_err(Error::io("pack floats"))?;
        let packed = floats.pack(numbers, alone, page).map_err(Error::io("pack floats"));
        self.floats().push(floats);
        packed
    }

    fn floats(&self) -> MutexGuard<'_, Vec<Floats>> {
        self.floats.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// How many pages a column has for some rows.
fn page_count(column: Column, frames: &Frames) -> usize {
    match column {
        // A dictionary and the places in it.
        Column::Step | Column::Time | Column::Group => 2,
        Column::Number(..) if frames.frames.len() == 1 => frames.rows().div_ceil(ROWS),
        Column::Id | Column::Number(..) => 1,
    }
}
