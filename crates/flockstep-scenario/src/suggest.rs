//! "Did you mean", and lists of names that stay short.

/// Longer words are not compared: the comparison costs the product of both lengths.
const LONGEST: usize = 64;
/// Most names that a message lists.
const MOST_NAMES: usize = 40;
/// The work of all suggestions of a file together: pairs of letters that are compared. It is a tenth of a second, and
/// enough for hundreds of mistyped keys, or for some dozen names among thousands. What comes after that has no
/// suggestion.
const MOST_WORK: usize = 4_000_000;
/// What a name costs that is only looked at.
const LOOK: usize = 4;

/// What suggestions may still cost.
pub(crate) struct Suggestions {
    work_left: usize,
}

impl Default for Suggestions {
    fn default() -> Suggestions {
        Suggestions { work_left: MOST_WORK }
    }
}

impl Suggestions {
    /// The known name that looks most like the word, if one does.
    pub fn nearest<'a>(&mut self, word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<String> {
        if word.len() > LONGEST {
            return None;
        }
        let lower = word.to_lowercase();
        let letters = lower.chars().count();
        let mut best: Option<(usize, &str)> = None;
        for name in known {
            let longest = letters.max(name.len());
            let work = if longest > LONGEST { LOOK } else { LOOK + letters * name.len() };
            self.work_left = self.work_left.checked_sub(work)?;
            if let Some(distance) = distance(&lower, name)
                && best.is_none_or(|(least, _)| distance < least)
            {
                best = Some((distance, name));
            }
        }
        best.map(|(_, name)| name.to_string())
    }
}

/// The known name that a word was probably meant to be.
pub fn nearest_name<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<String> {
    Suggestions::default().nearest(word, known)
}

/// Whether a word was probably meant to be this name.
pub(crate) fn is_like(word: &str, name: &str) -> bool {
    word.len() <= LONGEST && distance(&word.to_lowercase(), name).is_some()
}

/// How many letters are wrong, if it is few enough for a mistake in typing.
fn distance(lower: &str, name: &str) -> Option<usize> {
    if lower.is_empty() || name.is_empty() || lower.len().max(name.len()) > LONGEST {
        return None;
    }
    let (letters, others) = (lower.chars().count(), name.chars().count());
    // One letter of two is half of the word.
    let near = match letters.max(others) {
        0..=2 => 0,
        longest => (longest / 3).max(1),
    };
    // The same words in another order (`speed_max`) are as good as the name itself.
    if letters == others && parts(name) == parts(lower) {
        return Some(0);
    }
    // As many letters as one is longer are wrong at least.
    if letters.abs_diff(others) > near {
        return None;
    }
    Some(strsim::damerau_levenshtein(lower, &name.to_lowercase())).filter(|distance| *distance <= near)
}

fn parts(name: &str) -> Vec<&str> {
    let mut parts: Vec<&str> = name.split(['_', '-', ' ']).collect();
    parts.sort_unstable();
    parts
}

/// Names for a message, each as `show` writes it.
pub(crate) fn listed<'a>(names: impl IntoIterator<Item = &'a str>, show: impl Fn(&str) -> String) -> String {
    let mut out = String::new();
    for (nth, name) in names.into_iter().enumerate() {
        if nth == MOST_NAMES {
            out.push_str(", …");
            break;
        }
        if nth > 0 {
            out.push_str(", ");
        }
        out.push_str(&show(name));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn suggest<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<String> {
        Suggestions::default().nearest(word, known)
    }

    #[test]
    fn near_names_are_suggested_and_far_ones_not() {
        let known = ["max_speed", "min_speed", "mass", "radius"];
        assert_eq!(suggest("max_sped", known).as_deref(), Some("max_speed"));
        assert_eq!(suggest("speed_max", known).as_deref(), Some("max_speed"));
        assert_eq!(suggest("RADIUS", known).as_deref(), Some("radius"));
        assert_eq!(suggest("banana", known), None);
        assert_eq!(suggest("", known), None);
        assert_eq!(suggest("b", ["a", "B"]).as_deref(), Some("B"));
        assert_eq!(suggest(&"r".repeat(100_000), known), None);
        assert!(is_like("dimensons", "dimensions") && !is_like("seed", "dimensions"));
    }

    #[test]
    fn all_suggestions_together_cost_a_fixed_amount_of_work() {
        let names: Vec<String> = (0..5_000).map(|nth| format!("group number {nth}")).collect();
        let known = || names.iter().map(String::as_str);
        let mut suggestions = Suggestions::default();
        assert_eq!(suggestions.nearest("gruop number 7", known()).as_deref(), Some("group number 7"));
        let found = (0..5_000).filter(|nth| suggestions.nearest(&format!("gruop number {nth}"), known()).is_some());
        assert!(found.count() < 5);
        assert!(suggestions.work_left < MOST_WORK / 5, "{}", suggestions.work_left);
    }
}
