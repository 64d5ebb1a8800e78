"""What can go wrong, as exceptions that carry data."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Problem:
    """One mistake in a scenario, and where it is."""

    #: The file's name, or the override that was wrong.
    source: str
    #: The line, counted from 1.
    line: int
    #: The column in characters, counted from 1.
    column: int
    #: The path of the key, such as ``groups.bluegill.body.max_speed``; empty for the file as a whole.
    path: str
    #: What was found, and what is allowed.
    message: str

    def __str__(self) -> str:
        """Show the place and the message in a line."""
        return f"{self.source}:{self.line}:{self.column}: {self.message}"


class ScenarioError(ValueError):
    """A scenario with mistakes: all of them are in `problems`.

    >>> import flockstep as fs
    >>> try:
    ...     fs.World("school", set={"groups.bluegill.body.max_sped": 9})
    ... except fs.ScenarioError as error:
    ...     print(error.problems[0].path, error.problems[0].line)
    groups.bluegill.body.max_sped 1
    """

    def __init__(self, message: str, problems: Sequence[Problem] = ()) -> None:
        """Make one with a message and the mistakes it is about."""
        super().__init__(message)
        #: The mistakes, in the order of the file.
        self.problems: tuple[Problem, ...] = tuple(problems)

    def __reduce__(self) -> tuple[type[ScenarioError], tuple[str, tuple[Problem, ...]]]:
        """Let it travel between processes."""
        return (ScenarioError, (str(self), self.problems))


class BehaviorError(RuntimeError):
    """A behavior or a metric of your own failed, or returned what does not fit. The step was not made."""

    def __init__(self, name: str, message: str) -> None:
        """Make one with the name of the behavior and what is wrong."""
        super().__init__(f"{name}: {message}")
        #: The name of the behavior or metric.
        self.name = name
        self._message = message

    def __reduce__(self) -> tuple[type[BehaviorError], tuple[str, str]]:
        """Let it travel between processes."""
        return (BehaviorError, (self.name, self._message))


def scenario_error(message: str, rows: Sequence[tuple[str, int, int, str, str]]) -> ScenarioError:
    """Make the exception from what the engine found; it calls this."""
    return ScenarioError(message, [Problem(*row) for row in rows])
