//! Columns of floats as pages of Parquet: their bytes in four planes (BYTE_STREAM_SPLIT), packed with zstd.
//!
//! The room for the planes and zstd's own tables are made once and kept: the library makes them anew for every column,
//! which took longer than the packing itself.
//! Format: <https://parquet.apache.org/docs/file-format/data-pages/encodings/>, BYTE_STREAM_SPLIT.

use crate::planes;
use parquet::basic::{Compression, Encoding, ZstdLevel};
use parquet::column::page::{CompressedPage, Page, PageWriter};
use parquet::errors::Result;
use parquet::file::metadata::ColumnChunkMetaData;
use parquet::schema::types::ColumnDescPtr;
use zstd::bulk::Compressor;
use zstd::zstd_safe::{CParameter, ParamSwitch};

/// As few looks for repetitions as there can be, which floats hardly have; Huffman's code, which does pack them, is
/// switched on by hand. The size is that of level 1 within a percent, in two thirds of the time.
const LEVEL: i32 = -20;

/// What turns columns of floats into pages.
pub(super) struct Floats {
    sorted: Vec<[u8; 4]>,
    planes: Vec<u8>,
    zstd: Compressor<'static>,
}

impl Floats {
    pub fn new() -> Result<Floats> {
        let mut zstd = Compressor::new(LEVEL)?;
        zstd.set_parameter(CParameter::LiteralCompressionMode(ParamSwitch::Enable))?;
        Ok(Floats { sorted: Vec::new(), planes: Vec::new(), zstd })
    }

    /// Writes a column, each value at its place, and tells what the end of the file has to say of it.
    pub fn write(
        &mut self,
        values: &[f32],
        places: &[u32],
        about: ColumnDescPtr,
        pages: &mut dyn PageWriter,
    ) -> Result<ColumnChunkMetaData> {
        put(&mut self.sorted, values, places, f32::to_le_bytes);
        planes::split(&self.sorted, &mut self.planes);
        let page = Page::DataPage {
            buf: self.zstd.compress(&self.planes)?.into(),
            num_values: values.len() as u32,
            encoding: Encoding::BYTE_STREAM_SPLIT,
            def_level_encoding: Encoding::RLE,
            rep_level_encoding: Encoding::RLE,
            statistics: None,
        };
        let written = pages.write_page(CompressedPage::new(page, self.planes.len()))?;
        ColumnChunkMetaData::builder(about)
            .set_compression(Compression::ZSTD(ZstdLevel::default()))
            .set_encodings(vec![Encoding::RLE, Encoding::BYTE_STREAM_SPLIT])
            .set_total_compressed_size(written.compressed_size as i64)
            .set_total_uncompressed_size(written.uncompressed_size as i64)
            .set_num_values(values.len() as i64)
            .set_data_page_offset(written.offset as i64)
            .build()
    }
}

/// Puts each value at its place. Values are read as they lie: what is written to stays in the fast cache from column to
/// column, the values come from afar.
pub(super) fn put<T: Copy, U: Copy + Default>(
    sorted: &mut Vec<U>,
    values: &[T],
    places: &[u32],
    turned: impl Fn(T) -> U,
) {
    sorted.resize(values.len(), U::default());
    for (value, place) in values.iter().zip(places) {
        sorted[*place as usize] = turned(*value);
    }
}
