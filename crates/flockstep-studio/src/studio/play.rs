//! Time, selecting, driving, and agents that come and go.

use super::{SPEEDS, Studio};
use crate::command::{Command, Following, Selection};
use crate::edit::Edit;
use crate::simulation::{Order, Stick};
use flockstep::AgentId;
use flockstep::parameters::Point;
use flockstep_scenario::ScenarioAgent;

impl Studio {
    pub(super) fn set_speed(&mut self, speed: f64) {
        self.speed = speed.clamp(SPEEDS[0], SPEEDS[SPEEDS.len() - 1]);
        self.simulation.tell(Order::Speed(self.speed));
    }

    pub(super) fn select(&mut self, selection: Selection) {
        let agent = if let Selection::Agent(id) = selection { Some(id) } else { None };
        self.simulation.tell(Order::Select(agent));
        if agent.is_none() && self.scenery.following == Following::Agent {
            self.scenery.following = Following::Nothing;
        }
        self.selection = selection;
    }

    pub(super) fn follow(&mut self, following: Following) {
        let again = self.scenery.following == following;
        self.scenery.following = if again { Following::Nothing } else { following };
        if following == Following::Agent && !matches!(self.selection, Selection::Agent(_)) {
            self.scenery.following = Following::Nothing;
            self.notices.say("Select an agent to follow it");
        }
    }

    pub(super) fn toggle_drive(&mut self) {
        if self.drives.take().is_some() {
            self.simulation.tell(Order::Drive(None));
            self.notices.say("Let go");
            return;
        }
        let selected = if let Selection::Agent(id) = self.selection { Some(id) } else { None };
        let Some(id) = selected.or_else(|| self.player()) else {
            self.notices.say("Select an agent to drive it");
            return;
        };
        self.drives = Some((id, Stick::default()));
        self.steer(Stick { thrust: 0.3, ..Stick::default() });
        self.select(Selection::Agent(id));
        self.scenery.following = Following::Agent;
        self.carry_out(Command::Play(true));
        let dive = if self.document.scenario().dimensions == 3 { ", Q and E dive and rise" } else { "" };
        self.notices.say(format!("Arrow keys or WASD steer{dive}, Enter lets go"));
    }

    /// The first agent of the first group that a player may drive.
    pub(super) fn player(&self) -> Option<AgentId> {
        let group = self.document.scenario().groups.iter().position(|group| group.group.player)?;
        let own = self.frame().picture.instances().iter().filter(|agent| usize::from(agent.style) == group % 256);
        own.map(|agent| AgentId(agent.id)).min()
    }

    pub(super) fn steer(&mut self, stick: Stick) {
        if let Some((id, held)) = &mut self.drives
            && *held != stick
        {
            *held = stick;
            let id = *id;
            self.simulation.tell(Order::Drive(Some((id, stick))));
        }
    }

    pub(super) fn spawn(&mut self, group: usize, at: [f32; 3]) {
        let scenario = self.document.scenario();
        let Some(found) = scenario.groups.get(group) else { return };
        let dimensions = scenario.dimensions;
        let speed = 0.5 * found.group.settings.body.max_speed();
        // One after the other they set out in all directions: by the golden angle.
        let angle = 2.399_963 * (found.agents.len() + found.count) as f32;
        let velocity =
            [speed * angle.cos(), if dimensions == 2 { speed * angle.sin() } else { 0.0 }, speed * angle.sin()];
        let position = Point::from_slice(&at[..dimensions]);
        let velocity = Point::from_slice(&velocity[..dimensions]);
        if let (Some(position), Some(velocity)) = (position, velocity) {
            self.edit(&Edit::AddAgent { group, agent: ScenarioAgent { position, velocity } });
        }
    }

    pub(super) fn remove_selected(&mut self) {
        match self.selection.clone() {
            Selection::World => self.notices.say("Nothing is selected"),
            Selection::Group(group) => self.edit(&Edit::RemoveGroup(group)),
            Selection::Marker(name) => self.edit(&Edit::RemoveMarker(name)),
            Selection::Obstacle(number) => self.edit(&Edit::RemoveObstacle(number)),
            Selection::Agent(id) => {
                if let Some(inside) = self.frame().inside.as_ref().filter(|inside| inside.id == id) {
                    let (group, placed) = (inside.group.index(), inside.placed);
                    self.edit(&Edit::RemoveAgent { group, id, placed });
                }
                self.select(Selection::World);
            }
        }
    }
}

/// The next faster or slower speed.
pub(super) fn notch(speed: f64, by: isize) -> f64 {
    let nearest = |one: &f64| ((one / speed).ln().abs() * 1e6) as i64;
    let at = SPEEDS.iter().enumerate().min_by_key(|(_, one)| nearest(one)).map_or(3, |(at, _)| at);
    SPEEDS[at.saturating_add_signed(by).min(SPEEDS.len() - 1)]
}
