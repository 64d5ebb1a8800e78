//! Any bytes give a scenario or errors, soon, and nothing else.

#![allow(clippy::unwrap_used)]

mod draw;

use flockstep_scenario::{MOST_BYTES, Override, STARTER, Scenario};
use proptest::prelude::*;
use std::time::{Duration, Instant};

/// Reads and renders, and sees that it did not take long.
#[track_caller]
fn read(bytes: &[u8]) -> usize {
    let start = Instant::now();
    let problems = match Scenario::parse_bytes(bytes, "any.toml", &[]) {
        Ok(_) => 0,
        Err(errors) => {
            assert!(errors.iter().count() > 0, "errors without an error");
            assert!(!errors.render(true).is_empty() && !errors.to_string().is_empty());
            for problem in &errors {
                assert!(problem.line >= 1 && problem.column >= 1);
            }
            errors.iter().count()
        }
    };
    assert!(start.elapsed() < Duration::from_secs(60), "it took {:?}", start.elapsed());
    problems
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_bytes(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        read(&bytes);
    }

    #[test]
    fn any_text_of_the_language(text in "([a-c\"'={}\\[\\].,#\n 0-9-]|nan|inf|groups|\\[\\[groups\\]\\]\n|name|type|dimensions=2\n|é){0,60}") {
        read(text.as_bytes());
    }

    #[test]
    fn a_file_with_a_piece_torn_out_or_put_in(from in 0..STARTER.len(), length in 0usize..40, piece in "[\\]\\[{}\"'=,.\n#x1-]{0,4}") {
        let mut bytes = STARTER.as_bytes().to_vec();
        let to = (from + length).min(bytes.len());
        bytes.splice(from..to, piece.bytes());
        read(&bytes);
    }

    #[test]
    fn any_override(path in "([a-z0-9.\"' ]|groups|school|behaviors|seek|blend){0,12}", value in "\\PC{0,12}") {
        let over = Override { path, value };
        if let Err(errors) = Scenario::parse_with(STARTER, "s.toml", &[over]) {
            prop_assert!(errors.iter().count() > 0 && !errors.render(false).is_empty());
        }
    }

    #[test]
    fn what_reads_also_builds(words in prop::collection::vec(any::<u64>(), 0..600), cut in 0usize..3000) {
        // A drawn file with a line torn out is sometimes still valid; then the engine must take it.
        let text = draw::scenario(&words).to_toml();
        let kept: Vec<&str> = text.lines().enumerate().filter(|(nth, _)| *nth != cut % 200).map(|(_, line)| line).collect();
        if let Ok(scenario) = Scenario::parse(&kept.join("\n"), "cut.toml") {
            let built = scenario.build().map(|_| ());
            let custom = kept.contains(&"type = \"custom\"");
            prop_assert!(built.is_ok() || custom, "{:?}", built);
        }
    }
}

#[test]
fn deep_nesting_is_an_error() {
    for (open, close) in [("[", "]"), ("{a=", "}"), ("[{a=", "}]")] {
        for depth in [100, 10_000, 200_000] {
            assert_eq!(read(format!("x = {}{}", open.repeat(depth), close.repeat(depth)).as_bytes()), 1);
            read(format!("x = {}", open.repeat(depth)).as_bytes());
            let over = Override { path: "seed".into(), value: open.repeat(depth) };
            assert!(Scenario::parse_with("dimensions = 2", "f.toml", &[over]).is_err());
        }
    }
    read(format!("{}a = 1", "a.".repeat(10_000)).as_bytes());
    read("[[".repeat(10_000).as_bytes());
    let over = Override { path: "a.".repeat(10_000) + "a", value: "1".into() };
    assert!(Scenario::parse_with("dimensions = 2", "f.toml", &[over]).is_err());
}

#[test]
fn large_inputs_are_read_or_refused_in_bounds() {
    let group = "dimensions = 2\n[[groups]]\nname = 'a'\n";
    let agents = "{ position = [1.5, 2.5] },\n".repeat(100_000);
    assert_eq!(read(format!("{group}agents = [{agents}]").as_bytes()), 0);
    assert!(read(format!("{group}agents = [{}]", agents.replace("1.5", "nan")).as_bytes()) >= 1000);
    let errors = Scenario::parse(&" ".repeat(MOST_BYTES + 1), "long.toml").unwrap_err();
    assert_eq!(errors.to_string(), "long.toml:1:1: found 16777217 bytes, allowed is at most 16777216 bytes");
    for junk in ["=\n", "[[a]]\n", "a\n", "x=1\n", "\"", "[", "{", "\u{1}", "'''", "é"] {
        read(junk.repeat(300_000).as_bytes());
    }
    read(format!("about = \"{}\"\nx = {}", "y".repeat(1 << 20), "z".repeat(1 << 20)).as_bytes());
    read(format!("{} = 1", "k".repeat(1 << 20)).as_bytes());
}

#[test]
fn bytes_that_are_no_text_are_shown_where_they_are() {
    let errors = Scenario::parse_bytes(b"dimensions = 2\nname = \"caf\xE9\"\n", "latin.toml", &[]).unwrap_err();
    let expected = "latin.toml:2:12: found the byte 0xE9, which is no UTF-8, allowed is text in UTF-8";
    assert_eq!(errors.to_string(), expected);
}
