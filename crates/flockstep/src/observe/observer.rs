//! Measures what is asked for, for each group and for all.

use super::arrivals::Arrivals;
use super::captures::CaptureCount;
use super::contacts::Contacts;
use super::correlation::correlation_length;
use super::flocks;
use super::metric::Metric;
use super::nearest::{Asked, NearestOthers};
use super::order::{Order, order};
use crate::World;
use crate::agents::{Columns, Optional};
use crate::group::Group;
use crate::ids::GroupId;
use std::any::Any;

/// Measures a world again and again. It remembers what needs a memory (contacts, arrivals) and keeps its buffers.
#[derive(Debug)]
pub struct Observer<const D: usize> {
    metrics: Vec<Metric>,
    flock_distance: Option<f64>,
    readings: Vec<Reading>,
    /// The agents of each group; empty while there is one group.
    sets: Vec<Columns<D>>,
    nearest: NearestOthers<D>,
    distances: Vec<f32>,
    contacts: Contacts<D>,
    arrivals: Arrivals,
}

/// What was measured of a group, or of everyone.
#[derive(Clone, Debug, PartialEq)]
pub struct Reading {
    /// The group; `None`: everyone.
    pub group: Option<GroupId>,
    /// How many agents it has.
    pub agents: usize,
    /// A number for each metric, in the order they were asked for.
    pub values: Vec<f64>,
}

/// Compiled in this crate, as the stages are.
static OBSERVES: (Observe<2>, Observe<3>) = (Observer::observe_here, Observer::observe_here);
type Observe<const D: usize> = fn(&mut Observer<D>, &World<D>, &CaptureCount);

impl<const D: usize> Observer<D> {
    /// Measures these metrics. Agents no farther apart than the flock distance are of one flock; unset it is the sight
    /// radius of the group, and for all the greatest of them.
    pub fn new(metrics: &[Metric], flock_distance: Option<f64>) -> Observer<D> {
        Observer {
            metrics: metrics.to_vec(),
            flock_distance,
            readings: Vec::new(),
            sets: Vec::new(),
            nearest: NearestOthers::default(),
            distances: Vec::new(),
            contacts: Contacts::default(),
            arrivals: Arrivals::default(),
        }
    }

    /// What it measures.
    pub fn metrics(&self) -> &[Metric] {
        &self.metrics
    }

    /// What it remembers of what it has seen, in words, so that another one can go on from there: in a resumed run.
    pub fn memory(&self) -> Vec<u64> {
        let mut words = Vec::new();
        self.contacts.memory(&mut words);
        self.arrivals.memory(&mut words);
        words
    }

    /// Goes on from what another observer remembered of this world; `None`, and nothing changes, if these are no such
    /// words.
    pub fn recall(&mut self, world: &World<D>, memory: &[u64]) -> Option<()> {
        let (mut words, sets) = (memory, world.state.groups.len() + 1);
        let contacts = Contacts::recall(&mut words, sets)?;
        let arrivals = Arrivals::recall(&mut words, sets)?;
        if words.is_empty() {
            (self.contacts, self.arrivals) = (contacts, arrivals);
        }
        words.is_empty().then_some(())
    }

    /// Measures the world as it is: a reading for each group, in order, and the last for all.
    pub fn observe(&mut self, world: &World<D>, captures: &CaptureCount) -> &[Reading] {
        let (observer, any): (&mut dyn Any, &dyn Any) = (self, world);
        if let (Some(observer), Some(plane)) = (observer.downcast_mut(), any.downcast_ref()) {
            (OBSERVES.0)(observer, plane, captures);
        } else if let (Some(observer), Some(space)) = (observer.downcast_mut(), any.downcast_ref()) {
            (OBSERVES.1)(observer, space, captures);
        }
        &self.readings
    }

    fn observe_here(&mut self, world: &World<D>, captures: &CaptureCount) {
        let groups = world.state.groups.len();
        self.part(world);
        if self.wants(&[Metric::Overlaps, Metric::Collisions]) {
            self.contacts.look(world);
        }
        if self.wants(&[Metric::Arrived, Metric::ArrivalTime]) {
            self.arrivals.look(world);
        }
        let mut readings = std::mem::take(&mut self.readings);
        readings.clear();
        for group in (0..groups).map(GroupId::of) {
            let read =
                if groups == 1 { self.read(world, None, 0) } else { self.read(world, Some(group), group.index()) };
            readings.push(Reading { group: Some(group), ..read });
        }
        // A single group is everyone, but for what is counted by whose it is.
        let mut all = if groups == 1 { readings[0].clone() } else { self.read(world, None, groups) };
        all.group = None;
        readings.push(all);
        for reading in &mut readings {
            let eaten = reading.group.map_or(world.capture_count(), |group| captures.by(group));
            let places = self.metrics.iter().zip(&mut reading.values);
            places.filter(|(metric, _)| **metric == Metric::Captures).for_each(|(_, value)| *value = eaten as f64);
        }
        self.readings = readings;
    }

    /// Copies the agents of each group into columns of their own.
    fn part(&mut self, world: &World<D>) {
        let groups = if world.state.groups.len() > 1 { world.state.groups.len() } else { 0 };
        self.sets.resize_with(groups, Columns::default);
        self.sets.iter_mut().for_each(|set| set.resize(0, Optional::default()));
        for row in (0..world.len()).filter(|_| groups > 0) {
            let kind = usize::from(world.state.agents.kind[row]);
            self.sets[world.plans.group_of[kind]].push(world.state.agents.row(row), Optional::default(), false);
        }
    }

    fn wants(&self, any: &[Metric]) -> bool {
        self.metrics.iter().any(|metric| any.contains(metric))
    }

    /// Measures a set: a group's own, or everyone. What is counted for all sets at once stands under the set's number.
    fn read(&mut self, world: &World<D>, group: Option<GroupId>, number: usize) -> Reading {
        let agents = group.map_or(&world.state.agents, |group| &self.sets[group.index()]);
        if self.wants(NEAREST) {
            let asked = if self.wants(&NEAREST[1..]) { Asked::All } else { Asked::About(ENOUGH) };
            match group {
                Some(_) => self.nearest.among(agents, world, asked, &mut self.distances),
                None => self.nearest.among_all(world, asked, &mut self.distances),
            }
            if self.wants(&NEAREST[1..]) {
                self.distances.sort_unstable_by(f32::total_cmp);
            }
        }
        let order =
            if self.wants(ORDER) { order(agents, &world.state.space, &world.pipeline.threads) } else { Order::NOBODY };
        let mut flocks = Vec::new();
        if self.wants(FLOCKS) {
            let distance = self.flock_distance.unwrap_or_else(|| sight(world, group));
            flocks = flocks::sizes(agents, &world.state.space, distance, &world.pipeline.threads);
        }
        let of_set = OfSet { order, distances: &self.distances, flocks: &flocks };
        let value = |metric: &Metric| match metric {
            Metric::CorrelationLength => {
                correlation_length(agents, order.center, &world.state.space, &world.pipeline.threads)
            }
            Metric::Overlaps => self.contacts.overlaps[number] as f64,
            Metric::Collisions => self.contacts.collisions[number] as f64,
            Metric::Arrived => self.arrivals.count[number] as f64,
            Metric::ArrivalTime => self.arrivals.mean_time(number),
            metric => of_set.value(*metric),
        };
        let values = self.metrics.iter().map(value).collect();
        Reading { group, agents: agents.len(), values }
    }
}

/// So many distances are enough for their mean: asking more would make metrics dear beside a step.
const ENOUGH: usize = 5_000;
/// What comes from the distances to the nearest; all but the first need them in order.
const NEAREST: &[Metric] = &[
    Metric::NearestMean,
    Metric::NearestMin,
    Metric::NearestLow,
    Metric::NearestMedian,
    Metric::NearestHigh,
    Metric::NearestMax,
];
const ORDER: &[Metric] = &[
    Metric::Polarization,
    Metric::Milling,
    Metric::Spread,
    Metric::Speed,
    Metric::CenterX,
    Metric::CenterY,
    Metric::CenterZ,
    Metric::Elongation,
    Metric::SpeedDeviation,
    Metric::Fluctuation,
    Metric::CorrelationLength, // about the centre
];
const FLOCKS: &[Metric] = &[Metric::Flocks, Metric::FlockLargest, Metric::FlockMean];

/// How far the agents of a group see, or the farthest that any do.
fn sight<const D: usize>(world: &World<D>, group: Option<GroupId>) -> f64 {
    let radius = |group: &Group| f64::from(group.settings.sight.radius);
    let groups = world.groups();
    group.map_or_else(|| groups.iter().map(radius).fold(0.0, f64::max), |group| radius(&groups[group.index()]))
}

/// What was found out about a set.
struct OfSet<'a, const D: usize> {
    order: Order<D>,
    distances: &'a [f32],
    flocks: &'a [u32],
}

impl<const D: usize> OfSet<'_, D> {
    fn value(&self, metric: Metric) -> f64 {
        let order = &self.order;
        let count = self.flocks.len();
        match metric {
            Metric::Polarization => order.polarization,
            Metric::Milling => order.milling,
            Metric::Spread => order.spread,
            Metric::Speed => order.speed,
            Metric::CenterX => order.center[0],
            Metric::CenterY => order.center[1],
            Metric::CenterZ => order.center.get(2).copied().unwrap_or(f64::NAN),
            Metric::Elongation => order.elongation,
            Metric::SpeedDeviation => order.speed_deviation,
            Metric::Fluctuation => order.fluctuation,
            Metric::NearestMean => mean(self.distances),
            Metric::NearestMin => quantile(self.distances, 0.0),
            Metric::NearestLow => quantile(self.distances, 0.05),
            Metric::NearestMedian => quantile(self.distances, 0.5),
            Metric::NearestHigh => quantile(self.distances, 0.95),
            Metric::NearestMax => quantile(self.distances, 1.0),
            Metric::Flocks => count as f64,
            Metric::FlockLargest => f64::from(self.flocks.first().copied().unwrap_or(0)),
            Metric::FlockMean => self.flocks.iter().map(|size| f64::from(*size)).sum::<f64>() / count as f64,
            _ => f64::NAN,
        }
    }
}

/// The mean of lengths; not a number if there are none. Summed as whole numbers, so that their order does not matter:
/// after a restart it is another.
pub(super) fn mean(lengths: &[f32]) -> f64 {
    let most = f64::from(lengths.iter().copied().fold(0.0, f32::max));
    if lengths.is_empty() || most == 0.0 {
        return if lengths.is_empty() { f64::NAN } else { 0.0 };
    }
    // As fine as can be if all of them together are to fit.
    let scale = (1u64 << (62 - lengths.len().next_power_of_two().ilog2())) as f64 / most;
    let sum: u64 = lengths.iter().map(|length| (f64::from(*length) * scale + 0.5) as u64).sum();
    sum as f64 / scale / lengths.len() as f64
}

/// A quantile of numbers in order, between two of them on the straight line; not a number if there are none.
pub fn quantile(ordered: &[f32], share: f64) -> f64 {
    let Some(last) = ordered.len().checked_sub(1) else { return f64::NAN };
    let place = share.clamp(0.0, 1.0) * last as f64;
    let (low, high) = (ordered[place.floor() as usize], ordered[place.ceil() as usize]);
    f64::from(low) + (f64::from(high) - f64::from(low)) * place.fract()
}
