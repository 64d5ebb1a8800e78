//! The markers, fields and paths of a world, to add and change.

use super::World;
use crate::agents::at;
use crate::error::Error;
use crate::ground::{Field, Line, Path, Way};
use crate::ids::AgentId;
use crate::math::vector::{Vector, is_finite};
use crate::steer::Ground;

impl<const D: usize> World<D> {
    /// Adds a marker, or moves it if there is one of this name.
    pub fn set_marker(&mut self, name: &str, position: impl Into<Vector<D>>) -> Result<(), Error> {
        let position = position.into();
        if !is_finite(position) {
            return Err(Error::number("marker", position, "finite numbers"));
        }
        match self.state.scenery.markers.iter_mut().find(|(marker, _)| marker == name) {
            Some(marker) => marker.1 = position,
            None => self.state.scenery.markers.push((name.into(), position)),
        }
        Ok(())
    }
    /// Removes a marker that no behavior names.
    pub fn remove_marker(&mut self, name: &str) -> Result<(), Error> {
        let known = || self.state.scenery.markers.iter().map(|(marker, _)| marker.clone()).collect();
        let found = self.state.scenery.markers.iter().position(|(marker, _)| marker == name);
        let place = found.ok_or_else(|| Error::NoSuch { kind: "marker", name: name.into(), known: known() })?;
        if let Some(field) = self.state.scenery.fields.with_goal(name) {
            return Err(Error::misfit(format!("markers.{name}"), format!("the field \"{field}\" leads to it")));
        }
        let marker = self.state.scenery.markers.remove(place);
        // Plans know markers by number.
        self.replan().inspect_err(|_| self.state.scenery.markers.insert(place, marker))
    }
    /// The markers.
    pub fn markers(&self) -> &[(String, Vector<D>)] {
        &self.state.scenery.markers
    }

    /// Adds a field, or replaces the one of this name.
    pub fn set_field(&mut self, name: &str, field: Field<D>) -> Result<(), Error> {
        field.check_goals(name, &self.state.scenery.markers)?;
        self.set_field_as_it_is(name, field)
    }
    /// Adds a field whose goal may be in a wall by now.
    pub(super) fn set_field_as_it_is(&mut self, name: &str, field: Field<D>) -> Result<(), Error> {
        field.check(name, &self.state.scenery.markers)?;
        match self.state.scenery.fields.find(name) {
            Some(number) => self.state.scenery.fields.set(number, field),
            None => self.state.scenery.fields.push(name, field),
        }
        self.state.scenery.solids.set_walls(self.state.scenery.fields.walls());
        Ok(())
    }
    /// Removes a field that no behavior names.
    pub fn remove_field(&mut self, name: &str) -> Result<(), Error> {
        let number = self.field_number(name)?;
        let field = self.state.scenery.fields.remove(number);
        // Plans know fields by number.
        self.replan().inspect_err(|_| self.state.scenery.fields.insert(number, field))?;
        self.state.scenery.solids.set_walls(self.state.scenery.fields.walls());
        Ok(())
    }
    /// The fields, with their names.
    pub fn fields(&self) -> impl Iterator<Item = (&str, &Field<D>)> {
        self.state.scenery.fields.list().iter().map(|named| (named.name.as_str(), &named.field))
    }
    /// Changes what a way costs in cells of a flow field; infinite for a wall: a door that closes. The field is
    /// repaired where it changed.
    pub fn set_costs(&mut self, name: &str, cells: &[([usize; 2], f32)]) -> Result<(), Error> {
        let number = self.field_number(name)?;
        let wrong = || Error::misfit(format!("fields.{name}"), "a field without goals has no costs");
        let named = self.state.scenery.fields.get_mut(number).ok_or_else(wrong)?;
        let Field::Flow(flow) = &mut named.field else { return Err(wrong()) };
        cells.iter().try_for_each(|(cell, cost)| flow.costs.check(*cell, *cost))?;
        let number = |[x, y]: [usize; 2]| y * flow.costs.size()[0] + x;
        let wall =
            |(cell, cost): &([usize; 2], f32)| cost.is_infinite() != flow.costs.costs()[number(*cell)].is_infinite();
        let walls = cells.iter().any(wall);
        let numbers: Vec<usize> = cells.iter().map(|(cell, _)| number(*cell)).collect();
        cells.iter().try_for_each(|(cell, cost)| flow.costs.set(*cell, *cost))?;
        self.state.scenery.solids.index(&self.state.space);
        named.course.remap(flow, &numbers, &self.state.scenery.solids, &self.state.space);
        if walls {
            self.state.scenery.solids.set_walls(self.state.scenery.fields.walls());
        }
        Ok(())
    }
    /// How many cells of a flow field were touched to bring it up to date the last time something changed.
    pub fn touched_cells(&self, name: &str) -> Result<usize, Error> {
        let number = self.field_number(name)?;
        Ok(self.state.scenery.fields.get(number).map_or(0, |named| named.course.touched()))
    }
    /// What the cheapest way from a point to the goal of a flow field costs, as of the last step; infinite if there is
    /// none.
    pub fn cost_to_goal(&self, name: &str, from: impl Into<Vector<D>>) -> Result<f32, Error> {
        let (number, from) = (self.field_number(name)?, from.into());
        match self.state.scenery.fields.get(number).map(|named| (&named.field, &named.course)) {
            Some((Field::Flow(flow), course)) if course.is_made() => Ok(course.value(flow, [from[0], from[1]])),
            _ => Ok(f32::INFINITY),
        }
    }
    /// The ids of the agents that follow a flow field from where there is no way to its goal, as of the last step: they
    /// stop.
    pub fn stranded(&self) -> Vec<AgentId> {
        let follows = |kind: u16| {
            let slots = &self.plans.of(kind).slots;
            slots
                .iter()
                .filter(|slot| matches!(slot.rule.ground(), Some(Ground::Field(_))))
                .filter_map(|slot| slot.ground)
        };
        let lost = |row: &usize| {
            let place: Vector<D> = at(&self.state.agents.position, *row);
            follows(self.state.agents.kind[*row]).filter_map(|number| self.state.scenery.fields.get(number)).any(
                |named| match &named.field {
                    Field::Flow(flow) => {
                        named.course.is_made() && named.course.way(flow, [place[0], place[1]]) == Way::None
                    }
                    Field::Current(_) => false,
                },
            )
        };
        let mut ids: Vec<AgentId> = (0..self.len()).filter(lost).map(|row| self.state.agents.id[row]).collect();
        ids.sort_unstable();
        ids
    }
    fn field_number(&self, name: &str) -> Result<usize, Error> {
        let missing =
            || Error::NoSuch { kind: "field", name: format!("\"{name}\""), known: self.state.scenery.fields.names() };
        self.state.scenery.fields.find(name).ok_or_else(missing)
    }

    /// The walls of the maps of fields: solid like obstacles.
    pub fn walls(&self) -> &[crate::Obstacle<D>] {
        self.state.scenery.solids.walls()
    }

    /// Adds a path, or replaces the one of this name.
    pub fn set_path(&mut self, name: &str, path: Path<D>) -> Result<(), Error> {
        path.check()?;
        let line = Line::new(name, path);
        match self.state.scenery.paths.iter_mut().find(|line| line.name == name) {
            Some(old) => *old = line,
            None => self.state.scenery.paths.push(line),
        }
        Ok(())
    }
    /// Removes a path that no behavior names.
    pub fn remove_path(&mut self, name: &str) -> Result<(), Error> {
        let known = || self.state.scenery.paths.iter().map(|line| line.name.clone()).collect();
        let found = self.state.scenery.paths.iter().position(|line| line.name == name);
        let number =
            found.ok_or_else(|| Error::NoSuch { kind: "path", name: format!("\"{name}\""), known: known() })?;
        let line = self.state.scenery.paths.remove(number);
        self.replan().inspect_err(|_| self.state.scenery.paths.insert(number, line))
    }
    /// The paths, with their names.
    pub fn paths(&self) -> impl Iterator<Item = (&str, &Path<D>)> {
        self.state.scenery.paths.iter().map(|line| (line.name.as_str(), &line.path))
    }
    /// The straight pieces that a path is made of, end to end, to draw it.
    pub fn path_line(&self, name: &str) -> Option<&[Vector<D>]> {
        self.state.scenery.paths.iter().find(|line| line.name == name).map(Line::points)
    }
}
