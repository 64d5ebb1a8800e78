// Runs in a worker of the page: scenes and a number of steps come in, their hashes and an error go out.
import { FlockstepError, World } from "../index.js";

self.onmessage = async ({ data: { names, steps } }) => {
  const hashes = [];
  for (const scene of names) {
    const world = await World.open(scene);
    world.step(steps);
    hashes.push([scene, world.hash()]);
    world.close();
  }
  const error = await World.open("dimensions = 2\ngruops = 1\n").catch((error) => error);
  self.postMessage({ hashes, isOurs: error instanceof FlockstepError, problems: error.problems });
};
