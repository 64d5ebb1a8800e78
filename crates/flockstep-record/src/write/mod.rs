//! Trajectories as files, one format per module.
//!
//! Each can begin a file and go on in one that an earlier run was writing when it ended, however it ended: everything
//! that was there at the checkpoint stays, what came after it is cut off, so each row is there exactly once.

mod csv;
mod floats;
mod ids;
mod kept_end;
mod npy;
mod pack;
mod page;
mod parquet;
mod runs;

pub(crate) use self::pack::{Packer, RowGroup};

use crate::after::After;
use crate::columns::{Column, Selection};
use crate::error::Error;
use crate::file;
use crate::frames::Frames;
use crate::out::Out;
use crate::queue::Writer;
use std::path::{Path, PathBuf};

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
    /// The file that it keeps beside an unfinished one, if it does.
    pub fn companion(self, path: &Path) -> Option<PathBuf> {
        (self == Format::Parquet).then(|| kept_end::end_beside(path))
    }
    /// Refuses a file of someone else in the place of that one.
    pub fn check_companion(self, path: &Path) -> Result<(), Error> {
        self.companion(path).map_or(Ok(()), |beside| kept_end::check(&beside))
    }
    /// The format of a name or ending, in small or capital letters.
    pub fn of(name: &str) -> Option<Format> {
        Format::ALL.into_iter().find(|format| format.name().eq_ignore_ascii_case(name))
    }
}

/// What writes a format: it takes rows as they are, or packed.
pub(crate) enum AnyWriter {
    Rows(Box<dyn Writer<Frames>>),
    Packed(Box<dyn Writer<RowGroup>>),
}

/// A writer that begins with an empty file.
pub(crate) fn begin(out: Out, format: Format, selection: &Selection) -> Result<AnyWriter, Error> {
    Ok(match format {
        Format::Csv => AnyWriter::Rows(Box::new(csv::CsvWriter::begin(out, selection)?)),
        Format::Npy => AnyWriter::Rows(Box::new(npy::NpyWriter::begin(out, selection)?)),
        Format::Parquet => AnyWriter::Packed(Box::new(parquet::ParquetWriter::begin(out, selection)?)),
    })
}

/// A writer that goes on in a file after a step.
pub(crate) fn go_on(path: &Path, format: Format, selection: &Selection, after: After) -> Result<AnyWriter, Error> {
    let name = path.display().to_string();
    if !selection.columns().contains(&Column::Step) {
        let problem = "a run goes on only in a file with the column step, which says where to go on";
        return Err(Error::file(name, problem));
    }
    let file = file::go_on(path).map_err(Error::io(format!("write {name}")))?;
    Ok(match format {
        Format::Csv => AnyWriter::Rows(Box::new(csv::CsvWriter::go_on(path, file, selection, after)?)),
        Format::Npy => AnyWriter::Rows(Box::new(npy::NpyWriter::go_on(path, file, selection, after)?)),
        Format::Parquet => AnyWriter::Packed(Box::new(parquet::ParquetWriter::go_on(path, file, selection, after)?)),
    })
}
