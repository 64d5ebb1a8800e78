// Checked by `tsc --strict`, never run.
import { FlockstepError, World, load, scenes, type Columns, type Reading, type WorldEvent } from "flockstep";

export async function everything(): Promise<void> {
  await load(new URL("https://example.org/flockstep_bg.wasm"));
  await load(fetch("flockstep_bg.wasm"));
  const names: string[] = await scenes();
  using world: World = await World.open(names[0]!, { set: { "groups.fish.count": 9, seed: 3n, "space.max": [1, 2] } });
  world.step();
  world.step(5);
  const { steps, fraction, skipped } = world.advance(1 / 60, 4);
  const sum: number = steps + fraction + skipped + world.time + world.timeStep + world.steps + world.length;
  const columns: Columns = world.positions;
  const x: Float32Array = columns[0]!;
  const ids: Uint32Array = world.ids;
  const seed: bigint = world.seed;
  const dimensions: 2 | 3 = world.dimensions;
  world.set("groups.hawks.captures", { of: { groups: ["birds"] }, distance: 1.5, respawn: true });
  const id: number = world.spawn("fish", [1, 2], Float32Array.of(1, 2));
  world.feed(id, [1, 2], [0, 0]);
  world.feed(ids, x, world.velocities[0]!);
  world.push(id, [1, 0]);
  world.control(id, { direction: [1, 0] });
  world.control(id, { helm: 1, thrust: 0.5 });
  world.control(id, null);
  world.setMarker("home", [1, 2]);
  world.despawn(id);
  const events: WorldEvent[] = world.events();
  const reading: Reading = world.metrics(["flocks"]).groups["fish"]!;
  const flocks: number = reading["flocks"]!;
  const again: World = await World.restore(world.snapshot(), world.scenario());
  const hash: string = again.hash();
  again.close();
  try {
    world.restart();
  } catch (error) {
    if (error instanceof FlockstepError && error.code === "scenario") {
      const { line, column, path, message, didYouMean } = error.problems[0]!;
      console.log(line + column, path + message, didYouMean?.length);
    }
  }
  console.log(sum, seed, dimensions, events, flocks, hash, world.space.min, world.groupInfo[0]?.color, world.obstacles);

  // @ts-expect-error worlds are made by open and restore
  new World();
  // @ts-expect-error a number of steps
  world.step("2");
  // @ts-expect-error a vector
  world.push(id, 1);
  // @ts-expect-error columns are read only
  world.positions = columns;
  // @ts-expect-error null is no value
  world.set("seed", null);
  // @ts-expect-error a helm takes a thrust
  world.control(id, { helm: 1 });
  // @ts-expect-error there is no such code
  new FlockstepError("strange", "message");
}
