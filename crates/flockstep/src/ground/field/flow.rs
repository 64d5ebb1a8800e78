//! A flow field: the way to a goal from everywhere, around walls and obstacles.

use super::costs::Costs;
use super::march::March;
use super::stamp::{Marked, stamped_cost};
use crate::ground::{Obstacle, Solids};
use crate::math::vector::{sub, unit, unit_and_length};
use crate::space::Space;
use crate::stop::Stop;
use crate::work;

/// How a field leads to its goals.
#[derive(Clone, Debug, PartialEq)]
pub struct Flow {
    /// What a way costs, and where walls are.
    pub costs: Costs,
    /// Where it leads: points or markers.
    pub goals: Vec<crate::settings::Target>,
    /// Whether the obstacles of the world are in the way: those that stay as walls, those that move at `moving_cost`.
    pub obstacles: bool,
    /// How near to an obstacle a way may lead, at the least half a cell.
    pub clearance: f32,
    /// What is added to the cost where an obstacle that moves is.
    pub moving_cost: f32,
}

/// Up to so many cells from a goal the distance is known without marching, where nothing is in the way: the error of
/// the scheme is made near a point, where the front is most curved.
const NEAR_GOAL: isize = 6;
/// Up to so many cells off a goal in sight is gone for straight; farther off the cells lead, which differs by less than
/// one would see. Else what it costs to look there would grow with the field, for everyone in every step.
const FARTHEST_STRAIGHT: f32 = 256.0;

/// A flow field worked out, as of a step.
#[derive(Clone, Debug, Default)]
pub(crate) struct Course<const D: usize> {
    march: March,
    /// The points of the goals, and the cells they are in.
    goals: Vec<([f32; 2], usize)>,
    /// The obstacles that the costs were made from, and whether they move.
    stamped: Vec<(Obstacle<D>, bool)>,
    made: bool,
}

/// What a field says at a point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Way {
    /// Go there, a direction of length 1; the goal is so far.
    Toward([f32; 2], f32),
    /// This is the goal.
    Here,
    /// There is none.
    None,
}

impl<const D: usize> Course<D> {
    /// Brings it up to date with the obstacles and the goals, touching only what changed. The result depends on these
    /// alone, not on what was before.
    pub fn update(&mut self, flow: &Flow, goals: &[[f32; 2]], solids: &Solids<D>, space: &Space<D>, stop: &Stop) {
        if !std::mem::replace(&mut self.made, true) {
            let costs = flow.costs.costs().iter().map(|cost| cost * flow.costs.cell()).collect();
            self.march = March::new(flow.costs.size(), costs);
        }
        let changed = if flow.obstacles { self.restamp(flow, solids, space) } else { Vec::new() };
        work::count(|done| done.cells += changed.len() as u64);
        let cells = goals.iter().map(|goal| (*goal, flow.costs.cell_at(*goal))).collect::<Vec<_>>();
        let same = cells.iter().map(|goal| goal.1).eq(self.goals.iter().map(|goal| goal.1)) && !self.goals.is_empty();
        self.goals = cells;
        if same && changed.is_empty() {
            return;
        }
        let costs: Vec<(u32, f32)> = changed
            .iter()
            .map(|cell| (*cell, stamped_cost(flow, *cell as usize, solids, space) * flow.costs.cell()))
            .collect();
        self.settle(&costs, stop);
    }

    /// The costs of the map itself changed at these cells.
    pub fn remap(&mut self, flow: &Flow, cells: &[usize], solids: &Solids<D>, space: &Space<D>) {
        let cost = |cell: &usize| (*cell as u32, stamped_cost(flow, *cell, solids, space) * flow.costs.cell());
        if self.made {
            self.settle(&cells.iter().map(cost).collect::<Vec<_>>(), &Stop::default());
        }
    }

    fn settle(&mut self, costs: &[(u32, f32)], stop: &Stop) {
        self.march.set_costs(costs);
        // Seeds go by the costs as they are now.
        let seeds = self.seeds();
        self.march.set_seeds(seeds);
        self.march.settle(stop);
    }

    /// The cells that obstacles have come to or gone from, in order.
    fn restamp(&mut self, flow: &Flow, solids: &Solids<D>, space: &Space<D>) -> Vec<u32> {
        let mut marked = Marked::default();
        let mut touch = |obstacle: &Obstacle<D>| marked.touch(flow, obstacle, space);
        let now = solids.obstacles().iter().zip(solids.velocities());
        let count = solids.obstacles().len();
        for (number, (obstacle, velocity)) in now.enumerate() {
            let moves = *velocity != [0.0; D];
            match self.stamped.get_mut(number) {
                Some(stamped) if stamped.0 == *obstacle && stamped.1 == moves => {}
                Some(stamped) => {
                    touch(&stamped.0);
                    touch(obstacle);
                    *stamped = (obstacle.clone(), moves);
                }
                None => {
                    touch(obstacle);
                    self.stamped.push((obstacle.clone(), moves));
                }
            }
        }
        for (gone, _) in self.stamped.drain(count..) {
            touch(&gone);
        }
        marked.cells()
    }

    /// Goals and the cells that see one nearby, with their distances.
    fn seeds(&self) -> Vec<(u32, f32)> {
        let [wide, high] = self.march.size();
        let mut seeds: Vec<(u32, f32)> = Vec::new();
        for (_, goal) in &self.goals {
            let cost = self.march.cost(*goal);
            if cost.is_infinite() {
                continue;
            }
            let (x, y) = ((goal % wide) as isize, (goal / wide) as isize);
            for dy in -NEAR_GOAL..=NEAR_GOAL {
                for dx in -NEAR_GOAL..=NEAR_GOAL {
                    let inside = (0..wide as isize).contains(&(x + dx)) && (0..high as isize).contains(&(y + dy));
                    if inside && dx * dx + dy * dy <= NEAR_GOAL * NEAR_GOAL {
                        let cell = (y + dy) as usize * wide + (x + dx) as usize;
                        if self.march.is_straight([x as f32 + 0.5, y as f32 + 0.5], [dx as f32, dy as f32], cost) {
                            seeds.push((cell as u32, cost * ((dx * dx + dy * dy) as f32).sqrt()));
                        }
                    }
                }
            }
        }
        seeds.sort_unstable_by(|one, two| one.0.cmp(&two.0).then(one.1.total_cmp(&two.1)));
        seeds.dedup_by_key(|seed| seed.0);
        seeds
    }

    /// The way from a point.
    pub fn way(&self, flow: &Flow, from: [f32; 2]) -> Way {
        let costs = &flow.costs;
        let cell = costs.cell_at(from);
        let value = self.march.value(cell);
        if value.is_infinite() {
            return self.nearest_open(costs, from, cell);
        }
        if let Some(straight) = self.straight(costs, from, cell, value) {
            return straight;
        }
        let mut blend = [0.0; 2];
        let at: [f32; 2] = std::array::from_fn(|axis| (from[axis] - costs.min()[axis]) / costs.cell() - 0.5);
        for (beside, weight) in self.around(at) {
            let down = unit(self.march.downhill(beside));
            // Across the corner of a wall nothing is asked.
            if self.is_beside(cell, beside) {
                blend = [blend[0] + down[0] * weight, blend[1] + down[1] * weight];
            }
        }
        let mut way = unit(blend);
        if way == [0.0; 2] {
            way = unit(self.march.downhill(cell));
        }
        let kept = self.kept_off_walls(at, cell, way);
        if kept == [0.0; 2] { Way::None } else { Way::Toward(kept, value) }
    }

    /// The cost of the cheapest way from a point, interpolated between cells; infinite if there is none.
    pub fn value(&self, flow: &Flow, from: [f32; 2]) -> f32 {
        let costs = &flow.costs;
        let cell = costs.cell_at(from);
        let own = self.march.value(cell);
        if own.is_infinite() {
            return own;
        }
        let at: [f32; 2] = std::array::from_fn(|axis| (from[axis] - costs.min()[axis]) / costs.cell() - 0.5);
        // Where a wall is, nothing costs anything: the own cell stands for it.
        let value = |beside: usize| Some(self.march.value(beside)).filter(|value| value.is_finite()).unwrap_or(own);
        self.around(at).map(|(beside, weight)| weight * value(beside)).sum()
    }

    /// The four cells whose middles are around a point, with their shares of it.
    fn around(&self, at: [f32; 2]) -> impl Iterator<Item = (usize, f32)> {
        let [wide, high] = self.march.size();
        (0..4).map(move |corner| {
            let mut weight = 1.0;
            let mut place = [0usize; 2];
            for axis in 0..2 {
                let (low, most) = (at[axis].floor(), [wide, high][axis] - 1);
                let upper = corner >> axis & 1 == 1;
                let share = at[axis] - low;
                weight *= if upper { share } else { 1.0 - share };
                place[axis] = ((low + if upper { 1.0 } else { 0.0 }).max(0.0) as usize).min(most);
            }
            (place[1] * wide + place[0], weight)
        })
    }

    /// Whether a way leads from a cell to one beside it or at its corner without cutting the corner of a wall.
    fn is_beside(&self, cell: usize, other: usize) -> bool {
        let wide = self.march.size()[0];
        let one = cell - cell % wide + other % wide;
        let two = other - other % wide + cell % wide;
        let free = |cell: usize| self.march.value(cell).is_finite();
        free(other) && free(one) && free(two)
    }

    /// A direction without what leads into a wall beside the cell, the less the nearer it is.
    fn kept_off_walls(&self, at: [f32; 2], cell: usize, way: [f32; 2]) -> [f32; 2] {
        let size = self.march.size();
        let mut kept = way;
        let mut walls = 0;
        for axis in 0..2 {
            let along = if axis == 0 { cell % size[0] } else { cell / size[0] };
            let stride = if axis == 0 { 1 } else { size[0] };
            let off_middle = at[axis] - along as f32;
            let up = way[axis] > 0.0;
            let there = if up { along + 1 < size[axis] } else { along > 0 };
            let ahead = there.then(|| if up { cell + stride } else { cell - stride });
            let wall = ahead.is_none_or(|ahead| self.march.value(ahead).is_infinite());
            if wall && off_middle * way[axis] > 0.0 {
                kept[axis] *= (1.0 - 2.0 * off_middle.abs()).max(0.0);
                walls += 1;
            }
        }
        self.keep_off_corner(at, cell, &mut kept);
        // Whoever is led straight into a wall, or into a corner of two, goes the cell's own way.
        if walls == 2 || unit(kept) == [0.0; 2] { unit(self.march.downhill(cell)) } else { unit(kept) }
    }

    /// Takes from a direction what leads across the corner of a wall: near it, only the cheaper of both sides is left.
    fn keep_off_corner(&self, at: [f32; 2], cell: usize, way: &mut [f32; 2]) {
        let size = self.march.size();
        let place = [cell % size[0], cell / size[0]];
        let mut beside = [cell; 2];
        // How near the cell's border is along each axis: 0 in the middle, 1 at the border.
        let mut near = [0.0f32; 2];
        for axis in 0..2 {
            let off_middle = (at[axis] - place[axis] as f32) * way[axis].signum();
            near[axis] = (2.0 * off_middle).clamp(0.0, 1.0);
            let (up, stride) = (way[axis] > 0.0, if axis == 0 { 1 } else { size[0] });
            let there = if up { place[axis] + 1 < size[axis] } else { place[axis] > 0 };
            if way[axis] == 0.0 || !there {
                return;
            }
            beside[axis] = if up { cell + stride } else { cell - stride };
        }
        let corner = beside[0] + beside[1] - cell;
        let [one, two] = beside.map(|cell| self.march.value(cell));
        if self.march.value(corner).is_infinite() && one.is_finite() && two.is_finite() {
            let dearer = usize::from(one <= two);
            way[dearer] *= 1.0 - near[dearer] * (2.0 * near[1 - dearer]).min(1.0);
        }
    }

    /// Straight to a goal that is in sight, if the cost tells that the way there may be straight.
    fn straight(&self, costs: &Costs, from: [f32; 2], cell: usize, value: f32) -> Option<Way> {
        let cost = self.march.cost(cell);
        for (goal, goal_cell) in &self.goals {
            let (direction, distance) = unit_and_length(sub(*goal, from));
            if distance == 0.0 {
                return Some(Way::Here);
            }
            let cells = distance / costs.cell();
            // Far more means that the way bends, far less that it is cheaper elsewhere.
            if cells > FARTHEST_STRAIGHT || value > cost * (1.02 * cells + 2.0) || value < cost * (0.98 * cells - 2.0) {
                continue;
            }
            let at: [f32; 2] = std::array::from_fn(|axis| (from[axis] - costs.min()[axis]) / costs.cell());
            let by: [f32; 2] = std::array::from_fn(|axis| (goal[axis] - from[axis]) / costs.cell());
            if *goal_cell == cell || self.march.is_straight(at, by, cost) {
                return Some(Way::Toward(direction, distance));
            }
        }
        None
    }

    /// From inside a wall: the middle of the nearest cell from which there is a way, if it is a few cells off.
    fn nearest_open(&self, costs: &Costs, from: [f32; 2], cell: usize) -> Way {
        if self.march.cost(cell).is_finite() {
            return Way::None;
        }
        let [wide, high] = self.march.size();
        let (x, y) = ((cell % wide) as isize, (cell / wide) as isize);
        let mut nearest: Option<(f32, f32, [f32; 2])> = None;
        for dy in -2..=2 {
            for dx in -2..=2 {
                let (x, y) = (x + dx, y + dy);
                if !(0..wide as isize).contains(&x) || !(0..high as isize).contains(&y) {
                    continue;
                }
                let other = y as usize * wide + x as usize;
                let value = self.march.value(other);
                let (direction, distance) = unit_and_length(sub(costs.middle(other), from));
                if value.is_finite() && nearest.is_none_or(|(least, best, _)| (distance, value) < (least, best)) {
                    nearest = Some((distance, value, direction));
                }
            }
        }
        nearest.map_or(Way::None, |(distance, value, direction)| Way::Toward(direction, distance + value))
    }

    /// Whether it has been worked out.
    pub fn is_made(&self) -> bool {
        self.made
    }
    pub fn touched(&self) -> usize {
        self.march.touched()
    }
    pub fn bytes(&self) -> usize {
        self.march.bytes() + self.stamped.capacity() * size_of::<(Obstacle<D>, bool)>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::vector::length;
    use crate::settings::Target;

    /// A field over a map of '#' and '.', the first row on top, cells 1 wide, with goals at these points.
    fn field(map: &[&str], goals: &[[f32; 2]]) -> (Flow, Course<2>) {
        let cells = map.iter().rev().flat_map(|row| row.bytes());
        let costs = cells.map(|cell| if cell == b'#' { f32::INFINITY } else { 1.0 }).collect();
        let costs = Costs::new([0.0; 2], 1.0, [map[0].len(), map.len()], costs).unwrap();
        let goals: Vec<Target> = goals.iter().map(|goal| Target::point(*goal)).collect();
        let flow = Flow { costs, goals, obstacles: false, clearance: 0.0, moving_cost: 0.0 };
        let course = worked_out(&flow, &Solids::default());
        (flow, course)
    }
    fn worked_out(flow: &Flow, solids: &Solids<2>) -> Course<2> {
        let mut course = Course::default();
        let point = |goal: &Target| match goal {
            Target::Point(point) => point.get().unwrap(),
            _ => [0.0; 2],
        };
        let goals: Vec<[f32; 2]> = flow.goals.iter().map(point).collect();
        course.update(flow, &goals, solids, &Space::open(), &Stop::default());
        course
    }

    #[test]
    fn costs_are_distances_within_a_stated_error() {
        let open = Costs::open([0.0; 2], [301.0, 301.0], 1.0).unwrap();
        let goal = [150.5, 150.5];
        let flow =
            Flow { costs: open, goals: vec![Target::point(goal)], obstacles: false, clearance: 0.0, moving_cost: 0.0 };
        let course = worked_out(&flow, &Solids::default());
        let mut worst = 0.0f32;
        for cell in 0..301 * 301 {
            let middle = flow.costs.middle(cell);
            let exact = length(sub(middle, goal));
            worst = worst.max((course.value(&flow, middle) - exact).abs() / exact.max(1.0));
        }
        assert!(worst < 0.005, "the worst error is {worst} of the distance");
    }

    #[test]
    fn around_the_end_of_a_wall_the_cost_is_the_way_around_it() {
        // A wall from the left edge to x = 100, one cell high at y = 100; the goal below, everyone above.
        let mut costs = Costs::open([0.0; 2], [201.0, 201.0], 1.0).unwrap();
        (0..100).for_each(|x| costs.set([x, 100], f32::INFINITY).unwrap());
        let goal = [50.5, 50.5];
        let flow = Flow { costs, goals: vec![Target::point(goal)], obstacles: false, clearance: 0.0, moving_cost: 0.0 };
        let course = worked_out(&flow, &Solids::default());
        let mut worst = 0.0f32;
        for (x, y) in (0..100).step_by(3).flat_map(|x| (110..201).step_by(3).map(move |y| (x, y))) {
            let from = [x as f32 + 0.5, y as f32 + 0.5];
            // Around the two corners of the wall's end.
            let (near, far) = ([100.0, 100.0], [100.0, 101.0]);
            let exact = length(sub(from, far)) + 1.0 + length(sub(near, goal));
            worst = worst.max((course.value(&flow, from) - exact).abs() / exact);
        }
        assert!(worst < 0.015, "the worst error is {worst} of the way");
    }

    #[test]
    fn a_goal_in_sight_is_gone_for_straight() {
        let map = ["..........", "..........", "......#...", "......#...", ".........."];
        let (flow, course) = field(&map, &[[8.7, 4.2]]);
        for from in [[0.3, 4.9], [1.2, 3.1], [9.9, 0.1], [8.7, 3.0]] {
            let Way::Toward(way, distance) = course.way(&flow, from) else { panic!("{from:?}") };
            let (direction, exact) = unit_and_length(sub([8.7, 4.2], from));
            assert_eq!((way, distance), (direction, exact), "{from:?}");
        }
        assert_eq!(course.way(&flow, [8.7, 4.2]), Way::Here);
        // Behind the wall it is not in sight.
        let Way::Toward(way, _) = course.way(&flow, [5.5, 1.5]) else { panic!() };
        assert!(length(sub(way, unit(sub([8.7, 4.2], [5.5, 1.5])))) > 0.1, "{way:?}");
    }

    /// Walls in a third of the cells, drawn from a counter.
    fn rubble(wide: usize, high: usize, seed: u64) -> Vec<String> {
        let mut state = seed;
        let mut wall = || {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (state >> 33) % 10 < 3
        };
        (0..high).map(|_| (0..wide).map(|_| if wall() { '#' } else { '.' }).collect()).collect()
    }

    #[test]
    fn who_goes_where_the_field_leads_reaches_the_goal_and_never_a_wall() {
        for seed in 0..12 {
            let mut map = rubble(24, 24, seed);
            map[12].replace_range(12..13, ".");
            let rows: Vec<&str> = map.iter().map(String::as_str).collect();
            let goal = [12.5, 11.5];
            let (flow, course) = field(&rows, &[goal]);
            for cell in 0..24 * 24 {
                let (start, cost) = (flow.costs.middle(cell), course.march.value(cell));
                if !cost.is_finite() {
                    continue;
                }
                let (mut at, mut gone) = (start, 0.0);
                while length(sub(at, goal)) > 0.2 {
                    let Way::Toward(way, _) = course.way(&flow, at) else { panic!("seed {seed} {start:?} at {at:?}") };
                    at = [at[0] + way[0] * 0.1, at[1] + way[1] * 0.1];
                    gone += 0.1;
                    let wall = course.march.cost(flow.costs.cell_at(at)).is_infinite();
                    assert!(!wall, "seed {seed}: from {start:?} into the wall at {at:?}");
                    assert!(
                        gone < 1.5 * cost + 5.0,
                        "seed {seed}: from {start:?} still at {at:?} after {gone} of {cost}"
                    );
                }
            }
        }
    }

    #[test]
    fn of_several_goals_the_nearest_counts_and_without_a_way_there_is_none() {
        let map = ["....#....", "....#....", "....#...."];
        let (flow, course) = field(&map, &[[0.5, 1.5], [3.5, 1.5]]);
        assert_eq!(course.value(&flow, [1.5, 1.5]), 1.0);
        assert_eq!(course.value(&flow, [2.5, 1.5]), 1.0);
        assert_eq!(course.way(&flow, [7.5, 1.5]), Way::None);
        // Who stands in the wall is led out on the side where there is a way.
        assert!(matches!(course.way(&flow, [4.4, 1.5]), Way::Toward([x, _], _) if x < 0.0));
    }

    #[test]
    fn obstacles_that_come_and_go_leave_the_bits_of_a_field_built_anew() {
        let costs = Costs::open([-20.0; 2], [20.0, 20.0], 0.5).unwrap();
        let goals = vec![Target::point([15.0, 0.0])];
        let flow = Flow { costs, goals, obstacles: true, clearance: 0.7, moving_cost: 8.0 };
        let (space, mut solids) = (Space::open(), Solids::default());
        solids.push(Obstacle::Box { min: [-2.0, -9.0], max: [2.0, 9.0] });
        solids.push(Obstacle::Ball { center: [6.0, 3.0], radius: 2.0 });
        solids.push(Obstacle::Segment { from: [-15.0, -15.0], to: [-5.0, 10.0] });
        solids.set_velocity(1, [-1.3, 0.4]);
        let mut course = worked_out(&flow, &solids);
        for step in 0..40 {
            solids.advance(&space, 0.25);
            match step {
                10 => drop(solids.push(Obstacle::Capsule { from: [8.0, -9.0], to: [8.0, 9.0], radius: 0.5 })),
                20 => drop(solids.remove(0)),
                30 => solids.set_velocity(1, [0.5, 0.0]),
                _ => {}
            }
            solids.index(&space);
            course.update(&flow, &[[15.0, 0.0]], &solids, &space, &Stop::default());
            let anew = worked_out(&flow, &solids);
            let value =
                |course: &Course<2>| (0..80 * 80).map(|cell| course.march.value(cell).to_bits()).collect::<Vec<_>>();
            assert_eq!(value(&course), value(&anew), "step {step}");
        }
    }
}
