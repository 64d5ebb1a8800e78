"""The speeds that docs/python.md promises, measured side by side on the workload of ``flockstep bench``.

They are in seconds of the processor on one thread, so that other work on the machine does not matter much. A
benchmark: it prints ratios and what they should be at most, and judges nothing.
"""

from __future__ import annotations

import math
import resource
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial
from typing import Any

import flockstep as fs
import numpy as np

AGENTS, NEIGHBORS = 10_000, 24
#: Steps before and while it is measured: what a process takes to begin must not matter.
WARM_UP, STEPS = 100, 900
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


def best(call: Callable[[], object], times: int = 30) -> float:
    """Return the milliseconds of the quickest of some calls."""

    def once() -> float:
        began = time.process_time()
        call()
        return time.process_time() - began

    return 1e3 * min(once() for _ in range(times))


def stepped(world: fs.World) -> float:
    """Return the milliseconds of a step, over many: each is a call of its own."""
    began = time.process_time()
    for _ in range(STEPS):
        world.step()
    return 1e3 * (time.process_time() - began) / STEPS


def benched(dimensions: int, steps: int) -> float:
    """Return the milliseconds that ``flockstep bench`` takes for so many steps, everything included."""
    words = ["bench", "--dimensions", dimensions, "--agents", AGENTS, "--neighbors", NEIGHBORS, "--steps", steps]
    options = [*words, "--threads", 1, "--seed", 1, "--json"]
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, "-m", "flockstep", *map(str, options)], check=True, capture_output=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return 1e3 * (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)


def main() -> None:
    """Measure and print."""
    own: dict[str, Any] = {"type": "custom", "name": "gather"}
    for dimensions in (2, 3):
        rounds = []
        for _ in range(3):
            command = (benched(dimensions, WARM_UP + STEPS) - benched(dimensions, WARM_UP)) / STEPS
            flock = fs.World(setting(dimensions, AGENTS, FLOCK), threads=1)
            flock.step(WARM_UP)
            rounds.append((command, stepped(flock)))
        command, python = min(one for one, _ in rounds), min(other for _, other in rounds)
        flock = fs.World(setting(dimensions, AGENTS, FLOCK), threads=1)
        alone = fs.World(setting(dimensions, AGENTS, [{"type": "cohesion"}]), threads=1)
        mine = fs.World(setting(dimensions, AGENTS, [own]), threads=1, behaviors=[gather])
        for world in (flock, alone, mine):
            world.step(3)
        single, read = best(partial(flock.step, 1)), best(lambda world=flock: world.positions)  # type: ignore[misc]
        built_in, numpy = best(partial(alone.step, 1)), best(partial(mine.step, 1))
        print(
            f"{dimensions}D: a step {python:.3f} ms, of flockstep bench {command:.3f} ms; positions {read:.4f} ms; ",
            end="",
        )
        print(f"cohesion {built_in:.3f} ms, the same in NumPy {numpy:.3f} ms")
        for name, ratio, most in [
            ("a step / flockstep bench", python / command, STEP),
            ("reading positions / a step", read / single, READ),
            ("a rule in NumPy / built-in", numpy / built_in, OWN),
        ]:
            print(f"    {name}: {ratio:.3f} (at most {most:g})")


if __name__ == "__main__":
    main()
