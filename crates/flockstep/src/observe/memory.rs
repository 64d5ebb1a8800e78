//! What an observer remembers, in words, so that it can go on in another process: lists with their lengths.

/// Adds a list.
pub(super) fn put(words: &mut Vec<u64>, list: impl Iterator<Item = u64>) {
    let length = words.len();
    words.push(0);
    words.extend(list);
    words[length] = (words.len() - length - 1) as u64;
}

/// Takes a list off the front; nothing if it is longer than the words.
pub(super) fn take<'a>(words: &mut &'a [u64]) -> Option<&'a [u64]> {
    let length = usize::try_from(*words.split_off_first()?).ok()?;
    words.split_off(..length)
}
