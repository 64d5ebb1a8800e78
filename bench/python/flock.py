"""The flock step with Flockstep from Python: a world made from a dict, `step()` called for each step.

    python flock.py --dimensions D --agents N --threads T --seconds S

The rules and numbers are those of `flockstep bench`.
"""

import argparse
import json
import math
import time

import flockstep as fs

NEIGHBORS = 24
WARM_UP = 2
MOST_STEPS = 200  # no more: the flock slowly draws together, and the work grows


def world(dimensions, agents, threads):
    ball = math.pi if dimensions == 2 else math.pi * 4 / 3
    side = (agents * ball / NEIGHBORS) ** (1 / dimensions)
    group = {
        "name": "birds",
        "count": agents,
        "speed": [0, 0.5],
        "sight": {"radius": 1, "angle": 270},
        "body": {"model": "point", "max_speed": 1, "max_force": 0.02, "radius": 0.1, "length": 0.2},
        "behaviors": [{"type": "separation", "distance": 0.5}, {"type": "alignment"}, {"type": "cohesion"}],
    }
    space = {"edge": "wrap", "min": [0] * dimensions, "max": [side] * dimensions}
    scenario = {"dimensions": dimensions, "time_step": 0.05, "space": space, "groups": [group]}
    return fs.World(scenario, seed=1, threads=threads)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--dimensions", type=int, default=2)
    parser.add_argument("--agents", type=int, default=1000)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=1.0)
    setting = parser.parse_args()
    flock = world(setting.dimensions, setting.agents, setting.threads)
    flock.step(WARM_UP)
    mates = float(flock.view(radius=1).counts.mean())
    steps, seconds = 0, 0.0
    while steps == 0 or (seconds < setting.seconds and steps < MOST_STEPS):
        began = time.perf_counter()
        flock.step()
        seconds += time.perf_counter() - began
        steps += 1
    print(json.dumps({"step_ms": seconds * 1e3 / steps, "steps": steps, "mates": mates}))


if __name__ == "__main__":
    main()
