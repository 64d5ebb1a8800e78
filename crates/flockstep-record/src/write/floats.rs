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

/// Next to no looks for repetitions, which floats hardly have; Huffman's code, which does pack them, is switched on by
/// hand. It is quicker than level 1 by half, and the file no larger.
const LEVEL: i32 = -1000;
/// The sizes of blocks that zstd allows.
const BLOCKS: [usize; 2] = [1 << 10, 1 << 17];

/// What turns floats into pages. Its room and zstd's own tables are kept.
pub(super) struct Floats {
    sorted: Vec<[u8; 4]>,
    planes: Vec<u8>,
    zstd: Compressor<'static>,
}

impl Floats {
    pub fn new() -> io::Result<Floats> {
        let mut zstd = Compressor::new(LEVEL)?;
        zstd.set_parameter(CParameter::LiteralCompressionMode(ParamSwitch::Enable))?;
        Ok(Floats { sorted: Vec::new(), planes: Vec::new(), zstd })
    }

    /// Makes a page of some rows.
    pub fn pack(&mut self, numbers: Numbers, rows: Range<usize>, page: &mut Page) -> io::Result<()> {
        let count = rows.len();
        self.sorted.resize(count, [0; 4]);
        numbers.copy(rows.start, &mut self.sorted, f32::to_le_bytes);
        planes::split(&self.sorted, &mut self.planes);
        // A block is a plane, so each plane has a code of its own.
        let block = count.clamp(BLOCKS[0], BLOCKS[1]) as u32;
        self.zstd.set_parameter(CParameter::MaxBlockSize(block))?;
        let body = page.body(compress_bound(self.planes.len()));
        let packed = self.zstd.compress_to_buffer(&self.planes, body)?;
        page.end(Kind::Planes, count, packed, self.planes.len());
        Ok(())
    }
}
