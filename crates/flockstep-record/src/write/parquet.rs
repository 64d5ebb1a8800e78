//! A trajectory as Apache Parquet.
//!
//! A row group holds whole steps, and the end of the file says which, so a range of steps is read without the rest.
//! Floats are BYTE_STREAM_SPLIT and zstd, which packs them best; step, time and group are runs.
//!
//! What each row group holds stands at the end of a Parquet file, and a run that is killed writes no end. So each time the
//! file settles, that end is put into a file beside it (`.resume`); a resumed run takes it from there, cuts off the row
//! groups that came after the checkpoint, and goes on. The file beside it goes when the trajectory ends.

use super::kept_end::{KeptEnd, MAGIC, old_end};
use super::pack::RowGroup;
use crate::after::After;
use crate::columns::{Column, Selection};
use crate::error::Error;
use crate::out::Out;
use crate::queue::Writer;
use parquet::basic::{Compression, Encoding, LogicalType, Repetition, Type as Physical, ZstdLevel};
use parquet::errors::ParquetError;
use parquet::file::metadata::{
    ColumnChunkMetaData, FileMetaData, ParquetMetaData, ParquetMetaDataWriter, RowGroupMetaData,
};
use parquet::file::statistics::Statistics;
use parquet::schema::types::{SchemaDescPtr, SchemaDescriptor, Type};
use std::fs::File;
use std::io::{Seek, SeekFrom, Write};
use std::path::Path;
use std::sync::Arc;

pub(crate) struct ParquetWriter {
    out: Out,
    columns: Vec<Column>,
    schema: SchemaDescPtr,
    groups: Vec<RowGroupMetaData>,
    /// So many of them a checkpoint may count on.
    settled: usize,
    /// Bytes of the file so far.
    length: u64,
    /// Where the end is kept until the file has its own; nothing for a pipe or a device.
    kept: Option<KeptEnd>,
}

impl ParquetWriter {
    pub fn begin(mut out: Out, selection: &Selection) -> Result<ParquetWriter, Error> {
        if let Some(path) = out.path() {
            // Of another run, which this one replaces.
            let other = KeptEnd::begin(path)?;
            if other.exists() {
                other.remove()?;
            }
        }
        out.write(MAGIC)?;
        ParquetWriter::new(out, selection, Vec::new(), MAGIC.len() as u64)
    }

    pub fn go_on(path: &Path, mut file: File, selection: &Selection, after: After) -> Result<ParquetWriter, Error> {
        let name = path.display().to_string();
        let length = file.seek(SeekFrom::End(0)).map_err(Error::io(format!("read {name}")))?;
        let end = old_end(path, &file)?;
        let schema = schema(&selection.columns).map_err(unlikely)?;
        if end.file_metadata().schema_descr().root_schema() != schema.root_schema() {
            return Err(Error::file(name, "a run goes on only in its own file, and this has other columns"));
        }
        let (mut kept, mut last) = (Vec::new(), None);
        for group in end.row_groups() {
            let Some((first, until)) = steps_of(group, selection) else {
                return Err(Error::file(name, "a run goes on only in its own file, and this does not tell its steps"));
            };
            if first > after.step {
                break;
            }
            if until > after.step {
                let problem =
                    format!("steps {first} to {until} stand together and cannot be cut after step {}", after.step);
                return Err(Error::file(name, format!("{problem}; allowed is a checkpoint of the run that wrote it")));
            }
            last = Some(until);
            kept.push(group.clone());
        }
        after.check(&name, last)?;
        let keep = kept.last().map_or(MAGIC.len() as u64, end_of);
        if keep > length {
            return Err(Error::file(name, "it is shorter than what was written into it"));
        }
        let writing = || Error::io(format!("write {name}"));
        let mut cut_off = file.try_clone().map_err(writing())?;
        let writer = ParquetWriter::new(Out::file(path, file), selection, kept, keep)?;
        // What is cut off may be the only end that the file has.
        writer.keep_end()?;
        cut_off.set_len(keep).and_then(|()| cut_off.seek(SeekFrom::End(0))).map_err(writing())?;
        Ok(writer)
    }

    /// Keeps the end of the file as it would be now beside it.
    fn keep_end(&self) -> Result<(), Error> {
        let end = self.end()?;
        self.kept.as_ref().map_or(Ok(()), |kept| kept.keep(&end))
    }

    fn new(
        out: Out,
        selection: &Selection,
        groups: Vec<RowGroupMetaData>,
        length: u64,
    ) -> Result<ParquetWriter, Error> {
        let columns = selection.columns.clone();
        let schema = schema(&columns).map_err(unlikely)?;
        let settled = groups.len();
        let kept = out.path().map(KeptEnd::begin).transpose()?;
        Ok(ParquetWriter { out, columns, schema, groups, settled, length, kept })
    }

    fn write_column(&mut self, at: usize, group: &RowGroup) -> Result<ColumnChunkMetaData, Error> {
        let about = self.describe(at, group).map_err(unlikely)?;
        for page in &group.columns[at] {
            self.out.write(page.bytes())?;
            self.length += page.bytes().len() as u64;
        }
        Ok(about)
    }

    /// What the end of the file has to say of a column that is written next.
    fn describe(&self, at: usize, group: &RowGroup) -> Result<ColumnChunkMetaData, ParquetError> {
        let pages = &group.columns[at];
        let packed: usize = pages.iter().map(|page| page.bytes().len()).sum();
        let unpacked: usize = pages.iter().map(|page| page.unpacked).sum();
        let about = ColumnChunkMetaData::builder(self.schema.column(at))
            .set_total_compressed_size(packed as i64)
            .set_total_uncompressed_size(unpacked as i64)
            .set_num_values(group.rows as i64);
        let runs = vec![Encoding::PLAIN, Encoding::RLE, Encoding::RLE_DICTIONARY];
        let behind = self.length + pages.first().map_or(0, |page| page.bytes().len() as u64);
        let [first, last] = group.ends;
        let about = match self.columns[at] {
            Column::Step | Column::Time | Column::Group => about
                .set_encodings(runs)
                .set_dictionary_page_offset(Some(self.length as i64))
                .set_data_page_offset(behind as i64),
            Column::Id => about
                .set_encodings(vec![Encoding::RLE, Encoding::DELTA_BINARY_PACKED])
                .set_data_page_offset(self.length as i64),
            Column::Number(..) => about
                .set_compression(Compression::ZSTD(ZstdLevel::default()))
                .set_encodings(vec![Encoding::RLE, Encoding::BYTE_STREAM_SPLIT])
                .set_data_page_offset(self.length as i64),
        };
        match self.columns[at] {
            Column::Step => {
                let (first, last) = (first.step as i64, last.step as i64);
                about.set_statistics(Statistics::int64(Some(first), Some(last), None, Some(0), false))
            }
            Column::Time => {
                about.set_statistics(Statistics::double(Some(first.time), Some(last.time), None, Some(0), false))
            }
            _ => about,
        }
        .build()
    }

    /// The end of the file as it would be now.
    fn end(&self) -> Result<Vec<u8>, Error> {
        let rows = self.groups.iter().map(RowGroupMetaData::num_rows).sum();
        let maker = format!("flockstep version {}", env!("CARGO_PKG_VERSION"));
        let about = FileMetaData::new(2, rows, Some(maker), None, Arc::clone(&self.schema), None);
        let about = ParquetMetaData::new(about, self.groups.clone());
        let mut bytes = Vec::new();
        ParquetMetaDataWriter::new(&mut bytes, &about).finish().map_err(unlikely)?;
        Ok(bytes)
    }
}

impl Writer<RowGroup> for ParquetWriter {
    fn write(&mut self, group: &mut RowGroup) -> Result<(), Error> {
        let from = self.length;
        let columns: Result<Vec<_>, Error> = (0..self.columns.len()).map(|at| self.write_column(at, group)).collect();
        let columns = columns?;
        let size = columns.iter().map(ColumnChunkMetaData::uncompressed_size).sum();
        let about = RowGroupMetaData::builder(Arc::clone(&self.schema))
            .set_num_rows(group.rows as i64)
            .set_total_byte_size(size)
            .set_file_offset(from as i64)
            .set_column_metadata(columns);
        self.groups.push(about.build().map_err(unlikely)?);
        Ok(())
    }

    fn settle(&mut self) -> Result<(), Error> {
        self.out.sync()?;
        self.settled = self.groups.len();
        self.keep_end()
    }

    fn finish(&mut self) -> Result<(), Error> {
        let end = self.end()?;
        self.out.write(&end)?;
        let Some(kept) = self.kept.take().filter(KeptEnd::exists) else { return self.out.flush() };
        // The file must have its own end for good before the other one goes.
        self.out.sync()?;
        kept.remove()
    }

    /// Ends the file after the last row group that is whole, in the room that the rest took. If that is too little, row groups
    /// go that no checkpoint counts on; if it still is, the file has no end, and a resumed run makes it whole.
    fn rescue(&mut self) {
        let Some(mut file) = self.out.take_file() else { return };
        let Ok(length) = file.metadata().map(|about| about.len()) else { return };
        self.groups.retain(|group| end_of(group) <= length);
        loop {
            let keep = self.groups.last().map_or(MAGIC.len() as u64, end_of);
            let cut = file.set_len(keep).and_then(|()| file.seek(SeekFrom::End(0)));
            let Ok(end) = self.end() else { return };
            if cut.is_err() || file.write_all(&end).is_ok() {
                return;
            }
            if self.groups.len() <= self.settled || self.groups.pop().is_none() {
                let _ = file.set_len(keep);
                return;
            }
        }
    }
}

/// The first and the last step of a row group.
fn steps_of(group: &RowGroupMetaData, selection: &Selection) -> Option<(u64, u64)> {
    let at = selection.columns.iter().position(|column| *column == Column::Step)?;
    match group.column(at).statistics()? {
        Statistics::Int64(range) => {
            Some((u64::try_from(*range.min_opt()?).ok()?, u64::try_from(*range.max_opt()?).ok()?))
        }
        _ => None,
    }
}

/// Where a row group ends in the file.
fn end_of(group: &RowGroupMetaData) -> u64 {
    let ends = group.columns().iter().map(|column| {
        let (start, length) = column.byte_range();
        start.saturating_add(length)
    });
    ends.max().unwrap_or(0)
}

fn schema(columns: &[Column]) -> Result<SchemaDescPtr, ParquetError> {
    let field = |column: &Column| {
        let (physical, logical) = match column {
            Column::Step => (Physical::INT64, None),
            Column::Time => (Physical::DOUBLE, None),
            Column::Id => (Physical::INT32, Some(LogicalType::integer(32, false))),
            Column::Group => (Physical::BYTE_ARRAY, Some(LogicalType::String)),
            Column::Number(..) => (Physical::FLOAT, None),
        };
        let name = column.name();
        let kind = Type::primitive_type_builder(&name, physical).with_repetition(Repetition::REQUIRED);
        kind.with_logical_type(logical).build().map(Arc::new)
    };
    let fields = columns.iter().map(field).collect::<Result<_, _>>()?;
    let root = Type::group_type_builder("trajectory").with_fields(fields).build()?;
    Ok(Arc::new(SchemaDescriptor::new(Arc::new(root))))
}

/// Errors of the library that no input leads to: memory is written to, and the schema is our own.
fn unlikely(error: ParquetError) -> Error {
    Error::Input(format!("cannot make the Parquet file: {error}"))
}
