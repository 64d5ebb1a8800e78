//! The flock step with kiddo.
//!
//! A query per agent that visits what it finds is the fastest of kiddo's ways here. Tried, in one run each, and slower: its radius join of
//! two trees (1.3 times in 2D, 1.8 times in 3D), points out of the tree instead of out of the list (the same). Its
//! periodic queries make a list of images each time; here only agents near the seam have images, without a list.

use bench_workload::{Flock, RADIUS, Setting, Sums, measure, unit};
use kiddo::{ImmutableKdTree, SquaredEuclidean};
use rayon::prelude::*;

pub fn run<const D: usize>(setting: &Setting) {
    let mut flock = Flock::<D>::new(setting.agents);
    let mut headings = Vec::new();
    let mut after = Vec::new();
    measure(setting, || {
        let tree = if setting.threads > 1 {
            ImmutableKdTree::new_from_slice_parallel(&flock.positions)
        } else {
            ImmutableKdTree::new_from_slice(&flock.positions)
        };
        let tree = tree.expect("a tree");
        flock.velocities.par_iter().map(|velocity| unit(*velocity)).collect_into_vec(&mut headings);
        let agents = flock.positions.par_iter().zip(&flock.velocities).with_min_len(64);
        let one = |(own, (position, velocity)): (usize, (&[f32; D], &[f32; D]))| {
            let mut sums = Sums::default();
            each_image(*position, flock.side, |from| {
                tree.query(&from).within::<SquaredEuclidean<f32>>(RADIUS * RADIUS).unsorted().visit(|found| {
                    let other = found.item as usize;
                    if other != own {
                        let to = flock.positions[other];
                        let offset = std::array::from_fn(|axis| to[axis] - from[axis]);
                        sums.add(offset, found.distance, headings[other]);
                    }
                });
            });
            let velocity = sums.steer(*velocity);
            (flock.moved(*position, velocity), velocity, sums.mates)
        };
        agents.enumerate().map(one).collect_into_vec(&mut after);
        let mut mates = 0;
        for (nth, (position, velocity, seen)) in after.iter().enumerate() {
            flock.positions[nth] = *position;
            flock.velocities[nth] = *velocity;
            mates += u64::from(*seen);
        }
        mates
    });
}

/// Calls `look` from a place and from each of its images across the seam that can see into the world.
#[inline(always)]
pub fn each_image<const D: usize>(place: [f32; D], side: f32, mut look: impl FnMut([f32; D])) {
    look(place);
    let shift = place.map(|c| {
        if c < RADIUS {
            side
        } else if c >= side - RADIUS {
            -side
        } else {
            0.0
        }
    });
    let near = (0..D).fold(0, |bits, axis| bits | usize::from(shift[axis] != 0.0) << axis);
    for image in 1..1 << D {
        if image & near == image {
            let shifted = |axis: usize| place[axis] + if image >> axis & 1 == 1 { shift[axis] } else { 0.0 };
            look(std::array::from_fn(shifted));
        }
    }
}
