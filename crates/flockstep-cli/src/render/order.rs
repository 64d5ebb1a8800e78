//! A rendering that has been checked: what is drawn, when, how large, and where it goes.

use super::arguments::{CameraMove, Cells, ColorChoice, RenderArguments, ThemeChoice};
use super::cameraman::{Target, Wish};
use super::mp4;
use super::overlay::Shown;
use super::schedule::Schedule;
use crate::failure::Failure;
use crate::files::{Named, check_replaced};
use crate::suggest::did_you_mean;
use flockstep::AgentId;
use flockstep_scenario::AnyWorld;
use flockstep_view::{ColorBy, Insight, Look, Picture, Theme, Trails};
use std::path::{Path, PathBuf};

/// The most pixels of a picture: a quarter of a gigabyte.
const MOST_PIXELS: u64 = 1 << 26;
/// The most frames of a film: an hour at 30 a second.
const MOST_FRAMES: f64 = 108_000.0;
/// The most frames a second that programs show a GIF at.
const MOST_GIF_FPS: f64 = 50.0;
const MOST_FPS: f64 = 240.0;
/// Seconds of film and steps up to a picture, unless told otherwise.
const FILM_SECONDS: f64 = 10.0;
const PICTURE_STEPS: f64 = 300.0;
/// Degrees per second of an orbit unless told otherwise.
const ORBIT: f32 = 6.0;

/// What kind of file is written.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Format {
    /// One picture.
    Png,
    /// Several moments in one picture.
    Sheet(Cells),
    /// A GIF of so many frames a second.
    Gif { fps: f64 },
    /// A film of so many frames a second, made by ffmpeg's encoder of this kind.
    Mp4 { fps: f64, encoder: mp4::Encoder },
}

/// A rendering that has been checked.
pub struct Order {
    pub out: PathBuf,
    pub format: Format,
    pub force: bool,
    pub quiet: bool,
    pub software: bool,
    /// Of one frame, or of one moment of a contact sheet.
    pub size: [u32; 2],
    pub schedule: Schedule,
    pub wish: Wish,
    pub look: Look,
    pub insight: Insight,
    pub overlay: Option<Vec<Shown>>,
}

impl Order {
    /// Checks the arguments against the world they are about. Nothing has been written yet.
    pub fn resolve(arguments: &RenderArguments, world: &AnyWorld) -> Result<Order, Failure> {
        let out = &arguments.out;
        let mut named = Named::default();
        named.note("the scenario", Path::new(&arguments.scenario));
        named.write("--out", out)?;
        check_replaced(out, arguments.force)?;
        let format = format(arguments)?;
        let size = size(arguments, format)?;
        let picture = Picture::of_world(world);
        let color_by = color_by(arguments.color_by);
        let mut look = Look { color_by, ..Look::of(&picture) };
        if arguments.theme == ThemeChoice::Light {
            look.theme = Theme::Light;
        }
        if let Some(steps) = arguments.trails {
            look.trails = Trails { on: true, steps, ..Trails::default() };
        }
        let insight = Insight { neighbours: color_by == ColorBy::Neighbours, leaders: color_by == ColorBy::Leader };
        Ok(Order {
            out: out.clone(),
            force: arguments.force,
            quiet: arguments.quiet,
            software: arguments.software,
            schedule: schedule(arguments, format, world)?,
            wish: wish(arguments, format, world, &picture)?,
            overlay: arguments.overlay.as_ref().map(|names| Shown::find_all(names, world)).transpose()?,
            format,
            size,
            look,
            insight,
        })
    }
}

/// The kind of file, by its ending; and whether what was asked for goes with it.
fn format(arguments: &RenderArguments) -> Result<Format, Failure> {
    let out = arguments.out.display();
    let ending = arguments.out.extension().map(|ending| ending.to_string_lossy().to_lowercase());
    let moving = |usual: f64, most: f64| {
        let fps = arguments.fps.unwrap_or(usual);
        if arguments.contact_sheet.is_some() {
            return Err(Failure::Input(format!("--contact-sheet makes a .png, and --out is {out}")));
        }
        if fps > most {
            return Err(Failure::Input(format!("--fps {fps}: allowed are at most {most} in {out}")));
        }
        Ok(fps)
    };
    match ending.as_deref() {
        Some("png") => {
            for (given, option) in [(arguments.fps.is_some(), "--fps"), (arguments.speed.is_some(), "--speed")] {
                if given {
                    return Err(Failure::Input(format!("{option} goes with a .gif or an .mp4, and --out is {out}")));
                }
            }
            Ok(arguments.contact_sheet.map_or(Format::Png, Format::Sheet))
        }
        Some("gif") => Ok(Format::Gif { fps: moving(20.0, MOST_GIF_FPS)? }),
        Some("mp4") => Ok(Format::Mp4 { fps: moving(30.0, MOST_FPS)?, encoder: mp4::Encoder::find()? }),
        other => {
            let found = other.map_or("found no ending".into(), |ending| format!("found the ending \".{ending}\""));
            Err(Failure::Input(format!("--out {out}: {found}, allowed is a name ending in .png, .gif or .mp4")))
        }
    }
}

fn size(arguments: &RenderArguments, format: Format) -> Result<[u32; 2], Failure> {
    let usual = match format {
        Format::Png | Format::Mp4 { .. } => [1280, 720],
        Format::Gif { .. } => [640, 360],
        Format::Sheet(_) => [480, 270],
    };
    let size @ [width, height] = arguments.size.unwrap_or(usual);
    let count = if let Format::Sheet(cells) = format { cells.count.next_multiple_of(cells.columns) } else { 1 };
    let pixels = u64::from(width) * u64::from(height) * u64::from(count);
    if pixels > MOST_PIXELS {
        return Err(Failure::Input(format!(
            "--size {width}x{height}: this makes {pixels} pixels, allowed are at most {MOST_PIXELS} in a picture"
        )));
    }
    if matches!(format, Format::Mp4 { .. }) && (width % 2 == 1 || height % 2 == 1) {
        return Err(Failure::Input(format!(
            "--size {width}x{height}: an .mp4 has an even width and height; {}x{} would do",
            width.next_multiple_of(2),
            height.next_multiple_of(2)
        )));
    }
    Ok(size)
}

/// Which moments are drawn.
fn schedule(arguments: &RenderArguments, format: Format, world: &AnyWorld) -> Result<Schedule, Failure> {
    let step = Schedule::step_of(world);
    let speed = arguments.speed.unwrap_or(1.0);
    let given = arguments.seconds.or(arguments.steps.map(|steps| steps as f64 * step));
    let start = arguments.at.unwrap_or(0.0);
    let schedule = match format {
        Format::Png => {
            if arguments.at.is_some() && given.is_some() {
                let problem = "--at says which moment a .png shows; --seconds and --steps then have nothing to say";
                return Err(Failure::Input(problem.into()));
            }
            let at = arguments.at.or(given).unwrap_or(PICTURE_STEPS * step);
            Schedule { start: at, spacing: 0.0, count: 1, step, speed }
        }
        Format::Sheet(cells) => {
            let length = given.unwrap_or(PICTURE_STEPS * step);
            // A single moment is the last one.
            let spacing = length / f64::from(cells.count.max(2) - 1);
            let start = if cells.count == 1 { start + length } else { start };
            Schedule { start, spacing, count: u64::from(cells.count), step, speed }
        }
        Format::Gif { fps } | Format::Mp4 { fps, .. } => {
            let frames = (given.unwrap_or(FILM_SECONDS * speed) / speed * fps).round().max(1.0);
            if frames > MOST_FRAMES {
                return Err(Failure::Input(format!(
                    "this makes {frames} frames, allowed are at most {MOST_FRAMES}; --speed makes time pass quicker"
                )));
            }
            Schedule { start, spacing: speed / fps, count: frames as u64, step, speed }
        }
    };
    schedule.check()?;
    Ok(schedule)
}

/// How the camera goes.
fn wish(arguments: &RenderArguments, format: Format, world: &AnyWorld, picture: &Picture) -> Result<Wish, Failure> {
    let space = world.dimensions() == 3;
    let camera = arguments.camera.unwrap_or(match (&arguments.target, space) {
        (Some(_), _) => CameraMove::Follow,
        (None, true) => CameraMove::Orbit,
        (None, false) => CameraMove::Top,
    });
    if !space {
        let problem =
            |what: &str| Failure::Input(format!("{what}: this world is a plane and is seen from straight above"));
        if camera == CameraMove::Orbit {
            return Err(problem("--camera orbit"));
        }
        let turned = [("--turn", arguments.turn), ("--yaw", arguments.yaw), ("--pitch", arguments.pitch)];
        if let Some((option, _)) = turned.iter().find(|(_, given)| given.is_some()) {
            return Err(problem(option));
        }
    }
    let target = match &arguments.target {
        Some(_) if camera != CameraMove::Follow => {
            return Err(Failure::Input(
                "--target says whom --camera follow follows; this camera follows nobody".into(),
            ));
        }
        Some(name) => target(name, world, picture)?,
        None => Target::Everyone,
    };
    let moving = matches!(format, Format::Gif { .. } | Format::Mp4 { .. });
    let usual = if camera == CameraMove::Orbit && moving { ORBIT } else { 0.0 };
    let above = camera == CameraMove::Top && space;
    Ok(Wish {
        follows: camera == CameraMove::Follow,
        target,
        turn: arguments.turn.unwrap_or(usual).to_radians(),
        yaw: arguments.yaw.or(above.then_some(0.0)).map(f32::to_radians),
        pitch: arguments.pitch.or(above.then_some(90.0)).map(f32::to_radians),
        zoom: arguments.zoom as f32,
    })
}

fn target(name: &str, world: &AnyWorld, picture: &Picture) -> Result<Target, Failure> {
    let groups: Vec<&str> = world.groups().iter().map(|group| group.name.as_str()).collect();
    if let Some(group) = groups.iter().position(|group| *group == name) {
        return Ok(Target::Group(group));
    }
    match name.parse().map(AgentId) {
        Ok(id) if picture.instance(id).is_some() => Ok(Target::Agent(id)),
        Ok(id) => Err(Failure::Input(format!("--target {id}: no agent has this number at the start"))),
        Err(_) => Err(Failure::Input(format!(
            "--target {name}: there is no such group{}\nallowed are {}, or an agent's number",
            did_you_mean(name, groups.iter().copied()),
            groups.join(", ")
        ))),
    }
}

fn color_by(choice: ColorChoice) -> ColorBy {
    match choice {
        ColorChoice::Group => ColorBy::Group,
        ColorChoice::Speed => ColorBy::Speed,
        ColorChoice::Heading => ColorBy::Heading,
        ColorChoice::Neighbors => ColorBy::Neighbours,
        ColorChoice::Leader => ColorBy::Leader,
    }
}
