//! Recordings: what is replayed is what was, from any step; a file that is not whole or not honest is an error and no more.

mod common;

use common::{file, hunt};
use flockstep::{AgentId, Control, GroupId, World};
use flockstep_record::{Out, Recording, RecordingWriter, Rhythm};
use std::fs::File;
use std::path::{Path, PathBuf};

fn begin<const D: usize>(path: &Path, world: &World<D>, rhythm: Rhythm) -> RecordingWriter {
    let out = Out::file(path, File::create(path).expect("a file"));
    RecordingWriter::begin(out, world, Some("name = \"Hunt\""), rhythm).expect("a recording")
}

/// Records a hunt in which a player takes over and someone is pushed; gives back the hash of every step.
fn record<const D: usize>(rhythm: Rhythm) -> (PathBuf, Vec<u64>) {
    let mut world = hunt::<D>(50);
    let path = file("hunt.flock");
    // The hunters have the highest ids, and nobody eats them.
    let hunter = AgentId(50);
    let mut writer = begin(&path, &world, rhythm);
    let mut hashes = vec![world.hash()];
    writer.observe(&world).expect("observed");
    while world.steps() < 60 {
        if world.steps() == 20 {
            for control in [Control::Helm { helm: 0.5, pitch: 0.1, thrust: 1.0 }, Control::Direction([1.0; D])] {
                world.control(hunter, Some(control)).expect("a control");
                writer.control(hunter, Some(control)).expect("noted");
            }
        }
        if world.steps() == 35 {
            world.control(hunter, None).expect("let go");
            writer.control::<D>(hunter, None).expect("noted");
        }
        if world.steps() == 40 {
            world.edit_group(GroupId(0), |group| group.name = "renamed".into()).err();
            world.spawn(GroupId(0), [0.0; D], [1.0; D]).expect("a birth");
            writer.edited(&world).expect("noted");
        }
        world.step();
        hashes.push(world.hash());
        writer.observe(&world).expect("observed");
    }
    writer.finish().expect("finished");
    (path, hashes)
}

fn any_step_is_found_again<const D: usize>(rhythm: Rhythm) {
    let (path, hashes) = record::<D>(rhythm);
    let recording = Recording::open(&path).expect("a recording");
    assert_eq!((recording.first_step(), recording.last_step(), recording.lost()), (0, 60, None));
    assert_eq!(recording.scenario(), Some("name = \"Hunt\""));
    for (step, hash) in recording.hashes() {
        assert_eq!(*hash, hashes[*step as usize]);
    }
    for step in (0..60).step_by(7).chain([20, 21, 40, 41, 60]) {
        let world = recording.world_at(step).expect("a world");
        assert_eq!((world.steps(), world.hash()), (step, hashes[step as usize]), "step {step}");
    }
    let mut replay = recording.replay(0, 1).expect("a replay");
    for step in 0..60 {
        assert_eq!(replay.check(), Ok(()), "step {step}");
        replay.step().expect("a step");
    }
    assert!(recording.world_at(61).is_err());
}

#[test]
fn any_step_in_the_plane() {
    any_step_is_found_again::<2>(Rhythm { hashes: 1, snapshots: 7 });
}

#[test]
fn any_step_in_space_with_few_hashes_and_no_second_world() {
    any_step_is_found_again::<3>(Rhythm { hashes: 4, snapshots: 1000 });
}

#[test]
fn another_motion_is_told_with_its_first_step() {
    let mut world = hunt::<2>(30);
    let path = file("false.flock");
    let mut writer = begin(&path, &world, Rhythm { hashes: 3, snapshots: 50 });
    while world.steps() < 30 {
        writer.observe(&world).expect("observed");
        // Moved in secret: the recording does not know.
        if world.steps() == 16 {
            world.spawn(GroupId(0), [0.0; 2], [1.0; 2]).expect("a birth");
        }
        world.step();
    }
    writer.finish().expect("finished");
    let recording = Recording::open(&path).expect("a recording");
    let mut replay = recording.replay(0, 1).expect("a replay");
    while replay.check().is_ok() {
        replay.step().expect("a step");
    }
    let difference = replay.check().expect_err("it differs");
    assert_eq!((difference.step, difference.recorded == difference.found), (18, false), "the first hash after step 16");
}

#[test]
fn a_file_cut_anywhere_replays_up_to_there_or_is_refused() {
    let (path, hashes) = record::<2>(Rhythm { hashes: 2, snapshots: 10 });
    let whole = std::fs::read(&path).expect("the file");
    let cut = file("cut.flock");
    let (mut opened, mut reached) = (0, 0);
    for length in (0..whole.len()).step_by(31).chain(whole.len() - 60..whole.len()) {
        std::fs::write(&cut, &whole[..length]).expect("a cut file");
        let Ok(recording) = Recording::open(&cut) else { continue };
        opened += 1;
        assert!(recording.lost().is_some(), "{length}: it says that it is not whole");
        let last = recording.last_step();
        assert!(last >= reached, "{length}: more bytes, no fewer steps");
        if last > reached {
            reached = last;
            assert_eq!(recording.world_at(last).expect("a world").hash(), hashes[last as usize]);
        }
    }
    assert!(opened > 10 && reached == 60, "{opened} {reached}");
}

#[test]
fn no_wrong_byte_goes_unnoticed() {
    let (path, _) = record::<2>(Rhythm { hashes: 2, snapshots: 20 });
    let whole = std::fs::read(&path).expect("the file");
    let wrong = file("wrong.flock");
    for place in (0..whole.len()).step_by(whole.len() / 150) {
        let mut bytes = whole.clone();
        bytes[place] ^= 1 << (place % 8);
        std::fs::write(&wrong, &bytes).expect("a wrong file");
        // Worlds are read when they are needed: go through them all.
        let sound = Recording::open(&wrong).and_then(|recording| {
            let worlds: Vec<u64> = recording.snapshots().collect();
            worlds.iter().try_for_each(|step| recording.world_at(*step + 1).map(|_| ()))?;
            recording.world_at(41).map(|_| ())
        });
        assert!(sound.is_err(), "byte {place} was changed and nobody noticed");
    }
}

#[test]
fn other_files_are_refused_in_words() {
    let path = file("other.flock");
    let refused = |bytes: &[u8]| {
        std::fs::write(&path, bytes).expect("a file");
        Recording::open(&path).err().map(|error| error.to_string()).unwrap_or_default()
    };
    assert!(refused(b"").contains("no recording"));
    assert!(refused(b"step,time,id\n0,0.0,1\n").contains("no recording"));
    assert!(refused(b"FLOCKREC\x02\x00\x00\x00").contains("version"));
    assert!(refused(b"FLOCKREC\x01\x00\x00\x00").contains("no world"));
    assert!(refused(&[b"FLOCKREC\x01\x00\x00\x00", &[0xff; 48][..]].concat()).contains("checksum"));
}

#[test]
fn a_killed_recording_goes_on() {
    let rhythm = Rhythm { hashes: 3, snapshots: 8 };
    let mut world = hunt::<2>(40);
    let path = file("killed.flock");
    let mut writer = begin(&path, &world, rhythm);
    let go = |writer: &mut RecordingWriter, world: &mut World<2>, until: u64| {
        while world.steps() < until {
            world.step();
            writer.observe(world).expect("observed");
        }
    };
    writer.observe(&world).expect("observed");
    go(&mut writer, &mut world, 20);
    writer.settle().expect("settled");
    let (checkpoint, settled) = (world.snapshot(), std::fs::metadata(&path).expect("the file").len() as usize);
    go(&mut writer, &mut world, 40);
    writer.finish().expect("finished");
    let whole = std::fs::read(&path).expect("the file");
    let end = world.hash();
    for cut in [settled, settled + 13, whole.len() - 1, whole.len()] {
        std::fs::write(&path, &whole[..cut]).expect("a torn file");
        let mut world = World::<2>::from_snapshot(&checkpoint).expect("the checkpoint");
        let mut writer = RecordingWriter::go_on(&path, &world, rhythm).expect("it goes on");
        go(&mut writer, &mut world, 40);
        writer.finish().expect("finished");
        let recording = Recording::open(&path).expect("a recording");
        assert_eq!((recording.last_step(), recording.lost()), (40, None));
        assert_eq!(recording.hashes().len(), 14, "every hash once");
        assert_eq!(recording.world_at(40).expect("a world").hash(), end);
    }
    // A world of another run has another hash at that step.
    let mut other = hunt::<2>(41);
    (0..18).for_each(|_| other.step());
    let before = std::fs::read(&path).expect("the file");
    assert!(RecordingWriter::go_on(&path, &other, rhythm).is_err());
    assert_eq!(std::fs::read(&path).expect("the file"), before);
}
