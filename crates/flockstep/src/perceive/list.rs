//! Senses that list everyone in sight.
//!
//! A sense that lists agents first notes them: a bit for each candidate along a run of the window. Bits cost next to
//! nothing to write, so a sum that sees them all anyway notes them along the way. Lists are made afterwards, for all
//! lookers of a window: first the places of the bits, then who is there, eight at a time. How many bits there are
//! cannot be guessed, so the first two of a word are written down whether they are there or not. Neighbours of rare
//! groups are found without bits (`rare`).

use super::list_sum::Listed;
use super::sum::{Output, Task};
use super::{Hits, LANES, Listing, Looking, Work, lets_through, rare};
use crate::agents::at;
use crate::math::lane::{gather, within};
use crate::math::vector::dot;
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
        let (places, owners) = hits.begin(self.found + LANES);
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
        hits.commit(found);
    }
}

/// The lists of a sense that no sum notes.
pub(super) fn list<S: Simd, const D: usize>(simd: S, task: &Task<D>, work: &mut Work<D>, output: &mut Output<D>) {
    let from = output.hits.len();
    let few =
        task.sense.groups.and_then(|minded| work.window.single_out(task.around, minded)).filter(|(_, few)| *few > 0);
    if let Some(few) = few {
        rare::find(simd, task, work, few, output.hits);
        let rare = &work.window.rare[few.0];
        let shown = Shown { position: &rare.position, row: &rare.row };
        return make_lists(simd, task, true, &shown, from, output);
    }
    task.note(simd, work, output);
    work.window.know_rows(simd);
    work.notes.find_places(task.lookers, output.hits);
    let shown = Shown { position: &work.window.position, row: &work.window.row };
    make_lists(simd, task, true, &shown, from, output);
}

/// The lists of those senses that a sum has just noted for.
pub(super) fn list_noted<S: Simd, const D: usize>(simd: S, by: &Task<D>, work: &mut Work<D>, output: &mut Output<D>) {
    for (nth, sense) in by.eyes.senses.iter().enumerate() {
        if sense.looking != (Looking::List { noted_by: Some(by.nth) }) {
            continue;
        }
        let (asked, noted) = (&sense.bounds, &by.sense.limits);
        let exact =
            (asked.cos_signed, asked.radius2, asked.radius2_min) == (by.sense.bounds.cos_signed, noted.noted2, 0.0);
        let from = output.hits.len();
        work.window.know_rows(simd);
        work.notes.find_places(by.lookers, output.hits);
        let shown = Shown { position: &work.window.position, row: &work.window.row };
        make_lists(simd, &Task { sense, nth, ..*by }, exact, &shown, from, output);
    }
}

/// Those whom the bits stand for.
struct Shown<'a, const D: usize> {
    position: &'a [Vec<f32>; D],
    row: &'a [u32],
}

/// Makes the lists of some lookers, and writes down their percepts. The hits from a place on say who is listed by whom,
/// and no more. They may be more than the sense lets through, unless it is `exact`.
fn make_lists<S: Simd, const D: usize>(
    simd: S,
    task: &Task<D>,
    exact: bool,
    shown: &Shown<D>,
    from: usize,
    output: &mut Output<D>,
) {
    let Task { around, eyes, sense, nth, lookers } = *task;
    let Output { percepts, hits } = output;
    simd.vectorize(
        #[inline(always)]
        || {
            look_up(simd, task, shown, from, hits);
            if !exact || around.groups_share_bits() {
                drop_some(task, from, hits);
            }
            percepts.count_hits(lookers, (nth, sense), from, hits, &around.search.agents.id);
            let kind = around.search.agents.kind[lookers[0] as usize];
            hits.listings.push(Listing { kind, sense: nth, hits: from..hits.len() });
            if sense.wants.sums() {
                for looker in lookers {
                    let looker = *looker as usize;
                    let list = percepts.list_of(looker, nth);
                    let percept = Listed { around, eyes, sense, looker, range: list, hits }.sum_up(simd);
                    percepts.set(looker, nth, &percept, hits);
                }
            }
        },
    );
}

/// Takes off the lists whom the sense does not let through.
#[cold]
fn drop_some<const D: usize>(task: &Task<D>, from: usize, hits: &mut Hits<D>) {
    let heading = &task.around.search.agents.heading;
    let mut kept = from;
    for hit in from..hits.len() {
        let ((row, offset), owner) = (hits.get(hit), hits.owner[hit] as usize);
        if lets_through(task.around, task.eyes, task.sense, at(heading, owner), row, offset) {
            hits.copy(hit, kept);
            kept += 1;
        }
    }
    hits.truncate(kept);
}

/// Looks up the rows of hits whose places are known, the ways to them and the squares of the distances, eight at a
/// time.
#[inline(always)]
fn look_up<S: Simd, const D: usize>(simd: S, task: &Task<D>, shown: &Shown<D>, from: usize, hits: &mut Hits<D>) {
    let agents = task.around.search.agents;
    // Beyond the last one there must be someone, too.
    let end = hits.len()..hits.len() + LANES;
    hits.place[end.clone()].fill(0);
    hits.owner[end].fill(task.lookers[0]);
    let all = shown.position.iter().fold(shown.row.len(), |all, column| all.min(column.len()));
    let (shown_rows, lookers) = (&shown.row[..all], agents.len());
    for first in (from..hits.len()).step_by(LANES) {
        let room = first..first + LANES;
        let places = within(&hits.place[room.clone()], all);
        let owners = within(&hits.owner[room.clone()], lookers);
        for (row, place) in hits.row[room.clone()].iter_mut().zip(&places) {
            *row = shown_rows[*place];
        }
        let mut offset = [f32x8::splat(simd, 0.0); D];
        for axis in 0..D {
            let (position, own) = (&shown.position[axis][..all], &agents.position[axis][..lookers]);
            offset[axis] = gather(simd, position, &places) - gather(simd, own, &owners);
            offset[axis].store_slice(&mut hits.offset[axis][room.clone()]);
        }
        dot(offset, offset).store_slice(&mut hits.square[room]);
    }
}
