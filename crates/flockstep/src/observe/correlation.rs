//! How far velocities are alike: the correlation length of Cavagna et al. (2010).

use super::order::length;
use crate::agents::Columns;
use crate::space::{Edge, Space};
use crate::threads::Threads;

/// Of more agents than this an even sample of about so many is taken: every pair of it is looked at.
const MOST: usize = 4000;
/// Agents a task takes.
const GRAIN: usize = 64;

/// Who deviates how from the mean velocity, and where.
struct Stray<const D: usize> {
    position: [f64; D],
    own: [f64; D],
}

/// A shell of distances: how alike the pairs in it are, how far apart, and how many.
#[derive(Clone, Copy, Default)]
struct Shell {
    likeness: f64,
    distance: f64,
    pairs: f64,
}

/// The distance at which the correlation of velocity fluctuations first falls to zero; not a number if nobody deviates
/// from the mean, or if it never does.
pub(super) fn correlation_length<const D: usize>(
    agents: &Columns<D>,
    center: [f64; D],
    space: &Space<D>,
    threads: &Threads,
) -> f64 {
    let sides = if space.edge() == Edge::Wrap { space.sides().map(f64::from) } else { [f64::INFINITY; D] };
    let strays = strays(agents, center, sides);
    let farthest = farthest(&strays, sides);
    let pairs = 0.5 * strays.len() as f64 * (strays.len() as f64 - 1.0);
    if !(pairs >= 1.0 && farthest > 0.0 && strays.iter().any(|one| length(one.own) > 0.0)) {
        return f64::NAN;
    }
    // With so many shells, each holds so many pairs that chance does not bring it to zero early.
    let count = libm::cbrt(pairs).ceil().max(4.0) as usize;
    let shells = shells(&strays, sides, farthest, count, threads);
    let mut last: Option<(f64, f64)> = None;
    for shell in shells.iter().filter(|shell| shell.pairs > 0.0) {
        let (likeness, distance) = (shell.likeness / shell.pairs, shell.distance / shell.pairs);
        if likeness <= 0.0 {
            // Between two shells the correlation is taken as a straight line.
            return last.map_or(distance, |(before, from)| from + (distance - from) * before / (before - likeness));
        }
        last = Some((likeness, distance));
    }
    f64::NAN
}

/// The fluctuations of everyone, or of an even sample by id; places as seen from the centre, so that a flock across a
/// seam is in one piece.
fn strays<const D: usize>(agents: &Columns<D>, center: [f64; D], sides: [f64; D]) -> Vec<Stray<D>> {
    let mut rows: Vec<usize> = (0..agents.len()).collect();
    rows.sort_unstable_by_key(|row| agents.id[*row]);
    let stride = rows.len().div_ceil(MOST).max(1);
    let rows: Vec<usize> = rows.into_iter().step_by(stride).collect();
    let of =
        |columns: &[Vec<f32>; D], row: usize| -> [f64; D] { std::array::from_fn(|axis| f64::from(columns[axis][row])) };
    let mut mean = [0.0; D];
    for row in &rows {
        let velocity = of(&agents.velocity, *row);
        (0..D).for_each(|axis| mean[axis] += velocity[axis] / rows.len() as f64);
    }
    let stray = |row: usize| {
        let velocity = of(&agents.velocity, row);
        let place = of(&agents.position, row);
        let way = |axis: usize| {
            let (way, side) = (place[axis] - center[axis], sides[axis]);
            if way > 0.5 * side {
                way - side
            } else if way < -0.5 * side {
                way + side
            } else {
                way
            }
        };
        Stray { position: std::array::from_fn(way), own: std::array::from_fn(|axis| velocity[axis] - mean[axis]) }
    };
    rows.into_iter().map(stray).collect()
}

/// The farthest that pairs are looked at: across everyone, or half around a torus.
fn farthest<const D: usize>(strays: &[Stray<D>], sides: [f64; D]) -> f64 {
    let half = sides.iter().fold(f64::INFINITY, |least, side| least.min(0.5 * side));
    let extent = |axis: usize| {
        let along = || strays.iter().map(|one| one.position[axis]);
        along().fold(f64::NEG_INFINITY, f64::max) - along().fold(f64::INFINITY, f64::min)
    };
    length::<D>(std::array::from_fn(extent)).min(half)
}

/// Sums over all pairs by distance, in pieces of fixed size, then in order.
fn shells<const D: usize>(
    strays: &[Stray<D>],
    sides: [f64; D],
    farthest: f64,
    count: usize,
    threads: &Threads,
) -> Vec<Shell> {
    let mut pieces = vec![vec![Shell::default(); count]; strays.len().div_ceil(GRAIN)];
    threads.split(pieces.len(), 1, &mut pieces[..], <[_]>::split_at_mut, &|range, pieces| {
        for (nth, shells) in range.zip(pieces) {
            for at in nth * GRAIN..((nth + 1) * GRAIN).min(strays.len()) {
                let one = &strays[at];
                for two in &strays[at + 1..] {
                    let way = |axis: usize| {
                        let way = (two.position[axis] - one.position[axis]).abs();
                        way.min(sides[axis] - way)
                    };
                    let distance = length::<D>(std::array::from_fn(way));
                    if let Some(shell) = shells.get_mut((distance / farthest * count as f64) as usize) {
                        shell.likeness += (0..D).map(|axis| one.own[axis] * two.own[axis]).sum::<f64>();
                        shell.distance += distance;
                        shell.pairs += 1.0;
                    }
                }
            }
        }
    });
    let mut total = vec![Shell::default(); count];
    for piece in &pieces {
        for (sum, shell) in total.iter_mut().zip(piece) {
            sum.likeness += shell.likeness;
            sum.distance += shell.distance;
            sum.pairs += shell.pairs;
        }
    }
    total
}
