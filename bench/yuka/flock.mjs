// The flock step with Yuka: one Vehicle per agent, an EntityManager, a CellSpacePartitioning.
//
//     node flock.mjs --dimensions D --agents N --seconds S
//
// 2D is the plane y = 0, which is Yuka's ground.

import { createRequire } from 'node:module';
import { join } from 'node:path';

// The packages lie where bench/run has put them, not beside this file.
const require = createRequire(join(process.cwd(), 'package.json'));
const { AlignmentBehavior, CellSpacePartitioning, CohesionBehavior, EntityManager, SteeringBehavior, Vehicle, Vector3 } =
  require('yuka');

const RADIUS = 1;
const TIME_STEP = 0.05;
const MAX_SPEED = 1;
const NEIGHBORS = 24;
const WARM_UP = 1;
// No more: the flock slowly draws together, and the work grows.
const MOST_STEPS = 200;
// Weak, so that the flock stays spread out. Not by maxForce: Yuka leaves out the rules after the one that uses it up.
const WEIGHT = 0.005;

function settings(words) {
  const found = { dimensions: 2, agents: 1000, seconds: 1 };
  for (let nth = 0; nth + 1 < words.length; nth += 2) found[words[nth].slice(2)] = Number(words[nth + 1]);
  return found;
}

const setting = settings(process.argv.slice(2));
const flat = setting.dimensions === 2;
const ball = flat ? Math.PI : (4 / 3) * Math.PI;
const side = Math.pow((setting.agents * ball) / NEIGHBORS, 1 / setting.dimensions);

/** Yuka's own separation minds all neighbors; this one only those within half the radius. */
class Separation extends SteeringBehavior {
  calculate(vehicle, force) {
    const { x, y, z } = vehicle.position;
    for (const neighbor of vehicle.neighbors) {
      const other = neighbor.position;
      const dx = x - other.x, dy = y - other.y, dz = z - other.z;
      const square = dx * dx + dy * dy + dz * dz;
      if (square < 0.25 * RADIUS * RADIUS) {
        const push = 1 / Math.max(square, 1e-12);
        force.x += dx * push;
        force.y += dy * push;
        force.z += dz * push;
      }
    }
    return force;
  }
}

const wrap = (c) => (c < -side / 2 ? c + side : c >= side / 2 ? c - side : c);

let seen = 0;

class Agent extends Vehicle {
  update(delta) {
    super.update(delta);
    const place = this.position;
    place.set(wrap(place.x), flat ? 0 : wrap(place.y), wrap(place.z));
    seen += this.neighbors.length;
    return this;
  }
}

/**
 * How many cells along an axis. A query of Yuka's looks at every cell, then at everyone in the cells it meets, so that large
 * cells are best: this is the number for which both together are least.
 */
function cells() {
  const density = setting.agents / side ** setting.dimensions;
  const cost = (count) => {
    const met = Math.min((side / count + 2 * RADIUS), side);
    return count ** setting.dimensions + density * met ** setting.dimensions;
  };
  let best = 1;
  while (cost(best + 1) < cost(best)) best += 1;
  return best;
}

function make() {
  const manager = new EntityManager();
  const count = cells();
  // One empty layer of cells around: Yuka 0.7.8 adds those in cell 0 to it again at each step.
  const [outer, across] = [count + 2, (side * (count + 2)) / count];
  manager.spatialIndex = flat
    ? new CellSpacePartitioning(across, 1, across, outer, 1, outer)
    : new CellSpacePartitioning(across, across, across, outer, outer, outer);
  let state = 1;
  // mulberry32
  const random = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  const centered = () => new Vector3(random() - 0.5, flat ? 0 : random() - 0.5, random() - 0.5);
  const places = Array.from({ length: setting.agents }, () => centered().multiplyScalar(side));
  // Row by row: who is near in space is near in memory.
  places.sort((a, b) => Math.floor(a.x) - Math.floor(b.x) || Math.floor(a.y) - Math.floor(b.y) || a.z - b.z);
  for (const place of places) {
    const agent = new Agent();
    agent.position.copy(place);
    agent.velocity.copy(centered().normalize().multiplyScalar(0.5 * random()));
    agent.lookAt(new Vector3().addVectors(agent.position, agent.velocity));
    agent.maxSpeed = MAX_SPEED;
    agent.updateNeighborhood = true;
    agent.neighborhoodRadius = RADIUS;
    for (const behavior of [new Separation(), new AlignmentBehavior(), new CohesionBehavior()]) {
      behavior.weight = WEIGHT;
      agent.steering.add(behavior);
    }
    manager.add(agent);
    // So that the first step finds everyone.
    manager._indexMap.set(agent, manager.spatialIndex.updateEntity(agent));
  }
  return manager;
}

const manager = make();
for (let nth = 0; nth < WARM_UP; nth += 1) manager.update(TIME_STEP);
seen = 0;
let steps = 0;
let seconds = 0;
while (steps === 0 || (seconds < setting.seconds && steps < MOST_STEPS)) {
  const began = performance.now();
  manager.update(TIME_STEP);
  seconds += (performance.now() - began) / 1000;
  steps += 1;
}
console.log(JSON.stringify({ step_ms: (seconds * 1000) / steps, steps, mates: seen / steps / setting.agents }));
