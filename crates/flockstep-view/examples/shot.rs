//! Draws a scene to a PNG file:
//!
//!     cargo run -p flockstep-view --example shot -- school out.png --size 1280x720 --steps 300
//!
//! Further options: --theme light, --color speed|heading|neighbours|leader, --trails N, --count N (agents of the first
//! group), --backdrop plain|water|sky|night, --shape fish|bird|craft|arrow (of every group), --yaw, --pitch (degrees),
//! --zoom FACTOR, --set PATH=VALUE, --sight (shows what an agent sees), --frames N (draws so many; the last is timed).

use flockstep::AgentId;
use flockstep_scenario::{AnyWorld, Override, Scenario, gallery};
use flockstep_view::*;
use std::error::Error;

struct Options {
    words: Vec<String>,
}

impl Options {
    fn get(&self, name: &str) -> Option<&str> {
        let at = self.words.iter().position(|word| word == name)?;
        self.words.get(at + 1).map(String::as_str)
    }
    fn number(&self, name: &str) -> Result<Option<f32>, Box<dyn Error>> {
        Ok(self.get(name).map(str::parse).transpose()?)
    }
    fn all<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a String> {
        self.words.windows(2).filter(move |pair| pair[0] == name).map(|pair| &pair[1])
    }
}

#[allow(clippy::print_stdout)] // an example is a program
fn main() -> Result<(), Box<dyn Error>> {
    let options = Options { words: std::env::args().skip(1).collect() };
    let [scene, out, ..] = &options.words[..] else { return Err("give a scene and a file to write".into()) };
    let mut world = build(scene, &options)?;
    let (width, height) = options.get("--size").unwrap_or("1280x720").split_once('x').ok_or("a size is 1280x720")?;
    let size = [width.parse()?, height.parse()?];

    let mut offscreen = Offscreen::open()?;
    let mut picture = Picture::of_world(&world);
    let mut styles = picture.styles.clone();
    if let Some(shape) = options.get("--shape").and_then(Shape::from_word) {
        styles.iter_mut().for_each(|style| style.shape = shape);
    }
    let insight = Insight { neighbours: true, leaders: true };
    picture.fill(&world, &styles, insight);
    let look = look(&picture, &options)?;
    let steps = options.number("--steps")?.unwrap_or(300.0) as u32;
    for _ in 0..steps {
        world.step();
        if look.trails.on {
            picture.fill(&world, &styles, Insight::default());
            offscreen.upload(&picture, &look);
        }
    }
    let insight =
        if matches!(look.color_by, ColorBy::Neighbours | ColorBy::Leader) { insight } else { Insight::default() };
    let start = std::time::Instant::now();
    picture.fill(&world, &styles, insight);
    let filled = start.elapsed();
    offscreen.upload(&picture, &look);
    let camera = camera(&picture, size, &options)?;
    let marks = if options.words.iter().any(|word| word == "--sight") { sight(&picture) } else { Vec::new() };
    let selected = marks.first().and_then(|_| picture.instances().first()).map(|agent| AgentId(agent.id));
    let frame = Frame { marks: &marks, selected, ..Frame::new(&camera, &look, size) };
    // The first frame is slower: drivers finish their programs when they are first used.
    for _ in 1..options.number("--frames")?.unwrap_or(1.0) as u32 {
        offscreen.upload(&picture, &look);
        offscreen.draw(&frame)?;
    }
    let start = std::time::Instant::now();
    offscreen.upload(&picture, &look);
    let uploaded = start.elapsed();
    let image = offscreen.draw(&frame)?;
    let (drawn, agents, adapter) = (start.elapsed() - uploaded, picture.instances().len(), offscreen.adapter_name());
    println!("{agents} agents filled in {filled:?}, uploaded in {uploaded:?}, drawn and read in {drawn:?}: {adapter}");

    let mut encoder =
        png::Encoder::new(std::io::BufWriter::new(std::fs::File::create(out)?), image.width, image.height);
    encoder.set_color(png::ColorType::Rgba);
    encoder.write_header()?.write_image_data(&image.rgba)?;
    Ok(())
}

fn build(scene: &str, options: &Options) -> Result<AnyWorld, Box<dyn Error>> {
    let text = match gallery::find(scene) {
        Some(scene) => scene.text.to_string(),
        None => std::fs::read_to_string(scene)?,
    };
    let overrides: Vec<Override> = options.all("--set").map(|text| text.parse()).collect::<Result<_, _>>()?;
    let mut scenario = Scenario::parse_with(&text, scene, &overrides)?;
    if let (Some(count), Some(group)) = (options.number("--count")?, scenario.groups.first_mut()) {
        group.count = count as usize;
    }
    Ok(scenario.build()?)
}

fn look(picture: &Picture, options: &Options) -> Result<Look, Box<dyn Error>> {
    let mut look = Look::of(picture);
    if options.get("--theme") == Some("light") {
        look.theme = Theme::Light;
    }
    if let Some(by) = ColorBy::ALL.into_iter().find(|by| Some(by.name()) == options.get("--color")) {
        look.color_by = by;
    }
    if let Some(backdrop) =
        Backdrop::ALL.into_iter().find(|backdrop| Some(backdrop.name()) == options.get("--backdrop"))
    {
        look.backdrop = backdrop;
    }
    if let Some(steps) = options.number("--trails")? {
        look.trails = Trails { on: true, steps: steps as u32, ..Trails::default() };
    }
    Ok(look)
}

fn camera(picture: &Picture, size: [u32; 2], options: &Options) -> Result<Camera, Box<dyn Error>> {
    let mut camera = Camera::of(picture, size);
    if let Camera::Orbit { yaw, pitch, .. } = &mut camera {
        *yaw = options.number("--yaw")?.map_or(*yaw, f32::to_radians);
        *pitch = options.number("--pitch")?.map_or(*pitch, f32::to_radians);
    }
    if let Some(agent) = picture.instances().first().filter(|_| options.words.iter().any(|word| word == "--sight")) {
        camera.look_at(agent.now);
    }
    camera.zoom(options.number("--zoom")?.unwrap_or(1.0), [size[0] as f32 * 0.5, size[1] as f32 * 0.5], size);
    Ok(camera)
}

/// One of each mark, around the first agent.
fn sight(picture: &Picture) -> Vec<Mark> {
    let Some(agent) = picture.instances().first() else { return Vec::new() };
    let (at, axis) = (agent.now, agent.heading);
    let ahead = |far: f32| std::array::from_fn(|c| at[c] + axis[c] * far);
    let stroke = |r, g, b| Stroke::new([r, g, b, 230], 2.0);
    vec![
        Mark::Cone { apex: at, axis, angle: 240.0, radius: 6.0, stroke: Stroke::new([120, 220, 160, 200], 1.5) },
        Mark::Arrow { from: at, to: ahead(4.0), stroke: stroke(255, 220, 60) },
        Mark::Sphere { center: at, radius: 2.0, stroke: Stroke::new([240, 120, 120, 200], 1.5) },
        Mark::Circle { center: ahead(5.0), radius: 1.0, stroke: stroke(120, 160, 255) },
        Mark::Square { center: ahead(8.0), radius: 0.6, stroke: stroke(255, 255, 255) },
        Mark::Line { from: ahead(5.0), to: ahead(8.0), stroke: stroke(120, 160, 255) },
        Mark::Point { at: ahead(8.0), stroke: Stroke::new([255, 255, 255, 255], 6.0) },
    ]
}
