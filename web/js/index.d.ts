/**
 * Flockstep: a deterministic flocking and steering engine. The same scenario, seed and number of steps give the same
 * bits in every browser, in Node and in the native program.
 *
 * ```js
 * import { World } from "flockstep";
 *
 * const world = await World.open("school");
 * world.set("groups.bluegill.body.max_speed", 9);
 * world.step(300);
 * const [x, y, z] = world.positions;
 * console.log(world.hash(), x[0], y[0], z[0]);
 * ```
 */

/** A point or a vector: two numbers in a world of two dimensions, three in one of three. */
export type Vector = readonly number[] | Float32Array | Float64Array;

/**
 * A column for each axis, `[x, y]` or `[x, y, z]`, each with a number for each agent: `x[row]`, `y[row]`. Which agent a
 * row is of says {@link World.ids}; it changes with every step.
 *
 * The arrays are views of the engine's own memory, not copies. They are good until the next call of any method that
 * changes a world (of this or any other world): then rows may be elsewhere, and if the memory had to grow, the arrays
 * have the length 0. So ask for them anew after every step, which costs nothing; copy (`x.slice()`) what you want to
 * keep. Do not write to them: use {@link World.feed}.
 */
export type Columns = Float32Array<ArrayBuffer>[];

/** What a setting can be: as in a scenario file. A string is a TOML value or a word, as after `--set PATH=`. */
export type Value =
  | number
  | bigint
  | boolean
  | string
  | readonly Value[]
  | Float32Array
  | { readonly [key: string]: Value };

/** One mistake in the text of a scenario, or in a path or value given to {@link World.set}. */
export interface Problem {
  /** The name of the text, or the override that was wrong. */
  readonly source: string;
  /** The line, from 1. */
  readonly line: number;
  /** The column in characters, from 1. */
  readonly column: number;
  /** The path of the key, such as `groups.bluegill.body.max_speed`; empty for a mistake of the syntax. */
  readonly path: string;
  /** What was found. */
  readonly found: string;
  /** What is allowed. */
  readonly allowed: string;
  /** A known name that looks like what was found. */
  readonly didYouMean: string | undefined;
  /** All of it in a sentence, without the line and column. */
  readonly message: string;
}

/**
 * Why something failed:
 * - `scenario`: mistakes in a text, a path or a value; each is in {@link FlockstepError.problems}
 * - `no-scene`: there is no scene of this name in the gallery
 * - `no-agent`: there is no agent with this id, or not any more
 * - `argument`: an argument of the wrong type
 * - `refused`: the engine does not do this: numbers out of range, names unknown
 * - `only-at-start`: a running world cannot take this edit; it would have to begin anew
 * - `snapshot`: these bytes are no snapshot, or a damaged one
 * - `closed`: this world has been closed
 * - `load`: the WebAssembly could not be loaded
 * - `crashed`: the engine ran out of memory or has a mistake; all worlds are lost, new ones can be opened
 */
export type ErrorCode =
  | "scenario"
  | "no-scene"
  | "no-agent"
  | "argument"
  | "refused"
  | "only-at-start"
  | "snapshot"
  | "closed"
  | "load"
  | "crashed";

/** What every method here throws, or rejects with. The world is as it was, unless the code is `crashed`. */
export class FlockstepError extends Error {
  constructor(code: ErrorCode, message: string, problems?: readonly Problem[]);
  readonly name: "FlockstepError";
  readonly code: ErrorCode;
  /** The mistakes in a text, in its order; empty for other errors. */
  readonly problems: readonly Problem[];
}

/** Something happened in the last {@link World.step} or {@link World.advance}: a predator ate prey. */
export interface WorldEvent {
  readonly kind: "capture";
  /** The id of the one who ate. */
  readonly predator: number;
  /** The id of the eaten. */
  readonly prey: number;
  /** Whether the eaten was born again and keeps its id, instead of being removed. */
  readonly respawned: boolean;
}

/** What {@link World.advance} did. */
export interface Advance {
  /** Steps made. */
  readonly steps: number;
  /** How far the time left over reaches into the next step, from 0 to 1: draw at
   * `previous + (now - previous) * fraction`. */
  readonly fraction: number;
  /** Seconds given up because they would have taken more than `most` steps. */
  readonly skipped: number;
}

/** A player's hand on an agent: a direction (of length 1 for full speed), or a helm and an engine. */
export type Control =
  | { readonly direction: Vector }
  | {
      /** From -1 (hard to port) to 1 (hard to starboard). */
      readonly helm?: number;
      /** From -1 (down) to 1 (up); in three dimensions only. */
      readonly pitch?: number;
      /** From 0 (adrift) to 1 (full ahead). */
      readonly thrust: number;
    };

/** What was measured of a set of agents: `agents`, and a number for each metric; NaN where there is none to measure. */
export interface Reading {
  readonly agents: number;
  readonly [metric: string]: number;
}

/** Where agents move. */
export interface Space {
  /** What happens at the edge, as in a scenario file: `open`, `wrap`, ... */
  readonly edge: string;
  readonly min: number[];
  readonly max: number[];
}

/** A group, to draw its agents. */
export interface GroupInfo {
  readonly name: string;
  /** As `#rrggbb`. */
  readonly color: string;
  /** How long a body is. */
  readonly length: number;
  readonly radius: number;
}

/**
 * Something solid, to draw. The points of a `ball`: its centre; of a `box`: the least and the greatest corner; of a
 * `segment` or `capsule`: both ends; of a `polygon`: its corners; of a `plane`: a point of it and the direction of its
 * free side.
 */
export interface Obstacle {
  readonly kind: "ball" | "box" | "capsule" | "segment" | "polygon" | "plane";
  readonly points: number[][];
  readonly radius?: number;
}

/** A running world of two or three dimensions. */
export class World {
  private constructor();

  /**
   * Opens a scenario.
   * @param scenario the name of a scene of the gallery ({@link scenes}), or the text of a scenario file, which has at
   * least one line break
   * @param options `set`: settings to replace, by the paths of {@link World.set}
   */
  static open(scenario: string, options?: { readonly set?: { readonly [path: string]: Value } }): Promise<World>;

  /**
   * A world from a snapshot, which goes on bit for bit.
   * @param scenario the text of its scenario, for a snapshot that was made elsewhere (in Rust, C or Python, or by the
   * command line) and does not carry it
   */
  static restore(snapshot: Uint8Array | ArrayBuffer, scenario?: string): Promise<World>;

  /** Frees the memory of the world. What is never closed is freed when JavaScript collects it, which may be late. */
  close(): void;
  /** The same, at the end of a `using` declaration. */
  [Symbol.dispose](): void;
  /** Whether it has been closed. Every other member then throws an error with the code `closed`. */
  readonly closed: boolean;

  /** Makes steps, each of {@link World.timeStep} seconds. */
  step(steps?: number): void;
  /**
   * Makes as many steps as fit into the elapsed seconds, at most `most` (4 if not given), and keeps the rest for next
   * time. For a loop that draws: the motion does not depend on the frame rate.
   */
  advance(seconds: number, most?: number): Advance;
  /**
   * Works out everyone's steering and moves nobody, for bodies of a physics engine: {@link World.feed} them, call this,
   * read {@link World.steering}.
   */
  steer(): void;
  /** Begins anew, with the settings as they are now. */
  restart(): void;
  /** What happened in the last call of {@link World.step} or {@link World.advance}. */
  events(): WorldEvent[];

  /** Where the agents are. */
  readonly positions: Columns;
  /** How they move, in units a second. */
  readonly velocities: Columns;
  /** Where they point: vectors of length 1. */
  readonly headings: Columns;
  /** What they want: the blended steering of the last step, before the limits of their bodies. */
  readonly steering: Columns;
  /** Where the agents of the same rows were before the last step, to interpolate from. */
  readonly previousPositions: Columns;
  /** Where they pointed before the last step. */
  readonly previousHeadings: Columns;
  /** The id of each row. An id is never given again. A view, as {@link Columns} are. */
  readonly ids: Uint32Array<ArrayBuffer>;
  /** The number of the group of each row: its place in {@link World.groupInfo}. Written out when it is asked for. */
  readonly groups: Uint32Array<ArrayBuffer>;
  /** The row of an agent, until the next step, birth or death. */
  rowOf(id: number): number;

  /** 2 or 3. */
  readonly dimensions: 2 | 3;
  /** How many agents there are. */
  readonly length: number;
  /** Steps made so far. */
  readonly steps: number;
  /** Seconds of the world's own time. */
  readonly time: number;
  /** The length of a step in seconds. */
  readonly timeStep: number;
  /** The seed of all randomness. */
  readonly seed: bigint;
  readonly space: Space;
  readonly groupInfo: GroupInfo[];
  /** The obstacles, and the walls that fields are made of, as they are now. */
  readonly obstacles: Obstacle[];

  /** The fingerprint of the state, 16 hexadecimal digits: equal on every machine. */
  hash(): string;
  /** The text of its scenario as it stands: what {@link World.open} takes, with all edits, at its start. */
  scenario(): string;
  /** The whole world as bytes, with its scenario. */
  snapshot(): Uint8Array<ArrayBuffer>;
  /**
   * Measures the world: each group by name, and all together. Without names: `polarization`, `milling`, `spread`,
   * `nearest_mean`, `speed` and `captures`. `collisions`, `arrived` and `arrival_time` go by what was seen in earlier
   * calls.
   */
  metrics(names?: readonly string[]): { all: Reading; groups: { [group: string]: Reading } };

  /**
   * Edits the world by the paths of `flockstep run --set`, such as `groups.bluegill.body.max_speed`. A world that has
   * not made a step is built anew with it; any other goes on. On an error nothing has changed. It reads the whole
   * scenario again and may copy the world: to move something in every frame there are {@link World.setMarker} and
   * {@link World.feed}.
   */
  set(path: string, value: Value): void;
  /** Moves a marker, or makes one. */
  setMarker(name: string, position: Vector): void;
  /** Puts an agent into the world, at rest if no velocity is given; returns its id. `group` is a name or a number. */
  spawn(group: string | number, position: Vector, velocity?: Vector): number;
  /** Takes an agent out of the world. */
  despawn(id: number): void;
  /**
   * Tells where one agent or several are and how they move, for bodies that another program moves. The vectors of
   * several follow one another: `[x0, y0, x1, y1, ...]`. On an error nobody has moved.
   */
  feed(ids: number | readonly number[] | Uint32Array, positions: Vector, velocities: Vector): void;
  /** Adds to the velocity of an agent: a blast, a cannon. */
  push(id: number, change: Vector): void;
  /** Lets a player steer an agent in place of its behaviors; `null` gives it back to them. */
  control(id: number, control: Control | null): void;
}

/** The names of the scenes of the gallery. */
export function scenes(): Promise<string[]>;

/**
 * Loads the WebAssembly, once. {@link World.open} does it too; call it to load early, or to say where the module is (a
 * URL, a response, its bytes, or a module that is compiled already) where the one beside this package cannot be found.
 */
export function load(
  wasm?:
    | URL
    | string
    | Response
    | BufferSource
    | WebAssembly.Module
    | Promise<Response | BufferSource | WebAssembly.Module>,
): Promise<void>;
