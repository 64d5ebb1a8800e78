//! A recording in the making.

use super::controls;
use super::part::{Kind, START, part};
use super::read;
use crate::after::After;
use crate::error::Error;
use crate::out::Out;
use crate::queue::{Queue, Writer};
use flockstep::{AgentId, Control, World};
use std::path::Path;

/// Hashes are put into the file by so many.
const HASHES: usize = 4096;

/// How often what is noted.
#[derive(Clone, Copy, Debug)]
pub struct Rhythm {
    /// A hash at steps that are multiples of this.
    pub hashes: u64,
    /// The whole world at steps that are multiples of this.
    pub snapshots: u64,
}

/// A recording in the making. Show it the world after every step.
pub struct RecordingWriter {
    queue: Queue<Part>,
    rhythm: Rhythm,
    first_hash: u64,
    hashes: Vec<u8>,
    /// The step that the world had last.
    step: u64,
    ended: bool,
}

/// A part to be written.
struct Part {
    kind: Kind,
    step: u64,
    content: Vec<u8>,
}

impl RecordingWriter {
    /// Begins a recording of this world, made from a scenario if one is known. The first thing it holds is the world itself.
    pub fn begin<const D: usize>(
        mut out: Out,
        world: &World<D>,
        scenario: Option<&str>,
        rhythm: Rhythm,
    ) -> Result<RecordingWriter, Error> {
        out.write(START)?;
        let mut writer = RecordingWriter::new(out, rhythm, world.steps())?;
        if let Some(text) = scenario {
            writer.put(Kind::Scenario, world.steps(), text.as_bytes().to_vec())?;
        }
        writer.put(Kind::Snapshot, world.steps(), world.snapshot())?;
        Ok(writer)
    }

    /// Goes on in a recording that an earlier run was writing, after the step that the world has.
    pub fn go_on<const D: usize>(path: &Path, world: &World<D>, rhythm: Rhythm) -> Result<RecordingWriter, Error> {
        let after = After::new(world.steps(), rhythm.hashes, true);
        let file = read::cut_after(path, after, world)?;
        RecordingWriter::new(Out::file(path, file), rhythm, world.steps())
    }

    fn new(out: Out, rhythm: Rhythm, step: u64) -> Result<RecordingWriter, Error> {
        let queue = Queue::new(Box::new(Parts(out)), 4)?;
        Ok(RecordingWriter { queue, rhythm, first_hash: 0, hashes: Vec::new(), step, ended: false })
    }

    /// Notes what there is to note of the world after a step.
    pub fn observe<const D: usize>(&mut self, world: &World<D>) -> Result<(), Error> {
        let step = world.steps();
        if step.is_multiple_of(self.rhythm.hashes) {
            if self.hashes.is_empty() {
                self.first_hash = step;
                self.hashes.extend_from_slice(&self.rhythm.hashes.to_le_bytes());
            }
            self.hashes.extend_from_slice(&world.hash().to_le_bytes());
        }
        if self.hashes.len() > 8 * HASHES {
            self.put_hashes()?;
        }
        // The first world is there already.
        if step.is_multiple_of(self.rhythm.snapshots) && step != self.step {
            self.put_hashes()?;
            self.put(Kind::Snapshot, step, world.snapshot())?;
        }
        self.step = step;
        Ok(())
    }

    /// Notes that an agent was told what to do, or let go, before the next step.
    pub fn control<const D: usize>(&mut self, id: AgentId, control: Option<Control<D>>) -> Result<(), Error> {
        let mut content = Vec::new();
        controls::put(&mut content, (id, control));
        self.put_hashes()?;
        self.put(Kind::Controls, self.step, content)
    }

    /// Notes that the world was changed from outside, in whatever way, before the next step.
    pub fn edited<const D: usize>(&mut self, world: &World<D>) -> Result<(), Error> {
        self.put_hashes()?;
        self.put(Kind::Edit, world.steps(), world.snapshot())
    }

    /// Waits until everything so far is on the disk.
    pub fn settle(&mut self) -> Result<(), Error> {
        self.put_hashes()?;
        self.queue.settle()
    }

    /// Ends the recording and waits until it is written.
    pub fn finish(&mut self) -> Result<(), Error> {
        self.end()?;
        self.queue.finish()
    }

    fn end(&mut self) -> Result<(), Error> {
        if std::mem::replace(&mut self.ended, true) {
            return Ok(());
        }
        self.put_hashes()?;
        self.put(Kind::Last, self.step, Vec::new())
    }

    fn put_hashes(&mut self) -> Result<(), Error> {
        if self.hashes.is_empty() {
            return Ok(());
        }
        let content = std::mem::take(&mut self.hashes);
        self.put(Kind::Hashes, self.first_hash, content)
    }

    fn put(&mut self, kind: Kind, step: u64, content: Vec<u8>) -> Result<(), Error> {
        self.queue.write(Part { kind, step, content })
    }
}

impl Drop for RecordingWriter {
    /// An error elsewhere ends the run, and what it came to so far is kept.
    fn drop(&mut self) {
        let _ = self.end();
    }
}

/// Writes parts.
struct Parts(Out);

impl Writer<Part> for Parts {
    fn write(&mut self, one: &mut Part) -> Result<(), Error> {
        let bytes = part(one.kind, one.step, &one.content).map_err(Error::io("pack a part of the recording"))?;
        one.content = Vec::new();
        self.0.write(&bytes)
    }
    fn settle(&mut self) -> Result<(), Error> {
        self.0.sync()
    }
    fn finish(&mut self) -> Result<(), Error> {
        self.0.flush()
    }
    /// A recording that was cut short replays up to its last whole part as it is.
    fn rescue(&mut self) {
        self.0.take_file();
    }
}
