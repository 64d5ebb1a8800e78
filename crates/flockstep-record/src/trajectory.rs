//! Where everyone was: one row per agent and step, into a file of any format, by a thread of its own.

use crate::after::After;
use crate::columns::Selection;
use crate::error::Error;
use crate::frames::Frames;
use crate::out::Out;
use crate::queue::Queue;
use crate::write::{self, AnyWriter, Format, Packer, RowGroup};
use flockstep::{Threads, World};
use std::path::Path;

/// Rows of a Parquet file are handed over by about so many at once: they are a row group.
const ROW_GROUP: usize = 1 << 17;
/// Other rows are handed over sooner: someone may look at the file as it grows.
const ROWS: usize = 1 << 12;
/// As many bytes of rows may wait to be written, or one part if that is larger.
const WAITING: usize = 64 << 20;

/// A trajectory in the making.
pub struct Trajectory {
    way: Way,
    frames: Frames,
    selection: Selection,
    /// Hand rows over when there are about so many.
    enough: usize,
}

/// How rows come to the thread that writes.
enum Way {
    /// As they are.
    Rows(Queue<Frames>),
    /// Packed by the threads of the simulation.
    Packed(Packer, Queue<RowGroup>),
}

impl Trajectory {
    /// Begins a trajectory. `agents` is how many a step has, about.
    pub fn begin(out: Out, format: Format, selection: Selection, agents: usize) -> Result<Trajectory, Error> {
        // Someone may be watching.
        let live = out.is_pipe() && format == Format::Csv;
        let writer = write::begin(out, format, &selection)?;
        Trajectory::new(writer, selection, agents, if live { 0 } else { enough(format) })
    }

    /// Goes on in the file of an earlier run, after the step that the world has: what the file says of later steps is cut
    /// off. The file must reach up to there with rows `every` so many steps.
    pub fn go_on<const D: usize>(
        path: &Path,
        format: Format,
        selection: Selection,
        world: &World<D>,
        every: u64,
    ) -> Result<Trajectory, Error> {
        // Of a step at which nobody was there, the file has no rows.
        let somebody = world.group_ids().any(|group| selection.has_group(group));
        let after = After::new(world.steps(), every, somebody);
        let writer = write::go_on(path, format, &selection, after)?;
        Trajectory::new(writer, selection, world.len(), enough(format))
    }

    fn new(writer: AnyWriter, selection: Selection, agents: usize, enough: usize) -> Result<Trajectory, Error> {
        let part = agents.max(enough) * (8 + 4 * selection.numbers().count());
        let depth = (WAITING / part.max(1)).clamp(1, 4);
        let way = match writer {
            AnyWriter::Rows(writer) => Way::Rows(Queue::new(writer, depth)?),
            AnyWriter::Packed(writer) => Way::Packed(Packer::new(&selection), Queue::new(writer, depth)?),
        };
        Ok(Trajectory { way, frames: Frames::default(), selection, enough })
    }

    /// Adds a row for every agent.
    pub fn observe<const D: usize>(&mut self, world: &World<D>) -> Result<(), Error> {
        self.frames.add(world, &self.selection);
        // Whole steps only, and those that fit best.
        let next = self.frames.frames.last().map_or(0, |frame| frame.rows);
        if self.frames.rows() + next / 2 >= self.enough { self.hand_over(world.pool()) } else { Ok(()) }
    }

    /// Waits until all rows so far are on the disk, so that a run that is killed later can go on after them.
    pub fn settle(&mut self) -> Result<(), Error> {
        self.hand_over(&Threads::default())?;
        match &mut self.way {
            Way::Rows(queue) => queue.settle(),
            Way::Packed(_, queue) => queue.settle(),
        }
    }

    /// Waits until all rows are written and the file is whole.
    pub fn finish(&mut self) -> Result<(), Error> {
        self.hand_over(&Threads::default())?;
        match &mut self.way {
            Way::Rows(queue) => queue.finish(),
            Way::Packed(_, queue) => queue.finish(),
        }
    }

    fn hand_over(&mut self, threads: &Threads) -> Result<(), Error> {
        if self.frames.frames.is_empty() {
            return Ok(());
        }
        match &mut self.way {
            Way::Rows(queue) => {
                let mut next = queue.used().unwrap_or_default();
                next.clear();
                queue.write(std::mem::replace(&mut self.frames, next))
            }
            Way::Packed(..) if self.frames.rows() == 0 => {
                self.frames.clear();
                Ok(())
            }
            Way::Packed(packer, queue) => {
                let mut group = queue.used().unwrap_or_default();
                packer.pack(&self.frames, threads, &mut group)?;
                self.frames.clear();
                queue.write(group)
            }
        }
    }
}

fn enough(format: Format) -> usize {
    if format == Format::Parquet { ROW_GROUP } else { ROWS }
}

impl Drop for Trajectory {
    /// An error elsewhere ends the run, and what it came to so far is kept.
    fn drop(&mut self) {
        let _ = self.hand_over(&Threads::default());
    }
}
