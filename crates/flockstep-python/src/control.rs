//! Driving agents from Python: many at once, all or none.

use crate::core::Core;
use crate::error::refused;
use crate::mail::MailBox;
use flockstep::group::{Behavior, Group};
use flockstep::steer::Custom;
use flockstep::{AgentId, Control, Error, FARTHEST, FASTEST, GroupId, World};
use flockstep_scenario::{AnyWorld, Scenario, ScenarioAgent, either};
use numpy::{PyArray1, PyReadonlyArray1, PyReadonlyArray2, PyUntypedArrayMethods};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use std::collections::BTreeSet;

/// Ids, each of someone who lives; none twice.
fn living<const D: usize>(world: &World<D>, ids: &[u32]) -> PyResult<Vec<AgentId>> {
    let mut seen = BTreeSet::new();
    if let Some(id) = ids.iter().find(|id| !seen.insert(**id)) {
        return Err(PyValueError::new_err(format!("ids: {id} stands there twice")));
    }
    let ids: Vec<AgentId> = ids.iter().copied().map(AgentId).collect();
    ids.iter().try_for_each(|id| world.row(*id).map(drop)).map_err(refused)?;
    Ok(ids)
}

/// An (n, D) array as vectors with finite coordinates of at most so much.
fn vectors<const D: usize>(what: &str, array: &PyReadonlyArray2<'_, f32>, most: f32) -> PyResult<Vec<[f32; D]>> {
    if array.shape()[1] != D {
        let [rows, columns] = [array.shape()[0], array.shape()[1]];
        let problem = format!("{what}: found the shape ({rows}, {columns}), allowed is (n, {D})");
        return Err(PyValueError::new_err(problem));
    }
    let rows = array.as_slice()?.chunks_exact(D);
    let vectors: Vec<[f32; D]> = rows.map(|row| std::array::from_fn(|axis| row[axis])).collect();
    // Squares of coordinates may overflow: what is compared is larger than any of them, and smaller than twice as much.
    let fits = |vector: &[f32; D]| vector.iter().map(|c| f64::from(*c).powi(2)).sum::<f64>().sqrt() <= f64::from(most);
    match vectors.iter().find(|vector| !fits(vector)) {
        None => Ok(vectors),
        Some(found) => {
            let problem = format!("{what}: found {found:?}, allowed are finite numbers up to {most:e}");
            Err(PyValueError::new_err(problem))
        }
    }
}

fn same_length(what: &str, wanted: usize, found: usize) -> PyResult<()> {
    if wanted == found {
        return Ok(());
    }
    Err(PyValueError::new_err(format!("{what}: found {found} rows, allowed are as many as ids: {wanted}")))
}

/// Registers a rule of Python's, unless it is, and adds it to the behaviors of some groups.
pub fn add_behavior<const D: usize>(
    world: &mut World<D>,
    name: &str,
    mail: MailBox,
    groups: &[String],
    weight: f32,
) -> Result<(), Error> {
    let groups = groups.iter().map(|group| world.group_id(group)).collect::<Result<Vec<_>, _>>()?;
    if !weight.is_finite() {
        let (what, found) = ("weight".into(), weight.to_string());
        return Err(Error::Number { what, found, allowed: "a finite number".into() });
    }
    match world.register(name, mail) {
        // The box of a name is one and the same, whoever registered it: a copy of this world, or an earlier call.
        Ok(()) | Err(Error::Taken { .. }) => {}
        Err(error) => return Err(error),
    }
    let behavior = Behavior::new(Custom::new(name)).weight(weight);
    let add = |group: &mut Group| group.settings.behaviors.push(behavior.clone());
    groups.into_iter().try_for_each(|group| world.edit_group(group, add))
}

/// Everyone where it is, in place of the numbers of agents.
pub fn place_agents<const D: usize>(world: &World<D>, scenario: &mut Scenario) {
    for group in &mut scenario.groups {
        (group.count, group.agents) = (0, Vec::new());
    }
    for agent in world.agents_by_id() {
        if let Some(group) = scenario.groups.get_mut(agent.group.index()) {
            group.agents.push(ScenarioAgent { position: agent.position.into(), velocity: agent.velocity.into() });
        }
    }
}

/// Where everything that is done to many agents at once ends up.
enum Deed {
    Control,
    Push,
    Feed,
}

fn act<const D: usize>(
    world: &mut World<D>,
    deed: Deed,
    ids: &[u32],
    first: &PyReadonlyArray2<'_, f32>,
    second: Option<&PyReadonlyArray2<'_, f32>>,
) -> PyResult<()> {
    let ids = living(world, ids)?;
    let (name, most) = match deed {
        Deed::Control => ("directions", FASTEST),
        Deed::Push => ("changes", FASTEST),
        Deed::Feed => ("positions", FARTHEST),
    };
    let vectors_one = vectors::<D>(name, first, most)?;
    same_length(name, ids.len(), vectors_one.len())?;
    match deed {
        Deed::Control => {
            let pairs = ids.iter().zip(vectors_one);
            pairs
                .into_iter()
                .try_for_each(|(id, way)| world.control(*id, Some(Control::Direction(way))))
                .map_err(refused)
        }
        Deed::Push => {
            let too_fast = |(id, change): (&AgentId, &[f32; D])| {
                let agent = world.agent(*id).ok();
                let sum =
                    agent.map_or(*change, |agent| std::array::from_fn(|axis| agent.velocity[axis] + change[axis]));
                sum.iter().map(|c| c * c).sum::<f32>().sqrt() > FASTEST
            };
            if ids.iter().zip(&vectors_one).any(too_fast) {
                return Err(PyValueError::new_err(format!("changes: a speed above {FASTEST:e} would come of it")));
            }
            let pairs = ids.iter().zip(vectors_one);
            pairs.into_iter().try_for_each(|(id, change)| world.push(*id, change)).map_err(refused)
        }
        Deed::Feed => {
            let velocities = second.map_or(Ok(Vec::new()), |second| vectors::<D>("velocities", second, FASTEST))?;
            same_length("velocities", ids.len(), velocities.len())?;
            world.feed_bodies(&ids, &vectors_one, &velocities).map_err(refused)
        }
    }
}

fn births<const D: usize>(
    world: &mut World<D>,
    group: &str,
    positions: &PyReadonlyArray2<'_, f32>,
    velocities: &PyReadonlyArray2<'_, f32>,
) -> PyResult<Vec<u32>> {
    let group: GroupId = world.group_id(group).map_err(refused)?;
    let positions = vectors::<D>("positions", positions, FARTHEST)?;
    let velocities = vectors::<D>("velocities", velocities, FASTEST)?;
    if positions.len() != velocities.len() {
        let found = velocities.len();
        let problem = format!("velocities: found {found} rows, allowed are as many as positions: {}", positions.len());
        return Err(PyValueError::new_err(problem));
    }
    let born = positions.into_iter().zip(velocities).map(|(place, velocity)| world.spawn(group, place, velocity));
    born.map(|id| id.map(|id| id.0)).collect::<Result<_, _>>().map_err(refused)
}

#[pymethods]
impl Core {
    fn control(&self, ids: PyReadonlyArray1<'_, u32>, directions: PyReadonlyArray2<'_, f32>) -> PyResult<()> {
        let (mut inside, ids) = (self.lock()?, ids.as_slice()?);
        either!(inside.live.world_mut(), world => act(world, Deed::Control, ids, &directions, None))
    }
    fn release(&self, ids: PyReadonlyArray1<'_, u32>) -> PyResult<()> {
        let (mut inside, ids) = (self.lock()?, ids.as_slice()?);
        either!(inside.live.world_mut(), world => {
            let ids = living(world, ids)?;
            ids.into_iter().try_for_each(|id| world.control(id, None)).map_err(refused)
        })
    }
    fn push(&self, ids: PyReadonlyArray1<'_, u32>, changes: PyReadonlyArray2<'_, f32>) -> PyResult<()> {
        let (mut inside, ids) = (self.lock()?, ids.as_slice()?);
        either!(inside.live.world_mut(), world => act(world, Deed::Push, ids, &changes, None))
    }
    fn feed(
        &self,
        ids: PyReadonlyArray1<'_, u32>,
        positions: PyReadonlyArray2<'_, f32>,
        velocities: PyReadonlyArray2<'_, f32>,
    ) -> PyResult<()> {
        let (mut inside, ids) = (self.lock()?, ids.as_slice()?);
        either!(inside.live.world_mut(), world => act(world, Deed::Feed, ids, &positions, Some(&velocities)))
    }
    fn spawn<'py>(
        &self,
        py: Python<'py>,
        group: &str,
        positions: PyReadonlyArray2<'py, f32>,
        velocities: PyReadonlyArray2<'py, f32>,
    ) -> PyResult<Bound<'py, PyArray1<u32>>> {
        let mut inside = self.lock()?;
        let ids = either!(inside.live.world_mut(), world => births(world, group, &positions, &velocities))?;
        Ok(PyArray1::from_vec(py, ids))
    }
    fn despawn(&self, ids: PyReadonlyArray1<'_, u32>) -> PyResult<()> {
        let (mut inside, ids) = (self.lock()?, ids.as_slice()?);
        either!(inside.live.world_mut(), world => {
            let ids = living(world, ids)?;
            ids.into_iter().try_for_each(|id| world.despawn(id)).map_err(refused)
        })
    }
    fn set_marker(&self, name: &str, position: Vec<f32>) -> PyResult<()> {
        let mut inside = self.lock()?;
        fn moved<const D: usize>(world: &mut World<D>, name: &str, position: &[f32]) -> PyResult<()> {
            let wrong =
                || PyValueError::new_err(format!("position: found {} numbers, allowed are {D}", position.len()));
            let position: [f32; D] = position.try_into().map_err(|_| wrong())?;
            world.set_marker(name, position).map_err(refused)
        }
        either!(inside.live.world_mut(), world => moved(world, name, &position))
    }
    /// The outlines of obstacles and walls, to draw: a kind and its numbers.
    #[getter]
    fn obstacles(&self) -> PyResult<Vec<Outline>> {
        let inside = self.lock()?;
        Ok(match inside.live.world() {
            AnyWorld::Plane(world) => world.obstacles().iter().chain(world.walls()).map(outline).collect(),
            AnyWorld::Space(world) => world.obstacles().iter().chain(world.walls()).map(outline).collect(),
        })
    }
}

/// The kind of an obstacle, and its points and lengths.
type Outline = (&'static str, Vec<Vec<f32>>);

fn outline<const D: usize>(obstacle: &flockstep::Obstacle<D>) -> Outline {
    use flockstep::Obstacle::{Ball, Box, Capsule, Plane, Polygon, Segment};
    match obstacle {
        Ball { center, radius } => ("ball", vec![center.to_vec(), vec![*radius]]),
        Box { min, max } => ("box", vec![min.to_vec(), max.to_vec()]),
        Capsule { from, to, radius } => ("capsule", vec![from.to_vec(), to.to_vec(), vec![*radius]]),
        Segment { from, to } => ("segment", vec![from.to_vec(), to.to_vec()]),
        Polygon { points } => ("polygon", points.iter().map(|point| point.to_vec()).collect()),
        Plane { point, normal } => ("plane", vec![point.to_vec(), normal.to_vec()]),
    }
}
