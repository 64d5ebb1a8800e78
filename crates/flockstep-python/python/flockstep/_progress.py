"""How far a long call is: a bar in a terminal or a notebook, nothing in a pipe."""

from __future__ import annotations

import sys
import time
from importlib import import_module
from types import TracebackType
from typing import Any


class Progress:
    """A bar, drawn at most ten times a second, and only after half a second."""

    def __init__(self, what: str, shown: bool | None) -> None:
        """Count something; `shown` draws the bar or not, without it if someone can see it."""
        self._what = what
        self._began = time.monotonic()
        self._drawn = 0.0
        self._handle: Any = None
        self._notebook = _in_notebook()
        self._shown = (self._notebook or sys.stderr.isatty()) if shown is None else shown

    def __enter__(self) -> Progress:
        """Begin."""
        return self

    def at(self, done: int, of: int) -> None:
        """So many of so many are done."""
        now = time.monotonic()
        if not self._shown or now - self._began < 0.5 or now - self._drawn < 0.1:
            return
        self._drawn = now
        share = done / of if of else 1.0
        seconds = now - self._began
        left = f"{seconds / share - seconds:.0f} s left" if share > 0 else "..."
        said = f"{self._what} {done:,} of {of:,}, {left}"
        if self._notebook:
            self._show(f'<progress value="{done}" max="{of}" style="width:20em"></progress> {said}')
        else:
            full = int(share * 30)
            print(f"\r\x1b[K{'█' * full}{'░' * (30 - full)} {said}", end="", file=sys.stderr, flush=True)

    def _show(self, html: str) -> None:
        notebook: Any = import_module("IPython.display")
        shown = notebook.HTML(html)
        if self._handle is None:
            self._handle = notebook.display(shown, display_id=True)
        else:
            self._handle.update(shown)

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Leave a clean line behind."""
        if not self._drawn:
            return
        if self._notebook:
            self._show("")
        else:
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)


def _in_notebook() -> bool:
    shell = sys.modules.get("IPython")
    return shell is not None and type(shell.get_ipython()).__name__ == "ZMQInteractiveShell"
