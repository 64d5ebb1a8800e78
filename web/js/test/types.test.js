// The types are right: what a user writes passes `tsc --strict`, what is wrong does not, and the examples pass too.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));

function tsc(...files) {
  const options = "--noEmit --strict --module nodenext --target es2022 --lib es2022,dom,esnext.disposable";
  const more = "--skipLibCheck --allowJs --checkJs --types node --ignoreConfig";
  const checks = `${options} ${more}`.split(" ");
  return spawnSync(process.execPath, [here("../node_modules/typescript/bin/tsc"), ...checks, ...files], {
    cwd: here(".."),
    encoding: "utf8",
  });
}

test("a program that uses everything passes, and every wrong use in it is found", () => {
  const { status, stdout } = tsc(here("types.ts"));
  assert.equal(status, 0, stdout);
});

test("the examples pass", () => {
  const folder = here("../examples/.checked/");
  mkdirSync(folder, { recursive: true });
  const files = ["canvas", "three"].map((name) => {
    const html = readFileSync(here(`../examples/${name}.html`), "utf8");
    const script = html.match(/<script type="module">([^]*?)<\/script>/)[1];
    const path = `${folder}${name}.js`;
    writeFileSync(path, script.replaceAll('"../index.js"', '"flockstep"'));
    return path;
  });
  const { status, stdout } = tsc(...files);
  rmSync(folder, { recursive: true });
  assert.equal(status, 0, stdout);
});
