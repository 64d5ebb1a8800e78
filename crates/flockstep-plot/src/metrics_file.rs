//! A file of metrics, as `flockstep run --metrics` writes it, read back.

use std::collections::BTreeMap;

/// The heads that every file of metrics begins with.
const HEADS: [&str; 4] = ["step", "time", "group", "agents"];
/// The most metrics of a file: each is a panel of the picture.
const MOST_METRICS: usize = 100;
/// The most groups of a file: each is a line in every panel.
const MOST_GROUPS: usize = 1000;

/// What a file of metrics holds.
#[derive(Debug, Default, PartialEq)]
pub struct MetricsFile {
    /// The names of the metrics, in order.
    pub metrics: Vec<String>,
    /// The groups in the order they appear in, each with its rows.
    groups: Vec<(String, Vec<Row>)>,
}

#[derive(Debug, PartialEq)]
struct Row {
    time: f64,
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
        if metrics.len() > MOST_METRICS {
            return Err(format!("found {} metrics, allowed are at most {MOST_METRICS}", metrics.len()));
        }
        let mut groups: Vec<(String, Vec<Row>)> = Vec::new();
        let mut places: BTreeMap<String, usize> = BTreeMap::new();
        for record in records {
            let (line, cells) = record?;
            let row = row(&cells, &heads).map_err(|error| format!("line {line}: {error}"))?;
            let place = *places.entry(cells[2].clone()).or_insert(groups.len());
            if place == groups.len() {
                groups.push((cells[2].clone(), Vec::new()));
            }
            if groups.len() > MOST_GROUPS {
                return Err(format!("line {line}: found one more group, allowed are at most {MOST_GROUPS}"));
            }
            groups[place].1.push(row);
        }
        if groups.is_empty() {
            return Err("there are no rows to draw, only the heads of columns".into());
        }
        Ok(MetricsFile { metrics, groups })
    }

    /// The groups, in the order they appear in.
    pub fn groups(&self) -> Vec<String> {
        self.groups.iter().map(|(name, _)| name.clone()).collect()
    }

    /// All values of a metric.
    pub fn values(&self, metric: &str) -> impl Iterator<Item = f64> {
        self.groups.iter().flat_map(move |(group, _)| self.points(metric, group)).map(|[_, value]| value)
    }

    /// The values of a metric of a group over time.
    pub fn points<'a>(&'a self, metric: &str, group: &str) -> impl Iterator<Item = [f64; 2]> + use<'a> {
        let place = self.metrics.iter().position(|name| name == metric);
        let rows = self.groups.iter().find(|(name, _)| name == group).map(|(_, rows)| rows);
        let both = rows.zip(place).into_iter();
        both.flat_map(|(rows, place)| rows.iter().map(move |row| [row.time, row.values[place]]))
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
    Ok(Row { time: number(1)?, values })
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
            (
                [heads, &(0..1001).map(|nth| format!("0,0,{nth},1,1\n")).collect::<String>()].concat().into_bytes(),
                "1000",
            ),
            ([heads.trim_end(), &",x".repeat(100), "\n"].concat().into_bytes(), "found 101 metrics"),
        ] {
            let error = MetricsFile::parse(&bytes).expect_err(part);
            assert!(error.contains(part), "{error}");
        }
    }
}
