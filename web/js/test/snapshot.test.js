// A world as bytes, and back.
import assert from "node:assert/strict";
import { test } from "node:test";
import { World } from "../index.js";
import { BIRDS, birds, rejected } from "./birds.js";

test("a restored world goes on bit for bit, in two dimensions and three", async () => {
  for (const scene of [BIRDS, "school", "maze", "geese"]) {
    const world = await World.open(scene);
    world.step(20);
    const restored = await World.restore(world.snapshot());
    assert.deepEqual([restored.hash(), restored.steps], [world.hash(), 20]);
    world.step(30);
    restored.step(30);
    assert.equal(restored.hash(), world.hash());
  }
});

test("a snapshot is a copy that outlives its world", async () => {
  const world = await birds();
  world.step(5);
  const [bytes, hash] = [world.snapshot(), world.hash()];
  world.step(5);
  world.close();
  assert.equal((await World.restore(bytes.buffer)).hash(), hash);
});

test("a restored world is edited by path like any other", async () => {
  const world = await birds();
  world.step(5);
  world.set("groups.birds.body.max_speed", 3);
  const restored = await World.restore(world.snapshot());
  for (const each of [world, restored]) {
    each.set("groups.birds.sight.radius", 4);
    each.set("groups.birds.count", 50);
    each.step(20);
  }
  assert.equal(restored.hash(), world.hash());
});

test("a snapshot of the engine's own takes its scenario as well", async () => {
  const world = await birds();
  world.step(5);
  const bytes = world.snapshot();
  // What comes after the engine's own part: the scenario, 16 bytes, and 8 of the mark.
  const own = bytes.slice(0, bytes.length - 24 - new TextEncoder().encode(world.scenario()).length);
  const error = await rejected("snapshot", World.restore(own));
  assert.match(error.message, /scenario/);
  const restored = await World.restore(own, BIRDS);
  assert.equal(restored.hash(), world.hash());
  await rejected("snapshot", World.restore(own, "school"));
});

test("a damaged snapshot is refused, whatever byte it is", async () => {
  const world = await birds();
  const bytes = world.snapshot();
  await rejected("snapshot", World.restore(new Uint8Array(0), BIRDS));
  await rejected("snapshot", World.restore(new TextEncoder().encode("no snapshot"), BIRDS));
  for (let at = 0; at < bytes.length - 8; at += 7) {
    const damaged = bytes.slice();
    damaged[at] ^= 16;
    await rejected("snapshot", World.restore(damaged));
  }
  for (const length of [8, 100, bytes.length - 1]) {
    await rejected("snapshot", World.restore(bytes.slice(0, length)));
  }
  await rejected("argument", World.restore("text"));
  await rejected("argument", World.restore(undefined));
});
