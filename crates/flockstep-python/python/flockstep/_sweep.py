"""Sweeps: one scenario with every combination of some values."""

from __future__ import annotations

import tempfile
from collections.abc import Iterable, Mapping
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from ._flockstep import sweep as _sweep
from ._progress import Progress
from ._table import Table
from ._toml import Scenario, Settings, set_value, settings_of, source_of

if TYPE_CHECKING:
    from matplotlib.axes import Axes


def linspace(first: float, last: float, count: int) -> list[float]:
    """Return numbers evenly from the first to the last, as people write them: the values of ``first..last/count``.

    >>> import flockstep as fs
    >>> fs.linspace(0, 0.3, 4)
    [0.0, 0.1, 0.2, 0.3]
    """
    if count < 2:
        raise ValueError(f"count: found {count}, allowed is a whole number from 2 on")
    shares = [nth / (count - 1) for nth in range(count)]
    return [float(f"{first * (1 - share) + last * share:.11e}") for share in shares]


class Sweep(Table):
    """The table of a sweep: a column for each value that was varied, then mean and last value of each metric."""

    def __init__(self, columns: Mapping[str, Any], varied: list[str], measured: list[str], resumed: int) -> None:
        """Make one; `sweep` does."""
        super().__init__(columns)
        #: The columns that were varied.
        self.varied = varied
        #: The metrics.
        self.measured = measured
        #: How many of its runs had been made before, by a sweep that was stopped.
        self.resumed = resumed

    def means(self, metric: str | None = None) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Return the values of the first varied column, and mean and standard deviation of a metric at each.

        >>> import flockstep as fs
        >>> table = fs.sweep("vicsek", vary={"groups.particles.body.noise": [0, 360], "seed": range(2)},
        ...                  metric="polarization", steps=20)
        >>> x, mean, deviation = table.means()
        >>> x
        array([  0, 360])
        """
        metric = metric or self.measured[0]
        values, places = np.unique(self[self.varied[0]], return_inverse=True)
        sets = [self[metric][places == nth] for nth in range(len(values))]
        mean = np.array([chosen.mean() for chosen in sets])
        return values, mean, np.array([chosen.std(ddof=1) if len(chosen) > 1 else 0.0 for chosen in sets])

    def plot(self, metric: str | None = None, *, ax: Axes | None = None, **style: Any) -> Axes:
        """Draw the mean of a metric over the first varied column, and its standard deviation; needs matplotlib."""
        import matplotlib.pyplot as plt  # noqa: PLC0415  (needed here only)

        metric = metric or self.measured[0]
        axes: Axes = plt.gca() if ax is None else ax
        values, mean, deviation = self.means(metric)
        (line,) = axes.plot(values, mean, **{"marker": "o", "markersize": 3, **style})
        if np.any(deviation > 0):
            axes.fill_between(values, mean - deviation, mean + deviation, color=line.get_color(), alpha=0.25, lw=0)
        axes.set_xlabel(self.varied[0])
        axes.set_ylabel(metric)
        return axes


def sweep(
    scenario: Scenario,
    *,
    vary: Mapping[str, Iterable[Any]],
    metric: str | Iterable[str],
    steps: int = 300,
    warmup: int = 0,
    every: int = 1,
    set: Settings | None = None,
    out: str | PathLike[str] | None = None,
    workers: int = 0,
    force: bool = False,
    progress: bool | None = None,
) -> Sweep:
    """Run a scenario with every combination of some values, and put what comes out into one table.

    It is ``flockstep sweep``: runs that are done are kept in a journal beside `out`, and the same call goes on after
    a kill or Ctrl-C. The table does not depend on the number of workers.

    Args:
        scenario: The name of a gallery scene, a path, the text of a scenario file, or the same as a dict.
        vary: The values by path; the last one changes fastest.
        metric: Names of metrics, of all agents or of a group's (``"bluegill.spread"``).
        steps: Run each combination up to this step.
        warmup: Leave this many steps out of the means.
        every: Measure at steps that are multiples of this.
        set: Values in place of the scenario's in every run.
        out: Write the table to this .csv or .parquet file.
        workers: Runs at the same time; 0 is one per core.
        force: Overwrite a table that exists, and what is left of another sweep.
        progress: Whether to show a bar; by default in a terminal and in a notebook.

    >>> import flockstep as fs
    >>> table = fs.sweep("vicsek", vary={"groups.particles.body.noise": fs.linspace(0, 360, 3), "seed": range(2)},
    ...                  metric="polarization", steps=50, warmup=30)
    >>> table
    Sweep(6 rows: groups.particles.body.noise, seed, polarization, polarization_last, agents, hash)
    """
    varied = [(path, _values(path, values)) for path, values in vary.items()]
    if not varied:
        raise ValueError("vary: found nothing, allowed is at least one path with its values")
    metrics = [metric] if isinstance(metric, str) else list(metric)
    if not metrics:
        raise ValueError("metric: found nothing, allowed is at least one name")
    if steps < 1 or every < 1 or warmup < 0:
        raise ValueError("steps and every: allowed are whole numbers from 1 on; warmup: from 0 on")
    with tempfile.TemporaryDirectory(prefix="flockstep-") as folder:
        source = source_of(scenario)
        if "\n" in source:
            path = Path(folder) / "scenario.toml"
            path.write_text(source, encoding="utf-8")
            source = str(path)
        table = Path(folder) / "table.csv" if out is None else Path(out)
        with Progress("run", progress) as bar:
            columns, before = _sweep(
                source, varied, metrics, settings_of(set), (steps, warmup, every), table, workers, force, bar.at
            )
    return Sweep(columns, [path for path, _ in varied], metrics, before)


def _values(path: str, values: Iterable[Any]) -> list[str]:
    texts = [set_value(value) for value in values]
    if not texts:
        raise ValueError(f"vary: {path} has no values, allowed is at least one")
    if len({*texts}) < len(texts):
        raise ValueError(f"vary: {path} has a value twice")
    return texts
