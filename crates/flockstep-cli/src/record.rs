//! Where a run is written: the options that say so, what they mean, and who does it.

use crate::failure::Failure;
use crate::files;
use crate::suggest::did_you_mean;
use clap::Args;
use flockstep::World;
use flockstep::group::Group;
use flockstep_record::{Error, Format, Out, RecordingWriter, Rhythm, Selection, Trajectory};
use std::path::{Path, PathBuf};

/// The ending of recordings.
const RECORDING: &str = "flock";

/// The options that say where a run is written.
#[derive(Args, Clone, Debug, Default)]
pub struct RecordArguments {
    /// Write the run to this file: rows as .csv, .parquet or .npy, or a recording to replay as .flock. - is stdout, and
    /// then summary and hash go to stderr.
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,

    /// The format of --out: csv, parquet, npy or flock [default: as the file's name ends; csv for stdout].
    #[arg(long, value_name = "FORMAT", requires = "out")]
    pub format: Option<String>,

    /// The columns of the rows, such as step,id,x,y,vx,vy. Also hx,hy,hz, the heading, which is left out by default.
    #[arg(long, value_name = "A,B,C", value_delimiter = ',', requires = "out")]
    pub columns: Option<Vec<String>>,

    /// Write the agents of these groups only. May be given several times.
    #[arg(long, value_name = "A,B,C", requires = "out")]
    pub groups: Vec<String>,
}

/// Where a run is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Destination {
    place: Place,
    kind: Kind,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Place {
    Stdout,
    File(PathBuf),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Rows(Format),
    Recording,
}

impl Destination {
    /// What the options mean.
    pub fn resolve(arguments: &RecordArguments) -> Result<Option<Destination>, Failure> {
        let Some(path) = &arguments.out else { return Ok(None) };
        let place = if is_stdout(path) { Place::Stdout } else { Place::File(path.clone()) };
        let kind = match (&arguments.format, &place) {
            (Some(name), _) => Kind::of(name)
                .ok_or_else(|| Failure::Input(format!("--format {name}: allowed is one of {}", names(""))))?,
            (None, Place::Stdout) => Kind::Rows(Format::Csv),
            (None, Place::File(path)) => kind_of(path)?,
        };
        if kind == Kind::Recording && (arguments.columns.is_some() || !arguments.groups.is_empty()) {
            let problem = "a recording holds everything; --columns and --groups choose from rows";
            return Err(Failure::Input(format!("--out {}: {problem}", path.display())));
        }
        if kind == Kind::Rows(Format::Npy) && (place == Place::Stdout || files::is_stream(path)) {
            let problem = "the length of an .npy array stands at its front, so it goes into a file and not to a pipe";
            return Err(Failure::Input(format!("--out {}: {problem}", path.display())));
        }
        Ok(Some(Destination { place, kind }))
    }

    /// The file, if it is one.
    pub fn path(&self) -> Option<&Path> {
        match &self.place {
            Place::Stdout => None,
            Place::File(path) => Some(path),
        }
    }
    /// Whether it is the standard output.
    pub fn is_stdout(&self) -> bool {
        self.place == Place::Stdout
    }
    /// The file that it keeps beside the other while that is unfinished, if it does.
    pub fn companion(&self) -> Option<PathBuf> {
        match self.kind {
            Kind::Rows(format) => format.companion(self.path()?),
            Kind::Recording => None,
        }
    }
    /// Refuses a file of someone else in the place of that one.
    pub fn check_companion(&self) -> Result<(), Failure> {
        match (self.kind, self.path()) {
            (Kind::Rows(format), Some(path)) => Ok(format.check_companion(path)?),
            _ => Ok(()),
        }
    }
    /// The name of its format.
    pub fn format(&self) -> &'static str {
        match self.kind {
            Kind::Rows(format) => format.name(),
            Kind::Recording => RECORDING,
        }
    }
    /// Whether it is a recording to replay.
    pub fn is_recording(&self) -> bool {
        self.kind == Kind::Recording
    }

    fn open(&self, force: bool) -> Result<Out, Failure> {
        Ok(match &self.place {
            Place::Stdout => Out::stdout(),
            Place::File(path) => Out::file(path, files::create(path, force)?),
        })
    }
}

/// Whether a path means the standard output, by whichever of its names.
fn is_stdout(path: &Path) -> bool {
    ["-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"].iter().any(|name| path == Path::new(name))
}

impl Kind {
    fn of(name: &str) -> Option<Kind> {
        let recording = RECORDING.eq_ignore_ascii_case(name).then_some(Kind::Recording);
        recording.or_else(|| Format::of(name).map(Kind::Rows))
    }
}

/// What a file is by its ending.
fn kind_of(path: &Path) -> Result<Kind, Failure> {
    let ending = path.extension().map(|ending| ending.to_string_lossy().to_string());
    let found = match ending.as_deref().map(|ending| (ending, Kind::of(ending))) {
        Some((_, Some(kind))) => return Ok(kind),
        Some((other, None)) => format!("found the ending \".{other}\""),
        None => "found no ending".into(),
    };
    let allowed = format!("allowed is a name ending in {}, or - for the standard output", names("."));
    Err(Failure::Input(format!("--out {}: {found}, {allowed}", path.display())))
}

/// The names of all formats, each behind a prefix.
fn names(prefix: &str) -> String {
    let all = Format::ALL.into_iter().map(Format::name).chain([RECORDING]);
    all.map(|name| format!("{prefix}{name}")).collect::<Vec<_>>().join(", ")
}

/// The columns and groups that were chosen, of a world with these groups.
pub fn selection(arguments: &RecordArguments, groups: &[Group], dimensions: usize) -> Result<Selection, Failure> {
    // A name may have commas in it.
    let known = |name: &str| groups.iter().any(|group| group.name == name);
    let split = |given: &String| {
        if known(given) { vec![given.clone()] } else { given.split(',').map(|name| name.trim().into()).collect() }
    };
    let chosen: Option<Vec<String>> =
        (!arguments.groups.is_empty()).then(|| arguments.groups.iter().flat_map(split).collect());
    let columns = Selection::new(groups, dimensions, arguments.columns.as_deref(), None);
    columns.map_err(|error| unknown("--columns", &error))?;
    let selection = Selection::new(groups, dimensions, arguments.columns.as_deref(), chosen.as_deref());
    selection.map_err(|error| unknown("--groups", &error))
}

fn unknown(option: &str, error: &Error) -> Failure {
    let meant = match error {
        Error::Unknown { found, allowed, .. } => did_you_mean(found, allowed.iter().map(String::as_str)),
        _ => String::new(),
    };
    Failure::Input(format!("{option}: {error}{meant}"))
}

/// What a recorder needs to know beside the world.
pub struct Recorded<'a> {
    /// Where it goes.
    pub to: &'a Destination,
    /// The columns and groups of rows.
    pub selection: &'a Selection,
    /// How often rows, hashes and worlds are noted.
    pub rhythm: Rhythm,
    /// The scenario, for a recording.
    pub scenario: Option<&'a str>,
}

/// Who writes a run.
pub enum Recorder {
    /// As rows.
    Rows(Box<Trajectory>),
    /// As a recording to replay.
    Recording(RecordingWriter),
}

impl Recorder {
    /// Begins an empty file.
    pub fn begin<const D: usize>(what: &Recorded, world: &World<D>, force: bool) -> Result<Recorder, Failure> {
        let out = what.to.open(force)?;
        Ok(match what.to.kind {
            Kind::Rows(format) => {
                Recorder::Rows(Trajectory::begin(out, format, what.selection.clone(), world.len())?.into())
            }
            Kind::Recording => Recorder::Recording(RecordingWriter::begin(out, world, what.scenario, what.rhythm)?),
        })
    }
    /// Goes on in the file of the run that this one was resumed from.
    pub fn go_on<const D: usize>(what: &Recorded, path: &Path, world: &World<D>) -> Result<Recorder, Failure> {
        Ok(match what.to.kind {
            Kind::Rows(format) => {
                let rows = Trajectory::go_on(path, format, what.selection.clone(), world, what.rhythm.hashes)?;
                Recorder::Rows(rows.into())
            }
            Kind::Recording => Recorder::Recording(RecordingWriter::go_on(path, world, what.rhythm)?),
        })
    }
    /// Notes the world after a step. Rows are noted at multiples of `every`.
    pub fn observe<const D: usize>(&mut self, world: &World<D>, every: u64) -> Result<(), Failure> {
        match self {
            Recorder::Rows(rows) if world.steps().is_multiple_of(every) => rows.observe(world)?,
            Recorder::Rows(_) => {}
            Recorder::Recording(recording) => recording.observe(world)?,
        }
        Ok(())
    }
    /// Waits until everything is on the disk: a checkpoint must not be ahead of it.
    pub fn settle(&mut self) -> Result<(), Failure> {
        let done = match self {
            Recorder::Rows(rows) => rows.settle(),
            Recorder::Recording(recording) => recording.settle(),
        };
        done.map_err(Failure::from)
    }
    /// Ends the file.
    pub fn finish(&mut self) -> Result<(), Failure> {
        let done = match self {
            Recorder::Rows(rows) => rows.finish(),
            Recorder::Recording(recording) => recording.finish(),
        };
        done.map_err(Failure::from)
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Failure {
        match error {
            Error::Io { doing, source } => Failure::io(doing, &source),
            other => Failure::Input(other.to_string()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn resolve(out: &str, format: Option<&str>) -> Result<Option<Destination>, Failure> {
        let arguments =
            RecordArguments { out: Some(out.into()), format: format.map(str::to_string), ..RecordArguments::default() };
        Destination::resolve(&arguments)
    }

    #[test]
    fn the_ending_says_the_format_unless_it_is_said() {
        let kind = |out: &str, format: Option<&str>| resolve(out, format).ok().flatten().map(|to| to.kind);
        assert_eq!(kind("-", None), Some(Kind::Rows(Format::Csv)));
        assert_eq!(kind("-", Some("parquet")), Some(Kind::Rows(Format::Parquet)));
        assert_eq!(kind("fish.CSV", None), Some(Kind::Rows(Format::Csv)));
        assert_eq!(kind("a/fish.npy", None), Some(Kind::Rows(Format::Npy)));
        assert_eq!(kind("fish.flock", None), Some(Kind::Recording));
        assert_eq!(kind("fish", Some("csv")), Some(Kind::Rows(Format::Csv)));
        for bad in ["fish.txt", "fish", ".csv", "fish.csv.gz", ""] {
            assert_eq!(kind(bad, None), None, "{bad}");
        }
        assert_eq!(kind("-", Some("npy")), None);
        assert_eq!(kind("fish.csv", Some("tsv")), None);
    }
}
