//! The sums of senses that need no list: one looker at a time, eight others at a time.
//!
//! The others of a looker are a run of the window. Lane n of every vector holds the nth, the n+8th ... of the run, and
//! in the end the eight lanes are added in a fixed order. Vectors are eight lanes on every machine, so the sums have the
//! same bits on every machine. There is hardly a branch in the loop: a processor cannot guess who is in sight.

use super::abreast::{Abreast, is_wide};
use super::gaze::{Gaze, Own, SHORT, Sights, Sums, Waiting, counts_bits, masks_own};
use super::notes::{Notes, Shown, make_lists};
use super::rare::{Sorts, find_rare};
use super::window::{NOWHERE, Window};
use super::{Grid, Hits, LANES, Percepts, Push, Sense, list};
use crate::batch::ByKind;
use crate::plan::Plan;
use crate::scene::Scene;
use crate::steer::{Falloff, apart};
use crate::vector::{Vector, add, scale};
use crate::world::agents::at;
use fearless_simd::{Simd, SimdBase, SimdFloat, SimdMask, f32x4, f32x8, f32x16, i32x4};
use std::ops::{Add, Mul, Range};

// What a kernel is made for.
pub(super) const COURSE: u32 = 1;
pub(super) const VELOCITY: u32 = 2;
/// A push of the linear falloff, whose pushers are not counted.
pub(super) const PUSH: u32 = 4;
/// A ring, the mean of directions, agents at rest, another push.
pub(super) const RARE: u32 = 8;
/// Notes who is near, for a sense that lists them; alone, it sums nothing.
pub(super) const NOTE: u32 = 16;
/// Those so far off that nobody of them pushes or is noted; the looker is not among them.
pub(super) const FAR: u32 = 32;

/// What the kernel of a sense must be made for.
pub(crate) fn kernel(sense: &Sense) -> u32 {
    let wants = &sense.wants;
    let motion = if wants.course { COURSE } else { VELOCITY };
    let rare_push = wants.push.is_some_and(|push| push.counted || push.falloff != Falloff::Linear);
    match (wants.direction || sense.radius_min > 0.0 || rare_push, wants.push.is_some()) {
        (true, _) => motion | RARE,
        (false, true) => motion | PUSH,
        (false, false) => motion,
    }
}

/// Whether a sense can note who is near along the way.
pub(super) fn can_note(sense: &Sense) -> bool {
    sense.direct && sense.radius_min == 0.0 && sense.kernel & (PUSH | RARE) != 0
}

/// Where what lookers see is written down.
pub(super) struct Seen<'a, const D: usize> {
    pub percepts: &'a mut Percepts<D>,
    pub hits: &'a mut Hits<D>,
    pub notes: &'a mut Notes,
    pub sorts: &'a mut Sorts,
}

/// Whether all plans look in the same way, though perhaps not equally far or wide, so that their agents can look together.
pub(crate) fn are_alike<const D: usize>(plans: &[Plan<D>], grid: &Grid<D>) -> bool {
    let [first, others @ ..] = plans else { return true };
    let span = |radius: f32| grid.axes[0].span(radius + grid.slack);
    let alike = |one: &Sense, two: &Sense| {
        let fresh = |radius: f32| grid.axes[0].span(radius + grid.rounding);
        let spans = |sense: &Sense| [span(sense.radius), span(sense.limits.inner), fresh(sense.limits.inner)];
        let ask = |sense: &Sense| (sense.kernel, sense.wants.course, spans(sense));
        let plain = |sense: &Sense| sense.direct && sense.groups.is_none() && sense.radius > 0.0;
        plain(one) && plain(two) && ask(one) == ask(two)
    };
    let same = |other: &Plan<D>| {
        let senses = first.senses.iter().zip(&other.senses);
        first.senses.len() == other.senses.len() && senses.into_iter().all(|(one, two)| alike(one, two))
    };
    others.iter().all(same)
}

/// How many senses a plan has, at most.
pub(crate) fn most_senses<const D: usize>(plans: &[Plan<D>]) -> usize {
    plans.iter().map(|plan| plan.senses.len()).max().unwrap_or(0)
}

/// Fills in the percepts of all lookers of a window, which reaches so far. Their rows come kind by kind, unless all plans are
/// alike.
pub(super) fn sum<S: Simd, const D: usize>(
    simd: S,
    scene: &Scene<D>,
    window: &mut Window<D>,
    reach: f32,
    by_kind: &ByKind,
    seen: &mut Seen<D>,
) {
    for (kind, rows) in by_kind.kinds() {
        let plan = &scene.plans[usize::from(kind)];
        for (nth, sense) in plan.senses.iter().enumerate() {
            let task = Task { scene, plan, sense, nth, rows };
            let far = |minded: u32| window.are_far(minded, rows, scene.seen, 1.001 * sense.radius);
            if !window.shows_some_to(sense) || sense.direct && !sense.notes && sense.groups.is_some_and(far) {
                seen.percepts.hold_nobody(rows, nth, sense);
            } else if sense.direct {
                task.sum(simd, window, seen);
            } else if sense.nearest > 0 {
                for looker in rows {
                    let looker = *looker as usize;
                    let percept = list::among(simd, scene, plan, sense, window, reach, looker, seen.hits);
                    seen.percepts.set(looker, nth, &percept, seen.hits);
                }
            } else if sense.noted_by.is_none() {
                task.list(simd, window, seen);
            }
        }
    }
}

/// What a sense asks of an offset.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Limits {
    radius2: f32,
    radius2_min: f32,
    cos_signed: f32,
    /// Where a push begins, and the least distance that counts, both squared.
    begins2: f32,
    nearest2: f32,
    /// One over a distance that may be none.
    coincident: f32,
    strengths: [f32; 3],
    /// How near those are who are noted, squared.
    noted2: f32,
    /// How near one must be to push or to be noted.
    inner: f32,
}

impl Limits {
    pub fn new(sense: &Sense) -> Self {
        let push = sense.wants.push.unwrap_or(Push::NONE);
        let begins = push.distance.unwrap_or(0.0);
        Limits {
            radius2: sense.radius2,
            radius2_min: sense.radius_min * sense.radius_min,
            cos_signed: sense.cos_signed,
            begins2: begins * begins,
            nearest2: Push::nearest2(begins),
            coincident: 0.99 / Push::nearest2(begins).sqrt(),
            strengths: push.falloff.strengths(begins, push.scale),
            noted2: sense.radius2,
            inner: begins.min(sense.radius),
        }
    }

    /// Notes those within a radius, too, or only those if there are none yet.
    pub fn note(&mut self, radius: f32, too: bool) {
        self.noted2 = if too { self.noted2.max(radius * radius) } else { radius * radius };
        self.inner = self.inner.max(radius);
    }
}

/// One sense of lookers that have one plan, or plans that are alike; then the sense is that of one of them.
struct Task<'a, const D: usize> {
    scene: &'a Scene<'a, D>,
    plan: &'a Plan<D>,
    sense: &'a Sense,
    nth: usize,
    rows: &'a [u32],
}

#[inline(always)]
pub(super) fn dots<V: Copy + Mul<Output = V> + Add<Output = V>, const D: usize>(a: &[V; D], b: &[V; D]) -> V {
    let mut sum = a[0] * b[0];
    for axis in 1..D {
        sum = sum + a[axis] * b[axis];
    }
    sum
}

impl<const D: usize> Task<'_, D> {
    #[inline(always)]
    fn sense_of(&self, looker: u32) -> &Sense {
        if !self.scene.alike || self.scene.plans.len() == 1 {
            return self.sense;
        }
        &self.scene.plans[usize::from(self.scene.before.kind[looker as usize])].senses[self.nth]
    }

    /// The sums of a direct sense, and the lists of those that it notes along the way.
    fn sum<S: Simd>(&self, simd: S, window: &mut Window<D>, seen: &mut Seen<D>) {
        let Task { scene, plan, sense, nth, rows } = *self;
        let rests = scene.some_rest && sense.wants.course;
        let notes = if sense.notes { NOTE } else { 0 };
        match if rests { COURSE | RARE } else { sense.kernel } | notes {
            COURSE => self.see::<S, COURSE>(simd, window, seen),
            VELOCITY => self.see::<S, VELOCITY>(simd, window, seen),
            5 => self.see::<S, { PUSH | COURSE }>(simd, window, seen),
            6 => self.see::<S, { PUSH | VELOCITY }>(simd, window, seen),
            21 => self.see::<S, { NOTE | PUSH | COURSE }>(simd, window, seen),
            22 => self.see::<S, { NOTE | PUSH | VELOCITY }>(simd, window, seen),
            kernel if kernel & COURSE != 0 => self.see::<S, { NOTE | RARE | COURSE }>(simd, window, seen),
            _ => self.see::<S, { NOTE | RARE | VELOCITY }>(simd, window, seen),
        }
        let lists = plan.senses.iter().enumerate().filter(|(_, list)| list.noted_by == Some(nth));
        for (nth, list) in lists {
            let exact =
                (list.cos_signed, list.radius2, list.radius_min) == (sense.cos_signed, sense.limits.noted2, 0.0);
            let shown = Shown { position: &window.position, row: &window.row };
            let from = seen.hits.len();
            seen.notes.find_places(rows, seen.hits);
            make_lists(simd, scene, plan, nth, exact, &shown, rows, from, seen.hits, seen.percepts);
        }
    }

    /// The lists of a sense that no sum notes.
    fn list<S: Simd>(&self, simd: S, window: &mut Window<D>, seen: &mut Seen<D>) {
        let Task { scene, plan, sense, nth, rows } = *self;
        let from = seen.hits.len();
        let few = sense.groups.and_then(|minded| window.single_out(simd, minded)).filter(|(_, few)| *few > 0);
        let shown = match few {
            Some(few) => {
                find_rare(simd, scene, sense, window, few, rows, seen.sorts, seen.hits);
                let rare = &window.rare[few.0];
                Shown { position: &rare.position, row: &rare.row }
            }
            None => {
                self.see::<S, NOTE>(simd, window, seen);
                seen.notes.find_places(rows, seen.hits);
                Shown { position: &window.position, row: &window.row }
            }
        };
        make_lists(simd, scene, plan, nth, true, &shown, rows, from, seen.hits, seen.percepts);
    }

    /// What the lookers see. A function of its own for each kernel, so that the sums stay in registers.
    #[inline(never)]
    fn see<S: Simd, const FOR: u32>(&self, simd: S, window: &mut Window<D>, seen: &mut Seen<D>) {
        simd.vectorize(
            #[inline(always)]
            || {
                crate::simd::align_stack();
                let filtered = self.sense.groups.is_some_and(|minded| window.filter(simd, minded));
                if FOR & NOTE != 0 {
                    seen.notes.clear();
                }
                let (grid, radius) = (self.scene.grid, self.sense.radius);
                // In the very step that cells are made there is no need of a skin.
                let fresh = std::ptr::eq(self.scene.placed, self.scene.seen);
                let inner = if FOR & PUSH == 0 {
                    radius + grid.slack
                } else {
                    self.sense.limits.inner + if fresh { grid.rounding } else { grid.slack }
                };
                let spans = [radius + grid.slack, inner].map(|reach| window.span(grid, reach));
                let mut rows = self.rows;
                while let Some(first) = rows.first() {
                    let end = window.end_of_cell(*first as usize);
                    let most = rows.len().min(end - *first as usize);
                    // They are in order, and mostly follow one another.
                    let alike = if (rows[most - 1] as usize) < end {
                        most
                    } else {
                        rows.iter().take_while(|row| (**row as usize) < end).count()
                    };
                    let cell;
                    (cell, rows) = rows.split_at(alike);
                    self.see_from_cell::<S, FOR>(simd, window, filtered, spans, cell, seen);
                }
                if let Some(minded) = self.sense.groups.filter(|_| !filtered) {
                    window.show_strangers(minded);
                }
                if FOR & NOTE != 0 {
                    seen.notes.fill();
                }
            },
        );
    }

    /// What the lookers of one cell see: all look along the same run of the window. Where a register holds sixteen numbers,
    /// two of them look side by side. The spans say how far along the window they see, and those who push or are noted are.
    #[inline(always)]
    fn see_from_cell<S: Simd, const FOR: u32>(
        &self,
        simd: S,
        window: &mut Window<D>,
        filtered: bool,
        [span, inner]: [usize; 2],
        rows: &[u32],
        seen: &mut Seen<D>,
    ) {
        let (run, to_own) = window.run_of(rows[0] as usize, span);
        let place_of = |looker: u32| looker.wrapping_add(to_own) as usize - run.start;
        let (inner, _) = window.run_of(rows[0] as usize, inner);
        let sights = Sights::new::<FOR>(window, filtered, &run, &inner);
        if FOR & NOTE != 0 {
            seen.notes.make_room(rows.len(), sights.inner.len());
        }
        let mut rows = rows;
        // Along a short run most of the work is before and after it, which two share on any machine.
        let abreast = self.scene.abreast || sights.vectors < SHORT;
        if const { is_wide::<S>() && FOR & RARE == 0 } && abreast {
            let pairs;
            (pairs, rows) = rows.as_chunks::<2>();
            for pair in pairs {
                let own = [Own::at(place_of(pair[0]), 0), Own::at(place_of(pair[1]), 1)];
                let sums = self.look::<S, f32x16<S>, FOR>(simd, &sights, own, pair, seen.notes);
                for (nth, looker) in pair.iter().enumerate() {
                    self.conclude::<S, _, FOR>(simd, &sums, nth, *looker as usize, seen.percepts);
                }
            }
        }
        for looker in rows {
            // Nobody sees itself: unless it is left out by a mask, it is nowhere for now.
            let own = place_of(*looker);
            let hide = const { !masks_own::<S, f32x8<S>, D>() };
            let hidden = hide.then(|| std::mem::replace(&mut sights.x[own / LANES][own % LANES], NOWHERE));
            let sums = self.look::<S, f32x8<S>, FOR>(simd, &sights, [Own::at(own, 0); 2], &[*looker], seen.notes);
            if let Some(x) = hidden {
                sights.x[own / LANES][own % LANES] = x;
            }
            self.conclude::<S, _, FOR>(simd, &sums, 0, *looker as usize, seen.percepts);
        }
    }

    /// The sums of one looker, or of two that look along the same run side by side. `own` says where they are in the run.
    #[inline(always)]
    fn look<S: Simd, V: Abreast<S>, const FOR: u32>(
        &self,
        simd: S,
        sights: &Sights<D>,
        own: [Own; 2],
        lookers: &[u32],
        notes: &mut Notes,
    ) -> Sums<S, V, D> {
        let before = self.scene.before;
        let splat = |number: f32| V::splat(simd, number);
        let zero = splat(0.0);
        let limits = [&self.sense_of(lookers[0]).limits, &self.sense_of(lookers[lookers.len() - 1]).limits];
        let limit = |of: fn(&Limits) -> f32| V::of_each(simd, |nth| of(limits[nth]));
        let mut gaze = Gaze {
            point: [zero; D],
            astern: [zero; D],
            own,
            radius2: limit(|of| of.radius2),
            radius2_min: limit(|of| of.radius2_min),
            cos_signed: limit(|of| of.cos_signed),
            // Where a linear push begins it is nothing, but for rounding: a little beyond there it is nothing for certain.
            begins2: limit(|of| of.begins2) * splat(if FOR & PUSH != 0 { 1.0001 } else { 1.0 }),
            nearest2: limit(|of| of.nearest2),
            strengths: [limit(|of| of.strengths[0]), limit(|of| of.strengths[1]), limit(|of| of.strengths[2])],
            noted2: limit(|of| of.noted2),
        };
        for axis in 0..D {
            let of = |column: &[f32]| V::of_each(simd, |nth| column[lookers[nth] as usize]);
            gaze.point[axis] = of(&self.scene.seen[axis]);
            gaze.astern[axis] = -of(&before.heading[axis]);
        }
        let Range { start, end } = sights.inner;
        let mut noted: [&mut [u8]; 2] = [&mut [], &mut []];
        if FOR & NOTE != 0 {
            noted = notes.next_bytes(lookers.len(), sights.begin + start * LANES, end - start);
        }
        let mut sums = Sums {
            aways: [zero; D],
            moved: [zero; D],
            pushed: [zero; D],
            directions: [zero; D],
            counts: zero,
            count: 0,
            closest: zero,
            moving: 0,
            pushing: 0,
            waiting: Waiting { some: zero.simd_lt(zero), away: [zero; D], square: splat(1.0) },
        };
        if const { FOR & PUSH == 0 } {
            for at in 0..sights.vectors {
                let near = gaze.see::<S, FOR>(sights, at, &mut sums);
                note::<S, V, FOR>(&mut noted, at, lookers.len(), near);
            }
        } else {
            // Only those of the slabs in the middle can be so near that they push or are noted.
            for at in 0..start {
                gaze.see::<S, FAR>(sights, at, &mut sums);
            }
            for at in start..end {
                let near = gaze.see::<S, FOR>(sights, at, &mut sums);
                note::<S, V, FOR>(&mut noted, at - start, lookers.len(), near);
            }
            for at in end..sights.vectors {
                gaze.see::<S, FAR>(sights, at, &mut sums);
            }
        }
        if const { is_wide::<S>() && FOR & PUSH != 0 && D == 3 } {
            let Waiting { some, away, square } = sums.waiting;
            sums.push(some, &away, square, &gaze);
        }
        sums
    }

    /// The percept of a looker from the sums over its lanes.
    #[inline(always)]
    fn conclude<S: Simd, V: Abreast<S>, const FOR: u32>(
        &self,
        simd: S,
        sums: &Sums<S, V, D>,
        nth: usize,
        looker: usize,
        percepts: &mut Percepts<D>,
    ) {
        if FOR == NOTE {
            return;
        }
        let of = |sum: &V| sum.lanes_of(nth);
        let zero = f32x8::splat(simd, 0.0);
        let (aways, moved, pushed) =
            (sums.aways.each_ref().map(of), sums.moved.each_ref().map(of), sums.pushed.each_ref().map(of));
        let (counts, closest) = (of(&sums.counts.counted()), of(&sums.closest));
        let (mut away, mut motion, mut push) = ([0.0; D], [0.0; D], [0.0; D]);
        let mut count;
        if D == 2 {
            let four = across(simd, aways[0], aways[1], moved[0], counts);
            count = four.to_int::<i32x4<S>>().to_array()[3] as u32;
            [away[0], away[1], motion[0], _] = four.to_array();
            [motion[1], push[0], push[1], _] = across(simd, moved[1], pushed[0], pushed[1], zero).to_array();
        } else {
            let [x, y, z] = [0, 1, D - 1];
            let four = across(simd, aways[x], aways[y], aways[z], counts);
            count = four.to_int::<i32x4<S>>().to_array()[3] as u32;
            [away[x], away[y], away[z], _] = four.to_array();
            [motion[x], motion[y], motion[z], _] = across(simd, moved[x], moved[y], moved[z], zero).to_array();
            [push[x], push[y], push[z], _] = across(simd, pushed[x], pushed[y], pushed[z], zero).to_array();
        }
        if const { counts_bits::<S, V>() } {
            count = sums.count;
        }
        // Of those who coincide and hardly anyone else the distance was too short to count.
        let sense = self.sense_of(looker as u32);
        let coincident = f32x8::splat(simd, sense.limits.coincident);
        if FOR & (PUSH | RARE) != 0 && closest.simd_ge(coincident).any_true() {
            push = add(push, part(self.scene, looker, sense));
        }
        let (block, lane) = percepts.at_mut(looker, self.nth);
        block.count[lane] = count;
        block.moving[lane] = if FOR & RARE != 0 { sums.moving } else { count };
        let motions = if FOR & COURSE != 0 { &mut block.course } else { &mut block.velocity };
        for axis in 0..D {
            block.offset[axis][lane] = -away[axis];
            motions[axis][lane] = motion[axis];
            if FOR & (PUSH | RARE) != 0 {
                block.push[axis][lane] = push[axis];
            }
        }
        if FOR & RARE != 0 {
            block.pushing[lane] = sums.pushing;
            let directions = sums.directions.each_ref().map(of);
            let [x, y, z] = [0, 1, D - 1];
            let direction = across(simd, directions[x], directions[y], directions[z], zero).to_array();
            for axis in 0..D {
                block.direction[axis][lane] = direction[axis];
            }
        }
    }
}

/// Notes for one or two lookers who of a vector is near.
#[inline(always)]
fn note<S: Simd, V: Abreast<S>, const FOR: u32>(noted: &mut [&mut [u8]; 2], at: usize, lookers: usize, near: V::Mask) {
    if FOR & NOTE != 0 {
        let bits = near.to_bitmask() as u32;
        noted[0][at] = bits as u8;
        if lookers > 1 {
            noted[1][at] = (bits >> LANES) as u8;
        }
    }
}

/// The sums of the lanes of four vectors, in a fixed order: n and n+4, then n and n+2, then the last two.
#[inline(always)]
fn across<S: Simd>(simd: S, a: f32x8<S>, b: f32x8<S>, c: f32x8<S>, d: f32x8<S>) -> f32x4<S> {
    let ((a, a_), (b, b_)) = (simd.split_f32x8(a), simd.split_f32x8(b));
    let ((c, c_), (d, d_)) = (simd.split_f32x8(c), simd.split_f32x8(d));
    let (a, b, c, d) = (a + a_, b + b_, c + c_, d + d_);
    let (ac, ac_) = (a.zip_low(c) + a.zip_high(c), b.zip_low(d) + b.zip_high(d));
    let (even, odd) = (ac.unzip_low(ac_), ac.unzip_high(ac_));
    even.unzip_low(odd) + even.unzip_high(odd)
}

/// The pushes from coincident agents, whose directions follow from the ids.
#[cold]
fn part<const D: usize>(scene: &Scene<D>, looker: usize, sense: &Sense) -> Vector<D> {
    let before = scene.before;
    let here: Vector<D> = at(&before.position, looker);
    let Some(push) = sense.wants.push.as_ref().filter(|_| sense.radius_min == 0.0) else { return [0.0; D] };
    let mut sum = [0.0; D];
    // Cells that are kept do not tell who is in the same place now.
    scene.search().within(here, scene.grid.slack, |row, _| {
        let minded = sense.groups.is_none_or(|groups| groups & scene.group_bit(row) != 0);
        if row != looker && minded && at(&before.position, row) == here {
            sum = add(sum, parting(scene, push, looker, row, push.distance.unwrap_or(0.0)));
        }
    });
    sum
}

/// The push from a coincident agent.
pub(super) fn parting<const D: usize>(
    scene: &Scene<D>,
    push: &Push,
    own: usize,
    other: usize,
    begins: f32,
) -> Vector<D> {
    let ids = &scene.before.id;
    scale(apart::<D>(ids[own], ids[other]), push.falloff.at(0.0, begins, push.scale))
}
