//! Recordings in the studio: played, sought in, checked, left; and files that are none.

mod common;

use common::{hash, run, scene, steps};
use egui::accesskit::Role;
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;
use flockstep_record::{Out, RecordingWriter, Rhythm};
use flockstep_scenario::AnyWorld;
use flockstep_studio::native::Disk;
use flockstep_studio::{App, Command, Document, Edit, Origin, Preferences, Simulation, Studio};
use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

/// The scene that is recorded, and how far.
const SCENE: &str = "units";
const LAST: u64 = 60;

/// A file of its own for one test.
fn file(name: &str) -> PathBuf {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    let number = NEXT.fetch_add(1, Ordering::Relaxed);
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("{}-{number}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder for the test");
    folder.join(name)
}

/// Records the scene, with or without its text; `secret` is the step before which someone is pushed without a note of it.
fn record(path: &Path, with_text: bool, secret: Option<u64>) {
    let AnyWorld::Plane(mut world) = scene(SCENE).build().expect("it builds") else { panic!("it is a plane") };
    let text = scene(SCENE).to_toml();
    let out = Out::file(path, File::create(path).expect("a file"));
    let rhythm = Rhythm { hashes: 2, snapshots: 20 };
    let mut writer = RecordingWriter::begin(out, &world, with_text.then_some(&text), rhythm).expect("a recording");
    writer.observe(&world).expect("observed");
    while world.steps() < LAST {
        if secret == Some(world.steps()) {
            let id = world.ids()[0];
            world.push(id, [1.0, 0.0]).expect("pushed");
        }
        world.step();
        writer.observe(&world).expect("observed");
    }
    writer.finish().expect("finished");
}

/// A studio on a scene, with the files of this computer.
fn studio() -> Studio {
    let document = Document::new(scene("seek"), Origin::Gallery("seek".into()));
    let start = |document: &Document| Simulation::here(document.content().clone());
    Studio::new(document, Box::new(Disk), Preferences::default(), start).expect("it builds")
}

fn opened(path: &Path) -> Studio {
    let mut studio = studio();
    studio.perform(Command::OpenFile(path.into()));
    studio.refresh();
    studio
}

/// Goes to a step and waits until it is there.
fn seek(studio: &mut Studio, step: u64) {
    studio.perform(Command::Seek(step));
    arrive(studio);
}

fn arrive(studio: &mut Studio) {
    studio.refresh();
    while studio.frame().played.is_some_and(|played| played.goal.is_some()) {
        studio.refresh();
    }
}

fn complaints(studio: &mut Studio) -> String {
    let bad = studio.notices.current().iter().filter(|notice| notice.bad);
    bad.map(|notice| notice.text.clone()).collect::<Vec<_>>().join("; ")
}

#[test]
fn it_plays_what_was_recorded_and_stops_at_its_end() {
    let path = file("units.flock");
    record(&path, true, None);
    let mut studio = opened(&path);
    assert_eq!(studio.document.origin(), &Origin::Recording(path.clone()));
    assert_eq!(studio.document.scenario().name, scene(SCENE).name);
    let played = studio.frame().played.expect("a recording");
    assert_eq!((played.first, played.last, studio.frame().steps), (0, LAST, 0));
    steps(&mut studio, 25);
    assert_eq!((studio.frame().steps, hash(&mut studio)), (25, run(&scene(SCENE), 25)));
    studio.perform(Command::Speed(10.0));
    studio.perform(Command::Play(true));
    while studio.frame().playing || studio.frame().steps < LAST {
        studio.refresh();
    }
    assert_eq!(hash(&mut studio), run(&scene(SCENE), LAST as usize));
    let played = studio.frame().played.expect("a recording");
    assert_eq!((played.compared, played.differs), (30, None), "every second step has a hash");
    // There is nothing beyond it, and whoever plays it again sees it from the start.
    steps(&mut studio, 3);
    assert_eq!(studio.frame().steps, LAST);
    studio.perform(Command::Play(true));
    studio.refresh();
    assert!(studio.frame().playing && studio.frame().steps < LAST);
    assert_eq!(complaints(&mut studio), "");
}

#[test]
fn any_step_is_found_however_one_comes_to_it() {
    let path = file("units.flock");
    record(&path, true, None);
    let mut studio = opened(&path);
    for step in [45, 12, 13, 60, 0, 20, 59, 21, 40, 39] {
        seek(&mut studio, step);
        assert_eq!(studio.frame().steps, step);
        assert_eq!(hash(&mut studio), run(&scene(SCENE), step as usize), "step {step}");
    }
    seek(&mut studio, 9999);
    assert_eq!(studio.frame().steps, LAST);
    // Whoever drags the handle asks for many steps in a row: the last one counts.
    (0..50).rev().for_each(|step| studio.perform(Command::Seek(step)));
    studio.perform(Command::Seek(33));
    arrive(&mut studio);
    assert_eq!((studio.frame().steps, hash(&mut studio)), (33, run(&scene(SCENE), 33)));
    studio.perform(Command::Restart);
    studio.refresh();
    assert_eq!(studio.frame().steps, 0);
}

#[test]
fn another_motion_than_the_recorded_one_is_told() {
    let path = file("false.flock");
    record(&path, true, Some(30));
    let mut studio = opened(&path);
    seek(&mut studio, 30);
    assert_eq!(complaints(&mut studio), "");
    studio.perform(Command::Speed(10.0));
    studio.perform(Command::Play(true));
    studio.refresh();
    while studio.frame().playing {
        studio.refresh();
    }
    assert!(complaints(&mut studio).contains("step 32 is not as it was recorded"), "{}", complaints(&mut studio));
    assert_eq!((studio.frame().steps, studio.frame().played.and_then(|played| played.differs)), (32, Some(32)));
}

#[test]
fn a_recording_is_not_edited_but_can_be_left() {
    let path = file("units.flock");
    record(&path, true, None);
    let before = std::fs::read(&path).expect("the file");
    let mut studio = opened(&path);
    seek(&mut studio, 30);
    let refused = [
        Command::Edit(Edit::SetSeed(3)),
        Command::NewSeed,
        Command::Scare([0.0; 3]),
        Command::Spawn { group: 0, at: [1.0; 3] },
        Command::ToggleDrive,
        Command::RemoveSelected,
        Command::Reload,
        Command::Save,
        Command::SaveAs(path.clone()),
    ];
    for command in refused {
        studio.perform(command.clone());
        assert!(complaints(&mut studio).contains("Go on from here"), "{command:?}");
        studio.notices = Default::default();
        assert!(!studio.document.is_changed() && studio.document.is_recording() && studio.window.is_none());
    }
    assert_eq!(hash(&mut studio), run(&scene(SCENE), 30));
    assert_eq!(std::fs::read(&path).expect("the file"), before);

    studio.perform(Command::GoOn);
    studio.refresh();
    assert_eq!((studio.frame().played, studio.document.origin()), (None, &Origin::Nowhere));
    steps(&mut studio, 40);
    assert_eq!(hash(&mut studio), run(&scene(SCENE), 70), "it goes on by itself, beyond the end of the recording");
    studio.perform(Command::Spawn { group: 0, at: [1.0, 1.0, 0.0] });
    steps(&mut studio, 1);
    assert!(studio.document.is_changed());
    assert_ne!(hash(&mut studio), run(&scene(SCENE), 71));
    // Another document has nothing to do with the recording.
    studio.perform(Command::Undo);
    studio.perform(Command::OpenScene("flee".into()));
    studio.perform(Command::GoOn);
    steps(&mut studio, 5);
    assert_eq!(hash(&mut studio), run(&scene("flee"), 5));
}

#[test]
fn a_file_that_is_no_recording_is_refused_and_what_runs_goes_on() {
    let path = file("units.flock");
    record(&path, true, None);
    let whole = std::fs::read(&path).expect("the file");
    let mut studio = studio();
    let mut refuse = |path: &Path, why: &str| {
        studio.notices = Default::default();
        studio.perform(Command::OpenFile(path.into()));
        steps(&mut studio, 1);
        assert!(complaints(&mut studio).contains(why), "{}", complaints(&mut studio));
        assert_eq!(studio.document.origin(), &Origin::Gallery("seek".into()));
        assert!(studio.frame().played.is_none());
    };
    let bad = file("bad.flock");
    refuse(&bad, "bad.flock");
    for (content, why) in [
        (&b""[..], "no recording"),
        (b"name = \"a scenario\"", "no recording"),
        (&whole[..8], "no recording"),
        (&whole[..40], "no world"),
        (b"FLOCKREC\x09\x00\x00\x00", "version"),
    ] {
        std::fs::write(&bad, content).expect("a bad file");
        refuse(&bad, why);
    }
    record(&bad, false, None);
    refuse(&bad, "flockstep replay");
    studio.perform(Command::OpenText("page.flock".into(), whole));
    assert!(complaints(&mut studio).contains("on a desktop"), "what a page is given has no path to read on from");
}

#[test]
fn a_recording_that_was_cut_short_plays_as_far_as_it_goes() {
    let path = file("units.flock");
    record(&path, true, None);
    let whole = std::fs::read(&path).expect("the file");
    let cut = file("cut.flock");
    std::fs::write(&cut, &whole[..whole.len() * 2 / 3]).expect("a cut file");
    let mut studio = opened(&cut);
    let last = studio.frame().played.expect("a recording").last;
    assert!((20..LAST).contains(&last), "{last}");
    let told = format!("It was cut short: it reaches step {last}");
    assert!(studio.notices.current().iter().any(|notice| notice.text == told));
    seek(&mut studio, LAST);
    assert_eq!((studio.frame().steps, hash(&mut studio)), (last, run(&scene(SCENE), last as usize)));
}

#[test]
fn the_bar_shows_where_it_is_and_leaves_it() {
    let path = file("units.flock");
    record(&path, true, None);
    let studio = opened(&path);
    let mut harness: Harness<'_, App> = Harness::builder()
        .with_size(egui::vec2(1360.0, 860.0))
        .with_max_steps(30)
        .build_eframe(move |context| App::new(context, studio));
    harness.run_steps(3);
    // The handle is dragged from the beginning of the bar to its middle.
    let sliders = harness.get_all_by_role(Role::Slider).map(|node| node.rect());
    let rect = sliders.max_by(|one, two| one.width().total_cmp(&two.width())).expect("a bar");
    for place in [rect.left_center() + egui::vec2(5.0, 0.0), rect.center() - egui::vec2(30.0, 0.0), rect.center()] {
        harness.drag_at(place);
        harness.run_steps(2);
    }
    harness.drop_at(rect.center());
    harness.run_steps(3);
    while harness.state().studio.frame().played.is_some_and(|played| played.goal.is_some()) {
        harness.run_steps(1);
    }
    let steps = harness.state().studio.frame().steps;
    assert!((25..36).contains(&steps), "{steps} {rect:?}");
    harness.get_by_label("as recorded");
    harness.get_by_label("Go on from here").click();
    harness.run_steps(3);
    assert!(!harness.state().studio.document.is_recording());
    assert!(harness.query_by_label("step of the recording").is_none());
}
