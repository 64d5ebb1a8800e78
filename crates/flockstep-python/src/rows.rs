//! What a run leaves behind: rows in memory, or in a file.

use crate::columns;
use crate::core::Core;
use crate::error::record_error;
use flockstep::World;
use flockstep_record::file::{self, Lock};
use flockstep_record::{Column, Format, Out, Selection, Trajectory, Vector};
use flockstep_scenario::either;
use numpy::PyArray1;
use pyo3::exceptions::{PyFileExistsError, PyOSError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn selection(core: &Core, columns: Option<Vec<String>>, groups: Option<Vec<String>>) -> PyResult<Selection> {
    let inside = core.lock()?;
    let world = inside.live.world();
    let chosen = Selection::new(world.groups(), world.dimensions(), columns.as_deref(), groups.as_deref());
    chosen.map_err(record_error)
}

/// Rows of a trajectory, in memory.
#[pyclass(frozen, module = "flockstep._flockstep")]
pub struct Rows(Mutex<Kept>);

struct Kept {
    selection: Selection,
    steps: Vec<i64>,
    times: Vec<f64>,
    ids: Vec<u32>,
    groups: Vec<i32>,
    numbers: Vec<Vec<f32>>,
}

impl Kept {
    fn observe<const D: usize>(&mut self, world: &World<D>) {
        let (ids, groups) = (columns::ids(world), columns::groups(world));
        let chosen: Vec<bool> =
            groups.iter().map(|group| self.selection.has_group(flockstep::GroupId(*group as u32))).collect();
        let added = chosen.iter().filter(|chosen| **chosen).count();
        fn kept<'a, T: Copy>(all: &'a [T], chosen: &'a [bool]) -> impl Iterator<Item = T> + 'a {
            all.iter().zip(chosen).filter(|(_, chosen)| **chosen).map(|(value, _)| *value)
        }
        let mut number = 0;
        for column in self.selection.columns() {
            match column {
                Column::Step => self.steps.extend(std::iter::repeat_n(world.steps() as i64, added)),
                Column::Time => self.times.extend(std::iter::repeat_n(world.time(), added)),
                Column::Id => self.ids.extend(kept(&ids, &chosen)),
                Column::Group => self.groups.extend(kept(&groups, &chosen)),
                Column::Number(vector, axis) => {
                    let which = match vector {
                        Vector::Position => world.positions(),
                        Vector::Velocity => world.velocities(),
                        Vector::Steering => world.steering(),
                        Vector::Heading => world.headings(),
                    };
                    let rows = kept(world.rows_by_id(), &chosen);
                    self.numbers[number].extend(rows.map(|row| which[*axis][row as usize]));
                    number += 1;
                }
            }
        }
    }
}

#[pymethods]
impl Rows {
    /// Rows of a world with these columns, of these groups.
    #[new]
    fn new(core: &Core, columns: Option<Vec<String>>, groups: Option<Vec<String>>) -> PyResult<Rows> {
        let selection = selection(core, columns, groups)?;
        let count = selection.columns().iter().filter(|column| matches!(column, Column::Number(..))).count();
        let (steps, times, ids, groups) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        Ok(Rows(Mutex::new(Kept { selection, steps, times, ids, groups, numbers: vec![Vec::new(); count] })))
    }
    /// Adds a row for every agent.
    fn observe(&self, core: &Core) -> PyResult<()> {
        let inside = core.lock()?;
        either!(inside.live.world(), world => lock(&self.0).observe(world));
        Ok(())
    }
    /// The columns by name; groups as numbers. Nothing is left behind.
    fn take<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let (table, mut kept) = (PyDict::new(py), lock(&self.0));
        let mut numbers = std::mem::take(&mut kept.numbers).into_iter();
        for column in kept.selection.columns().to_vec() {
            let name = column.name();
            match column {
                Column::Step => table.set_item(name, PyArray1::from_vec(py, std::mem::take(&mut kept.steps)))?,
                Column::Time => table.set_item(name, PyArray1::from_vec(py, std::mem::take(&mut kept.times)))?,
                Column::Id => table.set_item(name, PyArray1::from_vec(py, std::mem::take(&mut kept.ids)))?,
                Column::Group => table.set_item(name, PyArray1::from_vec(py, std::mem::take(&mut kept.groups)))?,
                Column::Number(..) => {
                    table.set_item(name, PyArray1::from_vec(py, numbers.next().unwrap_or_default()))?;
                }
            }
        }
        Ok(table)
    }
}

/// Rows of a trajectory, in a file: written by a thread of its own.
#[pyclass(frozen, module = "flockstep._flockstep")]
pub struct RowFile(Mutex<Option<(Trajectory, Lock)>>);

#[pymethods]
impl RowFile {
    /// Begins a file. One that exists is refused, or with `force` written anew.
    #[new]
    fn new(
        core: &Core,
        path: PathBuf,
        columns: Option<Vec<String>>,
        groups: Option<Vec<String>>,
        force: bool,
    ) -> PyResult<RowFile> {
        let selection = selection(core, columns, groups)?;
        let format = format_of(&path)?;
        format.check_companion(&path).map_err(record_error)?;
        let who = format!("process {} (flockstep in Python)", std::process::id());
        let lock = Lock::take(&path, &who)
            .map_err(|held| PyOSError::new_err(format!("cannot write {}: {held}", path.display())))?;
        let made = file::create(&path, force).map_err(|error| match error.kind() {
            std::io::ErrorKind::AlreadyExists => {
                PyFileExistsError::new_err(format!("{} exists already; force=True overwrites it", path.display()))
            }
            _ => PyOSError::new_err(format!("cannot write {}: {error}", path.display())),
        })?;
        let agents = core.lock()?.live.world().len();
        let begun = Trajectory::begin(Out::file(&path, made), format, selection, agents).map_err(record_error)?;
        Ok(RowFile(Mutex::new(Some((begun, lock)))))
    }
    /// Adds a row for every agent.
    fn observe(&self, py: Python<'_>, core: &Core) -> PyResult<()> {
        let inside = core.lock()?;
        let (live, file) = (&inside.live, &self.0);
        let written = py.detach(|| match &mut *lock(file) {
            Some((file, _)) => either!(live.world(), world => file.observe(world)),
            None => Ok(()),
        });
        written.map_err(record_error)
    }
    /// Writes what is still held back and ends the file.
    fn finish(&self, py: Python<'_>) -> PyResult<()> {
        let file = lock(&self.0).take();
        py.detach(|| file.map_or(Ok(()), |(mut file, _lock)| file.finish())).map_err(record_error)
    }
}

fn format_of(path: &Path) -> PyResult<Format> {
    let ending = path.extension().map(|ending| ending.to_string_lossy().to_string());
    ending.as_deref().and_then(Format::of).ok_or_else(|| {
        let allowed = "allowed is a name ending in .csv, .parquet or .npy";
        PyValueError::new_err(format!("out: found {}, {allowed}", path.display()))
    })
}
