//! Being stopped in the middle: whole rows, an honest word, the right code.
#![cfg(unix)]

mod common;

use common::{Folder, HashLine};
use std::io::{BufRead, BufReader, Read};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// A run that would take days.
const ENDLESS: &str = "1000000000";

fn start(folder: &Folder, arguments: &[&str]) -> Child {
    let mut command = folder.command(arguments);
    command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the binary runs")
}

fn send(child: &Child, signal: &str) {
    let sent = Command::new("kill").args([signal, &child.id().to_string()]).status();
    assert!(sent.is_ok_and(|status| status.success()), "kill works");
}

fn wait_until(what: &str, mut done: impl FnMut() -> bool) {
    let began = Instant::now();
    while !done() {
        assert!(began.elapsed() < Duration::from_secs(60), "waited in vain: {what}");
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// The exit code, once it has ended.
fn code(child: &mut Child) -> Option<i32> {
    let mut code = None;
    wait_until("the end of the run", || {
        code = child.try_wait().expect("the state of the run");
        code.is_some()
    });
    code.and_then(|status| status.code())
}

fn rest(from: &mut Option<impl Read>) -> String {
    let mut text = String::new();
    if let Some(pipe) = from {
        pipe.read_to_string(&mut text).expect("text");
    }
    text
}

#[test]
fn a_stopped_run_leaves_whole_rows_a_checkpoint_and_the_hash() {
    for (signal, expected) in [("-INT", 130), ("-TERM", 143)] {
        let folder = Folder::with_scenarios();
        let arguments = ["run", "plane.toml", "--steps", ENDLESS, "--out", "o.csv", "--checkpoint", "c.bin"];
        let mut child = start(&folder, &arguments);
        let size = || std::fs::metadata(folder.path("o.csv")).map_or(0, |file| file.len());
        wait_until("the first rows", || size() > 0);
        send(&child, signal);
        assert_eq!(code(&mut child), Some(expected));

        let (stdout, stderr) = (rest(&mut child.stdout), rest(&mut child.stderr));
        let line = HashLine::read(stdout.lines().last().unwrap_or_default());
        assert!(stdout.contains("agent-steps/s"), "no summary: {stdout}");
        assert!(stderr.contains(&format!("step {} of {ENDLESS}", line.steps)), "{stderr}");
        let last = stderr.lines().last().unwrap_or_default();
        assert!(last.starts_with(&format!("to go on from step {}: ", line.steps)), "{stderr}");
        assert!(last.ends_with("--out o.csv --checkpoint c.bin --resume c.bin"), "{stderr}");
        let text = folder.read("o.csv");
        assert!(text.ends_with('\n'));
        let rows = text.lines().skip(1).inspect(|row| assert!(row.matches(',').count() >= 9, "{row}")).count() as u64;
        assert_eq!(rows, (line.steps + 1) * line.agents, "every step that was made is there, whole");

        let steps = line.steps.to_string();
        assert_eq!(folder.ok(&["run", "--resume", "c.bin", "--steps", &steps]).hash(), line);
    }
}

#[test]
fn a_second_request_ends_it_at_once() {
    let folder = Folder::with_scenarios();
    // The rows of one step are more than a pipe holds, and nobody reads them: it hangs in the middle of the step.
    let many = ["--set", "groups.red.count=5000", "--out", "-", "--steps", ENDLESS];
    let mut child = start(&folder, &[&["run", "plane.toml"], &many[..]].concat());
    let mut reader = BufReader::new(child.stdout.take().expect("a pipe"));
    reader.read_line(&mut String::new()).expect("the heads of the columns");
    send(&child, "-INT");
    std::thread::sleep(Duration::from_millis(300));
    assert_eq!(child.try_wait().expect("the state of the run"), None, "the first one waits for the step");
    // Two that come too close together count as one: ask until it has heard.
    let mut ended = None;
    wait_until("the end of the run", || {
        send(&child, "-INT");
        std::thread::sleep(Duration::from_millis(50));
        ended = child.try_wait().expect("the state of the run");
        ended.is_some()
    });
    assert_eq!(ended.and_then(|status| status.code()), Some(130));
    let stderr = rest(&mut child.stderr);
    assert!(stderr.contains("ended at once") && stderr.contains("nothing to go on from"), "{stderr}");
}

#[test]
fn the_line_that_says_how_to_go_on_does_so() {
    let folder = Folder::with_scenarios();
    let run = ["run", "plane.toml", "--steps", "2000", "--out", "o.csv", "--metrics", "m.csv"];
    let kept = ["--checkpoint", "c.bin", "--checkpoint-every", "20", "--force"];
    let mut child = start(&folder, &[&run[..], &kept].concat());
    wait_until("the first checkpoint", || folder.exists("c.bin"));
    send(&child, "-INT");
    assert_eq!(code(&mut child), Some(130));
    let stderr = rest(&mut child.stderr);
    let command = stderr.lines().last().and_then(|line| line.split_once(": ")).map(|(_, command)| command);
    let mut shell = Command::new("sh");
    let ended = shell.args(["-c", command.expect("a command")]).current_dir(folder.path("")).output().expect("a shell");
    assert_eq!(ended.status.code(), Some(0), "{}", String::from_utf8_lossy(&ended.stderr));
    let (out, metrics) = (folder.read("o.csv"), folder.read("m.csv"));
    folder.ok(&[&run[..], &["--force"]].concat());
    assert!(folder.read("o.csv") == out && folder.read("m.csv") == metrics, "other rows");
}

#[test]
fn a_closed_pipe_ends_the_run_quietly() {
    let folder = Folder::with_scenarios();
    let mut child = start(&folder, &["run", "plane.toml", "--steps", ENDLESS, "--out", "-"]);
    let mut reader = BufReader::new(child.stdout.take().expect("a pipe"));
    let mut line = String::new();
    reader.read_line(&mut line).expect("a line");
    assert_eq!(line, "step,time,id,group,x,y,vx,vy,sx,sy\n");
    drop(reader);
    assert_eq!(code(&mut child), Some(0));
    assert_eq!(rest(&mut child.stderr), "");
}

#[test]
fn every_command_bears_a_closed_pipe() {
    let folder = Folder::with_scenarios();
    let commands: &[&[&str]] = &[
        &["--help"],
        &["list"],
        &["describe"],
        &["describe", "--markdown"],
        &["schema"],
        &["completions", "bash"],
        &["check", "plane.toml"],
        &["run", "plane.toml", "--steps", "1"],
        &["bench", "--agents", "100", "--steps", "1"],
    ];
    for arguments in commands {
        let mut child = start(&folder, arguments);
        drop(child.stdout.take());
        assert_eq!(code(&mut child), Some(0), "{arguments:?}");
        assert_eq!(rest(&mut child.stderr), "", "{arguments:?}");
    }
}

/// Everyone sees everyone: a step takes minutes.
const CROWD: &str = "dimensions = 2\n[[groups]]\nname = 'crowd'\ncount = 150000\nsight = { radius = 10 }\n\
    place = { shape = 'ball', center = [0, 0], radius = 1 }\n[[groups.behaviors]]\ntype = 'avoid_collisions'\n";

#[test]
fn a_long_step_is_not_waited_for() {
    let folder = Folder::new();
    folder.write("crowd.toml", CROWD);
    let commands: &[(&[&str], &str)] = &[
        (&["run", "crowd.toml", "--steps", "9", "--out", "o.csv", "--checkpoint", "c.bin", "--quiet"], "o.csv"),
        (&["run", "crowd.toml", "--steps", "9", "--out", "o.flock", "--quiet", "--threads", "1"], "o.flock"),
        (
            &["sweep", "crowd.toml", "--vary", "seed=1,2", "--metric", "speed", "--steps", "9", "--out", "t.csv"],
            ".t.csv.lock",
        ),
        (&["render", "crowd.toml", "--at", "1", "--out", "p.png", "--software"], ".p.png.lock"),
    ];
    for (nth, (arguments, begun)) in commands.iter().enumerate() {
        let (signal, expected) = if nth % 2 == 0 { ("-TERM", 143) } else { ("-INT", 130) };
        let mut child = start(&folder, arguments);
        wait_until("the first file", || folder.exists(begun));
        // The step has begun by then, or is about to.
        std::thread::sleep(Duration::from_secs(2));
        let asked = Instant::now();
        send(&child, signal);
        assert_eq!(code(&mut child), Some(expected), "{arguments:?}: {}", rest(&mut child.stderr));
        assert!(asked.elapsed() < Duration::from_secs(5), "{arguments:?}: {:?}", asked.elapsed());
        let (stdout, stderr) = (rest(&mut child.stdout), rest(&mut child.stderr));
        assert!(stderr.contains("interrupted: "), "{stderr}");
        if arguments[0] == "run" {
            assert_eq!(HashLine::read(stdout.trim_end()).steps, 0, "the step has not been");
        }
    }
    assert_eq!(folder.read("o.csv").lines().count(), 150_001, "whole rows of the last whole step");
    let whole = folder.ok(&["run", "crowd.toml", "--steps", "0", "--quiet"]).hash();
    assert_eq!(folder.ok(&["run", "crowd.toml", "--resume", "c.bin", "--steps", "0", "--quiet"]).hash(), whole);
}
