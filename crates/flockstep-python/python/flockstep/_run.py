"""Runs: a world stepped to the end, and what it leaves behind."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import ExitStack
from os import PathLike

import numpy as np

from ._flockstep import RowFile, Rows
from ._progress import Progress
from ._rules import Behavior
from ._table import Table, Words
from ._toml import Scenario, Settings
from ._world import Gauge, Metrics, World


class Run:
    """What a run came to."""

    def __init__(
        self, world: World, metrics: Table, trajectories: Table | None, out: str | PathLike[str] | None
    ) -> None:
        """Make one; `run` does."""
        #: The world at the end.
        self.world = world
        #: A row for each group and one for all, at the steps asked for.
        self.metrics = metrics
        #: The file of the trajectories, if they went into one.
        self.out = out
        self._trajectories = trajectories

    @property
    def trajectories(self) -> Table:
        """A row for each agent at each of the steps asked for: step, time, id, group, x, y, ..."""
        if self._trajectories is None:
            where = f"they are in {self.out}" if self.out else "the run was made with trajectories=False"
            raise ValueError(f"this run keeps no trajectories in memory: {where}")
        return self._trajectories

    @property
    def hash(self) -> str:
        """The fingerprint of the world at the end."""
        return self.world.hash

    def __repr__(self) -> str:
        """Show how far it came."""
        return f"Run(hash {self.hash}, {self.world.steps} steps, {len(self.world)} agents)"


def run(
    scenario: Scenario | World,
    *,
    steps: int = 300,
    every: int = 1,
    metrics: Metrics = None,
    set: Settings | None = None,
    seed: int | None = None,
    threads: int | None = None,
    behaviors: Iterable[Behavior] = (),
    columns: Sequence[str] | None = None,
    groups: Sequence[str] | None = None,
    trajectories: bool = True,
    out: str | PathLike[str] | None = None,
    force: bool = False,
    flock_distance: float | None = None,
    progress: bool | None = None,
) -> Run:
    """Run a scenario (or go on with a world) up to a step, and keep metrics and trajectories.

    Args:
        scenario: What `World` takes, or a world, which is stepped itself.
        steps: Run up to this step, counted from the start of the world.
        every: Keep rows and metrics at steps that are multiples of this, the first included.
        metrics: ``"all"``, names and metrics of your own; by default the usual ones.
        set: Values in place of the scenario's, by path.
        seed: The seed, in place of the scenario's.
        threads: Threads to use, as for `World`.
        behaviors: Behaviors of your own that the scenario names.
        columns: The columns of the trajectories; by default all but the headings hx, hy, hz.
        groups: Keep the agents of these groups only.
        trajectories: Whether to keep trajectories in memory.
        out: Write the trajectories to this .csv, .parquet or .npy file while running, and not into memory.
        force: Overwrite a file that exists.
        flock_distance: Agents no farther apart are of one flock; by default the sight radius of their group.
        progress: Whether to show a bar; by default in a terminal and in a notebook.

    >>> import flockstep as fs
    >>> result = fs.run("vicsek", steps=100, every=50, set={"groups.particles.body.noise": 90})
    >>> result.trajectories
    Table(900 rows: step, time, id, group, x, y, vx, vy, sx, sy)
    >>> result.metrics["step"]
    array([  0,   0,  50,  50, 100, 100])
    """
    if isinstance(scenario, World):
        if seed is not None or set or tuple(behaviors) or threads is not None:
            raise ValueError("a world has its seed, settings, behaviors and threads already")
        world = scenario
    else:
        world = World(scenario, seed=seed, set=set, threads=threads, behaviors=behaviors)
    if every < 1:
        raise ValueError(f"every: found {every}, allowed is a whole number from 1 on")
    if steps < world.steps:
        raise ValueError(f"steps: found {steps}, allowed is {world.steps} or more: the world is there already")
    gauge = Gauge(world, metrics, flock_distance)
    rows = Rows(world._core, columns, groups) if trajectories and out is None else None
    kept: dict[str, list[float]] = {name: [] for name in ["step", "time", "group", "agents", *gauge.names]}
    with ExitStack() as stack:
        file = None
        if out is not None:
            file = RowFile(world._core, out, columns, groups, force)
            # Whatever ends the run, what was written is whole.
            stack.callback(file.finish)
        bar = stack.enter_context(Progress("step", progress))
        first = world.steps
        while True:
            if world.steps % every == 0:
                for keeper in (rows, file):
                    if keeper is not None:
                        keeper.observe(world._core)
                _keep(kept, world, gauge)
            if world.steps >= steps:
                break
            world.step(min(every - world.steps % every, steps - world.steps))
            bar.at(world.steps - first, steps - first)
    names = world.group_names
    table = _metrics_table(kept, names)
    taken = None if rows is None else rows.take()
    in_memory = None
    if taken is not None:
        in_memory = Table({name: Words(v, names) if name == "group" else v for name, v in taken.items()})
    return Run(world, table, in_memory, out)


def _keep(kept: dict[str, list[float]], world: World, gauge: Gauge) -> None:
    for group, (agents, values) in enumerate(gauge.measure()):
        row = [world.steps, world.time, group, agents, *values]
        for column, value in zip(kept.values(), row, strict=True):
            column.append(value)


def _metrics_table(kept: dict[str, list[float]], names: list[str]) -> Table:
    def column(name: str, values: list[float]) -> np.ndarray | Words:
        if name == "group":
            return Words(np.array(values, dtype=np.int32), [*names, "all"])
        return np.array(values, dtype=np.int64 if name in ("step", "agents") else np.float64)

    return Table({name: column(name, values) for name, values in kept.items()})
