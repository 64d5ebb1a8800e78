//! The files that a run writes row by row: what each holds, and whether one that exists is this run's own.

use super::order::Order;
use super::origin::Output;
use crate::failure::Failure;
use crate::files::{self, is_file};
use crate::record::Destination;
use flockstep_record::Marker;
use flockstep_record::file::Lock;
use std::path::{Path, PathBuf};

/// A file that a run writes row by row.
pub struct Written {
    option: &'static str,
    path: PathBuf,
    /// The options that say what it holds, and their values.
    chosen: Vec<(String, String)>,
    marker: Marker,
}

impl Written {
    /// The files of a run.
    pub fn of(order: &Order) -> Vec<Written> {
        let every = || ("--every".to_string(), order.every.to_string());
        let mut all = Vec::new();
        if let Some(path) = order.out.as_ref().and_then(Destination::path) {
            let mut chosen = order.rows.clone();
            chosen.push(every());
            all.push(Written { option: "--out", path: path.to_path_buf(), chosen, marker: Marker::new(path) });
        }
        if let Some(path) = &order.metrics {
            let names: Vec<&str> = order.metric.iter().map(|metric| metric.entry().name).collect();
            let distance = order.flock_distance.map_or("unset".into(), |distance| distance.to_string());
            let chosen = vec![("--metric".into(), names.join(",")), ("--flock-distance".into(), distance), every()];
            all.push(Written { option: "--metrics", path: path.clone(), chosen, marker: Marker::new(path) });
        }
        all
    }

    /// Whether a run goes on in it.
    pub fn goes_on(order: &Order, path: &Path) -> bool {
        order.resumed.is_some() && !order.force && is_file(path)
    }

    /// Refuses a file to go on in that is not the one that the run of the checkpoint was writing. Nothing is changed.
    fn check(&self, order: &Order) -> Result<(), Failure> {
        let refused = |problem: &str| {
            let ways = "--force begins it anew, or name another file";
            Err(Failure::Input(format!("{} {}: {problem}; {ways}", self.option, self.path.display())))
        };
        let Some(origin) = &order.origin else {
            return refused("the checkpoint is of an earlier version and does not say which files are its run's");
        };
        let Some(own) = origin.outputs.iter().find(|output| output.option == self.option) else {
            return refused("the file exists, and the run of the checkpoint wrote none here: it is of another run");
        };
        for (option, now) in &self.chosen {
            let then = own.chosen.iter().find(|(other, _)| other == option).map_or("unset", |(_, value)| value);
            if then != now {
                return refused(&format!("rows of two kinds would stand in it: {option} was {then} and is {now}"));
            }
        }
        if own.chosen.len() != self.chosen.len() {
            return refused("rows of two kinds would stand in it");
        }
        match own.mark.is_of(&self.path) {
            Ok(true) => Ok(()),
            Ok(false) => refused("it is of another run, or was changed: it is not what stood there at the checkpoint"),
            Err(error) => Err(Failure::Input(error.to_string())),
        }
    }

    /// How it is known again, as it is now; nothing for a pipe or a device.
    fn marked(&mut self) -> Result<Option<Output>, Failure> {
        if !is_file(&self.path) {
            return Ok(None);
        }
        let mark = self.marker.mark()?;
        Ok(Some(Output { option: self.option.into(), chosen: self.chosen.clone(), mark }))
    }
}

/// How all files are known again, as they are now.
pub fn marked(written: &mut [Written]) -> Result<Vec<Output>, Failure> {
    written.iter_mut().filter_map(|one| one.marked().transpose()).collect()
}

/// The right to write everything that a run writes.
pub struct Locks {
    /// Of the files of rows. A pipe or a device has none.
    _written: Vec<Lock>,
    /// Of the checkpoint, if there is to be one.
    pub checkpoint: Option<Lock>,
}

impl Locks {
    /// Locks everything that a run writes, and looks whether all of it can be written. Nothing has been changed or made
    /// after it, but the locks, which are to be held while the run goes on.
    pub fn take(order: &Order, written: &[Written]) -> Result<Locks, Failure> {
        let checkpoint = order.checkpoint.as_ref().map(|path| files::lock(path)).transpose()?;
        let regular = written.iter().filter(|one| !files::is_stream(&one.path));
        let locks = regular.map(|one| Ok((one, files::lock(&one.path)?))).collect::<Result<Vec<_>, Failure>>()?;
        for (one, _) in locks.iter().filter(|(one, _)| Written::goes_on(order, &one.path)) {
            one.check(order)?;
        }
        checkpoint.as_ref().map_or(Ok(()), |lock| files::begin(lock).map(drop))?;
        for (one, lock) in locks.iter().filter(|(one, _)| !Written::goes_on(order, &one.path)) {
            files::try_writing(&one.path, lock)?;
        }
        order.out.as_ref().map_or(Ok(()), Destination::check_companion)?;
        Ok(Locks { _written: locks.into_iter().map(|(_, lock)| lock).collect(), checkpoint })
    }
}
