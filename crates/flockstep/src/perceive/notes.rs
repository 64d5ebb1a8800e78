//! Who is in sight, noted as bits, and the lists that are made of them.
//!
//! A sense that lists agents first notes them: a bit for each one along a run of the window, or among those of a rare group.
//! Bits cost next to nothing to write, so a sum that sees them all anyway notes them along the way. Lists are made
//! afterwards, for all lookers of a window: first the places of the bits, then who is there, eight at a time. How many bits
//! there are cannot be guessed, so the first two of a word are written down whether they are there or not. The nearest is
//! found for eight lookers at a time.

use super::list::{lets_through, sum_up};
use super::sum::dots;
use super::{Block, Hits, LANES, Listing, Percepts};
use crate::plan::Plan;
use crate::scene::Scene;
use crate::steer::{gather, within};
use crate::world::agents::at;
use fearless_simd::{Select, Simd, SimdBase, SimdMask, f32x8, mask32x8, u32x8};
use std::ops::Range;

/// Bits of a word, and bytes.
const WORD: usize = 64;
const BYTES: usize = WORD / LANES;

/// For each looker of a task some words of bits, one looker after the other.
#[derive(Clone, Debug, Default)]
pub(crate) struct Notes {
    bytes: Vec<u8>,
    /// What each word is about.
    words: Vec<Word>,
    /// How many lookers there are.
    lookers: u32,
    /// The words that have bits, and beyond these any.
    filled: Vec<(u64, Word)>,
    fills: usize,
    /// Where the list of each looker begins among those noted, and after the last where it ends.
    begins: Vec<u32>,
    pub by_row: ByRow,
}

/// Bits of rows that follow one another: for each some words, the first of all rows, then the second of all rows ...
#[derive(Clone, Debug, Default)]
pub(super) struct ByRow {
    bits: Vec<u32>,
    /// The first row, and how many there is room for.
    first: usize,
    rows: usize,
}

impl ByRow {
    /// Bits of a word.
    const WORD: usize = u32::BITS as usize;

    /// Makes room for so many bits of each of some rows, none of which is set.
    pub fn begin(&mut self, rows: Range<usize>, bits: usize) {
        // The last vector may reach beyond the last row.
        (self.first, self.rows) = (rows.start, rows.len() + LANES);
        self.bits.clear();
        self.bits.resize(bits.div_ceil(Self::WORD) * self.rows, 0);
    }
    /// Sets a bit of those of eight rows that are chosen.
    #[inline(always)]
    pub fn set<S: Simd>(&mut self, simd: S, bit: usize, row: usize, chosen: mask32x8<S>) {
        let at = bit / Self::WORD * self.rows + row - self.first;
        let eight = &mut self.bits[at..at + LANES];
        let was = u32x8::from_slice(simd, eight);
        chosen.select(was | u32x8::splat(simd, 1 << (bit % Self::WORD)), was).store_slice(eight);
    }
}

/// The place that the first bit of a word stands for, and which looker noted it.
#[derive(Clone, Copy, Debug, Default)]
struct Word {
    base: u32,
    looker: u32,
}

impl Notes {
    /// Forgets all notes.
    #[inline(always)]
    pub fn clear(&mut self) {
        self.words.clear();
        self.lookers = 0;
    }

    /// Makes room for the next lookers: a byte for each vector that they see.
    #[inline(always)]
    pub fn make_room(&mut self, lookers: usize, vectors: usize) {
        debug_assert!(vectors > 0, "a looker sees itself at least");
        let words = lookers * vectors.div_ceil(BYTES);
        self.words.reserve(words);
        let need = (self.words.len() + words) * BYTES;
        if self.bytes.len() < need {
            self.bytes.resize(2 * need, 0);
        }
    }

    /// The bytes of the next looker, or of two: one for each vector that they see, of which the first is at `base`.
    #[inline(always)]
    pub fn next_bytes(&mut self, lookers: usize, base: usize, vectors: usize) -> [&mut [u8]; 2] {
        let from = self.words.len() * BYTES;
        let each = vectors.next_multiple_of(BYTES);
        for looker in self.lookers..self.lookers + lookers as u32 {
            let bases = (base..base + vectors * LANES).step_by(WORD);
            self.words.extend(bases.map(|base| Word { base: base as u32, looker }));
        }
        self.lookers += lookers as u32;
        let (one, two) = self.bytes[from..from + lookers * each].split_at_mut(each);
        // The last word may be longer than the vectors are many.
        one[each - BYTES..].fill(0);
        if lookers == 1 {
            return [&mut one[..vectors], &mut []];
        }
        two[each - BYTES..].fill(0);
        [&mut one[..vectors], &mut two[..vectors]]
    }
}

/// Those whom the bits stand for.
pub(super) struct Shown<'a, const D: usize> {
    pub position: &'a [Vec<f32>; D],
    pub row: &'a [u32],
}

/// Makes the lists of some lookers of what was noted, and writes down their percepts. What is noted may be more than the sense
/// lets through, unless it is `exact`.
#[allow(clippy::too_many_arguments)]
pub(super) fn make_lists<S: Simd, const D: usize>(
    simd: S,
    scene: &Scene<D>,
    plan: &Plan<D>,
    nth: usize,
    exact: bool,
    shown: &Shown<D>,
    lookers: &[u32],
    notes: &mut Notes,
    hits: &mut Hits<D>,
    percepts: &mut Percepts<D>,
) {
    let sense = &plan.senses[nth];
    simd.vectorize(
        #[inline(always)]
        || {
            let from = hits.len();
            notes.find_places(lookers, hits);
            percepts.set_lists(lookers, nth, from as u32, &notes.begins);
            look_up(simd, scene, shown, from, hits);
            if !exact || scene.census.len() > 32 {
                drop_some(scene, plan, nth, lookers, from, hits, percepts);
            }
            let kind = scene.before.kind[lookers[0] as usize];
            hits.listings.push(Listing { kind, sense: nth, hits: from..hits.len() });
            if sense.wants.sums() {
                for looker in lookers {
                    let looker = *looker as usize;
                    let list = percepts.list_of(looker, nth);
                    percepts.set(looker, nth, &sum_up(simd, scene, plan, sense, looker, list, hits));
                }
            } else if sense.wants.nearest {
                percepts.each_block(lookers, nth, |block, lanes| find_nearest(simd, scene, block, lanes, hits));
            }
        },
    );
}

/// Bits that are dealt with whether they are there or not.
const AT_ONCE: usize = 2;

impl Notes {
    /// Leaves out words without bits, without a branch: which they are cannot be guessed. Notes where each list begins.
    #[inline(always)]
    pub fn fill(&mut self) {
        let Notes { bytes, words, filled, fills, begins, .. } = self;
        filled.resize(words.len().max(filled.len()), (0, Word::default()));
        begins.resize(self.lookers as usize + 1, 0);
        begins[0] = 0;
        let (mut count, mut found) = (0, 0);
        for (word, bits) in words.iter().zip(bytes.as_chunks().0) {
            let bits = u64::from_le_bytes(*bits);
            filled[count] = (bits, *word);
            count += usize::from(bits != 0);
            found += bits.count_ones();
            begins[word.looker as usize + 1] = found;
        }
        *fills = count;
    }

    /// The same for bits of rows that were noted one of a rare group after the other.
    #[inline(always)]
    pub fn fill_of_rows(&mut self, lookers: &[u32]) {
        let Notes { by_row: ByRow { bits, first, rows }, filled, fills, begins, .. } = self;
        let words = bits.len() / *rows;
        filled.resize((lookers.len() * words + 1).max(filled.len()), (0, Word::default()));
        begins.resize(lookers.len() + 1, 0);
        begins[0] = 0;
        let (filled, ends) = (&mut filled[..], &mut begins[1..]);
        let (mut count, mut found) = (0, 0);
        for (nth, row) in lookers.iter().enumerate() {
            let (mut at, mut base) = (*row as usize - *first, 0);
            while at < bits.len() {
                filled[count] = (u64::from(bits[at]), Word { base, looker: nth as u32 });
                count += usize::from(bits[at] != 0);
                found += bits[at].count_ones();
                (at, base) = (at + *rows, base + ByRow::WORD as u32);
            }
            ends[nth] = found;
        }
        *fills = count;
    }

    /// Appends to the hits whom the lookers noted: where they are shown, and on whose list they are.
    #[inline(always)]
    fn find_places<const D: usize>(&self, lookers: &[u32], hits: &mut Hits<D>) {
        let Notes { filled, fills, begins, .. } = self;
        let all = begins[lookers.len()] as usize;
        // Eight are looked up at a time: what comes beyond the last one is anyone.
        let (places, owners) = hits.places_beyond(all + LANES);
        let mut found = 0;
        for (bits, word) in &filled[..*fills] {
            let (mut bits, mut left, owner) = (*bits, bits.count_ones(), lookers[word.looker as usize]);
            loop {
                for _ in 0..AT_ONCE {
                    (places[found], owners[found]) = (word.base + bits.trailing_zeros(), owner);
                    found += usize::from(bits != 0);
                    bits &= bits.wrapping_sub(1);
                }
                if left <= AT_ONCE as u32 {
                    break;
                }
                left -= AT_ONCE as u32;
            }
        }
        places[all..].fill(0);
        owners[all..].fill(lookers[0]);
        hits.grow_by(all);
    }
}

/// Takes off the lists whom the sense does not let through.
#[cold]
fn drop_some<const D: usize>(
    scene: &Scene<D>,
    plan: &Plan<D>,
    nth: usize,
    lookers: &[u32],
    from: usize,
    hits: &mut Hits<D>,
    percepts: &mut Percepts<D>,
) {
    let mut kept = from;
    for looker in lookers {
        let looker = *looker as usize;
        let (begin, heading) = (kept, at(&scene.before.heading, looker));
        for hit in percepts.list_of(looker, nth) {
            let (row, offset) = hits.get(hit);
            if lets_through(scene, plan, &plan.senses[nth], heading, row, offset) {
                hits.copy(hit, kept);
                kept += 1;
            }
        }
        let (block, lane) = percepts.at_mut(looker, nth);
        (block.count[lane], block.listed[lane]) = ((kept - begin) as u32, begin as u32);
    }
    hits.truncate(kept);
}

/// Finds the nearest on the list of each looker in some lanes of a block; equal distances go to the lower id.
#[inline(always)]
fn find_nearest<S: Simd, const D: usize>(
    simd: S,
    scene: &Scene<D>,
    block: &mut Block<D>,
    lanes: Range<usize>,
    hits: &Hits<D>,
) {
    if block.count[lanes.clone()].iter().all(|count| *count == 0) {
        return;
    }
    let (mut counts, mut begins) = ([0; LANES], [hits.len() as u32; LANES]);
    counts[lanes.clone()].copy_from_slice(&block.count[lanes.clone()]);
    begins[lanes.clone()].copy_from_slice(&block.listed[lanes.clone()]);
    let (count, begin) = (u32x8::from_slice(simd, &counts), u32x8::from_slice(simd, &begins));
    let all = &hits.square[..hits.room()];
    let squares = |at: u32x8<S>| gather(simd, all, &within(&at.to_array(), all.len()));
    let (mut nearest, mut least) = (begin, squares(begin));
    for rank in 1..counts.into_iter().fold(0, u32::max) {
        let rank = u32x8::splat(simd, rank);
        // Where the list is shorter, the first one is looked at again.
        let there = rank.simd_lt(count);
        let at = there.select(begin + rank, begin);
        let square = squares(at);
        if (there & square.simd_eq(least)).any_true() {
            return find_nearest_of_equals(scene, block, lanes, hits);
        }
        let nearer = square.simd_lt(least);
        (nearest, least) = (nearer.select(at, nearest), square.min(least));
    }
    block.nearest[lanes.clone()].copy_from_slice(&nearest.to_array()[lanes]);
}

#[cold]
fn find_nearest_of_equals<const D: usize>(scene: &Scene<D>, block: &mut Block<D>, lanes: Range<usize>, hits: &Hits<D>) {
    for lane in lanes {
        let list = block.listed[lane]..block.listed[lane] + block.count[lane];
        // Squares are not negative, so their bits are in order.
        let key = |hit: &u32| (hits.square[*hit as usize].to_bits(), scene.before.id[hits.get(*hit as usize).0]);
        block.nearest[lane] = list.min_by_key(key).unwrap_or(0);
    }
}
/// Looks up the rows of hits whose places are known, the ways to them and the squares of the distances, eight at a time.
#[inline(always)]
fn look_up<S: Simd, const D: usize>(simd: S, scene: &Scene<D>, shown: &Shown<D>, from: usize, hits: &mut Hits<D>) {
    let all = shown.position.iter().fold(shown.row.len(), |all, column| all.min(column.len()));
    let (shown_rows, lookers) = (&shown.row[..all], scene.before.len());
    for first in (from..hits.len()).step_by(LANES) {
        let room = first..first + LANES;
        let places = within(&hits.place[room.clone()], all);
        let owners = within(&hits.owner[room.clone()], lookers);
        for (row, place) in hits.row[room.clone()].iter_mut().zip(&places) {
            *row = shown_rows[*place];
        }
        let mut offset = [f32x8::splat(simd, 0.0); D];
        for axis in 0..D {
            let (position, seen) = (&shown.position[axis][..all], &scene.seen[axis][..lookers]);
            offset[axis] = gather(simd, position, &places) - gather(simd, seen, &owners);
            offset[axis].store_slice(&mut hits.offset[axis][room.clone()]);
        }
        dots(&offset, &offset).store_slice(&mut hits.square[room]);
    }
}
