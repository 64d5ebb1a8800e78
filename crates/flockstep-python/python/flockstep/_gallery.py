"""What is built in: scenes and metrics."""

from __future__ import annotations

from dataclasses import dataclass

from . import _flockstep
from ._toml import Scenario, source_of


def gallery() -> dict[str, str]:
    """Return the scenes of the gallery: the text of each by name.

    >>> import flockstep as fs
    >>> "vicsek" in fs.gallery()
    True
    """
    return dict(_flockstep.gallery())


@dataclass(frozen=True)
class MetricInfo:
    """What a built-in metric is."""

    #: Its name: the head of its column.
    name: str
    #: Its unit; empty if it has none.
    unit: str
    #: What it says, in a sentence.
    about: str


def metrics() -> list[MetricInfo]:
    """Return every built-in metric there is.

    >>> import flockstep as fs
    >>> fs.metrics()[0].name
    'polarization'
    """
    return [MetricInfo(*row) for row in _flockstep.metric_list()]


def check(scenario: Scenario) -> None:
    """Read a text or a dict and raise a `ScenarioError` with everything that is wrong with it.

    >>> import flockstep as fs
    >>> try:
    ...     fs.check("dimensions = 4\\ncuont = 3\\n")
    ... except fs.ScenarioError as error:
    ...     [(problem.line, problem.column) for problem in error.problems]
    [(1, 14), (2, 1)]
    """
    _flockstep.check(source_of(scenario), "scenario")
