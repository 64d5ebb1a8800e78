//! The fleet text: ships in 3D that mind the whole flock's averages.

use crate::TOLERANCE;
use crate::common::*;
use flockstep::prelude::*;
use flockstep::steer::{AlignmentPick, Average, CohesionPick, Distance};

const TIME_STEP: f64 = 0.05;

/// One flock's panel.
struct Panel {
    strengths: [f64; 3],
    flock_radius: f64,
    safe_radius: f64,
    max_speed: f64,
}

const PANELS: [Panel; 2] = [
    Panel { strengths: [1.5, 2.0, 4.5], flock_radius: 6.0, safe_radius: 1.2, max_speed: 5.0 },
    Panel { strengths: [5.0, 0.5, 3.0], flock_radius: 2.0, safe_radius: 2.0, max_speed: 3.0 },
];

fn ships(name: &str, panel: &Panel) -> Group {
    let [alignment, cohesion, separation] = panel.strengths.map(|c| c as f32);
    let align = Alignment { average: Average::Velocity, pick: AlignmentPick::Flock, ..Alignment::default() };
    let cohere =
        Cohesion { inner_radius: Some(panel.flock_radius as f32), pick: CohesionPick::Flock, ..Cohesion::default() };
    let separate = Separation { distance: Distance::Radii, ..Separation::default() };
    let body = PointBody {
        mass: (1.0 / panel.max_speed) as f32,
        radius: panel.safe_radius as f32,
        ..free_body(panel.max_speed as f32)
    };
    let push = |rule: Rule, weight: f32| Behavior::new(rule).response(Response::Push).weight(weight);
    Group::new(name)
        .sight(sight(1.0))
        .body(body)
        .behavior(push(align.into(), alignment))
        .behavior(push(cohere.into(), cohesion))
        .behavior(push(separate.into(), separation))
}

/// The text's three influences on one ship of a flock, weighted and summed.
fn influence(me: &Seen<3>, flock: &[Seen<3>], panel: &Panel, clamped: &mut usize) -> V<3> {
    let mean = |of: fn(&Seen<3>) -> V<3>| {
        mul(flock.iter().fold([0.0; 3], |sum, ship| add(sum, of(ship))), 1.0 / flock.len() as f64)
    };
    let align = truncate(mul(mean(|ship| ship.v), 1.0 / panel.max_speed), 1.0);

    let to_middle = sub(mean(|ship| ship.x), me.x);
    let mut cohere = truncate(to_middle, 1.0);
    if len(to_middle) < panel.flock_radius {
        cohere = mul(cohere, len(to_middle) / panel.flock_radius);
    }

    let threshold = 2.0 * panel.safe_radius;
    let mut separate = [0.0; 3];
    for other in flock.iter().filter(|other| other.id != me.id) {
        let away = sub(me.x, other.x);
        if len(away) < threshold {
            separate = add(separate, mul(unit(away), (threshold - len(away)) / threshold));
        }
    }
    *clamped += usize::from(len(separate) > 1.0);
    let parts = [align, cohere, truncate(separate, 1.0)];
    parts.into_iter().zip(panel.strengths).fold([0.0; 3], |sum, (part, strength)| add(sum, mul(part, strength)))
}

#[test]
fn a_step_of_the_fleet_is_the_texts_own() {
    let (mut clamped, mut limited) = (0, 0);
    for seed in 0..8 {
        let mut rng = Draws::new(500 + seed);
        let mut world = open::<3>(TIME_STEP as f32, seed);
        world.add_groups(vec![ships("red", &PANELS[0]), ships("blue", &PANELS[1])]).unwrap();
        for nth in 0..50 {
            world.spawn(GroupId(nth as u32 % 2), rng.vector(5.0), rng.velocity(PANELS[nth % 2].max_speed)).unwrap();
        }
        let before = everyone(&world);
        world.step();
        for (was, is) in before.iter().zip(everyone(&world)) {
            let flock: Vec<Seen<3>> = before.iter().filter(|ship| ship.group == was.group).copied().collect();
            let panel = &PANELS[was.group.index()];
            let change = mul(influence(was, &flock, panel, &mut clamped), panel.max_speed * TIME_STEP);
            let velocity = truncate(add(was.v, change), panel.max_speed);
            limited += usize::from(len(add(was.v, change)) > panel.max_speed);
            assert_near(is.v, velocity, TOLERANCE, "velocity");
            assert_near(is.x, add(was.x, mul(velocity, TIME_STEP)), TOLERANCE, "position");
        }
    }
    assert!(clamped > 5 && limited > 5, "{clamped} {limited}");
}
