//! A cruising school turns smoothly while it avoids, aligns, keeps together and keeps clear.

use super::common::*;
use flockstep::prelude::*;

/// Degrees a second that a member turns on the average, and how much of that is turning to and fro: the change of the rate of turn from
/// one step to the next.
fn turning<const D: usize>(rate: f32, blend: BlendKind) -> (f64, f64) {
    let mut world = cube::<D>(Edge::Wrap, 25.0, 1.0 / rate, 11);
    let body = PointBody { max_speed: 6.0, min_speed: 2.0, max_force: 12.0, ..PointBody::default() };
    let school = Group::new("school")
        .sight(Sight { radius: 5.0, angle: 270.0, ..Sight::default() })
        .body(body)
        .blend(blend)
        .behavior(Behavior::new(Separation::new(2.0)).weight(4.0))
        .behavior(Alignment::default())
        .behavior(Behavior::new(Cohesion { inner_radius: Some(4.0), ..Cohesion::default() }).weight(0.5))
        .behavior(Behavior::new(Avoid { distance: 8.0 }).weight(8.0))
        .behavior(AvoidObstacles { lookahead: 4.0, swept: true, ..AvoidObstacles::default() });
    let pike =
        Group::new("pike").body(PointBody { max_speed: 3.0, ..PointBody::default() }).behavior(Wander::default());
    let groups = world.add_groups(vec![school, pike]).unwrap();
    world.populate(groups[0], 80).unwrap();
    world.populate(groups[1], 1).unwrap();
    world.add_obstacle(Obstacle::Ball { center: [10.0; D], radius: 3.0 }).unwrap();
    (0..(6.0 * rate) as usize).for_each(|_| world.step());
    let mut last: Vec<V<D>> = everyone(&world).iter().map(|one| one.h).collect();
    let mut before: Vec<V<D>> = last.clone();
    let (mut turned, mut swung, mut count) = (0.0, 0.0, 0.0);
    for _ in 0..(6.0 * rate) as usize {
        world.step();
        for one in everyone(&world).iter().filter(|one| one.group == GroupId(0)) {
            let id = one.id.index();
            let turn = sub(one.h, last[id]);
            turned += len(turn).to_degrees() * f64::from(rate);
            swung += len(sub(turn, sub(last[id], before[id]))).to_degrees() * f64::from(rate);
            count += 1.0;
            (before[id], last[id]) = (last[id], one.h);
        }
    }
    (turned / count, swung / count)
}

#[test]
fn a_school_that_avoids_and_aligns_turns_smoothly() {
    // Degrees a second, as stated in docs/crowds.md.
    for (rate, blend, turns, swings) in
        [(30.0, BlendKind::Sum, 30.0, 10.0), (60.0, BlendKind::Sum, 30.0, 10.0), (60.0, BlendKind::Context, 60.0, 30.0)]
    {
        let (plane, space) = (turning::<2>(rate, blend), turning::<3>(rate, blend));
        eprintln!("{rate} {blend:?}: plane {plane:.2?}, space {space:.2?}");
        for (turned, swung) in [plane, space] {
            assert!(turned < turns && swung < swings, "{blend:?} at {rate}: turns by {turned}, swings by {swung}");
        }
    }
}
