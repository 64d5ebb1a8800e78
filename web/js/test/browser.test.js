// The package in a real Chromium: in a worker, on a page, and the two examples. Pictures go to $PICTURES, if it is set.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { browse } from "./browse.js";

const table = new URL("../../../crates/flockstep-scenario/src/golden.txt", import.meta.url);
// A name with a slash is a scene under other settings.
const lines = readFileSync(table, "utf8").trim().split("\n").filter((line) => !line.includes("/"));
const golden = lines.map((line) => line.split(" "));

test("in a worker every scene comes to its golden hash, and errors are data", { timeout: 120_000 }, async () => {
  const { page, mishaps, stop } = await browse("/test/empty.html");
  const names = golden.map(([scene]) => scene);
  const found = await page.evaluate(
    (names) =>
      new Promise((done, failed) => {
        const worker = new Worker("/test/worker.js", { type: "module" });
        worker.onmessage = ({ data }) => done(data);
        worker.onerror = (event) => failed(new Error(event.message));
        worker.postMessage({ names, steps: 300 });
      }),
    names,
  );
  assert.deepEqual(found.hashes, golden);
  assert.equal(found.isOurs, true);
  assert.deepEqual([found.problems[0].line, found.problems[0].column], [2, 1]);
  assert.deepEqual(mishaps, []);
  await stop();
});

test("on a page it loads beside itself, or from a module that is compiled already", { timeout: 60_000 }, async () => {
  const { page, mishaps, stop } = await browse("/test/empty.html");
  const hash = await page.evaluate(async () => {
    const { World, load } = await import("/index.js");
    await load(WebAssembly.compileStreaming(fetch("/wasm/flockstep_bg.wasm")));
    const world = await World.open("maze");
    world.step(300);
    return world.hash();
  });
  assert.equal(hash, Object.fromEntries(golden).maze);
  assert.deepEqual(mishaps, []);
  await stop();
});

test("a module that is not there is an error that says so", { timeout: 60_000 }, async () => {
  const { page, stop } = await browse("/test/empty.html");
  const [failed, after] = await page.evaluate(async () => {
    const { World, load } = await import("/index.js");
    const failed = await load("/nothing.wasm").catch(({ name, code, message }) => ({ name, code, message }));
    return [failed, (await World.open("seek")).length];
  });
  assert.deepEqual([failed.name, failed.code], ["FlockstepError", "load"]);
  assert.ok(after > 0, "and the next try finds it");
  await stop();
});

for (const example of ["canvas", "three"]) {
  test(`the example ${example}.html draws a flock that moves`, { timeout: 120_000 }, async () => {
    const { page, mishaps, stop } = await browse(`/examples/${example}.html`);
    await page.waitForSelector("canvas");
    await page.waitForTimeout(1500);
    const first = await page.screenshot();
    await page.mouse.move(700, 200);
    await page.waitForTimeout(1500);
    const folder = process.env.PICTURES;
    const second = await page.screenshot(folder ? { path: join(folder, `${example}.png`) } : {});
    assert.ok(!first.equals(second), "it moves");
    assert.ok(second.length > 10_000, "there is something to see");
    assert.deepEqual(mishaps, []);
    await stop();
  });
}
