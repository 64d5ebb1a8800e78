//! Scenes of the gallery, drawn off screen and compared with pictures kept in `tests/images`.
//!
//! A driver and the painter in software are compared with the same pictures, which were drawn by a driver: so the painter
//! draws what the shaders do. They differ in the last bit and at the edges of triangles, so pictures are compared by their
//! colors averaged over blocks of pixels. To make them anew, after a change that is meant to be seen: `UPDATE_IMAGES=1 cargo test -p
//! flockstep-view --test gallery`, and look at them before they are kept.

mod common;

use common::{Draws, FLOCK_STEPS, compare, keep, kept, offscreen, shown, updating};
use flockstep_scenario::gallery;
use flockstep_view::{Camera, ColorBy, Image, Insight, Look, Painter, Theme, Trails};

#[test]
fn every_scene_looks_as_it_did() {
    let Some(mut offscreen) = offscreen() else { return };
    let mut wrong = Vec::new();
    for scene in gallery::scenes() {
        let image = shown(&mut offscreen, scene.name, FLOCK_STEPS, Insight::default(), |_| {});
        if updating() {
            keep(scene.name, &image);
        } else if let Err(difference) = compare(&image, &kept(scene.name)) {
            wrong.push(format!("{}: {difference}", scene.name));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_painter_draws_every_scene_as_a_driver_does() {
    let mut wrong = Vec::new();
    for scene in gallery::scenes().iter().filter(|_| !updating()) {
        let image = shown(&mut Painter::new(), scene.name, FLOCK_STEPS, Insight::default(), |_| {});
        if let Err(difference) = compare(&image, &kept(scene.name)) {
            wrong.push(format!("{}: {difference}", scene.name));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// What a look changes, on one scene of each dimension.
fn looks(artist: &mut dyn Draws) -> Vec<(&'static str, Image)> {
    let all = Insight { neighbours: true, leaders: true };
    let light = |look: &mut Look| look.theme = Theme::Light;
    let by = |color_by| move |look: &mut Look| look.color_by = color_by;
    let trails = |look: &mut Look| look.trails = Trails { on: true, steps: 100, width: 2.0 };
    vec![
        ("school-light", shown(artist, "school", FLOCK_STEPS, all, light)),
        ("craft-light", shown(artist, "craft", FLOCK_STEPS, all, light)),
        ("vehicles-speed", shown(artist, "vehicles", FLOCK_STEPS, all, by(ColorBy::Speed))),
        ("vehicles-heading", shown(artist, "vehicles", FLOCK_STEPS, all, by(ColorBy::Heading))),
        ("vehicles-neighbours", shown(artist, "vehicles", FLOCK_STEPS, all, by(ColorBy::Neighbours))),
        ("craft-leader", shown(artist, "craft", FLOCK_STEPS, all, by(ColorBy::Leader))),
        ("fleet-trails", shown(artist, "fleet", FLOCK_STEPS, all, trails)),
        ("craft-trails", shown(artist, "craft", FLOCK_STEPS, all, trails)),
    ]
}

#[test]
fn looks_look_as_they_did() {
    let Some(mut offscreen) = offscreen() else { return };
    for (name, image) in looks(&mut offscreen) {
        if updating() {
            keep(name, &image);
        } else if let Err(difference) = compare(&image, &kept(name)) {
            panic!("{name}: {difference}");
        }
    }
}

#[test]
fn the_painter_draws_every_look_as_a_driver_does() {
    let wrong: Vec<String> = looks(&mut Painter::new())
        .iter()
        .filter(|_| !updating())
        .filter_map(|(name, image)| compare(image, &kept(name)).err().map(|difference| format!("{name}: {difference}")))
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The same picture gives the same bytes, every time and on any number of threads.
#[test]
fn the_painter_repeats_itself_to_the_byte() {
    let image = || shown(&mut Painter::new(), "school", 30, Insight::default(), |look| look.trails.on = true);
    assert!(image() == image());
}

/// The comparison itself: it must notice what a person would.
#[test]
fn a_missing_flock_or_a_wrong_color_is_noticed() {
    let Some(mut offscreen) = offscreen() else { return };
    for name in gallery::scenes().iter().map(|scene| scene.name) {
        let (mut picture, look) = common::picture(name, FLOCK_STEPS, Insight::default(), |_| {});
        let camera = Camera::of(&picture, common::SIZE);
        let right = common::draw(&mut offscreen, &picture, &look, &camera);
        let agents = picture.instances().to_vec();

        picture.set_instances(&[]);
        let missing = common::draw(&mut offscreen, &picture, &look, &camera);
        assert!(compare(&missing, &right).is_err(), "{name}: the flock is missing and nobody notices");

        picture.set_instances(&agents);
        picture.styles.iter_mut().for_each(|style| style.color.rotate_left(1));
        let recolored = common::draw(&mut offscreen, &picture, &look, &camera);
        let white = picture.styles.iter().all(|style| style.color[0] == style.color[1]);
        assert!(white || compare(&recolored, &right).is_err(), "{name}: wrong colors and nobody notices");
        assert_eq!(compare(&right, &right), Ok(()));
    }
}
