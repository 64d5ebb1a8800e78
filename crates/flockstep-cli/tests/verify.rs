//! `flockstep verify` and `flockstep doctor`.

mod common;

use common::Folder;

#[test]
fn this_machine_computes_the_golden_hashes() {
    let ran = Folder::new().run(&["verify", "seek", "units"]);
    assert_eq!(ran.code, Some(0), "{}", ran.stderr);
    let lines: Vec<&str> = ran.stdout.lines().collect();
    let ways = lines[0].split("  ").filter(|head| !head.trim().is_empty()).count() - 2;
    assert!(ways >= 3, "plain, one or more instruction sets, and threads: {}", lines[0]);
    let first = flockstep::simd::levels()[0];
    assert!(lines[0].contains(first) && lines[0].contains("32 threads"), "{}", lines[0]);
    for (line, scene) in lines[1..4].iter().zip(["seek ", "units ", "units/refresh=4 "]) {
        assert!(line.starts_with(scene) && line.matches(" ok").count() == ways, "{line}");
    }
    assert_eq!(lines[4], format!("{} hashes after 300 steps: all as on every other machine", 3 * ways));
}

#[test]
fn a_scene_that_is_not_there_is_refused() {
    let ran = Folder::new().run(&["verify", "scool"]);
    assert_eq!(ran.code, Some(2));
    assert!(ran.stderr.contains("scool") && ran.stderr.contains("school"), "{}", ran.stderr);
}

#[test]
fn the_doctor_always_has_an_answer() {
    let folder = Folder::new();
    // Drivers that cannot be had, a terminal that is none, and no path to find anything by.
    let hostile = |arguments: &[&str]| {
        let mut command = folder.command(arguments);
        command.env_clear().env("WGPU_BACKEND", "noop").env("TERM", "");
        command.output().expect("the binary runs")
    };
    for output in [folder.command(&["doctor"]).output().expect("the binary runs"), hostile(&["doctor"])] {
        assert!(output.status.success());
        let text = String::from_utf8(output.stdout).expect("text");
        for word in ["flockstep", "compiler", "system", "processor", "instructions", "threads", "memory", "graphics"] {
            assert!(text.lines().any(|line| line.starts_with(word)), "{word} is missing:\n{text}");
        }
        assert!(text.contains(env!("CARGO_PKG_VERSION")) && text.contains("rustc 1."), "{text}");
    }
    let json: serde_json::Value = serde_json::from_slice(&hostile(&["doctor", "--json"]).stdout).expect("JSON");
    let first = flockstep::simd::levels()[0];
    assert!(json["instructions"][0].as_str().is_some_and(|levels| levels.starts_with(first)), "{json}");
}
