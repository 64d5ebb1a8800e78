//! How to go on with a run that did not come to its end.

use super::order::Order;
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

/// How to go on with a run that did not come to its end: the line that is shown then.
pub struct Advice {
    /// The command as it was typed, but for what concerns resuming.
    typed: Vec<OsString>,
    /// The latest state on the disk: its file and its step.
    latest: Mutex<Option<(PathBuf, u64)>>,
    /// Whether there is to be a checkpoint.
    keeps: bool,
}

impl Advice {
    /// Of a run that begins now, at this step.
    pub fn new(order: &Order, step: u64) -> Advice {
        let latest = order.resumed.clone().map(|path| (path, step));
        let keeps = order.checkpoint.is_some();
        Advice { typed: without_resuming(std::env::args_os()), latest: Mutex::new(latest), keeps }
    }

    /// The file holds the world at this step.
    pub fn kept(&self, path: &Path, step: u64) {
        *self.latest.lock().unwrap_or_else(PoisonError::into_inner) = Some((path.to_path_buf(), step));
    }

    /// The line for people.
    pub fn line(&self) -> String {
        match &*self.latest.lock().unwrap_or_else(PoisonError::into_inner) {
            Some((path, step)) => {
                let resume = [OsStr::new("--resume"), path.as_os_str()].map(OsStr::to_os_string);
                // What stands behind -- are no options any more.
                let end = self.typed.iter().position(|word| word == "--").unwrap_or(self.typed.len());
                let words = self.typed[..end].iter().chain(&resume).chain(&self.typed[end..]);
                let words: Vec<String> = words.map(|word| for_shell(&word.to_string_lossy())).collect();
                format!("to go on from step {step}: {}", words.join(" "))
            }
            None if self.keeps => "there is nothing to go on from: no checkpoint has been written yet".into(),
            None => "there is nothing to go on from: --checkpoint FILE --checkpoint-every K would keep it".into(),
        }
    }
}

/// The words of a command without --resume and its file, and without --force, which would begin the outputs anew.
fn without_resuming(words: impl Iterator<Item = OsString>) -> Vec<OsString> {
    let (mut kept, mut words) = (Vec::new(), words.peekable());
    while let Some(word) = words.next() {
        let text = word.to_string_lossy();
        if text == "--resume" {
            words.next();
        } else if text == "--" {
            kept.push(word);
            kept.extend(words);
            break;
        } else if text != "--force" && !text.starts_with("--resume=") {
            kept.push(word);
        }
    }
    kept
}

/// A word as a shell reads it back.
fn for_shell(word: &str) -> String {
    let plain = |letter: char| letter.is_alphanumeric() || "-_./=,:@%+".contains(letter);
    if !word.is_empty() && word.chars().all(plain) { word.into() } else { format!("'{}'", word.replace('\'', "'\\''")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(typed: &[&str], latest: Option<(&str, u64)>, keeps: bool) -> String {
        let typed = without_resuming(typed.iter().map(OsString::from));
        Advice { typed, latest: Mutex::new(latest.map(|(path, step)| (path.into(), step))), keeps }.line()
    }

    #[test]
    fn the_command_is_the_same_with_the_latest_checkpoint() {
        let typed = ["flockstep", "run", "a b.toml", "--resume", "old.bin", "--force", "--set", "name='x'"];
        let expected = "to go on from step 7: flockstep run 'a b.toml' --set 'name='\\''x'\\''' --resume new.bin";
        assert_eq!(line(&typed, Some(("new.bin", 7)), true), expected);
        let typed = ["flockstep", "run", "--resume=old.bin", "--", "--force"];
        assert_eq!(
            line(&typed, Some(("c.bin", 0)), true),
            "to go on from step 0: flockstep run --resume c.bin -- --force"
        );
    }

    #[test]
    fn without_a_checkpoint_it_says_so() {
        assert!(line(&["flockstep"], None, true).contains("yet"));
        assert!(line(&["flockstep"], None, false).contains("--checkpoint FILE"));
    }
}
