//! Fields: what leads agents to a goal from everywhere, or carries them along.

mod costs;
mod current;
mod flow;
mod march;
mod stamp;

pub use costs::{Costs, MOST_CELLS};
pub use current::Current;
pub use flow::Flow;
pub(crate) use flow::{Course, Way};

use super::{Obstacle, Solids};
use crate::error::Error;
use crate::math::vector::{Vector, is_finite};
use crate::settings::Target;
use crate::space::Space;
use crate::stop::Stop;

/// What a field is.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Field<const D: usize> {
    /// The way to a goal from everywhere; only in 2D.
    Flow(Flow),
    /// A given velocity at every place.
    Current(Current<D>),
}

/// A field with its name, and what has been worked out of it.
#[derive(Clone, Debug)]
pub(crate) struct Named<const D: usize> {
    pub name: String,
    pub field: Field<D>,
    pub course: Course<D>,
}

/// All fields of a world.
#[derive(Clone, Debug, Default)]
pub(crate) struct Fields<const D: usize> {
    list: Vec<Named<D>>,
}

impl<const D: usize> Fields<D> {
    pub fn get(&self, number: usize) -> Option<&Named<D>> {
        self.list.get(number)
    }
    pub fn list(&self) -> &[Named<D>] {
        &self.list
    }
    pub fn find(&self, name: &str) -> Option<usize> {
        self.list.iter().position(|field| field.name == name)
    }
    pub fn names(&self) -> Vec<String> {
        self.list.iter().map(|field| field.name.clone()).collect()
    }
    pub fn push(&mut self, name: &str, field: Field<D>) {
        self.list.push(Named { name: name.into(), field, course: Course::default() });
    }
    pub fn set(&mut self, number: usize, field: Field<D>) {
        self.list[number].field = field;
        self.list[number].course = Course::default();
    }
    pub fn remove(&mut self, number: usize) -> Named<D> {
        self.list.remove(number)
    }
    pub fn insert(&mut self, number: usize, field: Named<D>) {
        self.list.insert(number, field);
    }
    pub fn get_mut(&mut self, number: usize) -> Option<&mut Named<D>> {
        self.list.get_mut(number)
    }

    /// The name of a field that leads to a marker.
    pub fn with_goal(&self, marker: &str) -> Option<&str> {
        let leads = |named: &&Named<D>| match &named.field {
            Field::Flow(flow) => flow.goals.iter().any(|goal| matches!(goal, Target::Marker(name) if name == marker)),
            Field::Current(_) => false,
        };
        self.list.iter().find(leads).map(|named| named.name.as_str())
    }

    /// The walls of all maps.
    pub fn walls(&self) -> Vec<Obstacle<D>> {
        let flows = self.list.iter().filter_map(|named| match &named.field {
            Field::Flow(flow) => Some(flow),
            Field::Current(_) => None,
        });
        flows.flat_map(|flow| flow.costs.walls()).collect()
    }

    /// Brings every course up to date with obstacles and markers.
    pub fn update(&mut self, markers: &[(String, Vector<D>)], solids: &Solids<D>, space: &Space<D>, stop: &Stop) {
        for named in &mut self.list {
            if let Field::Flow(flow) = &named.field {
                let goals: Vec<[f32; 2]> = flow.goals.iter().filter_map(|goal| point_of(goal, markers)).collect();
                named.course.update(flow, &goals, solids, space, stop);
            }
        }
    }

    /// Drops every course: the next update works it out anew.
    pub fn forget(&mut self) {
        self.list.iter_mut().for_each(|named| named.course = Course::default());
    }

    pub fn bytes(&self) -> usize {
        self.list.iter().map(|named| named.course.bytes()).sum()
    }
}

/// Where a goal is.
fn point_of<const D: usize>(goal: &Target, markers: &[(String, Vector<D>)]) -> Option<[f32; 2]> {
    match goal {
        Target::Point(point) => point.get::<D>().map(|point| [point[0], point[1]]),
        Target::Marker(name) => {
            markers.iter().find(|(marker, _)| marker == name).map(|(_, point)| [point[0], point[1]])
        }
        _ => None,
    }
}

impl<const D: usize> Field<D> {
    /// Refuses what makes no field in a world with these markers.
    pub(crate) fn check(&self, name: &str, markers: &[(String, Vector<D>)]) -> Result<(), Error> {
        let flow = match self {
            Field::Current(current) => return current.check(),
            Field::Flow(flow) => flow,
        };
        let place = format!("fields.{name}");
        if D != 2 {
            return Err(Error::misfit(place, "found goals in three dimensions, allowed is a field with goals in two"));
        }
        if flow.goals.is_empty() {
            return Err(Error::misfit(format!("{place}.goals"), "found no goal, allowed is at least one"));
        }
        for goal in &flow.goals {
            match (goal, point_of(goal, markers)) {
                (_, Some(point)) if is_finite(point) => {}
                (Target::Marker(marker), None) => {
                    let known = markers.iter().map(|(marker, _)| marker.clone()).collect();
                    return Err(Error::NoSuch { kind: "marker", name: format!("\"{marker}\""), known });
                }
                _ => {
                    return Err(Error::misfit(
                        format!("{place}.goals"),
                        "found a goal that is neither, allowed is points of two numbers, or markers",
                    ));
                }
            }
        }
        let (gap, extra) = (flow.clearance, flow.moving_cost);
        if (0.0..=1e15).contains(&gap) && (0.0..=1e6).contains(&extra) {
            return Ok(());
        }
        Err(Error::number(&place, (gap, extra), "a clearance from 0 to 1e15 and a moving_cost from 0 to 1e6"))
    }

    /// Refuses a goal in a wall: nobody would ever find a way. (A marker may still move into one; then everyone stops.)
    pub(crate) fn check_goals(&self, name: &str, markers: &[(String, Vector<D>)]) -> Result<(), Error> {
        let Field::Flow(flow) = self else { return Ok(()) };
        let in_wall = |point: &[f32; 2]| flow.costs.costs()[flow.costs.cell_at(*point)].is_infinite();
        match flow.goals.iter().filter_map(|goal| point_of(goal, markers)).find(in_wall) {
            Some(point) => Err(Error::misfit(
                format!("fields.{name}.goals"),
                format!("found the goal {point:?} in a wall, allowed is where a way can lead"),
            )),
            None => Ok(()),
        }
    }
}
