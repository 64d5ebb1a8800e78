// How many steps of the native engine the WebAssembly build makes: node bench.js [--rounds N] [--chromium]
// Both on one thread, the native one held to SSE2, in turns. Blocks of steps are timed, as the clock of a browser is
// coarse; the quickest tenth of them and the best of all rounds count, so that other programs on the machine matter
// little.
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

const AGENTS = 10_000;
// The last two are also in the native program (pace.rs).
const BLOCKS = 20;
const BLOCK = 20;
const WARM_UP = 20;
const WANTED = { 2: 0.6, 3: 0.75 };

/** The world of `flockstep bench`: a flock of three rules in a torus, 20 neighbours within sight. */
function flock(dimensions) {
  const ball = Math.PI * (dimensions === 2 ? 1 : 4 / 3);
  const side = ((AGENTS * ball) / 20) ** (1 / dimensions);
  const corner = (at) => `[${Array(dimensions).fill(at.toFixed(3)).join(", ")}]`;
  return `
dimensions = ${dimensions}
seed = 1
time_step = 0.05
space = { edge = "wrap", min = ${corner(0)}, max = ${corner(side)} }
[[groups]]
name = "flock"
count = ${AGENTS}
speed = [0, 0.5]
sight = { radius = 1, angle = 270 }
body = { model = "point", max_speed = 1, max_force = 0.02, radius = 0.1, length = 0.2 }
behaviors = [{ type = "separation", distance = 0.5 }, { type = "alignment" }, { type = "cohesion" }]
`;
}

/** Runs here and, as its source, in the page. */
async function pace(from, text, blocks, block, warmUp) {
  const { World } = await import(from);
  const world = await World.open(text);
  world.step(warmUp);
  const times = [];
  for (let nth = 0; nth < blocks; nth++) {
    const start = performance.now();
    world.step(block);
    times.push(((performance.now() - start) * 1000) / block);
  }
  times.sort((a, b) => a - b);
  const found = { time: times[Math.floor(blocks / 10)], hash: world.hash() };
  world.close();
  return found;
}

const { values } = parseArgs({ options: { rounds: { type: "string", default: "5" }, chromium: { type: "boolean" } } });
const rounds = Number(values.rounds);
const root = fileURLToPath(new URL("../..", import.meta.url));
const build = ["build", "--release", "-q", "-p", "flockstep-scenario", "--example", "pace"];
execFileSync("cargo", build, { cwd: root, stdio: "inherit" });

const places = { node: (text) => pace(new URL("./index.js", import.meta.url).href, text, BLOCKS, BLOCK, WARM_UP) };
let end = () => {};
if (values.chromium) {
  const { browse } = await import("./test/browse.js");
  const { page, stop } = await browse("/examples/serve.js");
  places.chromium = (text) =>
    page.evaluate(`(${pace})("/index.js", ${JSON.stringify(text)}, ${BLOCKS}, ${BLOCK}, ${WARM_UP})`);
  end = stop;
}

const folder = mkdtempSync(join(tmpdir(), "flockstep-"));
let slow = false;
for (const dimensions of [2, 3]) {
  const text = flock(dimensions);
  const file = join(folder, "flock.toml");
  writeFileSync(file, text);
  const best = {};
  const hashes = new Set();
  const note = (place, { time, hash }) => {
    best[place] = Math.min(best[place] ?? Infinity, time);
    hashes.add(hash);
  };
  for (let round = 0; round < rounds; round++) {
    const program = join(root, "target/release/examples/pace");
    const [time, hash] = execFileSync(program, [file, String(BLOCKS), "sse2"], { encoding: "utf8" }).trim().split(" ");
    note("native", { time: Number(time), hash });
    for (const [place, run] of Object.entries(places)) note(place, await run(text));
  }
  if (hashes.size !== 1) throw new Error(`the hashes differ: ${[...hashes]}`);
  for (const place of Object.keys(places)) {
    const ratio = best.native / best[place];
    slow ||= ratio < WANTED[dimensions];
    const each = (time) => `${(AGENTS / time).toFixed(2)} M agent-steps/s`;
    console.log(
      `${dimensions}D ${place}: ${each(best[place])}, native SSE2 ${each(best.native)}: ` +
        `${ratio.toFixed(3)} of it (wanted: ${WANTED[dimensions]})`,
    );
  }
}
rmSync(folder, { recursive: true });
await end();
process.exitCode = slow ? 1 : 0;
