//! The `bound` stage: the edge of the world.

use crate::world::agents::Row;
use crate::world::space::wrap;
use crate::world::{Edge, Space};

/// An open world ends here: beyond, squares of distances would no longer be finite.
pub const FARTHEST: f32 = 1e18;

/// Brings an agent that left the world back in.
#[inline(always)]
pub(crate) fn bound<const D: usize>(space: &Space<D>, agent: &mut Row<D>) {
    let (min, max) = (space.min(), space.max());
    match space.edge() {
        Edge::Open => agent.position = agent.position.map(|c| c.clamp(-FARTHEST, FARTHEST)),
        Edge::Wrap => {
            for axis in 0..D {
                agent.position[axis] = wrap(agent.position[axis], min[axis], max[axis]);
            }
        }
        Edge::Bounce => {
            for axis in 0..D {
                bounce(agent, axis, min[axis], max[axis]);
            }
        }
        Edge::Clamp => {
            for axis in 0..D {
                let (x, v) = (&mut agent.position[axis], &mut agent.velocity[axis]);
                if *x < min[axis] {
                    (*x, *v) = (min[axis], v.max(0.0));
                } else if *x > max[axis] {
                    (*x, *v) = (max[axis], v.min(0.0));
                }
            }
        }
    }
}

/// Reflects one coordinate, as often as the step crossed the world, and turns velocity and heading around if the
/// number of reflections is odd.
fn bounce<const D: usize>(agent: &mut Row<D>, axis: usize, min: f32, max: f32) {
    let x = agent.position[axis];
    if x >= min && x <= max {
        return;
    }
    let side = max - min;
    let folded = wrap(x, min, min + 2.0 * side) - min;
    let back = folded > side;
    agent.position[axis] = (min + if back { 2.0 * side - folded } else { folded }).clamp(min, max);
    if back {
        agent.velocity[axis] = -agent.velocity[axis];
        agent.heading[axis] = -agent.heading[axis];
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn agent(position: [f32; 2], velocity: [f32; 2]) -> Row<2> {
        Row { position, velocity, heading: [1.0, 0.0], memory: [0.0; 2], spin: 0.0, id: 0, kind: 0 }
    }

    #[test]
    fn each_edge_by_hand() {
        let space = |edge| Space::new(edge, [0.0; 2], [10.0; 2]).unwrap();
        let mut one = agent([12.0, 5.0], [3.0, 1.0]);
        bound(&space(Edge::Bounce), &mut one);
        assert_eq!((one.position, one.velocity, one.heading), ([8.0, 5.0], [-3.0, 1.0], [-1.0, 0.0]));
        let mut one = agent([-13.0, 5.0], [-3.0, 1.0]);
        bound(&space(Edge::Bounce), &mut one);
        assert_eq!((one.position, one.velocity), ([7.0, 5.0], [-3.0, 1.0]), "two reflections");
        let mut one = agent([12.0, -5.0], [3.0, -1.0]);
        bound(&space(Edge::Clamp), &mut one);
        assert_eq!((one.position, one.velocity), ([10.0, 0.0], [0.0, 0.0]));
        let mut one = agent([12.0, -5.0], [3.0, -1.0]);
        bound(&space(Edge::Wrap), &mut one);
        assert_eq!((one.position, one.velocity), ([2.0, 5.0], [3.0, -1.0]));
        let mut one = agent([12.0, -5.0], [3.0, -1.0]);
        bound(&space(Edge::Open), &mut one);
        assert_eq!(one.position, [12.0, -5.0]);
    }
}
