//! Whole runs with a fault on the way: what is resumed must end as if nothing had happened.
//!
//! The bytes say which scene, how many agents and steps, which format, how often rows and checkpoints are written, and
//! what goes wrong when. The loop is that of `flockstep run`, with the same writers: rows, then a checkpoint that
//! counts on them. A kill leaves the files as they are at that moment, and perhaps without the last bytes that no
//! checkpoint counts on. A full disk is a limit on the size of files: the write that crosses it is short, and the next
//! one fails.

use flockstep_record::file::{self, Lock};
use flockstep_record::{
    Error, Format, Mark, Marker, Out, Recording, RecordingWriter, Rhythm, Selection, Trajectory, checksum,
};
use flockstep_scenario::{AnyWorld, Override, Scenario, gallery};
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Once};

/// A run as the bytes say.
struct Order {
    scenario: Scenario,
    /// None: a recording.
    format: Option<Format>,
    steps: u64,
    every: u64,
    checkpoint_every: u64,
    rhythm: Rhythm,
}

/// What goes wrong.
#[derive(Clone, Copy, Debug)]
enum Fault {
    /// The process is killed after so many steps, before or after rows are noted and checkpoints written, and up to so
    /// many bytes of rows are lost that no checkpoint counts on.
    Killed { after: u64, moment: u8, lost: u16 },
    /// No file can be longer than this.
    Full { bytes: u64 },
}

/// The bytes, one after another; zeros after the last.
struct Choices<'a>(&'a [u8]);

impl Choices<'_> {
    fn next(&mut self) -> u8 {
        let (first, rest) = self.0.split_first().map_or((0, self.0), |(first, rest)| (*first, rest));
        self.0 = rest;
        first
    }
    fn below(&mut self, end: u64) -> u64 {
        (u64::from(self.next()) << 8 | u64::from(self.next())) % end
    }
}

impl Order {
    fn read(choices: &mut Choices) -> Option<Order> {
        let scenes = gallery::scenes();
        let scene = &scenes[choices.below(scenes.len() as u64) as usize];
        let mut sets: Vec<Override> = vec![format!("seed={}", choices.next()).parse().ok()?];
        let plain = Scenario::parse(scene.text, scene.name).ok()?;
        for group in &plain.groups {
            let count = 1 + choices.below(9);
            sets.push(format!("groups.{}.count={}", group.group.name, (group.count as u64).min(count)).parse().ok()?);
        }
        let scenario = Scenario::parse_with(scene.text, scene.name, &sets).ok()?;
        let formats = [Some(Format::Csv), Some(Format::Parquet), Some(Format::Npy), None];
        let format = formats[choices.below(4) as usize];
        let (steps, every) = (1 + choices.below(24), 1 + choices.below(4));
        let checkpoint_every = 1 + choices.below(9);
        let rhythm = Rhythm { hashes: every, snapshots: 1 + choices.below(8) };
        Some(Order { scenario, format, steps, every, checkpoint_every, rhythm })
    }
}

impl Fault {
    fn read(choices: &mut Choices, order: &Order) -> Fault {
        if !choices.next().is_multiple_of(3) {
            let (after, moment) = (choices.below(order.steps + 1), choices.next() % 4);
            Fault::Killed { after, moment, lost: choices.below(5000) as u16 }
        } else {
            Fault::Full { bytes: choices.below(1 << 16) }
        }
    }
}

/// Who writes the run.
enum Writer {
    Rows(Box<Trajectory>),
    Recording(RecordingWriter),
}

/// Calls a method of whoever writes.
macro_rules! each {
    ($writer:expr, $one:ident => $what:expr) => {
        match $writer {
            Writer::Rows($one) => $what,
            Writer::Recording($one) => $what,
        }
    };
}
/// The same for a world of either dimension.
macro_rules! of {
    ($any:expr, $world:ident => $what:expr) => {
        match $any {
            AnyWorld::Plane($world) => $what,
            AnyWorld::Space($world) => $what,
        }
    };
}

fn failed(doing: &str) -> impl FnOnce(std::io::Error) -> Error {
    move |source| Error::Io { doing: doing.into(), source }
}

/// A run in a folder of its own.
struct Run<'a> {
    order: &'a Order,
    rows: PathBuf,
    checkpoint: PathBuf,
}

impl<'a> Run<'a> {
    fn new(order: &'a Order, folder: &Path) -> Run<'a> {
        let ending = order.format.map_or("flock", Format::name);
        Run { order, rows: folder.join(format!("rows.{ending}")), checkpoint: folder.join("checkpoint") }
    }

    fn writer(&self, world: &AnyWorld, goes_on: bool) -> Result<Writer, Error> {
        let Order { format, every, rhythm, scenario, .. } = self.order;
        let Some(format) = *format else {
            let text = scenario.to_toml();
            let out =
                || Ok::<_, Error>(Out::file(&self.rows, file::create(&self.rows, true).map_err(failed("create"))?));
            return Ok(Writer::Recording(of!(world, world => if goes_on {
                RecordingWriter::go_on(&self.rows, world, *rhythm)?
            } else {
                RecordingWriter::begin(out()?, world, Some(&text), *rhythm)?
            })));
        };
        let selection = Selection::new(world.groups(), world.dimensions(), None, None)?;
        let rows = of!(world, world => if goes_on {
            Trajectory::go_on(&self.rows, format, selection, world, *every)?
        } else {
            let out = Out::file(&self.rows, file::create(&self.rows, true).map_err(failed("create"))?);
            Trajectory::begin(out, format, selection, world.len())?
        });
        Ok(Writer::Rows(rows.into()))
    }

    /// Notes the world, as often as the order says.
    fn observe(&self, writer: &mut Writer, world: &AnyWorld) -> Result<(), Error> {
        match writer {
            Writer::Rows(rows) if world.steps().is_multiple_of(self.order.every) => {
                of!(world, world => rows.observe(world))
            }
            Writer::Rows(_) => Ok(()),
            Writer::Recording(recording) => of!(world, world => recording.observe(world)),
        }
    }

    /// Writes a checkpoint: the world, and how far the rows reach.
    fn keep(&self, world: &AnyWorld, marker: &mut Marker) -> Result<(), Error> {
        let Mark { bytes, sum } = marker.mark()?;
        let mut content = [bytes.to_le_bytes(), sum.to_le_bytes()].concat();
        content.extend_from_slice(&world.snapshot());
        let sum = checksum(&content);
        content.extend_from_slice(&sum.to_le_bytes());
        let lock = Lock::take(&self.checkpoint, "a run").unwrap_or_else(|held| panic!("nobody else is here: {held}"));
        lock.replace(&content).map_err(failed("write the checkpoint"))
    }

    /// The last checkpoint, if one was written. It must be whole.
    fn kept(&self) -> Option<(AnyWorld, Mark)> {
        let content = fs::read(&self.checkpoint).ok()?;
        let (content, sum) = content.split_last_chunk().expect("a whole checkpoint");
        assert_eq!(checksum(content), u64::from_le_bytes(*sum), "a torn checkpoint");
        let number = |at: usize| u64::from_le_bytes(*content[at..].first_chunk().expect("a whole checkpoint"));
        let world = AnyWorld::from_snapshot(&content[16..]).expect("a world that was kept");
        Some((world, Mark { bytes: number(0), sum: number(8) }))
    }

    /// Runs to the end, from the last checkpoint on if there is one. `stop` is asked at every moment: before rows are
    /// noted, after, after the checkpoint, and at the end; if it says so, the run ends there.
    fn run(&self, stop: impl Fn(u64, u8) -> bool) -> Result<Option<u64>, Error> {
        let kept = self.kept();
        let goes_on = kept.is_some();
        let mut world = match kept {
            None => self.order.scenario.build().expect("a scene of the gallery"),
            Some((world, mark)) => {
                assert!(mark.is_of(&self.rows)?, "rows that the checkpoint counts on are not there");
                world
            }
        };
        let mut writer = self.writer(&world, goes_on)?;
        let mut marker = Marker::new(&self.rows);
        if !goes_on {
            self.observe(&mut writer, &world)?;
        }
        while world.steps() < self.order.steps {
            world.step();
            if stop(world.steps(), 0) {
                return Ok(None);
            }
            self.observe(&mut writer, &world)?;
            if stop(world.steps(), 1) {
                return Ok(None);
            }
            if world.steps().is_multiple_of(self.order.checkpoint_every) {
                each!(&mut writer, writer => writer.settle())?;
                self.keep(&world, &mut marker)?;
            }
            if stop(world.steps(), 2) {
                return Ok(None);
            }
        }
        each!(&mut writer, writer => writer.finish())?;
        if stop(world.steps(), 3) { Ok(None) } else { Ok(Some(world.hash())) }
    }
}

/// Where folders are made: in memory, where there is such a place. Syncing a disk would be most of the work.
fn folder() -> tempfile::TempDir {
    let memory = Path::new("/dev/shm");
    let made = if memory.is_dir() { tempfile::tempdir_in(memory) } else { tempfile::tempdir() };
    made.expect("a folder")
}

/// Copies what a kill would leave of a run, but for the last bytes that no checkpoint counts on.
fn leave_behind(from: &Run, to: &Path, lost: u64) {
    for entry in fs::read_dir(from.rows.parent().expect("a folder")).expect("a folder") {
        let entry = entry.expect("a file");
        // Whoever held a lock is gone.
        if !entry.file_name().to_string_lossy().ends_with(".lock") {
            fs::copy(entry.path(), to.join(entry.file_name())).expect("a copy");
        }
    }
    let copy = Run::new(from.order, to);
    let (counted, there) =
        (copy.kept().map_or(0, |(_, mark)| mark.bytes), fs::metadata(&copy.rows).map_or(0, |file| file.len()));
    if let Ok(rows) = fs::OpenOptions::new().write(true).open(&copy.rows) {
        rows.set_len(there.saturating_sub(lost).max(counted.min(there))).expect("a shorter file");
    }
}

/// Does something while no file can be longer than so many bytes.
fn with_limit<T>(bytes: u64, something: impl FnOnce() -> T) -> T {
    // Without this the signal that comes with it would end the process.
    static OUTLIVED: Once = Once::new();
    OUTLIVED.call_once(|| {
        let nothing = Arc::new(AtomicBool::new(false));
        signal_hook::flag::register(signal_hook::consts::SIGXFSZ, nothing).expect("a signal that is taken");
    });
    let before = getrlimit(Resource::Fsize);
    setrlimit(Resource::Fsize, Rlimit { current: Some(bytes), ..before }).expect("a limit");
    let done = something();
    setrlimit(Resource::Fsize, before).expect("no limit");
    done
}

/// The rows of a file, as they can be compared.
fn content(run: &Run) -> Vec<u8> {
    match run.order.format {
        None => {
            let recording = Recording::open(&run.rows).expect("a recording");
            recording.verify().expect("a whole recording");
            assert_eq!(recording.lost(), None);
            (0..=run.order.steps).flat_map(|step| recording.hash_at(step).unwrap_or(0).to_le_bytes()).collect()
        }
        Some(Format::Parquet) => {
            use parquet::file::reader::{FileReader, SerializedFileReader};
            let file = fs::File::open(&run.rows).expect("rows");
            let reader = SerializedFileReader::new(file).expect("a Parquet file");
            let rows = reader.get_row_iter(None).expect("rows");
            rows.flat_map(|row| format!("{}\n", row.expect("a row")).into_bytes()).collect()
        }
        Some(_) => fs::read(&run.rows).expect("rows"),
    }
}

/// A run with a fault and what is resumed after it, against the same without.
pub fn run(bytes: &[u8]) {
    let choices = &mut Choices(bytes);
    let Some(order) = Order::read(choices) else { return };
    let (calm, troubled, left) = (folder(), folder(), folder());
    let undisturbed = Run::new(&order, calm.path());
    let hash = undisturbed.run(|_, _| false).expect("a run").expect("to its end");
    let mut at = Run::new(&order, troubled.path());
    for _ in 0..1 + choices.next() % 2 {
        match Fault::read(choices, &order) {
            Fault::Killed { after, moment, lost } => {
                let after_kill = folder();
                let stopped = at.run(|step, now| {
                    let here = step == after && now == moment;
                    if here {
                        // A file that has its end is on the disk.
                        leave_behind(&at, after_kill.path(), if moment == 3 { 0 } else { lost.into() });
                    }
                    here
                });
                if stopped.expect("a run").is_none() {
                    fs::remove_dir_all(left.path())
                        .and_then(|()| fs::rename(after_kill.path(), left.path()))
                        .expect("a folder");
                    at = Run::new(&order, left.path());
                }
            }
            Fault::Full { bytes } => drop(with_limit(bytes, || at.run(|_, _| false))),
        }
    }
    assert_eq!(at.run(|_, _| false).expect("a resumed run"), Some(hash), "another end");
    assert!(content(&at) == content(&undisturbed), "other rows");
}
