//! Trajectories as files, one format per module.
//!
//! Each can begin a file and go on in one that an earlier run was writing when it ended, however it ended: everything
//! that was there at the checkpoint stays, what came after it is cut off, so each row is there exactly once.

mod csv;
mod npy;
mod parquet;
mod runs;

use crate::after::After;
use crate::columns::{Column, Selection};
use crate::error::Error;
use crate::frames::{Frames, Order};
use crate::out::Out;
use crate::queue::Writer;
use std::fs::File;
use std::path::Path;

/// A format of trajectories.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Comma-separated values.
    Csv,
    /// Apache Parquet.
    Parquet,
    /// A structured array of NumPy.
    Npy,
}

impl Format {
    /// All of them.
    pub const ALL: [Format; 3] = [Format::Csv, Format::Parquet, Format::Npy];

    /// Its name, which is the ending of its files too.
    pub fn name(self) -> &'static str {
        match self {
            Format::Csv => "csv",
            Format::Parquet => "parquet",
            Format::Npy => "npy",
        }
    }
    /// The format of a name or ending, in small or capital letters.
    pub fn of(name: &str) -> Option<Format> {
        Format::ALL.into_iter().find(|format| format.name().eq_ignore_ascii_case(name))
    }
}

/// A writer that begins with an empty file.
pub(crate) fn begin(out: Out, format: Format, selection: &Selection) -> Result<Box<dyn Writer<Frames>>, Error> {
    Ok(match format {
        Format::Csv => InOrder::boxed(csv::CsvWriter::begin(out, selection)?),
        Format::Npy => InOrder::boxed(npy::NpyWriter::begin(out, selection)?),
        Format::Parquet => InOrder::boxed(parquet::ParquetWriter::begin(out, selection)?),
    })
}

/// A writer that goes on in a file after a step.
pub(crate) fn go_on(
    path: &Path,
    format: Format,
    selection: &Selection,
    after: After,
) -> Result<Box<dyn Writer<Frames>>, Error> {
    let name = path.display().to_string();
    if !selection.columns().contains(&Column::Step) {
        let problem = "a run goes on only in a file with the column step, which says where to go on";
        return Err(Error::file(name, problem));
    }
    let file = File::options().read(true).write(true).open(path).map_err(Error::io(format!("write {name}")))?;
    Ok(match format {
        Format::Csv => InOrder::boxed(csv::CsvWriter::go_on(path, file, selection, after)?),
        Format::Npy => InOrder::boxed(npy::NpyWriter::go_on(path, file, selection, after)?),
        Format::Parquet => InOrder::boxed(parquet::ParquetWriter::go_on(path, file, selection, after)?),
    })
}

/// A writer that gets its rows in the order of ids.
struct InOrder<W> {
    writer: W,
    order: Order,
}

impl<W: Writer<Frames> + 'static> InOrder<W> {
    fn boxed(writer: W) -> Box<dyn Writer<Frames>> {
        Box::new(InOrder { writer, order: Order::default() })
    }
}

impl<W: Writer<Frames>> Writer<Frames> for InOrder<W> {
    fn write(&mut self, frames: &mut Frames) -> Result<(), Error> {
        frames.sort(&mut self.order);
        self.writer.write(frames)
    }
    fn settle(&mut self) -> Result<(), Error> {
        self.writer.settle()
    }
    fn finish(&mut self) -> Result<(), Error> {
        self.writer.finish()
    }
    fn rescue(&mut self) {
        self.writer.rescue();
    }
}
