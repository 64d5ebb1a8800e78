//! A world as it is drawn: plain data, made where the world is and sent to where the driver is.

use crate::bounds::{Bounds, in_space};
use crate::insight::{self, Insight};
use crate::instance::Instance;
use crate::solid::Solid;
use crate::style::{MOST_STYLES, Style};
use flockstep::settings::Shape;
use flockstep::{AgentId, GroupId, World};
use flockstep_scenario::AnyWorld;
use std::ops::Range;

const SHAPES: usize = Shape::ALL.len();

/// A path as it is drawn.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Track {
    /// Its straight pieces, end to end.
    pub points: Vec<[f32; 3]>,
    /// How far from it one is still on it.
    pub radius: f32,
}

/// A world as it is drawn.
#[derive(Clone, Debug)]
pub struct Picture {
    /// 2 or 3. A plane is drawn from above, with z = 0.
    pub dimensions: usize,
    /// How the agents of each group look, by the group's number. At most [`MOST_STYLES`]; groups beyond share them.
    pub styles: Vec<Style>,
    /// The extent of the world.
    pub bounds: Bounds,
    /// The obstacles.
    pub solids: Vec<Solid>,
    /// The walls of fields.
    pub walls: Vec<Solid>,
    /// The paths.
    pub tracks: Vec<Track>,
    /// Where the markers are, in the world's order.
    pub pins: Vec<[f32; 3]>,
    /// The world's step count.
    pub step: u64,
    /// The world's time in seconds.
    pub time: f64,
    /// The length of a step in seconds.
    pub time_step: f32,
    /// Agents with the same shape are neighbours here: a shape is one draw call.
    instances: Vec<Instance>,
    runs: [Range<usize>; SHAPES],
    /// The middle of everyone, and then of each style: whoever follows a flock need not look at every agent in every frame.
    middles: Vec<Middle>,
}

/// What the middle of some agents is made of, now and a step ago.
#[derive(Clone, Copy, Debug, Default)]
struct Middle {
    /// The first of them; on a torus the others are where they are nearest to it.
    around: [f32; 3],
    /// The sum of the ways from there to each of them.
    ways: [f64; 3],
    /// The sum of the ways they came in the last step.
    came: [f64; 3],
    count: f64,
}

impl Middle {
    fn add(&mut self, agent: &Instance, bounds: &Bounds) {
        if self.count == 0.0 {
            self.around = agent.now;
        }
        let (way, came) = (bounds.offset(self.around, agent.now), bounds.offset(agent.before, agent.now));
        for axis in 0..3 {
            self.ways[axis] += f64::from(way[axis]);
            self.came[axis] += f64::from(came[axis]);
        }
        self.count += 1.0;
    }
}

impl Default for Picture {
    fn default() -> Picture {
        Picture {
            dimensions: 2,
            styles: Vec::new(),
            bounds: Bounds::default(),
            solids: Vec::new(),
            walls: Vec::new(),
            tracks: Vec::new(),
            pins: Vec::new(),
            step: 0,
            time: 0.0,
            time_step: 1.0 / 60.0,
            instances: Vec::new(),
            runs: std::array::from_fn(|_| 0..0),
            middles: Vec::new(),
        }
    }
}

impl Picture {
    /// A world as it is, each group with the style that fits it.
    pub fn of_world(world: &AnyWorld) -> Picture {
        let styles: Vec<Style> = world.groups().iter().map(Style::guess).collect();
        let mut picture = Picture::default();
        picture.fill(world, &styles, Insight::default());
        picture
    }

    /// Makes this the picture of a world as it is. Keeps its memory, so that doing it every step allocates nothing.
    /// A group without a style gets the one that fits it.
    pub fn fill(&mut self, world: &AnyWorld, styles: &[Style], insight: Insight) {
        match world {
            AnyWorld::Plane(world) => self.fill_from(world, styles, insight),
            AnyWorld::Space(world) => self.fill_from(world, styles, insight),
        }
    }

    /// [`Picture::fill`] from a world of known dimension.
    pub fn fill_from<const D: usize>(&mut self, world: &World<D>, styles: &[Style], insight: Insight) {
        self.dimensions = D;
        self.bounds = Bounds::of(world.space());
        self.step = world.steps();
        self.time = world.time();
        self.time_step = world.time_step();
        self.pins.clear();
        self.pins.extend(world.markers().iter().map(|(_, position)| in_space(*position)));
        self.solids.clear();
        self.solids.extend(world.obstacles().iter().map(|obstacle| Solid::of(obstacle, &self.bounds)));
        self.walls.clear();
        self.walls.extend(world.walls().iter().map(|wall| Solid::of(wall, &self.bounds)));
        self.tracks.clear();
        for (name, path) in world.paths() {
            let points = world.path_line(name).unwrap_or_default();
            self.tracks
                .push(Track { points: points.iter().map(|point| in_space(*point)).collect(), radius: path.radius });
        }
        self.styles.clear();
        for (number, group) in world.groups().iter().enumerate().take(MOST_STYLES) {
            self.styles.push(styles.get(number).copied().unwrap_or_else(|| Style::guess(group)));
        }
        self.fill_agents(world, insight);
    }

    fn fill_agents<const D: usize>(&mut self, world: &World<D>, insight: Insight) {
        let shape_of: Vec<usize> = self.styles.iter().map(|style| style.shape as usize).collect();
        self.make_room(world.len(), || world.group_ids().map(|group| shape_of[group.index() % MOST_STYLES]));
        let mut next = self.runs.each_ref().map(|run| run.start);
        let top_speeds: Vec<f32> = world.groups().iter().map(|group| group.settings.body.max_speed()).collect();
        let (now, heading, velocity) = (world.positions(), world.headings(), world.velocities());
        let (before, heading_before) = (world.previous_positions(), world.previous_headings());
        let at = |columns: &[&[f32]; D], row: usize| in_space::<D>(std::array::from_fn(|axis| columns[axis][row]));
        let seen = insight::of(world, insight);
        for (row, group) in world.group_ids().map(GroupId::index).enumerate() {
            let style = group % MOST_STYLES;
            let place = &mut next[shape_of[style]];
            let speed = length(at(&velocity, row)) / top_speeds[group];
            self.instances[*place] = Instance {
                before: at(&before, row),
                speed: if speed.is_finite() { speed.min(1.0) } else { 0.0 },
                now: at(&now, row),
                crowd: seen.get(row).map_or(0.0, |sighting| insight::crowd(sighting.seen)),
                heading_before: at(&heading_before, row),
                id: world.ids()[row].0,
                heading: at(&heading, row),
                style: style as u16,
                flags: if seen.get(row).is_some_and(|sighting| sighting.leads) { Instance::LEADER } else { 0 },
            };
            *place += 1;
        }
        self.find_middles();
    }

    fn find_middles(&mut self) {
        self.middles.clear();
        self.middles.resize(1 + self.styles.len(), Middle::default());
        for agent in &self.instances {
            self.middles[0].add(agent, &self.bounds);
            if let Some(own) = self.middles.get_mut(1 + usize::from(agent.style)) {
                own.add(agent, &self.bounds);
            }
        }
    }

    /// Agents made by hand, in any order; each has the shape of its style.
    pub fn set_instances(&mut self, instances: &[Instance]) {
        let styles = std::mem::take(&mut self.styles);
        let shape_of = |instance: &Instance| {
            styles.get(usize::from(instance.style)).map_or(Shape::Arrow as usize, |style| style.shape as usize)
        };
        self.make_room(instances.len(), || instances.iter().map(shape_of));
        let mut next = self.runs.each_ref().map(|run| run.start);
        for instance in instances {
            let place = &mut next[shape_of(instance)];
            self.instances[*place] = *instance;
            *place += 1;
        }
        self.styles = styles;
        self.find_middles();
    }

    /// Finds out which run of the instances each shape has.
    fn make_room<I: Iterator<Item = usize>>(&mut self, len: usize, shapes: impl Fn() -> I) {
        self.instances.resize(len, Instance::default());
        let mut counts = [0; SHAPES];
        shapes().for_each(|shape| counts[shape] += 1);
        let mut start = 0;
        for (run, count) in self.runs.iter_mut().zip(counts) {
            *run = start..start + count;
            start += count;
        }
    }

    /// The agents, those with the same shape together, else in no order to rely on.
    pub fn instances(&self) -> &[Instance] {
        &self.instances
    }

    /// The agent of this id.
    pub fn instance(&self, id: AgentId) -> Option<&Instance> {
        self.instances.iter().find(|instance| instance.id == id.0)
    }

    /// Which of the instances have a shape.
    pub(crate) fn run(&self, shape: Shape) -> Range<usize> {
        self.runs[shape as usize].clone()
    }

    /// The shape that most agents have, if there are any.
    pub(crate) fn commonest_shape(&self) -> Option<Shape> {
        Shape::ALL.into_iter().filter(|shape| !self.run(*shape).is_empty()).max_by_key(|shape| self.run(*shape).len())
    }

    /// The corners of the box that nearly all agents are in (along each axis all but a few percent), if there are any.
    /// Strays do not count: a picture of the whole would show the flock as dots.
    pub fn extent(&self) -> Option<([f32; 3], [f32; 3])> {
        let (mut min, mut max) = ([0.0; 3], [0.0; 3]);
        for axis in 0..3 {
            let mut along: Vec<f32> = self.instances.iter().map(|agent| agent.now[axis]).collect();
            along.retain(|c| c.is_finite());
            let strays = along.len() / 25;
            let last = along.len().checked_sub(1 + strays)?;
            min[axis] = *along.select_nth_unstable_by(strays, f32::total_cmp).1;
            max[axis] = *along.select_nth_unstable_by(last, f32::total_cmp).1;
        }
        Some((min, max))
    }

    /// The mean position of the agents of a style (or of all), to follow a flock. On a torus: of those around the first.
    pub fn center(&self, style: Option<u16>, alpha: f32) -> Option<[f32; 3]> {
        let place = style.map_or(0, |style| 1 + usize::from(style));
        let middle = self.middles.get(place).filter(|middle| middle.count > 0.0)?;
        let back = f64::from(1.0 - alpha);
        Some(std::array::from_fn(|axis| {
            middle.around[axis] + ((middle.ways[axis] - back * middle.came[axis]) / middle.count) as f32
        }))
    }
}

fn length(vector: [f32; 3]) -> f32 {
    vector.iter().map(|c| c * c).sum::<f32>().sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;
    use flockstep::prelude::*;

    fn world() -> World<2> {
        let space = Space::new(Edge::Wrap, [-20.0; 2], [20.0; 2]).unwrap();
        let mut world = World::new(space, 0.02, 5).unwrap();
        for (name, count) in [("craft", 20), ("fish", 30), ("ants", 10), ("more fish", 7)] {
            let group = world.add_group(Group::new(name).behavior(Cohesion::default())).unwrap();
            world.populate(group, count).unwrap();
        }
        world
    }

    /// Each agent of the world is in the picture, once, as it is, and beside others of its shape.
    fn shows(picture: &Picture, world: &World<2>) {
        assert_eq!(picture.instances().len(), world.len());
        for agent in world.agents() {
            let shown: Vec<_> = picture.instances().iter().filter(|shown| shown.id == agent.id.0).collect();
            let [shown] = shown[..] else { panic!("{} is in the picture {} times", agent.id, shown.len()) };
            assert_eq!(shown.now, in_space(agent.position));
            assert_eq!(shown.heading, in_space(agent.heading));
            assert_eq!(usize::from(shown.style), agent.group.index());
            let speed =
                length(in_space(agent.velocity)) / world.groups()[agent.group.index()].settings.body.max_speed();
            assert!((shown.speed - speed.min(1.0)).abs() < 1e-5);
        }
        for shape in Shape::ALL {
            for instance in &picture.instances()[picture.run(shape)] {
                assert_eq!(picture.styles[usize::from(instance.style)].shape, shape);
            }
        }
        assert_eq!(Shape::ALL.iter().map(|shape| picture.run(*shape).len()).sum::<usize>(), world.len());
    }

    #[test]
    fn a_picture_shows_every_agent_once_as_it_is() {
        let mut world = world();
        let mut picture = Picture::default();
        picture.fill_from(&world, &[], Insight::default());
        shows(&picture, &world);
        assert!(picture.instances().iter().all(|agent| agent.before == agent.now));
        for _ in 0..5 {
            let then: Vec<_> = world.agents().map(|agent| (agent.id, in_space(agent.position))).collect();
            world.step();
            picture.fill_from(&world, &[], Insight::default());
            shows(&picture, &world);
            for (id, position) in then {
                assert_eq!(picture.instance(id).map(|agent| agent.before), Some(position));
            }
        }
        for id in [3, 40, 66].map(AgentId) {
            world.despawn(id).unwrap();
        }
        world.spawn(GroupId(2), [1.0, 2.0], [0.5, 0.0]).unwrap();
        picture.fill_from(&world, &[], Insight::default());
        shows(&picture, &world);
    }

    #[test]
    fn the_center_of_a_flock_on_a_torus_is_where_the_flock_is() {
        let bounds = Bounds { min: [0.0; 3], max: [10.0, 10.0, 0.0], edge: Edge::Wrap };
        let mut picture = Picture { bounds, ..Picture::default() };
        let at = |x: f32| Instance { before: [x, 5.0, 0.0], now: [x, 5.0, 0.0], ..Instance::default() };
        picture.set_instances(&[at(9.0), at(1.0), at(9.5)]);
        let [x, y, _] = picture.center(None, 1.0).unwrap();
        assert!((x - 9.8333).abs() < 1e-3 && y == 5.0, "{x} {y}");
        assert_eq!(picture.center(Some(4), 1.0), None);
        // On the way: one came a unit to the right, across the seam.
        let came = Instance { before: [9.5, 5.0, 0.0], now: [0.5, 5.0, 0.0], ..Instance::default() };
        picture.set_instances(&[came]);
        let [x, y, _] = picture.center(None, 0.5).unwrap();
        assert!((x - 0.0).abs() < 1e-5 && y == 5.0, "{x} {y}");
    }
}
