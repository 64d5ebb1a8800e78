"""The speeds that docs/python.md promises, measured side by side: the workload of ``flockstep bench``.

python speed.py             everything, in seconds of the processor; fails if a promise is broken
python speed.py --wall      by the clock, on a machine that does nothing else
"""

from __future__ import annotations

import argparse
import json
import math
import subprocess
import sys
import time
from collections.abc import Callable
from typing import Any

import flockstep as fs
import numpy as np

AGENTS, NEIGHBORS = 10_000, 24
#: What each ratio may be at most.
STEP, READ, OWN = 1.05, 0.10, 10.0


def setting(dimensions: int, agents: int, behaviors: list[dict[str, Any]]) -> dict[str, Any]:
    """Return the world of ``flockstep bench``: a torus with 24 mates within the sight radius."""
    ball = math.pi if dimensions == 2 else math.pi * 4 / 3
    side = float(np.float32((agents * ball / NEIGHBORS) ** (1 / dimensions)))
    body = {"model": "point", "max_speed": 1, "max_force": 0.02, "radius": 0.1, "length": 0.2}
    sight = {"radius": 1, "angle": 270}
    group = {"name": "a", "count": agents, "speed": [0, 0.5], "sight": sight, "body": body, "behaviors": behaviors}
    space = {"edge": "wrap", "min": [0] * dimensions, "max": [side] * dimensions}
    return {"dimensions": dimensions, "time_step": 0.05, "seed": 1, "space": space, "groups": [group]}


FLOCK: list[dict[str, Any]] = [{"type": "separation", "distance": 0.5}, {"type": "alignment"}, {"type": "cohesion"}]


@fs.behavior("gather", radius=1, aim=True)
def gather(view: fs.View) -> Any:
    """Do what cohesion does."""
    return view.sum(view.displacements) / np.maximum(view.counts, 1)[:, None]


def best(call: Callable[[], object], clock: Callable[[], float], times: int = 30) -> float:
    """Return the milliseconds of the quickest of some calls."""

    def once() -> float:
        began = clock()
        call()
        return clock() - began

    return 1e3 * min(once() for _ in range(times))


def command(dimensions: int) -> float:
    """Return the milliseconds of a step of ``flockstep bench``, in seconds of the processor or by the clock alike."""
    words = ["bench", "--dimensions", dimensions, "--agents", AGENTS, "--neighbors", NEIGHBORS, "--steps", 30]
    options = [*words, "--threads", 1, "--json"]
    done = subprocess.run(
        [sys.executable, "-m", "flockstep", *map(str, options)], check=True, capture_output=True, text=True
    )
    return float(json.loads(done.stdout)["step_ms"])


def main() -> int:
    """Measure, print and judge."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--wall", action="store_true", help="by the clock instead of the processor's time")
    wall = parser.parse_args().wall
    clock = time.perf_counter if wall else time.process_time
    broken = []
    for dimensions in (2, 3):
        flock = fs.World(setting(dimensions, AGENTS, FLOCK), threads=1)
        alone = fs.World(setting(dimensions, AGENTS, [{"type": "cohesion"}]), threads=1)
        own: dict[str, Any] = {"type": "custom", "name": "gather"}
        mine = fs.World(setting(dimensions, AGENTS, [own]), threads=1, behaviors=[gather])
        for world in (flock, alone, mine):
            world.step(3)
        single = best(lambda world=flock: world.step(1), clock)  # type: ignore[misc]
        read = best(lambda world=flock: world.positions, clock)  # type: ignore[misc]
        built_in = best(lambda world=alone: world.step(1), clock)  # type: ignore[misc]
        python = best(lambda world=mine: world.step(1), clock)  # type: ignore[misc]
        rows = [("reading positions / a step", read / single, READ), ("own rule / built-in", python / built_in, OWN)]
        if wall:
            bench = min(command(dimensions) for _ in range(5))
            rows.insert(0, ("a step / flockstep bench", single / bench, STEP))
        print(f"{dimensions}D: step {single:.3f} ms, positions {read:.4f} ms, ", end="")
        print(f"cohesion {built_in:.3f} ms, the same in NumPy {python:.3f} ms")
        for name, ratio, most in rows:
            print(f"    {name}: {ratio:.3f} (at most {most:g})")
            if ratio > most:
                broken.append(f"{dimensions}D {name}")
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
