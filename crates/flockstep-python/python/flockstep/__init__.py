"""Flockstep moves flocks: fish, birds, soldiers, ships, drones.

>>> import flockstep as fs
>>> world = fs.World("school", seed=3)
>>> world.step(10)
>>> world.positions.shape
(291, 3)
"""

from ._errors import BehaviorError, Problem, ScenarioError
from ._flockstep import View, __version__
from ._gallery import MetricInfo, check, gallery, metrics
from ._player import Animation
from ._rules import Behavior, Metric, behavior, metric
from ._run import Run, run
from ._sweep import Sweep, linspace, sweep
from ._table import Table
from ._world import World

__all__ = [
    "__version__",
    "World",
    "View",
    "run",
    "Run",
    "sweep",
    "Sweep",
    "linspace",
    "Table",
    "behavior",
    "Behavior",
    "metric",
    "Metric",
    "metrics",
    "MetricInfo",
    "gallery",
    "check",
    "Animation",
    "Problem",
    "ScenarioError",
    "BehaviorError",
]
