//! A recording that exists.

use super::part::{HEAD, Head, Kind, START, damaged};
use super::replay::Replay;
use crate::after::After;
use crate::error::Error;
use crate::file;
use flockstep::World;
use flockstep_scenario::{AnyWorld, input};
use std::fs::File;
use std::io::{self, BufReader, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

/// A recording that exists. Worlds are read when they are asked for.
pub struct Recording {
    path: PathBuf,
    /// The worlds to start from, in order.
    worlds: Vec<Place>,
    /// What came from outside, in order.
    inputs: Vec<Place>,
    scenario: Option<String>,
    /// Hashes with their steps, in order.
    hashes: Vec<(u64, u64)>,
    last_step: u64,
    lost: Option<u64>,
}

/// A part and where its content stands in the file.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    pub head: Head,
    content: u64,
}

impl Recording {
    /// Opens a recording: finds its parts and reads the scenario and the hashes.
    pub fn open(path: &Path) -> Result<Recording, Error> {
        let name = path.display().to_string();
        let mut file = input::open(path).map_err(Error::io(format!("read {name}")))?;
        let (parts, lost) = find_parts(&mut file).map_err(|error| named(&name, error))?;
        let (worlds, inputs, hashes) = (Vec::new(), Vec::new(), Vec::new());
        let mut recording =
            Recording { path: path.to_path_buf(), worlds, inputs, scenario: None, hashes, last_step: 0, lost };
        recording.survey(&mut file, &parts).map_err(|error| named(&name, error))?;
        Ok(recording)
    }

    /// Reads what is small and looks whether everything is in order.
    fn survey(&mut self, file: &mut File, parts: &[Place]) -> Result<(), Error> {
        for place in parts {
            let step = place.head.step;
            self.last_step = self.last_step.max(step);
            match place.head.kind {
                Kind::Snapshot => self.worlds.push(*place),
                Kind::Edit | Kind::Controls => self.inputs.push(*place),
                Kind::Last => {}
                Kind::Scenario => {
                    let text = String::from_utf8(place.read(file)?);
                    self.scenario = Some(text.map_err(|_| damaged("a scenario that is no text"))?);
                }
                Kind::Hashes => self.hashes.extend(hashes(step, &place.read(file)?)?),
            }
        }
        self.last_step = self.last_step.max(self.hashes.last().map_or(0, |(step, _)| *step));
        if self.worlds.is_empty() {
            return Err(damaged("no world"));
        }
        let in_order = |places: &[Place]| places.is_sorted_by_key(|place| place.head.step);
        let rising = self.hashes.is_sorted_by(|one, two| one.0 < two.0);
        if !(in_order(&self.worlds) && in_order(&self.inputs) && rising) {
            return Err(damaged("parts that are not in the order of steps"));
        }
        Ok(())
    }

    /// Reads every byte and compares it with its checksum, of parts that a replay does not need too: the parts of the
    /// file follow one another without a gap, and each has a checksum of its head and one of its content. What was lost
    /// at the end ([`Recording::lost`]) has none.
    pub fn verify(&self) -> Result<(), Error> {
        let mut file = input::open(&self.path).map_err(Error::io(format!("read {}", self.name())))?;
        let parts = find_parts(&mut file).and_then(|(parts, _)| {
            parts.iter().try_for_each(|place| {
                file.seek(SeekFrom::Start(place.content)).map_err(Error::io("read the recording"))?;
                place.head.verify(&mut file)
            })
        });
        parts.map_err(|error| named(&self.name(), error))
    }

    /// The scenario as text, as it was with every override; unknown if the run went on from a checkpoint without one.
    pub fn scenario(&self) -> Option<&str> {
        self.scenario.as_deref()
    }
    /// The first step that it holds.
    pub fn first_step(&self) -> u64 {
        self.snapshots().next().unwrap_or(0)
    }
    /// The last step that it holds.
    pub fn last_step(&self) -> u64 {
        self.last_step
    }
    /// The steps at which it holds the whole world, in order.
    pub fn snapshots(&self) -> impl Iterator<Item = u64> + '_ {
        self.worlds.iter().map(|place| place.head.step)
    }
    /// The hashes with their steps, in order.
    pub fn hashes(&self) -> &[(u64, u64)] {
        &self.hashes
    }
    /// The hash of a step, if it was noted.
    pub fn hash_at(&self, step: u64) -> Option<u64> {
        let at = self.hashes.binary_search_by_key(&step, |(step, _)| *step).ok()?;
        Some(self.hashes[at].1)
    }
    /// How many bytes at the end are of no use because the file was cut short; `None` for a whole file.
    pub fn lost(&self) -> Option<u64> {
        self.lost
    }

    /// The world at a step: the nearest one before it that the file holds, stepped on.
    pub fn world_at(&self, step: u64) -> Result<AnyWorld, Error> {
        Ok(self.replay(step, 0)?.into_world())
    }

    /// Replays from a step on, with so many threads (0 is one per core).
    ///
    /// Where it can it starts before that step, so that agents have the steering they had.
    pub fn replay(&self, step: u64, threads: usize) -> Result<Replay<'_>, Error> {
        let (first, last) = (self.first_step(), self.last_step);
        if !(first..=last).contains(&step) {
            let problem = format!("found step {step}, allowed is a step from {first} to {last}, which it holds");
            return Err(Error::file(self.name(), problem));
        }
        let mut replay = Replay::new(self, self.start_before(step)?, threads)?;
        while replay.world().steps() < step {
            replay.step()?;
        }
        Ok(replay)
    }

    /// The world to go from to a step: the last one before it that the file holds, for the first step that one.
    pub fn start_before(&self, step: u64) -> Result<AnyWorld, Error> {
        let before = |place: &&Place| place.head.step < step.max(self.first_step() + 1);
        self.world(self.worlds.iter().rfind(before).ok_or_else(|| damaged("no world"))?)
    }

    /// What came from outside at a step, in order.
    pub(super) fn inputs(&self, step: u64) -> &[Place] {
        let from = self.inputs.partition_point(|place| place.head.step < step);
        let to = self.inputs.partition_point(|place| place.head.step <= step);
        &self.inputs[from..to]
    }

    /// The content of a part.
    pub(super) fn content(&self, place: &Place) -> Result<Vec<u8>, Error> {
        let mut file = input::open(&self.path).map_err(Error::io(format!("read {}", self.name())))?;
        place.read(&mut file).map_err(|error| named(&self.name(), error))
    }

    /// The world of a part that holds one.
    pub(super) fn world(&self, place: &Place) -> Result<AnyWorld, Error> {
        let world = AnyWorld::from_snapshot(&self.content(place)?);
        let world = world.map_err(|error| Error::file(self.name(), error.to_string()))?;
        if world.steps() != place.head.step {
            return Err(named(&self.name(), damaged("a world of another step than it says")));
        }
        Ok(world)
    }

    fn name(&self) -> String {
        self.path.display().to_string()
    }
}

impl Place {
    fn read(&self, file: &mut File) -> Result<Vec<u8>, Error> {
        file.seek(SeekFrom::Start(self.content)).map_err(Error::io("read the recording"))?;
        self.head.content(file)
    }
    /// The last step that it says something about.
    fn last_step(&self, file: &mut File) -> Result<u64, Error> {
        if self.head.kind != Kind::Hashes {
            return Ok(self.head.step);
        }
        Ok(hashes(self.head.step, &self.read(file)?)?.last().map_or(self.head.step, |(step, _)| *step))
    }
}

/// The hashes of a part with their steps.
fn hashes(first: u64, content: &[u8]) -> Result<Vec<(u64, u64)>, Error> {
    let (words, rest) = content.as_chunks::<8>();
    let [every, hashes @ ..] = words else { return Err(damaged("hashes without their rhythm")) };
    let every = u64::from_le_bytes(*every);
    let reach = every.checked_mul(hashes.len() as u64).and_then(|reach| reach.checked_add(first));
    if !rest.is_empty() || every == 0 || reach.is_none_or(|reach| reach > 1 << 62) {
        return Err(damaged("hashes that are not whole"));
    }
    let step = |nth: usize| first + every * nth as u64;
    Ok(hashes.iter().enumerate().map(|(nth, hash)| (step(nth), u64::from_le_bytes(*hash))).collect())
}

/// The parts of a file, and how many bytes at its end are none if it was cut short.
fn find_parts(file: &mut File) -> Result<(Vec<Place>, Option<u64>), Error> {
    let reading = || Error::io("read the recording");
    let length = file.seek(SeekFrom::End(0)).map_err(reading())?;
    file.seek(SeekFrom::Start(0)).map_err(reading())?;
    let mut input = BufReader::new(file);
    let mut start = [0; START.len()];
    let whole = input.read_exact(&mut start);
    if whole.as_ref().is_err_and(|error| error.kind() != io::ErrorKind::UnexpectedEof) {
        return whole.map(|()| (Vec::new(), None)).map_err(reading());
    }
    if whole.is_err() || start[..8] != START[..8] {
        return Err(Error::Input("this is no recording: it does not begin with FLOCKREC".into()));
    }
    if start != *START {
        return Err(Error::Input("this recording is of a version that this program does not know".into()));
    }
    let (mut parts, mut at) = (Vec::new(), START.len() as u64);
    while at + HEAD as u64 <= length {
        let mut head = [0; HEAD];
        input.read_exact(&mut head).map_err(reading())?;
        let head = Head::read(&head).map_err(damaged)?;
        let content = at + HEAD as u64;
        let end = content.saturating_add(head.stored);
        if end > length {
            break;
        }
        input.seek_relative(head.stored as i64).map_err(reading())?;
        parts.push(Place { head, content });
        at = end;
    }
    let ended = parts.last().is_some_and(|place| place.head.kind == Kind::Last);
    Ok((parts, (!ended || at < length).then_some(length - at)))
}

/// Cuts off what a recording says after a step, and leaves the file at its end.
pub(super) fn cut_after<const D: usize>(path: &Path, after: After, world: &World<D>) -> Result<File, Error> {
    let name = path.display().to_string();
    let mut file = file::go_on(path).map_err(Error::io(format!("write {name}")))?;
    let (parts, _) = find_parts(&mut file).map_err(|error| named(&name, error))?;
    let (mut keep, mut last, mut hash) = (START.len() as u64, None, None);
    for place in parts.iter().filter(|place| place.head.kind != Kind::Last) {
        let until = place.last_step(&mut file).map_err(|error| named(&name, error))?;
        if until > after.step {
            break;
        }
        if place.head.kind == Kind::Hashes {
            last = Some(until);
            let content = place.read(&mut file).map_err(|error| named(&name, error))?;
            hash = hashes(place.head.step, &content)?.last().copied();
        }
        keep = place.content + place.head.stored;
    }
    after.check(&name, last)?;
    if hash.is_some_and(|(step, hash)| step == world.steps() && hash != world.hash()) {
        return Err(Error::file(name, format!("it is of another run: its hash of step {} differs", world.steps())));
    }
    let cut = file.set_len(keep).and_then(|()| file.seek(SeekFrom::End(0)));
    cut.map_err(Error::io(format!("write {name}")))?;
    Ok(file)
}

/// The error with the name of the file.
fn named(name: &str, error: Error) -> Error {
    match error {
        Error::Input(problem) => Error::file(name, problem),
        Error::Io { source, .. } => Error::Io { doing: format!("read {name}"), source },
        other => other,
    }
}
