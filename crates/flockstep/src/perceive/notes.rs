//! Who is in sight, noted as bits, and the lists that are made of them.
//!
//! A sense that lists agents first notes them: a bit for each one along a run of the window.
//! Bits cost next to nothing to write, so a sum that sees them all anyway notes them along the way. Lists are made
//! afterwards, for all lookers of a window: first the places of the bits, then who is there, eight at a time. How many bits
//! there are cannot be guessed, so the first two of a word are written down whether they are there or not. Those of rare groups are
//! noted as such, without bits.

use super::list::{lets_through, sum_up};
use super::sum::dots;
use super::{Hits, LANES, Listing, Percepts, Sense};
use crate::plan::Plan;
use crate::scene::Scene;
use crate::steer::{gather, within};
use crate::world::agents::at;
use fearless_simd::{Simd, SimdBase, f32x8};

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
    /// How many bits they have.
    found: usize,
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

/// Makes the lists of some lookers, and writes down their percepts. The hits from a place on say who is listed by whom, and no more. They may
/// be more than the sense lets through, unless it is `exact`.
#[allow(clippy::too_many_arguments)]
pub(super) fn make_lists<S: Simd, const D: usize>(
    simd: S,
    scene: &Scene<D>,
    plan: &Plan<D>,
    nth: usize,
    exact: bool,
    shown: &Shown<D>,
    lookers: &[u32],
    from: usize,
    hits: &mut Hits<D>,
    percepts: &mut Percepts<D>,
) {
    let sense = &plan.senses[nth];
    simd.vectorize(
        #[inline(always)]
        || {
            look_up(simd, scene, shown, lookers[0], from, hits);
            if !exact || scene.census.len() > 32 {
                drop_some(scene, plan, sense, from, hits);
            }
            percepts.count_hits(lookers, (nth, sense), from, hits, &scene.before.id);
            let kind = scene.before.kind[lookers[0] as usize];
            hits.listings.push(Listing { kind, sense: nth, hits: from..hits.len() });
            if sense.wants.sums() {
                for looker in lookers {
                    let looker = *looker as usize;
                    let list = percepts.list_of(looker, nth);
                    percepts.set(looker, nth, &sum_up(simd, scene, plan, sense, looker, list, hits), hits);
                }
            }
        },
    );
}

/// Bits that are dealt with whether they are there or not.
const AT_ONCE: usize = 2;

impl Notes {
    /// Leaves out words without bits, without a branch: which they are cannot be guessed.
    #[inline(always)]
    pub fn fill(&mut self) {
        let Notes { bytes, words, filled, fills, found, .. } = self;
        filled.resize(words.len().max(filled.len()), (0, Word::default()));
        (*fills, *found) = (0, 0);
        for (word, bits) in words.iter().zip(bytes.as_chunks().0) {
            let bits = u64::from_le_bytes(*bits);
            filled[*fills] = (bits, *word);
            *fills += usize::from(bits != 0);
            *found += bits.count_ones() as usize;
        }
    }

    /// Appends to the hits whom the lookers noted: where they are shown, and on whose list they are.
    #[inline(always)]
    pub fn find_places<const D: usize>(&self, lookers: &[u32], hits: &mut Hits<D>) {
        let (places, owners) = hits.places_beyond(self.found + LANES);
        let mut found = 0;
        for (bits, word) in &self.filled[..self.fills] {
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
        hits.grow_by(found);
    }
}

/// Takes off the lists whom the sense does not let through.
#[cold]
fn drop_some<const D: usize>(scene: &Scene<D>, plan: &Plan<D>, sense: &Sense, from: usize, hits: &mut Hits<D>) {
    let mut kept = from;
    for hit in from..hits.len() {
        let ((row, offset), owner) = (hits.get(hit), hits.owner[hit] as usize);
        if lets_through(scene, plan, sense, at(&scene.before.heading, owner), row, offset) {
            hits.copy(hit, kept);
            kept += 1;
        }
    }
    hits.truncate(kept);
}

/// Looks up the rows of hits whose places are known, the ways to them and the squares of the distances, eight at a time.
#[inline(always)]
fn look_up<S: Simd, const D: usize>(
    simd: S,
    scene: &Scene<D>,
    shown: &Shown<D>,
    anyone: u32,
    from: usize,
    hits: &mut Hits<D>,
) {
    // Beyond the last one there must be someone, too.
    let end = hits.len()..hits.len() + LANES;
    hits.place[end.clone()].fill(0);
    hits.owner[end].fill(anyone);
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
