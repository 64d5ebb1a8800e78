//! What a viewer relies on: things are drawn where they are, in the color they have, and nothing given breaks it.

mod common;

use common::{Draws, SIZE, offscreen, whoever_draws};
use flockstep::{AgentId, Edge};
use flockstep_view::*;

const WHITE: [u8; 4] = [255; 4];

/// A plane (or a space) of 40 by 25 with these agents, the grid and the edge left out.
fn picture(dimensions: usize, edge: Edge, agents: &[Instance]) -> Picture {
    let mut picture = Picture::default();
    picture.dimensions = dimensions;
    let depth = if dimensions == 3 { 12.5 } else { 0.0 };
    picture.bounds = Bounds { min: [-20.0, -12.5, -depth], max: [20.0, 12.5, depth], edge };
    picture.styles = vec![
        Style { shape: Shape::Arrow, color: [255, 40, 30], length: 2.0 },
        Style { shape: Shape::Fish, color: [40, 255, 30], length: 2.0 },
    ];
    picture.set_instances(agents);
    picture
}

fn bare() -> Look {
    Look { grid: false, edge: false, fog: 0.0, ..Look::default() }
}

fn agent(id: u32, before: [f32; 3], now: [f32; 3]) -> Instance {
    Instance { before, now, heading: [1.0, 0.0, 0.0], heading_before: [1.0, 0.0, 0.0], id, ..Instance::default() }
}

fn still(id: u32, at: [f32; 3]) -> Instance {
    agent(id, at, at)
}

/// Pixels in which two pictures differ.
fn differing(a: &Image, b: &Image) -> Vec<[f32; 2]> {
    let pixels = a.rgba.chunks_exact(4).zip(b.rgba.chunks_exact(4)).enumerate();
    let differing = pixels.filter(|(_, (a, b))| (0..3).any(|channel| a[channel].abs_diff(b[channel]) > 24));
    differing.map(|(at, _)| [(at as u32 % a.width) as f32 + 0.5, (at as u32 / a.width) as f32 + 0.5]).collect()
}

fn middle(pixels: &[[f32; 2]]) -> [f32; 2] {
    let count = pixels.len() as f32;
    [0, 1].map(|axis| pixels.iter().map(|pixel| pixel[axis]).sum::<f32>() / count)
}

fn pixel(image: &Image, at: [f32; 2]) -> [u8; 3] {
    let from = (at[1] as usize * image.width as usize + at[0] as usize) * 4;
    [image.rgba[from], image.rgba[from + 1], image.rgba[from + 2]]
}

fn cameras() -> [Camera; 2] {
    [
        Camera::Plane { center: [0.0, 0.0], height: 25.0 },
        Camera::Orbit { target: [0.0; 3], yaw: 0.5, pitch: 0.3, distance: 40.0 },
    ]
}

/// What a frame draws that an empty one does not.
fn added(artist: &mut dyn Draws, picture: &Picture, frame: &Frame<'_>) -> Vec<[f32; 2]> {
    let mut empty = picture.clone();
    empty.set_instances(&[]);
    empty.solids.clear();
    empty.pins.clear();
    artist.upload(&empty, &Look { trails: Trails::default(), ..*frame.look });
    let nothing = artist.draw(&Frame { marks: &[], ..*frame });
    artist.upload(picture, frame.look);
    differing(&artist.draw(frame), &nothing)
}

#[test]
fn an_agent_is_drawn_between_its_two_places() {
    whoever_draws(|artist| {
        let look = bare();
        for camera in cameras() {
            let agent = agent(3, [-8.0, 2.0, 0.0], [6.0, -4.0, 0.0]);
            let picture = picture(camera.dimensions(), Edge::Open, &[agent]);
            for alpha in [0.0, 0.25, 1.0] {
                let frame = Frame { alpha, ..Frame::new(&camera, &look, SIZE) };
                let found = middle(&added(artist, &picture, &frame));
                let place = camera.project(agent.position(alpha, &picture.bounds), SIZE).expect("in front");
                let off = (found[0] - place[0]).hypot(found[1] - place[1]);
                assert!(off < 3.0, "{camera:?} {alpha}: drawn at {found:?}, is at {place:?}");
            }
        }
    });
}

#[test]
fn an_agent_that_crosses_the_seam_is_not_drawn_in_the_middle_of_the_world() {
    whoever_draws(|artist| {
        let (look, [plane, _]) = (bare(), cameras());
        let picture = picture(2, Edge::Wrap, &[agent(3, [19.0, 0.0, 0.0], [-19.0, 0.0, 0.0])]);
        let frame = Frame { alpha: 0.4, ..Frame::new(&plane, &look, SIZE) };
        let drawn = added(artist, &picture, &frame);
        let seam = plane.project([-20.0, 0.0, 0.0], SIZE).expect("in front")[0];
        assert!(!drawn.is_empty());
        assert!(drawn.iter().all(|pixel| (pixel[0] - seam).abs() < 12.0), "{drawn:?}");
    });
}

#[test]
fn agents_have_the_color_they_are_told() {
    whoever_draws(|artist| {
        let mut agents = [still(1, [-10.0, 0.0, 0.0]), still(2, [0.0, 0.0, 0.0]), still(3, [10.0, 0.0, 0.0])];
        agents[1].style = 1;
        agents[2].style = 1;
        agents[2].flags = Instance::LEADER;
        (agents[0].speed, agents[1].speed) = (0.0, 1.0);
        agents[2].heading = [-1.0, 0.0, 0.0];
        agents[2].heading_before = agents[2].heading;
        for camera in cameras() {
            let picture = picture(camera.dimensions(), Edge::Open, &agents);
            let mut colors = |color_by| {
                let look = Look { color_by, ..bare() };
                artist.upload(&picture, &look);
                let image = artist.draw(&Frame::new(&camera, &look, SIZE));
                agents.map(|agent| pixel(&image, camera.project(agent.now, SIZE).expect("in front")))
            };
            let likest = |[r, g, b]: [u8; 3]| [r, g, b].iter().enumerate().max_by_key(|(_, c)| **c).map(|(at, _)| at);
            assert_eq!(colors(ColorBy::Group).map(likest), [Some(0), Some(1), Some(1)], "group, {camera:?}");
            assert_eq!(colors(ColorBy::Leader).map(likest), [Some(0), Some(1), Some(0)], "leader, {camera:?}");
            let [slow, fast, _] = colors(ColorBy::Speed);
            assert!(slow[2] > slow[0] && fast[0] > fast[2], "speed: {slow:?} {fast:?}, {camera:?}");
            let [ahead, _, back] = colors(ColorBy::Heading);
            assert!(ahead[0] > ahead[1] && back[1] > back[0], "heading: {ahead:?} {back:?}, {camera:?}");
        }
    });
}

#[test]
fn everything_else_is_drawn_where_it_is() {
    whoever_draws(|artist| {
        let look = bare();
        for camera in cameras() {
            let mut picture = picture(camera.dimensions(), Edge::Open, &[]);
            let frame = Frame::new(&camera, &look, SIZE);
            let near = |drawn: &[[f32; 2]], place: [f32; 3]| {
                let [x, y] = camera.project(place, SIZE).expect("in front");
                drawn.iter().any(|pixel| (pixel[0] - x).hypot(pixel[1] - y) < 2.0)
            };
            picture.solids = vec![Solid::Ball { center: [5.0, 5.0, 0.0], radius: 3.0 }];
            assert!(near(&added(artist, &picture, &frame), [5.0, 5.0, 0.0]));
            picture.solids = vec![Solid::Box { min: [-9.0, -4.0, -2.0], max: [-5.0, -2.0, 2.0] }];
            assert!(near(&added(artist, &picture, &frame), [-7.0, -3.0, 0.0]));
            picture.solids.clear();
            picture.pins = vec![[-6.0, 6.0, 0.0]];
            assert!(near(&added(artist, &picture, &frame), [-6.0, 6.0, 0.0]));
            picture.pins.clear();

            let stroke = Stroke::new(WHITE, 2.0);
            let (a, b, axis) = ([-8.0, -3.0, 0.0], [7.0, 4.0, 0.0], [1.0, 0.0, 0.0]);
            let marks = [
                (Mark::Line { from: a, to: b, stroke }, [-0.5, 0.5, 0.0]),
                (Mark::Arrow { from: a, to: b, stroke }, b),
                (Mark::Point { at: a, stroke: Stroke::new(WHITE, 6.0) }, a),
                (Mark::Ring { center: a, axis: [0.0, 0.0, 1.0], radius: 3.0, stroke }, [-5.0, -3.0, 0.0]),
                (Mark::Sphere { center: a, radius: 3.0, stroke }, [-5.0, -3.0, 0.0]),
                (Mark::Cone { apex: a, axis, angle: 90.0, radius: 5.0, stroke }, a),
                (Mark::Cone { apex: a, axis, angle: 360.0, radius: 5.0, stroke }, [-3.0, -3.0, 0.0]),
            ];
            for (mark, place) in marks {
                let drawn = added(artist, &picture, &Frame { marks: &[mark], ..frame });
                assert!(near(&drawn, place), "{mark:?} is not at {place:?}, {camera:?}");
            }
            let facing = |mark| added(artist, &picture, &Frame { marks: &[mark], ..frame });
            let [circle, square] =
                [Mark::Circle { center: b, radius: 2.0, stroke }, Mark::Square { center: b, radius: 2.0, stroke }]
                    .map(facing)
                    .map(|drawn| middle(&drawn));
            let place = camera.project(b, SIZE).expect("in front");
            assert!((circle[0] - place[0]).hypot(circle[1] - place[1]) < 1.5);
            assert!((square[0] - place[0]).hypot(square[1] - place[1]) < 1.5);
        }
    });
}

/// Steps an agent along and gives what is drawn in the end, trail and all.
fn trail(artist: &mut dyn Draws, camera: &Camera, edge: Edge, steps: &[(f32, f32)]) -> Vec<[f32; 2]> {
    let look = Look { trails: Trails { on: true, steps: 64, width: 3.0 }, ..bare() };
    let mut last = picture(2, edge, &[]);
    artist.upload(&last, &bare());
    for (step, (before, now)) in steps.iter().enumerate() {
        last = picture(2, edge, &[agent(3, [*before, 0.0, 0.0], [*now, 0.0, 0.0])]);
        last.step = step as u64;
        artist.upload(&last, &look);
    }
    let drawn = artist.draw(&Frame::new(camera, &look, SIZE));
    artist.upload(&picture(2, edge, &[]), &bare());
    let nothing = artist.draw(&Frame::new(camera, &look, SIZE));
    differing(&drawn, &nothing)
}

#[test]
fn a_trail_shows_the_way_and_breaks_where_the_agent_jumped() {
    whoever_draws(|artist| {
        let [plane, _] = cameras();
        let x = |at: f32| plane.project([at, 0.0, 0.0], SIZE).expect("in front")[0];
        let within =
            |drawn: &[[f32; 2]], from: f32, to: f32| drawn.iter().any(|pixel| pixel[0] > x(from) && pixel[0] < x(to));

        let straight: Vec<_> = (0..20).map(|step| (step as f32 - 1.0, step as f32)).collect();
        let drawn = trail(artist, &plane, Edge::Open, &straight);
        assert!(within(&drawn, 12.0, 13.0), "no trail");
        assert!(!within(&drawn, -20.0, -1.5), "a trail where nobody was");

        // Across the seam of a torus.
        let around =
            [(14.0, 15.0), (15.0, 16.0), (16.0, 17.0), (17.0, 19.0), (19.0, -19.0), (-19.0, -17.0), (-17.0, -15.0)];
        let drawn = trail(artist, &plane, Edge::Wrap, &around);
        assert!(within(&drawn, 16.0, 18.0) && within(&drawn, -18.5, -17.0), "no trail on both sides");
        assert!(!within(&drawn, -12.0, 12.0), "a trail through the world");

        // Eaten, and born again elsewhere: it was there already a step before, as far as anybody knows.
        let reborn = [(-16.0, -15.0), (-15.0, -14.0), (-14.0, -13.0), (14.0, 14.0), (14.0, 15.0), (15.0, 16.0)];
        let drawn = trail(artist, &plane, Edge::Open, &reborn);
        assert!(!within(&drawn, -10.0, 10.0), "a trail to where it was born again");
    });
}

#[test]
fn nothing_given_breaks_it() {
    whoever_draws(|artist| {
        let bad = [f32::NAN, f32::INFINITY, -f32::INFINITY, 0.0, f32::MAX, f32::MIN_POSITIVE];
        for (camera, value) in cameras().iter().flat_map(|camera| bad.map(|value| (camera, value))) {
            let mut strange = agent(u32::MAX, [value; 3], [value; 3]);
            (strange.heading, strange.heading_before, strange.speed) = ([value; 3], [value; 3], value);
            (strange.style, strange.flags) = (u16::MAX, u16::MAX);
            let mut picture = picture(camera.dimensions(), Edge::Wrap, &[strange, still(1, [0.0; 3])]);
            picture.solids = vec![
                Solid::Ball { center: [value; 3], radius: value },
                Solid::Box { min: [value; 3], max: [value; 3] },
            ];
            picture.pins = vec![[value; 3]];
            picture.bounds.max = [value; 3];
            picture.styles[0].length = value;
            (picture.time, picture.time_step) = (f64::from(value), value);
            let trails = Trails { on: true, steps: u32::MAX, width: value };
            let look = Look { fog: value, min_pixels: value, trails, ..Look::default() };
            let stroke = Stroke::new(WHITE, value);
            let at = [value; 3];
            let marks = [
                Mark::Line { from: at, to: at, stroke },
                Mark::Arrow { from: at, to: [1.0; 3], stroke },
                Mark::Ring { center: at, axis: at, radius: value, stroke },
                Mark::Cone { apex: at, axis: at, angle: value, radius: value, stroke },
                Mark::Sphere { center: at, radius: value, stroke },
            ];
            artist.upload(&picture, &look);
            picture.step = u64::MAX;
            artist.upload(&picture, &look);
            for size in [[0, 0], [1, 3], [33, 17]] {
                let frame = Frame {
                    alpha: value,
                    marks: &marks,
                    selected: Some(AgentId(7)),
                    ..Frame::new(camera, &look, size)
                };
                let image = artist.draw(&frame);
                assert_eq!(image.rgba.len() as u32, size[0].max(1) * size[1].max(1) * 4);
            }
            let pointer = Pointer { pixel: [value; 2], reach: value, size: SIZE };
            let _ = (
                pointer.agent(&picture, camera, value),
                pointer.pin(&picture, camera),
                pointer.solid(&picture, camera),
            );
            let _ = (Camera::of(&picture, SIZE), picture.center(None, value));
        }
    });
}

#[test]
fn a_browser_could_draw_it_too() {
    let Some(mut here) = offscreen() else { return };
    let mut browser = Offscreen::open_as_in_a_browser().expect("what draws can draw within narrower limits");
    for name in ["school", "craft"] {
        let (picture, look) = common::picture(name, 20, Insight::default(), |look| look.trails.on = true);
        let camera = Camera::of(&picture, SIZE);
        let [image, expected] =
            [&mut browser, &mut here].map(|offscreen| common::draw(offscreen, &picture, &look, &camera));
        assert_eq!(common::compare(&image, &expected), Ok(()), "{name}");
    }
}
