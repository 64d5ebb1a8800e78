"""Values as TOML, which is what scenarios are written in."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping
from os import PathLike, fspath
from typing import Any, TypeAlias

import numpy as np

#: A scenario: a name of the gallery, a path, the text of a scenario file, or the same as a dict.
Scenario: TypeAlias = "str | PathLike[str] | Mapping[str, Any]"
#: Settings in place of the scenario's, by path.
Settings: TypeAlias = "Mapping[str, Any]"

_BARE = re.compile(r"[A-Za-z0-9_-]+")


def text(value: str) -> str:
    """Quote a text."""
    escaped = value.replace("\\", "\\\\").replace('"', '\\"')
    return '"' + "".join(c if c >= " " and c != "\x7f" else f"\\u{ord(c):04x}" for c in escaped) + '"'


def value_of(value: Any) -> str:
    """Write a value.

    >>> value_of({"edge": "wrap", "min": [0, 0.5]})
    '{ edge = "wrap", min = [0, 0.5] }'
    >>> value_of(90.0)
    '90'
    """
    if isinstance(value, (bool, np.bool_)):
        return "true" if value else "false"
    if isinstance(value, (int, np.integer)):
        return str(int(value))
    if isinstance(value, (float, np.floating)):
        return _number(value)
    if isinstance(value, str):
        return text(value)
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{_key(name)} = {value_of(inner)}" for name, inner in value.items()) + " }"
    if isinstance(value, Iterable):
        return "[" + ", ".join(value_of(inner) for inner in value) + "]"
    raise TypeError(f"a scenario holds numbers, texts, lists and dicts, and not {type(value).__name__}")


def _number(value: float | np.floating[Any]) -> str:
    """Write a number as people do: 90 for 90.0, and an f32 with as many digits as it has."""
    shortest = float(str(value)) if isinstance(value, np.generic) else float(value)
    if math.isnan(shortest) or math.isinf(shortest):
        return "nan" if math.isnan(shortest) else "inf" if shortest > 0 else "-inf"
    whole = shortest.is_integer() and abs(shortest) < 1e15
    return str(int(shortest)) if whole else repr(shortest)


def _key(name: str) -> str:
    return name if _BARE.fullmatch(name) else text(name)


def source_of(scenario: Scenario) -> str:
    """Turn a scenario into what the engine opens: a name, a path or a text with line breaks."""
    if isinstance(scenario, Mapping):
        return "".join(f"{_key(name)} = {value_of(value)}\n" for name, value in scenario.items()) + "\n"
    return fspath(scenario)


def set_value(value: Any) -> str:
    """Write a value for an override: a text stays as it is, so that words need no quotes."""
    return value if isinstance(value, str) else value_of(value)


def settings_of(settings: Settings | None, seed: int | None = None) -> list[tuple[str, str]]:
    """Turn settings by path into overrides."""
    pairs = [(path, set_value(value)) for path, value in (settings or {}).items()]
    return pairs if seed is None else [*pairs, ("seed", str(int(seed)))]
