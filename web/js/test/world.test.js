// What a world does, method by method.
import assert from "node:assert/strict";
import { test } from "node:test";
import { World, load } from "../index.js";
import { BIRDS, birds } from "./birds.js";

const close = (a, b, within = 1e-5) => assert.ok(Math.abs(a - b) <= within, `${a} is not ${b}`);

test("a world says what it is", async () => {
  const world = await birds();
  assert.deepEqual([world.dimensions, world.length, world.steps, world.seed], [2, 32, 0, 4n]);
  assert.deepEqual(world.space, { edge: "wrap", min: [0, 0], max: [40, 30] });
  assert.deepEqual(world.groupInfo.map(({ name }) => name), ["birds", "hawks"]);
  assert.equal(world.groupInfo[0].color, "#ff8800");
  assert.ok(world.groupInfo[0].length > 0 && world.groupInfo[0].radius > 0);
  world.step(10);
  assert.equal(world.steps, 10);
  close(world.time, 10 * world.timeStep);
  assert.match(world.hash(), /^[0-9a-f]{16}$/);
});

test("step makes one step, or as many as are asked for, or none", async () => {
  const [one, many] = [await birds(), await birds()];
  for (let nth = 0; nth < 5; nth++) one.step();
  many.step(5);
  many.step(0);
  assert.equal(one.hash(), many.hash());
});

test("advance makes the steps that fit and says how far the rest reaches", async () => {
  const world = await World.open(BIRDS, { set: { time_step: 0.02 } });
  const first = world.advance(0.05, 10);
  assert.equal(first.steps, 2);
  close(first.fraction, 0.5);
  assert.equal(world.advance(10, 3).steps, 3);
  assert.ok(world.advance(10, 3).skipped > 9);
});

test("columns are views, one for each axis, with the row of each agent in ids", async () => {
  const world = await birds();
  const id = world.spawn("birds", [7.5, 8.25], [3, 4]);
  const row = world.rowOf(id);
  assert.equal(world.ids[row], id);
  assert.equal(world.groups[row], 0);
  assert.deepEqual(world.positions.map((axis) => axis[row]), [7.5, 8.25]);
  assert.deepEqual(world.velocities.map((axis) => axis[row]), [3, 4]);
  world.headings.forEach((axis, at) => close(axis[row], [0.6, 0.8][at]));
  for (const columns of [world.positions, world.velocities, world.headings, world.steering]) {
    assert.equal(columns.length, 2);
    columns.forEach((axis) => assert.ok(axis instanceof Float32Array && axis.length === world.length));
  }
  const again = world.positions;
  assert.notEqual(again[0], world.positions[0], "a fresh view each time");
  assert.equal(again[0].buffer, world.velocities[1].buffer, "of the engine's own memory");
  const space = await World.open("school");
  assert.equal(space.positions.length, 3);
});

test("previous columns are those of the same rows before the step", async () => {
  const world = await birds();
  world.step(3);
  const before = new Map(Array.from(world.ids, (id, row) => [id, world.positions.map((axis) => axis[row])]));
  const pointed = new Map(Array.from(world.ids, (id, row) => [id, world.headings.map((axis) => axis[row])]));
  world.step();
  world.ids.forEach((id, row) => {
    assert.deepEqual(world.previousPositions.map((axis) => axis[row]), before.get(id));
    assert.deepEqual(world.previousHeadings.map((axis) => axis[row]), pointed.get(id));
  });
});

test("a view is empty once the memory has grown, and the next one is good", async () => {
  const world = await birds();
  const [old] = world.positions;
  const large = await World.open(BIRDS, { set: { "groups.birds.count": 300_000, "space.max": [4000, 3000] } });
  large.step();
  assert.equal(old.length, 0, "the memory has grown");
  assert.equal(world.positions[0].length, world.length);
  assert.ok(world.positions[0].every((x) => x >= 0 && x <= 40));
  large.close();
});

test("set edits a running world by path, with numbers, words, lists and tables", async () => {
  const world = await birds();
  world.step(2);
  const calm = await World.restore(world.snapshot());
  world.set("groups.birds.body.max_speed", 0.5);
  const before = world.length;
  world.set("groups.birds.count", 40);
  world.set("groups.birds.behaviors.cohesion.enabled", false);
  world.set("markers.home", [3, 4]);
  world.set("space.edge", "open");
  world.set("groups.hawks.captures", { of: { groups: ["birds"] }, distance: 1.5, respawn: true });
  assert.equal(world.length, before + 10);
  assert.equal(world.space.edge, "open");
  assert.equal(world.steps, 2);
  world.step(20);
  calm.step(20);
  assert.notEqual(world.hash(), calm.hash());
  assert.match(world.scenario(), /max_speed = 0\.5/);
});

test("settings given to open are those of set at the start", async () => {
  const opened = await World.open(BIRDS, { set: { "groups.birds.body.max_speed": 9, seed: 5n } });
  const edited = await birds();
  edited.set("groups.birds.body.max_speed", 9);
  edited.set("seed", 5);
  opened.step(20);
  edited.step(20);
  assert.equal(opened.hash(), edited.hash());
});

test("restart begins anew with the settings as they are", async () => {
  const world = await birds();
  world.step(5);
  world.set("groups.birds.body.max_speed", 9);
  world.restart();
  assert.equal(world.steps, 0);
  const wanted = await World.open(BIRDS, { set: { "groups.birds.body.max_speed": 9 } });
  assert.equal(world.hash(), wanted.hash());
});

test("the scenario of a world opens to the same world", async () => {
  const world = await World.open("school");
  const again = await World.open(world.scenario());
  assert.equal(again.hash(), world.hash());
});

test("agents are born and taken away, by name or number of their group", async () => {
  const world = await birds();
  const [first, second] = [world.spawn("hawks", [1, 1]), world.spawn(1, Float32Array.of(2, 2), new Float64Array(2))];
  assert.equal(second, first + 1);
  assert.equal(world.length, 34);
  world.despawn(first);
  assert.equal(world.length, 33);
  assert.ok(!world.ids.includes(first) && world.ids.includes(second));
});

test("feed puts one agent or several where another program has them", async () => {
  const world = await birds();
  world.feed(3, [5, 6], [1, 0]);
  world.feed([4, 5], [7, 8, 9, 10], Float32Array.of(0, 1, 0, 2));
  world.feed(Uint32Array.of(6), [11, 12], [0, 0]);
  const at = (id) => world.positions.map((axis) => axis[world.rowOf(id)]);
  assert.deepEqual([3, 4, 5, 6].map(at), [[5, 6], [7, 8], [9, 10], [11, 12]]);
  assert.deepEqual(world.velocities.map((axis) => axis[world.rowOf(5)]), [0, 2]);
});

test("steer works out what everyone wants and moves nobody", async () => {
  const world = await birds();
  const before = world.positions.map((axis) => axis.slice());
  const ids = world.ids.slice();
  world.steer();
  ids.forEach((id, row) => {
    assert.deepEqual(world.positions.map((axis) => axis[world.rowOf(id)]), before.map((axis) => axis[row]));
  });
  assert.ok(world.steering[0].some((x) => x !== 0));
});

test("push adds to a velocity", async () => {
  const world = await birds();
  world.feed(3, [5, 6], [1, 2]);
  world.push(3, [0.5, -1]);
  assert.deepEqual(world.velocities.map((axis) => axis[world.rowOf(3)]), [1.5, 1]);
});

test("a player steers an agent by direction or helm, and gives it back", async () => {
  const driven = async (control) => {
    const world = await birds();
    world.control(30, control);
    world.step(60);
    return { y: world.headings[1][world.rowOf(30)], hash: world.hash() };
  };
  assert.ok((await driven({ direction: [0, 1] })).y > 0.9);
  assert.ok((await driven({ direction: [0, -1] })).y < -0.9);
  const free = await driven(null);
  assert.notEqual((await driven({ helm: 1, thrust: 1 })).hash, free.hash);
  assert.notEqual((await driven({ thrust: 0 })).hash, free.hash);
  const world = await birds();
  world.control(30, { direction: [0, 1] });
  world.control(30, null);
  world.step(60);
  assert.equal(world.hash(), free.hash);
});

test("a marker is moved", async () => {
  const world = await birds();
  world.setMarker("home", [5, 6]);
  assert.match(world.scenario(), /home = \[5(\.0)?, 6(\.0)?\]/);
});

test("events are the captures of the last call, however many steps it made", async () => {
  const world = await birds();
  const before = world.length;
  world.step(400);
  const events = world.events();
  assert.ok(events.length > 0);
  assert.equal(world.length, before - events.length);
  for (const { kind, predator, prey, respawned } of events) {
    assert.deepEqual([kind, respawned], ["capture", false]);
    assert.ok(predator >= 30 && prey < 30);
  }
  assert.deepEqual(world.events(), events, "asked again they are the same");
  assert.equal(world.metrics().groups.hawks.captures, events.length);
  world.step(0);
  assert.deepEqual(world.events(), []);
});

test("captures of hawks that came later count", async () => {
  const world = await World.open(BIRDS, { set: { "groups.hawks.count": 0 } });
  world.step();
  const hawk = world.spawn("hawks", world.positions.map((axis) => axis[world.rowOf(7)]));
  world.step();
  assert.ok(world.events().some(({ predator }) => predator === hawk));
  assert.equal(world.metrics(["captures"]).groups.hawks.captures, world.events().length);
});

test("metrics are measured for each group and for all", async () => {
  const world = await birds();
  world.step(10);
  const { all, groups } = world.metrics();
  assert.deepEqual([all.agents, groups.birds.agents + groups.hawks.agents], [world.length, world.length]);
  assert.ok(all.polarization >= 0 && all.polarization <= 1);
  const [vx, vy] = world.velocities;
  const speed = vx.reduce((sum, x, row) => sum + Math.hypot(x, vy[row]), 0) / world.length;
  close(all.speed, speed, 1e-3);
  const chosen = world.metrics(["flocks", "center_x"]);
  assert.deepEqual(Object.keys(chosen.all), ["agents", "flocks", "center_x"]);
});

test("metrics that go by what was seen before remember it between calls", async () => {
  const text = BIRDS.replace("count = 2", "count = 0").replace("count = 30", "count = 2");
  const world = await World.open(text);
  const seen = (distance, ...others) => {
    world.feed([0, 1], [5, 5, 5 + distance, 5], [0, 0, 0, 0]);
    return world.metrics(["collisions", ...others]).all.collisions;
  };
  const counts = [seen(10), seen(0), seen(0, "speed"), seen(10), seen(0)];
  assert.deepEqual(counts, [0, 1, 1, 1, 2]);
});

test("obstacles are there to be drawn", async () => {
  const text = `${BIRDS}
[[obstacles]]
shape = "ball"
center = [10, 10]
radius = 2
[[obstacles]]
shape = "box"
min = [20, 20]
max = [22, 24]
`;
  const world = await World.open(text);
  assert.deepEqual(world.obstacles, [
    { kind: "ball", points: [[10, 10]], radius: 2 },
    { kind: "box", points: [[20, 20], [22, 24]] },
  ]);
});

test("loading early, and twice, is loading once", async () => {
  assert.equal(load(), load());
  await load();
});
