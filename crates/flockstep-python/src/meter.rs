//! Metrics of a world, measured again and again.

use crate::core::{Core, Inside};
use flockstep::GroupId;
use flockstep::observe::{METRICS, Metric, Observer, Reading};
use flockstep_scenario::{AnyWorld, nearest_name};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use std::sync::{Mutex, PoisonError};

/// The observer of a world of either dimension.
#[allow(clippy::large_enum_variant)] // a meter has one, and never moves it
enum Either {
    Plane(Observer<2>),
    Space(Observer<3>),
}

/// Measures a world, and remembers what it has seen: contacts, arrivals.
#[pyclass(frozen, module = "flockstep._flockstep")]
pub struct Meter {
    names: Vec<&'static str>,
    observer: Mutex<Either>,
}

/// What was measured: the number of the group, or none for all; how many agents; a number for each metric.
type Measured = (Option<usize>, usize, Vec<f64>);

#[pymethods]
impl Meter {
    /// A meter for metrics by name; without names the usual ones, with `all` every one that fits.
    #[new]
    fn new(core: &Core, names: Option<Vec<String>>, all: bool, flock_distance: Option<f64>) -> PyResult<Meter> {
        let inside = core.lock()?;
        let dimensions = inside.live.world().dimensions();
        let metrics = match names {
            _ if all => METRICS.iter().map(|entry| entry.metric).filter(|metric| metric.fits(dimensions)).collect(),
            None => Metric::usual(),
            Some(names) => names.iter().map(|name| metric(name, dimensions)).collect::<PyResult<Vec<_>>>()?,
        };
        if flock_distance.is_some_and(|distance| !(distance.is_finite() && distance >= 0.0)) {
            return Err(PyValueError::new_err("flock_distance: allowed is a number, not negative"));
        }
        let observer = match inside.live.world() {
            AnyWorld::Plane(_) => Either::Plane(Observer::new(&metrics, flock_distance)),
            AnyWorld::Space(_) => Either::Space(Observer::new(&metrics, flock_distance)),
        };
        Ok(Meter { names: metrics.iter().map(|metric| metric.entry().name).collect(), observer: Mutex::new(observer) })
    }

    /// The names of what is measured.
    #[getter]
    fn names(&self) -> Vec<&'static str> {
        self.names.clone()
    }

    /// Measures the world as it is: each group, and all.
    fn measure(&self, py: Python<'_>, core: &Core) -> PyResult<Vec<Measured>> {
        let inside = core.lock()?;
        let Inside { live, captures, .. } = &*inside;
        let row = |reading: &Reading| (reading.group.map(GroupId::index), reading.agents, reading.values.clone());
        let observer = &self.observer;
        py.detach(|| {
            let mut observer = observer.lock().unwrap_or_else(PoisonError::into_inner);
            match (&mut *observer, live.world()) {
                (Either::Plane(observer), AnyWorld::Plane(world)) => {
                    Ok(observer.observe(world, captures).iter().map(row).collect())
                }
                (Either::Space(observer), AnyWorld::Space(world)) => {
                    Ok(observer.observe(world, captures).iter().map(row).collect())
                }
                _ => Err(PyValueError::new_err("this meter is of a world with another number of dimensions")),
            }
        })
    }
}

fn metric(name: &str, dimensions: usize) -> PyResult<Metric> {
    let names = || METRICS.iter().map(|entry| entry.name);
    match Metric::named(name) {
        Some(metric) if metric.fits(dimensions) => Ok(metric),
        Some(_) => Err(PyValueError::new_err(format!("metrics: {name}: a world of two dimensions has no such thing"))),
        None => {
            let meant = nearest_name(name, names()).map_or(String::new(), |meant| format!("; did you mean {meant}?"));
            let all = names().collect::<Vec<_>>().join(", ");
            Err(PyValueError::new_err(format!("metrics: there is no metric \"{name}\"{meant} Allowed are {all}")))
        }
    }
}

/// Every metric there is: name, unit, what it says.
#[pyfunction]
pub fn metric_list() -> Vec<(&'static str, &'static str, &'static str)> {
    METRICS.iter().map(|entry| (entry.name, entry.unit, entry.what)).collect()
}
