//! All solid things of a world, indexed: the obstacles, fixed or moving, and the walls of fields.

use super::nearest::{Hit, Nearest};
use super::obstacle::Obstacle;
use super::tree::{Item, Tree};
use crate::bound::bound;
use crate::ids::ObstacleId;
use crate::math::vector::{Vector, add, dot, scale, sub};
use crate::space::{Edge, Space};
use crate::work;

/// All solid things of a world.
#[derive(Clone, Debug, Default)]
pub(crate) struct Solids<const D: usize> {
    /// In order; the next obstacle gets the next one.
    ids: Vec<ObstacleId>,
    next_id: u32,
    obstacles: Vec<Obstacle<D>>,
    velocities: Vec<Vector<D>>,
    /// The obstacles as they were given, and where the centre of each is now: what moves is put there anew each time,
    /// so that no rounding adds up to another shape.
    forms: Vec<Obstacle<D>>,
    centers: Vec<Vector<D>>,
    /// Walls of fields; their numbers follow those of the obstacles.
    walls: Vec<Obstacle<D>>,
    fixed: Tree<D>,
    moving: Tree<D>,
    /// A ball around each thing, while they are few: its centre, on a torus brought into it, and its radius.
    around: Vec<(Vector<D>, f32)>,
    /// Planes have no box around them.
    planes: Vec<u32>,
    /// Whether the trees are to be made anew.
    stale: bool,
}

/// With no more than this, everything is near: asking each is as quick as a tree.
const FEW: usize = 8;
/// So many of those near are noted in place; where more are, they take memory of their own. Where a quarter of all is
/// near, everything is asked.
const MOST_NEAR: usize = 64;

/// Something solid near an agent.
#[derive(Clone, Copy, Debug)]
pub struct Near<'a, const D: usize> {
    /// Its number; beyond those of the world's obstacles are the walls of fields.
    pub number: usize,
    /// Its shape.
    pub obstacle: &'a Obstacle<D>,
    /// How it moves.
    pub velocity: Vector<D>,
    /// Where the agent is, in the obstacle's coordinates: on a torus on its side of the seam.
    pub here: Vector<D>,
}

impl<const D: usize> Near<'_, D> {
    /// The point of its surface that is nearest to the agent. Offsets count from [`Near::here`].
    pub fn nearest_point(&self) -> Nearest<D> {
        self.obstacle.nearest_point(self.here)
    }
    /// Where a ball that goes straight from the agent first touches it; see [`Obstacle::sweep`].
    pub fn sweep(&self, direction: Vector<D>, reach: f32, radius: f32) -> Option<Hit<D>> {
        self.obstacle.sweep(self.here, direction, reach, radius)
    }
}

impl<const D: usize> Solids<D> {
    pub fn obstacles(&self) -> &[Obstacle<D>] {
        &self.obstacles
    }
    pub fn velocities(&self) -> &[Vector<D>] {
        &self.velocities
    }
    /// The obstacles as they were given, and where the centre of each is now.
    pub fn forms(&self) -> (&[Obstacle<D>], &[Vector<D>]) {
        (&self.forms, &self.centers)
    }
    pub fn walls(&self) -> &[Obstacle<D>] {
        &self.walls
    }
    pub fn len(&self) -> usize {
        self.obstacles.len() + self.walls.len()
    }
    fn get(&self, number: usize) -> (&Obstacle<D>, Vector<D>) {
        match self.obstacles.get(number) {
            Some(obstacle) => (obstacle, self.velocities[number]),
            None => (&self.walls[number - self.obstacles.len()], [0.0; D]),
        }
    }
    pub fn ids(&self) -> &[ObstacleId] {
        &self.ids
    }
    pub fn next_id(&self) -> u32 {
        self.next_id
    }
    /// Gives the obstacles the ids that they had. Returns whether they can be.
    pub fn set_ids(&mut self, ids: Vec<ObstacleId>, next_id: u32) -> bool {
        let fit = ids.len() == self.ids.len() && ids.is_sorted_by(|a, b| a < b) && ids.iter().all(|id| id.0 < next_id);
        (self.ids, self.next_id) = (ids, next_id);
        fit
    }
    pub fn push(&mut self, obstacle: Obstacle<D>) -> ObstacleId {
        let id = ObstacleId(self.next_id);
        self.next_id += 1;
        self.ids.push(id);
        self.centers.push(obstacle.center());
        self.forms.push(obstacle.clone());
        self.obstacles.push(obstacle);
        self.velocities.push([0.0; D]);
        self.stale = true;
        id
    }
    pub fn set(&mut self, number: usize, obstacle: Obstacle<D>) {
        self.centers[number] = obstacle.center();
        self.forms[number] = obstacle.clone();
        self.obstacles[number] = obstacle;
        self.stale = true;
    }
    /// Puts the centre of an obstacle here; its form stays as it was given.
    pub fn put(&mut self, number: usize, center: Vector<D>) {
        // What has not moved is exactly as it was given.
        if center != self.centers[number] {
            self.centers[number] = center;
            self.obstacles[number].take_form(&self.forms[number], center);
            self.stale = true;
        }
    }
    pub fn remove(&mut self, number: usize) -> Obstacle<D> {
        self.ids.remove(number);
        self.velocities.remove(number);
        self.forms.remove(number);
        self.centers.remove(number);
        self.stale = true;
        self.obstacles.remove(number)
    }
    pub fn set_velocity(&mut self, number: usize, velocity: Vector<D>) {
        self.velocities[number] = velocity;
        self.stale = true;
    }
    pub fn set_walls(&mut self, walls: Vec<Obstacle<D>>) {
        self.walls = walls;
        self.stale = true;
    }
    /// The space changed.
    pub fn forget(&mut self) {
        self.stale = true;
    }

    /// Moves what moves by one step, as agents are moved: at the edge of the world it turns up on the other side, is
    /// reflected or stops. Returns whether anything has moved.
    pub fn advance(&mut self, space: &Space<D>, time_step: f32) -> bool {
        let mut moved = false;
        for (number, velocity) in self.velocities.iter_mut().enumerate() {
            if *velocity != [0.0; D] {
                let center = &mut self.centers[number];
                *center = add(*center, scale(*velocity, time_step));
                bound(space, center, velocity, &mut [0.0; D]);
                self.obstacles[number].take_form(&self.forms[number], *center);
                moved = true;
            }
        }
        moved
    }

    /// Brings the trees up to date: what is fixed only after an edit, what moves every time.
    pub fn index(&mut self, space: &Space<D>) {
        let wraps = space.edge() == Edge::Wrap;
        let few = self.are_few();
        let Solids { obstacles, velocities, walls, fixed, moving, around, planes, stale, .. } = self;
        around.clear();
        if few {
            around.extend(obstacles.iter().chain(walls.iter()).map(|one| {
                let center = if wraps { space.inside(one.center()) } else { one.center() };
                (center, one.reach())
            }));
            return;
        }
        let velocities = &*velocities;
        let items = |moves: bool| {
            let kind =
                move |number: usize| velocities.get(number).is_some_and(|velocity| *velocity != [0.0; D]) == moves;
            let boxed = |obstacle: &Obstacle<D>| !matches!(obstacle, Obstacle::Plane { .. });
            let all = obstacles.iter().chain(walls.iter()).enumerate();
            all.filter(move |(number, obstacle)| boxed(obstacle) && kind(*number)).map(move |(number, obstacle)| {
                let (min, max) = obstacle.bounds();
                let center = obstacle.center();
                let shift = if wraps { sub(space.inside(center), center) } else { [0.0; D] };
                Item { min: add(min, shift), max: add(max, shift), number: number as u32 }
            })
        };
        if velocities.iter().any(|velocity| *velocity != [0.0; D]) || *stale {
            moving.build(items(true));
        }
        if std::mem::take(stale) {
            fixed.build(items(false));
            planes.clear();
            let all = obstacles.iter().enumerate();
            planes.extend(all.filter(|(_, one)| matches!(one, Obstacle::Plane { .. })).map(|(nth, _)| nth as u32));
        }
    }

    /// What may be nearer to a point than a distance, in the order of numbers; some may be a little farther.
    pub fn near<'a>(&'a self, space: &'a Space<D>, point: Vector<D>, distance: f32) -> Nearby<'a, D> {
        let (found, many) = ([0; MOST_NEAR], Vec::new());
        let mut nearby = Nearby { solids: self, space, point, found, many, next: 0, count: self.len(), all: true };
        if self.are_few() {
            work::count(|done| done.obstacles += self.len() as u64);
            return nearby;
        }
        let (mut count, most) = (0, MOST_NEAR.max(self.len() / 4));
        let note = |number: u32| {
            if count == most {
                return false;
            }
            if count < MOST_NEAR {
                nearby.found[count] = number;
            } else {
                if count == MOST_NEAR {
                    nearby.many.extend_from_slice(&nearby.found);
                }
                nearby.many.push(number);
            }
            count += 1;
            true
        };
        let (min, max) = (point.map(|c| c - distance), point.map(|c| c + distance));
        if !self.each_in(space, min, max, note) {
            work::count(|done| done.obstacles += (self.len() + count) as u64);
            nearby.many.clear();
            return nearby;
        }
        work::count(|done| done.obstacles += count as u64);
        // Across a seam the same thing can be found twice.
        let found = if count > MOST_NEAR { &mut nearby.many[..] } else { &mut nearby.found[..count] };
        found.sort_unstable();
        let mut kept = 0;
        for nth in 0..count {
            if kept == 0 || found[kept - 1] != found[nth] {
                found[kept] = found[nth];
                kept += 1;
            }
        }
        (nearby.all, nearby.count) = (false, kept);
        nearby
    }

    /// Whether an obstacle that moves, or one that stays, is nearer to a point than a distance.
    pub fn is_near(&self, space: &Space<D>, point: Vector<D>, distance: f32, moves: bool) -> bool {
        let mut asked = 0;
        let mut apart = |number: u32| {
            asked += 1;
            let number = number as usize;
            let own = self.velocities.get(number).is_some_and(|velocity| (*velocity != [0.0; D]) == moves);
            // What is not a number is not near.
            let is_near = |near: Near<'_, D>| near.nearest_point().distance < distance;
            !own || !is_near(self.seen_from(space, point, number))
        };
        let (min, max) = (point.map(|c| c - distance), point.map(|c| c + distance));
        let clear = if self.are_few() {
            (0..self.len() as u32).all(apart)
        } else {
            let tree = if moves { &self.moving } else { &self.fixed };
            self.planes.iter().all(|plane| apart(*plane))
                && each_image(space, min, max, |min, max| tree.each_in(min, max, &mut apart))
        };
        work::count(|done| done.obstacles += asked);
        !clear
    }

    /// Whether asking each is as quick as the tree.
    pub fn are_few(&self) -> bool {
        self.len() <= FEW
    }
    /// A ball around each thing, where there are only a few.
    pub fn around(&self) -> &[(Vector<D>, f32)] {
        &self.around
    }
    /// Whether a thing is a ball.
    pub fn is_ball(&self, number: usize) -> bool {
        matches!(self.get(number).0, Obstacle::Ball { .. })
    }
    /// Whether nothing solid touches a box. Where there are only a few, the balls around them must not either.
    pub fn is_clear(&self, space: &Space<D>, min: Vector<D>, max: Vector<D>) -> bool {
        if !self.are_few() {
            return self.each_in(space, min, max, |_| false);
        }
        let wraps = space.edge() == Edge::Wrap;
        self.around.iter().all(|(center, radius)| {
            let gap = |axis: usize| {
                let (turn, beyond) = (if wraps { space.sides()[axis] } else { 0.0 }, |c: f32| {
                    (min[axis] - c).max(c - max[axis]).max(0.0)
                });
                let c = center[axis];
                beyond(c).min(beyond(c - turn)).min(beyond(c + turn))
            };
            let gaps: Vector<D> = std::array::from_fn(gap);
            dot(gaps, gaps) > (1.001 * radius) * (1.001 * radius)
        })
    }

    /// Everything whose box touches this one, which on a torus may reach over its edge.
    fn each_in(&self, space: &Space<D>, min: Vector<D>, max: Vector<D>, mut found: impl FnMut(u32) -> bool) -> bool {
        self.planes.iter().all(|plane| found(*plane))
            && each_image(space, min, max, |min, max| {
                self.fixed.each_in(min, max, &mut found) && self.moving.each_in(min, max, &mut found)
            })
    }

    /// A thing as an agent at a point sees it.
    fn seen_from(&self, space: &Space<D>, point: Vector<D>, number: usize) -> Near<'_, D> {
        let (obstacle, velocity) = self.get(number);
        let here = match (space.edge(), obstacle) {
            (Edge::Wrap, Obstacle::Plane { .. }) => point,
            (Edge::Wrap, _) => sub(obstacle.center(), space.offset_to_point(point, obstacle.center())),
            _ => point,
        };
        Near { number, obstacle, velocity, here }
    }

    /// A body of this radius brought out of whatever it is in, with the direction out; `None` if it touches nothing.
    /// It is brought out of one thing after the other, the deepest first: a body wedged in where no place is free stays
    /// in something.
    pub fn push_out(&self, space: &Space<D>, position: Vector<D>, radius: f32) -> Option<(Vector<D>, Vector<D>)> {
        const ROUNDS: usize = 4;
        let mut found: Option<(Vector<D>, Vector<D>)> = None;
        for _ in 0..ROUNDS {
            let at = found.map_or(position, |(at, _)| at);
            let mut deepest: Option<Nearest<D>> = None;
            for near in self.near(space, at, radius) {
                let nearest = near.nearest_point();
                let deeper = deepest.is_none_or(|deepest| nearest.distance < deepest.distance);
                if nearest.distance < radius && deeper {
                    deepest = Some(nearest);
                }
            }
            let Some(nearest) = deepest else { break };
            // A little more than needed, so that rounding does not leave it in touch.
            let by = (radius - nearest.distance) * (1.0 + 1e-5);
            found = Some((add(at, scale(nearest.normal, by)), nearest.normal));
        }
        found
    }

    pub fn bytes(&self) -> usize {
        let shapes = self.obstacles.capacity() + self.forms.capacity() + self.walls.capacity();
        self.fixed.bytes() + self.moving.bytes() + shapes * size_of::<Obstacle<D>>()
    }
}

/// What may be near a point.
#[derive(Clone)]
pub struct Nearby<'a, const D: usize> {
    solids: &'a Solids<D>,
    space: &'a Space<D>,
    point: Vector<D>,
    found: [u32; MOST_NEAR],
    /// All of them, if they are more than that.
    many: Vec<u32>,
    next: usize,
    count: usize,
    /// Whether it goes through everything instead of what was found.
    all: bool,
}

impl<'a, const D: usize> Iterator for Nearby<'a, D> {
    type Item = Near<'a, D>;
    fn next(&mut self) -> Option<Near<'a, D>> {
        if self.next == self.count {
            return None;
        }
        let number = match (self.all, self.many.get(self.next)) {
            (true, _) => self.next,
            (false, Some(number)) => *number as usize,
            (false, None) => self.found[self.next] as usize,
        };
        self.next += 1;
        Some(self.solids.seen_from(self.space, self.point, number))
    }
}

/// A box and, on a torus, where it is from every other side, until told to stop.
fn each_image<const D: usize>(
    space: &Space<D>,
    min: Vector<D>,
    max: Vector<D>,
    mut ask: impl FnMut(Vector<D>, Vector<D>) -> bool,
) -> bool {
    let images = if space.edge() == Edge::Wrap { 3usize.pow(D as u32) } else { 1 };
    let sides = space.sides();
    (0..images).all(|image| {
        let turns = |axis: usize| [0.0, 1.0, -1.0][image / 3usize.pow(axis as u32) % 3];
        let shift: Vector<D> = std::array::from_fn(|axis| turns(axis) * sides[axis]);
        ask(add(min, shift), add(max, shift))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_moves_for_long_keeps_its_form() {
        let space = Space::new(Edge::Wrap, [10_000.0; 2], [10_060.0; 2]).unwrap();
        let points = vec![[10_001.3, 10_002.7], [10_004.1, 10_002.9], [10_003.3, 10_006.6]];
        let mut solids = Solids::default();
        solids.push(Obstacle::Polygon { points: points.clone() });
        solids.set_velocity(0, [0.37, -0.73]);
        for _ in 0..100_000 {
            solids.advance(&space, 0.1);
        }
        let Obstacle::Polygon { points: now } = &solids.obstacles()[0] else { panic!("it is another thing") };
        // Coordinates there are 0.001 apart.
        for (nth, (one, two)) in points.iter().zip(now).enumerate() {
            let (was, is) = (sub(*one, points[0]), sub(*two, now[0]));
            assert!((0..2).all(|axis| (was[axis] - is[axis]).abs() < 0.003), "corner {nth}: {was:?}, now {is:?}");
        }
    }
}
