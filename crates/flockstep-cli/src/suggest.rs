//! "Did you mean ...?"

use strsim::osa_distance;

/// The most pairs of letters that are compared for a suggestion: some hundredths of a second.
const MOST_WORK: usize = 4_000_000;

/// The candidate most like a word, if one is like it at all.
pub fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let (word, mut work_left) = (word.to_lowercase(), MOST_WORK);
    let changes = |candidate: &str| {
        let candidate = candidate.to_lowercase();
        // The beginning of a name is a name cut short, however much is missing.
        let cut_short = word.len() >= 3 && candidate.starts_with(&word);
        if cut_short { 0 } else { osa_distance(&word, &candidate) }
    };
    // Comparing costs the product of both lengths.
    let mut in_reach = |candidate: &&str| {
        let work = work_left.checked_sub(word.len().saturating_mul(candidate.len()));
        work_left = work.unwrap_or(0);
        work.is_some()
    };
    let (changes, candidate) = candidates
        .into_iter()
        .filter(&mut in_reach)
        .map(|one| (changes(one), one))
        .min_by_key(|(changes, _)| *changes)?;
    // A third of the letters wrong is a typing mistake; more is another word.
    let letters = word.chars().count().max(candidate.chars().count());
    (changes <= (letters / 3).max(1)).then_some(candidate)
}

/// `; did you mean "..."?`, or nothing.
pub fn did_you_mean<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> String {
    nearest(word, candidates).map_or(String::new(), |candidate| format!("; did you mean \"{candidate}\"?"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn suggests_what_is_near_and_nothing_else() {
        let names = ["separation", "cohesion", "seek"];
        assert_eq!(nearest("seperation", names), Some("separation"));
        assert_eq!(nearest("SEEK", names), Some("seek"));
        assert_eq!(nearest("esek", names), Some("seek"));
        assert_eq!(nearest("sep", names), Some("separation"));
        assert_eq!(nearest("zebra", names), None);
        assert_eq!(nearest("zebra", []), None);
        let long = "a".repeat(1 << 24);
        assert_eq!(nearest(&long, [long.as_str()]), None, "not worth the time");
    }
}
