//! Names looked up.

use super::wrong_length;
use crate::error::Error;
use crate::group::Group;
use crate::ids::AgentId;
use crate::math::vector::{Vector, is_finite};
use crate::scene::TargetPlan;
use crate::settings::{Of, Pick, Target};
use crate::steer::{CustomBehavior, Ground};
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
}

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
            find_group(names.groups, group).map(|group| TargetPlan::Group { group, nearest })
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
    groups.iter().position(|group| group.name == name).ok_or_else(|| Error::NoSuch {
        kind: "group",
        name: format!("\"{name}\""),
        known: groups.iter().map(|group| group.name.clone()).collect(),
    })
}

impl<const D: usize> Names<'_, D> {
    /// The program's own behavior of a name.
    pub fn find_custom(&self, name: &str) -> Result<Arc<dyn CustomBehavior<D>>, Error> {
        let found = self.customs.iter().find(|(other, _)| other == name);
        let known = || self.customs.iter().map(|(name, _)| name.clone()).collect();
        let missing = || Error::NoSuch { kind: "custom behavior", name: format!("\"{name}\""), known: known() };
        Ok(found.ok_or_else(missing)?.1.clone())
    }
}

/// Whether `of`, said by an agent of group `own`, means the agents of group `other`.
pub(super) fn admits(of: &Of, own: usize, other: usize, groups: &[Group]) -> bool {
    match of {
        Of::Mates => own == other,
        Of::Others => own != other,
        Of::All => true,
        Of::Layers { layers, all: false } => layers.iter().any(|layer| groups[other].layers.contains(layer)),
        Of::Layers { layers, all: true } => layers.iter().all(|layer| groups[other].layers.contains(layer)),
        Of::Groups(names) => names.contains(&groups[other].name),
    }
}
