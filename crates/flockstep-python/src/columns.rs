//! The columns of a world as arrays, rows in the order of ids.

use flockstep::World;
use numpy::{PyArray1, PyArray2, PyArrayMethods};
use pyo3::prelude::*;

/// The vectors of an agent.
#[derive(Clone, Copy)]
pub enum Vectors {
    Positions,
    Velocities,
    Headings,
    Steering,
}

/// The vectors of everyone, one after another.
pub fn flat<const D: usize>(world: &World<D>, which: Vectors) -> Vec<f32> {
    let columns = match which {
        Vectors::Positions => world.positions(),
        Vectors::Velocities => world.velocities(),
        Vectors::Headings => world.headings(),
        Vectors::Steering => world.steering(),
    };
    let rows = world.rows_by_id();
    let mut numbers = vec![0.0; rows.len() * D];
    for (place, row) in numbers.chunks_exact_mut(D).zip(rows) {
        for (number, column) in place.iter_mut().zip(&columns) {
            *number = column[*row as usize];
        }
    }
    numbers
}

/// The ids, in order.
pub fn ids<const D: usize>(world: &World<D>) -> Vec<u32> {
    world.rows_by_id().iter().map(|row| world.ids()[*row as usize].0).collect()
}

/// The number of each agent's group.
pub fn groups<const D: usize>(world: &World<D>) -> Vec<i32> {
    let by_row: Vec<i32> = world.group_ids().map(|group| group.0 as i32).collect();
    world.rows_by_id().iter().map(|row| by_row[*row as usize]).collect()
}

/// Numbers as an array of so many columns.
pub fn matrix<'py>(py: Python<'py>, numbers: Vec<f32>, columns: usize) -> PyResult<Bound<'py, PyArray2<f32>>> {
    let rows = numbers.len() / columns;
    PyArray1::from_vec(py, numbers).reshape([rows, columns])
}
