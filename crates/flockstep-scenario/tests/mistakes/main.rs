//! One test per kind of mistake: line, column, path, what was found, what is allowed, what was meant.

#![allow(clippy::unwrap_used)]

mod ground;
mod keys;
mod shown;
mod silent;
mod values;
mod words;

use flockstep_scenario::Scenario;

/// A world without groups.
const WORLD: &str = "dimensions = 2\n";
/// A world with a group, which takes the first four lines.
const GROUP: &str = "dimensions = 2\n[[groups]]\nname = \"a\"\nlayers = [\"prey\"]\n";
/// The same with a behavior, which begins on the fifth.
const BEHAVIOR: &str = "dimensions = 2\n[[groups]]\nname = \"a\"\nlayers = [\"prey\"]\n[[groups.behaviors]]\n";

/// Asserts the mistakes of a file, all of them and in order.
#[track_caller]
fn mistakes(start: &str, rest: &str, expected: &[&str]) {
    let errors = match Scenario::parse(&format!("{start}{rest}"), "f.toml") {
        Ok(scenario) => panic!("no mistake found in {rest:?}: {scenario:?}"),
        Err(errors) => errors,
    };
    let found: Vec<String> = errors.iter().map(|problem| problem.to_string()).collect();
    assert_eq!(found, expected, "in {rest:?}");
    // What is shown to people says the same.
    let shown = errors.render(false);
    for problem in &errors {
        assert!(shown.contains(&format!("f.toml:{}:{}", problem.line, problem.column)));
        assert!(shown.contains(&problem.found) && shown.contains(&problem.allowed), "{shown}");
    }
}
