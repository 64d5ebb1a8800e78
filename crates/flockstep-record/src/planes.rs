//! Words of four bytes in planes: floats pack better that way.

/// The low bytes of all words, then the second ones and so on.
pub(crate) fn split(words: impl ExactSizeIterator<Item = u32>, planes: &mut Vec<u8>) {
    let count = words.len();
    planes.resize(4 * count, 0);
    let (low, high) = planes.split_at_mut(2 * count);
    let (first, second) = low.split_at_mut(count);
    let (third, fourth) = high.split_at_mut(count);
    let planes = first.iter_mut().zip(second).zip(third).zip(fourth);
    for (word, (((first, second), third), fourth)) in words.zip(planes) {
        // Of whole words, and not of their bytes, sixteen are split at once.
        (*first, *second, *third, *fourth) = (word as u8, (word >> 8) as u8, (word >> 16) as u8, (word >> 24) as u8);
    }
}
