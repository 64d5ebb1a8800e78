//! What a run came to, for people.

use super::order::Order;
use super::tally::Tally;
use crate::output::harmless;
use crate::table::{Align, Table};
use flockstep::World;
use flockstep::observe::{Metric, Reading};
use std::time::Duration;

/// The line that scripts read.
pub fn hash_line<const D: usize>(world: &World<D>) -> String {
    format!("hash {:016x} steps {} agents {}", world.hash(), world.steps(), world.len())
}

/// The lines before it, for people.
pub fn summary<const D: usize>(
    order: &Order,
    world: &World<D>,
    tally: &Tally,
    readings: &[Reading],
    wall: Duration,
) -> String {
    let mut text = format!("{}: step {}, {} s\n\n", order.title, world.steps(), short(world.time()));
    text.push_str(&groups(order, world, readings));
    match world.stranded().len() {
        0 => {}
        1 => text.push_str("\n1 agent has no way to the goal of its field, and stopped\n"),
        many => text.push_str(&format!("\n{many} agents have no way to the goal of their field, and stopped\n")),
    }
    let stages: Vec<String> =
        tally.stages.iter().map(|(stage, time)| format!("{stage} {:.3}", tally.ms_per_step(*time))).collect();
    text.push_str(&format!("\n{:.2} s on {}", wall.as_secs_f64(), threads(world.threads())));
    if tally.steps > 0 {
        let pace = quantity(tally.agent_steps_per_s());
        let step = tally.ms_per_step(tally.stepping);
        text.push_str(&format!(", {pace} agent-steps/s\n{step:.3} ms per step: {}", stages.join(", ")));
    }
    text.push('\n');
    text
}

/// A table of what was asked for, at the end. Captures are left out where nobody was eaten, unless they were asked for.
fn groups<const D: usize>(order: &Order, world: &World<D>, readings: &[Reading]) -> String {
    let shown =
        |metric: &Metric| *metric != Metric::Captures || world.capture_count() > 0 || order.metric != Metric::usual();
    let mut heads = vec![("group", Align::Left), ("agents", Align::Right)];
    heads.extend(order.metric.iter().filter(|metric| shown(metric)).map(|metric| (metric.entry().name, Align::Right)));
    let mut table = Table::new(&heads);
    // A single group is everyone.
    let alone = world.groups().len() == 1;
    for reading in readings.iter().filter(|reading| reading.group.is_some() || !alone) {
        // As wide as it is shown.
        let name =
            reading.group.map_or("all".into(), |group| harmless(&world.groups()[group.index()].name).into_owned());
        let value = |(metric, value): (&Metric, &f64)| match metric.entry().whole {
            true => format!("{value:.0}"),
            false => format!("{value:.3}"),
        };
        let numbers = order.metric.iter().zip(&reading.values).filter(|(metric, _)| shown(metric)).map(value);
        table.row([name, reading.agents.to_string()].into_iter().chain(numbers));
    }
    table.text("")
}

/// A time without the dust of binary fractions.
fn short(seconds: f64) -> f64 {
    (seconds * 1e6).round() / 1e6
}

/// How many threads, in words.
pub fn threads(count: usize) -> String {
    format!("{count} thread{}", if count == 1 { "" } else { "s" })
}

/// A large number in three digits: 12.3 million.
pub fn quantity(number: f64) -> String {
    for (unit, name) in [(1e9, "billion"), (1e6, "million"), (1e3, "thousand")] {
        if number >= unit {
            let share = number / unit;
            let digits = if share < 10.0 { 2 } else { usize::from(share < 100.0) };
            return format!("{share:.digits$} {name}");
        }
    }
    format!("{number:.0}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantities_have_three_digits() {
        let shown = [0.0, 999.0, 1234.0, 12_345.0, 123_456.0, 12_345_678.0, 3.2e9].map(quantity);
        let told = ["0", "999", "1.23 thousand", "12.3 thousand", "123 thousand", "12.3 million", "3.20 billion"];
        assert_eq!(shown, told.map(String::from));
    }
}
