//! Rows of comma-separated values.

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
    }
}
