//! The cost of the cheapest way from every cell to the nearest goal: the eikonal equation ‖∇u‖ = cost on a grid.
//!
//! The scheme is that of fast marching with differences of second order (J. Sethian, "Fast marching methods", 1999). A
//! cell's value is a function of values beside it that are strictly less, and of no others; so there is exactly one
//! solution, to the last bit, in whatever order it is found. After a change the cells that are no longer right are put
//! right in the order of their values, as LPA* does for graphs (S. Koenig and M. Likhachev, 2002) and E* for this
//! equation (R. Philippsen, 2006): each is raised at most once and lowered at most once, and the others are not
//! touched. Building anew is the same with nothing right.

use crate::stop::Stop;
use crate::work;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Values of all cells, and what they are worked out from.
#[derive(Clone, Debug, Default)]
pub(crate) struct March {
    wide: usize,
    high: usize,
    /// Cost per cell: infinite in a wall.
    costs: Vec<f32>,
    /// Values that are given: cell and value, in the order of cells.
    seeds: Vec<(u32, f32)>,
    values: Vec<f32>,
    /// What the values should be, by those around them.
    wanted: Vec<f32>,
    /// Cells that are not what they should be, by the lesser of both; those that have been put right since stay in.
    waiting: BinaryHeap<Reverse<(u32, u32)>>,
    /// Cells put right by the last change.
    touched: usize,
}

impl March {
    /// A grid with nothing worked out: costs are per cell, not per length.
    pub fn new(size: [usize; 2], costs: Vec<f32>) -> March {
        let cells = costs.len();
        let unknown = vec![f32::INFINITY; cells];
        March { wide: size[0], high: size[1], costs, values: unknown.clone(), wanted: unknown, ..March::default() }
    }

    /// The cost of the cheapest way from a cell; infinite if there is none.
    pub fn value(&self, cell: usize) -> f32 {
        self.values[cell]
    }
    pub fn cost(&self, cell: usize) -> f32 {
        self.costs[cell]
    }
    /// How many cells the last change touched.
    pub fn touched(&self) -> usize {
        self.touched
    }

    pub fn size(&self) -> [usize; 2] {
        [self.wide, self.high]
    }

    /// Changes costs; [`March::settle`] puts right what follows from it.
    pub fn set_costs(&mut self, costs: &[(u32, f32)]) {
        for (cell, cost) in costs {
            let old = &mut self.costs[*cell as usize];
            if old.to_bits() != cost.to_bits() {
                *old = *cost;
                self.look_at(*cell as usize);
            }
        }
    }
    /// Changes the values that are given, which come in the order of cells.
    pub fn set_seeds(&mut self, seeds: Vec<(u32, f32)>) {
        if seeds == self.seeds {
            return;
        }
        let old = std::mem::replace(&mut self.seeds, seeds);
        for nth in 0..old.len() {
            self.look_at(old[nth].0 as usize);
        }
        for nth in 0..self.seeds.len() {
            self.look_at(self.seeds[nth].0 as usize);
        }
    }

    /// Puts cells right, those with the least values first, until all are, or until asked to stop.
    pub fn settle(&mut self, stop: &Stop) {
        self.touched = 0;
        while let Some(Reverse((key, cell))) = self.waiting.pop() {
            if self.touched.is_multiple_of(1 << 12) && stop.asked() {
                return;
            }
            let at = cell as usize;
            let (value, wanted) = (self.values[at], self.wanted[at]);
            if value.to_bits() == wanted.to_bits() || value.min(wanted).to_bits() != key {
                continue;
            }
            self.touched += 1;
            // A value that is too low is taken back first: what was worked out from it may be wrong, too.
            let lowered = wanted < value;
            self.values[at] = if lowered { wanted } else { f32::INFINITY };
            if !lowered {
                self.look_at(at);
            }
            let changed_from = value.min(wanted);
            let (x, y) = (at % self.wide, at / self.wide);
            for step in 1..=2 {
                let sides = [
                    (x >= step).then(|| at - step),
                    (x + step < self.wide).then(|| at + step),
                    (y >= step).then(|| at - step * self.wide),
                    (y + step < self.high).then(|| at + step * self.wide),
                ];
                for beside in sides.into_iter().flatten() {
                    // Who has a lesser value does not mind.
                    if self.values[beside] > changed_from || self.wanted[beside] > changed_from {
                        self.look_at(beside);
                    }
                }
            }
        }
    }

    /// Works out what a cell's value should be, and puts it in the queue if it is not.
    fn look_at(&mut self, cell: usize) {
        let wanted = self.solve(cell);
        self.wanted[cell] = wanted;
        let value = self.values[cell];
        if wanted.to_bits() != value.to_bits() {
            // Numbers that are not negative are in the order of their bits.
            self.waiting.push(Reverse((wanted.min(value).to_bits(), cell as u32)));
        }
    }

    /// A cell's value by those around it.
    fn solve(&self, cell: usize) -> f32 {
        let cost = self.costs[cell];
        if cost.is_infinite() {
            return f32::INFINITY;
        }
        if let Ok(place) = self.seeds.binary_search_by_key(&(cell as u32), |(cell, _)| *cell) {
            return self.seeds[place].1;
        }
        let (x, y) = (cell % self.wide, cell / self.wide);
        let along_x = self.upwind(cell, 1, x, self.wide - 1 - x);
        let along_y = self.upwind(cell, self.wide, y, self.high - 1 - y);
        let (first, second) = if along_x.least <= along_y.least { (along_x, along_y) } else { (along_y, along_x) };
        if first.least.is_infinite() {
            return f32::INFINITY;
        }
        // All relative to the least value around: squares stay small, and precise.
        let origin = first.least;
        let (from, share) = first.difference(origin);
        let alone = from + cost / share.sqrt();
        let beside = second.least - origin;
        // Rounding must not make a value that is not greater than what it came from.
        let above = |value: f32, least: f32| (origin + value).max(least.next_up());
        // An axis along which nothing is less does not count.
        if second.least >= above(alone, first.least) || beside >= alone {
            return above(alone, first.least);
        }
        let (from_, share_) = second.difference(origin);
        let (a, b) = (share + share_, share * from + share_ * from_);
        let c = share * from * from + share_ * from_ * from_ - cost * cost;
        let root = b * b - a * c;
        if root < 0.0 {
            return above(alone, second.least);
        }
        above((b + root.sqrt()) / a, second.least)
    }

    /// The lesser of the two values beside a cell along an axis, and the one behind it if that is less again.
    fn upwind(&self, cell: usize, stride: usize, before: usize, after: usize) -> Upwind {
        let value = |there: bool, cell: usize| if there { self.values[cell] } else { f32::INFINITY };
        let low = value(before >= 1, cell.wrapping_sub(stride));
        let high = value(after >= 1, cell + stride);
        let (least, behind) = if low <= high {
            (low, value(before >= 2, cell.wrapping_sub(2 * stride)))
        } else {
            (high, value(after >= 2, cell + 2 * stride))
        };
        Upwind { least, behind: (behind <= least && least.is_finite()).then_some(behind) }
    }

    /// Whether all cells that a straight way crosses cost the same; it goes from a point by a vector, both in cells. A
    /// way through the corner of cells crosses all of them: it never cuts the corner of a wall.
    pub fn is_straight(&self, from: [f32; 2], by: [f32; 2], cost: f32) -> bool {
        let inside =
            |at: [isize; 2]| (0..self.wide as isize).contains(&at[0]) && (0..self.high as isize).contains(&at[1]);
        let open = |at: [isize; 2]| inside(at) && self.costs[at[1] as usize * self.wide + at[0] as usize] == cost;
        let mut at = from.map(|c| c.floor() as isize);
        let end: [isize; 2] = std::array::from_fn(|axis| (from[axis] + by[axis]).floor() as isize);
        // The share of the way to the next border along each axis.
        let border = |at: [isize; 2], axis: usize| {
            let next = if by[axis] > 0.0 { at[axis] + 1 } else { at[axis] };
            if by[axis] == 0.0 { f32::INFINITY } else { (next as f32 - from[axis]) / by[axis] }
        };
        let step = |at: &mut [isize; 2], axis: usize| at[axis] += if by[axis] > 0.0 { 1 } else { -1 };
        let most = (end[0] - at[0]).unsigned_abs() + (end[1] - at[1]).unsigned_abs() + 2;
        for _ in 0..most {
            work::count(|done| done.cells += 1);
            if !open(at) {
                return false;
            }
            let (x, y) = (border(at, 0), border(at, 1));
            if at == end || x.min(y) > 1.0 {
                return true;
            }
            if (x - y).abs() <= 1e-4 {
                let (mut one, mut two) = (at, at);
                step(&mut one, 0);
                step(&mut two, 1);
                if !open(one) || !open(two) {
                    return false;
                }
                step(&mut at, 0);
                step(&mut at, 1);
            } else {
                step(&mut at, usize::from(y < x));
            }
        }
        open(end)
    }

    pub fn bytes(&self) -> usize {
        (self.costs.capacity() + self.values.capacity() + self.wanted.capacity() + 2 * self.waiting.capacity()) * 4
    }

    /// The direction in which the value falls the most, not of length 1; zero at a goal and where there is no way.
    pub fn downhill(&self, cell: usize) -> [f32; 2] {
        let value = self.values[cell];
        if !value.is_finite() {
            return [0.0; 2];
        }
        let (x, y) = (cell % self.wide, cell / self.wide);
        let fall = |stride: usize, before: usize, after: usize| {
            let low = if before >= 1 { self.values[cell - stride] } else { f32::INFINITY };
            let high = if after >= 1 { self.values[cell + stride] } else { f32::INFINITY };
            if low < value && low <= high {
                low - value
            } else if high < value {
                value - high
            } else {
                0.0
            }
        };
        [fall(1, x, self.wide - 1 - x), fall(self.wide, y, self.high - 1 - y)]
    }
}

/// What a cell sees along an axis.
struct Upwind {
    least: f32,
    behind: Option<f32>,
}

impl Upwind {
    /// The difference along the axis is `√share·(u − from)`: of second order if there is a value behind.
    fn difference(&self, origin: f32) -> (f32, f32) {
        let least = self.least - origin;
        match self.behind {
            Some(behind) => ((4.0 * least - (behind - origin)) / 3.0, 2.25),
            None => (least, 1.0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Numbers that look random, the same ones every time.
    struct Draw(u64);
    impl Draw {
        fn below(&mut self, end: usize) -> usize {
            self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            ((self.0 >> 33) as usize) % end
        }
    }

    fn built(size: [usize; 2], costs: Vec<f32>, seeds: Vec<(u32, f32)>) -> March {
        let mut march = March::new(size, costs);
        march.set_seeds(seeds);
        march.settle(&Stop::default());
        march
    }
    fn bits(march: &March) -> Vec<u32> {
        march.values.iter().map(|value| value.to_bits()).collect()
    }

    #[test]
    fn repaired_is_built_anew_to_the_last_bit() {
        let mut draw = Draw(1);
        for round in 0..60 {
            let (wide, high) = (5 + draw.below(40), 5 + draw.below(40));
            let cost = |draw: &mut Draw| match draw.below(4) {
                0 => f32::INFINITY,
                1 => 1.0 + draw.below(5) as f32,
                _ => 1.0,
            };
            let costs: Vec<f32> = (0..wide * high).map(|_| cost(&mut draw)).collect();
            let seed = |draw: &mut Draw| (draw.below(wide * high) as u32, 0.0);
            let mut march = built([wide, high], costs, vec![seed(&mut draw)]);
            for change in 0..20 {
                let changes: Vec<(u32, f32)> =
                    (0..1 + draw.below(4)).map(|_| (draw.below(wide * high) as u32, cost(&mut draw))).collect();
                march.set_costs(&changes);
                if change % 5 == 4 {
                    march.set_seeds(vec![seed(&mut draw)]);
                }
                march.settle(&Stop::default());
                let anew = built([wide, high], march.costs.clone(), march.seeds.clone());
                assert_eq!(bits(&march), bits(&anew), "round {round}, change {change}");
                assert!(march.touched <= 2 * wide * high, "each is raised once and lowered once at the most");
            }
        }
    }

    #[test]
    fn values_fall_to_the_goal_and_walls_have_none() {
        let mut draw = Draw(2);
        let costs: Vec<f32> = (0..900).map(|_| if draw.below(3) == 0 { f32::INFINITY } else { 1.0 }).collect();
        let march = built([30, 30], costs, vec![(435, 0.0)]);
        for cell in (0..900).filter(|cell| *cell != 435) {
            assert!(march.costs[cell].is_finite() || march.values[cell].is_infinite());
            if march.values[cell].is_finite() {
                assert_ne!(march.downhill(cell), [0.0; 2], "{cell}");
            }
        }
    }

    #[test]
    fn a_small_change_of_a_large_field_touches_few_cells() {
        let mut march = built([1000, 1000], vec![1.0; 1_000_000], vec![(0, 0.0)]);
        assert_eq!(march.touched, 1_000_000);
        let whole = march.values.clone();
        // A cart of 3 by 3 cells far from the goal.
        let cart: Vec<(u32, f32)> = (0..9).map(|nth| ((900 + nth / 3) * 1000 + 900 + nth % 3, 10.0)).collect();
        march.set_costs(&cart);
        march.settle(&Stop::default());
        assert!(march.touched < 50_000, "{} of a million cells", march.touched);
        assert_ne!(march.values, whole);
        march.set_costs(&cart.iter().map(|(cell, _)| (*cell, 1.0)).collect::<Vec<_>>());
        march.settle(&Stop::default());
        assert!(march.touched < 50_000, "{} of a million cells", march.touched);
        assert_eq!(march.values, whole);
    }
}
