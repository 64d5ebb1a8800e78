//! The extent of the world.

use flockstep::{Edge, Space};

/// The box (in 2D: the rectangle) that the world lies in, and what happens at its edge.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bounds {
    /// The least corner.
    pub min: [f32; 3],
    /// The greatest corner.
    pub max: [f32; 3],
    /// What happens at the edge: a torus, a closed and an open world are drawn differently.
    pub edge: Edge,
}

impl Default for Bounds {
    fn default() -> Bounds {
        Bounds::of(&Space::<2>::open())
    }
}

impl Bounds {
    /// Those of a space.
    pub fn of<const D: usize>(space: &Space<D>) -> Bounds {
        Bounds { min: in_space(space.min()), max: in_space(space.max()), edge: space.edge() }
    }

    /// The length of each side.
    pub fn sides(&self) -> [f32; 3] {
        std::array::from_fn(|axis| self.max[axis] - self.min[axis])
    }

    /// The middle.
    pub fn center(&self) -> [f32; 3] {
        std::array::from_fn(|axis| 0.5 * self.min[axis] + 0.5 * self.max[axis])
    }

    /// The way from one point to another: on a torus the short one.
    pub fn offset(&self, from: [f32; 3], to: [f32; 3]) -> [f32; 3] {
        let periods = self.periods();
        std::array::from_fn(|axis| {
            let way = to[axis] - from[axis];
            if periods[axis] > 0.0 { way - (way / periods[axis]).round() * periods[axis] } else { way }
        })
    }

    /// The lengths after which a torus repeats; 0 along an axis that does not.
    pub(crate) fn periods(&self) -> [f32; 3] {
        if self.edge == Edge::Wrap { self.sides() } else { [0.0; 3] }
    }
}

/// A point of a world of either dimension: the plane is where z is 0.
pub(crate) fn in_space<const D: usize>(point: [f32; D]) -> [f32; 3] {
    std::array::from_fn(|axis| point.get(axis).copied().unwrap_or(0.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn across_a_seam_the_way_is_the_short_one() {
        let torus = Bounds { min: [0.0; 3], max: [10.0, 10.0, 0.0], edge: Edge::Wrap };
        assert_eq!(torus.offset([9.0, 5.0, 0.0], [1.0, 5.0, 0.0]), [2.0, 0.0, 0.0]);
        let closed = Bounds { edge: Edge::Bounce, ..torus };
        assert_eq!(closed.offset([9.0, 5.0, 0.0], [1.0, 5.0, 0.0]), [-8.0, 0.0, 0.0]);
    }
}
