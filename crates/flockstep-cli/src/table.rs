//! Columns and paragraphs of plain text.

/// How a column stands.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Align {
    /// Words.
    Left,
    /// Numbers.
    Right,
}

/// Rows of text in columns as wide as their widest cell.
pub struct Table {
    columns: Vec<Align>,
    rows: Vec<Vec<String>>,
}

impl Table {
    /// A table with these heads.
    pub fn new(heads: &[(&str, Align)]) -> Table {
        let columns = heads.iter().map(|(_, align)| *align).collect();
        Table { columns, rows: vec![heads.iter().map(|(head, _)| (*head).to_string()).collect()] }
    }
    /// Adds a row.
    pub fn row(&mut self, cells: impl IntoIterator<Item = String>) {
        self.rows.push(cells.into_iter().collect());
    }
    /// The table, each line behind an indent.
    pub fn text(&self, indent: &str) -> String {
        let width = |column: usize| self.rows.iter().filter_map(|row| row.get(column)).map(|cell| wide(cell)).max();
        let widths: Vec<usize> = (0..self.columns.len()).map(|column| width(column).unwrap_or(0)).collect();
        let mut text = String::new();
        for row in &self.rows {
            let mut line = String::from(indent);
            for ((cell, width), align) in row.iter().zip(&widths).zip(&self.columns) {
                let gap = " ".repeat(width - wide(cell));
                line.push_str(&if *align == Align::Left { format!("{cell}{gap}  ") } else { format!("{gap}{cell}  ") });
            }
            text.push_str(line.trim_end());
            text.push('\n');
        }
        text
    }
}

fn wide(cell: &str) -> usize {
    cell.chars().count()
}

/// A paragraph broken into lines of at most `width` letters, each but the first behind `indent`.
pub fn wrap(text: &str, width: usize, indent: &str) -> String {
    let (mut out, mut used) = (String::new(), 0);
    for word in text.split_whitespace() {
        if used > 0 && used + 1 + wide(word) > width {
            out.push('\n');
            out.push_str(indent);
            used = wide(indent);
        } else if used > 0 {
            out.push(' ');
            used += 1;
        }
        out.push_str(word);
        used += wide(word);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_line_up_and_lines_have_no_trailing_blanks() {
        let mut table = Table::new(&[("name", Align::Left), ("count", Align::Right)]);
        table.row(["bluegill".into(), "7".into()]);
        table.row(["a".into(), "1200".into()]);
        assert_eq!(table.text(""), "name      count\nbluegill      7\na          1200\n");
    }

    #[test]
    fn paragraphs_break_between_words() {
        assert_eq!(wrap("one two three four", 9, "  "), "one two\n  three\n  four");
        assert_eq!(wrap("", 9, "  "), "");
    }
}
