//! Floats as pages of Parquet: their bytes in four planes (BYTE_STREAM_SPLIT), packed with zstd.
//!
//! Format: <https://parquet.apache.org/docs/file-format/data-pages/encodings/>, BYTE_STREAM_SPLIT.

use super::page::{Kind, Page};
use crate::frames::Numbers;
use crate::planes;
use std::io;
use std::ops::Range;
use zstd::bulk::Compressor;
use zstd::zstd_safe::{CParameter, ParamSwitch, compress_bound};

/// As few looks for repetitions as there can be, which floats hardly have; Huffman's code, which does pack them, is
/// switched on by hand. The size is that of level 1 within a percent, in two thirds of the time.
const LEVEL: i32 = -20;
/// The sizes of blocks that zstd allows.
const BLOCKS: [usize; 2] = [1 << 10, 1 << 17];
/// So many values are gathered before they are split: they stay in the nearest cache.
const GATHERED: usize = 1 << 10;

/// What turns floats into pages. Its room and zstd's own tables are kept.
pub(super) struct Floats {
    planes: Vec<u8>,
    zstd: Compressor<'static>,
}

impl Floats {
    pub fn new() -> io::Result<Floats> {
        let mut zstd = Compressor::new(LEVEL)?;
        zstd.set_parameter(CParameter::LiteralCompressionMode(ParamSwitch::Enable))?;
        Ok(Floats { planes: Vec::new(), zstd })
    }

    /// Makes a page of some rows.
    pub fn pack(&mut self, numbers: Numbers, rows: Range<usize>, page: &mut Page) -> io::Result<()> {
        let count = rows.len();
        self.split(numbers, rows);
        // A block is a plane, so each plane has a code of its own.
        let block = count.clamp(BLOCKS[0], BLOCKS[1]) as u32;
        self.zstd.set_parameter(CParameter::MaxBlockSize(block))?;
        let body = page.body(compress_bound(self.planes.len()));
        let packed = self.zstd.compress_to_buffer(&self.planes, body)?;
        page.end(Kind::Planes, count, packed, self.planes.len());
        Ok(())
    }

    fn split(&mut self, numbers: Numbers, rows: Range<usize>) {
        self.planes.resize(4 * rows.len(), 0);
        let mut gathered = [0.0; GATHERED];
        let mut words = [[0; 4]; GATHERED];
        for from in rows.clone().step_by(GATHERED) {
            let count = GATHERED.min(rows.end - from);
            numbers.copy(from, &mut gathered[..count]);
            for (word, value) in words.iter_mut().zip(&gathered[..count]) {
                *word = value.to_le_bytes();
            }
            let places = from - rows.start..from - rows.start + count;
            let planes = planes::cut(&mut self.planes).map(|plane| &mut plane[places.clone()]);
            planes::split(&words[..count], planes);
        }
    }
}
