//! Whether the memory has room for a world: known before it is asked for, and not when the system ends the process.

use crate::failure::Failure;
use flockstep_scenario::Scenario;

/// What an agent takes at most, in a world of three dimensions with all that a step needs.
const BYTES_PER_AGENT: u64 = 160;

/// Refuses a scenario whose agents do not fit into the memory that is free, where the system says how much that is.
pub fn check(scenario: &Scenario, name: &str) -> Result<(), Failure> {
    let agents: usize = scenario.groups.iter().map(|group| group.count + group.agents.len()).sum();
    let needed = agents as u64 * BYTES_PER_AGENT;
    // Small worlds are not worth the question.
    let free = if needed < 1 << 28 { None } else { std::fs::read_to_string("/proc/meminfo").ok().and_then(free_bytes) };
    match free.filter(|free| needed > *free) {
        None => Ok(()),
        Some(free) => {
            let gb = |bytes: u64| bytes as f64 / 1e9;
            let problem = format!("found {agents} agents, which need about {:.1} GB of memory", gb(needed));
            Err(Failure::Input(format!("{name}: {problem}, allowed are the {:.1} GB that are free", gb(free))))
        }
    }
}

/// What Linux says could be given out.
fn free_bytes(meminfo: String) -> Option<u64> {
    let line = meminfo.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok()?.checked_mul(1024)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_free_memory_is_read() {
        let text = "MemTotal:  100 kB\nMemAvailable:   2048 kB\nBuffers: 1 kB\n";
        assert_eq!(free_bytes(text.into()), Some(2 << 20));
        assert_eq!(free_bytes("MemTotal: 5 kB".into()), None);
    }

    #[test]
    fn a_small_world_always_fits() {
        let read = Scenario::parse("dimensions = 2\n[[groups]]\nname = 'a'\ncount = 1000", "a.toml");
        assert!(check(&read.expect("a scenario"), "a.toml").is_ok());
    }
}
