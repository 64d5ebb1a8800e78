//! The best velocity within a ball and on the right side of some planes: the linear programs of ORCA, exactly and in
//! any dimension.
//!
//! J. van den Berg, S. Guy, M. Lin and D. Manocha, "Reciprocal n-body collision avoidance" (2011). Planes are taken one
//! after the other; where the best point so far is on a plane's wrong side, the best one lies on the plane itself,
//! which is the same problem in one dimension less (R. Seidel, 1991). Worked out in double precision: planes nearly
//! parallel are common in a crowd.

/// A vector in double precision.
pub(super) type Wide<const D: usize> = [f64; D];

fn dot<const D: usize>(a: Wide<D>, b: Wide<D>) -> f64 {
    (0..D).fold(0.0, |sum, axis| sum + a[axis] * b[axis])
}
/// `a + b·factor`.
fn along<const D: usize>(a: Wide<D>, b: Wide<D>, factor: f64) -> Wide<D> {
    std::array::from_fn(|axis| a[axis] + b[axis] * factor)
}

/// One side of a plane: every v with normal·v ≥ bound. The normal has length 1.
#[derive(Clone, Copy, Debug)]
pub(super) struct HalfSpace<const D: usize> {
    pub normal: Wide<D>,
    pub bound: f64,
}

impl<const D: usize> HalfSpace<D> {
    pub const ALL: HalfSpace<D> = HalfSpace { normal: [0.0; D], bound: f64::NEG_INFINITY };
    /// How far a point is on the wrong side; negative on the right one.
    pub fn lack(&self, point: Wide<D>) -> f64 {
        self.bound - dot(self.normal, point)
    }
}

/// What is best.
#[derive(Clone, Copy)]
enum Goal<const D: usize> {
    /// To be near a point.
    Near(Wide<D>),
    /// To be far in a direction.
    Far(Wide<D>),
}

/// What planes leave of the ball: all of it, a disc, a piece of a line, a point.
#[derive(Clone, Copy)]
struct Slice<const D: usize> {
    center: Wide<D>,
    radius: f64,
    /// Unit vectors square to it and to one another.
    normals: [Wide<D>; D],
    cuts: usize,
    slack: f64,
}

/// Shares of the ball's radius that count as nothing, and lengths of unit vectors' parts that do.
const TINY: f64 = 1e-9;

impl<const D: usize> Slice<D> {
    fn whole(radius: f64) -> Slice<D> {
        Slice { center: [0.0; D], radius, normals: [[0.0; D]; D], cuts: 0, slack: TINY * radius }
    }
    /// The part of a vector that lies within.
    fn part(&self, vector: Wide<D>) -> Wide<D> {
        self.normals[..self.cuts].iter().fold(vector, |part, normal| along(part, *normal, -dot(part, *normal)))
    }
    fn best(&self, goal: Goal<D>) -> Wide<D> {
        let (way, limit) = match goal {
            Goal::Near(point) => (self.part(along(point, self.center, -1.0)), f64::INFINITY),
            Goal::Far(direction) => (self.part(direction), 0.0),
        };
        let length = dot(way, way).sqrt();
        // What rounding leaves of a way is none.
        if length <= self.radius.min(limit) || length <= TINY {
            return along(self.center, way, if limit > 0.0 { 1.0 } else { 0.0 });
        }
        along(self.center, way, self.radius / length)
    }
    /// What a plane leaves of it; `None` if it misses it or is parallel to it.
    fn cut(&self, half: &HalfSpace<D>) -> Option<Slice<D>> {
        let part = self.part(half.normal);
        let length = dot(part, part).sqrt();
        if self.cuts == D || length < TINY {
            return None;
        }
        let normal = part.map(|c| c / length);
        let way = half.lack(self.center) / length;
        let square = self.radius * self.radius - way * way;
        let mut slice = Slice { center: along(self.center, normal, way), radius: square.max(0.0).sqrt(), ..*self };
        slice.normals[self.cuts] = normal;
        slice.cuts += 1;
        (square >= 0.0).then_some(slice)
    }
}

/// The best point of a slice on the right side of every plane, if there is one.
fn best<const D: usize>(halves: &[HalfSpace<D>], goal: Goal<D>, slice: &Slice<D>) -> Option<Wide<D>> {
    let mut found = slice.best(goal);
    for (nth, half) in halves.iter().enumerate() {
        if half.lack(found) > slice.slack {
            found = best(&halves[..nth], goal, &slice.cut(half)?)?;
        }
    }
    Some(found)
}

/// The most planes of one origin: soft ones, hard ones, obstacles.
pub(super) const MOST: usize = 24;

/// The planes of both sorts, those that must hold first.
#[derive(Clone, Copy)]
pub(super) struct Planes<const D: usize> {
    all: [HalfSpace<D>; 3 * MOST],
    hard: usize,
    count: usize,
}

impl<const D: usize> Planes<D> {
    pub fn new(hard: &[HalfSpace<D>], soft: &[HalfSpace<D>]) -> Planes<D> {
        let mut planes = Planes { all: [HalfSpace::ALL; 3 * MOST], hard: hard.len(), count: hard.len() + soft.len() };
        planes.all[..hard.len()].copy_from_slice(hard);
        planes.all[hard.len()..planes.count].copy_from_slice(soft);
        planes
    }
    /// The point of a ball around zero nearest to `wish` on the right side of all planes, if there is one.
    pub fn nearest(&self, radius: f64, wish: Wide<D>) -> Option<Wide<D>> {
        best(&self.all[..self.count], Goal::Near(wish), &Slice::whole(radius))
    }
    /// The point whose greatest lack over the soft planes is the least, still on the right side of the hard ones; if
    /// they leave no room but standing still (which rounding may hide), that; and if not even that, they are soft too.
    pub fn least_bad(&self, radius: f64, wish: Wide<D>) -> Wide<D> {
        let (whole, all) = (Slice::whole(radius), &self.all[..self.count]);
        match best(&all[..self.hard], Goal::Near(wish), &whole) {
            Some(found) => least_lack(all, self.hard, &whole, found),
            None if all[..self.hard].iter().all(|half| half.lack([0.0; D]) <= whole.slack) => [0.0; D],
            None => least_lack(all, 0, &whole, whole.best(Goal::Near(wish))),
        }
    }
}

/// The point with the least greatest lack over all planes but the first `hard` ones, which hold. One plane after the
/// other: if a point lacks more of it than of any before, the best point lacks most of this one, and of those before no
/// more.
fn least_lack<const D: usize>(all: &[HalfSpace<D>], hard: usize, whole: &Slice<D>, start: Wide<D>) -> Wide<D> {
    let (mut found, mut greatest) = (start, 0.0);
    let mut beside = [HalfSpace::ALL; 3 * MOST];
    beside[..hard].copy_from_slice(&all[..hard]);
    for nth in hard..all.len() {
        let this = all[nth];
        if this.lack(found) <= greatest + whole.slack {
            continue;
        }
        let mut count = hard;
        for before in &all[hard..nth] {
            let normal = along(before.normal, this.normal, -1.0);
            let length = dot(normal, normal).sqrt();
            if length > TINY {
                beside[count] =
                    HalfSpace { normal: normal.map(|c| c / length), bound: (before.bound - this.bound) / length };
                count += 1;
            }
        }
        // There always is such a point, but rounding may hide it; then the one at hand is nearly as good.
        found = best(&beside[..count], Goal::Far(this.normal), whole).unwrap_or(found);
        greatest = this.lack(found).max(greatest);
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::random::{self, Purpose};

    fn fractions(seed: u32, count: usize) -> Vec<f64> {
        let draw = |nth: u32| random::words(5, seed, u64::from(nth), Purpose::Custom, 0)[0];
        (0..count as u32).map(|nth| f64::from(random::fraction(draw(nth)))).collect()
    }
    fn point<const D: usize>(draws: &mut impl Iterator<Item = f64>) -> Wide<D> {
        std::array::from_fn(|_| 2.0 * draws.next().unwrap() - 1.0)
    }
    fn halves<const D: usize>(seed: u32, count: usize, spread: f64) -> (Vec<HalfSpace<D>>, Wide<D>) {
        let mut draws = fractions(seed, count * (D + 1) + D).into_iter();
        let wish = point(&mut draws);
        let halves = (0..count).map(|_| {
            let normal: Wide<D> = point(&mut draws);
            let length = dot(normal, normal).sqrt().max(1e-9);
            HalfSpace { normal: normal.map(|c| c / length), bound: spread * (draws.next().unwrap() - 0.7) }
        });
        (halves.collect(), wish)
    }
    /// Every point of a fine lattice in the unit ball.
    fn lattice<const D: usize>(steps: i32) -> Vec<Wide<D>> {
        let side = (2 * steps + 1) as usize;
        let place = |nth: usize| -> Wide<D> {
            std::array::from_fn(|axis| (nth / side.pow(axis as u32) % side) as f64 / f64::from(steps) - 1.0)
        };
        (0..side.pow(D as u32)).map(place).filter(|point| dot(*point, *point) <= 1.0).collect()
    }
    fn greatest_lack<const D: usize>(halves: &[HalfSpace<D>], point: Wide<D>) -> f64 {
        halves.iter().fold(0.0f64, |most, half| most.max(half.lack(point)))
    }

    /// No point of a lattice is better: nearer to the wish and allowed, or if none is allowed, lacking less.
    fn against_every_point<const D: usize>(steps: i32, spread: f64) -> (usize, usize) {
        let lattice = lattice::<D>(steps);
        let (mut allowed, mut refused) = (0, 0);
        for seed in 0..300 {
            let count = 1 + seed as usize % 9;
            let (halves, wish) = halves::<D>(seed, count, spread);
            let planes = Planes::new(&[], &halves);
            let found = planes.nearest(1.0, wish).unwrap_or_else(|| planes.least_bad(1.0, wish));
            assert!(dot(found, found) <= 1.0 + 1e-7);
            let lack = greatest_lack(&halves, found);
            let away = |point: Wide<D>| dot(along(point, wish, -1.0), along(point, wish, -1.0)).sqrt();
            if lack < 1e-7 {
                allowed += 1;
                for point in lattice.iter().filter(|point| greatest_lack(&halves, **point) == 0.0) {
                    assert!(away(*point) >= away(found) - 1e-6, "{seed}: {point:?} is nearer than {found:?}");
                }
            } else {
                refused += 1;
                for point in &lattice {
                    assert!(
                        greatest_lack(&halves, *point) >= lack - 1e-6,
                        "{seed}: {point:?} is better than {found:?}"
                    );
                }
            }
        }
        (allowed, refused)
    }

    #[test]
    fn no_other_velocity_is_better() {
        let (allowed, refused) = against_every_point::<2>(40, 2.0);
        assert!(allowed > 50 && refused > 50, "{allowed} {refused}");
        let (allowed, refused) = against_every_point::<3>(10, 3.0);
        assert!(allowed > 50 && refused > 50, "{allowed} {refused}");
    }

    #[test]
    fn hard_planes_hold_in_any_squeeze() {
        // Planes through or near zero, as of those who stand around it, and others who want it elsewhere.
        fn squeezed<const D: usize>() {
            for seed in 0..3000 {
                let (mut hard, wish) = halves::<D>(seed, 1 + seed as usize % 7, 0.3);
                let at_most_zero = |half: &mut HalfSpace<D>| half.bound = half.bound.min(0.0);
                hard.iter_mut().for_each(at_most_zero);
                let (soft, _) = halves::<D>(seed + 10_000, seed as usize % 5, 3.0);
                let planes = Planes::new(&hard, &soft);
                let found = planes.nearest(1.0, wish).unwrap_or_else(|| planes.least_bad(1.0, wish));
                assert!(greatest_lack(&hard, found) < 1e-6, "{seed}: {found:?}");
            }
        }
        squeezed::<2>();
        squeezed::<3>();
    }

    #[test]
    fn hard_planes_hold_where_soft_ones_cannot() {
        let half = |normal: Wide<2>, bound| HalfSpace { normal, bound };
        // A wall to the left, and someone to the right who leaves only the left.
        let (wall, other) = (half([1.0, 0.0], 0.0), half([-1.0, 0.0], 0.5));
        let least_bad = |hard: &[HalfSpace<2>], soft: &[HalfSpace<2>]| {
            let planes = Planes::new(hard, soft);
            assert!(planes.nearest(1.0, [0.3, 0.2]).is_none());
            planes.least_bad(1.0, [0.3, 0.2])
        };
        let found = least_bad(&[wall], &[other]);
        assert!(found[0].abs() < 1e-9, "{found:?}");
        // Both soft: half way.
        let found = least_bad(&[], &[wall, other]);
        assert!((found[0] + 0.25).abs() < 1e-9, "{found:?}");
        // Walls that leave no room.
        let found = least_bad(&[wall, other], &[]);
        assert!((found[0] + 0.25).abs() < 1e-9, "{found:?}");
    }
}
