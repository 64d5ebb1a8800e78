//! What an agent sees, for coloring by it: how many neighbours, and whether it leads.
//!
//! The engine sums over neighbours without keeping who they were, so this searches once more, by itself. It costs a
//! search per agent on the caller's thread and is done only when asked for.

use flockstep::settings::{Group, Sight, When};
use flockstep::vector::{Vector, dot, length};
use flockstep::{Edge, World};

/// Whoever sees more neighbours than this looks like one who sees so many; it bounds the cost in a crowd.
const MOST_NEIGHBOURS: u32 = 64;
/// The most cells along an axis, in 2D and in 3D.
const MOST_CELLS: [usize; 2] = [256, 48];

/// What to find out about every agent when a picture is filled.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Insight {
    /// How many mates each sees: those of its group within its sight. The picture has n / (n + 8): 0 with none, a half
    /// with eight.
    pub neighbours: bool,
    /// Whether each leads: has no mate in the narrow view of its group's behavior that is on `when = "leading"` (or off,
    /// `"following"`). In a group with no such behavior nobody leads.
    pub leaders: bool,
}

/// What was found out, in row order; empty if not asked for.
#[derive(Debug, Default)]
pub(crate) struct Seen {
    pub crowd: Vec<f32>,
    pub leader: Vec<bool>,
}

pub(crate) fn of<const D: usize>(world: &World<D>, insight: Insight) -> Seen {
    let mut seen = Seen::default();
    if insight.neighbours {
        let sights: Vec<_> = world.groups().iter().map(|group| Some(group.settings.sight.clone())).collect();
        let share = |count: u32| count as f32 / (count as f32 + 8.0);
        seen.crowd =
            counts(world, &sights, MOST_NEIGHBOURS).into_iter().map(|count| count.map_or(0.0, share)).collect();
    }
    let aheads: Vec<_> = world.groups().iter().map(ahead).collect();
    if insight.leaders && aheads.iter().any(Option::is_some) {
        seen.leader = counts(world, &aheads, 1).into_iter().map(|count| count == Some(0)).collect();
    }
    seen
}

/// The narrow view ahead by which a group's agents know whether they lead.
fn ahead(group: &Group) -> Option<Sight> {
    let leads = |when: When| matches!(when, When::Leading | When::Following);
    let common = &group.settings.behaviors.iter().find(|behavior| leads(behavior.common.when))?.common;
    let radius = common.ahead_radius.unwrap_or(group.settings.sight.radius);
    Some(Sight { radius, angle: common.ahead_angle, ..Sight::default() })
}

/// How many mates every agent sees, by its group's sight, up to `most`. None where its group has no sight.
fn counts<const D: usize>(world: &World<D>, sights: &[Option<Sight>], most: u32) -> Vec<Option<u32>> {
    let mut found = vec![None; world.len()];
    let group_of: Vec<usize> = world.group_numbers().collect();
    for (group, sight) in sights.iter().enumerate() {
        let Some(sight) = sight else { continue };
        let rows: Vec<usize> = (0..world.len()).filter(|row| group_of[*row] == group).collect();
        let most = if sight.nearest > 0 { most.min(sight.nearest) } else { most };
        let cells = Cells::new(world, &rows, sight.radius);
        for row in rows {
            found[row] = Some(cells.count(row, sight, most));
        }
    }
    found
}

/// The agents of a group in cells at least as wide as their sight.
struct Cells<'a, const D: usize> {
    world: &'a World<D>,
    min: Vector<D>,
    width: Vector<D>,
    cells: [usize; D],
    /// Where each cell's rows begin in `rows`; one more than there are cells.
    starts: Vec<usize>,
    rows: Vec<usize>,
    /// Where those rows are: beside one another here, strewn over the world's columns.
    points: Vec<Vector<D>>,
}

impl<'a, const D: usize> Cells<'a, D> {
    fn new(world: &'a World<D>, rows: &[usize], radius: f32) -> Self {
        let (min, max) = extent(world, rows);
        let cells = std::array::from_fn(|axis| {
            let fit = (max[axis] - min[axis]) / radius.max(f32::MIN_POSITIVE);
            (fit as usize).clamp(1, MOST_CELLS[D - 2])
        });
        let width = std::array::from_fn(|axis| (max[axis] - min[axis]) / cells[axis] as f32);
        let count: usize = cells.iter().product();
        let mut grid = Cells {
            world,
            min,
            width,
            cells,
            starts: vec![0; count + 1],
            rows: vec![0; rows.len()],
            points: Vec::new(),
        };
        for row in rows {
            let cell = grid.number(grid.cell(*row));
            grid.starts[cell + 1] += 1;
        }
        (1..=count).for_each(|cell| grid.starts[cell] += grid.starts[cell - 1]);
        let mut next = grid.starts.clone();
        for row in rows {
            let cell = grid.number(grid.cell(*row));
            grid.rows[next[cell]] = *row;
            next[cell] += 1;
        }
        grid.points = grid.rows.iter().map(|row| grid.point(*row)).collect();
        grid
    }

    fn point(&self, row: usize) -> Vector<D> {
        self.world.positions().map(|column| column[row])
    }

    fn cell(&self, row: usize) -> [usize; D] {
        let point = self.point(row);
        // A width of zero makes it not a number, which is cell 0.
        std::array::from_fn(|axis| {
            (((point[axis] - self.min[axis]) / self.width[axis]) as usize).min(self.cells[axis] - 1)
        })
    }

    fn number(&self, cell: [usize; D]) -> usize {
        (0..D).rev().fold(0, |number, axis| number * self.cells[axis] + cell[axis])
    }

    /// The cells beside one along an axis, itself included and each once; around the seam of a torus.
    fn beside(&self, cell: usize, axis: usize) -> impl Iterator<Item = usize> {
        let (cells, wraps) = (self.cells[axis], self.world.space().edge() == Edge::Wrap);
        let first = if wraps && cells > 2 { cell + cells - 1 } else { cell.saturating_sub(1) };
        let last = if wraps && cells > 2 { cell + cells + 1 } else { (cell + 1).min(cells - 1) };
        (first..=last).map(move |at| at % cells)
    }

    fn count(&self, row: usize, sight: &Sight, most: u32) -> u32 {
        let (cell, point) = (self.cell(row), self.point(row));
        let heading: Vector<D> = self.world.headings().map(|column| column[row]);
        let cos_half = (sight.angle * 0.5).to_radians().cos();
        let (space, reach) = (self.world.space(), sight.radius * sight.radius);
        let mut count = 0;
        for x in self.beside(cell[0], 0) {
            for y in self.beside(cell[1], 1) {
                // The last axis again where there are but two: its cell is then y alone.
                for z in self.beside(cell[D - 1], D - 1).take(if D == 3 { 3 } else { 1 }) {
                    let number = self.number(std::array::from_fn(|axis| {
                        if axis == 0 {
                            x
                        } else if axis == 1 {
                            y
                        } else {
                            z
                        }
                    }));
                    let cell = self.starts[number]..self.starts[number + 1];
                    for (other, at) in self.rows[cell.clone()].iter().zip(&self.points[cell]) {
                        let way = space.offset(point, *at);
                        // Most are out of reach: they must cost little.
                        if dot(way, way) > reach || *other == row {
                            continue;
                        }
                        count += u32::from(dot(way, heading) >= cos_half * length(way));
                        if count == most {
                            return count;
                        }
                    }
                }
            }
        }
        count
    }
}

/// The box the agents are in; of a torus all of it, for its cells must close.
fn extent<const D: usize>(world: &World<D>, rows: &[usize]) -> (Vector<D>, Vector<D>) {
    let space = world.space();
    if space.edge() == Edge::Wrap {
        return (space.min(), space.max());
    }
    let of = |from: f32, pick: fn(f32, f32) -> f32| {
        world.positions().map(|column| rows.iter().map(|row| column[*row]).fold(from, pick))
    };
    if rows.is_empty() { ([0.0; D], [0.0; D]) } else { (of(f32::INFINITY, f32::min), of(f32::NEG_INFINITY, f32::max)) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use flockstep::prelude::*;

    fn world<const D: usize>(edge: Edge, seed: u64) -> World<D> {
        let space = Space::new(edge, [-10.0; D], [10.0; D]).unwrap();
        let mut world = World::new(space, 0.02, seed).unwrap();
        let sight = Sight { radius: 3.5, angle: 250.0, ..Sight::default() };
        let leading = Behavior::new(Cohesion::default()).when(When::Leading);
        for name in ["red", "blue"] {
            let place = Place::Box { min: [-10.0; D].into(), max: [10.0; D].into() };
            let group =
                world.add_group(Group::new(name).sight(sight.clone()).place(place).behavior(leading.clone())).unwrap();
            world.populate(group, 120).unwrap();
        }
        world.step();
        world
    }

    /// Everyone asks everyone.
    fn brute<const D: usize>(world: &World<D>, row: usize, sight: &Sight) -> u32 {
        let agents: Vec<_> = world.agents().collect();
        let own = &agents[row];
        let sees = |other: &&Agent<D>| {
            let way = world.space().offset(own.position, other.position);
            let cos_half = (sight.angle * 0.5).to_radians().cos();
            other.id != own.id
                && other.group == own.group
                && dot(way, way) <= sight.radius * sight.radius
                && dot(way, own.heading) >= cos_half * length(way)
        };
        agents.iter().filter(sees).count() as u32
    }

    fn agrees<const D: usize>() {
        for edge in [Edge::Open, Edge::Wrap, Edge::Bounce] {
            let world = world::<D>(edge, 3);
            let sight = world.groups()[0].settings.sight.clone();
            let narrow = ahead(&world.groups()[0]).unwrap();
            let seen = of(&world, Insight { neighbours: true, leaders: true });
            for row in 0..world.len() {
                let count = brute(&world, row, &sight) as f32;
                assert_eq!(seen.crowd[row], count / (count + 8.0), "{edge:?} row {row}");
                assert_eq!(seen.leader[row], brute(&world, row, &narrow) == 0, "{edge:?} row {row}");
            }
            assert!(seen.leader.contains(&true) && seen.leader.contains(&false));
        }
    }

    #[test]
    fn cells_see_what_everyone_asking_everyone_sees() {
        agrees::<2>();
        agrees::<3>();
    }

    #[test]
    fn what_is_not_asked_for_is_not_looked_for() {
        let seen = of(&world::<2>(Edge::Open, 1), Insight::default());
        assert!(seen.crowd.is_empty() && seen.leader.is_empty());
    }
}
