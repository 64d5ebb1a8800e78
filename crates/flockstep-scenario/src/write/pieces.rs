//! What makes a world, piece by piece, each by the path that a user knows it by: what a [`crate::Digest`] is made of.

use super::ground::{field_entries, obstacle_entries, path_entries};
use super::{File, inline, number, point};
use crate::path::key_text;
use crate::scenario::{Scenario, ScenarioGroup, SpaceSettings};

impl Scenario {
    /// What makes the world, piece by piece: the path of each, and its text.
    pub(crate) fn pieces(&self, mut take: impl FnMut(String, String)) {
        take("dimensions".into(), self.dimensions.to_string());
        take("seed".into(), self.seed.to_string());
        take("time_step".into(), number(self.time_step));
        let SpaceSettings { edge, min, max } = &self.space;
        take("space".into(), format!("{} {} {}", edge.word(), point(min), point(max)));
        for (name, position) in &self.markers {
            take(format!("markers.{}", key_text(name)), point(position));
        }
        for ScenarioGroup { group, count, agents } in &self.groups {
            let path = format!("groups.{}", key_text(&group.name));
            take(path.clone(), group_text(ScenarioGroup { group: group.clone(), count: 0, agents: Vec::new() }));
            take(format!("{path}.count"), count.to_string());
            let exact = agents.iter().map(|agent| format!("{} {}\n", point(&agent.position), point(&agent.velocity)));
            take(format!("{path}.agents"), exact.collect());
        }
        let table = |entries: Vec<(&'static str, String)>| inline(&entries);
        take("obstacles".into(), self.obstacles.iter().map(|one| table(obstacle_entries(one))).collect());
        for field in &self.fields {
            take(format!("fields.{}", key_text(&field.name)), table(field_entries(field)));
        }
        for path in &self.paths {
            take(format!("paths.{}", key_text(&path.name)), table(path_entries(path)));
        }
    }
}

fn group_text(group: ScenarioGroup) -> String {
    let mut out = File(String::new());
    out.group(&group);
    out.0
}
