//! A file of metrics, read back.

/// The heads that every file of metrics begins with.
const HEADS: [&str; 4] = ["step", "time", "group", "agents"];

/// What a file of metrics holds.
#[derive(Debug, Default, PartialEq)]
pub struct MetricsFile {
    /// The names of the metrics, in order.
    pub metrics: Vec<String>,
    rows: Vec<Row>,
}

#[derive(Debug, PartialEq)]
struct Row {
    time: f64,
    group: String,
    values: Vec<f64>,
}

impl MetricsFile {
    /// Reads a file; the error says where it is none, and why.
    pub fn parse(bytes: &[u8]) -> Result<MetricsFile, String> {
        let text =
            std::str::from_utf8(bytes).map_err(|_| "this is no file of metrics: it is not a text".to_string())?;
        let mut records = Records { rest: text.strip_prefix('\u{feff}').unwrap_or(text), line: 1 };
        let (_, heads) = records.next().ok_or("this is no file of metrics: it is empty")??;
        if heads.len() <= HEADS.len() || heads[..HEADS.len()] != HEADS {
            let found: String = heads.join(",").chars().take(60).collect();
            let begins = HEADS.join(",");
            return Err(format!("this is no file of metrics: line 1 should begin with {begins}, found \"{found}\""));
        }
        let metrics = heads[HEADS.len()..].to_vec();
        let mut rows = Vec::new();
        for record in records {
            let (line, cells) = record?;
            rows.push(row(&cells, &heads).map_err(|error| format!("line {line}: {error}"))?);
        }
        if rows.is_empty() {
            return Err("there are no rows to draw, only the heads of columns".into());
        }
        Ok(MetricsFile { metrics, rows })
    }

    /// The groups, in the order they appear in.
    pub fn groups(&self) -> Vec<String> {
        let mut groups: Vec<String> = Vec::new();
        for row in &self.rows {
            // Groups take turns, so this is soon found.
            if !groups.contains(&row.group) {
                groups.push(row.group.clone());
            }
        }
        groups
    }

    /// All values of a metric.
    pub fn values(&self, metric: &str) -> impl Iterator<Item = f64> + '_ {
        let place = self.metrics.iter().position(|name| name == metric);
        place.into_iter().flat_map(move |place| self.rows.iter().map(move |row| row.values[place]))
    }

    /// The values of a metric of a group over time.
    pub fn points(&self, metric: &str, group: &str) -> impl Iterator<Item = [f64; 2]> {
        let of_group = move |(row, value): (&Row, f64)| (row.group == group).then_some([row.time, value]);
        self.rows.iter().zip(self.values(metric)).filter_map(of_group)
    }
}

fn row(cells: &[String], heads: &[String]) -> Result<Row, String> {
    if cells.len() != heads.len() {
        return Err(format!("found {} cells, the first line has {}", cells.len(), heads.len()));
    }
    let number = |at: usize| {
        let wrong = |_| format!("found \"{}\" under {}, allowed is a number", cells[at], heads[at]);
        cells[at].trim().parse::<f64>().map_err(wrong)
    };
    let values = (HEADS.len()..heads.len()).map(number).collect::<Result<_, _>>()?;
    Ok(Row { time: number(1)?, group: cells[2].clone(), values })
}

/// The records of comma-separated values (RFC 4180), each with its line.
struct Records<'a> {
    rest: &'a str,
    line: usize,
}

impl Iterator for Records<'_> {
    type Item = Result<(usize, Vec<String>), String>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.rest.is_empty() {
            return None;
        }
        let (first_line, mut cells, mut cell, mut quoted) = (self.line, Vec::new(), String::new(), false);
        let mut letters = self.rest.char_indices().peekable();
        while let Some((at, letter)) = letters.next() {
            match letter {
                '"' if quoted && letters.peek().is_some_and(|(_, next)| *next == '"') => {
                    letters.next();
                    cell.push('"');
                }
                '"' if quoted || cell.is_empty() => quoted = !quoted,
                ',' if !quoted => cells.push(std::mem::take(&mut cell)),
                '\n' if !quoted => {
                    self.line += 1;
                    self.rest = &self.rest[at + 1..];
                    cells.push(cell.trim_end_matches('\r').to_string());
                    return Some(Ok((first_line, cells)));
                }
                letter => {
                    self.line += usize::from(letter == '\n');
                    cell.push(letter);
                }
            }
        }
        self.rest = "";
        if quoted {
            return Some(Err(format!("line {first_line}: a quoted text does not end")));
        }
        cells.push(cell);
        Some(Ok((first_line, cells)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_what_run_writes() {
        let text = "step,time,group,agents,speed,flocks\n0,0.0,\"a, \"\"b\"\"\",2,1.5,1\n0,0.0,all,2,NaN,2\n2,0.04,all,2,3.0,1";
        let file = MetricsFile::parse(text.as_bytes()).expect("a file of metrics");
        assert_eq!((file.metrics.len(), file.groups()), (2, vec!["a, \"b\"".to_string(), "all".into()]));
        assert_eq!(file.points("flocks", "all").collect::<Vec<_>>(), [[0.0, 2.0], [0.04, 1.0]]);
        assert_eq!(file.points("speed", "a, \"b\"").collect::<Vec<_>>(), [[0.0, 1.5]]);
        let other = MetricsFile::parse(text.replace('\n', "\r\n").as_bytes()).expect("the same file");
        assert!(other.groups() == file.groups() && other.points("flocks", "all").eq(file.points("flocks", "all")));
    }

    #[test]
    fn says_what_is_wrong_and_where() {
        let heads = "step,time,group,agents,speed\n";
        for (bytes, part) in [
            (b"".to_vec(), "empty"),
            (b"\xff\xfe\x00".to_vec(), "not a text"),
            (b"step,time,id,group,x\n".to_vec(), "line 1 should begin with step,time,group,agents"),
            (b"step,time,group,agents\n".to_vec(), "line 1"),
            (heads.as_bytes().to_vec(), "no rows"),
            ([heads, "0,0,a,1\n"].concat().into_bytes(), "line 2: found 4 cells, the first line has 5"),
            ([heads, "0,0,a,1,1\n0,0,a,1,fast\n"].concat().into_bytes(), "line 3: found \"fast\" under speed"),
            ([heads, "0,0,\"a,1,1\n"].concat().into_bytes(), "line 2: a quoted text"),
        ] {
            let error = MetricsFile::parse(&bytes).expect_err(part);
            assert!(error.contains(part), "{error}");
        }
    }
}
