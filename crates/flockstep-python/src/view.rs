//! A world at one moment, in arrays: what behaviors and metrics in Python are given.

use crate::columns::{self, Vectors, matrix};
use crate::neighbors::{self, Lists};
use flockstep::World;
use flockstep_scenario::{AnyWorld, either};
use numpy::{PyArray1, PyArray2, PyArrayMethods, PyReadonlyArray1, PyReadonlyArray2, PyUntypedArrayMethods};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;

/// Whom a view lists as neighbours, and how far.
#[derive(Clone, PartialEq)]
pub struct Reach {
    /// How far; nobody is listed without.
    pub radius: Option<f32>,
    /// The groups that count; all without.
    pub of: Option<Vec<String>>,
}

impl Reach {
    /// Refuses what no world could answer.
    pub fn check(&self, world: &AnyWorld) -> PyResult<()> {
        if let Some(radius) = self.radius.filter(|radius| !(radius.is_finite() && *radius > 0.0)) {
            return Err(PyValueError::new_err(format!("radius: found {radius}, allowed is a positive number")));
        }
        let known = || world.groups().iter().map(|group| group.name.as_str());
        match self.of.iter().flatten().find(|name| known().all(|other| other != *name)) {
            None => Ok(()),
            Some(name) => {
                let all = known().collect::<Vec<_>>().join(", ");
                Err(PyValueError::new_err(format!("of: there is no group \"{name}\"; known: {all}")))
            }
        }
    }
}

/// The world at one moment. All arrays have a row for each agent, in the order of ids.
///
/// The neighbours of agent `i` are `indices[offsets[i]:offsets[i + 1]]`: places in these arrays, not ids.
#[pyclass(frozen, module = "flockstep")]
pub struct View {
    /// Where everyone is, (n, D).
    #[pyo3(get)]
    positions: Py<PyArray2<f32>>,
    /// How everyone moves, (n, D).
    #[pyo3(get)]
    velocities: Py<PyArray2<f32>>,
    /// Where everyone points, unit vectors, (n, D).
    #[pyo3(get)]
    headings: Py<PyArray2<f32>>,
    /// The ids, (n,).
    #[pyo3(get)]
    ids: Py<PyArray1<u32>>,
    /// The number of each agent's group, (n,).
    #[pyo3(get)]
    groups: Py<PyArray1<i32>>,
    /// Where the neighbours of each agent begin in `indices`, (n + 1,).
    #[pyo3(get)]
    offsets: Py<PyArray1<i64>>,
    /// The places of the neighbours, those of agent 0 first, (m,).
    #[pyo3(get)]
    indices: Py<PyArray1<i32>>,
    /// The way from the agent to each neighbour, on a torus the short one, (m, D).
    #[pyo3(get)]
    displacements: Py<PyArray2<f32>>,
    /// The names of the groups.
    #[pyo3(get)]
    group_names: Vec<String>,
    /// Steps made so far.
    #[pyo3(get)]
    steps: u64,
    /// Seconds of the world's time.
    #[pyo3(get)]
    time: f64,
    /// Seconds of a step.
    #[pyo3(get)]
    time_step: f64,
    ends: Vec<i64>,
    /// Worked out when they are asked for.
    distances: PyOnceLock<Py<PyArray1<f32>>>,
}

impl View {
    /// The world as it is.
    pub fn of(py: Python<'_>, world: &AnyWorld, reach: &Reach) -> PyResult<View> {
        either!(world, world => View::of_world(py, world, reach))
    }

    fn of_world<const D: usize>(py: Python<'_>, world: &World<D>, reach: &Reach) -> PyResult<View> {
        let read = |which| columns::flat(world, which);
        let (positions, groups) = (read(Vectors::Positions), columns::groups(world));
        let lists = py.detach(|| listed(world, &positions, &groups, reach));
        let ends = lists.offsets.clone();
        Ok(View {
            positions: matrix(py, positions, D)?.unbind(),
            velocities: matrix(py, read(Vectors::Velocities), D)?.unbind(),
            headings: matrix(py, read(Vectors::Headings), D)?.unbind(),
            ids: PyArray1::from_vec(py, columns::ids(world)).unbind(),
            groups: PyArray1::from_vec(py, groups).unbind(),
            offsets: PyArray1::from_vec(py, lists.offsets).unbind(),
            indices: PyArray1::from_vec(py, lists.indices).unbind(),
            displacements: matrix(py, lists.ways, D)?.unbind(),
            group_names: world.groups().iter().map(|group| group.name.clone()).collect(),
            steps: world.steps(),
            time: world.time(),
            time_step: f64::from(world.time_step()),
            ends,
            distances: PyOnceLock::new(),
        })
    }
}

fn listed<const D: usize>(world: &World<D>, positions: &[f32], groups: &[i32], reach: &Reach) -> Lists {
    let Some(radius) = reach.radius else {
        return Lists { offsets: vec![0; groups.len() + 1], ..Lists::default() };
    };
    let places: Vec<[f32; D]> =
        positions.chunks_exact(D).map(|place| std::array::from_fn(|axis| place[axis])).collect();
    let counts: Option<Vec<bool>> = reach.of.as_ref().map(|of| {
        let counted: Vec<bool> = world.groups().iter().map(|group| of.contains(&group.name)).collect();
        groups.iter().map(|group| counted[*group as usize]).collect()
    });
    neighbors::find(world.space(), &places, counts.as_deref(), radius, world.pool())
}

#[pymethods]
impl View {
    /// How many neighbours each agent has, (n,).
    #[getter]
    fn counts<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i64>> {
        PyArray1::from_vec(py, self.ends.windows(2).map(|ends| ends[1] - ends[0]).collect())
    }

    /// The distance to each neighbour, (m,).
    #[getter]
    fn distances(&self, py: Python<'_>) -> PyResult<Py<PyArray1<f32>>> {
        let lengths = self.distances.get_or_try_init(py, || -> PyResult<_> {
            let ways = self.displacements.bind(py).try_readonly()?;
            let columns = ways.shape()[1];
            let length = |way: &[f32]| way.iter().map(|c| c * c).sum::<f32>().sqrt();
            Ok(PyArray1::from_vec(py, ways.as_slice()?.chunks_exact(columns).map(length).collect()).unbind())
        })?;
        Ok(lengths.clone_ref(py))
    }

    fn __len__(&self) -> usize {
        self.ends.len() - 1
    }

    fn __repr__(&self) -> String {
        let (agents, pairs) = (self.ends.len() - 1, self.ends.last().copied().unwrap_or(0));
        format!("View({agents} agents, {pairs} neighbours, step {})", self.steps)
    }

    /// Sums of something that each neighbour has, over the neighbours of each agent: (m, k) float32 to (n, k).
    fn _sum_rows<'py>(
        &self,
        py: Python<'py>,
        values: PyReadonlyArray2<'py, f32>,
    ) -> PyResult<Bound<'py, PyArray2<f32>>> {
        let width = values.shape()[1];
        let numbers = values.as_slice()?;
        self.check_rows(values.shape()[0])?;
        // The usual widths are told to the compiler: twice as fast.
        let sums = match width {
            2 => sums_of::<2>(numbers, &self.ends),
            3 => sums_of::<3>(numbers, &self.ends),
            _ => sums(numbers, width, &self.ends),
        };
        let rows = self.ends.len() - 1;
        PyArray1::from_vec(py, sums).reshape([rows, width])
    }

    /// The same of single numbers: (m,) to (n,).
    fn _sum_numbers<'py>(
        &self,
        py: Python<'py>,
        values: PyReadonlyArray1<'py, f32>,
    ) -> PyResult<Bound<'py, PyArray1<f32>>> {
        let numbers = values.as_slice()?;
        self.check_rows(numbers.len())?;
        let sum = |ends: &[i64]| numbers[ends[0] as usize..ends[1] as usize].iter().sum::<f32>();
        Ok(PyArray1::from_vec(py, self.ends.windows(2).map(sum).collect()))
    }

    /// Sums over the neighbours of each agent of something that every neighbour has.
    ///
    /// `values` has a row for each entry of `indices`: (m,) or (m, k). The result has one for each agent: (n,) or (n, k),
    /// as float32; zero for who has no neighbours.
    fn sum<'py>(slf: &Bound<'py, Self>, values: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let numpy = slf.py().import("numpy")?;
        let values = numpy.call_method1("ascontiguousarray", (values, "float32"))?;
        match values.getattr("ndim")?.extract::<usize>()? {
            1 => slf.call_method1("_sum_numbers", (values,)),
            2 => slf.call_method1("_sum_rows", (values,)),
            found => {
                Err(PyValueError::new_err(format!("values: found {found} dimensions, allowed are (m,) and (m, k)")))
            }
        }
    }
}

impl View {
    fn check_rows(&self, found: usize) -> PyResult<()> {
        let pairs = self.ends.last().copied().unwrap_or(0) as usize;
        if found == pairs {
            return Ok(());
        }
        Err(PyValueError::new_err(format!("values: found {found} rows, allowed are {pairs}: one for each of indices")))
    }
}

/// Sums of rows between two ends each.
fn sums(numbers: &[f32], width: usize, ends: &[i64]) -> Vec<f32> {
    let mut sums = vec![0.0; (ends.len() - 1) * width];
    for (sum, ends) in sums.chunks_exact_mut(width.max(1)).zip(ends.windows(2)) {
        for row in numbers[ends[0] as usize * width..ends[1] as usize * width].chunks_exact(width.max(1)) {
            sum.iter_mut().zip(row).for_each(|(sum, number)| *sum += number);
        }
    }
    sums
}

fn sums_of<const W: usize>(numbers: &[f32], ends: &[i64]) -> Vec<f32> {
    let (rows, _) = numbers.as_chunks::<W>();
    let sum = |ends: &[i64]| {
        rows[ends[0] as usize..ends[1] as usize].iter().fold([0.0; W], |mut sum: [f32; W], row| {
            (0..W).for_each(|axis| sum[axis] += row[axis]);
            sum
        })
    };
    ends.windows(2).flat_map(sum).collect()
}
