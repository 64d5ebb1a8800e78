//! Settings of single agents.

use super::{MOST_KINDS, World};
use crate::error::Error;
use crate::group::Settings;
use crate::ids::AgentId;
use crate::step::Change;

impl<const D: usize> World<D> {
    /// Changes one agent alone: it gets a personality, a copy of its group's settings that then differs.
    pub fn edit_agent(&mut self, id: AgentId, change: impl FnOnce(&mut Settings)) -> Result<(), Error> {
        let row = self.row(id)?;
        let kind = usize::from(self.state.agents.kind[row]);
        let group = self.plans.group_of[kind];
        let mut settings = self.settings_of(kind).clone();
        change(&mut settings);
        if kind >= self.state.groups.len() {
            let slot = kind - self.state.groups.len();
            let old = self.state.personalities[slot].replace((group, settings));
            self.replan_personality(slot).inspect_err(|_| self.state.personalities[slot] = old)?;
            self.change(Change::Rekinded { row, kind: kind as u16 });
            return Ok(());
        }
        let had = self.state.personalities.len();
        let slot = self.state.personalities.iter().position(Option::is_none).unwrap_or(had);
        let found = self.state.groups.len() + slot + 1;
        if found > MOST_KINDS {
            return Err(Error::TooMany { what: "personalities", found: found as u64, most: MOST_KINDS as u64 });
        }
        self.state.personalities.resize_with(had.max(slot + 1), || None);
        self.state.personalities[slot] = Some((group, settings));
        self.replan_personality(slot).inspect_err(|_| {
            self.state.personalities[slot] = None;
            self.state.personalities.truncate(had);
        })?;
        let kind = (self.state.groups.len() + slot) as u16;
        self.change(Change::Rekinded { row, kind });
        Ok(())
    }

    /// Gives an agent back to its group's settings. Returns whether it had a personality.
    pub fn forget_personality(&mut self, id: AgentId) -> Result<bool, Error> {
        let row = self.row(id)?;
        self.take_back_personality(row)
    }

    /// The settings that an agent follows: its group's, or its own.
    pub fn settings(&self, id: AgentId) -> Result<&Settings, Error> {
        Ok(self.settings_of(usize::from(self.state.agents.kind[self.row(id)?])))
    }
    /// Whether an agent has settings of its own.
    pub fn has_personality(&self, id: AgentId) -> Result<bool, Error> {
        Ok(usize::from(self.state.agents.kind[self.row(id)?]) >= self.state.groups.len())
    }

    pub(super) fn take_back_personality(&mut self, row: usize) -> Result<bool, Error> {
        let kind = usize::from(self.state.agents.kind[row]);
        if kind < self.state.groups.len() {
            return Ok(false);
        }
        let slot = kind - self.state.groups.len();
        self.state.personalities[slot] = None;
        let kind = self.plans.group_of[kind] as u16;
        self.change(Change::Rekinded { row, kind });
        // Whether anyone wanders or spins may have been up to this one.
        self.replan_personality(slot)?;
        Ok(true)
    }
    fn settings_of(&self, kind: usize) -> &Settings {
        match self.state.personalities.get(kind.wrapping_sub(self.state.groups.len())) {
            Some(Some((_, settings))) => settings,
            _ => &self.state.groups[self.plans.group_of[kind]].settings,
        }
    }

    /// Makes the plan of one personality anew; the others too only if they depend on what has changed. So thousands of
    /// agents can be given one each.
    fn replan_personality(&mut self, slot: usize) -> Result<(), Error> {
        let kind = self.state.groups.len() + slot;
        let (group, settings) = self.state.personality(slot);
        let mut plans = std::mem::take(&mut self.plans);
        let made = plans.make_one(kind, &self.names(), group, settings);
        self.plans = plans;
        if !made? {
            return self.replan();
        }
        self.change(Change::Refitted(self.plans.needs.optional));
        Ok(())
    }
}
