//! The model of Vicsek et al. (1995): its order parameter over the noise, against an independent reference.
//!
//! Particles of constant speed take the mean direction of everyone within a radius, themselves included, plus a noise,
//! and move with the velocity they had before. One wrong word in the heading body, in the average, in the noise or in
//! the seam of the torus, and the curve is another.

#![allow(clippy::unwrap_used)]

mod common;

use common::*;
use flockstep::observe::Metrics;
use flockstep::prelude::*;
use flockstep::settings::StepWith;
use serde_json::Value as Json;

const ROWS: &str = include_str!("golden/vicsek_1995.json");
/// Steps until the start is forgotten, and steps to average over.
const SETTLE: usize = 1500;
const MEASURE: usize = 4000;

fn order(agents: usize, side: f64, eta: f64, speed: f64, radius: f64, seed: u64) -> f64 {
    let space = Space::new(Edge::Wrap, [0.0; 2], [side as f32; 2]).unwrap();
    let mut world = World::<2>::new(space, 1.0, seed).unwrap();
    let mean = Alignment { include_self: true, ..Alignment::default() };
    let body = HeadingBody {
        speed: speed as f32,
        noise: eta.to_degrees() as f32,
        step_with: StepWith::Old,
        ..HeadingBody::default()
    };
    let particles = Group::new("particles")
        .sight(sight(radius as f32))
        .body(body)
        .speed([speed as f32; 2])
        .behavior(Behavior::new(mean).response(Response::Push));
    world.add_group(particles).unwrap();
    world.populate(GroupId(0), agents).unwrap();
    (0..SETTLE).for_each(|_| world.step());
    let mut sum = 0.0;
    for _ in 0..MEASURE {
        world.step();
        sum += Metrics::of(&world, None, &[]).polarization;
    }
    sum / MEASURE as f64
}

#[test]
fn the_order_falls_with_the_noise_as_it_should() {
    let golden: Json = serde_json::from_str(ROWS).unwrap();
    let mut checked = 0;
    for row in golden["rows"].as_array().unwrap() {
        let number = |key: &str| row[key].as_f64().unwrap();
        assert_eq!(row["conv"], "backward", "moved with the old velocity");
        let eta = number("eta");
        // The thin worlds forget their start too slowly, and every second row draws the curve as well.
        if number("L") > 10.0 || !(2.0 * eta).round().rem_euclid(2.0).eq(&0.0) {
            continue;
        }
        let agents = number("N") as usize;
        let found = order(agents, number("L"), eta, number("v"), number("r"), 7);
        let apart = (found - number("va")).abs();
        assert!(apart < 0.012, "{agents} particles, noise {eta}: {found}, should be {}", number("va"));
        checked += 1;
    }
    assert!(checked >= 10, "{checked}");
}
