//! `flockstep bench`: what it promises to programs.

mod common;

use common::Folder;
use serde_json::Value;

fn bench(folder: &Folder, more: &[&str]) -> Value {
    let agents: &[&str] = if more.contains(&"--agents") { &[] } else { &["--agents", "600"] };
    let ran = folder.ok(&[&["bench", "--steps", "3", "--json"], agents, more].concat());
    assert_eq!(ran.stdout.lines().count(), 1);
    serde_json::from_str(&ran.stdout).unwrap_or_else(|error| panic!("{error}: {}", ran.stdout))
}

fn keys(value: &Value) -> Vec<&str> {
    let mut keys: Vec<&str> = value.as_object().expect("an object").keys().map(String::as_str).collect();
    keys.sort_unstable();
    keys
}

#[test]
fn the_object_has_exactly_the_promised_keys() {
    let folder = Folder::new();
    let found = bench(&folder, &["--dimensions", "3", "--neighbors", "12", "--threads", "2"]);
    let promised = "agent_steps_per_s agents bytes_per_agent dimensions hash neighbors neighbors_per_s stages step_ms \
                    steps threads";
    assert_eq!(keys(&found), promised.split_whitespace().collect::<Vec<_>>());
    assert_eq!(keys(&found["stages"]), ["blend", "bound", "index", "locomote", "perceive", "steer"]);
    for (key, number) in [("dimensions", 3), ("agents", 600), ("neighbors", 12), ("threads", 2), ("steps", 3)] {
        assert_eq!(found[key], number, "{key}");
    }
    let hash = found["hash"].as_str().expect("a text");
    assert!(hash.len() == 16 && hash.chars().all(|c| c.is_ascii_hexdigit()));
    for key in ["step_ms", "agent_steps_per_s", "neighbors_per_s", "bytes_per_agent"] {
        assert!(found[key].as_f64().is_some_and(|number| number > 0.0), "{key}: {}", found[key]);
    }
}

#[test]
fn the_wanted_number_of_neighbours_is_there() {
    let folder = Folder::new();
    // Of 20 around it, an agent that sees 270 degrees sees three quarters in the plane.
    let seen = |found: &Value| {
        found["neighbors_per_s"].as_f64().unwrap_or(0.0) / found["agent_steps_per_s"].as_f64().unwrap_or(1.0)
    };
    let plain = seen(&bench(&folder, &["--agents", "5000"]));
    assert!((plain - 15.0).abs() < 0.75, "{plain}");
    // In space it is all but the blind cone: 1 − (1 − cos 45°)/2.
    let space = seen(&bench(&folder, &["--agents", "5000", "--dimensions", "3"]));
    assert!((space - 17.07).abs() < 0.85, "{space}");
    let capped = seen(&bench(&folder, &["--agents", "5000", "--nearest", "7"]));
    assert!((6.5..=7.0).contains(&capped), "{capped}");
    let clumped = seen(&bench(&folder, &["--agents", "5000", "--layout", "clumped"]));
    assert!(clumped > 100.0, "{clumped}");
    let sparse = seen(&bench(&folder, &["--agents", "5000", "--layout", "sparse"]));
    assert!(sparse < 0.01, "{sparse}");
}

#[test]
fn threads_do_not_change_the_hash_and_everything_else_does() {
    let folder = Folder::new();
    let hash = |more: &[&str]| bench(&folder, &[&["--threads", "1"], more].concat())["hash"].clone();
    let plain = hash(&[]);
    assert_eq!(bench(&folder, &["--threads", "3"])["hash"], plain);
    let others: [&[&str]; 9] = [
        &["--dimensions", "3"],
        &["--seed", "2"],
        &["--neighbors", "10"],
        &["--layout", "clumped"],
        &["--layout", "sparse"],
        &["--nearest", "3"],
        &["--rules", "many"],
        &["--rules", "hunted"],
        &["--groups", "3"],
    ];
    for other in others {
        assert_ne!(hash(other), plain, "{other:?}");
    }
    assert_ne!(hash(&["--rules", "hunted", "--hunter-in", "10"]), hash(&["--rules", "hunted"]));
}

#[test]
fn the_text_is_for_people() {
    let folder = Folder::new();
    let text = folder.ok(&["bench", "--agents", "600", "--steps", "3"]).stdout;
    for word in ["600 agents", "ms per step", "perceive", "agent-steps/s", "bytes per agent", "hash "] {
        assert!(text.contains(word), "no {word} in {text}");
    }
}
