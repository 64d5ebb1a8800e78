//! What it takes to repair a flow field, beside building it:
//!
//!     cargo run --release -p flockstep --example repair

use flockstep::Error;
use flockstep::ground::Field;
use flockstep::prelude::*;
use std::time::Instant;

#[allow(clippy::print_stdout)] // an example is a program
fn main() -> Result<(), Error> {
    let space = Space::new(Edge::Clamp, [0.0; 2], [1000.0; 2])?;
    let mut world = World::new(space, 0.02, 1)?;
    let costs = Costs::open([0.0; 2], [1000.0; 2], 1.0)?;
    let goals = vec![Target::point([20.0, 20.0])];
    let flow = Flow { costs, goals, obstacles: true, clearance: 0.0, moving_cost: 10.0 };
    world.set_field("way", Field::Flow(flow))?;
    let step = |world: &mut World<2>, what: &str| -> Result<(), Error> {
        let start = Instant::now();
        world.step();
        let (cells, spent) = (world.touched_cells("way")?, start.elapsed().as_secs_f64() * 1e3);
        println!("{what:>24}: {cells:>8} cells, {spent:>8.2} ms");
        Ok(())
    };
    step(&mut world, "built")?;
    let cart = world.add_obstacle(Obstacle::Box { min: [700.0, 700.0], max: [703.0, 702.0] })?;
    step(&mut world, "a block is put down")?;
    world.set_obstacle_velocity(cart, [25.0, 10.0])?;
    step(&mut world, "it begins to move")?;
    for _ in 0..3 {
        step(&mut world, "it moves on")?;
    }
    world.set_costs("way", &[([300, 500], f32::INFINITY), ([301, 500], f32::INFINITY)])?;
    println!("{:>24}: {:>8} cells", "two cells are walled up", world.touched_cells("way")?);
    Ok(())
}
