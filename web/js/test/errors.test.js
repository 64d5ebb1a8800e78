// Bad input gets an error that says what is wrong, and changes nothing.
import assert from "node:assert/strict";
import { test } from "node:test";
import { FlockstepError, World } from "../index.js";
import { BIRDS, birds, refused, rejected } from "./birds.js";

test("mistakes in a text are all named, with line, column and path", async () => {
  const text = BIRDS.replace("count = 30", "cuont = 30").replace('type = "pursue"', 'type = "porsue"');
  const error = await rejected("scenario", World.open(text));
  assert.equal(error.problems.length, 2);
  const [first, second] = error.problems;
  assert.deepEqual([first.line, first.column, first.path], [13, 1, "groups.birds.cuont"]);
  assert.equal(first.didYouMean, "count");
  assert.match(first.message, /found the unknown key "cuont", allowed is one of name/);
  assert.equal(second.line, 22);
  assert.match(error.message, /^scenario:13:1: /);
  assert.equal(error.name, "FlockstepError");
  assert.ok(error instanceof Error);
});

test("a scene that is not there is named, with one that is", async () => {
  const error = await rejected("no-scene", World.open("scool"));
  assert.match(error.message, /no gallery scene "scool"; did you mean "school"\?/);
  assert.deepEqual(error.problems, []);
  await rejected("no-scene", World.open(""));
});

test("what is no text is no scenario", async () => {
  for (const scenario of [undefined, null, 7, {}, ["school"]]) {
    await rejected("argument", World.open(scenario));
  }
  await rejected("argument", World.open(BIRDS, { set: { seed: null } }));
  await rejected("scenario", World.open(BIRDS, { set: { "groups.bird.count": 3 } }));
  assert.throws(() => new World(), FlockstepError);
});

test("a refused edit says where and changes nothing", async () => {
  const world = await birds();
  world.step(3);
  const before = [world.hash(), world.scenario()];
  const edits = [
    ["groups.birds.body.max_speed", -1],
    ["groups.birds.body.max_speed", NaN],
    ["groups.birds.body.max_speed", Infinity],
    ["groups.birds.body.max_speed", "fast"],
    ["groups.bird.body.max_speed", 1],
    ["groups.birds.count", -1],
    ["groups.birds.count", 1e300],
    ["markers.home", [1, 2, 3]],
    ["markers.home", [1, NaN]],
    ["", 1],
  ];
  for (const [path, value] of edits) {
    const error = refused("scenario", () => world.set(path, value));
    assert.equal(error.problems.length, 1, error.message);
  }
  for (const value of [undefined, null, () => 1, Symbol("one"), new Map(), [null]]) {
    refused("argument", () => world.set("groups.birds.count", value));
  }
  refused("argument", () => world.set(7, 7));
  refused("only-at-start", () => world.set("seed", 9));
  assert.deepEqual([world.hash(), world.scenario()], before);
});

test("numbers that are none, or out of range, are refused and change nothing", async () => {
  const world = await birds();
  const hash = world.hash();
  for (const bad of [NaN, Infinity, -Infinity, 1e300]) {
    refused("refused", () => world.spawn("birds", [bad, 0]));
    refused("refused", () => world.spawn("birds", [0, 0], [0, bad]));
    refused("refused", () => world.feed([0, 1], [1, 1, bad, 1], [0, 0, 0, 0]));
    refused("refused", () => world.push(0, [bad, 0]));
    refused("refused", () => world.control(0, { direction: [bad, 0] }));
    refused("refused", () => world.control(0, { helm: bad, thrust: 1 }));
    refused("refused", () => world.setMarker("home", [bad, 0]));
  }
  for (const bad of [NaN, Infinity, -1]) refused("refused", () => world.advance(bad));
  for (const bad of [NaN, -1, 1.5, 2 ** 32, "2", null]) refused("argument", () => world.step(bad));
  assert.equal(world.hash(), hash);
});

test("vectors of the wrong size or type are refused", async () => {
  const world = await birds();
  const hash = world.hash();
  for (const bad of [[], [1], [1, 2, 3]]) {
    const error = refused("refused", () => world.spawn("birds", bad));
    assert.match(error.message, /position: found \d numbers, allowed is 2/);
    refused("refused", () => world.spawn("birds", [1, 2], bad));
    refused("refused", () => world.push(0, bad));
    refused("refused", () => world.control(0, { direction: bad }));
    refused("refused", () => world.setMarker("home", bad));
    refused("refused", () => world.feed([0], bad, [0, 0]));
    refused("refused", () => world.feed([0], [0, 0], bad));
  }
  refused("refused", () => world.feed([0, 1], [1, 2], [1, 2]));
  for (const bad of [undefined, null, 7, "12", {}, ["1", "2"], [1, undefined]]) {
    refused("argument", () => world.spawn("birds", bad));
    refused("argument", () => world.push(0, bad));
    refused("argument", () => world.feed(0, bad, [0, 0]));
  }
  for (const bad of [7, "left", {}, { direction: undefined }, { helm: "1" }]) {
    refused("argument", () => world.control(0, bad));
  }
  assert.equal(world.hash(), hash);
});

test("ids that are none, or of someone who is gone, are refused", async () => {
  const world = await birds();
  world.despawn(5);
  const hash = world.hash();
  for (const gone of [5, 999, 2 ** 32 - 1]) {
    const error = refused("no-agent", () => world.despawn(gone));
    assert.match(error.message, new RegExp(`no agent with id ${gone}`));
    refused("no-agent", () => world.push(gone, [0, 0]));
    refused("no-agent", () => world.control(gone, null));
    refused("no-agent", () => world.feed([0, gone], [1, 1, 1, 1], [0, 0, 0, 0]));
    refused("no-agent", () => world.rowOf(gone));
  }
  for (const bad of [-1, 0.5, NaN, 2 ** 32, "0", null, undefined]) {
    refused("argument", () => world.despawn(bad));
    refused("argument", () => world.push(bad, [0, 0]));
    refused("argument", () => world.feed([bad], [1, 1], [0, 0]));
    refused("argument", () => world.rowOf(bad));
  }
  refused("refused", () => world.spawn("bird", [0, 0]));
  refused("refused", () => world.spawn(2, [0, 0]));
  refused("argument", () => world.spawn(-1, [0, 0]));
  assert.equal(world.hash(), hash);
});

test("metrics that are not there are named, with one that is", async () => {
  const world = await birds();
  assert.match(refused("refused", () => world.metrics(["polarisation"])).message, /did you mean polarization\?/);
  refused("refused", () => world.metrics(["center_z"]));
  refused("argument", () => world.metrics("speed"));
  refused("argument", () => world.metrics([7]));
});

test("a closed world says so, whatever is asked of it", async () => {
  const world = await birds();
  assert.equal(world.closed, false);
  world.close();
  world.close();
  assert.equal(world.closed, true);
  const vectors = ["positions", "velocities", "headings", "steering", "previousPositions", "previousHeadings"];
  const others = ["ids", "groups", "dimensions", "length", "steps", "time", "timeStep", "seed", "space", "groupInfo"];
  for (const name of [...vectors, ...others, "obstacles"]) refused("closed", () => world[name]);
  const calls = {
    step: [], advance: [0.1], steer: [], restart: [], events: [], rowOf: [0], hash: [], scenario: [], snapshot: [],
    metrics: [], set: ["seed", 1], setMarker: ["home", [0, 0]], spawn: ["birds", [0, 0]], despawn: [0],
    feed: [0, [0, 0], [0, 0]], push: [0, [0, 0]], control: [0, null],
  };
  for (const [name, given] of Object.entries(calls)) refused("closed", () => world[name](...given));
  const every = Object.getOwnPropertyNames(World.prototype);
  const tried = [...vectors, ...others, "obstacles", ...Object.keys(calls), "constructor", "close", "closed"];
  assert.deepEqual(every.sort(), tried.sort(), "every member was tried");
});

test("more agents than the memory holds are refused before they are made", async () => {
  const error = await rejected("refused", World.open(BIRDS, { set: { "groups.birds.count": 100_000_000 } }));
  assert.match(error.message, /too many agents: 100000002/);
});

test("after a crash the worlds are lost, and new ones open", async () => {
  const [world, other] = [await birds(), await birds()];
  const hash = world.hash();
  world.step();
  const error = refused("crashed", () => world.set("groups.birds.count", 200_000_000));
  assert.match(error.message, /the engine crashed/);
  refused("crashed", () => world.step());
  refused("crashed", () => other.hash());
  world.close();
  const anew = await birds();
  assert.equal(anew.hash(), hash);
  assert.ok(anew.ids.buffer.byteLength < 64 << 20, "what the crash had taken is free again");
  anew.step(3);
  assert.ok(anew.positions[0].length === anew.length);
  refused("crashed", () => other.hash());
  other.close();
  anew.step(3);
});
