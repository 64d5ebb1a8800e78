//! The places of a formation, ahead and to the right of its middle.

use super::assign::Flat;
use crate::steer::{Formation, FormationShape};
use crate::work;

/// The places of so many, in units of length; `led`: a leader stands in the middle and takes no place.
pub(super) fn places(formation: &Formation, count: usize, led: bool, places: &mut Vec<Flat>) {
    places.clear();
    let drawn = if formation.shape == FormationShape::Slots { formation.drawn() } else { Vec::new() };
    let depth = depth_of(&drawn);
    let columns = count.isqrt() + usize::from(count.isqrt().pow(2) < count);
    let spacing = f64::from(formation.spacing);
    let first = usize::from(led);
    let place = |nth: usize| -> Flat {
        match formation.shape {
            FormationShape::Line => {
                [0.0, if led { to_either_side(nth + 1) } else { nth as f64 - 0.5 * (count as f64 - 1.0) }]
            }
            FormationShape::Column => {
                [if led { -(nth as f64) - 1.0 } else { 0.5 * (count as f64 - 1.0) - nth as f64 }, 0.0]
            }
            FormationShape::Vee => {
                // Down the arms neighbours are one apart.
                let side = to_either_side(nth + first) * std::f64::consts::FRAC_1_SQRT_2;
                [-side.abs(), side]
            }
            FormationShape::Circle => on_circle(nth, count, led),
            FormationShape::Grid => in_grid(nth, count, columns, led),
            FormationShape::Slots => in_drawing(nth, &drawn, depth),
        }
    };
    places.extend((0..count).map(place).map(|[forward, right]| [forward * spacing, right * spacing]));
    if !led {
        // Its middle is where it is sent, or the arms of a vee would draw it back.
        let mean = |axis: usize| places.iter().map(|place| place[axis]).sum::<f64>() / count.max(1) as f64;
        let middle = [mean(0), mean(1)];
        places.iter_mut().for_each(|place| *place = [place[0] - middle[0], place[1] - middle[1]]);
    }
}

/// 0, 1, −1, 2, −2 ...
fn to_either_side(nth: usize) -> f64 {
    let rank = nth.div_ceil(2) as f64;
    if nth % 2 == 1 { rank } else { -rank }
}

/// Neighbours on the circle are one apart, and no nearer to a leader in the middle.
fn on_circle(nth: usize, count: usize, led: bool) -> Flat {
    let part = std::f64::consts::TAU / count.max(1) as f64;
    let radius = if count > 1 { 0.5 / libm::sin(0.5 * part) } else { 0.0 };
    let radius = if led { radius.max(1.0) } else { radius };
    let angle = part * nth as f64;
    [radius * libm::cos(angle), radius * libm::sin(angle)]
}

/// As square as can be; the last row is in the middle.
fn in_grid(nth: usize, count: usize, columns: usize, led: bool) -> Flat {
    let (row, column) = (nth / columns, nth % columns);
    let in_row = columns.min(count - row * columns);
    let rows = count.div_ceil(columns);
    let front = if led { -1.0 } else { 0.5 * (rows as f64 - 1.0) };
    [front - row as f64, column as f64 - 0.5 * (in_row as f64 - 1.0)]
}

/// From the front of a drawing to the front of the next one behind it.
fn depth_of(drawn: &[[f32; 2]]) -> f32 {
    work::count(|done| done.letters += drawn.len() as u64);
    let end = |most: fn(f32, f32) -> f32| drawn.iter().map(|place| place[0]).reduce(most).unwrap_or(0.0);
    end(f32::max) - end(f32::min) + 1.0
}

/// Those who find no place stand in another drawing behind the first.
fn in_drawing(nth: usize, drawn: &[[f32; 2]], depth: f32) -> Flat {
    let Some(place) = drawn.get(nth % drawn.len().max(1)) else { return [0.0; 2] };
    let behind = (nth / drawn.len()) as f32 * depth;
    [f64::from(place[0] - behind), f64::from(place[1])]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::settings::Target;

    fn of(shape: FormationShape, count: usize, led: bool) -> Vec<Flat> {
        let formation = Formation { spacing: 2.0, ..Formation::new(shape, Target::first("")) };
        let mut all = Vec::new();
        places(&formation, count, led, &mut all);
        all
    }
    fn distance(one: Flat, two: Flat) -> f64 {
        libm::hypot(one[0] - two[0], one[1] - two[1])
    }

    #[test]
    fn neighbours_are_as_far_apart_as_said_and_nobody_is_nearer() {
        for shape in [
            FormationShape::Line,
            FormationShape::Column,
            FormationShape::Vee,
            FormationShape::Circle,
            FormationShape::Grid,
        ] {
            for led in [false, true] {
                for count in [3, 7, 12] {
                    let mut all = of(shape, count, led);
                    if led {
                        all.push([0.0; 2]);
                    }
                    for (nth, one) in all.iter().enumerate() {
                        let others = all.iter().enumerate().filter(|(other, _)| *other != nth);
                        let least = others.map(|(_, two)| distance(*one, *two)).fold(f64::INFINITY, f64::min);
                        // The leader of a circle stands in the middle; the last row of a grid may be shifted by half a
                        // place.
                        let loose = matches!(shape, FormationShape::Circle | FormationShape::Grid);
                        let most = if loose { 20.0 } else { 2.0 };
                        assert!((2.0 - 1e-9..most + 1e-9).contains(&least), "{shape:?} of {count}, led {led}: {least}");
                    }
                }
            }
        }
    }

    #[test]
    fn a_leader_is_ahead_of_a_vee_and_in_the_middle_of_a_line() {
        let vee = of(FormationShape::Vee, 4, true);
        assert!(vee.iter().all(|place| place[0] < 0.0) && vee[0][1] == -vee[1][1], "{vee:?}");
        let line: f64 = of(FormationShape::Line, 4, true).iter().map(|place| place[1]).sum();
        assert_eq!(line, 0.0);
    }

    #[test]
    fn a_drawing_is_read_from_the_front_and_repeated_behind() {
        let drawing =
            Formation { slots: " ^\na b\n.c.\n".into(), ..Formation::new(FormationShape::Slots, Target::first("")) };
        let drawn = drawing.drawn();
        assert_eq!(drawn, [[-1.0, -1.0], [-1.0, 1.0], [-2.0, 0.0]]);
        let mut all = Vec::new();
        places(&Formation { spacing: 1.0, ..drawing }, 5, true, &mut all);
        assert_eq!(all[3..], [[-3.0, -1.0], [-3.0, 1.0]]);
    }
}
