//! Behaviors that only sum up their neighbours: these are never listed, but summed eight at a time.

use super::*;
use flockstep::steer::{Average, CohesionAverage, Distance, Falloff};

/// What is summed up.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Sum {
    Offsets,
    Directions,
    Velocities,
    Courses,
    Pushes(Falloff, f64, bool),
}

/// Beyond it cohesion does not fade, so that its aim tells how far the middle is.
const FAR: f64 = 1e12;
const MAX_SPEED: f64 = 1e3;
const SCALE: f64 = 3.0;

fn sums(draws: &mut Draws, look: &Look) -> Sum {
    let falloffs = [Falloff::Linear, Falloff::Inverse, Falloff::Ratio, Falloff::Offset, Falloff::Constant];
    match draws.below(8) {
        0 => Sum::Offsets,
        1 => Sum::Directions,
        2 => Sum::Velocities,
        3 => Sum::Courses,
        _ => {
            let begins = f64::from(look.radius) * [0.5, 1.0][draws.below(2)];
            Sum::Pushes(falloffs[draws.below(5)], f64::from(begins as f32), draws.below(2) == 0)
        }
    }
}

fn behavior(sum: Sum, look: &Look) -> Behavior {
    let rule: Rule = match sum {
        Sum::Offsets => Cohesion { inner_radius: Some(FAR as f32), ..Cohesion::default() }.into(),
        Sum::Directions => Cohesion { average: CohesionAverage::Direction, ..Cohesion::default() }.into(),
        Sum::Velocities => Alignment { average: Average::Velocity, ..Alignment::default() }.into(),
        Sum::Courses => Alignment::default().into(),
        Sum::Pushes(falloff, begins, mean) => {
            let distance = Distance::Length(begins as f32);
            Separation { distance, falloff, scale: SCALE as f32, mean, clamp: false, each: false }.into()
        }
    };
    let mut behavior = Behavior::new(rule).response(Response::Push).of(look.of.clone());
    behavior.common.radius = Some(look.radius);
    behavior.common.radius_min = look.radius_min;
    behavior.common.angle = Some(look.angle);
    behavior.common.nearest = Some(look.nearest);
    behavior
}

/// The aim by hand and how far rounding may take it, or `None` where it is up to rounding whom the agent sees.
fn aim<const D: usize>(
    world: &World<D>,
    everyone: &[Seen<D>],
    me: &Seen<D>,
    look: &Look,
    sum: Sum,
    rounding: f64,
) -> Option<(V<D>, f64)> {
    let seen = candidates(world, everyone, me, look, rounding);
    let (mut total, mut count, mut sizes) = ([0.0; D], 0.0, 0.0);
    for (id, (distance, sure)) in &seen {
        let other = &everyone[id.index()];
        let way = way(world, me.x, other.x);
        let sides = wide(world.space().sides());
        let halfway = (0..D).any(|axis| (2.0 * way[axis].abs() - sides[axis]).abs() <= 2.0 * rounding);
        if !sure || (halfway && world.space().edge() == Edge::Wrap) {
            return None;
        }
        let part = match sum {
            Sum::Offsets => way,
            Sum::Directions => unit(way),
            Sum::Velocities => other.v,
            Sum::Courses => unit(other.v),
            Sum::Pushes(falloff, begins, _) => {
                // Coincident agents part by their ids, and at the edge it is up to rounding.
                if *distance <= rounding || side(distance - begins, rounding).is_none() {
                    return None;
                }
                let strength = match falloff {
                    _ if *distance > begins => continue,
                    Falloff::Linear => 1.0 - distance / begins,
                    Falloff::Inverse => 1.0 / distance,
                    Falloff::Ratio => begins / distance,
                    Falloff::Offset => distance / SCALE,
                    Falloff::Constant => 1.0,
                    other => panic!("{other:?} is not in this test yet"),
                };
                // The direction is as uncertain as the place is, and so is what depends on the distance.
                sizes += strength * rounding / distance * 1e6;
                if falloff == Falloff::Linear {
                    // Near the edge little is left of a difference of two numbers near 1.
                    sizes += 0.2 + rounding / begins * 1e6;
                }
                mul(unit(way), -strength)
            }
        };
        count += if sum == Sum::Courses && other.v == [0.0; D] { 0.0 } else { 1.0 };
        total = add(total, part);
        sizes += len(part) + rounding * if sum == Sum::Offsets { 1e6 } else { 0.0 };
        if sum == Sum::Directions {
            sizes += rounding / distance.max(rounding) * 1e6;
        }
    }
    if count == 0.0 {
        return Some(([0.0; D], 0.0));
    }
    let (mean, size) = (mul(total, 1.0 / count), 2e-6 * sizes / count);
    Some(match sum {
        Sum::Offsets => (mul(truncate(mean, 1.0), (len(mean) / FAR).min(1.0)), size * (1.0 + len(mean)).min(2.0) / FAR),
        Sum::Velocities => (mul(mean, 1.0 / MAX_SPEED), size / MAX_SPEED),
        Sum::Directions | Sum::Courses | Sum::Pushes(_, _, true) => (mean, size),
        Sum::Pushes(_, _, false) => (total, size * count),
    })
}

/// Checks one world; returns how many agents there were, how many could be checked, and how many saw someone.
fn check_case<const D: usize>(case: &Case) -> [usize; 3] {
    let mut draws = Draws::new(case.seed ^ 0xCAFE);
    let looks: Vec<Vec<Look>> = looks(case);
    let looks: Vec<Look> = looks.into_iter().map(|three| Look { nearest: 0, ..three[0].clone() }).collect();
    let sums: Vec<Sum> = looks.iter().map(|look| sums(&mut draws, look)).collect();
    let mut world = cube::<D>(case.edge, half_side(case) as f32, 0.1, case.seed);
    let groups = GROUPS.iter().zip(&looks).zip(&sums).map(|(((name, layers), look), sum)| {
        let body = free_body(MAX_SPEED as f32);
        Group::new(*name).layers(layers.iter().copied()).body(body).behavior(behavior(*sum, look))
    });
    world.add_groups(groups.collect()).unwrap();
    settle(&mut world, case);
    // Some look in their own way: whoever looks together with its neighbours must not notice.
    let mut own: BTreeMap<AgentId, (Look, Sum)> = BTreeMap::new();
    for id in (0..case.agents as u32).filter(|id| id % 7 == 3).take(30).map(AgentId) {
        let kind = draws.below(3);
        let radius = looks[kind].radius * [0.5, 1.0, 1.3][draws.below(3)];
        let look = Look { radius, angle: [360.0, 200.0][draws.below(2)], ..looks[kind].clone() };
        let behavior = behavior(sums[kind], &look);
        world.edit_agent(id, |settings| settings.behaviors = vec![behavior]).unwrap();
        own.insert(id, (look, sums[kind]));
    }
    let everyone = everyone(&world);
    // Nobody moves, so what is held from the steps before is what it would be now.
    (0..refresh(case)).for_each(|_| world.steer());
    let (mut checked, mut busy) = (0, 0);
    for me in &everyone {
        let (look, sum) = own.get(&me.id).cloned().unwrap_or((looks[me.group.index()].clone(), sums[me.group.index()]));
        let Some((want, size)) = aim(&world, &everyone, me, &look, sum, rounding(case, &look)) else { continue };
        let got = wide(world.agent(me.id).unwrap().steering);
        let apart = len(sub(got, want));
        assert!(apart <= size + 1e-30, "agent {} {sum:?} by {look:?}: got {got:?}, want {want:?} ± {size:e}", me.id);
        checked += 1;
        busy += usize::from(want != [0.0; D]);
    }
    [everyone.len(), checked, busy]
}

proptest! {
    #![proptest_config(config(200))]

    #[test]
    fn in_the_plane_sums_are_those_of_brute_force(case in cases()) {
        check_case::<2>(&case);
    }

    #[test]
    fn in_space_sums_are_those_of_brute_force(case in cases()) {
        check_case::<3>(&case);
    }
}

/// Most agents can be checked, and most of those see someone: the tests above are not empty.
#[test]
fn large_worlds_sum_up_whom_brute_force_finds() {
    for seed in [0, 1, 2, 3, 6, 9] {
        for (layout, edge, share) in [
            (Layout::Uniform, Edge::Wrap, 0.1),
            (Layout::Uniform, Edge::Open, 0.07),
            (Layout::Clumped, Edge::Wrap, 0.05),
            (Layout::Clumped, Edge::Clamp, 0.05),
        ] {
            let case = Case { seed, agents: 1500, edge, layout, share };
            for [agents, checked, busy] in [check_case::<2>(&case), check_case::<3>(&case)] {
                // Who minds a rare group mostly sees nobody.
                let one_in = if some_are_rare(&case) { 100 } else { 20 };
                let busy_enough = if some_are_very_rare(&case) { busy > 0 } else { busy * one_in > checked };
                assert!(checked * 10 > agents * 6 && busy_enough, "{case:?}: {checked} checked, {busy} busy");
            }
        }
    }
}
