//! Rows of a sweep that are finished, kept beside the table until it is written: a sweep that is killed loses at most the
//! runs that were under way.
//!
//! The first line says of which sweep it is. Each other line is a run: its number, its agents, its hash and the bits of its
//! numbers, and a checksum, by which a line that was never finished is known.

use super::plan::Outcome;
use crate::failure::{Failure, plain};
use flockstep_record::{checksum, file, with_ending};
use flockstep_scenario::input;
use std::fs::{self, File};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// What a journal begins with.
const START: &str = "flockstep sweep";
/// The most bytes that are read of one.
const MOST_BYTES: u64 = 4 << 30;

/// Which sweep it is: everything that its rows depend on, by name, in numbers.
#[derive(Clone, Debug)]
pub struct Identity(pub Vec<(&'static str, u64)>);

/// The finished rows of a sweep on disk.
pub struct Journal {
    path: PathBuf,
    file: File,
}

impl Journal {
    /// Whether a table has a journal beside it: it has from when its sweep begins until it is written.
    pub fn is_beside(table: &Path) -> bool {
        with_ending(table, ".journal").is_file()
    }

    /// Opens the journal beside a table, with the runs it holds. One of another sweep is refused, or with `force` begun
    /// anew; a file that is no journal is refused in any case.
    pub fn open(
        table: &Path,
        identity: &Identity,
        metrics: usize,
        force: bool,
    ) -> Result<(Journal, Vec<(usize, Outcome)>), Failure> {
        let path = with_ending(table, ".journal");
        let unwritable =
            |error: io::Error| Failure::Input(format!("cannot write {}: {}", path.display(), plain(&error)));
        let old = read_old(&path).map_err(unwritable)?;
        let head = line(identity.text());
        let ours = old.starts_with(head.as_bytes());
        // One that was killed, or found the disk full, while it wrote the first line has no rows yet.
        let begun = head.as_bytes().starts_with(&old);
        let refused = |problem: &str| Err(Failure::Input(format!("{}: {problem}", path.display())));
        let is_journal = old.starts_with(&START.as_bytes()[..START.len().min(old.len())]);
        if !is_journal {
            return refused("it is in the way: a sweep keeps its finished runs there, and this is something else");
        }
        if !begun && !ours && !force {
            let what = identity.difference(&old);
            return refused(&format!(
                "it holds rows of another sweep: {what}; --force begins anew, or name another table"
            ));
        }
        let (mut keep, mut runs) = (head.len(), Vec::new());
        if ours {
            for row in old[keep..].split_inclusive(|byte| *byte == b'\n') {
                let Some(run) = read(row, metrics) else { break };
                runs.push(run);
                keep += row.len();
            }
        }
        let opened = if path.exists() { file::go_on(&path) } else { file::create(&path, false) };
        let mut file = opened.map_err(unwritable)?;
        let opened = file
            .set_len(if ours { keep as u64 } else { 0 })
            .and_then(|()| file.seek(SeekFrom::End(0)))
            .and_then(|_| if ours { Ok(()) } else { file.write_all(head.as_bytes()) })
            .and_then(|()| file.sync_all());
        opened.map_err(unwritable)?;
        Ok((Journal { path, file }, runs))
    }

    /// Adds a run, for good.
    pub fn add(&mut self, run: usize, outcome: &Outcome) -> Result<(), Failure> {
        let numbers = outcome.means.iter().chain(&outcome.last).map(|number| format!(" {:016x}", number.to_bits()));
        let text = format!("{run} {} {:016x}{}", outcome.agents, outcome.hash, numbers.collect::<String>());
        let written = self.file.write_all(line(text).as_bytes()).and_then(|()| self.file.sync_data());
        written.map_err(|error| Failure::io(format!("write {}", self.path.display()), &error))
    }

    /// The table is written: it is not needed any more.
    pub fn remove(self) {
        let _ = fs::remove_file(&self.path);
    }
}

impl Identity {
    fn text(&self) -> String {
        let parts: Vec<String> = self.0.iter().map(|(name, number)| format!("{name}={number:016x}")).collect();
        format!("{START} 2 {}", parts.join(" "))
    }
    /// In what the sweep differs of which these are the first bytes of the journal.
    fn difference(&self, journal: &[u8]) -> String {
        let first = journal.split(|byte| *byte == b'\n').next().unwrap_or_default();
        let text = String::from_utf8_lossy(first);
        let then: Vec<&str> = text.split(' ').collect();
        if then.get(2) != Some(&"2") {
            return "it was begun by another version of flockstep".into();
        }
        let differs = |(name, number): &&(&str, u64)| !then.contains(&format!("{name}={number:016x}").as_str());
        match self.0.iter().find(differs) {
            Some(("scenario", _)) => "the scenario, or an image that it names, was another".into(),
            Some(("version", _)) => "it was begun by another version of flockstep".into(),
            Some((name, _)) => format!("{name} was another"),
            None => "its first line is damaged".into(),
        }
    }
}

/// The bytes of a journal; none if there is none. A link, a pipe or a device is none.
fn read_old(path: &Path) -> io::Result<Vec<u8>> {
    match path.symlink_metadata() {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Vec::new()),
        Err(error) => Err(error),
        Ok(about) if about.is_file() => input::read(path, MOST_BYTES),
        Ok(_) => Err(io::Error::other("it is in the way: a sweep keeps its finished runs in a file there")),
    }
}

/// A text with its checksum, as a line.
fn line(text: String) -> String {
    format!("{text} {:016x}\n", checksum(text.as_bytes()))
}

/// The run of a line, if the line is whole.
fn read(row: &[u8], metrics: usize) -> Option<(usize, Outcome)> {
    let text = std::str::from_utf8(row).ok()?.strip_suffix('\n')?;
    let (text, sum) = text.rsplit_once(' ')?;
    if u64::from_str_radix(sum, 16).ok()? != checksum(text.as_bytes()) {
        return None;
    }
    let mut words = text.split(' ');
    let (run, agents) = (words.next()?.parse().ok()?, words.next()?.parse().ok()?);
    let hash = u64::from_str_radix(words.next()?, 16).ok()?;
    let numbers: Option<Vec<f64>> = words.map(|word| u64::from_str_radix(word, 16).ok().map(f64::from_bits)).collect();
    let mut means = numbers.filter(|numbers| numbers.len() == 2 * metrics)?;
    let last = means.split_off(metrics);
    Some((run, Outcome { means, last, agents, hash }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_added_is_found_again_and_a_torn_line_is_not() {
        let table = std::env::temp_dir().join(format!("flockstep-journal-{}.csv", std::process::id()));
        let outcome = |nth: u32| Outcome {
            means: vec![f64::from(nth) / 3.0],
            last: vec![f64::NEG_INFINITY],
            agents: 7,
            hash: u64::from(nth) << 60,
        };
        let path = with_ending(&table, ".journal");
        let _ = fs::remove_file(&path);
        let identity = |number: u64| Identity(vec![("version", 1), ("--vary", number)]);
        let open = |number: u64| Journal::open(&table, &identity(number), 1, false);
        let (mut journal, runs) = open(5).ok().expect("a journal");
        assert!(runs.is_empty());
        for run in [4, 0, 9] {
            assert!(journal.add(run, &outcome(run as u32)).is_ok());
        }
        let whole = fs::read(&path).expect("the journal");
        for cut in 1..40 {
            fs::write(&path, &whole[..whole.len() - cut]).expect("a torn journal");
            let (_, runs) = open(5).ok().expect("a journal");
            assert_eq!(runs, [(4, outcome(4)), (0, outcome(0))], "cut by {cut}");
        }
        let other = open(6).err().and_then(|failure| failure.message(false)).unwrap_or_default();
        assert!(other.contains("--vary was another"), "{other}");
        for torn in [0, 1, 20] {
            fs::write(&path, &whole[..torn]).expect("a torn first line");
            assert!(open(5).is_ok_and(|(_, runs)| runs.is_empty()), "{torn}");
        }
        assert!(Journal::open(&table, &identity(6), 1, true).is_ok_and(|(_, runs)| runs.is_empty()));
        fs::write(&path, "my notes").expect("a file of someone else");
        assert!(Journal::open(&table, &identity(6), 1, true).is_err());
        assert_eq!(fs::read(&path).expect("the file"), b"my notes");
        let _ = fs::remove_file(&path);
    }
}
