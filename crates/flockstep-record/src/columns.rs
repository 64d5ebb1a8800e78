//! What a trajectory says of an agent, and of which agents.

use crate::error::Error;
use flockstep::GroupId;
use flockstep::group::Group;

/// The axes by name.
const AXES: [&str; 3] = ["x", "y", "z"];

/// What a column says of an agent at a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Column {
    /// The step.
    Step,
    /// Seconds of the world's time.
    Time,
    /// The agent's id.
    Id,
    /// The name of its group.
    Group,
    /// A vector along one axis.
    Number(Vector, usize),
}

/// What a vector of an agent is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Vector {
    /// Where it is: x, y, z.
    Position,
    /// How it moves: vx, vy, vz.
    Velocity,
    /// The blended steering of that step, before the body's limits: sx, sy, sz.
    Steering,
    /// Where it points, of length 1: hx, hy, hz.
    Heading,
}

impl Vector {
    const fn prefix(self) -> &'static str {
        match self {
            Vector::Position => "",
            Vector::Velocity => "v",
            Vector::Steering => "s",
            Vector::Heading => "h",
        }
    }
}

impl Column {
    /// Its head.
    pub fn name(self) -> String {
        match self {
            Column::Step => "step".into(),
            Column::Time => "time".into(),
            Column::Id => "id".into(),
            Column::Group => "group".into(),
            Column::Number(vector, axis) => format!("{}{}", vector.prefix(), AXES[axis]),
        }
    }
    /// Every column there is.
    pub fn all(dimensions: usize) -> Vec<Column> {
        let vectors = [Vector::Position, Vector::Velocity, Vector::Steering, Vector::Heading];
        let numbers = vectors.into_iter().flat_map(|vector| (0..dimensions).map(move |axis| (vector, axis)));
        let numbers = numbers.map(|(vector, axis)| Column::Number(vector, axis));
        [Column::Step, Column::Time, Column::Id, Column::Group].into_iter().chain(numbers).collect()
    }
    /// The columns of a trajectory for which none were chosen: all but the heading.
    pub fn usual(dimensions: usize) -> Vec<Column> {
        let mut columns = Column::all(dimensions);
        columns.retain(|column| !matches!(column, Column::Number(Vector::Heading, _)));
        columns
    }
}

/// Which columns, and of which groups.
#[derive(Clone, Debug)]
pub struct Selection {
    pub(crate) columns: Vec<Column>,
    /// The name of each group of the world.
    pub(crate) names: Vec<String>,
    /// Whether each group is in; `None` takes them all.
    pub(crate) groups: Option<Vec<bool>>,
}

impl Selection {
    /// Finds what was asked for by name; `None` takes what is usual.
    pub fn new(
        world: &[Group],
        dimensions: usize,
        columns: Option<&[String]>,
        groups: Option<&[String]>,
    ) -> Result<Selection, Error> {
        let names: Vec<String> = world.iter().map(|group| group.name.clone()).collect();
        let all = Column::all(dimensions);
        let heads: Vec<String> = all.iter().map(|column| column.name()).collect();
        let columns = match columns {
            None => Column::usual(dimensions),
            Some(chosen) => find("column", chosen, &heads)?.into_iter().map(|at| all[at]).collect(),
        };
        let groups = groups.map(|chosen| find("group", chosen, &names)).transpose()?;
        let groups = groups.map(|chosen| (0..names.len()).map(|group| chosen.contains(&group)).collect());
        Ok(Selection { columns, names, groups })
    }
    /// The columns, in order.
    pub fn columns(&self) -> &[Column] {
        &self.columns
    }
    /// Whether the agents of a group are in.
    pub fn has_group(&self, group: GroupId) -> bool {
        self.groups.as_ref().is_none_or(|groups| groups[group.index()])
    }
    /// The vectors among the columns, in order.
    pub(crate) fn numbers(&self) -> impl Iterator<Item = (Vector, usize)> + '_ {
        self.columns.iter().filter_map(|column| match column {
            Column::Number(vector, axis) => Some((*vector, *axis)),
            _ => None,
        })
    }
}

/// The places of names in a list. None may be named twice, and one must be.
fn find(what: &'static str, chosen: &[String], names: &[String]) -> Result<Vec<usize>, Error> {
    let mut places = Vec::new();
    for name in chosen {
        let place = names.iter().position(|other| other == name).ok_or_else(|| Error::Unknown {
            what,
            found: name.clone(),
            allowed: names.to_vec(),
        })?;
        if places.contains(&place) {
            return Err(Error::Input(format!("the {what} \"{name}\" is named twice, allowed is once")));
        }
        places.push(place);
    }
    if places.is_empty() {
        return Err(Error::Input(format!("found no {what}, allowed is at least one of {}", names.join(", "))));
    }
    Ok(places)
}
