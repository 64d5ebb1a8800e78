//! A value that is varied, and what it takes in turn: `PATH=A..B/N`, `PATH=A..B` or `PATH=A,B,C`.

use crate::Override;
use std::collections::BTreeSet;
use std::str::FromStr;

/// The most values one `--vary` has.
const MOST_VALUES: u64 = 1_000_000;

/// A value that is varied: where it stands in the scenario, and what it takes in turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Vary {
    /// Its path in the scenario.
    pub path: String,
    /// What it takes, as it would be typed after `--set`.
    pub values: Vec<String>,
}

impl FromStr for Vary {
    type Err = String;

    fn from_str(text: &str) -> Result<Vary, String> {
        let allowed = "allowed is PATH=A..B/N, PATH=A..B or PATH=A,B,C";
        let Override { path, value } = text.parse().map_err(|_| allowed.to_string())?;
        let values = match range(&value)? {
            Some(values) => values,
            None => list(&value)?,
        };
        Ok(Vary { path, values })
    }
}

/// The values of `A..B/N` or `A..B`; none if it is neither.
fn range(text: &str) -> Result<Option<Vec<String>>, String> {
    if text.starts_with(['"', '\'', '[', '{']) {
        return Ok(None);
    }
    let Some((first, rest)) = text.split_once("..") else { return Ok(None) };
    let first = first.trim();
    match rest.split_once('/') {
        Some((last, count)) => spaced(first, last.trim(), count.trim()).map(Some),
        None => counted(first, rest.trim()).map(Some),
    }
}

/// `A..B`: the whole numbers from one to the other.
fn counted(first: &str, last: &str) -> Result<Vec<String>, String> {
    let whole = |text: &str| {
        let problem =
            || format!("found \"{text}\", allowed is a whole number; A..B/N takes N numbers evenly from A to B");
        text.parse::<i64>().map_err(|_| problem())
    };
    let (first, last) = (whole(first)?, whole(last)?);
    if last < first {
        return Err(format!("{first}..{last} ends before it begins"));
    }
    let count = last.abs_diff(first).saturating_add(1);
    if count > MOST_VALUES {
        return Err(format!("{first}..{last} are {count} values, allowed are at most {MOST_VALUES}"));
    }
    Ok((first..=last).map(|value| value.to_string()).collect())
}

/// `A..B/N`: so many numbers evenly from one to the other, both of them in.
fn spaced(first: &str, last: &str, count: &str) -> Result<Vec<String>, String> {
    let number = |text: &str| match text.parse::<f64>() {
        Ok(number) if number.is_finite() => Ok(number),
        _ => Err(format!("found \"{text}\", allowed is a number")),
    };
    let (first, last) = (number(first)?, number(last)?);
    let count = count.parse::<u64>().ok().filter(|count| (2..=MOST_VALUES).contains(count)).ok_or_else(|| {
        format!(
            "found \"{count}\" behind the slash, allowed is how many values: a whole number from 2 to {MOST_VALUES}"
        )
    })?;
    let value = |nth: u64| {
        let share = nth as f64 / (count - 1) as f64;
        // 0.3 and not 0.30000000000000004: the twelve digits that are meant.
        let rounded = format!("{:.11e}", first * (1.0 - share) + last * share);
        rounded.parse::<f64>().unwrap_or(first).to_string()
    };
    Ok((0..count).map(value).collect())
}

/// `A,B,C`, split where no bracket and no quote is open.
fn list(text: &str) -> Result<Vec<String>, String> {
    let (mut values, mut from, mut depth, mut quote) = (Vec::new(), 0, 0i32, None);
    for (at, letter) in text.char_indices() {
        match (letter, quote) {
            ('"' | '\'', None) => quote = Some(letter),
            (letter, Some(open)) if letter == open => quote = None,
            ('[' | '{', None) => depth += 1,
            (']' | '}', None) => depth -= 1,
            (',', None) if depth == 0 => {
                values.push(text[from..at].trim().to_string());
                from = at + 1;
            }
            _ => {}
        }
    }
    values.push(text[from..].trim().to_string());
    if values.iter().any(String::is_empty) {
        return Err(format!("found \"{text}\", allowed are values between commas: A,B,C"));
    }
    let mut seen = BTreeSet::new();
    match values.iter().find(|value| !seen.insert(*value)) {
        Some(value) => Err(format!("the value {value} stands there twice")),
        None => Ok(values),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn values(text: &str) -> Vec<String> {
        text.parse::<Vary>().map(|vary| vary.values).unwrap_or_default()
    }

    #[test]
    fn values_are_what_a_person_would_write() {
        assert_eq!(values("w=0..1/11"), ["0", "0.1", "0.2", "0.3", "0.4", "0.5", "0.6", "0.7", "0.8", "0.9", "1"]);
        assert_eq!(values("w=5..-5/3"), ["5", "0", "-5"]);
        assert_eq!(values("seed=1..4"), ["1", "2", "3", "4"]);
        assert_eq!(values("b = sum , priority"), ["sum", "priority"]);
        assert_eq!(values("p=[1, 2],[3, 4]"), ["[1, 2]", "[3, 4]"]);
        assert_eq!(values("t=\"a,b\",c"), ["\"a,b\"", "c"]);
        assert_eq!(values("w=0.5"), ["0.5"]);
    }

    #[test]
    fn what_makes_no_sense_is_refused() {
        for bad in [
            "",
            "w",
            "=1",
            "w=",
            "w=1,,2",
            "w=1,1",
            "w=1..",
            "w=..3",
            "w=3..1",
            "w=1.5..3",
            "w=0..1/1",
            "w=0..1/x",
            "w=0..nan/3",
            "w=0..inf/3",
            "w=1..99999999999",
            "w=0..1/99999999999",
            "w=a..b",
        ] {
            assert!(bad.parse::<Vary>().is_err(), "{bad}");
        }
    }
}
