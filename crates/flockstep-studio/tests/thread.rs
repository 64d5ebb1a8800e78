//! The world on a thread of its own: it runs by the clock, and the window never waits for it.

mod common;

use common::{Shelf, scene};
use flockstep_scenario::Scenario;
use flockstep_studio::{Command, Document, Origin, Preferences, Simulation, Studio};
use std::time::{Duration, Instant};

fn studio(scenario: Scenario) -> Studio {
    let document = Document::new(scenario, Origin::Nowhere);
    Studio::new(document, Box::new(Shelf::default()), Preferences::default(), |document| {
        Simulation::on_thread(document.content().clone(), || {})
    })
    .expect("it builds")
}

/// Refreshes until something holds.
fn until(studio: &mut Studio, holds: impl Fn(&Studio) -> bool) {
    let start = Instant::now();
    while !holds(studio) {
        assert!(start.elapsed() < Duration::from_secs(60), "it takes too long");
        studio.refresh();
        std::thread::sleep(Duration::from_millis(2));
    }
}

#[test]
fn it_plays_pauses_and_restarts() {
    let mut studio = studio(scene("seek"));
    studio.perform(Command::Play(true));
    until(&mut studio, |studio| studio.frame().steps > 10);
    studio.perform(Command::Play(false));
    until(&mut studio, |studio| !studio.frame().playing);
    let stopped = studio.frame().steps;
    std::thread::sleep(Duration::from_millis(100));
    studio.refresh();
    assert_eq!(studio.frame().steps, stopped);
    assert_eq!(studio.frame().hash, Some(common::run(&scene("seek"), stopped as usize)));
    studio.perform(Command::Restart);
    until(&mut studio, |studio| studio.frame().steps == 0);
}

#[test]
fn a_slow_world_says_so_and_the_window_does_not_wait() {
    let mut scenario = scene("school");
    scenario.groups[0].count = 20_000;
    scenario.time_step = 0.001;
    let mut studio = studio(scenario);
    studio.perform(Command::Speed(10.0));
    studio.perform(Command::Play(true));
    until(&mut studio, |studio| studio.frame().pace.is_slow());
    let start = Instant::now();
    for _ in 0..20 {
        studio.refresh();
        studio.perform(Command::Faster);
    }
    assert!(start.elapsed() < Duration::from_millis(500), "{:?}", start.elapsed());
}
