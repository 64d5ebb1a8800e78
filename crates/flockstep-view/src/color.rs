//! Colors: the notation of scenario files, and the two scales agents are colored by.
//!
//! The scales are written down once, as tables of a few colors that are mixed in linear light; the shader gets the same
//! tables, so that a legend drawn from here shows what the picture shows.

/// From low to high: dark blue to pale yellow, lightness rising all the way, so that it also reads without color.
/// It begins well above black, for dark backgrounds.
const RAMP: [[u8; 3]; 6] =
    [[84, 76, 190], [56, 122, 206], [30, 164, 176], [84, 200, 116], [186, 224, 72], [255, 242, 160]];
/// Around the circle of directions: colors of like lightness, the first again after the last.
const WHEEL: [[u8; 3]; 6] =
    [[240, 108, 118], [222, 150, 40], [140, 184, 60], [32, 190, 164], [84, 158, 244], [190, 124, 226]];
/// How many colors each scale is made of.
pub(crate) const STOPS: usize = RAMP.len();

/// A color written as `#rrggbb`.
pub fn parse(text: &str) -> Option<[u8; 3]> {
    let digits = text
        .strip_prefix('#')
        .filter(|digits| digits.len() == 6 && digits.bytes().all(|digit| digit.is_ascii_hexdigit()))?;
    let channel = |at: usize| u8::from_str_radix(&digits[at..at + 2], 16).ok();
    Some([channel(0)?, channel(2)?, channel(4)?])
}

/// The color of a value from 0 (low) to 1 (high).
pub fn ramp(value: f32) -> [u8; 3] {
    let at = value.clamp(0.0, 1.0) * (STOPS - 1) as f32;
    let low = (at as usize).min(STOPS - 2);
    mix(RAMP[low], RAMP[low + 1], at - low as f32)
}

/// The color of a direction in the plane of the picture: an angle in radians, counted from the x axis.
pub fn wheel(angle: f32) -> [u8; 3] {
    let turns = angle / std::f32::consts::TAU;
    let at = (turns - turns.floor()) * STOPS as f32;
    let low = (at as usize) % STOPS;
    mix(WHEEL[low], WHEEL[(low + 1) % STOPS], at - at.floor())
}

/// Both scales in linear light, as the shader takes them: the ramp, then the wheel.
pub(crate) fn scales() -> [[f32; 4]; 2 * STOPS] {
    let mut scales = [[0.0; 4]; 2 * STOPS];
    for (to, from) in scales.iter_mut().zip(RAMP.iter().chain(&WHEEL)) {
        let [r, g, b] = linear(*from);
        *to = [r, g, b, 1.0];
    }
    scales
}

fn mix(a: [u8; 3], b: [u8; 3], t: f32) -> [u8; 3] {
    let (a, b) = (linear(a), linear(b));
    std::array::from_fn(|channel| to_gamma(a[channel] + (b[channel] - a[channel]) * t))
}

/// A color as amounts of light, for the shaders.
pub(crate) fn linear(color: [u8; 3]) -> [f32; 3] {
    color.map(|channel| {
        let c = f32::from(channel) / 255.0;
        if c <= 0.04045 { c / 12.92 } else { ((c + 0.055) / 1.055).powf(2.4) }
    })
}

/// A color with opacity as amounts of light, the opacity as it is.
pub(crate) fn linear4([r, g, b, a]: [u8; 4]) -> [f32; 4] {
    let [r, g, b] = linear([r, g, b]);
    [r, g, b, f32::from(a) / 255.0]
}

/// The byte of an amount of light.
pub(crate) fn to_gamma(light: f32) -> u8 {
    let c = if light <= 0.003_130_8 { light * 12.92 } else { 1.055 * light.powf(1.0 / 2.4) - 0.055 };
    (c * 255.0).round().clamp(0.0, 255.0) as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_six_digits_are_a_color() {
        assert_eq!(parse("#4aa3ff"), Some([0x4a, 0xa3, 0xff]));
        for text in ["4aa3ff", "#4aa3f", "#4aa3fff", "#zzzzzz", "", "#", "#+1+1+1", "#ééé"] {
            assert_eq!(parse(text), None, "{text}");
        }
    }

    #[test]
    fn the_ramp_grows_lighter_all_the_way() {
        let lightness = |value| {
            let [r, g, b] = linear(ramp(value));
            0.2126 * r + 0.7152 * g + 0.0722 * b
        };
        for at in 0..100 {
            assert!(lightness((at + 1) as f32 / 100.0) > lightness(at as f32 / 100.0) - 0.004, "{at}");
        }
        assert_eq!(ramp(-1.0), RAMP[0]);
        assert_eq!(ramp(f32::INFINITY), RAMP[STOPS - 1]);
    }

    #[test]
    fn the_wheel_closes() {
        assert_eq!(wheel(0.0), WHEEL[0]);
        assert_eq!(wheel(std::f32::consts::TAU), WHEEL[0]);
        assert_eq!(wheel(-std::f32::consts::FRAC_PI_3), WHEEL[STOPS - 1]);
    }
}
