//! Names looked up.

use super::wrong_length;
use crate::error::Error;
use crate::group::Group;
use crate::ids::AgentId;
use crate::math::vector::{Vector, is_finite};
use crate::perceive::{Admits, NamedGroups};
use crate::scene::TargetPlan;
use crate::settings::{Of, Pick, Target};
use crate::steer::{CustomBehavior, Ground};
use std::cell::{Cell, OnceCell, RefCell};
use std::collections::HashMap;
use std::sync::Arc;

/// The behaviors of the program's own, by name.
pub(crate) type Customs<const D: usize> = Vec<(String, Arc<dyn CustomBehavior<D>>)>;

/// What the names in settings can refer to.
pub(crate) struct Names<'a, const D: usize> {
    pub groups: &'a [Group],
    pub markers: &'a [(String, Vector<D>)],
    pub customs: &'a Customs<D>,
    pub fields: Vec<String>,
    pub paths: Vec<String>,
    /// The radius of the largest body of any group or personality.
    pub largest_radius: f32,
    pub index: GroupIndex<'a>,
}

/// The groups by name and by layer, and whom filters name: worked out when someone asks for it.
#[derive(Default)]
pub(crate) struct GroupIndex<'a> {
    by_name: OnceCell<HashMap<&'a str, u32>>,
    by_layer: OnceCell<HashMap<&'a str, Vec<u32>>>,
    /// Whom lists of filters name: most plans have the same ones.
    named: RefCell<HashMap<Vec<Of>, NamedGroups>>,
    /// How many groups they name together.
    entries: Cell<usize>,
}

/// The most groups that the filters of all plans may name together, one by one or by layer; plans with the same
/// filters count once. They take 8 bytes each.
const MOST_NAMED: usize = 1 << 24;

/// The number of a field or path.
pub(super) fn find_ground<const D: usize>(ground: Ground<'_>, names: &Names<D>) -> Result<usize, Error> {
    let (kind, name, known) = match ground {
        Ground::Field(name) => ("field", name, &names.fields),
        Ground::Path(name) => ("path", name, &names.paths),
    };
    let missing = || Error::NoSuch { kind, name: format!("\"{name}\""), known: known.clone() };
    known.iter().position(|other| other == name).ok_or_else(missing)
}

pub(super) fn find_target<const D: usize>(
    target: &Target,
    names: &Names<D>,
    place: &str,
    agents: &mut Vec<AgentId>,
) -> Result<TargetPlan<D>, Error> {
    match target {
        Target::Point(point) => {
            let point: Vector<D> = point.get().ok_or_else(|| wrong_length::<D>(place, "target.point"))?;
            if !is_finite(point) {
                return Err(Error::number(&format!("{place}.target.point"), point, "finite numbers"));
            }
            Ok(TargetPlan::Point(point))
        }
        Target::Marker(name) => match names.markers.iter().position(|(marker, _)| marker == name) {
            Some(marker) => Ok(TargetPlan::Marker(marker)),
            None => {
                let known = names.markers.iter().map(|(marker, _)| marker.clone()).collect();
                Err(Error::NoSuch { kind: "marker", name: format!("\"{name}\""), known })
            }
        },
        Target::Group { group, pick } => {
            let nearest = *pick == Pick::Nearest;
            names.group(group).map(|group| TargetPlan::Group { group, nearest })
        }
        Target::Agent(id) => {
            let slot = agents.iter().position(|other| other == id).unwrap_or_else(|| {
                agents.push(*id);
                agents.len() - 1
            });
            Ok(TargetPlan::Agent(slot))
        }
    }
}

pub(crate) fn find_group(groups: &[Group], name: &str) -> Result<usize, Error> {
    groups.iter().position(|group| group.name == name).ok_or_else(|| no_such_group(groups, name))
}

fn no_such_group(groups: &[Group], name: &str) -> Error {
    let known = groups.iter().map(|group| group.name.clone()).collect();
    Error::NoSuch { kind: "group", name: format!("\"{name}\""), known }
}

impl<'a, const D: usize> Names<'a, D> {
    /// The number of a group.
    pub fn group(&self, name: &str) -> Result<usize, Error> {
        let groups: &'a [Group] = self.groups;
        let index = || (0..).zip(groups).map(|(number, group)| (group.name.as_str(), number)).collect();
        let found = self.index.by_name.get_or_init(index).get(name);
        found.map(|number| *number as usize).ok_or_else(|| no_such_group(groups, name))
    }
    /// The groups of a layer, in order.
    pub fn layer(&self, name: &str) -> &[u32] {
        let groups: &'a [Group] = self.groups;
        let by_layer = self.index.by_layer.get_or_init(|| {
            let mut by_layer: HashMap<&str, Vec<u32>> = HashMap::new();
            for (number, group) in (0..).zip(groups) {
                group.layers.iter().for_each(|layer| by_layer.entry(layer).or_default().push(number));
            }
            by_layer
        });
        by_layer.get(name).map_or(&[], Vec::as_slice)
    }

    /// Whom the agents of a group let through by these filters, each of which is a bit.
    pub fn admits(&self, own: usize, filters: Vec<Of>) -> Result<Admits, Error> {
        let bits =
            |some: &[Of]| (0..).zip(&filters).filter(|(_, of)| some.contains(of)).fold(0, |all, (at, _)| all | 1 << at);
        let (mates, others) = (bits(&[Of::Mates, Of::All]), bits(&[Of::Others, Of::All]));
        Ok(Admits::new(self.groups.len(), own, mates, others, self.named(filters)?))
    }

    /// Whom filters name, one by one or by layer.
    fn named(&self, filters: Vec<Of>) -> Result<NamedGroups, Error> {
        if let Some(named) = self.index.named.borrow().get(&filters) {
            return Ok(NamedGroups::clone(named));
        }
        let mut found: Vec<(u32, u32)> = Vec::new();
        for (at, of) in filters.iter().enumerate() {
            let mut add = |group: u32| found.push((group, 1 << at));
            match of {
                Of::Mates | Of::Others | Of::All => {}
                Of::Groups(names) => {
                    for name in names {
                        add(self.group(name)? as u32);
                    }
                }
                Of::Layers { layers, all: false } => {
                    layers.iter().flat_map(|layer| self.layer(layer)).copied().for_each(add);
                }
                Of::Layers { layers, all: true } => {
                    let has = |group: &&u32| layers.iter().all(|l| self.groups[**group as usize].layers.contains(l));
                    let first = layers.first().map_or(&[][..], |layer| self.layer(layer));
                    first.iter().filter(has).copied().for_each(add);
                }
            }
        }
        found.sort_unstable();
        found.dedup_by(|next, kept| {
            let same = next.0 == kept.0;
            kept.1 |= if same { next.1 } else { 0 };
            same
        });
        let entries = self.index.entries.get() + found.len();
        if entries > MOST_NAMED {
            let what = "groups named by behaviors, one by one or by layer, in all groups together";
            return Err(Error::TooMany { what, found: entries as u64, most: MOST_NAMED as u64 });
        }
        self.index.entries.set(entries);
        let named = NamedGroups::from(found);
        self.index.named.borrow_mut().insert(filters, NamedGroups::clone(&named));
        Ok(named)
    }

    /// The program's own behavior of a name.
    pub fn find_custom(&self, name: &str) -> Result<Arc<dyn CustomBehavior<D>>, Error> {
        let found = self.customs.iter().find(|(other, _)| other == name);
        let known = || self.customs.iter().map(|(name, _)| name.clone()).collect();
        let missing = || Error::NoSuch { kind: "custom behavior", name: format!("\"{name}\""), known: known() };
        Ok(found.ok_or_else(missing)?.1.clone())
    }
}
