//! "Did you mean", and lists of names that stay short.

/// Longer words are not compared: the comparison costs the product of both lengths.
const LONGEST: usize = 64;
/// Most names that a message lists.
const MOST_NAMES: usize = 40;

/// The known name that looks most like the word, if one does.
pub(crate) fn suggest<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<String> {
    if word.is_empty() || word.len() > LONGEST {
        return None;
    }
    let lower = word.to_lowercase();
    let likeness = |name: &&str| {
        if name.is_empty() || name.len() > LONGEST {
            return None;
        }
        // The same words in another order (`speed_max`) are as good as the name itself.
        let distance =
            if parts(name) == parts(&lower) { 0 } else { strsim::damerau_levenshtein(&lower, &name.to_lowercase()) };
        // One letter of two is half of the word.
        let near = match word.chars().count().max(name.chars().count()) {
            0..=2 => 0,
            longest => (longest / 3).max(1),
        };
        (distance <= near).then_some(distance)
    };
    let near = known.into_iter().filter_map(|name| likeness(&name).map(|distance| (distance, name)));
    near.min_by_key(|(distance, _)| *distance).map(|(_, name)| name.to_string())
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
    }
}
