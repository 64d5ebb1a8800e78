//! How many neighbours agents see, counted by hand: a second opinion on the engine, and cheap for a sample.

use flockstep::{Edge, World};

/// How many agents are asked, at most, and at least if there are very many: each looks at everyone.
const SAMPLE: [usize; 2] = [1000, 40];
/// How many looks that may make.
const MOST_LOOKS: usize = 400_000_000;
/// Rows whose distances are worked out together: the compiler makes wide instructions of it.
const BATCH: usize = 256;

/// The mean number of agents within the sight of an agent, of those it minds.
pub fn mean_seen<const D: usize>(world: &World<D>) -> f64 {
    let sample = (MOST_LOOKS / world.len().max(1)).clamp(SAMPLE[1], SAMPLE[0]);
    let stride = world.len().div_ceil(sample).max(1);
    let (mut seen, mut asked) = (0, 0);
    for row in (0..world.len()).step_by(stride) {
        seen += seen_by(world, row);
        asked += 1;
    }
    seen as f64 / f64::from(asked.max(1))
}

fn seen_by<const D: usize>(world: &World<D>, row: usize) -> u64 {
    let Some(own) = world.agents().nth(row) else { return 0 };
    let sight = &world.groups()[own.group.index()].settings.sight;
    let square = sight.radius * sight.radius;
    let cos_half = (sight.angle * 0.5).to_radians().cos();
    let sides = if world.space().edge() == Edge::Wrap { world.space().sides() } else { [f32::INFINITY; D] };
    let columns = world.positions();
    let mut count = 0;
    for first in (0..world.len()).step_by(BATCH) {
        let last = (first + BATCH).min(world.len());
        let mut squares = [0.0f32; BATCH];
        for axis in 0..D {
            let (from, side) = (own.position[axis], sides[axis]);
            for (sum, to) in squares.iter_mut().zip(&columns[axis][first..last]) {
                let off = (to - from).abs();
                let off = off.min(side - off);
                *sum += off * off;
            }
        }
        for (place, _) in squares[..last - first].iter().enumerate().filter(|(_, distance)| **distance <= square) {
            let other = first + place;
            let position = std::array::from_fn(|axis| columns[axis][other]);
            let offset = world.space().offset(own.position, position);
            let ahead: f32 = (0..D).map(|axis| offset[axis] * own.heading[axis]).sum();
            let distance = offset.iter().map(|c| c * c).sum::<f32>().sqrt();
            count += u64::from(other != row && ahead >= cos_half * distance);
        }
    }
    if sight.nearest > 0 { count.min(u64::from(sight.nearest)) } else { count }
}

#[cfg(test)]
mod tests {
    use super::*;
    use flockstep::prelude::*;

    fn world(edge: Edge, nearest: u32) -> World<2> {
        let space = Space::new(edge, [0.0; 2], [10.0; 2]).expect("a space");
        let mut world = World::new(space, 0.1, 1).expect("a world");
        let sight = Sight { radius: 1.0, angle: 270.0, nearest, ..Sight::default() };
        let birds = world.add_group(Group::new("birds").sight(sight)).expect("a group");
        // One ahead, one behind, one beside across the seam, one too far; all look along x.
        for position in [[5.0, 0.1], [5.5, 0.1], [4.5, 0.1], [5.0, 9.6], [8.0, 5.0]] {
            world.spawn(birds, position, [1.0, 0.0]).expect("an agent");
        }
        world
    }

    #[test]
    fn counts_who_is_near_and_not_behind() {
        assert_eq!(seen_by(&world(Edge::Wrap, 0), 0), 2);
        assert_eq!(seen_by(&world(Edge::Open, 0), 0), 1);
        assert_eq!(seen_by(&world(Edge::Wrap, 1), 0), 1);
        assert_eq!(seen_by(&world(Edge::Wrap, 0), 4), 0);
    }
}
