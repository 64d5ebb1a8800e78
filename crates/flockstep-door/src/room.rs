//! Whether the memory has room for a world: known before it is asked for, and not when the system ends the process.

use flockstep::steer::Rule;
use flockstep_scenario::{CostSource, FieldKind, Scenario, ScenarioGroup, SpaceSettings};
use thiserror::Error;

/// What an agent takes at most, in a world of three dimensions with all that a step needs.
const AGENT: u64 = 160;
/// What a solid body takes beside that: where it is, sorted and not, and whom it touches.
const SOLID: u64 = 400;
/// What everyone takes more where some keep a formation, and what those do: places, and room to assign them in.
const PLACE: u64 = 28;
const KEEPER: u64 = 112;
/// What a cell of a flow field takes: costs, as they are in the file and in the world, the way, and who waits; and one
/// of a current.
const CELL: u64 = 40;
const VELOCITY: u64 = 40;
/// Less than this is not worth the question.
const SMALL: u64 = 1 << 28;

/// More than the memory that is free.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("found {what}, which need about {} of memory, allowed are the {} that are free", gigabytes(*needed), gigabytes(*free))]
pub struct TooLarge {
    /// What needs it.
    pub what: String,
    /// About how many bytes it needs.
    pub needed: u64,
    /// How many there are.
    pub free: u64,
}

fn gigabytes(bytes: u64) -> String {
    format!("{:.1} GB", bytes as f64 / 1e9)
}

/// Refuses a scenario that does not fit into the memory that is free, where the system says how much that is.
pub fn check_room(scenario: &Scenario) -> Result<(), TooLarge> {
    let Need { bytes, words } = Need::of(scenario);
    fits(words, bytes)
}

/// Refuses so many worlds at a time, each of which needs at most so many bytes.
pub fn check_room_for(worlds: usize, bytes: u64) -> Result<(), TooLarge> {
    fits(format!("{worlds} worlds at a time"), bytes.saturating_mul(worlds as u64))
}

/// About how many bytes a scenario's world takes.
pub fn bytes_of(scenario: &Scenario) -> u64 {
    Need::of(scenario).bytes
}

fn fits(what: String, needed: u64) -> Result<(), TooLarge> {
    match if needed < SMALL { None } else { free() } {
        Some(free) if needed > free => Err(TooLarge { what, needed, free }),
        _ => Ok(()),
    }
}

/// What a world needs, and what for.
struct Need {
    bytes: u64,
    words: String,
}

impl Need {
    fn of(scenario: &Scenario) -> Need {
        let agents_of = |group: &ScenarioGroup| (group.count + group.agents.len()) as u64;
        let among = |some: &dyn Fn(&ScenarioGroup) -> bool| -> u64 {
            scenario.groups.iter().filter(|group| some(group)).map(agents_of).sum()
        };
        let agents = among(&|_| true);
        let solid = among(&|group| group.group.settings.body.solid());
        let keepers = among(&|group| {
            let mut rules = group.group.settings.behaviors.iter().filter(|behavior| behavior.common.enabled);
            rules.any(|behavior| matches!(behavior.rule, Rule::Formation(_)))
        });
        let (cells, velocities) = scenario.fields.iter().fold((0, 0), |(cells, velocities), field| match &field.kind {
            FieldKind::Grid { size, .. } => (cells, velocities + size[0] as u64 * size[1] as u64),
            kind => (cells + cells_of(kind, &scenario.space), velocities),
        });
        let places = if keepers > 0 { agents } else { 0 };
        let bytes = agents * AGENT + solid * SOLID + places * PLACE + keepers * KEEPER;
        let bytes = bytes + cells * CELL + velocities * VELOCITY;
        let mut words = format!("{agents} agents");
        let more =
            [(solid, "of them solid"), (keepers, "of them in formations"), (cells + velocities, "cells of fields")];
        for (count, what) in more.into_iter().filter(|(count, _)| *count > 0) {
            words += &format!(", {count} {what}");
        }
        Need { bytes, words }
    }
}

/// The cells of a flow field.
fn cells_of(kind: &FieldKind, space: &SpaceSettings) -> u64 {
    let FieldKind::Flow { costs, min, cell, .. } = kind else { return 0 };
    match costs {
        CostSource::Map(rows) => rows.iter().map(|row| row.len() as u64).sum(),
        CostSource::Image { size, .. } => size[0] as u64 * size[1] as u64,
        CostSource::Open => {
            let (low, high) = (min.as_ref().unwrap_or(&space.min).as_slice(), space.max.as_slice());
            let side = |axis: usize| f64::from(high[axis] - low[axis]) / f64::from(cell.unwrap_or(1.0));
            (side(0) * side(1)) as u64
        }
    }
}

/// What the system would still give us: what is free, and what limits leave of it.
fn free() -> Option<u64> {
    let read = |path: &str| std::fs::read_to_string(path).ok();
    let memory = free_bytes(&read("/proc/meminfo")?)?;
    let limit = read("/proc/self/limits").and_then(|limits| address_space(&limits));
    let used = read("/proc/self/status").and_then(|status| kilobytes(&status, "VmSize:")).unwrap_or(0);
    Some(limit.map_or(memory, |limit| limit.saturating_sub(used).min(memory)))
}

/// What Linux says could be given out.
fn free_bytes(meminfo: &str) -> Option<u64> {
    kilobytes(meminfo, "MemAvailable:")
}

fn kilobytes(text: &str, key: &str) -> Option<u64> {
    let line = text.lines().find_map(|line| line.strip_prefix(key))?;
    line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok()?.checked_mul(1024)
}

/// The limit of `ulimit -v`, if there is one.
fn address_space(limits: &str) -> Option<u64> {
    limits.lines().find_map(|line| line.strip_prefix("Max address space"))?.split_whitespace().next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Scenario {
        Scenario::parse(&format!("dimensions = 2\n{text}"), "a.toml").expect("a scenario")
    }

    #[test]
    fn the_free_memory_is_read() {
        let text = "MemTotal:  100 kB\nMemAvailable:   2048 kB\nBuffers: 1 kB\n";
        assert_eq!(free_bytes(text), Some(2 << 20));
        assert_eq!(free_bytes("MemTotal: 5 kB"), None);
        let limits = |soft: &str| format!("Max cpu time  1  2 s\nMax address space   {soft}   unlimited   bytes\n");
        assert_eq!(address_space(&limits("4096")), Some(4096));
        assert_eq!(address_space(&limits("unlimited")), None);
    }

    #[test]
    fn a_small_world_always_fits() {
        assert!(check_room(&read("[[groups]]\nname = 'a'\ncount = 1000")).is_ok());
    }

    #[test]
    fn everything_that_takes_memory_counts() {
        let crowd = |more: &str| Need::of(&read(&format!("[[groups]]\nname = 'a'\ncount = 1000\n{more}")));
        let plain = crowd("").bytes;
        assert_eq!(plain, 1000 * AGENT);
        let solid = crowd("body = { radius = 0.1, solid = true }");
        assert_eq!(solid.bytes, plain + 1000 * SOLID);
        assert!(solid.words.contains("1000 of them solid"), "{}", solid.words);
        let formation = "[[groups.behaviors]]\ntype = 'formation'\ntarget = { point = [0, 0] }";
        assert_eq!(crowd(formation).bytes, plain + 1000 * (PLACE + KEEPER));
        assert_eq!(crowd(&format!("{formation}\nenabled = false")).bytes, plain);
        let space = "[space]\nedge = 'clamp'\nmin = [0, 0]\nmax = [20, 10]\n";
        let goals = "goals = [{ point = [1, 1] }]";
        let field =
            |kind: &str| crowd(&format!("{space}[[fields]]\nname = 'f'\ntype = 'flow'\n{kind}\n")).bytes - plain;
        assert_eq!(field(&format!("cell = 0.5\n{goals}")), 800 * CELL);
        assert_eq!(field("map = '''\n....\n..G.\n'''"), 8 * CELL);
    }
}
