//! What the selected agent goes by, as marks: velocity yellow, steering blue, every range as a circle, predicted points,
//! the wander circle, targets as squares, the feeler.

use crate::simulation::{Inside, InsidePart};
use flockstep::observe::Note;
use flockstep_view::{Mark, Stroke};

const VELOCITY: [u8; 4] = [255, 214, 64, 255];
const STEERING: [u8; 4] = [72, 160, 255, 255];
const PART: [u8; 4] = [120, 200, 255, 190];
const RANGE: [u8; 4] = [160, 180, 200, 70];
const SEEN: [u8; 4] = [120, 230, 160, 110];
const PREDICTED: [u8; 4] = [255, 140, 90, 230];
const WANDER: [u8; 4] = [200, 150, 255, 200];
const FEELER: [u8; 4] = [255, 110, 110, 220];

/// The marks of an agent. `scale` is the length that a steering as long as the longest is drawn with.
pub(crate) fn marks(inside: &Inside, scale: f32) -> Vec<Mark> {
    let mut marks = Vec::new();
    let mut ranges: Vec<(f32, f32)> = Vec::new();
    for part in &inside.parts {
        // Behaviors often share what they see: draw it once.
        if let Some((radius, _, angle, seen)) = &part.sight
            && !ranges.contains(&(*radius, *angle))
        {
            ranges.push((*radius, *angle));
            sight(inside, *radius, *angle, seen, &mut marks);
        }
        notes(inside, part, scale, &mut marks);
    }
    arrows(inside, scale, &mut marks);
    marks
}

fn sight(inside: &Inside, radius: f32, angle: f32, seen: &[[f32; 3]], marks: &mut Vec<Mark>) {
    let stroke = Stroke::new(RANGE, 1.2);
    let (apex, axis) = (inside.position, inside.heading);
    marks.push(if angle >= 360.0 {
        Mark::Circle { center: apex, radius, stroke }
    } else {
        Mark::Cone { apex, axis, angle, radius, stroke }
    });
    let line = |to: &[f32; 3]| Mark::Line { from: inside.position, to: *to, stroke: Stroke::new(SEEN, 1.0) };
    marks.extend(seen.iter().take(200).map(line));
}

fn notes(inside: &Inside, part: &InsidePart, scale: f32, marks: &mut Vec<Mark>) {
    let thin = |color| Stroke::new(color, 1.6);
    for note in &part.notes {
        match *note {
            Note::Target(center) => marks.push(Mark::Square { center, radius: 0.12 * scale, stroke: thin(PREDICTED) }),
            Note::Predicted(at) => {
                marks.push(Mark::Line { from: inside.position, to: at, stroke: Stroke::new(PREDICTED, 1.0) });
                marks.push(Mark::Point { at, stroke: Stroke::new(PREDICTED, 8.0) });
            }
            Note::Circle { center, radius, point } => {
                marks.push(Mark::Circle { center, radius, stroke: thin(WANDER) });
                marks.push(Mark::Point { at: point, stroke: Stroke::new(WANDER, 8.0) });
            }
            Note::Feeler(to) => marks.push(Mark::Line { from: inside.position, to, stroke: thin(FEELER) }),
            Note::Range { center, radius } => {
                marks.push(Mark::Circle { center, radius, stroke: Stroke::new(RANGE, 1.2) });
            }
        }
    }
}

/// Velocity and steerings. All steerings are drawn to one scale, so that their lengths can be compared.
fn arrows(inside: &Inside, scale: f32, marks: &mut Vec<Mark>) {
    let from = inside.position;
    let to = |vector: [f32; 3], by: f32| -> [f32; 3] { std::array::from_fn(|axis| from[axis] + vector[axis] * by) };
    let steerings = inside.parts.iter().map(|part| part.steering).chain([inside.steering]);
    let longest = steerings.map(length).fold(1e-6, f32::max);
    for part in inside.parts.iter().filter(|part| length(part.steering) > 1e-4 * longest) {
        marks.push(Mark::Arrow { from, to: to(part.steering, scale / longest), stroke: Stroke::new(PART, 1.8) });
    }
    if length(inside.steering) > 1e-4 * longest {
        marks.push(Mark::Arrow { from, to: to(inside.steering, scale / longest), stroke: Stroke::new(STEERING, 3.5) });
    }
    let speed = length(inside.velocity);
    if speed > 0.0 {
        marks.push(Mark::Arrow { from, to: to(inside.velocity, scale / speed), stroke: Stroke::new(VELOCITY, 3.0) });
    }
}

fn length(vector: [f32; 3]) -> f32 {
    vector.iter().map(|c| c * c).sum::<f32>().sqrt()
}
