//! The sums of senses that need no list: one looker at a time, eight candidates at a time.
//!
//! The candidates of a looker are a run of the window. Lane n of every vector holds the nth, the n+8th ... of the run,
//! and in the end the eight lanes are added in a fixed order. Vectors are eight lanes on every machine, so the sums
//! have the same bits on every machine.

use super::coincident::push_of_coincident;
use super::kernel::{COURSE, FAR, Gaze, NOTE, Own, PUSH, RARE, Run, SHORT, Sums, VELOCITY};
use super::list::Notes;
use super::push::Strength;
use super::window::{NOWHERE, Window};
use super::{Eyes, Hits, LANES, Percepts, Sense, Surroundings, Work};
use crate::math::lane::{Octets, is_wide};
use crate::math::simd;
use crate::math::vector::{Vector, add};
use crate::work;
use fearless_simd::{Simd, SimdBase, SimdFloat, SimdMask, f32x4, f32x8, f32x16, i32x4};
use std::ops::Range;

/// Where what lookers see is written down.
pub(super) struct Output<'a, const D: usize> {
    pub percepts: &'a mut Percepts<D>,
    pub hits: &'a mut Hits<D>,
}

/// One sense of lookers of one class; the eyes and the sense are those of the first of them.
pub(super) struct Task<'a, const D: usize> {
    pub around: &'a Surroundings<'a, D>,
    pub eyes: &'a Eyes,
    pub sense: &'a Sense,
    pub nth: usize,
    pub lookers: &'a [u32],
}

impl<const D: usize> Task<'_, D> {
    /// The sense of one of the lookers: in a class they differ in numbers.
    #[inline(always)]
    fn sense_of(&self, looker: u32) -> &Sense {
        if self.around.stencils.classes_are_kinds {
            return self.sense;
        }
        &self.around.eyes_of(looker as usize).senses[self.nth]
    }

    /// What the lookers sum up, and the notes of those whom other senses list.
    #[inline(always)]
    pub fn sum<S: Simd>(&self, simd: S, kernel: u32, notes: bool, work: &mut Work<D>, output: &mut Output<D>) {
        let rests = self.around.some_rest && self.sense.wants.course;
        let notes = if notes { NOTE } else { 0 };
        match if rests { COURSE | RARE } else { kernel } | notes {
            COURSE => self.see::<S, COURSE>(simd, work, output),
            VELOCITY => self.see::<S, VELOCITY>(simd, work, output),
            5 => self.see::<S, { PUSH | COURSE }>(simd, work, output),
            6 => self.see::<S, { PUSH | VELOCITY }>(simd, work, output),
            21 => self.see::<S, { NOTE | PUSH | COURSE }>(simd, work, output),
            22 => self.see::<S, { NOTE | PUSH | VELOCITY }>(simd, work, output),
            kernel if kernel & COURSE != 0 => self.see::<S, { NOTE | RARE | COURSE }>(simd, work, output),
            _ => self.see::<S, { NOTE | RARE | VELOCITY }>(simd, work, output),
        }
    }
    /// Notes everyone in sight, for a sense that no sum notes for.
    pub fn note<S: Simd>(&self, simd: S, work: &mut Work<D>, output: &mut Output<D>) {
        self.see::<S, NOTE>(simd, work, output);
    }

    /// What the lookers see. A function of its own for each kernel, so that the sums stay in registers.
    #[inline(never)]
    fn see<S: Simd, const FOR: u32>(&self, simd: S, work: &mut Work<D>, output: &mut Output<D>) {
        simd.vectorize(
            #[inline(always)]
            || {
                simd::align_stack();
                let Work { window, notes, .. } = work;
                let filtered = self.sense.groups.is_some_and(|minded| window.filter(self.around, minded));
                if FOR & NOTE != 0 {
                    notes.clear();
                }
                let (grid, agents) = (self.around.search.grid, self.around.search.agents);
                let radius = self.sense.radius;
                let inner = if FOR & PUSH == 0 { radius } else { self.sense.limits.inner };
                let spans = [radius, inner].map(|radius| window.span(grid, radius));
                let mut rows = self.lookers;
                while let Some(first) = rows.first() {
                    let slab = window.slab_of(&grid.axes()[0], agents.position[0][*first as usize]);
                    let end = window.end_of_cell(slab);
                    let most = rows.len().min((end - first) as usize);
                    // They are in order, and mostly follow one another.
                    let alike =
                        if rows[most - 1] < end { most } else { rows.iter().take_while(|row| **row < end).count() };
                    let cell;
                    (cell, rows) = rows.split_at(alike);
                    self.see_from_cell::<S, FOR>(simd, window, filtered, slab, spans, cell, notes, output);
                }
                if FOR & NOTE != 0 {
                    notes.fill();
                }
            },
        );
    }

    /// What the lookers of one cell see: all look along the same run of the window. Where a register holds sixteen
    /// numbers, two of them look side by side. The spans say how far along the window they see, and those who push or
    /// are noted are.
    #[inline(always)]
    #[allow(clippy::too_many_arguments)]
    fn see_from_cell<S: Simd, const FOR: u32>(
        &self,
        simd: S,
        window: &mut Window<D>,
        filtered: bool,
        slab: usize,
        [span, inner]: [usize; 2],
        rows: &[u32],
        notes: &mut Notes,
        output: &mut Output<D>,
    ) {
        let range = window.run(slab, span);
        let first_place = window.place_of(rows[0], slab) - range.start;
        let place_of = |looker: u32| first_place + (looker - rows[0]) as usize;
        let inner = window.run(slab, inner);
        let run = Run::new::<FOR>(window, filtered, &range, &inner);
        work::count(|done| done.candidates += (rows.len() * run.vectors) as u64);
        if FOR & NOTE != 0 {
            notes.make_room(rows.len(), run.inner.len());
        }
        let mut rest = rows;
        // Along a short run most of the work is before and after it, which two share on any machine.
        let in_pairs = const { is_wide::<S>() && FOR & RARE == 0 } && (self.around.in_pairs || run.vectors < SHORT);
        if in_pairs {
            let pairs;
            (pairs, rest) = rows.as_chunks::<2>();
            for pair in pairs {
                let own = [Own::at(place_of(pair[0]), 0), Own::at(place_of(pair[1]), 1)];
                let sums = self.look::<S, f32x16<S>, FOR>(simd, &run, own, pair, notes);
                for (nth, looker) in pair.iter().enumerate() {
                    self.conclude::<S, _, FOR>(simd, &sums, nth, *looker as usize, output.percepts);
                }
            }
        }
        for looker in rest {
            // Nobody sees itself: for now it is nowhere.
            let own = place_of(*looker);
            let x = std::mem::replace(&mut run.x[own / LANES][own % LANES], NOWHERE);
            let sums = self.look::<S, f32x8<S>, FOR>(simd, &run, [Own::at(own, 0); 2], &[*looker], notes);
            run.x[own / LANES][own % LANES] = x;
            self.conclude::<S, _, FOR>(simd, &sums, 0, *looker as usize, output.percepts);
        }
    }

    /// The sums of one looker, or of two that look along the same run side by side. `own` says where they are in the
    /// run.
    #[inline(always)]
    fn look<S: Simd, V: Octets<S>, const FOR: u32>(
        &self,
        simd: S,
        run: &Run<D>,
        own: [Own; 2],
        lookers: &[u32],
        notes: &mut Notes,
    ) -> Sums<V, D> {
        let gaze = self.gaze::<S, V>(simd, own, lookers);
        let Range { start, end } = run.inner;
        let mut noted: [&mut [u8]; 2] = [&mut [], &mut []];
        if FOR & NOTE != 0 {
            noted = notes.next_bytes(lookers.len(), run.begin + start * LANES, end - start);
        }
        let mut sums = Sums::new(V::all(simd, 0.0));
        if const { FOR & PUSH == 0 } {
            for at in 0..run.vectors {
                let near = gaze.see::<S, FOR>(simd, run, at, &mut sums);
                note::<S, V, FOR>(&mut noted, at, lookers.len(), near);
            }
        } else {
            // Only those of the slabs in the middle can be so near that they push or are noted.
            for at in 0..start {
                gaze.see::<S, FAR>(simd, run, at, &mut sums);
            }
            for at in start..end {
                let near = gaze.see::<S, FOR>(simd, run, at, &mut sums);
                note::<S, V, FOR>(&mut noted, at - start, lookers.len(), near);
            }
            for at in end..run.vectors {
                gaze.see::<S, FAR>(simd, run, at, &mut sums);
            }
        }
        if const { is_wide::<S>() && FOR & PUSH != 0 && D == 3 } {
            sums.push_last(&gaze.strength);
        }
        sums
    }

    /// What one or two lookers go by.
    #[inline(always)]
    fn gaze<S: Simd, V: Octets<S>>(&self, simd: S, own: [Own; 2], lookers: &[u32]) -> Gaze<V, D> {
        let agents = self.around.search.agents;
        let zero = V::all(simd, 0.0);
        let limits = [&self.sense_of(lookers[0]).limits, &self.sense_of(lookers[lookers.len() - 1]).limits];
        let limit = |of: fn(&super::kernel::Limits) -> f32| V::of_each(simd, |nth| of(limits[nth]));
        let mut gaze = Gaze {
            point: [zero; D],
            astern: [zero; D],
            own,
            bounds: super::sight::Bounds {
                radius2: limit(|of| of.bounds.radius2),
                radius2_min: limit(|of| of.bounds.radius2_min),
                cos_signed: limit(|of| of.bounds.cos_signed),
            },
            strength: Strength {
                begins2: limit(|of| of.strength.begins2),
                reach2: limit(|of| of.strength.reach2),
                floor: limit(|of| of.strength.floor),
                nearest2: limit(|of| of.strength.nearest2),
                factors: [
                    limit(|of| of.strength.factors[0]),
                    limit(|of| of.strength.factors[1]),
                    limit(|of| of.strength.factors[2]),
                ],
            },
            noted2: limit(|of| of.noted2),
        };
        for axis in 0..D {
            let of = |column: &[f32]| V::of_each(simd, |nth| column[lookers[nth] as usize]);
            gaze.point[axis] = of(&agents.position[axis]);
            gaze.astern[axis] = -of(&agents.heading[axis]);
        }
        gaze
    }

    /// The percept of a looker from the sums over its lanes.
    #[inline(always)]
    fn conclude<S: Simd, V: Octets<S>, const FOR: u32>(
        &self,
        simd: S,
        sums: &Sums<V, D>,
        nth: usize,
        looker: usize,
        percepts: &mut Percepts<D>,
    ) {
        if FOR == NOTE {
            return;
        }
        let of = |sum: &V| sum.lanes_of(nth);
        let totals = Totals::of(simd, sums, nth);
        let mut push = totals.push;
        // Of those who coincide and hardly anyone else the distance was too short to count.
        let sense = self.sense_of(looker as u32);
        let coincident = f32x8::splat(simd, sense.limits.coincident);
        if FOR & (PUSH | RARE) != 0 && of(&sums.closest).simd_ge(coincident).any_true() {
            push = add(push, push_of_coincident(self.around, looker, sense));
        }
        let (block, lane) = percepts.at_mut(looker, self.nth);
        block.count[lane] = totals.count;
        block.moving[lane] = if FOR & RARE != 0 { sums.moving } else { totals.count };
        let motions = if FOR & COURSE != 0 { &mut block.course } else { &mut block.velocity };
        for axis in 0..D {
            // Not the negative: of nobody that would be −0, and a sense that holds nobody writes 0.
            block.offset[axis][lane] = 0.0 - totals.away[axis];
            motions[axis][lane] = totals.motion[axis];
            if FOR & (PUSH | RARE) != 0 {
                block.push[axis][lane] = push[axis];
            }
        }
        if FOR & RARE != 0 {
            block.pushing[lane] = sums.pushing;
            let directions = sums.directions.each_ref().map(of);
            let [x, y, z] = [0, 1, D - 1];
            let direction = across(simd, directions[x], directions[y], directions[z], f32x8::splat(simd, 0.0));
            for axis in 0..D {
                block.direction[axis][lane] = direction.to_array()[axis];
            }
        }
    }
}

/// The usual sums of one looker, added up over its lanes.
struct Totals<const D: usize> {
    count: u32,
    away: Vector<D>,
    motion: Vector<D>,
    push: Vector<D>,
}

impl<const D: usize> Totals<D> {
    #[inline(always)]
    fn of<S: Simd, V: Octets<S>>(simd: S, sums: &Sums<V, D>, nth: usize) -> Self {
        let of = |sum: &V| sum.lanes_of(nth);
        let zero = f32x8::splat(simd, 0.0);
        let (aways, moved, pushed) =
            (sums.aways.each_ref().map(of), sums.moved.each_ref().map(of), sums.pushed.each_ref().map(of));
        let counts = of(&sums.counts.counted());
        let mut totals = Totals { count: 0, away: [0.0; D], motion: [0.0; D], push: [0.0; D] };
        let Totals { count, away, motion, push } = &mut totals;
        if D == 2 {
            let four = across(simd, aways[0], aways[1], moved[0], counts);
            *count = four.to_int::<i32x4<S>>().to_array()[3] as u32;
            [away[0], away[1], motion[0], _] = four.to_array();
            [motion[1], push[0], push[1], _] = across(simd, moved[1], pushed[0], pushed[1], zero).to_array();
        } else {
            let [x, y, z] = [0, 1, D - 1];
            let four = across(simd, aways[x], aways[y], aways[z], counts);
            *count = four.to_int::<i32x4<S>>().to_array()[3] as u32;
            [away[x], away[y], away[z], _] = four.to_array();
            [motion[x], motion[y], motion[z], _] = across(simd, moved[x], moved[y], moved[z], zero).to_array();
            [push[x], push[y], push[z], _] = across(simd, pushed[x], pushed[y], pushed[z], zero).to_array();
        }
        totals
    }
}

/// Notes for one or two lookers who of a vector is near.
#[inline(always)]
fn note<S: Simd, V: Octets<S>, const FOR: u32>(noted: &mut [&mut [u8]; 2], at: usize, lookers: usize, near: V::Mask) {
    if FOR & NOTE != 0 {
        let bits = V::bits(near) as u32;
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
