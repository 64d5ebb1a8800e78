//! Changing the world while it runs. An edit that does not fit is refused and changes nothing.

use super::{MOST_KINDS, Space, World};
use crate::error::Error;
use crate::plan::{Names, Plan, TargetPlan, plan};
use crate::scene::Census;
use crate::settings::{Body, Group, Settings};
use crate::squads::formation_of;
use crate::steer::CustomBehavior;
use crate::vector::{Vector, is_finite};
use std::sync::Arc;

impl<const D: usize> World<D> {
    /// Adds a group and returns its number.
    pub fn add_group(&mut self, group: Group) -> Result<usize, Error> {
        Ok(self.add_groups(vec![group])?.start)
    }

    /// Adds several groups, which may refer to one another; returns their numbers.
    pub fn add_groups(&mut self, groups: Vec<Group>) -> Result<std::ops::Range<usize>, Error> {
        let first = self.groups.len();
        let found = first + groups.len() + self.personalities.len();
        if found > MOST_KINDS {
            return Err(Error::TooMany { what: "groups", found: found as u64, most: MOST_KINDS as u64 });
        }
        let mut all = self.groups.clone();
        for group in groups {
            check_group::<D>(&group)?;
            if all.iter().any(|other| other.name == group.name) {
                return Err(Error::Taken { kind: "group", name: group.name });
            }
            all.push(group);
        }
        let added = all.len() - first;
        let groups = std::mem::replace(&mut self.groups, all);
        self.replan().inspect_err(|_| self.groups = groups)?;
        // Personalities come after the groups: their numbers have moved up.
        for kind in self.now.kind.iter_mut().chain(&mut self.before.kind) {
            if usize::from(*kind) >= first {
                *kind += added as u16;
            }
        }
        Ok(first..self.groups.len())
    }

    /// Changes a group: anything but its name. All its agents without a personality follow.
    pub fn edit_group(&mut self, group: usize, change: impl FnOnce(&mut Group)) -> Result<(), Error> {
        self.check_group(group)?;
        let old = self.groups[group].clone();
        let mut new = old.clone();
        change(&mut new);
        new.name.clone_from(&old.name);
        check_group::<D>(&new)?;
        self.groups[group] = new;
        self.replan().inspect_err(|_| self.groups[group] = old)
    }

    /// Changes one agent alone: it gets a personality, a copy of its group's settings that then differs.
    pub fn edit_agent(&mut self, id: u32, change: impl FnOnce(&mut Settings)) -> Result<(), Error> {
        let row = self.row(id)?;
        let kind = usize::from(self.now.kind[row]);
        let group = self.group_of[kind];
        let mut settings = self.settings_of(kind).clone();
        change(&mut settings);
        if kind >= self.groups.len() {
            let slot = kind - self.groups.len();
            let old = self.personalities[slot].replace((group, settings));
            return self.replan_personality(slot).inspect_err(|_| self.personalities[slot] = old);
        }
        let had = self.personalities.len();
        let slot = self.personalities.iter().position(Option::is_none).unwrap_or(had);
        let found = self.groups.len() + slot + 1;
        if found > MOST_KINDS {
            return Err(Error::TooMany { what: "personalities", found: found as u64, most: MOST_KINDS as u64 });
        }
        self.personalities.resize_with(had.max(slot + 1), || None);
        self.personalities[slot] = Some((group, settings));
        self.replan_personality(slot).inspect_err(|_| {
            self.personalities[slot] = None;
            self.personalities.truncate(had);
        })?;
        self.set_kind(row, self.groups.len() + slot);
        Ok(())
    }

    /// Gives an agent back to its group's settings. Returns whether it had a personality.
    pub fn forget_personality(&mut self, id: u32) -> Result<bool, Error> {
        let row = self.row(id)?;
        self.take_back_personality(row)
    }

    /// The settings that an agent follows: its group's, or its own.
    pub fn settings(&self, id: u32) -> Result<&Settings, Error> {
        Ok(self.settings_of(usize::from(self.now.kind[self.row(id)?])))
    }
    /// Whether an agent has settings of its own.
    pub fn has_personality(&self, id: u32) -> Result<bool, Error> {
        Ok(usize::from(self.now.kind[self.row(id)?]) >= self.groups.len())
    }

    pub(super) fn take_back_personality(&mut self, row: usize) -> Result<bool, Error> {
        let kind = usize::from(self.now.kind[row]);
        if kind < self.groups.len() {
            return Ok(false);
        }
        let slot = kind - self.groups.len();
        self.personalities[slot] = None;
        self.set_kind(row, self.group_of[kind]);
        // Whether anyone wanders or spins may have been up to this one.
        self.replan_personality(slot)?;
        Ok(true)
    }
    fn set_kind(&mut self, row: usize, kind: usize) {
        self.now.kind[row] = kind as u16;
        if let Some(before) = self.before.kind.get_mut(row) {
            *before = kind as u16;
        }
    }
    fn settings_of(&self, kind: usize) -> &Settings {
        match self.personalities.get(kind.wrapping_sub(self.groups.len())) {
            Some(Some((_, settings))) => settings,
            _ => &self.groups[self.group_of[kind]].settings,
        }
    }

    /// Replaces the space. Agents outside are brought inside.
    pub fn set_space(&mut self, space: Space<D>) {
        self.space = space;
        self.kept.forget();
        self.solids.forget();
        for row in 0..self.len() {
            let inside = space.inside(super::agents::at(&self.now.position, row));
            for axis in 0..D {
                self.now.position[axis][row] = inside[axis];
            }
        }
    }

    /// Adds a marker, or moves it if there is one of this name.
    pub fn set_marker(&mut self, name: &str, position: impl Into<Vector<D>>) -> Result<(), Error> {
        let position = position.into();
        if !is_finite(position) {
            return Err(Error::number("marker", position, "finite numbers"));
        }
        match self.markers.iter_mut().find(|(marker, _)| marker == name) {
            Some(marker) => marker.1 = position,
            None => self.markers.push((name.into(), position)),
        }
        Ok(())
    }
    /// Removes a marker that no behavior names.
    pub fn remove_marker(&mut self, name: &str) -> Result<(), Error> {
        let known = || self.markers.iter().map(|(marker, _)| marker.clone()).collect();
        let found = self.markers.iter().position(|(marker, _)| marker == name);
        let place = found.ok_or_else(|| Error::NoSuch { kind: "marker", name: name.into(), known: known() })?;
        if let Some(field) = self.fields.with_goal(name) {
            return Err(Error::misfit(format!("markers.{name}"), format!("the field \"{field}\" leads to it")));
        }
        let marker = self.markers.remove(place);
        // Plans know markers by number.
        self.replan().inspect_err(|_| self.markers.insert(place, marker))
    }
    /// The markers.
    pub fn markers(&self) -> &[(String, Vector<D>)] {
        &self.markers
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
    pub(crate) fn replan(&mut self) -> Result<(), Error> {
        let names = self.names();
        let mut target_agents = Vec::new();
        let mut plans: Vec<Plan<D>> = Vec::with_capacity(self.groups.len() + self.personalities.len());
        for (number, group) in self.groups.iter().enumerate() {
            plans.push(plan(&group.settings, number, &names, &mut target_agents)?);
        }
        for slot in 0..self.personalities.len() {
            let (group, settings) = self.personality(slot);
            plans.push(plan(settings, group, &names, &mut target_agents)?);
        }
        self.largest_radius = names.largest_radius;
        self.group_of = plans.iter().map(|plan| plan.group).collect();
        self.census.resize_with(self.groups.len(), Census::default);
        self.plans = plans;
        self.target_agents = target_agents;
        self.note_needs();
        Ok(())
    }

    /// Makes the plan of one personality anew; the others too only if they depend on what has changed. So thousands of
    /// agents can be given one each.
    fn replan_personality(&mut self, slot: usize) -> Result<(), Error> {
        let kind = self.groups.len() + slot;
        let names = self.names();
        let (group, settings) = self.personality(slot);
        let mut target_agents = self.target_agents.clone();
        let plan = plan(settings, group, &names, &mut target_agents)?;
        let aims_at_agents = |plan: &Plan<D>| {
            let mut targets = plan.slots.iter().flat_map(|slot| &slot.targets);
            targets.any(|target| matches!(target, TargetPlan::Agent(_)))
        };
        let same_radius = names.largest_radius == self.largest_radius;
        if !same_radius || aims_at_agents(&plan) || self.plans.get(kind).is_some_and(aims_at_agents) {
            return self.replan();
        }
        if kind == self.plans.len() {
            self.plans.push(plan);
            self.group_of.push(group);
        } else {
            (self.plans[kind], self.group_of[kind]) = (plan, group);
        }
        self.note_needs();
        Ok(())
    }

    fn names(&self) -> Names<'_, D> {
        let personalities = self.personalities.iter().flatten().map(|(_, settings)| settings);
        let everyone = self.groups.iter().map(|group| &group.settings).chain(personalities);
        Names {
            groups: &self.groups,
            markers: &self.markers,
            customs: &self.customs,
            fields: self.fields.names(),
            paths: self.paths.iter().map(|line| line.name.clone()).collect(),
            largest_radius: everyone.map(|settings| settings.body.radius()).fold(0.0, f32::max),
        }
    }
    /// A personality's group and settings. A slot that nobody has keeps its number and follows the first group, which
    /// costs nothing.
    fn personality(&self, slot: usize) -> (usize, &Settings) {
        match &self.personalities[slot] {
            Some((group, settings)) => (*group, settings),
            None => (0, &self.groups[0].settings),
        }
    }
    /// What the plans together ask for.
    fn note_needs(&mut self) {
        self.needs_census = Self::asks_for_census(&self.plans);
        self.needs_squads = self.plans.iter().any(|plan| formation_of(plan).is_some());
        self.needs_apart = self.plans.iter().any(|plan| plan.solid);
        self.refresh = self.refresh_in_force();
        self.kept.forget();
        let (memory, spin) = (self.needs_memory(), self.needs_spin());
        let len = self.now.len();
        self.now.resize(len, memory, spin);
    }
    /// Everyone looks anew as often as the most watchful of those who look at anyone; and each step, if someone's target
    /// is the nearest of a group, which takes cells that are up to date.
    fn refresh_in_force(&self) -> u32 {
        let targets = self.plans.iter().flat_map(|plan| &plan.slots).flat_map(|slot| &slot.targets);
        if targets.into_iter().any(|target| matches!(target, TargetPlan::Group { nearest: true, .. })) {
            return 1;
        }
        let looking = self.plans.iter().filter(|plan| plan.search_radius > 0.0);
        looking.map(|plan| plan.refresh).min().unwrap_or(1)
    }
    pub(crate) fn needs_memory(&self) -> bool {
        self.plans.iter().any(|plan| plan.wanders)
    }
    pub(crate) fn needs_spin(&self) -> bool {
        self.plans.iter().any(|plan| matches!(plan.body, Body::Rigid(_)))
    }
}

fn check_group<const D: usize>(group: &Group) -> Result<(), Error> {
    let place = |part: &str| format!("groups.{}.{part}", group.name);
    if let Some([least, most]) = group.speed
        && !(least >= 0.0 && least <= most && most <= super::birth::FASTEST)
    {
        return Err(Error::misfit(place("speed"), "two speeds, the first not greater than the second"));
    }
    use crate::settings::Place;
    let farthest = crate::bound::FARTHEST;
    let near = |point: &crate::parameters::Point| {
        point.as_slice().len() == D && point.as_slice().iter().all(|c| c.abs() <= farthest)
    };
    let fits = match &group.place {
        None => true,
        Some(Place::Ball { center, radius }) => near(center) && (0.0..=farthest).contains(radius),
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
