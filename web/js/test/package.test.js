// The package as npm would publish it: small, whole, and good once it is installed.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

const root = new URL("..", import.meta.url);
const folder = mkdtempSync(join(tmpdir(), "flockstep-"));
after(() => rmSync(folder, { recursive: true }));

const npm = (cwd, ...words) => {
  return execFileSync("npm", words, { cwd, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
};

test("what a page loads is at most 800 KB gzipped", () => {
  const { files } = JSON.parse(readFileSync(new URL("package.json", root), "utf8"));
  const loaded = files.filter((file) => /\.(js|wasm)$/.test(file));
  const bytes = loaded.map((file) => gzipSync(readFileSync(new URL(file, root)), { level: 9 }).length);
  const sum = bytes.reduce((a, b) => a + b);
  assert.ok(sum <= 800_000, `${sum} bytes`);
});

test("packed and installed elsewhere it runs, and nothing but the package is in it", () => {
  const [{ filename, files }] = JSON.parse(npm(fileURLToPath(root), "pack", "--json", "--pack-destination", folder));
  assert.deepEqual(files.map(({ path }) => path).sort(), [
    "LICENSE-APACHE", "LICENSE-MIT", "README.md", "arguments.js", "engine.js", "error.js", "index.d.ts", "index.js",
    "package.json", "wasm/flockstep.js", "wasm/flockstep_bg.wasm",
  ]);
  npm(folder, "install", "--offline", join(folder, filename));
  const program = `import { World } from "flockstep";
    const world = await World.open("seek");
    world.step(300);
    console.log(world.hash());`;
  const words = ["--input-type=module", "-e", program];
  const said = execFileSync(process.execPath, words, { cwd: folder, encoding: "utf8" });
  assert.equal(said.trim(), "3e05954e69da9f34");
});
