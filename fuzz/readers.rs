//! Everything that reads what somebody else may have written, as functions of bytes.
//!
//! Each must come back, soon and without a panic, whatever the bytes are; and what was read must be usable. The fuzz targets and
//! the ordinary tests, which walk through `corpus/`, call the same functions.

use flockstep::observe::{CaptureCount, METRICS, Metric, Observer};
use flockstep::{Error, World};
use flockstep_plot::{Axis, Chart, Lines, MetricsFile, Series};
use flockstep_record::{Recording, checksum};
use flockstep_scenario::{AnyWorld, Override, STARTER, Scenario, Vary};
use std::path::PathBuf;

/// A reader: the folder of its corpus, and what it does with bytes.
pub type Reader = (&'static str, fn(&[u8]));

/// All readers.
pub const READERS: &[Reader] = &[
    ("scenario", scenario),
    ("snapshot", snapshot),
    ("recording", recording),
    ("map", map),
    ("image", image),
    ("set", set),
    ("vary", vary),
    ("metrics", metrics),
];

/// More agents than this are not made: reading is what is tried here, and a large flock is allowed.
const FEW: usize = 2_000;

/// A scenario file.
pub fn scenario(bytes: &[u8]) {
    read_scenario(Scenario::parse_bytes(bytes, "any.toml", &[]));
}

/// What a scenario file must hold to: errors have a place; what reads is written and read again as the same, and moves.
fn read_scenario(read: Result<Scenario, flockstep_scenario::Errors>) {
    let scenario = match read {
        Ok(scenario) => scenario,
        Err(errors) => {
            assert!(errors.iter().all(|problem| problem.line >= 1 && problem.column >= 1) && errors.iter().count() > 0);
            assert!(!errors.render(true).is_empty());
            return;
        }
    };
    let images = scenario.to_toml().contains("image = ");
    assert!(images || Scenario::parse(&scenario.to_toml(), "again").is_ok_and(|again| again == scenario));
    let agents: usize = scenario.groups.iter().map(|group| group.count + group.agents.len()).sum();
    if agents <= FEW
        && let Ok(world) = scenario.build()
    {
        moves(world);
    }
}

/// Steps a world and takes it through a snapshot.
fn moves(mut world: AnyWorld) {
    // Threads of their own for every input would be most of the work.
    if world.len() > FEW || world.set_threads(1).is_err() {
        return;
    }
    for _ in 0..2 {
        world.step();
    }
    match &world {
        AnyWorld::Plane(world) => measured(world),
        AnyWorld::Space(world) => measured(world),
    }
    let again = AnyWorld::from_snapshot(&match &world {
        AnyWorld::Plane(world) => world.snapshot(),
        AnyWorld::Space(world) => world.snapshot(),
    });
    match again {
        Ok(again) => assert_eq!(again.hash(), world.hash(), "a world that changes when it is kept"),
        Err(error) => panic!("a world that cannot be kept: {error}"),
    }
}

/// Measures all there is.
fn measured<const D: usize>(world: &World<D>) {
    let metrics: Vec<Metric> = METRICS.iter().map(|entry| entry.metric).collect();
    let mut observer = Observer::new(&metrics, None);
    let readings = observer.observe(world, &CaptureCount::new(world));
    assert_eq!(readings.len(), world.groups().len() + 1);
}

/// A snapshot, which is what a checkpoint holds: as it is, and once more with its length and its checksum made right, which
/// nobody would hit by chance.
pub fn snapshot(bytes: &[u8]) {
    for bytes in [bytes.to_vec(), sealed(bytes)] {
        let plane: Result<World<2>, Error> = World::from_snapshot(&bytes);
        let space: Result<World<3>, Error> = World::from_snapshot(&bytes);
        assert!(plane.is_err() || space.is_err());
        if let Ok(world) = AnyWorld::from_snapshot(&bytes) {
            moves(world);
        }
    }
}

/// A snapshot with the length and the checksum that it should have.
pub fn sealed(bytes: &[u8]) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    if bytes.len() < 32 {
        return bytes;
    }
    bytes.truncate(bytes.len() - 8);
    let length = bytes.len() as u64;
    bytes[16..24].copy_from_slice(&length.to_le_bytes());
    // FNV-1a over words of eight bytes, finished by shifts: as the engine does it.
    let (mut hash, prime) = (0xcbf2_9ce4_8422_2325u64, 0x0000_0100_0000_01B3);
    let (words, rest) = bytes.as_chunks::<8>();
    for word in words {
        hash = (hash ^ u64::from_le_bytes(*word)).wrapping_mul(prime);
        hash ^= hash >> 29;
    }
    for byte in rest {
        hash = (hash ^ u64::from(*byte)).wrapping_mul(prime);
    }
    hash ^= hash >> 32;
    bytes.extend_from_slice(&hash.to_le_bytes());
    bytes
}

/// A recording: as it is, and once more with its checksums made right.
pub fn recording(bytes: &[u8]) {
    for bytes in [bytes.to_vec(), sealed_parts(bytes)] {
        let path = scratch("any.flock", &bytes);
        let Ok(recording) = Recording::open(&path) else { continue };
        assert!(recording.first_step() <= recording.last_step());
        let _ = recording.hash_at(recording.last_step());
        // From a world to the next one may be far: what is read here is the worlds themselves.
        for step in recording.snapshots().take(3) {
            if let Ok(world) = recording.start_before(step.saturating_add(1)) {
                moves(world);
            }
        }
        if let Ok(mut replay) = recording.replay(recording.first_step(), 1) {
            let _ = replay.check();
            if replay.world().len() <= FEW {
                let _ = replay.step();
            }
        }
    }
}

/// A recording with the checksums that its parts should have.
fn sealed_parts(bytes: &[u8]) -> Vec<u8> {
    const HEAD: usize = 48;
    let (mut bytes, mut at) = (bytes.to_vec(), 12usize);
    while at.saturating_add(HEAD) <= bytes.len() {
        let stored: [u8; 8] = std::array::from_fn(|nth| bytes[at + 16 + nth]);
        let end = usize::try_from(u64::from_le_bytes(stored)).ok().and_then(|stored| stored.checked_add(at + HEAD));
        if let Some(content) = end.and_then(|end| bytes.get(at + HEAD..end)) {
            let sum = checksum(content);
            bytes[at + 32..at + 40].copy_from_slice(&sum.to_le_bytes());
        }
        let sum = checksum(&bytes[at..at + HEAD - 8]);
        bytes[at + HEAD - 8..at + HEAD].copy_from_slice(&sum.to_le_bytes());
        at = end.unwrap_or(usize::MAX);
    }
    bytes
}

/// A map of costs, drawn in letters.
pub fn map(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes).replace("'''", "");
    let field = format!("[[fields]]\nname = 'way'\ntype = 'flow'\nmin = [-5, -5]\ncell = 1\nmap = '''\n{text}'''\n");
    read_scenario(Scenario::parse(&format!("{WALKER}{field}"), "map.toml"));
}

/// An image that costs are read from.
pub fn image(bytes: &[u8]) {
    let image = scratch("any.png", bytes);
    let field = "[[fields]]\nname = 'way'\ntype = 'flow'\nmin = [-5, -5]\ncell = 1\nimage = 'any.png'\n\
                 goals = [{ point = [0, 0] }]\n";
    let name = image.with_file_name("image.toml").display().to_string();
    read_scenario(Scenario::parse(&format!("{WALKER}{field}"), &name));
}

/// One who follows a field.
const WALKER: &str = "dimensions = 2\n[[groups]]\nname = 'walkers'\ncount = 3\n[[groups.behaviors]]\ntype = 'follow_field'\n\
                      field = 'way'\n";

/// What may be typed after `--set`, one a line.
pub fn set(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let overrides: Vec<Override> = text.lines().filter_map(|line| line.parse().ok()).collect();
    read_scenario(Scenario::parse_with(STARTER, "starter.toml", &overrides));
}

/// What may be typed after `--vary`.
pub fn vary(bytes: &[u8]) {
    if let Ok(vary) = String::from_utf8_lossy(bytes).parse::<Vary>() {
        assert!(!vary.values.is_empty() && vary.values.iter().all(|value| !value.is_empty()));
    }
}

/// A file of metrics, drawn.
pub fn metrics(bytes: &[u8]) {
    let Ok(file) = MetricsFile::parse(bytes) else { return };
    for log in [false, true] {
        let mut chart = Chart::new("any");
        for metric in file.metrics.iter().take(4) {
            let series = file.groups().into_iter().take(9).map(|group| {
                let points: Vec<[f64; 2]> = file.points(metric, &group).collect();
                Series::line(group, points)
            });
            let axis = if log { Axis::new(metric.clone()).log() } else { Axis::new(metric.clone()) };
            chart = chart.with(Lines::new("", Axis::new("time"), axis, series.collect()));
        }
        assert!(chart.svg().starts_with("<svg"));
    }
}

/// A file with these bytes, for readers that want one.
fn scratch(name: &str, bytes: &[u8]) -> PathBuf {
    let path = scratch_folder().join(name);
    let written = std::fs::create_dir_all(scratch_folder()).and_then(|()| std::fs::write(&path, bytes));
    written.unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    path
}

/// Removes the files that readers on this thread wanted.
pub fn tidy_up() {
    let _ = std::fs::remove_dir_all(scratch_folder());
}

fn scratch_folder() -> PathBuf {
    // In memory where there is such a place.
    let shared = PathBuf::from("/dev/shm");
    let place = if shared.is_dir() { shared } else { std::env::temp_dir() };
    let thread = format!("{:?}", std::thread::current().id()).replace(['(', ')'], "");
    place.join(format!("flockstep-readers-{}-{thread}", std::process::id()))
}
