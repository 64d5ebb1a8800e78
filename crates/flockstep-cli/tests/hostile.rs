//! Files that mean harm: each is refused with a word, soon, and in little memory; and no scenario reads what lies outside its
//! own folder.
#![cfg(unix)]
#![allow(clippy::print_stderr)] // a test that cannot be made says so

mod common;

use common::nodes::{Device, device};
use common::{Folder, Ran};
use std::process::Command;
use std::time::{Duration, Instant};

/// Memory that no refusal needs more than, in kB. (Much of it is room that threads reserve and do not use.)
const ENOUGH_KB: u32 = 4 << 20;

/// Runs the command with so much memory and no more. It must end soon.
fn bounded(folder: &Folder, arguments: &[&str]) -> Ran {
    let flockstep = folder.command(arguments);
    let mut command = Command::new("sh");
    command.args(["-c", &format!("ulimit -v {ENOUGH_KB}; exec \"$@\""), "sh"]).arg(flockstep.get_program());
    let began = Instant::now();
    let ran = Ran::of(command.args(flockstep.get_args()).current_dir(folder.path(""))).expect("a shell");
    assert!(began.elapsed() < Duration::from_secs(120), "{arguments:?} took {:?}", began.elapsed());
    ran
}

fn refused(folder: &Folder, arguments: &[&str], words: &[&str]) {
    let ran = bounded(folder, arguments);
    assert_eq!(ran.code, Some(2), "{arguments:?}: {}{}", ran.stdout, ran.stderr);
    words.iter().for_each(|word| {
        ran.says(word);
    });
}

/// A scenario with a walker and these fields.
fn with_fields(fields: &str) -> String {
    format!("dimensions = 2\n[[groups]]\nname = 'walkers'\ncount = 1\n{fields}")
}

fn image_field(name: &str, image: &str) -> String {
    format!(
        "[[fields]]\nname = '{name}'\ntype = 'flow'\nmin = [0, 0]\ncell = 1\nimage = '{image}'\ngoals = [{{ point = [1, 1] }}]\n"
    )
}

/// An image of this size that is white all over, or one that says so and has no pixels.
fn png(size: [u32; 2], whole: bool) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, size[0], size[1]);
    encoder.set_color(png::ColorType::Grayscale);
    encoder.set_depth(png::BitDepth::One);
    encoder.set_compression(png::Compression::High);
    let mut writer = encoder.write_header().expect("a head");
    if whole {
        let white = vec![255; size[0].div_ceil(8) as usize * size[1] as usize];
        writer.write_image_data(&white).expect("pixels");
    }
    if !whole {
        // Nothing at all, packed.
        let nothing = [0x78, 0x01, 0x03, 0, 0, 0, 0, 1];
        writer.write_chunk(png::chunk::IDAT, &nothing).expect("a chunk");
    }
    drop(writer);
    bytes
}

#[test]
fn an_image_that_says_it_is_huge_is_refused() {
    let folder = Folder::new();
    for (nth, (size, whole)) in
        [([100_000, 100_000], false), ([2_000_000_000, 2_000_000_000], false), ([6_000, 6_000], true)]
            .into_iter()
            .enumerate()
    {
        let image = png(size, whole);
        assert!(image.len() < 200_000, "{} bytes", image.len());
        std::fs::write(folder.path("bomb.png"), image).expect("an image");
        let name = format!("{nth}.toml");
        folder.write(&name, &with_fields(&image_field("way", "bomb.png")));
        // What no decoder would take is refused by the decoder.
        let pixels = format!("{} by {} pixels", size[0], size[1]);
        let word = if size[0] > 1_000_000 { "limits are exceeded" } else { &pixels };
        refused(&folder, &["check", &name], &["bomb.png", word]);
    }
}

#[test]
fn many_images_and_fields_together_are_refused() {
    let folder = Folder::new();
    std::fs::write(folder.path("large.png"), png([4000, 4000], true)).expect("an image");
    let images: String = (0..900).map(|nth| image_field(&format!("f{nth}"), "large.png")).collect();
    folder.write("images.toml", &with_fields(&images));
    refused(&folder, &["check", "images.toml"], &["all fields"]);
    let open =
        |nth: u32| format!("[[fields]]\nname = 'f{nth}'\ntype = 'flow'\ncell = 0.05\ngoals = [{{ point = [1, 1] }}]\n");
    let fields: String = (0..900).map(open).collect();
    folder.write("fields.toml", &with_fields(&fields));
    refused(&folder, &["check", "fields.toml"], &["all fields"]);
}

#[test]
fn huge_counts_are_refused_before_memory_is() {
    let folder = Folder::new();
    for count in ["1e300", "99999999999999999999", "1000000000000", "268435457"] {
        folder.write("count.toml", &format!("dimensions = 3\n[[groups]]\nname = 'a'\ncount = {count}\n"));
        refused(&folder, &["check", "count.toml"], &["count"]);
    }
    let groups: String = (0..4).map(|nth| format!("[[groups]]\nname = 'g{nth}'\ncount = 200000000\n")).collect();
    folder.write("groups.toml", &format!("dimensions = 3\n{groups}"));
    refused(&folder, &["check", "groups.toml"], &["in all groups"]);
}

#[test]
fn more_names_than_anyone_needs_are_refused() {
    let folder = Folder::new();
    let group = "[[groups]]\nname = 'a'\ncount = 1\n";
    let many = |count: u32, one: &dyn Fn(u32) -> String| (0..count).map(one).collect::<String>();
    let markers = many(300_000, &|nth| format!("m{nth}=[0,0]\n"));
    let fields = many(100_000, &|nth| format!("[[fields]]\nname='f{nth}'\ntype='constant'\nvelocity=[1,1]\n"));
    let paths = many(100_000, &|nth| format!("[[paths]]\nname='p{nth}'\npoints=[[0,0],[1,1]]\n"));
    let groups = many(100_000, &|nth| format!("[[groups]]\nname='g{nth}'\n"));
    for (text, word) in [
        (format!("[markers]\n{markers}{group}"), "at most 10000 markers"),
        (format!("{group}{fields}"), "at most 1000 fields"),
        (format!("{group}{paths}"), "at most 1000 paths"),
        (groups, "at most 32768 groups"),
    ] {
        folder.write("many.toml", &format!("dimensions = 2\n{text}"));
        refused(&folder, &["check", "many.toml"], &[word]);
    }
}

#[test]
fn a_world_larger_than_the_memory_is_refused() {
    if !std::path::Path::new("/proc/meminfo").exists() {
        eprintln!("skipped: nobody says here how much memory is free");
        return;
    }
    let folder = Folder::new();
    let groups: String = (0..2).map(|nth| format!("[[groups]]\nname = 'g{nth}'\ncount = 134217727\n")).collect();
    folder.write("large.toml", &format!("dimensions = 3\n{groups}"));
    let ran = bounded(&folder, &["check", "large.toml"]);
    // On a machine with that much memory it is fine, and this test has its limit in the way.
    if ran.code != Some(2) {
        eprintln!("skipped: this machine has room for 268 million agents");
        return;
    }
    ran.says("268435454 agents").says("GB");
}

#[test]
fn recordings_and_checkpoints_that_say_they_are_huge_are_refused() {
    let folder = Folder::with_scenarios();
    folder.ok(&["run", "plane.toml", "--steps", "5", "--out", "o.flock", "--checkpoint", "c.bin"]);
    let recording = std::fs::read(folder.path("o.flock")).expect("a recording");
    // Its length in the file, and once unpacked, with the checksum of the head made right.
    for (at, number) in [(16, u64::MAX), (16, 1 << 60), (24, u64::MAX), (24, 1 << 40)] {
        let mut bytes = recording.clone();
        bytes[12 + at..20 + at].copy_from_slice(&number.to_le_bytes());
        let sum = flockstep_record::checksum(&bytes[12..52]);
        bytes[52..60].copy_from_slice(&sum.to_le_bytes());
        std::fs::write(folder.path("bomb.flock"), bytes).expect("a recording");
        refused(&folder, &["replay", "bomb.flock"], &["bomb.flock", "damaged"]);
    }
    let checkpoint = std::fs::read(folder.path("c.bin")).expect("a checkpoint");
    let mut bytes = checkpoint.clone();
    bytes[16..24].copy_from_slice(&u64::MAX.to_le_bytes());
    std::fs::write(folder.path("bomb.bin"), bytes).expect("a checkpoint");
    refused(&folder, &["run", "--resume", "bomb.bin"], &["bomb.bin"]);
}

#[test]
fn a_file_without_an_end_is_not_read_to_the_end() {
    let folder = Folder::with_scenarios();
    if !device(&folder, "zero", Device::Zero) {
        return;
    }
    refused(&folder, &["check", "zero"], &["zero"]);
    refused(&folder, &["run", "--resume", "zero"], &["zero"]);
    refused(&folder, &["plot", "zero", "--out", "p.svg"], &["zero"]);
    refused(&folder, &["replay", "zero"], &["zero"]);
}

#[test]
fn a_scenario_reads_nothing_outside_its_own_folder() {
    let folder = Folder::new();
    std::fs::create_dir_all(folder.path("scene/maps")).expect("a folder");
    for place in ["secret.png", "scene/maps/mine.png"] {
        std::fs::write(folder.path(place), png([4, 4], true)).expect("an image");
    }
    let link = |to: &str, name: &str| std::os::unix::fs::symlink(to, folder.path(name)).expect("a link");
    link("../secret.png", "scene/link.png");
    link("..", "scene/up");
    link("maps/mine.png", "scene/inside.png");
    // Where no device of its own can be made, a file takes its place.
    if !device(&folder, "zero", Device::Zero) {
        let _ = std::fs::remove_file(folder.path("zero"));
        folder.write("zero", "");
    }
    link("../zero", "scene/zero.png");
    let made = Command::new("mkfifo").arg(folder.path("scene/pipe.png")).status();
    assert!(made.is_ok_and(|status| status.success()), "mkfifo works");
    let absolute = folder.path("secret.png").display().to_string();
    let outside = ["../secret.png", "maps/../../secret.png", "link.png", "up/secret.png", "zero.png", &absolute];
    for image in outside {
        folder.write("scene/bad.toml", &with_fields(&image_field("way", image)));
        for command in [&["check", "scene/bad.toml"][..], &["run", "scene/bad.toml", "--steps", "1"]] {
            refused(&folder, command, &["bad.toml:", "leads out of the folder"]);
        }
        if image != "zero.png" {
            folder.ok(&["run", "scene/bad.toml", "--steps", "1", "--allow-outside"]);
            folder.ok(&["check", "scene/bad.toml", "--allow-outside"]);
        }
    }
    // Nobody writes into the pipe: whoever opened it would wait for ever.
    folder.write("scene/bad.toml", &with_fields(&image_field("way", "pipe.png")));
    refused(&folder, &["check", "scene/bad.toml"], &["no file"]);
    refused(&folder, &["check", "scene/bad.toml", "--allow-outside"], &["no file"]);
    for image in ["maps/mine.png", "./maps/mine.png", "inside.png"] {
        folder.write("scene/good.toml", &with_fields(&image_field("way", image)));
        folder.ok(&["run", "scene/good.toml", "--steps", "1"]);
    }
    // As seen from the folder itself, too.
    let mut command = folder.command(&["check", "good.toml"]);
    let ran = Ran::of(command.current_dir(folder.path("scene"))).expect("it runs");
    assert_eq!(ran.code, Some(0), "{}", ran.stderr);
}
