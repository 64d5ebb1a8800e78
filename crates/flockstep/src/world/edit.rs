//! Changing groups and behaviors while the world runs. An edit that does not fit is refused and changes nothing.

use super::{MOST_KINDS, World};
use crate::error::Error;
use crate::group::{Group, Settings};
use crate::ids::GroupId;
use crate::plan::{GroupIndex, Names, Plans};
use crate::settings::Place;
use crate::settings::parameters::Point;
use crate::space::FARTHEST;
use crate::state::FASTEST;
use crate::steer::CustomBehavior;
use crate::step::Change;
use std::collections::HashSet;
use std::sync::Arc;

impl<const D: usize> World<D> {
    /// Adds a group and returns its id.
    pub fn add_group(&mut self, group: Group) -> Result<GroupId, Error> {
        Ok(self.add_groups(vec![group])?[0])
    }

    /// Adds several groups, which may refer to one another; returns their ids.
    pub fn add_groups(&mut self, groups: Vec<Group>) -> Result<Vec<GroupId>, Error> {
        let first = self.state.groups.len();
        let found = first + groups.len() + self.state.personalities.len();
        if found > MOST_KINDS {
            return Err(Error::TooMany { what: "groups", found: found as u64, most: MOST_KINDS as u64 });
        }
        let mut taken: HashSet<&str> = self.state.groups.iter().map(|group| group.name.as_str()).collect();
        for group in &groups {
            check_group::<D>(group)?;
            if !taken.insert(&group.name) {
                return Err(Error::Taken { kind: "group", name: group.name.clone() });
            }
        }
        let all = [self.state.groups.clone(), groups].concat();
        let added = all.len() - first;
        let groups = std::mem::replace(&mut self.state.groups, all);
        self.replan().inspect_err(|_| self.state.groups = groups)?;
        // Personalities come after the groups: their numbers have moved up.
        let (now, before) = (&mut self.state.agents.kind, &mut self.pipeline.before.kind);
        for kind in now.iter_mut().chain(before) {
            if usize::from(*kind) >= first {
                *kind += added as u16;
            }
        }
        Ok((first..self.state.groups.len()).map(GroupId::of).collect())
    }

    /// Changes a group: anything but its name. All its agents without a personality follow.
    pub fn edit_group(&mut self, group: GroupId, change: impl FnOnce(&mut Group)) -> Result<(), Error> {
        self.check_group(group)?;
        let old = self.state.groups[group.index()].clone();
        let mut new = old.clone();
        change(&mut new);
        new.name.clone_from(&old.name);
        check_group::<D>(&new)?;
        self.state.groups[group.index()] = new;
        self.replan().inspect_err(|_| self.state.groups[group.index()] = old)
    }

    /// Registers a behavior of your own under a name, for [`crate::steer::Custom`] to refer to.
    pub fn register(
        &mut self,
        name: impl Into<String>,
        behavior: impl CustomBehavior<D> + 'static,
    ) -> Result<(), Error> {
        let name = name.into();
        if self.customs.iter().any(|(other, _)| *other == name) {
            return Err(Error::Taken { kind: "custom behavior", name });
        }
        self.customs.push((name, Arc::new(behavior)));
        Ok(())
    }

    /// Makes all plans anew from the settings.
    pub(super) fn replan(&mut self) -> Result<(), Error> {
        let personalities = (0..self.state.personalities.len()).map(|slot| self.state.personality(slot));
        self.plans = Plans::make(&self.names(), personalities)?;
        self.change(Change::Replanned(self.plans.needs.optional));
        Ok(())
    }

    /// What the names in settings can refer to.
    pub(super) fn names(&self) -> Names<'_, D> {
        let state = &self.state;
        let personalities = state.personalities.iter().flatten().map(|(_, settings)| settings);
        let everyone = state.groups.iter().map(|group| &group.settings).chain(personalities);
        let radius = |settings: &Settings| settings.body.radius();
        Names {
            groups: &state.groups,
            markers: &state.scenery.markers,
            customs: &self.customs,
            fields: state.scenery.fields.names(),
            paths: state.scenery.paths.iter().map(|line| line.name.clone()).collect(),
            largest_radius: everyone.map(radius).fold(0.0, f32::max),
            index: GroupIndex::default(),
        }
    }
}

fn check_group<const D: usize>(group: &Group) -> Result<(), Error> {
    let place = |part: &str| format!("groups.{}.{part}", group.name);
    if let Some([least, most]) = group.speed
        && !(least >= 0.0 && least <= most && most <= FASTEST)
    {
        return Err(Error::misfit(place("speed"), "two speeds, the first not greater than the second"));
    }
    let near = |point: &Point| point.as_slice().len() == D && point.as_slice().iter().all(|c| c.abs() <= FARTHEST);
    let fits = match &group.place {
        None => true,
        Some(Place::Ball { center, radius }) => near(center) && (0.0..=FARTHEST).contains(radius),
        Some(Place::Box { min, max }) => {
            let ordered = min.as_slice().iter().zip(max.as_slice()).all(|(low, high)| low <= high);
            near(min) && near(max) && ordered
        }
        Some(Place::Points(points)) => !points.is_empty() && points.iter().all(near),
    };
    if fits {
        return Ok(());
    }
    Err(Error::misfit(place("place"), format!("a ball, a box or points of {D} numbers up to 1e18 each")))
}
