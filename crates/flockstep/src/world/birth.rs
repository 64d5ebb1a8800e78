//! Agents coming into the world and leaving it.

use super::agents::Row;
use super::{MOST_AGENTS, World};
use crate::error::Error;
use crate::random::{self, Purpose};
use crate::settings::Place;
use crate::vector::{Vector, is_finite, length, scale, unit};

/// The greatest speed that can be given from outside: far beyond any body's, small enough to stay finite.
pub const FASTEST: f32 = 1e12;

impl<const D: usize> World<D> {
    /// Puts an agent into the world; returns its id. It points where it moves, or along x if it does not.
    pub fn spawn(
        &mut self,
        group: usize,
        position: impl Into<Vector<D>>,
        velocity: impl Into<Vector<D>>,
    ) -> Result<u32, Error> {
        let (position, velocity) = (position.into(), velocity.into());
        self.check_group(group)?;
        self.check_room(1)?;
        check_motion(position, velocity)?;
        Ok(self.put(group, position, velocity, None))
    }

    /// Puts `count` agents of a group where its `place` says, with random headings; returns their ids.
    pub fn populate(&mut self, group: usize, count: usize) -> Result<std::ops::Range<u32>, Error> {
        self.check_group(group)?;
        self.check_room(count)?;
        let first = self.next_id;
        self.now.reserve(count);
        for nth in 0..count {
            let (position, velocity, heading) = self.birth(group, self.next_id, nth);
            self.put(group, position, velocity, Some(heading));
        }
        Ok(first..self.next_id)
    }

    /// Takes an agent out of the world. Its id is never given again.
    pub fn despawn(&mut self, id: u32) -> Result<(), Error> {
        let row = self.row(id)?;
        self.remove(row);
        Ok(())
    }

    /// Takes the agent of a row out of the world; the last row takes its place.
    pub(super) fn remove(&mut self, row: usize) {
        let id = self.now.id[row];
        let taken_back = self.take_back_personality(row);
        debug_assert!(taken_back.is_ok(), "plans that were made once can be made again");
        self.now.swap_remove(row);
        if self.before.len() > row {
            self.before.swap_remove(row);
        }
        for column in &mut self.steering {
            if column.len() > row {
                column.swap_remove(row);
            }
        }
        self.controls.retain(|(controlled, _)| *controlled != id);
        self.row_of.take();
        self.kept.forget();
    }

    /// Puts the agent of a row back where its group is born.
    pub(super) fn respawn(&mut self, row: usize) {
        self.pointed = false;
        self.kept.forget();
        let id = self.now.id[row];
        let group = self.group_of[usize::from(self.now.kind[row])];
        let (position, velocity, heading) = self.birth(group, id, id as usize);
        let position = self.space.inside(position);
        if let Some(spin) = self.now.spin.get_mut(row) {
            *spin = 0.0;
        }
        for axis in 0..D {
            self.now.position[axis][row] = position[axis];
            self.now.velocity[axis][row] = velocity[axis];
            self.now.heading[axis][row] = heading[axis];
            if let Some(before) = self.before.position[axis].get_mut(row) {
                *before = position[axis];
            }
        }
    }

    fn put(&mut self, group: usize, position: Vector<D>, velocity: Vector<D>, heading: Option<Vector<D>>) -> u32 {
        let id = self.next_id;
        self.next_id += 1;
        self.pointed = false;
        let ahead = std::array::from_fn(|axis| if axis == 0 { 1.0 } else { 0.0 });
        let course = unit(velocity);
        let heading = heading.unwrap_or(if course == [0.0; D] { ahead } else { course });
        let position = self.space.inside(position);
        let row = Row { position, velocity, heading, memory: [0.0; D], spin: 0.0, id, kind: group as u16 };
        // The optional columns count from the first agent on.
        let (memory, spin) = (self.needs_memory(), self.needs_spin());
        let len = self.now.len();
        self.now.resize(len, memory, spin);
        self.now.push(row, memory, spin);
        if self.before.len() == len {
            self.before.resize(len, memory, spin);
            self.before.push(row, memory, spin);
        }
        for column in &mut self.steering {
            if column.len() == len {
                column.push(0.0);
            }
        }
        self.row_of.take();
        self.kept.forget();
        id
    }

    /// Where and how an agent is born: a pure function of the seed, its id and the step.
    fn birth(&self, group: usize, id: u32, nth: usize) -> (Vector<D>, Vector<D>, Vector<D>) {
        let group = &self.groups[group];
        let words = random::words(self.seed, id, self.step, Purpose::Birth, 0);
        let more = random::words(self.seed, id, self.step, Purpose::Birth, 1);
        let position = match &group.place {
            None => in_box(self.space.min(), self.space.max(), words),
            Some(Place::Box { min, max }) => {
                in_box(min.get().unwrap_or(self.space.min()), max.get().unwrap_or(self.space.max()), words)
            }
            Some(Place::Ball { center, radius }) => {
                let center = center.get().unwrap_or([0.0; D]);
                let share = random::fraction(words[2]);
                let radius = radius * if D == 2 { share.sqrt() } else { libm::cbrtf(share) };
                let direction: Vector<D> = random::direction(words[0], words[1]);
                std::array::from_fn(|axis| center[axis] + direction[axis] * radius)
            }
            Some(Place::Points(points)) => {
                let point = if points.is_empty() { None } else { points[nth % points.len()].get() };
                point.unwrap_or([0.0; D])
            }
        };
        let heading: Vector<D> = random::direction(more[0], more[1]);
        let [least, most] = group.speed.unwrap_or([0.5 * group.settings.body.max_speed(); 2]);
        let speed = least + (most - least) * random::fraction(more[2]);
        (position, scale(heading, speed), heading)
    }

    pub(super) fn check_group(&self, group: usize) -> Result<(), Error> {
        if group < self.groups.len() {
            return Ok(());
        }
        let known = self.groups.iter().map(|group| group.name.clone()).collect();
        Err(Error::NoSuch { kind: "group", name: format!("number {group}"), known })
    }
    fn check_room(&self, more: usize) -> Result<(), Error> {
        let found = self.len().saturating_add(more);
        if found > MOST_AGENTS || more > (u32::MAX - self.next_id) as usize {
            return Err(Error::TooMany { what: "agents", found: found as u64, most: MOST_AGENTS as u64 });
        }
        Ok(())
    }
}

fn in_box<const D: usize>(min: Vector<D>, max: Vector<D>, words: [u32; 4]) -> Vector<D> {
    std::array::from_fn(|axis| min[axis] + (max[axis] - min[axis]) * random::fraction(words[axis]))
}

/// Refuses positions and velocities that are not finite or absurdly large.
pub(super) fn check_motion<const D: usize>(position: Vector<D>, velocity: Vector<D>) -> Result<(), Error> {
    let farthest = crate::bound::FARTHEST;
    if !is_finite(position) || position.iter().any(|c| c.abs() > farthest) {
        return Err(Error::number("position", position, "finite numbers up to 1e18"));
    }
    if !is_finite(velocity) || length(velocity) > FASTEST {
        return Err(Error::number("velocity", velocity, "finite numbers, a speed up to 1e12"));
    }
    Ok(())
}
