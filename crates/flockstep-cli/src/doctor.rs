//! `flockstep doctor`: what a bug report needs to say about the program and the machine.

use crate::display;
use crate::failure::Failure;
use crate::output::say;
use clap::Args;
use flockstep::simd;
use flockstep_view::Adapter;
use serde_json::{Map, Value};
use std::io::{self, IsTerminal};

/// Print versions, processor, memory, graphics and terminal, for a bug report.
///
/// Nothing personal is in it: no names of users, hosts or folders. What cannot be found out is said to be unknown.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  flockstep doctor
  flockstep doctor --json > report.json")]
pub struct DoctorArguments {
    /// Print one JSON object instead.
    #[arg(long)]
    pub json: bool,
}

/// A line of the report: a word, and what there is to say.
type Line = (&'static str, Vec<String>);

/// Prints the report.
pub fn doctor(arguments: &DoctorArguments) -> Result<(), Failure> {
    let lines = report();
    if arguments.json {
        let pairs = lines.into_iter().map(|(word, said)| (word.to_string(), Value::from(said)));
        return say(&Value::Object(pairs.collect::<Map<_, _>>()).to_string());
    }
    let text = lines.iter().flat_map(|(word, said)| {
        // The word stands before the first of several.
        said.iter().enumerate().map(move |(nth, one)| format!("{:12} {one}\n", if nth == 0 { word } else { "" }))
    });
    say(&text.collect::<String>())
}

fn report() -> Vec<Line> {
    let build = if cfg!(debug_assertions) { "debug" } else { "release" };
    let levels = simd::levels();
    vec![
        ("flockstep", vec![format!("{} ({build} build)", env!("CARGO_PKG_VERSION"))]),
        ("compiler", vec![known(env!("FLOCKSTEP_COMPILER")), format!("for {}", env!("FLOCKSTEP_TARGET"))]),
        ("system", vec![format!("{}, {}", std::env::consts::OS, system())]),
        ("processor", vec![field("/proc/cpuinfo", "model name"), std::env::consts::ARCH.into()]),
        ("instructions", vec![format!("{} (in use: {})", levels.join(", "), simd::in_use())]),
        ("threads", vec![std::thread::available_parallelism().map_or("unknown".into(), |cores| cores.to_string())]),
        ("memory", vec![memory("MemTotal"), format!("{} available", memory("MemAvailable"))]),
        ("graphics", graphics()),
        ("screen", vec![if display::has_screen() { "there may be one" } else { "none is named" }.into()]),
        ("terminal", vec![terminal()]),
        ("variables", variables()),
    ]
}

fn known(text: &str) -> String {
    if text.is_empty() { "unknown".into() } else { text.into() }
}

/// What follows a word and its separator in a file of the system, if there is one.
fn field(file: &str, word: &str) -> String {
    let text = std::fs::read_to_string(file).unwrap_or_default();
    let after = text.lines().find_map(|line| line.strip_prefix(word)?.trim_start().strip_prefix([':', '=']));
    known(after.unwrap_or_default().trim().trim_matches('"'))
}

/// The system's own name, and its kernel's version.
fn system() -> String {
    let kernel = std::fs::read_to_string("/proc/sys/kernel/osrelease").unwrap_or_default();
    format!("{}, kernel {}", field("/etc/os-release", "PRETTY_NAME"), known(kernel.trim()))
}

fn memory(word: &str) -> String {
    let kibibytes = field("/proc/meminfo", word);
    let number = kibibytes.trim_end_matches("kB").trim().parse::<f64>();
    number.map_or_else(|_| "unknown".into(), |number| format!("{:.1} GiB", number / 1024.0 / 1024.0))
}

/// Everything that can draw. A driver that breaks while it is asked is a finding, too.
fn graphics() -> Vec<String> {
    let hook = std::panic::take_hook();
    std::panic::set_hook(Box::new(|_| {}));
    let found = std::panic::catch_unwind(flockstep_view::adapters);
    std::panic::set_hook(hook);
    let describe = |one: &Adapter| {
        let kind = if one.software { ", in software" } else { "" };
        format!("{} ({}{kind}) {}", one.name, one.backend, one.driver).trim_end().to_string()
    };
    match found {
        Ok(adapters) if adapters.is_empty() => vec!["no driver: pictures are drawn by the program itself".into()],
        Ok(adapters) => adapters.iter().map(describe).collect(),
        Err(_) => vec!["a driver failed when it was asked".into()],
    }
}

fn terminal() -> String {
    let kind = std::env::var("TERM").unwrap_or_default();
    let is = |stream: bool| if stream { "a terminal" } else { "none" };
    let (input, output) = (is(io::stdin().is_terminal()), is(io::stdout().is_terminal()));
    format!("{}, input {input}, output {output}", known(&kind))
}

/// The variables that change what the program does.
fn variables() -> Vec<String> {
    let names = ["WGPU_BACKEND", "WGPU_ADAPTER_NAME", "NO_COLOR", "COLORTERM", "LANG", "LC_ALL"];
    let set: Vec<String> =
        names.iter().filter_map(|name| Some(format!("{name}={}", std::env::var(name).ok()?))).collect();
    if set.is_empty() { vec!["none set".into()] } else { set }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_says_something_and_what_is_not_there_is_unknown() {
        assert!(report().iter().all(|(_, said)| !said.is_empty() && said.iter().all(|one| !one.is_empty())));
        assert_eq!(field("/no/such/file", "word"), "unknown");
        assert_eq!(memory("NoSuchMemory"), "unknown");
    }
}
