//! The `bound` stage: the edge of the world.

use crate::math::vector::Vector;
use crate::space::{Edge, FARTHEST, Space, wrap};

/// Brings an agent that left the world back in.
#[inline(always)]
pub(crate) fn bound<const D: usize>(
    space: &Space<D>,
    position: &mut Vector<D>,
    velocity: &mut Vector<D>,
    heading: &mut Vector<D>,
) {
    let (min, max) = (space.min(), space.max());
    for axis in 0..D {
        let (x, v, h) = (&mut position[axis], &mut velocity[axis], &mut heading[axis]);
        match space.edge() {
            Edge::Open => *x = x.clamp(-FARTHEST, FARTHEST),
            Edge::Wrap => *x = wrap(*x, min[axis], max[axis]),
            Edge::Bounce => bounce(x, v, h, min[axis], max[axis]),
            Edge::Clamp if *x < min[axis] => (*x, *v) = (min[axis], v.max(0.0)),
            Edge::Clamp if *x > max[axis] => (*x, *v) = (max[axis], v.min(0.0)),
            Edge::Clamp => {}
        }
    }
}

/// Reflects one coordinate, as often as the step crossed the world, and turns velocity and heading around if the
/// number of reflections is odd.
fn bounce(x: &mut f32, velocity: &mut f32, heading: &mut f32, min: f32, max: f32) {
    if *x >= min && *x <= max {
        return;
    }
    let side = max - min;
    let folded = wrap(*x, min, min + 2.0 * side) - min;
    let back = folded > side;
    *x = (min + if back { 2.0 * side - folded } else { folded }).clamp(min, max);
    if back {
        (*velocity, *heading) = (-*velocity, -*heading);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_edge_by_hand() {
        let bounded = |edge, mut position: [f32; 2], mut velocity: [f32; 2]| {
            let space = Space::new(edge, [0.0; 2], [10.0; 2]).unwrap();
            let mut heading = [1.0, 0.0];
            bound(&space, &mut position, &mut velocity, &mut heading);
            (position, velocity, heading)
        };
        assert_eq!(bounded(Edge::Bounce, [12.0, 5.0], [3.0, 1.0]), ([8.0, 5.0], [-3.0, 1.0], [-1.0, 0.0]));
        let twice = bounded(Edge::Bounce, [-13.0, 5.0], [-3.0, 1.0]);
        assert_eq!((twice.0, twice.1), ([7.0, 5.0], [-3.0, 1.0]), "two reflections");
        assert_eq!(bounded(Edge::Clamp, [12.0, -5.0], [3.0, -1.0]), ([10.0, 0.0], [0.0, 0.0], [1.0, 0.0]));
        assert_eq!(bounded(Edge::Wrap, [12.0, -5.0], [3.0, -1.0]), ([2.0, 5.0], [3.0, -1.0], [1.0, 0.0]));
        assert_eq!(bounded(Edge::Open, [12.0, -5.0], [3.0, -1.0]).0, [12.0, -5.0]);
        // Who is inside stays as it is, also at the very edge; of a torus the far edge is the near one.
        for edge in [Edge::Open, Edge::Wrap, Edge::Bounce, Edge::Clamp] {
            for position in [[4.0, 5.0], [0.0, 9.0]] {
                assert_eq!(bounded(edge, position, [3.0, -1.0]), (position, [3.0, -1.0], [1.0, 0.0]), "{edge:?}");
            }
        }
        for edge in [Edge::Bounce, Edge::Clamp] {
            assert_eq!(bounded(edge, [10.0, 10.0], [3.0, -1.0]), ([10.0, 10.0], [3.0, -1.0], [1.0, 0.0]), "{edge:?}");
        }
        // At the wall only what leads out of the world is lost, and on the other side it is kept.
        assert_eq!(bounded(Edge::Clamp, [12.0, -5.0], [-3.0, 1.0]), ([10.0, 0.0], [-3.0, 1.0], [1.0, 0.0]));
        assert_eq!(bounded(Edge::Bounce, [5.0, -2.0], [3.0, -1.0]), ([5.0, 2.0], [3.0, 1.0], [1.0, -0.0]));
    }
}
