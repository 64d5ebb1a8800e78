//! `flockstep render`: a scene drawn into a file, without a window.
//!
//! [`arguments`] is what was typed, [`order`] what it means once checked. [`film`] takes a world from a [`source`] through
//! the moments of a [`schedule`] and has each drawn by an [`artist`]; [`png`], [`sheet`], [`gif`] and [`mp4`] write them.

mod arguments;
mod artist;
mod cameraman;
mod film;
mod gif;
mod ink;
mod mp4;
mod order;
mod overlay;
mod palette;
mod png;
mod schedule;
mod sheet;
mod source;

pub use arguments::RenderArguments;

use crate::failure::Failure;
use crate::files;
use crate::output;
use crate::run::{Progress, Signals};
use crate::scene;
use artist::Artist;
use film::Film;
use flockstep_record::Recording;
use flockstep_scenario::Scenario;
use flockstep_view::Image;
use gif::GifWriter;
use mp4::Mp4Writer;
use order::{Format, Order};
use palette::{Census, Palette};
use sheet::Sheet;
use source::Source;
use std::fs::File;
use std::path::Path;

/// How many frames the colors of a GIF are taken from.
const SAMPLES: u64 = 9;

/// Draws a scenario into a file.
pub fn render(arguments: &RenderArguments) -> Result<(), Failure> {
    let stage = Stage::open(arguments)?;
    let order = Order::resolve(arguments, stage.source()?.world())?;
    stage.check(&order)?;
    let signals = Signals::listen(|| None)?;
    let lock = files::lock(&order.out)?;
    let picture = files::begin(&lock)?;
    let file =
        || picture.file().try_clone().map_err(|error| Failure::io(format!("write {}", order.out.display()), &error));
    let mut artist = Artist::find(order.software, order.size);
    if !order.quiet {
        output::note(&format!("drawn by: {}", artist.name()));
    }
    let size = match order.format {
        Format::Png => {
            let image = still(&order, &mut Film::new(&order, &signals, &mut artist, stage.source()?))?;
            png::write(file()?, &order.out, &image)?;
            [image.width, image.height]
        }
        Format::Sheet(cells) => {
            let mut sheet = Sheet::new(cells, order.size, order.look.theme);
            let mut film = Film::new(&order, &signals, &mut artist, stage.source()?);
            reel(&order, &mut film, "moment", |number, image| {
                sheet.add(image, &order.schedule.moment(number));
                Ok(())
            })?;
            let image = sheet.finish();
            png::write(file()?, &order.out, &image)?;
            [image.width, image.height]
        }
        Format::Gif { fps } => {
            let palette = palette(&order, &mut Film::new(&order, &signals, &mut artist, stage.source()?))?;
            let mut film = Film::new(&order, &signals, &mut artist, stage.source()?);
            gif_file(&order, &mut film, file()?, fps, palette)?;
            order.size
        }
        Format::Mp4 { fps, encoder } => {
            let mut film = Film::new(&order, &signals, &mut artist, stage.source()?);
            let mut writer = Mp4Writer::new(&order.out, picture.beside(), order.size, fps, encoder)?;
            reel(&order, &mut film, "frame", |_, image| writer.add(&image))?;
            writer.finish()?;
            order.size
        }
    };
    let bytes = files::commit(picture, &order.out, order.force)?;
    if order.quiet { Ok(()) } else { output::say(&report(&order, size, bytes)) }
}

/// What is drawn, to begin anew as often as need be: the same every time.
struct Stage<'a> {
    play: Play,
    arguments: &'a RenderArguments,
}

enum Play {
    Scenario(Box<Scenario>),
    Recording(Recording),
}

impl<'a> Stage<'a> {
    fn open(arguments: &'a RenderArguments) -> Result<Stage<'a>, Failure> {
        let path = Path::new(&arguments.scenario);
        if path.extension().is_some_and(|ending| ending == "flock") {
            if arguments.seed.is_some() || !arguments.set.is_empty() {
                let problem = "a recording is what it is, and --seed and --set change nothing in it";
                return Err(Failure::Input(format!("{}: {problem}", path.display())));
            }
            let bad = |error| Failure::Input(format!("{}: {error}", path.display()));
            return Ok(Stage { play: Play::Recording(Recording::open(path).map_err(bad)?), arguments });
        }
        let mut scenario = scene::load(&arguments.scenario, &arguments.set, arguments.reach)?;
        scenario.seed = arguments.seed.unwrap_or(scenario.seed);
        Ok(Stage { play: Play::Scenario(Box::new(scenario)), arguments })
    }

    /// Refuses moments that a recording does not hold.
    fn check(&self, order: &Order) -> Result<(), Failure> {
        let Play::Recording(recording) = &self.play else { return Ok(()) };
        let (held, asked) = (
            recording.first_step()..=recording.last_step(),
            [order.schedule.moment(0).step, order.schedule.last_step()],
        );
        match asked.into_iter().find(|step| !held.contains(step)) {
            None => Ok(()),
            Some(step) => {
                let second = |step: u64| step as f64 * order.schedule.step;
                Err(Failure::Input(format!(
                    "{}: second {:.3} is asked for, the recording holds those from {:.3} to {:.3}",
                    self.arguments.scenario,
                    second(step),
                    second(*held.start()),
                    second(*held.end())
                )))
            }
        }
    }

    fn source(&self) -> Result<Box<dyn Source + '_>, Failure> {
        let threads = usize::from(self.arguments.threads);
        match &self.play {
            Play::Scenario(scenario) => {
                let name = &self.arguments.scenario;
                let mut world = scenario.build().map_err(|error| Failure::Input(format!("{name}: {error}")))?;
                world.set_threads(threads).map_err(|error| Failure::Running(error.to_string()))?;
                Ok(Box::new(world))
            }
            Play::Recording(recording) => Ok(Box::new(recording.replay(recording.first_step(), threads)?)),
        }
    }
}

/// One picture, after however many steps.
fn still(order: &Order, film: &mut Film<'_>) -> Result<Image, Failure> {
    let moment = order.schedule.moment(0);
    let progress = Progress::new("step", 0, moment.step, !order.quiet);
    film.shoot(&moment, |step| progress.at(step))
}

/// All pictures, one after another.
fn reel(
    order: &Order,
    film: &mut Film<'_>,
    what: &str,
    mut take: impl FnMut(u64, Image) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let count = order.schedule.count;
    let progress = Progress::new(what, 0, count, !order.quiet);
    for number in 0..count {
        take(number, film.shoot(&order.schedule.moment(number), |_| ())?)?;
        progress.at(number + 1);
    }
    Ok(())
}

/// The colors of a GIF, from frames of its beginning, middle and end. A world runs the same twice, and so it may run once
/// for its colors: keeping all frames until then would take gigabytes.
fn palette(order: &Order, film: &mut Film<'_>) -> Result<Palette, Failure> {
    let (count, samples) = (order.schedule.count, SAMPLES.min(order.schedule.count));
    let progress = Progress::new("choosing colors: sample", 0, samples, !order.quiet);
    let mut census = Census::new();
    for sample in 0..samples {
        let number = sample * (count - 1) / (samples - 1).max(1);
        census.count(&film.shoot(&order.schedule.moment(number), |_| ())?);
        progress.at(sample + 1);
    }
    Ok(census.palette())
}

fn gif_file(order: &Order, film: &mut Film<'_>, file: File, fps: f64, palette: Palette) -> Result<(), Failure> {
    let mut writer = GifWriter::new(file, &order.out, order.size, fps, palette)?;
    reel(order, film, "frame", |_, image| writer.add(&image))?;
    writer.finish()
}

/// What was made, in a line.
fn report(order: &Order, [width, height]: [u32; 2], bytes: u64) -> String {
    let size = if bytes < 1_000_000 {
        format!("{:.0} kB", bytes as f64 / 1e3)
    } else {
        format!("{:.1} MB", bytes as f64 / 1e6)
    };
    let count = order.schedule.count;
    let frames = match order.format {
        Format::Png => String::new(),
        Format::Sheet(_) => format!("{count} moments, "),
        Format::Gif { fps } | Format::Mp4 { fps, .. } => {
            format!("{count} frames in {:.2} s, ", count as f64 / fps)
        }
    };
    format!("{}: {frames}{width}x{height}, {size}", order.out.display())
}
