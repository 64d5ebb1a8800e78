//! Pictures without a window: what a viewer, a player or a script finds in the file.

mod common;

use common::{Folder, Ran};
use std::fs::File;
use std::io::BufReader;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// Small, and with nothing but the painter: what these tests are about does not depend on who draws.
const SMALL: [&str; 3] = ["--software", "--size", "96x64"];

fn render(folder: &Folder, scenario: &str, out: &str, more: &[&str]) -> Ran {
    folder.ok(&[&["render", scenario, "--out", out], &SMALL[..], more].concat())
}

struct Picture {
    size: [u32; 2],
    rgb: Vec<u8>,
}

impl Picture {
    fn read(folder: &Folder, name: &str) -> Picture {
        let file = BufReader::new(File::open(folder.path(name)).expect("a file"));
        let mut reader = png::Decoder::new(file).read_info().expect("a PNG");
        let mut rgb = vec![0; reader.output_buffer_size().expect("a size")];
        let info = reader.next_frame(&mut rgb).expect("a whole PNG");
        assert_eq!(info.color_type, png::ColorType::Rgb);
        Picture { size: [info.width, info.height], rgb }
    }
    /// How many pixels differ clearly from those of another.
    fn differs(&self, other: &Picture) -> usize {
        assert_eq!(self.size, other.size);
        let pixels = self.rgb.chunks_exact(3).zip(other.rgb.chunks_exact(3));
        pixels.filter(|(a, b)| (0..3).any(|c| a[c].abs_diff(b[c]) > 24)).count()
    }
    fn part(&self, left: u32, top: u32, size: [u32; 2]) -> Picture {
        let row = |y: u32| {
            let from = ((top + y) * self.size[0] + left) as usize * 3;
            &self.rgb[from..from + size[0] as usize * 3]
        };
        Picture { size, rgb: (0..size[1]).flat_map(row).copied().collect() }
    }
}

/// The frames of a GIF as they are seen, and how long each is, in hundredths of a second.
fn frames(path: &Path) -> (Vec<Vec<u8>>, Vec<u16>, [u16; 2]) {
    let mut options = gif::DecodeOptions::new();
    options.set_color_output(gif::ColorOutput::RGBA);
    let mut decoder = options.read_info(File::open(path).expect("a file")).expect("a GIF");
    assert!(decoder.global_palette().is_some(), "one palette for all frames");
    let size @ [width, height] = [decoder.width(), decoder.height()];
    let mut canvas = vec![0; usize::from(width) * usize::from(height) * 4];
    let (mut shown, mut delays) = (Vec::new(), Vec::new());
    while let Some(frame) = decoder.read_next_frame().expect("a whole GIF") {
        assert!(frame.palette.is_none());
        delays.push(frame.delay);
        for (at, pixel) in frame.buffer.chunks_exact(4).enumerate() {
            let [x, y] = [at % usize::from(frame.width), at / usize::from(frame.width)];
            let to = ((y + usize::from(frame.top)) * usize::from(width) + x + usize::from(frame.left)) * 4;
            if pixel[3] > 0 {
                canvas[to..to + 4].copy_from_slice(pixel);
            }
        }
        shown.push(canvas.clone());
    }
    (shown, delays, size)
}

#[test]
fn a_png_is_as_large_as_asked_and_shows_the_moment() {
    let folder = Folder::with_scenarios();
    let ran = render(&folder, "plane.toml", "start.png", &["--at", "0"]);
    assert_eq!(ran.stderr, "drawn by: software painter\n");
    assert!(ran.stdout.starts_with("start.png: 96x64, "), "{}", ran.stdout);
    render(&folder, "plane.toml", "end.png", &["--at", "2"]);
    render(&folder, "plane.toml", "steps.png", &["--steps", "100"]);
    let [start, end, steps] = ["start.png", "end.png", "steps.png"].map(|name| Picture::read(&folder, name));
    assert_eq!(start.size, [96, 64]);
    assert!(start.differs(&end) > 50, "nobody moved");
    assert_eq!(end.rgb, steps.rgb, "2 s are 100 steps of 0.02 s");
    render(&folder, "plane.toml", "nobody.png", &["--at", "2", "--set", "groups.red.count=0"]);
    assert!(end.differs(&Picture::read(&folder, "nobody.png")) > 50, "nobody is drawn");
}

#[test]
fn the_same_command_gives_the_same_bytes_on_any_number_of_threads() {
    let folder = Folder::with_scenarios();
    for name in ["a.gif", "b.gif"] {
        let threads = if name == "a.gif" { "1" } else { "2" };
        let more = ["--seconds", "0.5", "--trails", "--overlay", "--color-by", "neighbors", "--threads", threads];
        render(&folder, "space.toml", name, &more);
    }
    assert!(std::fs::read(folder.path("a.gif")).expect("a") == std::fs::read(folder.path("b.gif")).expect("b"));
}

#[test]
fn what_is_asked_for_is_seen() {
    let folder = Folder::with_scenarios();
    let ways: [(&str, &[&str]); 8] = [
        ("plain", &[]),
        ("heading", &["--color-by", "heading"]),
        ("light", &["--theme", "light"]),
        ("trails", &["--trails", "100"]),
        ("overlay", &["--overlay=polarization,nearest_mean"]),
        ("near", &["--zoom", "3"]),
        ("seed", &["--seed", "9"]),
        ("follow", &["--camera", "follow", "--target", "red"]),
    ];
    let pictures: Vec<Picture> = ways
        .iter()
        .map(|(name, options)| {
            let name = format!("{name}.png");
            render(&folder, "plane.toml", &name, &[&["--at", "1.5"], *options].concat());
            Picture::read(&folder, &name)
        })
        .collect();
    for (picture, (name, _)) in pictures.iter().zip(&ways).skip(1) {
        assert!(picture.differs(&pictures[0]) > 40, "{name} changes nothing");
    }
    let space: Vec<Picture> = ["orbit", "top", "follow"]
        .map(|camera| {
            let name = format!("space-{camera}.png");
            render(&folder, "space.toml", &name, &["--at", "1", "--camera", camera, "--zoom", "1.5"]);
            Picture::read(&folder, &name)
        })
        .into();
    assert!(space[0].differs(&space[1]) > 100 && space[0].differs(&space[2]) > 100, "the camera stays where it is");
}

#[test]
fn a_gif_has_the_frames_and_the_time_asked_for() {
    let folder = Folder::with_scenarios();
    // 30 frames a second do not go into hundredths: the whole must take its time all the same.
    let ran = render(&folder, "plane.toml", "x.gif", &["--seconds", "1.5", "--fps", "30"]);
    assert!(ran.stdout.contains("45 frames in 1.50 s, 96x64"), "{}", ran.stdout);
    let (shown, delays, size) = frames(&folder.path("x.gif"));
    assert_eq!((shown.len(), size), (45, [96, 64]));
    assert_eq!(delays.iter().map(|delay| u32::from(*delay)).sum::<u32>(), 150);
    assert!(delays.iter().all(|delay| (3..=4).contains(delay)), "{delays:?}");
    let changes = |a: &[u8], b: &[u8]| a.chunks_exact(4).zip(b.chunks_exact(4)).filter(|(a, b)| a != b).count();
    assert!(shown.windows(2).all(|pair| changes(&pair[0], &pair[1]) > 0), "a frame shows what the one before does");
    assert!(changes(&shown[0], &shown[44]) > 100);

    // Frame k shows the time k/fps, in the colors it has.
    for (number, at) in [(0, "0"), (30, "1")] {
        render(&folder, "plane.toml", "still.png", &["--at", at, "--force"]);
        let still = Picture::read(&folder, "still.png");
        let rgb = shown[number].chunks_exact(4).flat_map(|pixel| &pixel[..3]).copied().collect();
        let off = still.differs(&Picture { size: still.size, rgb });
        assert!(off < 10, "frame {number} differs from the moment {at} s in {off} pixels");
    }
}

#[test]
fn a_contact_sheet_lays_the_moments_side_by_side() {
    let folder = Folder::with_scenarios();
    render(&folder, "plane.toml", "sheet.png", &["--contact-sheet", "3x2", "--at", "1", "--seconds", "5"]);
    let sheet = Picture::read(&folder, "sheet.png");
    assert_eq!(sheet.size, [3 * (96 + 4) + 4, 2 * (64 + 4) + 4]);
    for (number, at) in [(0u32, "1"), (3, "4"), (5, "6")] {
        render(&folder, "plane.toml", "still.png", &["--at", at, "--force"]);
        let [column, row] = [number % 3, number / 3];
        let cell = sheet.part(4 + column * 100, 4 + row * 68, [96, 64]);
        // The lower right corner has the time in it.
        let without = |picture: &Picture| picture.part(0, 0, [96, 40]);
        let still = Picture::read(&folder, "still.png");
        assert_eq!(without(&cell).differs(&without(&still)), 0, "{at} s is not there");
        assert!(cell.differs(&still) > 20, "no time is written");
    }
}

#[test]
#[allow(clippy::print_stderr)]
fn an_mp4_plays_as_long_as_asked() {
    let folder = Folder::with_scenarios();
    let probe = |path: &Path| {
        let fields = "stream=width,height,nb_frames,r_frame_rate,pix_fmt";
        let options = ["-v", "error", "-select_streams", "v", "-show_entries", fields, "-of", "csv=p=0"];
        Command::new("ffprobe").args(options).arg(path).output()
    };
    if probe(Path::new("-version")).is_err() {
        eprintln!("skipped: ffmpeg is not installed");
        return;
    }
    let ran = render(&folder, "space.toml", "x.mp4", &["--seconds", "1", "--fps", "24"]);
    assert!(ran.stdout.contains("24 frames in 1.00 s"), "{}", ran.stdout);
    let found = probe(&folder.path("x.mp4")).expect("ffprobe runs");
    assert_eq!(String::from_utf8_lossy(&found.stdout).trim(), "96,64,yuv420p,24/1,24");
    folder.fails(2, &["render", "plane.toml", "--out", "odd.mp4", "--size", "97x64"]).says("98x64");
    assert_eq!(folder.names(), ["plane.toml", "space.toml", "x.mp4"]);
}

#[cfg(unix)]
#[test]
fn without_ffmpeg_or_with_one_that_fails_it_says_so() {
    use std::os::unix::fs::PermissionsExt;
    let folder = Folder::with_scenarios();
    let arguments = ["render", "plane.toml", "--out", "x.mp4", "--software", "--size", "640x360", "--seconds", "3"];
    let run = |path: &Path| {
        let output = folder.command(&arguments).env("PATH", path).output().expect("the binary runs");
        (output.status.code(), String::from_utf8_lossy(&output.stderr).to_string())
    };
    let (code, said) = run(Path::new("/nonexistent"));
    assert!(code == Some(2) && said.contains("ffmpeg") && said.contains("not installed"), "{code:?} {said}");

    // One that knows its encoders and then runs out of disk.
    let script =
        "#!/bin/sh\ncase \"$*\" in *-encoders*) echo ' V..... mpeg4 x';; *) echo 'No space left' >&2; exit 1;; esac\n";
    folder.write("ffmpeg", script);
    std::fs::set_permissions(folder.path("ffmpeg"), std::fs::Permissions::from_mode(0o755)).expect("a script");
    let before = folder.names();
    let (code, said) = run(&folder.path(""));
    assert!(code == Some(1) && said.contains("ffmpeg could not write x.mp4: No space left"), "{code:?} {said}");
    assert_eq!(folder.names(), before, "nothing is left behind");
}

#[test]
#[allow(clippy::print_stderr)]
fn with_no_driver_it_falls_back_and_says_so() {
    let folder = Folder::with_scenarios();
    let mut command = folder.command(&["render", "plane.toml", "--out", "x.png", "--size", "96x64", "--at", "0"]);
    command.env("WGPU_BACKEND", "vulkan");
    for name in ["VK_ICD_FILENAMES", "VK_DRIVER_FILES"] {
        command.env(name, "/nonexistent/driver.json");
    }
    let output = command.output().expect("the binary runs");
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{said}");
    assert!(said.contains("drawn by: software painter; no graphics driver was found\n"), "{said}");
    assert_eq!(Picture::read(&folder, "x.png").size, [96, 64]);

    // Where there is one, it draws, and what it draws looks the same.
    let ran = folder.ok(&["render", "plane.toml", "--out", "y.png", "--size", "96x64", "--at", "0"]);
    if ran.stderr.contains("software painter") {
        eprintln!("skipped: no graphics driver");
        return;
    }
    assert!(ran.stderr.contains("drawn by: "), "{}", ran.stderr);
    let differs = Picture::read(&folder, "x.png").differs(&Picture::read(&folder, "y.png"));
    assert!(differs < 200, "{differs} pixels differ between driver and painter");
}

#[test]
fn bad_input_is_refused_before_anything_runs() {
    let folder = Folder::with_scenarios();
    folder.write("taken.png", "mine");
    std::fs::create_dir(folder.path("folder.png")).expect("a folder");
    let cases: &[(&[&str], &str)] = &[
        (&["--out", "x.bmp"], ".png, .gif or .mp4"),
        (&["--out", "x"], "no ending"),
        (&["--out", ""], "--out"),
        (&["--out", "missing/x.png"], "cannot write missing/x.png"),
        (&["--out", "taken.png"], "--force"),
        (&["--out", "folder.png", "--force"], "folder"),
        (&["--out", "plane.toml", "--force"], "scenario"),
        (&["--out", "x.png", "--color-by", "mood"], "neighbors"),
        (&["--out", "x.png", "--camera", "drone"], "follow"),
        (&["--out", "x.png", "--camera", "orbit"], "plane"),
        (&["--out", "x.png", "--yaw", "30"], "plane"),
        (&["--out", "x.png", "--camera", "top", "--target", "red"], "follows nobody"),
        (&["--out", "x.png", "--target", "rad"], "did you mean \"red\""),
        (&["--out", "x.png", "--target", "9999"], "no agent"),
        (&["--out", "x.png", "--size", "1000000x1000000"], "16384"),
        (&["--out", "x.png", "--size", "16384x16384"], "at most"),
        (&["--out", "x.png", "--size", "0x0"], "16"),
        (&["--out", "x.png", "--size", "big"], "1280x720"),
        (&["--out", "x.png", "--at", "-1"], "not negative"),
        (&["--out", "x.png", "--at", "nan"], "not negative"),
        (&["--out", "x.png", "--at", "1e300"], "too many steps"),
        (&["--out", "x.png", "--at", "1", "--seconds", "2"], "--at"),
        (&["--out", "x.png", "--fps", "10"], ".gif"),
        (&["--out", "x.gif", "--fps", "0"], "above 0"),
        (&["--out", "x.gif", "--fps", "60"], "at most 50"),
        (&["--out", "x.gif", "--seconds", "1e6"], "frames"),
        (&["--out", "x.gif", "--contact-sheet", "4"], ".png"),
        (&["--out", "x.png", "--contact-sheet", "0"], "4x3"),
        (&["--out", "x.png", "--zoom", "-2"], "above 0"),
        (&["--out", "x.png", "--trails", "0"], "1024"),
        (&["--out", "x.png", "--overlay", "happiness"], "polarization"),
        (&["--out", "x.png", "--overlay", "polarisation"], "did you mean \"polarization\"?"),
        (&["--out", "x.png", "--overlay", "speed,rad.speed"], "did you mean \"red\"?"),
        (&["--out", "x.png", "--overlay", "center_z"], "two dimensions"),
        (&["--out", "x.png", "--set", "groups.red.body.max_sped=9"], "max_speed"),
    ];
    let before = folder.names();
    for (arguments, word) in cases {
        let ran = folder.fails(2, &[&["render", "plane.toml"], *arguments].concat());
        ran.says(word);
        assert_eq!(ran.stdout, "", "{arguments:?} prints to stdout");
    }
    folder.fails(2, &["render", "skool", "--out", "x.png"]).says("did you mean \"school\"");
    assert_eq!(folder.names(), before, "nothing is left behind");
    assert_eq!(folder.read("taken.png"), "mine");
    render(&folder, "plane.toml", "taken.png", &["--force", "--at", "0"]);
    assert_eq!(Picture::read(&folder, "taken.png").size, [96, 64]);
}

#[test]
fn every_metric_there_is_can_be_shown() {
    let folder = Folder::with_scenarios();
    let names: Vec<&str> = flockstep::observe::METRICS.iter().map(|entry| entry.name).collect();
    let all = format!("--overlay=agents,prey.speed,{}", names.join(","));
    let without = format!("--overlay=agents,prey.speed,{}", names[1..].join(","));
    let size = ["--size", "320x480", "--steps", "20"];
    let ways = [("all.png", all), ("fewer.png", without)];
    let [all, fewer] = ways.map(|(name, overlay)| {
        folder.ok(&[&["render", "space.toml", "--out", name, "--software", &overlay], &size[..]].concat());
        Picture::read(&folder, name)
    });
    assert!(all.differs(&fewer) > 40, "one line more is seen");
}

#[cfg(unix)]
#[test]
fn interrupted_it_leaves_no_file() {
    let folder = Folder::with_scenarios();
    for (signal, code, out) in [("-INT", 130, "x.gif"), ("-TERM", 143, "x.png")] {
        let arguments = ["render", "plane.toml", "--out", out, "--software", "--size", "96x64", "--seconds", "3000"];
        let mut child = folder.command(&arguments).stderr(Stdio::null()).spawn().expect("the binary runs");
        let began = Instant::now();
        let begun = |name: &String| name.starts_with(&format!(".{out}.")) && name.ends_with(".partial");
        while !folder.names().iter().any(begun) {
            assert!(began.elapsed() < Duration::from_secs(60), "it does not begin");
            std::thread::sleep(Duration::from_millis(5));
        }
        let sent = Command::new("kill").args([signal, &child.id().to_string()]).status();
        assert!(sent.is_ok_and(|status| status.success()), "kill works");
        assert_eq!(child.wait().expect("it ends").code(), Some(code));
        assert_eq!(folder.names(), ["plane.toml", "space.toml"]);
    }
}
