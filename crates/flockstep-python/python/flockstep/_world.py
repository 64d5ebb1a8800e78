"""A world: agents, groups and the rules they follow."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _picture, _player
from ._flockstep import Core, Meter, View
from ._rules import Behavior, Metric
from ._toml import Scenario, Settings, set_value, settings_of, source_of

if TYPE_CHECKING:
    from ._player import Animation

#: What is measured: ``"all"``, names and metrics of your own, or ``None`` for the usual ones.
Metrics: TypeAlias = "str | Iterable[str | Metric] | None"


class World:
    """A running world of two or three dimensions.

    Args:
        scenario: The name of a gallery scene, a path, the text of a scenario file, or the same as a dict.
        seed: The seed, in place of the scenario's.
        set: Values in place of the scenario's, by path.
        threads: Threads to use, 0 for one per core; by default one, and one per core from 1,000 agents on. The motion
            does not depend on it.
        behaviors: Behaviors of your own that the scenario names.

    All arrays have a row for each agent, in the order of ids; they are copies, free to be changed.

    >>> import flockstep as fs
    >>> world = fs.World("school", seed=3)
    >>> world.set("groups.bluegill.body.max_speed", 9)
    >>> world.step(10)
    >>> world
    World(3D, 291 agents: bluegill 200, bass 90, pike 1; step 10, 0.2 s)
    >>> world.positions.dtype, world.positions.shape
    (dtype('float32'), (291, 3))
    >>> round(world.metrics(["polarization"])["bluegill"]["polarization"], 1) <= 1
    True
    """

    _core: Core

    def __init__(
        self,
        scenario: Scenario,
        *,
        seed: int | None = None,
        set: Settings | None = None,
        threads: int | None = None,
        behaviors: Iterable[Behavior] = (),
    ) -> None:
        """Open a scenario."""
        rules = [_rule(behavior) for behavior in behaviors]
        self._core = Core(source_of(scenario), None, settings_of(set, seed), rules, threads)

    @classmethod
    def _of(cls, core: Core) -> World:
        world = cls.__new__(cls)
        world._core = core
        return world

    # ---- time

    def step(self, steps: int = 1) -> None:
        """Make steps. The GIL is released; Ctrl-C stops between two of them.

        >>> import flockstep as fs
        >>> world = fs.World("wander")
        >>> world.step(3)
        >>> world.steps
        3
        """
        if steps < 0:
            raise ValueError(f"steps: found {steps}, allowed is a whole number, not negative")
        self._core.step(steps)

    def restart(self) -> None:
        """Begin anew, with the settings as they are."""
        self._core.restart()

    @property
    def steps(self) -> int:
        """Steps made so far."""
        return self._core.steps

    @property
    def time(self) -> float:
        """Seconds of the world's own time."""
        return self._core.time

    @property
    def time_step(self) -> float:
        """Seconds of a step."""
        return float(str(np.float32(self._core.time_step)))

    @property
    def hash(self) -> str:
        """A fingerprint of the state, 16 hex digits: the one that ``flockstep run`` prints.

        >>> import flockstep as fs
        >>> one, two = fs.World("school", threads=1), fs.World("school", threads=2)
        >>> one.step(20); two.step(20)
        >>> one.hash == two.hash
        True
        """
        return self._core.hash

    @property
    def seed(self) -> int:
        """The seed of all randomness."""
        return self._core.seed

    @property
    def threads(self) -> int:
        """The number of threads in use."""
        return self._core.threads

    # ---- agents

    def __len__(self) -> int:
        """Count the agents."""
        return len(self._core)

    @property
    def positions(self) -> NDArray[np.float32]:
        """Where everyone is, (n, D)."""
        return self._core.positions

    @property
    def velocities(self) -> NDArray[np.float32]:
        """How everyone moves, (n, D)."""
        return self._core.velocities

    @property
    def headings(self) -> NDArray[np.float32]:
        """Where everyone points, unit vectors, (n, D)."""
        return self._core.headings

    @property
    def steering(self) -> NDArray[np.float32]:
        """The blended steering of the last step, before the limits of bodies, (n, D)."""
        return self._core.steering

    @property
    def ids(self) -> NDArray[np.uint32]:
        """The ids, in order, (n,). An id is never given again."""
        return self._core.ids

    @property
    def groups(self) -> NDArray[np.int32]:
        """The group of each agent: its place in `group_names`, (n,)."""
        return self._core.groups

    @property
    def group_names(self) -> list[str]:
        """The names of the groups."""
        return [name for name, _ in self._core.group_looks]

    @property
    def dimensions(self) -> int:
        """2 or 3."""
        return self._core.dimensions

    @property
    def captures(self) -> int:
        """How many agents have been eaten so far."""
        return self._core.captures

    @property
    def edge(self) -> str:
        """What is at the edge of the world: open, wrap, bounce or clamp."""
        return self._core.space[0]

    @property
    def bounds(self) -> NDArray[np.float32]:
        """The least and the greatest corner of the world, (2, D)."""
        return np.array(self._core.space[1:], dtype=np.float32)

    @property
    def markers(self) -> dict[str, NDArray[np.float32]]:
        """Where the markers are."""
        return {name: np.array(at, dtype=np.float32) for name, at in self._core.markers}

    def view(self, radius: float | None = None, *, of: Sequence[str] | None = None) -> View:
        """Return the world at this moment in arrays, with the neighbours of everyone within a radius.

        `of` names the groups that are listed as neighbours. On a torus neighbours are seen across the seam.

        >>> import flockstep as fs
        >>> view = fs.World("vicsek").view(radius=1)
        >>> view.indices.shape == view.distances.shape == (view.offsets[-1],)
        True
        """
        return self._core.view(radius, of)

    def metrics(self, metrics: Metrics = None, *, flock_distance: float | None = None) -> dict[str, dict[str, float]]:
        """Measure the world as it is: for each group by name, and for ``"all"``.

        Metrics that go by what was seen before (collisions, arrived, arrival_time) see this moment alone; `run`
        follows them.

        >>> import flockstep as fs
        >>> sorted(fs.World("vicsek").metrics(["polarization", "speed"])["particles"])
        ['polarization', 'speed']
        """
        gauge = Gauge(self, metrics, flock_distance)
        return {
            name: dict(zip(gauge.names, values, strict=True))
            for (_, values), name in zip(gauge.measure(), [*self.group_names, "all"], strict=True)
        }

    # ---- driving agents

    def control(self, ids: ArrayLike, directions: ArrayLike) -> None:
        """Steer agents in place of their behaviors, until `release`: a length of 1 is full speed.

        >>> import flockstep as fs
        >>> world = fs.World("wander")
        >>> world.control([0], [[1, 0]])
        >>> world.step(200)
        >>> bool(world.headings[0, 0] > 0.9)
        True
        """
        self._core.control(_ids(ids), _vectors("directions", directions))

    def release(self, ids: ArrayLike) -> None:
        """Give agents back to their behaviors."""
        self._core.release(_ids(ids))

    def feed(self, ids: ArrayLike, positions: ArrayLike, velocities: ArrayLike) -> None:
        """Tell where agents are and how they move: for bodies that another program moves."""
        self._core.feed(_ids(ids), _vectors("positions", positions), _vectors("velocities", velocities))

    def push(self, ids: ArrayLike, changes: ArrayLike) -> None:
        """Add to the velocities of agents: a blast, a gust."""
        self._core.push(_ids(ids), _vectors("changes", changes))

    def spawn(self, group: str, positions: ArrayLike, velocities: ArrayLike | None = None) -> NDArray[np.uint32]:
        """Put agents into the world; returns their ids.

        >>> import flockstep as fs
        >>> world = fs.World("vicsek")
        >>> world.spawn("particles", [[1, 2], [3, 4]])
        array([300, 301], dtype=uint32)
        """
        places = _vectors("positions", positions)
        moving = np.zeros_like(places) if velocities is None else _vectors("velocities", velocities)
        return self._core.spawn(group, places, moving)

    def despawn(self, ids: ArrayLike) -> None:
        """Take agents out of the world."""
        self._core.despawn(_ids(ids))

    def set_marker(self, name: str, position: Sequence[float]) -> None:
        """Add a marker, or move the one of this name."""
        self._core.set_marker(name, [float(number) for number in position])

    # ---- settings

    def set(self, path: str, value: Any) -> None:
        """Change a setting by path, as ``--set`` does. On an error nothing has changed.

        A world that has not begun becomes what ``World(set=...)`` would have made it; one that runs goes on
        with the new setting.
        """
        self._core.set(path, set_value(value))

    def add_behavior(self, behavior: Behavior, *, groups: Sequence[str], weight: float = 1.0) -> None:
        """Add a behavior of your own to those of some groups."""
        name, call, radius, of, aim = _rule(behavior)
        self._core.add_rule(name, call, (radius, of), aim, list(groups), weight)

    def scenario(self, *, agents: bool = False) -> str:
        """Return the settings as the text of a scenario, to open again.

        With ``agents=True`` everyone is placed exactly where it is. A snapshot keeps more: memories, and what is held.

        >>> import flockstep as fs
        >>> world = fs.World("vicsek"); world.step(10)
        >>> again = fs.World(world.scenario(agents=True))
        >>> bool((again.positions == world.positions).all())
        True
        """
        return self._core.scenario(agents)

    def snapshot(self) -> bytes:
        """Return the state as bytes: a world that is restored to it goes the same way.

        >>> import flockstep as fs
        >>> world = fs.World("school")
        >>> kept = world.snapshot(); world.step(5); hash = world.hash
        >>> world.restore(kept); world.step(5)
        >>> world.hash == hash
        True
        """
        return self._core.snapshot()

    def restore(self, snapshot: bytes) -> None:
        """Put the world back to a snapshot. On an error it stays as it is."""
        self._core.restore(snapshot)

    # ---- Python

    def __copy__(self) -> World:
        """Copy the world, to go its own way."""
        return type(self)._of(self._core.copy())

    def __deepcopy__(self, memo: Mapping[int, Any]) -> World:
        """Copy the world, to go its own way."""
        return self.__copy__()

    def copy(self) -> World:
        """Copy the world, to go its own way."""
        return self.__copy__()

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the world: its settings, its state, and its own behaviors if they can be pickled."""
        core = self._core
        return (_unpickled, (type(self), core.scenario(False), core.snapshot(), core.rules(), core.threads))

    def __repr__(self) -> str:
        """Show how many agents of which groups there are, and how far it is."""
        names = self.group_names
        counts = np.bincount(self.groups, minlength=len(names))
        groups = ", ".join(f"{name} {count}" for name, count in zip(names, counts, strict=True))
        return f"World({self.dimensions}D, {len(self)} agents: {groups}; step {self.steps}, {self.time:g} s)"

    def _repr_html_(self) -> str:
        """Show a picture in a notebook."""
        return _picture.svg(self._core)

    def picture(self, width: int = 640) -> str:
        """Return a picture as SVG."""
        return _picture.svg(self._core, width)

    def animate(self, seconds: float = 8, *, fps: float = 30, width: int = 640) -> Animation:
        """Play the next seconds in a notebook: a page of its own, with play and seek. The world itself stays here.

        >>> import flockstep as fs
        >>> film = fs.World("vicsek").animate(seconds=1)
        >>> film
        Animation(1 s, 31 frames)
        >>> film.save("film.html")  # doctest: +SKIP
        """
        return _player.animate(self._core.copy(), seconds, fps, width)


class Gauge:
    """Measures a world again and again: metrics by name, and those of your own behind them."""

    def __init__(self, world: World, metrics: Metrics, flock_distance: float | None = None) -> None:
        """Make one for a world."""
        self._core = world._core
        self._own: list[Metric] = []
        names: list[str] | None = None
        if metrics is not None and metrics != "all":
            asked = [metrics] if isinstance(metrics, (str, Metric)) else list(metrics)
            names = [metric for metric in asked if isinstance(metric, str)]
            self._own = [metric for metric in asked if isinstance(metric, Metric)]
        self._meter = Meter(self._core, names, metrics == "all", flock_distance)
        #: The names of what is measured.
        self.names = [*self._meter.names, *(metric.name for metric in self._own)]

    def measure(self) -> list[tuple[int, list[float]]]:
        """Measure: how many agents and the numbers, for each group and then for all."""
        rows = [(agents, list(values)) for _, agents, values in self._meter.measure(self._core)]
        for metric in self._own:
            view = self._core.view(metric.radius, metric.of)
            for (_, values), value in zip(rows, metric.measure(view), strict=True):
                values.append(value)
        return rows


def _unpickled(kind: type[World], scenario: str, snapshot: bytes, rules: Sequence[Any], threads: int) -> World:
    core = Core(scenario, None, [], rules, threads)
    core.restore(snapshot)
    return kind._of(core)


def _rule(behavior: Behavior) -> tuple[str, Behavior, float | None, list[str] | None, bool]:
    of = None if behavior.of is None else list(behavior.of)
    return (behavior.name, behavior, behavior.radius, of, behavior.aim)


def _ids(ids: ArrayLike) -> NDArray[np.uint32]:
    array = np.atleast_1d(np.asarray(ids))
    if array.ndim != 1 or (array.size and not np.issubdtype(array.dtype, np.integer)):
        raise ValueError(f"ids: found {array.dtype} of shape {array.shape}, allowed is a list of whole numbers")
    if array.size and (array.min() < 0 or array.max() > 0xFFFFFFFF):
        raise ValueError("ids: there are none below 0 or above 4294967295")
    return np.ascontiguousarray(array, dtype=np.uint32)


def _vectors(what: str, vectors: ArrayLike) -> NDArray[np.float32]:
    try:
        with np.errstate(over="ignore"):
            array = np.ascontiguousarray(vectors, dtype=np.float32)
    except (TypeError, ValueError) as error:
        raise ValueError(f"{what}: allowed is an (n, D) array of numbers") from error
    if array.ndim == 1:
        array = array[None, :] if array.size else array.reshape(0, 0)
    if array.ndim != 2:
        raise ValueError(f"{what}: found the shape {array.shape}, allowed is (n, D)")
    return array
