//! The flock step with krABMaga: one `Agent` per bird, a `Field2D`, the sequential `Schedule`.
//!
//! `bench-krabmaga --agents N --seconds S`

mod bird;
mod flocker;

use bench_workload::{Setting, measure};
use flocker::Flocker;
use krabmaga::engine::schedule::Schedule;
use krabmaga::engine::state::State;

fn main() {
    let setting = Setting::from_arguments(std::env::args().skip(1));
    assert!(setting.dimensions == 2 && setting.threads == 1 && setting.nearest == 0, "krABMaga cannot do {setting:?}");
    let mut flocker = Flocker::new(setting.agents);
    let mut schedule = Schedule::new();
    flocker.init(&mut schedule);
    measure(&setting, || {
        flocker.seen = 0;
        schedule.step(&mut flocker);
        flocker.seen
    });
}
