"""Behaviors and metrics of your own, written in Python over arrays."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import reduce
from importlib import import_module
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ._errors import BehaviorError
from ._flockstep import View


def _found(module: str, name: str) -> Any:
    """Find what a module calls by a name with dots."""
    return reduce(getattr, name.split("."), import_module(module))


class _ByName:
    """What a decorator made of a function stands under the function's name, and is pickled by it."""

    function: Callable[[View], ArrayLike]

    def __reduce__(self) -> str | tuple[Any, ...]:
        """Pickle it by its name, if it has one, or else as its parts."""
        place = (getattr(self.function, "__module__", ""), getattr(self.function, "__qualname__", ""))
        try:
            if _found(*place) is self:
                return (_found, place)
        except (AttributeError, ImportError, ValueError):
            pass
        return (type(self), tuple(vars(self).values()))


@dataclass(frozen=True)
class Behavior(_ByName):
    """A behavior of your own: made with `behavior`, used with ``World(behaviors=...)`` or `World.add_behavior`."""

    #: The name that scenarios refer to: ``type = "custom"``, ``name = "..."``.
    name: str
    #: From a view of the world to the steering of everyone, (n, D).
    function: Callable[[View], ArrayLike]
    #: How far its neighbour lists reach; without, there are none.
    radius: float | None = None
    #: The groups that are listed as neighbours; without, all.
    of: tuple[str, ...] | None = None
    #: Whether it returns aims, which the behavior's response turns into steering.
    aim: bool = False

    def __call__(self, view: View) -> NDArray[np.float32]:
        """Call the function and check what it returns."""
        shape = view.positions.shape
        steering = np.asarray(_called(self.name, self.function, view))
        if steering.shape != shape:
            raise BehaviorError(self.name, f"it returned the shape {steering.shape}, allowed is {shape}")
        if not np.issubdtype(steering.dtype, np.number) or np.issubdtype(steering.dtype, np.complexfloating):
            raise BehaviorError(self.name, f"it returned {steering.dtype}, allowed are real numbers")
        with np.errstate(over="ignore"):
            steering = np.ascontiguousarray(steering, dtype=np.float32)
        if not np.isfinite(steering).all():
            row = int(np.nonzero(~np.isfinite(steering).all(axis=1))[0][0])
            raise BehaviorError(self.name, f"it returned {steering[row]} for agent {view.ids[row]}, allowed is finite")
        return steering


@dataclass(frozen=True)
class Metric(_ByName):
    """A metric of your own. Make one with `metric`; give it to `World.metrics` or `run` among the names of others."""

    #: The head of its column.
    name: str
    #: From a view of the world to a number for each agent, (n,), or one for all.
    function: Callable[[View], ArrayLike]
    #: How far its neighbour lists reach; without, there are none.
    radius: float | None = None
    #: The groups that are listed as neighbours; without, all.
    of: tuple[str, ...] | None = None

    def measure(self, view: View) -> list[float]:
        """Measure: the mean of each group, then that of all. One number for all is NaN for the groups."""
        values = np.asarray(_called(self.name, self.function, view))
        groups = len(view.group_names)
        if values.shape not in ((), (len(view),)):
            raise BehaviorError(self.name, f"it returned the shape {values.shape}, allowed are () and ({len(view)},)")
        try:
            values = values.astype(np.float64)
        except (TypeError, ValueError) as error:
            raise BehaviorError(self.name, f"it returned {values.dtype}, allowed are real numbers") from error
        if values.shape == ():
            return [float("nan")] * groups + [float(values)]
        sets = [values[view.groups == group] for group in range(groups)] + [values]
        return [float(chosen.mean()) if len(chosen) else float("nan") for chosen in sets]


def _called(name: str, function: Callable[[View], ArrayLike], view: View) -> Any:
    try:
        return function(view)
    except Exception as error:
        raise BehaviorError(name, f"{type(error).__name__}: {error}") from error


def behavior(
    name: str, *, radius: float | None = None, of: Sequence[str] | None = None, aim: bool = False
) -> Callable[[Callable[[View], ArrayLike]], Behavior]:
    """Make a function a behavior: it is called once a step, for all agents, with a `View`.

    It returns the steering of everyone, an (n, D) array in the order of ids, which joins the blend with the behavior's
    weight. With ``aim=True`` it returns where everyone wants to go, and the behavior's response makes steering of it.

    >>> import numpy as np
    >>> import flockstep as fs
    >>> @fs.behavior("gather", radius=5, aim=True)
    ... def gather(view):
    ...     return view.sum(view.displacements) / np.maximum(view.counts, 1)[:, None]
    >>> world = fs.World("wander", behaviors=[gather])
    >>> world.add_behavior(gather, groups=world.group_names, weight=2)
    >>> world.step(5)
    """
    return lambda function: Behavior(name, function, radius, None if of is None else tuple(of), aim)


def metric(
    name: str, *, radius: float | None = None, of: Sequence[str] | None = None
) -> Callable[[Callable[[View], ArrayLike]], Metric]:
    """Make a function a metric: it is called with a `View` and returns a number for each agent, or one for all.

    >>> import flockstep as fs
    >>> @fs.metric("crowd", radius=6)
    ... def crowd(view):
    ...     return view.counts
    >>> world = fs.World("school")
    >>> sorted(world.metrics([crowd])["all"])
    ['crowd']
    """
    return lambda function: Metric(name, function, radius, None if of is None else tuple(of))
