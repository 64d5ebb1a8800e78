//! Rows of comma-separated values.

use crate::after::After;
use crate::error::Error;
use crate::out::Out;
use std::fs::File;
use std::io::{BufRead, BufReader, Seek, SeekFrom};

/// Rows in the making: cells are pushed one by one, then handed on together.
#[derive(Default)]
pub struct Rows {
    bytes: Vec<u8>,
    begun: bool,
}

impl Rows {
    /// A cell that is written as it is: a whole number, or a text that [`quoted`] has been over.
    pub fn cell(&mut self, text: &str) -> &mut Rows {
        if self.begun {
            self.bytes.push(b',');
        }
        self.begun = true;
        self.bytes.extend_from_slice(text.as_bytes());
        self
    }
    /// A whole number.
    pub fn count(&mut self, number: u64) -> &mut Rows {
        self.cell(&number.to_string())
    }
    /// A number in the shortest form that reads back as the same.
    ///
    /// Whole numbers keep their `.0`: readers that guess a column's type from its first rows must not take it for
    /// whole numbers.
    pub fn number(&mut self, number: impl ryu::Float) -> &mut Rows {
        let mut digits = ryu::Buffer::new();
        self.cell(digits.format(number))
    }
    /// Ends the row.
    pub fn end(&mut self) {
        self.bytes.push(b'\n');
        self.begun = false;
    }
    /// What there is.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }
    /// Begins anew, keeping the room.
    pub fn clear(&mut self) {
        self.bytes.clear();
        self.begun = false;
    }
}

/// A text as a cell, in quotes where it needs them (RFC 4180).
pub fn quoted(text: &str) -> String {
    if text.contains(['"', ',', '\n', '\r']) || text.starts_with(' ') || text.ends_with(' ') {
        return format!("\"{}\"", text.replace('"', "\"\""));
    }
    text.to_string()
}

/// Cuts off what a file says after a step, so that a resumed run can go on in it, and leaves the file at its end. A row that
/// was never finished goes too.
///
/// The file must have these heads, and its rows must be in the order of steps. Without a column `step` all whole rows stay.
pub fn cut_after(file: &mut File, name: &str, heads: &[u8], after: After) -> Result<(), Error> {
    let reading = || Error::io(format!("read {name}"));
    let column = heads.trim_ascii().split(|byte| *byte == b',').position(|head| head == b"step");
    let mut input = BufReader::with_capacity(1 << 20, &*file);
    let mut line = Vec::new();
    input.seek(SeekFrom::Start(0)).and_then(|_| input.read_until(b'\n', &mut line)).map_err(reading())?;
    if line != heads {
        let wanted = String::from_utf8_lossy(heads).trim_end().to_string();
        return Err(Error::file(name, format!("a run goes on only in its own file, which begins with {wanted}")));
    }
    let (mut keep, mut last) = (heads.len() as u64, None);
    loop {
        line.clear();
        // A line end inside quotes does not end the row.
        while line.is_empty() || line.iter().filter(|byte| **byte == b'"').count() % 2 == 1 {
            if input.read_until(b'\n', &mut line).map_err(reading())? == 0 {
                break;
            }
        }
        let found = column.map_or(Some(0), |column| step_of(&line, column));
        let Some(found) = found.filter(|found| *found <= after.step && line.ends_with(b"\n")) else { break };
        keep += line.len() as u64;
        last = Some(found);
    }
    after.check(name, last)?;
    let cut = file.set_len(keep).and_then(|()| file.seek(SeekFrom::End(0)));
    cut.map(|_| ()).map_err(Error::io(format!("write {name}")))
}

/// After writing has failed, as on a full disk: cuts off a row that was begun, so that the file holds whole rows. If even that
/// fails, the file stays as it is.
pub fn rescue(out: &mut Out, heads: &[u8]) {
    if let Some(mut file) = out.take_file() {
        let _ = cut_after(&mut file, "", heads, After::all());
    }
}

/// The step that a row is of. Cells before it may be quoted.
fn step_of(row: &[u8], column: usize) -> Option<u64> {
    let mut inside = false;
    let mut cells = row.split(|byte| {
        inside ^= *byte == b'"';
        *byte == b',' && !inside
    });
    std::str::from_utf8(cells.nth(column)?.trim_ascii()).ok()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_read_back_as_the_same_bits() {
        for number in [0.0f32, -0.0, 1.0, 0.1, 1e-45, 3.402_823_5e38, 16_777_217.0, -1.0 / 3.0] {
            let mut rows = Rows::default();
            rows.number(number);
            let text = String::from_utf8_lossy(rows.bytes()).to_string();
            assert_eq!(text.parse::<f32>().map(f32::to_bits), Ok(number.to_bits()), "{text}");
        }
        let mut rows = Rows::default();
        rows.count(3).number(0.06f64).number(1.0f32).number(f64::NAN).end();
        assert_eq!(rows.bytes(), b"3,0.06,1.0,NaN\n");
    }

    #[test]
    fn texts_are_quoted_where_they_need_it() {
        assert_eq!(quoted("bluegill"), "bluegill");
        assert_eq!(quoted("big, \"old\" fish"), "\"big, \"\"old\"\" fish\"");
        // Some readers drop spaces at either end.
        for (text, cell) in [(" a", "\" a\""), ("a ", "\"a \""), ("a b", "a b"), ("a\nb", "\"a\nb\"")] {
            assert_eq!(quoted(text), cell);
        }
    }

    #[test]
    fn rows_begin_anew_after_they_were_taken() {
        let mut rows = Rows::default();
        rows.count(3).count(4);
        rows.clear();
        assert_eq!(rows.bytes(), b"");
        rows.count(5).end();
        assert_eq!(rows.bytes(), b"5\n", "no comma from before");
    }

    #[test]
    fn a_cut_keeps_whole_rows_up_to_the_step_and_nothing_else() {
        let path = std::env::temp_dir().join(format!("flockstep-cut-{}.csv", std::process::id()));
        let whole = "group,step,x\n\"a\nb, c\",0,1.0\nd,1,2.0\n\"e \"\"\",1,3.0\nd,2,4.0\nd,2,5";
        for (step, rows) in [(0, 1), (1, 3), (2, 4)] {
            std::fs::write(&path, whole).expect("a file");
            let mut file = File::options().read(true).write(true).open(&path).expect("the file");
            let cut = cut_after(&mut file, "x", b"group,step,x\n", After::new(step, 1, true));
            assert!(cut.is_ok(), "{step}");
            let kept = std::fs::read_to_string(&path).expect("the file");
            assert!(kept.ends_with('\n') && whole.starts_with(&kept), "{kept}");
            assert_eq!(kept.matches(".0\n").count(), rows, "{kept}");
        }
        let mut file = File::options().read(true).write(true).open(&path).expect("the file");
        assert!(cut_after(&mut file, "x", b"step,x\n", After::new(2, 1, true)).is_err(), "other heads");
        assert!(cut_after(&mut file, "x", b"group,step,x\n", After::new(9, 1, true)).is_err(), "it ends at step 2");
        assert!(cut_after(&mut file, "x", b"group,step,x\n", After::new(3, 2, true)).is_ok(), "3 is not due");
        let _ = std::fs::remove_file(&path);
    }
}
