//! A trajectory as comma-separated values.

use crate::after::After;
use crate::columns::{Column, Selection};
use crate::csv::{self, Rows, cut_after, quoted};
use crate::error::Error;
use crate::frames::Frames;
use crate::out::Out;
use crate::queue::Writer;
use std::fs::File;
use std::path::Path;

pub(super) struct CsvWriter {
    out: Out,
    rows: Rows,
    columns: Vec<Column>,
    groups: Vec<String>,
}

impl CsvWriter {
    pub fn begin(out: Out, selection: &Selection) -> Result<CsvWriter, Error> {
        let mut writer = CsvWriter::new(out, selection);
        heads(&mut writer.rows, &selection.columns);
        writer.pass_on()?;
        Ok(writer)
    }

    pub fn go_on(path: &Path, mut file: File, selection: &Selection, after: After) -> Result<CsvWriter, Error> {
        let mut expected = Rows::default();
        heads(&mut expected, &selection.columns);
        cut_after(&mut file, &path.display().to_string(), expected.bytes(), after)?;
        Ok(CsvWriter::new(Out::file(path, file), selection))
    }

    fn new(out: Out, selection: &Selection) -> CsvWriter {
        let groups = selection.names.iter().map(|name| quoted(name)).collect();
        CsvWriter { out, rows: Rows::default(), columns: selection.columns.clone(), groups }
    }

    fn pass_on(&mut self) -> Result<(), Error> {
        self.out.write(self.rows.bytes())?;
        self.rows.clear();
        // Someone may be watching.
        if self.out.is_pipe() { self.out.flush() } else { Ok(()) }
    }
}

fn heads(rows: &mut Rows, columns: &[Column]) {
    for column in columns {
        rows.cell(&column.name());
    }
    rows.end();
}

impl Writer<Frames> for CsvWriter {
    fn write(&mut self, frames: &mut Frames) -> Result<(), Error> {
        let mut rows = 0..frames.rows();
        for frame in &frames.frames {
            let mut digits = ryu::Buffer::new();
            let (step, time) = (frame.step.to_string(), digits.format(frame.time));
            for row in rows.by_ref().take(frame.rows) {
                let mut numbers = frames.numbers.iter();
                for column in &self.columns {
                    match column {
                        Column::Step => self.rows.cell(&step),
                        Column::Time => self.rows.cell(time),
                        Column::Id => self.rows.count(u64::from(frames.ids[row])),
                        Column::Group => self.rows.cell(&self.groups[usize::from(frames.groups[row])]),
                        Column::Number(..) => self.rows.number(numbers.next().map_or(0.0, |column| column[row])),
                    };
                }
                self.rows.end();
                // A million agents are 100 MB of rows: hand them on in pieces.
                if self.rows.bytes().len() > 1 << 18 {
                    self.pass_on()?;
                }
            }
        }
        self.pass_on()
    }
    fn settle(&mut self) -> Result<(), Error> {
        self.out.sync()
    }
    fn finish(&mut self) -> Result<(), Error> {
        self.out.flush()
    }
    fn rescue(&mut self) {
        self.rows.clear();
        heads(&mut self.rows, &self.columns);
        csv::rescue(&mut self.out, self.rows.bytes());
    }
}
