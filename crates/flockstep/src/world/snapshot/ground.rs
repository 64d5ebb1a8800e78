//! Writing and reading what agents move through.

use super::damaged;
use super::read::Reader;
use super::write::Writer;
use crate::error::Error;
use crate::ground::{Costs, Current, Field, Flow, MOST_CELLS, Obstacle, Path};

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
    pub fn field<const D: usize>(&mut self, field: &Field<D>) {
        match field {
            Field::Flow(flow) => {
                self.0.push(0);
                self.grid(flow.costs.min(), flow.costs.cell(), flow.costs.size());
                self.floats(flow.costs.costs());
                self.list(&flow.goals, Writer::target);
                self.flag(flow.obstacles);
                self.floats(&[flow.clearance, flow.moving_cost]);
            }
            Field::Current(Current::Constant { velocity }) => {
                self.0.push(1);
                self.floats(velocity);
            }
            Field::Current(Current::Vortex { center, speed, radius }) => {
                self.0.push(2);
                self.floats(center);
                self.floats(&[*speed, *radius]);
            }
            Field::Current(Current::Grid { min, cell, size, velocities }) => {
                self.0.push(3);
                self.grid(*min, *cell, *size);
                velocities.iter().for_each(|velocity| self.floats(velocity));
            }
        }
    }
    fn grid(&mut self, min: [f32; 2], cell: f32, size: [usize; 2]) {
        self.floats(&[min[0], min[1], cell]);
        self.u32(size[0] as u32);
        self.u32(size[1] as u32);
    }
    pub fn path<const D: usize>(&mut self, path: &Path<D>) {
        self.list(&path.points, |out, point| out.floats(point));
        self.flag(path.closed);
        self.flag(path.smooth);
        self.f32(path.radius);
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
    pub fn field<const D: usize>(&mut self) -> Result<Field<D>, Error> {
        Ok(match self.array::<1>()?[0] {
            0 => {
                let (min, cell, size) = self.grid(4)?;
                let costs = (0..size[0] * size[1]).map(|_| self.f32()).collect::<Result<Vec<f32>, Error>>()?;
                Field::Flow(Flow {
                    costs: Costs::new(min, cell, size, costs)?,
                    goals: self.list(Reader::target)?,
                    obstacles: self.flag()?,
                    clearance: self.f32()?,
                    moving_cost: self.f32()?,
                })
            }
            1 => Field::Current(Current::Constant { velocity: self.vector()? }),
            2 => Field::Current(Current::Vortex { center: self.vector()?, speed: self.f32()?, radius: self.f32()? }),
            3 => {
                let (min, cell, size) = self.grid(4 * D)?;
                let velocities = (0..size[0] * size[1]).map(|_| self.vector()).collect::<Result<Vec<_>, Error>>()?;
                Field::Current(Current::Grid { min, cell, size, velocities })
            }
            _ => return Err(damaged("an unknown field")),
        })
    }
    /// Where a grid is and how many cells it has; more than there are bytes for is damage, and must not reserve memory.
    fn grid(&mut self, bytes_per_cell: usize) -> Result<([f32; 2], f32, [usize; 2]), Error> {
        let [x, y, cell] = self.vector()?;
        let size = [self.u32()? as usize, self.u32()? as usize];
        let cells = size[0].checked_mul(size[1]).filter(|cells| *cells <= MOST_CELLS);
        if cells.is_none_or(|cells| cells * bytes_per_cell > self.bytes.len() - self.at) {
            return Err(damaged("a grid larger than the bytes"));
        }
        Ok(([x, y], cell, size))
    }
    pub fn path<const D: usize>(&mut self) -> Result<Path<D>, Error> {
        Ok(Path { points: self.list(Reader::vector)?, closed: self.flag()?, smooth: self.flag()?, radius: self.f32()? })
    }
}
