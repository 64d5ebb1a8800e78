//! Words of four bytes in planes: floats pack better that way.

/// Cuts room into four planes of the same length.
pub(crate) fn cut(room: &mut [u8]) -> [&mut [u8]; 4] {
    let count = room.len() / 4;
    let (low, high) = room.split_at_mut(2 * count);
    let (first, second) = low.split_at_mut(count);
    let (third, fourth) = high.split_at_mut(count);
    [first, second, third, fourth]
}

/// The first bytes of all words go into the first plane, the second ones into the second and so on.
pub(crate) fn split(words: &[[u8; 4]], planes: [&mut [u8]; 4]) {
    let [first, second, third, fourth] = planes;
    let planes = first.iter_mut().zip(second).zip(third).zip(fourth);
    for (word, (((first, second), third), fourth)) in words.iter().zip(planes) {
        [*first, *second, *third, *fourth] = *word;
    }
}
