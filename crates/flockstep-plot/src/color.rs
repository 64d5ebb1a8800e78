//! Colors that people with any eyes can tell apart.

/// Red, green and blue.
pub type Color = [u8; 3];

/// For series, in order (Okabe and Ito, 2008).
const SERIES: [Color; 7] =
    [[0, 114, 178], [213, 94, 0], [0, 158, 115], [204, 121, 167], [230, 159, 0], [86, 180, 233], [0, 0, 0]];

/// Key colors of the map of heat, from cold to hot: an even climb in lightness, dark blue to yellow.
const HEAT: [Color; 6] = [[13, 20, 66], [49, 54, 149], [33, 113, 145], [36, 162, 126], [134, 203, 77], [250, 230, 60]];

pub(crate) const INK: Color = [40, 40, 48];
pub(crate) const GRID: Color = [225, 227, 232];
pub(crate) const PAPER: Color = [255, 255, 255];
/// Where a map has no value.
pub(crate) const NOTHING: Color = [200, 200, 200];

/// The color of a series by its number.
pub(crate) fn of_series(number: usize) -> Color {
    SERIES[number % SERIES.len()]
}

/// The color of a share from 0 to 1.
pub(crate) fn of_heat(share: f64) -> Color {
    if share.is_nan() {
        return NOTHING;
    }
    let place = share.clamp(0.0, 1.0) * (HEAT.len() - 1) as f64;
    let at = (place.floor() as usize).min(HEAT.len() - 2);
    let part = place - at as f64;
    std::array::from_fn(|c| (f64::from(HEAT[at][c]) * (1.0 - part) + f64::from(HEAT[at + 1][c]) * part).round() as u8)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn heat_goes_from_dark_to_light_and_knows_nothing() {
        let light =
            |share: f64| of_heat(share).map(f64::from).iter().zip([0.3, 0.59, 0.11]).map(|(c, w)| c * w).sum::<f64>();
        assert!((0..20).all(|step| light(f64::from(step) / 20.0) < light(f64::from(step + 1) / 20.0)));
        assert_eq!((of_heat(-1.0), of_heat(2.0), of_heat(f64::NAN)), (HEAT[0], HEAT[5], NOTHING));
    }
}
