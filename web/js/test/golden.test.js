// The same bits as everywhere: every scene of the gallery comes to its golden hash.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { World, scenes } from "../index.js";

const table = new URL("../../../crates/flockstep-scenario/src/golden.txt", import.meta.url);
// A name with a slash is a scene under other settings.
const lines = readFileSync(table, "utf8").trim().split("\n").filter((line) => !line.includes("/"));
const golden = lines.map((line) => line.split(" "));

test("the package has every scene that has a golden hash", async () => {
  assert.deepEqual(await scenes(), golden.map(([scene]) => scene));
});

for (const [scene, hash] of golden) {
  test(`${scene} comes to its golden hash after 300 steps`, async () => {
    const world = await World.open(scene);
    world.step(300);
    assert.equal(world.hash(), hash);
    world.close();
  });
}
