//! The flock step on a k-d tree that is built anew each step, and the search for the nearest mates.
//!
//! `bench-trees kiddo|rstar --dimensions D --agents N --seconds S --threads T [--nearest K]`

mod kiddo_flock;
mod nearest;

use bench_workload::Setting;

fn main() {
    let peer = std::env::args().nth(1).unwrap_or_default();
    let setting = Setting::from_arguments(std::env::args().skip(2));
    let pool = rayon::ThreadPoolBuilder::new().num_threads(setting.threads).build().expect("threads");
    pool.install(|| match (peer.as_str(), setting.nearest, setting.dimensions) {
        ("kiddo", 0, 2) => kiddo_flock::run::<2>(&setting),
        ("kiddo", 0, 3) => kiddo_flock::run::<3>(&setting),
        ("kiddo", _, 3) => nearest::kiddo(&setting),
        ("rstar", 1.., 3) => nearest::rstar(&setting),
        _ => panic!("bench-trees cannot do {peer} {setting:?}"),
    });
}
