// Flockstep for JavaScript. What each method does is said in index.d.ts.
import { Column, Core, scenes as names } from "./wasm/flockstep.js";
import { count, ids, number, numbers, refuse, text, value } from "./arguments.js";
import { begin, buffer, call, isLost, load } from "./engine.js";
import { FlockstepError } from "./error.js";

export { FlockstepError, load };

export async function scenes() {
  await load();
  const born = begin();
  return call(born, () => names());
}

const LOCK = Symbol("made by World.open or World.restore");

export class World {
  #core;
  #born;
  #dimensions;

  constructor(lock, core, born) {
    if (lock !== LOCK) {
      throw new FlockstepError("argument", "new World: worlds are made by World.open and World.restore");
    }
    this.#core = core;
    this.#born = born;
    this.#dimensions = this.#do((core) => core.dimensions());
  }

  static async open(scenario, { set = {} } = {}) {
    text("scenario", scenario);
    const paths = Object.keys(set);
    const values = paths.map((path) => value(path, set[path]));
    await load();
    const born = begin();
    return new World(LOCK, call(born, () => Core.open(scenario, paths, values)), born);
  }

  static async restore(snapshot, scenario) {
    if (snapshot instanceof ArrayBuffer) snapshot = new Uint8Array(snapshot);
    if (!(snapshot instanceof Uint8Array)) refuse("snapshot", snapshot, "a Uint8Array");
    if (scenario !== undefined) text("scenario", scenario);
    await load();
    const born = begin();
    return new World(LOCK, call(born, () => Core.restore(snapshot, scenario)), born);
  }

  #do(run) {
    if (!this.#core) throw new FlockstepError("closed", "this world is closed");
    return call(this.#born, () => run(this.#core));
  }

  close() {
    if (this.#core && !isLost(this.#born)) this.#core.free();
    this.#core = undefined;
  }

  get closed() {
    return !this.#core;
  }

  // Stepping.

  step(steps = 1) {
    count("steps", steps);
    this.#do((core) => core.step(steps));
  }

  advance(seconds, most = 4) {
    number("seconds", seconds);
    count("most", most);
    const [steps, fraction, skipped] = this.#do((core) => core.advance(seconds, most));
    return { steps, fraction, skipped };
  }

  steer() {
    this.#do((core) => core.steer());
  }

  restart() {
    this.#do((core) => core.restart());
  }

  events() {
    const found = this.#do((core) => core.events());
    return Array.from({ length: found.length / 3 }, (_, nth) => ({
      kind: "capture",
      predator: found[3 * nth],
      prey: found[3 * nth + 1],
      respawned: found[3 * nth + 2] === 1,
    }));
  }

  // Columns.

  #columns(which) {
    const axes = Array.from({ length: this.#dimensions }, (_, axis) => axis);
    const addresses = this.#do((core) => axes.map((axis) => core.column(which, axis)));
    const length = this.length;
    return addresses.map((address) => new Float32Array(buffer(), address, length));
  }

  #words(address) {
    return new Uint32Array(buffer(), address, this.length);
  }

  get positions() {
    return this.#columns(Column.Position);
  }

  get velocities() {
    return this.#columns(Column.Velocity);
  }

  get headings() {
    return this.#columns(Column.Heading);
  }

  get steering() {
    return this.#columns(Column.Steering);
  }

  get previousPositions() {
    return this.#columns(Column.PreviousPosition);
  }

  get previousHeadings() {
    return this.#columns(Column.PreviousHeading);
  }

  get ids() {
    return this.#words(this.#do((core) => core.ids()));
  }

  get groups() {
    return this.#words(this.#do((core) => core.groups()));
  }

  rowOf(id) {
    count("id", id);
    return this.#do((core) => core.row(id));
  }

  // What the world is.

  get dimensions() {
    return this.#do((core) => core.dimensions());
  }

  get length() {
    return this.#do((core) => core.length());
  }

  get steps() {
    return this.#do((core) => core.steps());
  }

  get time() {
    return this.#do((core) => core.time());
  }

  get timeStep() {
    return this.#do((core) => core.time_step());
  }

  get seed() {
    return this.#do((core) => core.seed());
  }

  get space() {
    const [edge, corners] = this.#do((core) => [core.edge(), Array.from(core.corners())]);
    return { edge, min: corners.slice(0, this.#dimensions), max: corners.slice(this.#dimensions) };
  }

  get groupInfo() {
    return this.#do((core) => {
      const colors = core.group_colors();
      return core.group_names().map((name, at) => {
        const [length, radius] = core.group_size(at);
        return { name, color: colors[at], length, radius };
      });
    });
  }

  get obstacles() {
    return this.#do((core) => core.obstacles());
  }

  hash() {
    return this.#do((core) => core.hash());
  }

  scenario() {
    return this.#do((core) => core.scenario());
  }

  snapshot() {
    return this.#do((core) => core.snapshot());
  }

  metrics(names) {
    if (names !== undefined && !Array.isArray(names)) refuse("names", names, "an array of names of metrics");
    names?.forEach((name) => text("names", name));
    return this.#do((core) => {
      const asked = names ?? Core.usual_metrics();
      const found = core.metrics(asked);
      const width = asked.length + 1;
      const reading = (nth) => {
        const numbers = found.subarray(nth * width, (nth + 1) * width);
        return Object.fromEntries([["agents", numbers[0]], ...asked.map((name, at) => [name, numbers[at + 1]])]);
      };
      const groups = core.group_names();
      return { all: reading(groups.length), groups: Object.fromEntries(groups.map((name, at) => [name, reading(at)])) };
    });
  }

  // Changing it.

  set(path, given) {
    text("path", path);
    const written = value(path, given);
    this.#do((core) => core.set(path, written));
  }

  setMarker(name, position) {
    text("name", name);
    position = numbers("position", position);
    this.#do((core) => core.mark(name, position));
  }

  spawn(group, position, velocity) {
    if (typeof group !== "string") count("group", group);
    position = numbers("position", position);
    velocity = velocity === undefined ? new Float32Array(this.#dimensions) : numbers("velocity", velocity);
    return this.#do((core) => {
      const number = typeof group === "string" ? core.group_number(group) : group;
      return core.spawn(number, position, velocity);
    });
  }

  despawn(id) {
    count("id", id);
    this.#do((core) => core.despawn(id));
  }

  feed(id, positions, velocities) {
    const fed = ids(id);
    positions = numbers("positions", positions);
    velocities = numbers("velocities", velocities);
    this.#do((core) => core.feed(fed, positions, velocities));
  }

  push(id, change) {
    count("id", id);
    change = numbers("change", change);
    this.#do((core) => core.push(id, change));
  }

  control(id, by) {
    count("id", id);
    if (by === null || by === undefined) return this.#do((core) => core.release(id));
    if (typeof by === "object" && "direction" in by) {
      const direction = numbers("direction", by.direction);
      return this.#do((core) => core.direct(id, direction));
    }
    if (typeof by !== "object" || !("helm" in by || "thrust" in by)) {
      refuse("control", by, "{ direction: [...] }, { helm, thrust, pitch } or null");
    }
    const [helm, pitch, thrust] = ["helm", "pitch", "thrust"].map((name) => number(name, by[name] ?? 0));
    return this.#do((core) => core.helm(id, helm, pitch, thrust));
  }
}

if (Symbol.dispose) {
  World.prototype[Symbol.dispose] = World.prototype.close;
}
