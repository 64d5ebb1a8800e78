// The WebAssembly module: loaded once, begun anew after a crash.
import init, { __wbg_reset_state as reset, room } from "./wasm/flockstep.js";
import { FlockstepError, takeLastWords } from "./error.js";

let loading;
/** How often the module has begun anew: worlds of before are lost. */
let age = 0;
let crashed = false;
let memory;

export function load(wasm) {
  loading ??= start(wasm).catch((error) => {
    loading = undefined;
    throw new FlockstepError("load", `the engine could not be loaded: ${error?.message ?? error}`);
  });
  return loading;
}

async function start(wasm) {
  await init({ module_or_path: (await wasm) ?? (await own()) });
  memory = room();
}

/** The module that lies beside this file. Node's `fetch` reads no files. */
function own() {
  const url = new URL("./wasm/flockstep_bg.wasm", import.meta.url);
  const files = url.protocol === "file:" ? globalThis.process?.getBuiltinModule?.("node:fs/promises") : undefined;
  return files ? files.readFile(url) : url;
}

/** Before a world is made; says what age it is of. */
export function begin() {
  if (crashed) {
    reset();
    memory = room();
    age += 1;
    crashed = false;
  }
  return age;
}

/** What addresses are places in: another one whenever the memory has grown. */
export function buffer() {
  return memory.buffer;
}

export function isLost(born) {
  return crashed || born !== age;
}

/** Does something in the engine. If it crashes there (out of memory, or a mistake of ours), all worlds are lost. */
export function call(born, run) {
  if (isLost(born)) {
    throw new FlockstepError("crashed", "this world was lost when the engine crashed: open or restore it anew");
  }
  try {
    return run();
  } catch (error) {
    if (!(error instanceof WebAssembly.RuntimeError || error instanceof RangeError)) throw error;
    crashed = true;
    const why = takeLastWords() || error.message;
    throw new FlockstepError("crashed", `the engine crashed, and all its worlds are lost: ${why}`);
  }
}
