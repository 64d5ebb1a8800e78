//! Trajectories of every format hold what the world was, row by row, also when the run that wrote them was killed.

mod common;

use common::{file, hunt};
use flockstep::{AgentId, World};
use flockstep_record::{Column, Format, Out, Selection, Trajectory, Vector, with_ending};
use parquet::basic::{Compression, Encoding};
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::record::Field;
use std::fs::File;
use std::path::Path;

/// A cell as it can be compared: whole numbers, the bits of floats, texts.
#[derive(Clone, Debug, PartialEq)]
enum Cell {
    Whole(u64),
    Double(u64),
    Float(u32),
    Text(String),
}

/// The rows that a file should have of this instant, straight from the world.
fn expected<const D: usize>(world: &World<D>, columns: &[Column], groups: &[&str]) -> Vec<Vec<Cell>> {
    let mut rows = Vec::new();
    for agent in world.agents_by_id() {
        let name = &world.groups()[agent.group.index()].name;
        if !groups.contains(&name.as_str()) {
            continue;
        }
        let cell = |column: &Column| match column {
            Column::Step => Cell::Whole(world.steps()),
            Column::Time => Cell::Double(world.time().to_bits()),
            Column::Id => Cell::Whole(u64::from(agent.id.0)),
            Column::Group => Cell::Text(name.clone()),
            Column::Number(Vector::Position, axis) => Cell::Float(agent.position[*axis].to_bits()),
            Column::Number(Vector::Velocity, axis) => Cell::Float(agent.velocity[*axis].to_bits()),
            Column::Number(Vector::Heading, axis) => Cell::Float(agent.heading[*axis].to_bits()),
            Column::Number(Vector::Steering, axis) => Cell::Float(agent.steering[*axis].to_bits()),
        };
        rows.push(columns.iter().map(cell).collect());
    }
    rows
}

/// Reads a file with readers that are not ours, or that know nothing of how we write.
fn read(path: &Path, format: Format, columns: &[Column], groups: &[&str]) -> Vec<Vec<Cell>> {
    match format {
        Format::Csv => read_csv(path, columns),
        Format::Parquet => read_parquet(path, columns),
        Format::Npy => read_npy(path, columns, groups),
    }
}

fn read_csv(path: &Path, columns: &[Column]) -> Vec<Vec<Cell>> {
    let text = std::fs::read_to_string(path).expect("the file");
    let mut lines = text.lines();
    let heads: Vec<String> = columns.iter().map(|column| column.name()).collect();
    assert_eq!(lines.next(), Some(heads.join(",").as_str()));
    let cell = |column: &Column, text: &str| match column {
        Column::Step | Column::Id => Cell::Whole(text.parse().expect("a whole number")),
        Column::Time => Cell::Double(text.parse::<f64>().expect("a number").to_bits()),
        Column::Group => Cell::Text(text.into()),
        Column::Number(..) => Cell::Float(text.parse::<f32>().expect("a number").to_bits()),
    };
    let quoted = "\"prey, \"\"small\"\"\"";
    let row = |line: &str| {
        let line = line.replace(quoted, "prey; small");
        let cells = line.split(',').map(|cell| cell.replace("prey; small", "prey, \"small\""));
        columns.iter().zip(cells).map(|(column, text)| cell(column, &text)).collect()
    };
    lines.map(row).collect()
}

fn read_parquet(path: &Path, columns: &[Column]) -> Vec<Vec<Cell>> {
    let reader = SerializedFileReader::new(File::open(path).expect("the file")).expect("a Parquet file");
    let heads: Vec<String> = columns.iter().map(|column| column.name()).collect();
    let found = reader.metadata().file_metadata().schema_descr();
    assert_eq!(found.columns().iter().map(|column| column.name().to_string()).collect::<Vec<_>>(), heads);
    let cell = |field: &Field| match field {
        Field::Long(number) => Cell::Whole(*number as u64),
        Field::UInt(number) => Cell::Whole(u64::from(*number)),
        Field::Double(number) => Cell::Double(number.to_bits()),
        Field::Float(number) => Cell::Float(number.to_bits()),
        Field::Str(text) => Cell::Text(text.clone()),
        other => panic!("an unexpected type: {other:?}"),
    };
    let rows = reader.get_row_iter(None).expect("rows");
    rows.map(|row| row.expect("a row").get_column_iter().map(|(_, field)| cell(field)).collect()).collect()
}

fn read_npy(path: &Path, columns: &[Column], groups: &[&str]) -> Vec<Vec<Cell>> {
    let bytes = std::fs::read(path).expect("the file");
    assert_eq!(bytes[..8], *b"\x93NUMPY\x01\x00");
    let head = 10 + usize::from(u16::from_le_bytes([bytes[8], bytes[9]]));
    assert_eq!(head % 64, 0, "NumPy wants the records aligned");
    let text = std::str::from_utf8(&bytes[10..head]).expect("a text");
    assert!(text.ends_with('\n') && text.contains("'fortran_order': False"), "{text}");
    let shape: usize = text
        .split("'shape': (")
        .nth(1)
        .and_then(|rest| rest.split(',').next())
        .expect("a shape")
        .parse()
        .expect("a length");
    let mut at = head;
    let mut take = |count: usize| {
        at += count;
        bytes[at - count..at].iter().rev().fold(0u64, |word, byte| word << 8 | u64::from(*byte))
    };
    let mut rows = Vec::new();
    for _ in 0..shape {
        rows.push(
            columns
                .iter()
                .map(|column| match column {
                    Column::Step => Cell::Whole(take(8)),
                    Column::Time => Cell::Double(take(8)),
                    Column::Id => Cell::Whole(take(4)),
                    Column::Group => Cell::Text(groups[take(2) as usize].into()),
                    Column::Number(..) => Cell::Float(take(4) as u32),
                })
                .collect(),
        );
    }
    assert_eq!(at, bytes.len(), "as many records as it says");
    rows
}

const GROUPS: [&str; 2] = ["prey, \"small\"", "hunter"];

fn names(columns: &[Column]) -> Vec<String> {
    columns.iter().map(|column| column.name()).collect()
}

fn selection<const D: usize>(world: &World<D>, columns: &[Column], groups: &[&str]) -> Selection {
    let groups: Vec<String> = groups.iter().map(|name| (*name).to_string()).collect();
    Selection::new(world.groups(), D, Some(&names(columns)), Some(&groups)).expect("a selection")
}

fn begin(path: &Path, format: Format, selection: Selection, agents: usize) -> Trajectory {
    let out = Out::file(path, File::create(path).expect("a file"));
    Trajectory::begin(out, format, selection, agents).expect("a trajectory")
}

/// Every format holds every row, bit for bit, whatever is chosen.
fn rows_are_those_of_the_world<const D: usize>(columns: &[Column], groups: &[&str]) {
    for format in Format::ALL {
        let mut world = hunt::<D>(60);
        let path = file(format.name());
        let mut trajectory = begin(&path, format, selection(&world, columns, groups), world.len());
        let mut all = Vec::new();
        for _ in 0..80 {
            all.extend(expected(&world, columns, groups));
            trajectory.observe(&world).expect("observed");
            world.step();
        }
        trajectory.finish().expect("finished");
        assert!(world.len() < 50, "some were eaten: {}", world.len());
        let found = read(&path, format, columns, &GROUPS);
        assert_eq!(found.len(), all.len(), "{format:?}");
        assert!(found == all, "{format:?} holds other rows");
    }
}

#[test]
fn usual_columns_in_the_plane() {
    rows_are_those_of_the_world::<2>(&Column::usual(2), &GROUPS);
}

#[test]
fn all_columns_in_space() {
    rows_are_those_of_the_world::<3>(&Column::all(3), &GROUPS);
}

#[test]
fn some_columns_of_some_groups_in_another_order() {
    let columns =
        [Column::Number(Vector::Steering, 1), Column::Group, Column::Step, Column::Number(Vector::Position, 0)];
    rows_are_those_of_the_world::<2>(&columns, &["hunter"]);
}

#[test]
fn a_range_of_steps_of_a_parquet_file_stands_alone() {
    // Nobody minds anybody: steps cost next to nothing.
    let mut world = World::<2>::new(flockstep::Space::open(), 0.05, 3).expect("a world");
    for name in GROUPS {
        let group = world.add_group(flockstep::prelude::Group::new(name)).expect("a group");
        world.populate(group, 10_000).expect("agents");
    }
    let columns = Column::usual(2);
    let path = file("large.parquet");
    let mut trajectory = begin(&path, Format::Parquet, selection(&world, &columns, &GROUPS), world.len());
    let mut counts = Vec::new();
    for _ in 0..20 {
        counts.push(world.len() as i64);
        trajectory.observe(&world).expect("observed");
        world.step();
    }
    trajectory.finish().expect("finished");
    let reader = SerializedFileReader::new(File::open(&path).expect("the file")).expect("a Parquet file");
    let groups = reader.metadata().row_groups();
    assert!((2..=5).contains(&groups.len()), "{} row groups", groups.len());
    let mut next = 0;
    for group in groups {
        let range = group.column(0).statistics().expect("the steps it holds");
        let bound = |bytes: Option<&[u8]>| bytes.map(|b| i64::from_le_bytes(b.try_into().expect("eight bytes")));
        let (first, last) =
            (bound(range.min_bytes_opt()).expect("a step"), bound(range.max_bytes_opt()).expect("a step"));
        assert_eq!(first, next, "whole steps, one after the other");
        assert_eq!(group.num_rows(), (first..=last).map(|step| counts[step as usize]).sum::<i64>());
        next = last + 1;
        let x = group.column(4);
        assert!(matches!(x.compression(), Compression::ZSTD(_)));
        assert!(x.encodings().any(|encoding| encoding == Encoding::BYTE_STREAM_SPLIT));
    }
    assert_eq!(next, 20);
}

/// A large flock that nobody minds, in two groups and with gaps in its ids.
fn many(agents: usize, threads: usize) -> World<2> {
    let mut world = World::<2>::new(flockstep::Space::open(), 0.05, 3).expect("a world");
    for name in GROUPS {
        let group = world.add_group(flockstep::prelude::Group::new(name)).expect("a group");
        world.populate(group, agents / 2).expect("agents");
    }
    (0..agents as u32).step_by(9_973).for_each(|id| world.despawn(AgentId(id)).expect("an agent"));
    world.set_threads(threads).expect("threads");
    world
}

/// One step fills a row group, or several do: the bytes are the same on any number of threads, and the rows those of the world.
#[test]
fn a_parquet_file_does_not_depend_on_threads() {
    let columns = Column::usual(2);
    for agents in [50_000, 120_000] {
        let record = |threads: usize| {
            let (mut world, mut all) = (many(agents, threads), Vec::new());
            let path = file("threads.parquet");
            let mut trajectory = begin(&path, Format::Parquet, selection(&world, &columns, &GROUPS), world.len());
            for _ in 0..3 {
                all.extend(expected(&world, &columns, &GROUPS));
                trajectory.observe(&world).expect("observed");
                world.step();
            }
            trajectory.finish().expect("finished");
            (path, all)
        };
        let (path, all) = record(1);
        assert!(read_parquet(&path, &columns) == all, "{agents} agents");
        let bytes = std::fs::read(&path).expect("the file");
        for threads in [2, 5] {
            assert!(std::fs::read(record(threads).0).expect("the file") == bytes, "{agents} agents, {threads} threads");
        }
    }
}

/// A run that is killed at any moment after a checkpoint, and then resumed, leaves every row exactly once.
#[test]
fn a_killed_run_that_goes_on_has_every_row_once() {
    let columns = Column::usual(2);
    for format in Format::ALL {
        let (mut world, mut all) = (hunt::<2>(40), Vec::new());
        let path = file(&format!("killed.{}", format.name()));
        let mut trajectory = begin(&path, format, selection(&world, &columns, &GROUPS), world.len());
        let mut observe = |trajectory: &mut Trajectory, world: &World<2>| {
            all.extend(expected(world, &columns, &GROUPS));
            trajectory.observe(world).expect("observed");
        };
        observe(&mut trajectory, &world);
        let mut step = |trajectory: &mut Trajectory, world: &mut World<2>, until: u64| {
            while world.steps() < until {
                world.step();
                observe(trajectory, world);
            }
        };
        step(&mut trajectory, &mut world, 10);
        trajectory.settle().expect("settled");
        step(&mut trajectory, &mut world, 20);
        trajectory.settle().expect("settled");
        let checkpoint = world.snapshot();
        let beside = with_ending(&path, ".resume");
        let kept = std::fs::read(&beside).ok();
        let settled = std::fs::metadata(&path).expect("the file").len() as usize;
        step(&mut trajectory, &mut world, 30);
        trajectory.finish().expect("finished");
        let whole = std::fs::read(&path).expect("the file");
        // Killed anywhere between the checkpoint and the end.
        for cut in [settled, settled + 1, settled + 77, whole.len() - 1] {
            std::fs::write(&path, &whole[..cut]).expect("a torn file");
            if let Some(kept) = &kept {
                std::fs::write(&beside, kept).expect("what was beside it");
            }
            go_on(&path, format, &checkpoint, &columns, 30);
            assert!(read(&path, format, &columns, &GROUPS) == all, "{format:?} cut at {cut}");
            assert!(!beside.exists(), "nothing is left beside it");
        }
        // Not killed at all: a finished file is cut back to the checkpoint.
        std::fs::write(&path, &whole).expect("the whole file");
        go_on(&path, format, &checkpoint, &columns, 30);
        assert!(read(&path, format, &columns, &GROUPS) == all, "{format:?} whole");
    }
}

fn go_on(path: &Path, format: Format, checkpoint: &[u8], columns: &[Column], until: u64) {
    let mut world = World::<2>::from_snapshot(checkpoint).expect("the checkpoint");
    let selection = selection(&world, columns, &GROUPS);
    let mut trajectory = Trajectory::go_on(path, format, selection, &world, 1).expect("it goes on");
    while world.steps() < until {
        world.step();
        trajectory.observe(&world).expect("observed");
    }
    trajectory.finish().expect("finished");
}

#[test]
fn a_file_of_another_run_is_refused_and_stays_as_it_is() {
    for format in Format::ALL {
        let world = hunt::<2>(30);
        let path = file(&format!("other.{}", format.name()));
        let mut trajectory = begin(&path, format, selection(&world, &Column::usual(2), &GROUPS), world.len());
        trajectory.observe(&world).expect("observed");
        trajectory.finish().expect("finished");
        let before = std::fs::read(&path).expect("the file");
        let mut later = hunt::<2>(30);
        (0..5).for_each(|_| later.step());
        let refused = |columns: &[Column]| {
            Trajectory::go_on(&path, format, selection(&later, columns, &GROUPS), &later, 1)
                .err()
                .map(|e| e.to_string())
        };
        assert!(
            refused(&Column::usual(2)).is_some_and(|error| error.contains("reaches step 5")),
            "{format:?}: it ends early"
        );
        assert!(refused(&Column::all(2)).is_some_and(|error| error.contains("own file")), "{format:?}: other columns");
        let without = refused(&[Column::Id]);
        assert!(without.is_some_and(|error| error.contains("column step")), "{format:?}: no step");
        assert_eq!(std::fs::read(&path).expect("the file"), before, "{format:?}");
    }
}

#[test]
fn what_does_not_exist_is_refused_by_name() {
    let world = hunt::<2>(3);
    let choose = |columns: &[&str], groups: &[&str]| {
        let own = |names: &[&str]| names.iter().map(|name| (*name).to_string()).collect::<Vec<_>>();
        Selection::new(world.groups(), 2, Some(&own(columns)), Some(&own(groups))).err().map(|error| error.to_string())
    };
    assert_eq!(choose(&["x"], &["hunter"]), None);
    assert!(choose(&["z"], &["hunter"]).is_some_and(|error| error.contains("\"z\"") && error.contains("vx")));
    assert!(choose(&["x"], &["hunters"]).is_some_and(|error| error.contains("\"hunters\"")));
    assert!(choose(&["x", "x"], &["hunter"]).is_some_and(|error| error.contains("twice")));
    assert!(choose(&[], &["hunter"]).is_some());
}
