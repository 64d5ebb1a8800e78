//! A trajectory as a structured array of NumPy: one record per agent and step, one field per column.
//!
//! The length of the array stands at the front, in a head of fixed size that is written anew when the file settles and
//! when it ends; a file that was cut short still loads up to where it last settled.

use crate::after::After;
use crate::columns::{Column, Selection};
use crate::error::Error;
use crate::frames::Frames;
use crate::out::Out;
use crate::queue::Writer;
use std::fs::File;
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::Path;

pub(super) struct NpyWriter {
    out: Out,
    columns: Vec<Column>,
    records: u64,
    bytes: Vec<u8>,
}

impl NpyWriter {
    pub fn begin(mut out: Out, selection: &Selection) -> Result<NpyWriter, Error> {
        if out.is_pipe() {
            let problem = "the length of a .npy array stands at its front, so it goes into a file and not to a pipe";
            return Err(Error::Input(problem.into()));
        }
        out.write(&head(&selection.columns, 0))?;
        Ok(NpyWriter { out, columns: selection.columns.clone(), records: 0, bytes: Vec::new() })
    }

    pub fn go_on(path: &Path, mut file: File, selection: &Selection, after: After) -> Result<NpyWriter, Error> {
        let (columns, name) = (selection.columns.clone(), path.display().to_string());
        let reading = || Error::io(format!("read {name}"));
        let expected = head(&columns, 0);
        let mut found = Vec::new();
        (&file).take(expected.len() as u64).read_to_end(&mut found).map_err(reading())?;
        let same = found.len() == expected.len() && described(&found) == described(&expected);
        if !same {
            return Err(Error::file(
                name,
                "a run goes on only in its own file, and this has other columns or is no .npy",
            ));
        }
        let size = record_size(&columns);
        let offset: usize = columns.iter().take_while(|column| **column != Column::Step).map(|c| width(*c)).sum();
        let length = file.seek(SeekFrom::End(0)).map_err(reading())?;
        let start = expected.len() as u64;
        let mut step_at = |record: u64| {
            let mut word = [0; 8];
            file.seek(SeekFrom::Start(start + record * size + offset as u64))?;
            file.read_exact(&mut word).map(|()| u64::from_le_bytes(word))
        };
        // Records go by step: halve until the first one after it is found.
        let (mut low, mut high) = (0, (length - start) / size);
        while low < high {
            let middle = (low + high) / 2;
            let later = step_at(middle).map_err(reading())? > after.step;
            (low, high) = if later { (low, middle) } else { (middle + 1, high) };
        }
        let last = if low == 0 { None } else { Some(step_at(low - 1).map_err(reading())?) };
        after.check(&name, last)?;
        let cut = file.set_len(start + low * size).and_then(|()| file.seek(SeekFrom::End(0)));
        cut.map_err(Error::io(format!("write {name}")))?;
        Ok(NpyWriter { out: Out::file(path, file), columns, records: low, bytes: Vec::new() })
    }

    fn write_head(&mut self) -> Result<(), Error> {
        let head = head(&self.columns, self.records);
        self.out.write_at(0, &head)
    }
}

/// The type of a column in NumPy's words. Groups are numbers, from 0 in the order of the scenario.
fn kind(column: Column) -> &'static str {
    match column {
        Column::Step => "<i8",
        Column::Time => "<f8",
        Column::Id => "<u4",
        Column::Group => "<u2",
        Column::Number(..) => "<f4",
    }
}

/// The bytes of a column in a record.
fn width(column: Column) -> usize {
    match column {
        Column::Step | Column::Time => 8,
        Column::Id | Column::Number(..) => 4,
        Column::Group => 2,
    }
}

fn record_size(columns: &[Column]) -> u64 {
    columns.iter().map(|column| width(*column)).sum::<usize>() as u64
}

/// Cuts off a record that was begun, and makes the head say how many there are.
fn keep_whole_records(mut file: File, columns: &[Column]) -> std::io::Result<()> {
    let (start, size) = (head(columns, 0).len() as u64, record_size(columns));
    let records = file.metadata()?.len().saturating_sub(start) / size;
    file.set_len(start + records * size)?;
    file.seek(SeekFrom::Start(0))?;
    file.write_all(&head(columns, records))
}

/// Everything before the records: magic, version 1.0, the length of the text, the text, and blanks up to a multiple of 64.
fn head(columns: &[Column], records: u64) -> Vec<u8> {
    let fields: Vec<String> = columns.iter().map(|c| format!("('{}', '{}')", c.name(), kind(*c))).collect();
    let shape = format!("({records},)");
    let text = format!("{{'descr': [{}], 'fortran_order': False, 'shape': {shape:<23}, }}", fields.join(", "));
    let length = (10 + text.len() + 1).next_multiple_of(64) - 10;
    let mut head = b"\x93NUMPY\x01\x00".to_vec();
    head.extend_from_slice(&(length as u16).to_le_bytes());
    head.extend_from_slice(text.as_bytes());
    head.resize(10 + length - 1, b' ');
    head.push(b'\n');
    head
}

/// The head without the shape, which changes as the file grows.
fn described(head: &[u8]) -> &[u8] {
    let shape = b"'shape'";
    head.windows(shape.len()).position(|window| window == shape).map_or(head, |at| &head[..at])
}

impl Writer<Frames> for NpyWriter {
    fn write(&mut self, frames: &mut Frames) -> Result<(), Error> {
        let mut rows = 0..frames.rows();
        for frame in &frames.frames {
            self.bytes.clear();
            for row in rows.by_ref().take(frame.rows) {
                let mut numbers = frames.numbers.iter();
                for column in &self.columns {
                    match column {
                        Column::Step => self.bytes.extend_from_slice(&frame.step.to_le_bytes()),
                        Column::Time => self.bytes.extend_from_slice(&frame.time.to_le_bytes()),
                        Column::Id => self.bytes.extend_from_slice(&frames.ids[row].to_le_bytes()),
                        Column::Group => self.bytes.extend_from_slice(&frames.groups[row].to_le_bytes()),
                        Column::Number(..) => {
                            let number = numbers.next().map_or(0.0, |column| column[row]);
                            self.bytes.extend_from_slice(&number.to_le_bytes());
                        }
                    }
                }
            }
            self.out.write(&self.bytes)?;
            self.records += frame.rows as u64;
        }
        Ok(())
    }
    fn settle(&mut self) -> Result<(), Error> {
        self.write_head()?;
        self.out.sync()
    }
    fn finish(&mut self) -> Result<(), Error> {
        self.write_head()?;
        self.out.flush()
    }
    fn rescue(&mut self) {
        if let Some(file) = self.out.take_file() {
            let _ = keep_whole_records(file, &self.columns);
        }
    }
}
