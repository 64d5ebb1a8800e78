//! Who is within a radius of whom: lists in compressed form, for behaviors and metrics that are written in Python.
//!
//! The engine's own search is made for sums and never lists everyone's neighbours at once. This is a plain grid of cells
//! at least as wide as the radius. The lists depend on the positions alone, not on the number of threads.

use flockstep::{Edge, Space, Threads};

/// Neighbours of all agents: those of agent `i` stand at `offsets[i]..offsets[i + 1]`.
#[derive(Default)]
pub struct Lists {
    /// Where the neighbours of each agent begin, and the end of the last.
    pub offsets: Vec<i64>,
    /// The place of each neighbour in the order of ids.
    pub indices: Vec<i64>,
    /// The way to each neighbour, `D` numbers each: on a torus the short one.
    pub ways: Vec<f32>,
    /// The length of each way.
    pub distances: Vec<f32>,
}

/// Agents of a piece of work.
const PIECE: usize = 512;

/// Finds the neighbours of every agent within a radius; `counts` says who may be one.
pub fn find<const D: usize>(
    space: &Space<D>,
    positions: &[[f32; D]],
    counts: Option<&[bool]>,
    radius: f32,
    threads: &Threads,
) -> Lists {
    let cells = Cells::new(space, positions, counts, radius);
    let mut pieces: Vec<(usize, Lists)> =
        (0..positions.len()).step_by(PIECE).map(|from| (from, Lists::default())).collect();
    threads.each(&mut pieces, |(from, lists)| {
        let until = (*from + PIECE).min(positions.len());
        for (at, me) in positions[*from..until].iter().enumerate() {
            cells.visit(*me, |other, place| {
                let way = space.offset(*me, place);
                let square: f32 = way.iter().map(|c| c * c).sum();
                if square <= radius * radius && other as usize != *from + at {
                    lists.indices.push(i64::from(other));
                    lists.ways.extend(way);
                    lists.distances.push(square.sqrt());
                }
            });
            lists.offsets.push(lists.indices.len() as i64);
        }
    });
    let mut all = Lists { offsets: vec![0], ..Lists::default() };
    for (_, lists) in pieces {
        let before = all.indices.len() as i64;
        all.offsets.extend(lists.offsets.iter().map(|end| before + end));
        all.indices.extend(lists.indices);
        all.ways.extend(lists.ways);
        all.distances.extend(lists.distances);
    }
    all
}

/// Agents sorted into cells.
struct Cells<const D: usize> {
    wraps: bool,
    least: [f64; D],
    width: [f64; D],
    count: [usize; D],
    /// Where each cell begins, and the end of the last.
    starts: Vec<u32>,
    agents: Vec<(u32, [f32; D])>,
}

impl<const D: usize> Cells<D> {
    fn new(space: &Space<D>, positions: &[[f32; D]], counts: Option<&[bool]>, radius: f32) -> Cells<D> {
        let wraps = space.edge() == Edge::Wrap;
        let (least, greatest) = if wraps { (space.min(), space.max()) } else { corners(positions) };
        // More cells than agents would only be empty.
        let most = (positions.len() as f64).powf(1.0 / D as f64).ceil().max(1.0);
        let side: [f64; D] = std::array::from_fn(|axis| f64::from(greatest[axis]) - f64::from(least[axis]));
        // A little wider than the radius: a pair that rounding brings within it must not be two cells apart.
        let count = side.map(|side| (side / (f64::from(radius) * (1.0 + 1e-6))).floor().clamp(1.0, most) as usize);
        let width = std::array::from_fn(|axis| (side[axis] / count[axis] as f64).max(f64::MIN_POSITIVE));
        let cells = count.iter().product::<usize>();
        let (starts, agents) = (vec![0; cells + 1], Vec::new());
        let mut made = Cells { wraps, least: least.map(f64::from), width, count, starts, agents };
        let counted = |at: &usize| counts.is_none_or(|counts| counts[*at]);
        let mut placed: Vec<(usize, u32)> =
            (0..positions.len()).filter(counted).map(|at| (made.cell(positions[at]), at as u32)).collect();
        placed.sort_unstable();
        for (cell, _) in &placed {
            made.starts[cell + 1] += 1;
        }
        for cell in 0..cells {
            made.starts[cell + 1] += made.starts[cell];
        }
        made.agents = placed.into_iter().map(|(_, at)| (at, positions[at as usize])).collect();
        made
    }

    fn place(&self, position: [f32; D]) -> [usize; D] {
        std::array::from_fn(|axis| {
            let at = (f64::from(position[axis]) - self.least[axis]) / self.width[axis];
            (at.max(0.0) as usize).min(self.count[axis] - 1)
        })
    }

    fn cell(&self, position: [f32; D]) -> usize {
        self.place(position).iter().zip(self.count).fold(0, |cell, (at, count)| cell * count + at)
    }

    /// Shows everyone in the cells around a position, each once.
    fn visit(&self, position: [f32; D], mut show: impl FnMut(u32, [f32; D])) {
        let place = self.place(position);
        let around: [([usize; 3], usize); D] = std::array::from_fn(|axis| self.around(axis, place[axis]));
        let many: usize = around.iter().map(|(_, many)| many).product();
        for mut nth in 0..many {
            let cell = (0..D).fold(0, |cell, axis| {
                let (places, many) = around[axis];
                let at = places[nth % many];
                nth /= many;
                cell * self.count[axis] + at
            });
            let (from, until) = (self.starts[cell] as usize, self.starts[cell + 1] as usize);
            self.agents[from..until].iter().for_each(|(other, at)| show(*other, *at));
        }
    }

    /// The cells beside one along an axis, and itself: none twice.
    fn around(&self, axis: usize, at: usize) -> ([usize; 3], usize) {
        let count = self.count[axis];
        let (mut places, mut many) = ([at; 3], 1);
        let mut add = |place: usize| {
            if !places[..many].contains(&place) {
                places[many] = place;
                many += 1;
            }
        };
        if self.wraps {
            add((at + 1) % count);
            add((at + count - 1) % count);
        } else {
            add((at + 1).min(count - 1));
            add(at.saturating_sub(1));
        }
        (places, many)
    }
}

fn corners<const D: usize>(positions: &[[f32; D]]) -> ([f32; D], [f32; D]) {
    let first = positions.first().copied().unwrap_or([0.0; D]);
    positions.iter().fold((first, first), |(least, greatest), place| {
        (
            std::array::from_fn(|axis| least[axis].min(place[axis])),
            std::array::from_fn(|axis| greatest[axis].max(place[axis])),
        )
    })
}
