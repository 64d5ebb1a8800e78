//! The nearest mates of every agent, in 3D. Only found, not followed.
//!
//! kiddo stops at the sight radius, as Flockstep does: best of five rounds 107 ms a step, 113 without. Its batch queries and a
//! query per agent are alike within the noise.

use bench_workload::{Flock, RADIUS, Setting, measure};
use kiddo::{ImmutableKdTree, SquaredEuclidean};
use rayon::prelude::*;
use rstar::RTree;
use rstar::primitives::GeomWithData;
use std::num::NonZero;

pub fn kiddo(setting: &Setting) {
    let wanted = NonZero::new(setting.nearest + 1).expect("more than none"); // an agent finds itself, too
    search(setting, |positions, found| {
        let tree = if setting.threads > 1 {
            ImmutableKdTree::new_from_slice_parallel(positions)
        } else {
            ImmutableKdTree::new_from_slice(positions)
        };
        let tree = tree.expect("a tree");
        found.par_iter_mut().zip(positions).enumerate().with_min_len(64).for_each(|(own, (found, from))| {
            let near = tree.query(from).nearest_n::<SquaredEuclidean<f32>>(wanted).within(RADIUS * RADIUS).execute();
            found.clear();
            found.extend(near.iter().map(|other| other.item).filter(|other| *other as usize != own));
        });
    });
}

pub fn rstar(setting: &Setting) {
    search(setting, |positions, found| {
        let entries = positions.iter().zip(0..).map(|(position, own)| GeomWithData::new(*position, own));
        let tree = RTree::bulk_load(entries.collect::<Vec<GeomWithData<[f32; 3], u32>>>());
        found.par_iter_mut().zip(positions).enumerate().with_min_len(64).for_each(|(own, (found, from))| {
            found.clear();
            let near = tree.nearest_neighbor_iter(*from).map(|other| other.data);
            found.extend(near.filter(|other| *other as usize != own).take(setting.nearest));
        });
    });
}

/// Measures a search. The agents drift, so that each step has its own tree.
fn search(setting: &Setting, find: impl Fn(&[[f32; 3]], &mut [Vec<u32>])) {
    let mut flock = Flock::<3>::new(setting.agents);
    let mut found = vec![Vec::with_capacity(setting.nearest + 1); setting.agents];
    measure(setting, || {
        find(&flock.positions, &mut found);
        for nth in 0..setting.agents {
            flock.positions[nth] = flock.moved(flock.positions[nth], flock.velocities[nth]);
        }
        found.iter().map(|found| found.len() as u64).sum()
    });
}
