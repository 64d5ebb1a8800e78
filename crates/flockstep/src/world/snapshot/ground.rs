//! Writing and reading what agents move through.

use super::damaged;
use super::read::Reader;
use super::write::Writer;
use crate::error::Error;
use crate::ground::Obstacle;

impl Writer {
    pub fn obstacle<const D: usize>(&mut self, obstacle: &Obstacle<D>) {
        match obstacle {
            Obstacle::Ball { center, radius } => {
                self.0.push(0);
                self.floats(center);
                self.f32(*radius);
            }
            Obstacle::Box { min, max } => {
                self.0.push(1);
                self.floats(min);
                self.floats(max);
            }
            Obstacle::Capsule { from, to, radius } => {
                self.0.push(2);
                self.floats(from);
                self.floats(to);
                self.f32(*radius);
            }
            Obstacle::Segment { from, to } => {
                self.0.push(3);
                self.floats(from);
                self.floats(to);
            }
            Obstacle::Polygon { points } => {
                self.0.push(4);
                self.list(points, |out, point| out.floats(point));
            }
            Obstacle::Plane { point, normal } => {
                self.0.push(5);
                self.floats(point);
                self.floats(normal);
            }
        }
    }
}

impl Reader<'_> {
    pub fn obstacle<const D: usize>(&mut self) -> Result<Obstacle<D>, Error> {
        Ok(match self.array::<1>()?[0] {
            0 => Obstacle::Ball { center: self.vector()?, radius: self.f32()? },
            1 => Obstacle::Box { min: self.vector()?, max: self.vector()? },
            2 => Obstacle::Capsule { from: self.vector()?, to: self.vector()?, radius: self.f32()? },
            3 => Obstacle::Segment { from: self.vector()?, to: self.vector()? },
            4 => Obstacle::Polygon { points: self.list(Reader::vector)? },
            5 => Obstacle::Plane { point: self.vector()?, normal: self.vector()? },
            _ => return Err(damaged("an unknown obstacle")),
        })
    }
}
