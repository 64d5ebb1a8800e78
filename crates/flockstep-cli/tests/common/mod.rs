//! What the tests of the command share: a folder of their own, the binary, and scenarios to give it.

#![allow(dead_code, reason = "every test file uses its own part")]

#[cfg(unix)]
pub mod nodes;

use parquet::file::reader::{FileReader, SerializedFileReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};

/// A folder of its own for one test, gone after it.
pub struct Folder(PathBuf);

impl Folder {
    pub fn new() -> Folder {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let name = format!("{}-{}", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed));
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        std::fs::create_dir_all(&path).expect("a folder for the test");
        Folder(path)
    }
    /// A folder with the scenarios of this file in it.
    pub fn with_scenarios() -> Folder {
        let folder = Folder::new();
        folder.write("plane.toml", PLANE);
        folder.write("space.toml", SPACE);
        folder
    }
    pub fn path(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }
    pub fn write(&self, name: &str, text: &str) {
        std::fs::write(self.path(name), text).expect("a file for the test");
    }
    pub fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.path(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    }
    pub fn exists(&self, name: &str) -> bool {
        self.path(name).exists()
    }
    /// The names of all files here, in order.
    pub fn names(&self) -> Vec<String> {
        let entries = std::fs::read_dir(&self.0).expect("the folder of the test");
        let mut names: Vec<String> =
            entries.map(|entry| entry.expect("an entry").file_name().to_string_lossy().to_string()).collect();
        names.sort();
        names
    }
    /// The command, to be run in this folder, without a screen: tests open no windows.
    pub fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_flockstep"));
        command.current_dir(&self.0).args(arguments).stdin(Stdio::null());
        for name in ["NO_COLOR", "DISPLAY", "WAYLAND_DISPLAY"] {
            command.env_remove(name);
        }
        command
    }
    /// Runs the command to its end.
    pub fn run(&self, arguments: &[&str]) -> Ran {
        Ran::of(&mut self.command(arguments)).expect("the binary runs")
    }
    /// Runs the command, which must succeed.
    pub fn ok(&self, arguments: &[&str]) -> Ran {
        let ran = self.run(arguments);
        assert_eq!(ran.code, Some(0), "{}: {}", ran.what, ran.stderr);
        ran
    }
    /// Runs the command, which must fail with this code and say why on stderr.
    pub fn fails(&self, code: i32, arguments: &[&str]) -> Ran {
        let ran = self.run(arguments);
        assert_eq!(ran.code, Some(code), "{}: {}{}", ran.what, ran.stdout, ran.stderr);
        assert!(!ran.stderr.trim().is_empty(), "{} says nothing", ran.what);
        ran
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// The rows of a Parquet file as lines of text.
pub fn parquet_rows(folder: &Folder, name: &str) -> Vec<String> {
    let file = std::fs::File::open(folder.path(name)).expect("the file");
    let reader = SerializedFileReader::new(file).expect("a Parquet file");
    reader.get_row_iter(None).expect("rows").map(|row| row.expect("a row").to_string()).collect()
}

/// How many records a .npy file says it has, and how many bytes come after its head.
pub fn npy_shape(folder: &Folder, name: &str) -> (usize, usize) {
    let bytes = std::fs::read(folder.path(name)).expect("the file");
    let head = 10 + usize::from(u16::from_le_bytes([bytes[8], bytes[9]]));
    let text = String::from_utf8_lossy(&bytes[..head]).to_string();
    let shape = text.split("'shape': (").nth(1).and_then(|rest| rest.split(',').next()).expect("a shape");
    (shape.parse().expect("a length"), bytes.len() - head)
}

/// What a command did.
pub struct Ran {
    pub what: String,
    pub code: Option<i32>,
    pub stdout: String,
    pub stderr: String,
}

impl Ran {
    /// What a program does; nothing if there is none.
    pub fn of(command: &mut Command) -> Option<Ran> {
        let output = command.output().ok()?;
        let ran = Ran {
            what: command.get_args().map(|word| word.to_string_lossy()).collect::<Vec<_>>().join(" "),
            code: output.status.code(),
            stdout: String::from_utf8(output.stdout).expect("stdout is text"),
            stderr: String::from_utf8(output.stderr).expect("stderr is text"),
        };
        assert!(!ran.stderr.contains("panicked"), "{}: {}", ran.what, ran.stderr);
        Some(ran)
    }
    /// The last line of stdout, which must be a hash line.
    pub fn hash(&self) -> HashLine {
        HashLine::read(self.stdout.lines().last().unwrap_or_default())
    }
    pub fn says(&self, text: &str) -> &Ran {
        assert!(self.stderr.contains(text), "{} does not say \"{text}\" but: {}", self.what, self.stderr);
        self
    }
}

/// `hash 0123456789abcdef steps N agents M`.
#[derive(Debug, PartialEq, Eq)]
pub struct HashLine {
    pub hash: String,
    pub steps: u64,
    pub agents: u64,
}

impl HashLine {
    pub fn read(line: &str) -> HashLine {
        let words: Vec<&str> = line.split(' ').collect();
        let ["hash", hash, "steps", steps, "agents", agents] = words[..] else { panic!("no hash line: {line}") };
        let is_hex = |c: char| c.is_ascii_digit() || ('a'..='f').contains(&c);
        assert!(hash.len() == 16 && hash.chars().all(is_hex), "no hash: {line}");
        let (steps, agents) = (steps.parse().expect("a count"), agents.parse().expect("a count"));
        HashLine { hash: hash.into(), steps, agents }
    }
}

/// Two flocks in the plane; a name that a CSV file must quote.
pub const PLANE: &str = r##"
name = "Two flocks"
about = "Two flocks on a torus."
dimensions = 2
seed = 7
time_step = 0.02

[space]
edge = "wrap"
min = [-20, -20]
max = [20, 20]

[[groups]]
name = "red"
count = 40
sight = { radius = 6, angle = 270 }
body = { model = "point", max_speed = 8, max_force = 20 }

[[groups.behaviors]]
type = "separation"
distance = 2

[[groups.behaviors]]
type = "alignment"

[[groups.behaviors]]
type = "cohesion"

[[groups]]
name = "blue, \"quick\""
count = 10
speed = [1, 4]

[[groups.behaviors]]
type = "wander"
"##;

/// Prey and a hunter that eats, in space.
pub const SPACE: &str = r##"
name = "Hunt"
about = "A hunter among prey."
dimensions = 3
seed = 3
time_step = 0.05

[space]
edge = "bounce"
min = [-10, -10, -10]
max = [10, 10, 10]

[[groups]]
name = "prey"
layers = ["prey"]
count = 60

[[groups.behaviors]]
type = "cohesion"

[[groups.behaviors]]
type = "alignment"

[[groups]]
name = "hunter"
count = 1
captures = { of = { layers = ["prey"] }, distance = 3 }

[[groups.behaviors]]
type = "pursue"
target = { group = "prey", pick = "nearest" }
"##;

/// Numbers that look random and are the same every time (SplitMix64, Steele, Lea and Flood 2014).
pub struct Dice(u64);

impl Dice {
    pub fn new(seed: u64) -> Dice {
        Dice(seed)
    }
    pub fn word(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let word = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let word = (word ^ (word >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        word ^ (word >> 31)
    }
    /// From 0 up to 1.
    pub fn share(&mut self) -> f64 {
        (self.word() >> 11) as f64 / (1u64 << 53) as f64
    }
    /// A whole number below this one, which is not 0.
    pub fn below(&mut self, end: usize) -> usize {
        (self.word() % end as u64) as usize
    }
}
