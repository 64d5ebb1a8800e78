//! Order, rotation, spread and spacing of a flock.

use crate::World;
use crate::perceive::{Extra, Reaches, nearest_where};
use crate::vector::Vector;
use crate::world::agents::at;

/// Numbers that describe one group, or all agents together.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Metrics<const D: usize> {
    /// How many agents.
    pub agents: usize,
    /// `‖mean of unit(v)‖`: 1 when all go the same way, about 1/√N when each goes its own (Vicsek et al. 1995).
    pub polarization: f64,
    /// `‖mean of unit(x − c) × unit(v)‖` about the centre c: 1 for a perfect mill (Couzin et al. 2002).
    pub milling: f64,
    /// The mean position.
    pub center: [f64; D],
    /// `√(mean of ‖x − c‖²)`.
    pub spread: f64,
    /// The mean speed.
    pub speed: f64,
    /// The mean distance to the nearest other agent of the same set; not a number for fewer than two.
    pub nearest_mean: f64,
}

impl<const D: usize> Metrics<D> {
    /// The metrics of a group, or with `None` of everyone. `nearest` are the distances of [`nearest_distances`] for the
    /// same set.
    pub fn of(world: &World<D>, group: Option<usize>, nearest: &[f32]) -> Metrics<D> {
        let members = || world.agents().filter(move |agent| group.is_none_or(|group| agent.group == group));
        let count = members().count();
        let share = 1.0 / count.max(1) as f64;
        let mut center = [0.0; D];
        let mut course = [0.0; D];
        let mut speed = 0.0;
        for agent in members() {
            let (unit, length) = unit(agent.velocity.map(f64::from));
            for axis in 0..D {
                center[axis] += f64::from(agent.position[axis]) * share;
                course[axis] += unit[axis] * share;
            }
            speed += length * share;
        }
        let (mut spread, mut turning) = (0.0, [0.0f64; 3]);
        for agent in members() {
            let from: [f64; D] = std::array::from_fn(|axis| f64::from(agent.position[axis]) - center[axis]);
            let (out, distance) = unit(from);
            spread += distance * distance * share;
            let turn = cross(out, unit(agent.velocity.map(f64::from)).0);
            for axis in 0..3 {
                turning[axis] += turn[axis] * share;
            }
        }
        let nearest_mean = nearest.iter().map(|d| f64::from(*d)).sum::<f64>() / nearest.len() as f64;
        Metrics {
            agents: count,
            polarization: length(course),
            milling: length(turning),
            center,
            spread: spread.sqrt(),
            speed,
            nearest_mean,
        }
    }
}

/// The distance from each agent of a set (a group, or with `None` everyone) to the nearest other of it; empty for fewer
/// than two.
pub fn nearest_distances<const D: usize>(world: &World<D>, group: Option<usize>) -> Vec<f32> {
    let of_set = |row: usize| group.is_none_or(|group| world.group_of[usize::from(world.now.kind[row])] == group);
    let rows: Vec<usize> = (0..world.len()).filter(|row| of_set(*row)).collect();
    if rows.len() < 2 {
        return Vec::new();
    }
    // The world's own cells belong to the last step's positions; these are this instant's.
    let mut grid = crate::perceive::Grid::default();
    let mut sorted = crate::world::agents::Columns::default();
    let radii = [(typical_spacing(world, &rows), rows.len())];
    let reaches = Reaches { radii: &radii, nearest_only: None };
    grid.index(&world.space, &reaches, &world.now, &mut sorted, &Extra::default(), &world.threads);
    let search = crate::perceive::Search { grid: &grid, before: &sorted, space: &world.space };
    let member = |row: usize| group.is_none_or(|group| world.group_of[usize::from(sorted.kind[row])] == group);
    let mut distances = Vec::with_capacity(rows.len());
    for row in (0..sorted.len()).filter(|row| member(*row)) {
        let point: Vector<D> = at(&sorted.position, row);
        if let Some(other) = nearest_where(&search, row, point, member) {
            distances.push(crate::vector::length(world.space.offset(point, at(&sorted.position, other))));
        }
    }
    distances
}

/// About the distance between neighbours, if they were spread evenly over the box they are in.
fn typical_spacing<const D: usize>(world: &World<D>, rows: &[usize]) -> f32 {
    let mut volume = 1.0f64;
    for axis in 0..D {
        let column = &world.now.position[axis];
        let least = rows.iter().map(|row| column[*row]).fold(f32::INFINITY, f32::min);
        let most = rows.iter().map(|row| column[*row]).fold(f32::NEG_INFINITY, f32::max);
        volume *= f64::from((most - least).max(1e-6));
    }
    (volume / rows.len() as f64).powf(1.0 / D as f64) as f32
}

fn length<const N: usize>(a: [f64; N]) -> f64 {
    a.iter().map(|c| c * c).sum::<f64>().sqrt()
}

fn unit<const N: usize>(a: [f64; N]) -> ([f64; N], f64) {
    let length = length(a);
    (if length > 0.0 { a.map(|c| c / length) } else { [0.0; N] }, length)
}

/// The cross product; of vectors in the plane it points out of it.
fn cross<const D: usize>(a: [f64; D], b: [f64; D]) -> [f64; 3] {
    let z = |v: [f64; D]| if D == 3 { v[D - 1] } else { 0.0 };
    [a[1] * z(b) - z(a) * b[1], z(a) * b[0] - a[0] * z(b), a[0] * b[1] - a[1] * b[0]]
}
