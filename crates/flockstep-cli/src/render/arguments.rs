//! What may be typed after `flockstep render`.

use crate::run::seconds;
use crate::scene::ReachArguments;
use clap::{Args, ValueEnum};
use flockstep_scenario::Override;
use std::path::PathBuf;

/// Draw a scenario into a file, without a window: a picture, a GIF or a film.
///
/// A graphics driver draws if there is one, else a painter in software, which works anywhere; stderr says which. Steps are
/// those of `run`: the time between two of them is drawn in between.
#[derive(Args, Clone, Debug)]
#[command(after_help = "Examples:
  flockstep render school --out school.png
  flockstep render school --out school.gif --seconds 8 --size 480x270
  flockstep render fleet --out fleet.mp4 --camera follow --trails 60 --overlay
  flockstep render craft --out craft.png --at 12.5 --color-by leader
  flockstep render mine.toml --out sheet.png --contact-sheet 4x3 --seconds 30
  flockstep render school --out pike.mp4 --camera follow --target pike --zoom 2

A .png shows one moment: --at, or the end of --seconds or --steps [default: 300 steps]. With
--contact-sheet it shows several, from the first to the last. A .gif or .mp4 begins at --at (or 0);
frame k shows the moment k/fps seconds later (times --speed), between two steps if need be.
An .mp4 needs ffmpeg on the path. Ctrl-C leaves no file behind.")]
pub struct RenderArguments {
    /// A scenario file, the name of a gallery scene, or a recording (.flock).
    pub scenario: String,

    /// The file to write; its ending says what: .png, .gif or .mp4.
    #[arg(long, short, value_name = "FILE")]
    pub out: PathBuf,

    /// Width and height in pixels, of each moment on a contact sheet
    /// [default: 1280x720, .gif 640x360, on a contact sheet 480x270].
    #[arg(long, value_name = "WxH", value_parser = size)]
    pub size: Option<[u32; 2]>,

    /// The moment of a .png, or where a .gif, an .mp4 or a contact sheet begins, in seconds of the world's time.
    #[arg(long, value_name = "S", value_parser = seconds, allow_negative_numbers = true)]
    pub at: Option<f64>,

    /// How long, in seconds of the world's time [default: 10 seconds of film, or 300 steps for a .png].
    #[arg(long, value_name = "S", value_parser = seconds, allow_negative_numbers = true)]
    pub seconds: Option<f64>,

    /// How long, in steps.
    #[arg(long, value_name = "N", conflicts_with = "seconds")]
    pub steps: Option<u64>,

    /// Frames per second [default: 20 in a .gif, 30 in an .mp4].
    #[arg(long, value_name = "N", value_parser = positive, allow_negative_numbers = true)]
    pub fps: Option<f64>,

    /// How many seconds of the world pass in a second of film [default: 1].
    #[arg(long, value_name = "X", value_parser = positive, allow_negative_numbers = true)]
    pub speed: Option<f64>,

    /// Several moments side by side in a .png: so many, or so many columns and rows.
    #[arg(long, value_name = "N|CxR", value_parser = cells)]
    pub contact_sheet: Option<Cells>,

    /// How the camera goes: around the flock, along with it, or straight above [default: orbit in 3D, top in 2D].
    #[arg(long, value_enum)]
    pub camera: Option<CameraMove>,

    /// Whom --camera follow follows: a group's name, or an agent's number [default: everyone].
    #[arg(long, value_name = "NAME|ID")]
    pub target: Option<String>,

    /// How fast the camera goes around, in degrees per second of film [default: 6 if it orbits, else 0].
    #[arg(long, value_name = "DEG", value_parser = number, allow_negative_numbers = true)]
    pub turn: Option<f32>,

    /// From which side, in degrees around the upright axis (3D) [default: 34].
    #[arg(long, value_name = "DEG", value_parser = number, allow_negative_numbers = true)]
    pub yaw: Option<f32>,

    /// From how high, in degrees above the horizon (3D) [default: 15].
    #[arg(long, value_name = "DEG", value_parser = number, allow_negative_numbers = true)]
    pub pitch: Option<f32>,

    /// How many times nearer than usual.
    #[arg(long, value_name = "X", default_value_t = 1.0, value_parser = positive, allow_negative_numbers = true)]
    pub zoom: f64,

    /// What an agent's color tells.
    #[arg(long, value_enum, value_name = "WHAT", default_value_t = ColorChoice::Group)]
    pub color_by: ColorChoice,

    /// Fading lines behind agents, this many steps long [default with no number: 64].
    #[arg(long, value_name = "STEPS", num_args = 0..=1, default_missing_value = "64",
        value_parser = clap::value_parser!(u32).range(1..=i64::from(flockstep_view::Trails::MOST_STEPS)))]
    pub trails: Option<u32>,

    /// The time and these metrics in the picture, with a curve each: NAME of all agents, GROUP.NAME of
    /// a group's, or agents for how many there are [default with no list: polarization,milling,speed].
    #[arg(long, value_name = "METRICS", num_args = 0..=1, value_delimiter = ',',
        default_missing_value = "polarization,milling,speed")]
    pub overlay: Option<Vec<String>>,

    /// Bright agents on a dark ground, or dark ones on a light ground.
    #[arg(long, value_enum, default_value_t = ThemeChoice::Dark)]
    pub theme: ThemeChoice,

    /// Do not look for a graphics driver: the same command then gives the same bytes.
    #[arg(long)]
    pub software: bool,

    /// Threads of the simulation; 0 is one per core. The motion does not depend on it.
    #[arg(long, value_name = "T", default_value_t = 0, value_parser = clap::value_parser!(u16).range(0..=1024))]
    pub threads: u16,

    /// The seed, in place of the scenario's.
    #[arg(long, value_name = "S")]
    pub seed: Option<u64>,

    /// A value in place of the scenario's, as in groups.bluegill.body.max_speed=9. May be given several times.
    #[arg(long, value_name = "PATH=VALUE")]
    pub set: Vec<Override>,

    #[command(flatten)]
    pub reach: ReachArguments,

    /// Overwrite the file if it exists.
    #[arg(long)]
    pub force: bool,

    /// Say nothing unless something is wrong.
    #[arg(long, short)]
    pub quiet: bool,
}

/// How the camera goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum CameraMove {
    /// Around the flock, which stays in the picture (3D).
    Orbit,
    /// Along with the flock, a group or an agent.
    Follow,
    /// From straight above.
    Top,
}

/// What an agent's color tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ColorChoice {
    /// Its group.
    Group,
    /// Its speed, from standing (blue) to its fastest (yellow).
    Speed,
    /// Where it heads, around a wheel of colors.
    Heading,
    /// How many neighbors it sees, from none (blue) to very many (yellow).
    #[value(alias = "neighbours")]
    Neighbors,
    /// Whether it leads (red).
    Leader,
}

/// Dark or light.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ThemeChoice {
    Dark,
    Light,
}

/// How many moments a contact sheet has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cells {
    pub count: u32,
    pub columns: u32,
}

/// The shortest and the longest side of a picture.
pub const SIDES: [u32; 2] = [16, 16_384];
/// The most moments of a contact sheet.
const MOST_CELLS: u32 = 1_000;

fn size(text: &str) -> Result<[u32; 2], String> {
    let sides = pair(text).filter(|sides| sides.iter().all(|side| (SIDES[0]..=SIDES[1]).contains(side)));
    sides.ok_or_else(|| format!("allowed are a width and a height from {} to {}, as in 1280x720", SIDES[0], SIDES[1]))
}

fn cells(text: &str) -> Result<Cells, String> {
    let found = match (text.parse(), pair(text)) {
        (Ok(count), _) => Some(Cells { count, columns: f64::from(count).sqrt().ceil() as u32 }),
        (_, Some([columns, rows])) => columns.checked_mul(rows).map(|count| Cells { count, columns }),
        _ => None,
    };
    let found = found.filter(|cells| (1..=MOST_CELLS).contains(&cells.count));
    found.ok_or_else(|| format!("allowed is a number of moments from 1 to {MOST_CELLS}, or columns and rows as in 4x3"))
}

/// Two numbers with an x between them.
fn pair(text: &str) -> Option<[u32; 2]> {
    let (first, second) = text.split_once(['x', 'X'])?;
    Some([first.parse().ok()?, second.parse().ok()?])
}

fn positive(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|number: &f64| number.is_finite() && *number > 0.0);
    number.ok_or_else(|| "allowed is a number above 0".into())
}

fn number(text: &str) -> Result<f32, String> {
    let number = text.parse().ok().filter(|number: &f32| number.is_finite());
    number.ok_or_else(|| "allowed is a number of degrees".into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_and_sheets_are_read_as_they_are_written() {
        assert_eq!(size("1280x720"), Ok([1280, 720]));
        for bad in ["1280", "0x100", "100000x100", "100x15", "-5x20", "axb", "", "20x20x20", "99999999999x20"] {
            assert!(size(bad).is_err(), "{bad}");
        }
        assert_eq!(cells("4x3"), Ok(Cells { count: 12, columns: 4 }));
        assert_eq!(cells("5"), Ok(Cells { count: 5, columns: 3 }));
        for bad in ["0", "0x3", "4x0", "1001", "70000x70000", "-1", "many"] {
            assert!(cells(bad).is_err(), "{bad}");
        }
    }
}
