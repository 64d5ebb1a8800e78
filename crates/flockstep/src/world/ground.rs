//! The fields and paths of a world, to add and change.

use super::World;
use crate::error::Error;
use crate::ground::{Field, Line, Path, Way};
use crate::steer::Ground;
use crate::vector::Vector;
use crate::world::agents::at;

impl<const D: usize> World<D> {
    /// Adds a field, or replaces the one of this name.
    pub fn set_field(&mut self, name: &str, field: Field<D>) -> Result<(), Error> {
        field.check_goals(name, &self.markers)?;
        self.set_field_as_it_is(name, field)
    }
    /// Adds a field whose goal may be in a wall by now.
    pub(super) fn set_field_as_it_is(&mut self, name: &str, field: Field<D>) -> Result<(), Error> {
        field.check(name, &self.markers)?;
        match self.fields.find(name) {
            Some(number) => self.fields.set(number, field),
            None => self.fields.push(name, field),
        }
        self.solids.set_walls(self.fields.walls());
        Ok(())
    }
    /// Removes a field that no behavior names.
    pub fn remove_field(&mut self, name: &str) -> Result<(), Error> {
        let number = self.field_number(name)?;
        let field = self.fields.remove(number);
        // Plans know fields by number.
        self.replan().inspect_err(|_| self.fields.insert(number, field))?;
        self.solids.set_walls(self.fields.walls());
        Ok(())
    }
    /// The fields, with their names.
    pub fn fields(&self) -> impl Iterator<Item = (&str, &Field<D>)> {
        self.fields.list().iter().map(|named| (named.name.as_str(), &named.field))
    }
    /// Changes what a way costs in cells of a flow field; infinite for a wall: a door that closes. The field is repaired where
    /// it changed.
    pub fn set_costs(&mut self, name: &str, cells: &[([usize; 2], f32)]) -> Result<(), Error> {
        let number = self.field_number(name)?;
        let wrong = || Error::misfit(format!("fields.{name}"), "a field without goals has no costs");
        let named = self.fields.get_mut(number).ok_or_else(wrong)?;
        let Field::Flow(flow) = &mut named.field else { return Err(wrong()) };
        cells.iter().try_for_each(|(cell, cost)| flow.costs.check(*cell, *cost))?;
        let number = |[x, y]: [usize; 2]| y * flow.costs.size()[0] + x;
        let wall =
            |(cell, cost): &([usize; 2], f32)| cost.is_infinite() != flow.costs.costs()[number(*cell)].is_infinite();
        let walls = cells.iter().any(wall);
        let numbers: Vec<usize> = cells.iter().map(|(cell, _)| number(*cell)).collect();
        cells.iter().try_for_each(|(cell, cost)| flow.costs.set(*cell, *cost))?;
        self.solids.index(&self.space);
        named.course.remap(flow, &numbers, &self.solids, &self.space);
        if walls {
            self.solids.set_walls(self.fields.walls());
        }
        Ok(())
    }
    /// How many cells of a flow field were touched to bring it up to date the last time something changed.
    pub fn touched_cells(&self, name: &str) -> Result<usize, Error> {
        let number = self.field_number(name)?;
        Ok(self.fields.get(number).map_or(0, |named| named.course.touched()))
    }
    /// What the cheapest way from a point to the goal of a flow field costs, as of the last step; infinite if there is none.
    pub fn cost_to_goal(&self, name: &str, from: impl Into<Vector<D>>) -> Result<f32, Error> {
        let (number, from) = (self.field_number(name)?, from.into());
        match self.fields.get(number).map(|named| (&named.field, &named.course)) {
            Some((Field::Flow(flow), course)) if course.is_made() => Ok(course.value(flow, [from[0], from[1]])),
            _ => Ok(f32::INFINITY),
        }
    }
    /// The ids of the agents that follow a flow field from where there is no way to its goal, as of the last step: they stop.
    pub fn stranded(&self) -> Vec<u32> {
        let follows = |kind: u16| {
            let slots = &self.plans[usize::from(kind)].slots;
            slots
                .iter()
                .filter(|slot| matches!(slot.rule.ground(), Some(Ground::Field(_))))
                .filter_map(|slot| slot.ground)
        };
        let lost = |row: &usize| {
            let place: Vector<D> = at(&self.now.position, *row);
            follows(self.now.kind[*row]).filter_map(|number| self.fields.get(number)).any(|named| match &named.field {
                Field::Flow(flow) => {
                    named.course.is_made() && named.course.way(flow, [place[0], place[1]]) == Way::None
                }
                Field::Current(_) => false,
            })
        };
        let mut ids: Vec<u32> = (0..self.len()).filter(lost).map(|row| self.now.id[row]).collect();
        ids.sort_unstable();
        ids
    }
    fn field_number(&self, name: &str) -> Result<usize, Error> {
        let missing = || Error::NoSuch { kind: "field", name: format!("\"{name}\""), known: self.fields.names() };
        self.fields.find(name).ok_or_else(missing)
    }

    /// The walls of the maps of fields: solid like obstacles.
    pub fn walls(&self) -> &[crate::Obstacle<D>] {
        self.solids.walls()
    }

    /// Adds a path, or replaces the one of this name.
    pub fn set_path(&mut self, name: &str, path: Path<D>) -> Result<(), Error> {
        path.check()?;
        let line = Line::new(name, path);
        match self.paths.iter_mut().find(|line| line.name == name) {
            Some(old) => *old = line,
            None => self.paths.push(line),
        }
        Ok(())
    }
    /// Removes a path that no behavior names.
    pub fn remove_path(&mut self, name: &str) -> Result<(), Error> {
        let known = || self.paths.iter().map(|line| line.name.clone()).collect();
        let found = self.paths.iter().position(|line| line.name == name);
        let number =
            found.ok_or_else(|| Error::NoSuch { kind: "path", name: format!("\"{name}\""), known: known() })?;
        let line = self.paths.remove(number);
        self.replan().inspect_err(|_| self.paths.insert(number, line))
    }
    /// The paths, with their names.
    pub fn paths(&self) -> impl Iterator<Item = (&str, &Path<D>)> {
        self.paths.iter().map(|line| (line.name.as_str(), &line.path))
    }
    /// The straight pieces that a path is made of, end to end, to draw it.
    pub fn path_line(&self, name: &str) -> Option<&[Vector<D>]> {
        self.paths.iter().find(|line| line.name == name).map(Line::points)
    }

    /// Brings fields up to date for a step.
    pub(crate) fn update_fields(&mut self) {
        self.fields.update(&self.markers, &self.solids, &self.space);
    }
}
