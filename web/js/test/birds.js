// A small world for the tests.
import assert from "node:assert/strict";
import { FlockstepError, World } from "../index.js";

export const BIRDS = `
dimensions = 2
seed = 4
[space]
edge = "wrap"
min = [0, 0]
max = [40, 30]
[markers]
home = [1, 2]
[[groups]]
name = "birds"
color = "#ff8800"
count = 30
[[groups.behaviors]]
type = "cohesion"
[[groups]]
name = "hawks"
layers = ["predator"]
count = 2
captures = { of = { groups = ["birds"] }, distance = 3, respawn = false }
[[groups.behaviors]]
type = "pursue"
target = { group = "birds", pick = "nearest" }
`;

export const birds = () => World.open(BIRDS);

/** Does something that must throw a FlockstepError with this code, and returns the error. */
export function refused(code, run) {
  try {
    run();
  } catch (error) {
    assert.ok(error instanceof FlockstepError, `${error}`);
    assert.equal(error.code, code, error.message);
    return error;
  }
  return assert.fail(`nothing was thrown; wanted: ${code}`);
}

/** The same for a promise. */
export async function rejected(code, promise) {
  const error = await promise.then(
    () => assert.fail(`nothing was thrown; wanted: ${code}`),
    (error) => error,
  );
  return refused(code, () => {
    throw error;
  });
}
