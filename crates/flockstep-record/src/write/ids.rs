//! Ids as a page of Parquet: those of a step mostly follow one another, and then a hundred of them are five bytes.
//!
//! Format: <https://parquet.apache.org/docs/file-format/data-pages/encodings/>, DELTA_BINARY_PACKED.

use super::page::{Kind, Page, put_varint};

/// So many differences have one least difference, which is taken off them.
const BLOCK: usize = 128;
/// So many of these are packed into the same number of bits each.
const PIECE: usize = 32;

/// Makes a page of ids.
pub(super) fn pack(ids: &[u32], page: &mut Page) {
    let mut bytes = Vec::with_capacity(16 + ids.len() / 16);
    for number in [BLOCK, BLOCK / PIECE, ids.len()] {
        put_varint(&mut bytes, number as u64);
    }
    put_signed(&mut bytes, ids.first().map_or(0, |id| *id as i32));
    let mut room = [0; BLOCK];
    for start in (1..ids.len()).step_by(BLOCK) {
        let block = &ids[start - 1..ids.len().min(start + BLOCK)];
        let differences = &mut room[..block.len() - 1];
        for (difference, (id, next)) in differences.iter_mut().zip(block.iter().zip(&block[1..])) {
            *difference = next.wrapping_sub(*id) as i32;
        }
        put_block(&mut bytes, differences);
    }
    page.fill(Kind::Differences, ids.len(), &bytes);
}

fn put_block(bytes: &mut Vec<u8>, differences: &[i32]) {
    let least = differences.iter().copied().min().unwrap_or(0);
    put_signed(bytes, least);
    let widths = bytes.len();
    bytes.resize(widths + BLOCK / PIECE, 0);
    for (nth, piece) in differences.chunks(PIECE).enumerate() {
        let rest = |difference: &i32| difference.wrapping_sub(least) as u32;
        let most = piece.iter().map(rest).max().unwrap_or(0);
        let width = u32::BITS - most.leading_zeros();
        bytes[widths + nth] = width as u8;
        if width > 0 {
            put_bits(bytes, piece.iter().map(rest), width);
        }
    }
}

/// Packs numbers into so many bits each; a piece that is not full is filled up with zeros.
fn put_bits(bytes: &mut Vec<u8>, numbers: impl Iterator<Item = u32>, width: u32) {
    let (mut word, mut filled) = (0u64, 0);
    for number in numbers.chain(std::iter::repeat(0)).take(PIECE) {
        word |= u64::from(number) << filled;
        filled += width;
        while filled >= u8::BITS {
            bytes.push(word as u8);
            word >>= u8::BITS;
            filled -= u8::BITS;
        }
    }
}

/// A whole number with its sign in the lowest bit.
fn put_signed(bytes: &mut Vec<u8>, number: i32) {
    put_varint(bytes, u64::from(((number << 1) ^ (number >> 31)) as u32));
}
