//! Floats as pages of Parquet: their bytes in four planes (BYTE_STREAM_SPLIT), packed with zstd.
//!
//! The low planes of most columns are noise. zstd would count the bytes of each only to find that out, so they are put into
//! its frame as they are, and zstd packs the rest. A block is a plane or a part of one, so each plane has a code of its own.
//! Formats: <https://parquet.apache.org/docs/file-format/data-pages/encodings/>, BYTE_STREAM_SPLIT; RFC 8878, section 3.

use super::page::{Kind, Page};
use crate::planes;
use std::io;
use zstd::bulk::Compressor;
use zstd::zstd_safe::{CParameter, ParamSwitch, compress_bound};

/// As few looks for repetitions as pay where steps stand together, one of which may repeat another; Huffman's code, which
/// packs floats, is switched on by hand.
const FEW_LOOKS: i32 = -20;
/// Next to no looks where one step stands alone: nothing in it repeats.
const HARDLY_A_LOOK: i32 = -1000;
/// The sizes of blocks that zstd allows.
const BLOCKS: [usize; 2] = [1 << 10, 1 << 17];
/// The bytes in front of zstd's own blocks: the magic, what follows, and the size of the window.
const HEAD: usize = 6;
/// So many bytes of a plane tell whether it is noise.
const SAMPLE: usize = 512;

/// What turns floats into pages. Its room and zstd's own tables are kept.
pub(super) struct Floats {
    planes: Vec<u8>,
    packed: Vec<u8>,
    zstd: Compressor<'static>,
}

impl Floats {
    pub fn new() -> io::Result<Floats> {
        let mut zstd = Compressor::new(FEW_LOOKS)?;
        zstd.set_parameter(CParameter::LiteralCompressionMode(ParamSwitch::Enable))?;
        zstd.set_parameter(CParameter::ContentSizeFlag(false))?;
        Ok(Floats { planes: Vec::new(), packed: Vec::new(), zstd })
    }

    /// Makes a page of numbers, which are of one step alone or of several.
    pub fn pack(&mut self, numbers: &[f32], alone: bool, page: &mut Page) -> io::Result<()> {
        let count = numbers.len();
        planes::split(numbers.iter().map(|number| number.to_bits()), &mut self.planes);
        let raw = if alone { noise(&self.planes, count) } else { 0 };
        self.compress(raw * count, alone)?;
        let frame = page.body(16 + self.planes.len() + self.packed.len());
        let mut at = put(frame, 0, &[0x28, 0xb5, 0x2f, 0xfd, 0xa0]);
        at = put(frame, at, &(self.planes.len() as u32).to_le_bytes());
        for plane in self.planes.chunks(count).take(raw) {
            // A block as it is, not the last one.
            at = put(frame, at, &((count as u32) << 3).to_le_bytes()[..3]);
            at = put(frame, at, plane);
        }
        at = put(frame, at, &self.packed[HEAD..]);
        page.end(Kind::Planes, count, at, self.planes.len());
        Ok(())
    }

    /// Packs the planes from a byte on.
    fn compress(&mut self, from: usize, alone: bool) -> io::Result<()> {
        let level = if alone { HARDLY_A_LOOK } else { FEW_LOOKS };
        let plane = self.planes.len() / 4;
        let block = plane.div_ceil(plane.div_ceil(BLOCKS[1])).max(BLOCKS[0]) as u32;
        self.zstd.set_parameter(CParameter::CompressionLevel(level))?;
        self.zstd.set_parameter(CParameter::MaxBlockSize(block))?;
        self.packed.clear();
        self.packed.reserve(compress_bound(self.planes.len() - from));
        self.zstd.compress_to_buffer(&self.planes[from..], &mut self.packed).map(|_| ())
    }
}

/// Puts bytes at a place and tells the place behind them.
fn put(to: &mut [u8], at: usize, bytes: &[u8]) -> usize {
    to[at..at + bytes.len()].copy_from_slice(bytes);
    at + bytes.len()
}

/// How many of the first three planes are noise. A plane is if not many more pairs among some of its bytes are alike than by chance.
fn noise(planes: &[u8], count: usize) -> usize {
    let by_chance = SAMPLE * (SAMPLE - 1) / 2 / 256;
    let is_noise = |plane: &&[u8]| {
        let (mut seen, mut pairs) = ([0; 256], 0);
        for byte in plane.iter().step_by(count / SAMPLE).take(SAMPLE) {
            pairs += seen[usize::from(*byte)];
            seen[usize::from(*byte)] += 1;
        }
        pairs < by_chance + by_chance / 4
    };
    if count < SAMPLE { 0 } else { planes.chunks(count).take(3).take_while(is_noise).count() }
}
