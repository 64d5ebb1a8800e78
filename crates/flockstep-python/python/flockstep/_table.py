"""Tables: columns of arrays that pandas, polars, pyarrow and DuckDB take as they are."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from ._flockstep import arrow_stream

if TYPE_CHECKING:
    import pandas as pd
    import polars as pl


class Words:
    """A column of few words: numbers, and the words they stand for."""

    def __init__(self, codes: NDArray[np.int32], words: Sequence[str]) -> None:
        """Make a column of numbers from 0 to the number of words."""
        self.codes = codes
        self.words = tuple(words)

    def __len__(self) -> int:
        """Count the rows."""
        return len(self.codes)

    def array(self) -> NDArray[Any]:
        """Spell the words out, as an array of texts."""
        return np.array(self.words, dtype=np.str_)[self.codes]


class Table(Mapping[str, NDArray[Any]]):
    """A table. It is a mapping from names to NumPy arrays, and an Arrow stream to other programs.

    >>> import flockstep as fs
    >>> table = fs.run("school", steps=20, every=10).metrics
    >>> table
    Table(12 rows: step, time, group, agents, polarization, milling, spread, nearest_mean, speed, captures)
    >>> table["step"].max()
    np.int64(20)
    """

    def __init__(self, columns: Mapping[str, NDArray[Any] | Words | Sequence[str]]) -> None:
        """Make a table of columns of one length."""
        self._columns = dict(columns)
        for column in self._columns.values():
            numbers = column.codes if isinstance(column, Words) else column
            if isinstance(numbers, np.ndarray):
                # What is handed out without a copy must not change.
                numbers.setflags(write=False)

    def __getitem__(self, name: str) -> NDArray[Any]:
        """Return a column as an array; texts are spelled out."""
        column = self._columns[name]
        if isinstance(column, np.ndarray):
            return column
        return column.array() if isinstance(column, Words) else np.array(column, dtype=np.str_)

    def __iter__(self) -> Iterator[str]:
        """Go over the names of the columns."""
        return iter(self._columns)

    def __len__(self) -> int:
        """Count the columns, as for every mapping; `rows` counts the rows."""
        return len(self._columns)

    @property
    def rows(self) -> int:
        """How many rows it has."""
        return len(next(iter(self._columns.values()), ()))

    def __repr__(self) -> str:
        """Show how many rows it has, and which columns."""
        return f"{type(self).__name__}({self.rows} rows: {', '.join(self._columns)})"

    def _repr_html_(self) -> str:
        """Show the first rows in a notebook."""
        heads = "".join(f"<th>{_escaped(name)}</th>" for name in self)
        columns = [self[name][:10] for name in self]
        rows = "".join(
            "<tr>" + "".join(f"<td>{_escaped(cell)}</td>" for cell in row) + "</tr>"
            for row in zip(*columns, strict=True)
        )
        return f"<table><thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table><p>{self.rows:,} rows</p>"

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
        """Hand the table out by Arrow's PyCapsule interface, without a copy of its numbers."""
        columns: list[object] = [
            (column.codes, list(column.words)) if isinstance(column, Words) else column
            for column in self._columns.values()
        ]
        return arrow_stream(list(self._columns), columns)

    def to_arrow(self) -> Any:
        """Return a pyarrow table; needs pyarrow."""
        # pyarrow has no types of its own.
        pyarrow: Any = import_module("pyarrow")
        return pyarrow.table(self)

    def to_polars(self) -> pl.DataFrame:
        """Return a polars data frame; needs polars."""
        import polars as pl  # noqa: PLC0415  (needed here only)

        return pl.DataFrame(self)

    def to_pandas(self) -> pd.DataFrame:
        """Return a pandas data frame; needs pandas, and not pyarrow."""
        import pandas as pd  # noqa: PLC0415  (needed here only)

        def column(values: NDArray[Any] | Words | Sequence[str]) -> Any:
            if isinstance(values, Words):
                return pd.Categorical.from_codes(values.codes, list(values.words))
            return values

        return pd.DataFrame({name: column(values) for name, values in self._columns.items()})


def _escaped(cell: object) -> str:
    return str(cell).replace("&", "&amp;").replace("<", "&lt;")
