//! The formations of a step: where each member's place is. Worked out once a step, before anyone steers.
//!
//! Places follow from where everyone is, so losses and newcomers take no care. One thing is remembered: where a squad
//! that is sent somewhere faced on its way, for when it is there.

mod assign;
mod shape;

use crate::agents::at;
use crate::ids::AgentId;
use crate::math::vector::{Vector, add, aside, dot, scale, turned, unit_and_length};
use crate::plan::Plans;
use crate::scene::{Scene, TargetPlan};
use crate::settings::Target;
use crate::steer::{Formation, Slot};
use assign::{Assignment, Flat};

/// Where each member's place is, and room to find it out in.
#[derive(Clone, Debug, Default)]
pub(crate) struct Formations<const D: usize> {
    /// By group: where it faces from this step on; zero for one that has not been sent anywhere.
    pub facings: Vec<Vector<D>>,
    /// By row: the place, and how it moves; empty while nobody keeps a formation.
    pub places: Vec<Option<(Vector<D>, Vector<D>)>>,
    /// Everyone who keeps a formation: group, id, row.
    keepers: Vec<(usize, AgentId, usize)>,
    /// By group: the first of its plans that has a formation.
    kept: Vec<Option<usize>>,
    members: Vec<usize>,
    flat_members: Vec<Flat>,
    flat_places: Vec<Flat>,
    assignment: Assignment,
}

/// What a formation stands around: where, how that moves, ahead, and the row of the leader.
struct FormationFrame<const D: usize> {
    origin: Vector<D>,
    velocity: Vector<D>,
    ahead: Vector<D>,
    leader: Option<usize>,
}

/// How far ahead of a squad's middle its places are, of its slowing distance: those in place go at this share of full
/// speed, and who is behind can catch up.
const LEAD: f32 = 0.7;

impl<const D: usize> Formations<D> {
    /// Nobody keeps a formation.
    pub fn forget(&mut self) {
        self.places.clear();
    }

    /// Works out everyone's place. `facings`: where the groups faced in the last step.
    pub fn form(&mut self, scene: &Scene<D>, plans: &Plans<D>, facings: &[Vector<D>]) {
        self.places.clear();
        self.places.resize(scene.before.len(), None);
        self.facings.clear();
        self.facings.extend_from_slice(facings);
        self.facings.resize(scene.census.len(), [0.0; D]);
        self.kept.clear();
        self.kept.resize(scene.census.len(), None);
        for (nth, plan) in plans.list.iter().enumerate().filter(|(_, plan)| plan.formation().is_some()) {
            self.kept[plan.group].get_or_insert(nth);
        }
        let mut keepers = std::mem::take(&mut self.keepers);
        keepers.clear();
        keepers.extend((0..scene.before.len()).filter_map(|row| {
            let plan = plans.of(scene.before.kind[row]);
            plan.formation().map(|_| (plan.group, scene.before.id[row], row))
        }));
        // Ties go by id, wherever they stand in memory.
        keepers.sort_unstable();
        for members in keepers.chunk_by(|one, two| one.0 == two.0) {
            if scene.around.stop.asked() {
                break;
            }
            self.members.clear();
            self.members.extend(members.iter().map(|member| member.2));
            let group = members[0].0;
            if let Some((slot, formation)) = self.kept[group].and_then(|nth| plans.list[nth].formation()) {
                self.form_group(scene, group, slot, formation);
            }
        }
        self.keepers = keepers;
    }

    /// Works out the places of a group's members.
    fn form_group(&mut self, scene: &Scene<D>, group: usize, slot: &Slot<D>, formation: &Formation) {
        let Some(frame) = self.frame(scene, group, slot, formation) else { return };
        self.members.retain(|row| Some(*row) != frame.leader);
        let right = aside(frame.ahead, 0);
        self.flat_members.clear();
        self.flat_members.extend(self.members.iter().map(|row| -> Flat {
            let offset = scene.space.offset(frame.origin, at(&scene.before.position, *row));
            [f64::from(dot(offset, frame.ahead)), f64::from(dot(offset, right))]
        }));
        let led = !matches!(formation.target, Target::Point(_) | Target::Marker(_));
        shape::places(formation, self.members.len(), led, &mut self.flat_places);
        self.assignment.assign(&self.flat_members, &self.flat_places);
        for (row, place) in self.members.iter().zip(&self.assignment.place_of) {
            let [forward, aside] = self.flat_places[*place];
            let offset = add(scale(frame.ahead, forward as f32), scale(right, aside as f32));
            self.places[*row] = Some((scene.space.inside(add(frame.origin, offset)), frame.velocity));
        }
    }

    /// What the squad stands around, if that is there.
    fn frame(
        &mut self,
        scene: &Scene<D>,
        group: usize,
        slot: &Slot<D>,
        formation: &Formation,
    ) -> Option<FormationFrame<D>> {
        let before = scene.before;
        let middle = self.middle(scene)?;
        let leader = match *slot.targets.first()? {
            TargetPlan::Point(point) => return Some(self.sent(scene, group, formation, middle, point)),
            TargetPlan::Marker(marker) => {
                let point = scene.markers.get(marker)?.1;
                return Some(self.sent(scene, group, formation, middle, point));
            }
            TargetPlan::Group { group, nearest: false } => scene.census[group].first_other(usize::MAX),
            TargetPlan::Group { group, nearest: true } => scene.nearest_of_group(usize::MAX, middle, group),
            TargetPlan::Agent(target) => scene.target_rows[target],
        }?;
        Some(FormationFrame {
            origin: at(&before.position, leader),
            velocity: at(&before.velocity, leader),
            ahead: formation.facing.map_or(at(&before.heading, leader), faced),
            leader: Some(leader),
        })
    }

    /// The frame of a squad without a leader: a little ahead of its middle on the way to where it is sent.
    fn sent(
        &mut self,
        scene: &Scene<D>,
        group: usize,
        formation: &Formation,
        middle: Vector<D>,
        point: Vector<D>,
    ) -> FormationFrame<D> {
        let (toward, distance) = unit_and_length(scene.space.offset_to_point(middle, point));
        let facing = &mut self.facings[group];
        // Near the end the way turns with every step of anyone: then it faces as it did before.
        if distance > formation.spacing.max(1e-3) || *facing == [0.0; D] {
            *facing = if distance > 0.0 { toward } else { faced(0.0) };
        }
        let step = LEAD * formation.slowing_distance;
        let origin = if step < distance { add(middle, scale(toward, step)) } else { point };
        FormationFrame { origin, velocity: [0.0; D], ahead: formation.facing.map_or(*facing, faced), leader: None }
    }

    /// The middle of the members.
    fn middle(&self, scene: &Scene<D>) -> Option<Vector<D>> {
        let position = &scene.before.position;
        // On a torus offsets from one of them are meant, not coordinates.
        let first: Vector<D> = at(position, *self.members.first()?);
        let mut sum = [0.0f64; D];
        for row in &self.members {
            let offset = scene.space.offset(first, at(position, *row));
            for axis in 0..D {
                sum[axis] += f64::from(offset[axis]);
            }
        }
        Some(add(first, sum.map(|c| (c / self.members.len() as f64) as f32)))
    }
}

/// The direction at an angle from the x axis.
fn faced<const D: usize>(angle_deg: f32) -> Vector<D> {
    turned(std::array::from_fn(|axis| if axis == 0 { 1.0 } else { 0.0 }), angle_deg)
}
