"""A picture of a world, drawn from its columns as SVG: no painter, no network."""

from __future__ import annotations

import html
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ._flockstep import Core

Floats = NDArray[np.floating[Any]]

#: Agents that are drawn at most: more would only make the page slow.
MOST = 20_000
PAPER, INK = "#0d1b2a", "#5c7a99"


def corners(core: Core, places: Floats) -> tuple[Floats, Floats]:
    """Return the corners of what is seen: the world's own, and in an open world what holds everyone."""
    edge, least, greatest = core.space
    low, high = np.array(least, float), np.array(greatest, float)
    if edge == "open" and len(places):
        low, high = np.quantile(places, 0.01, axis=0), np.quantile(places, 0.99, axis=0)
        margin = max(0.15 * float((high - low).max()), 1e-3)
        low, high = low - margin, high + margin
    return low, high


class Camera:
    """From the world to the picture: the plane from above, space from a corner, a little from above."""

    def __init__(self, low: Floats, high: Floats, width: int) -> None:
        """See a box in a picture of this width."""
        self._middle = (low + high) / 2
        if len(low) == 2:
            self._across, self._up = np.eye(2)
        else:
            turn, tilt = np.radians(35), np.radians(25)
            self._across = np.array([np.cos(turn), 0, -np.sin(turn)])
            self._up = np.array([-np.sin(turn) * np.sin(tilt), np.cos(tilt), -np.cos(turn) * np.sin(tilt)])
        box = np.array(np.meshgrid(*zip(low, high, strict=True))).reshape(len(low), -1).T
        flat = self._flat(box)
        extent = flat.max(axis=0) - flat.min(axis=0)
        #: Pixels of a unit.
        self.scale = width / max(extent[0], extent[1] * 4 / 3, 1e-12)
        #: The size of the picture in pixels.
        self.size = (width, max(round(float(extent[1] * self.scale)), 1))

    def _flat(self, places: Floats) -> Floats:
        return np.stack([(places - self._middle) @ self._across, (places - self._middle) @ self._up], axis=1)

    def see(self, places: Floats) -> Floats:
        """Return where places are in the picture, in pixels."""
        flat = self._flat(np.atleast_2d(np.asarray(places, float)))
        seen: Floats = np.array(self.size) / 2 + flat * self.scale * [1, -1]
        return seen

    def turn(self, ways: Floats) -> Floats:
        """Return directions in the picture."""
        return np.stack([ways @ self._across, -(ways @ self._up)], axis=1)


def svg(core: Core, width: int = 640) -> str:
    """Draw a world."""
    places, headings, groups = core.positions, core.headings, core.groups
    camera = Camera(*corners(core, places), width)
    (wide, high) = camera.size
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}" width="{wide}" height="{high}">',
        f'<rect width="{wide}" height="{high}" fill="{PAPER}"/>',
        scenery(core, camera),
    ]
    chosen = np.linspace(0, len(places) - 1, MOST).astype(int) if len(places) > MOST else np.arange(len(places))
    tips, ways = camera.see(places[chosen]), camera.turn(headings[chosen])
    length = float(np.clip(np.sqrt(wide * high / max(len(chosen), 1)) * 0.35, 2.5, 9))
    for number, (name, color) in enumerate(core.group_looks):
        own = groups[chosen] == number
        title = f"<title>{html.escape(name)}: {int((groups == number).sum())}</title>"
        path = _triangles(tips[own], ways[own], length)
        parts.append(f'<path d="{path}" fill="{html.escape(color)}">{title}</path>')
    return "".join([*parts, "</svg>"])


def scenery(core: Core, camera: Camera) -> str:
    """Draw obstacles and markers, as parts of an SVG."""
    parts = [shape for kind, numbers in core.obstacles for shape in _obstacle(camera, kind, numbers)]
    for _, at in core.markers:
        (x, y), *_ = camera.see(np.array(at))
        parts.append(f'<path d="M{x - 5:.1f} {y:.1f}h10M{x:.1f} {y - 5:.1f}v10" stroke="{INK}"/>')
    return "".join(parts)


def _triangles(places: Floats, ways: Floats, length: float) -> str:
    """Draw an arrow head for each agent, all in one path."""
    ahead, aside = ways * length, np.stack([-ways[:, 1], ways[:, 0]], axis=1) * length * 0.4
    tip, left, right = places + ahead, places - ahead * 0.6 + aside, places - ahead * 0.6 - aside
    return "".join(
        f"M{a:.1f} {b:.1f}L{c:.1f} {d:.1f} {e:.1f} {f:.1f}Z" for a, b, c, d, e, f in np.hstack([tip, left, right])
    )


def _obstacle(camera: Camera, kind: str, numbers: list[list[float]]) -> list[str]:
    style = f'fill="{INK}" fill-opacity="0.4" stroke="{INK}"'
    if kind == "ball":
        (x, y), *_ = camera.see(np.array(numbers[0]))
        return [f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{numbers[1][0] * camera.scale:.1f}" {style}/>']
    if kind == "capsule":
        width = 2 * numbers[2][0] * camera.scale
        line = f'stroke="{INK}" stroke-opacity="0.5" stroke-width="{width:.1f}" stroke-linecap="round"'
        return [f'<path d="{_line(camera, numbers[:2])}" {line}/>']
    if kind == "segment":
        return [f'<path d="{_line(camera, numbers)}" stroke="{INK}" stroke-width="2"/>']
    if kind == "polygon":
        return [f'<path d="{_line(camera, numbers)}Z" {style}/>']
    if kind == "box":
        (a, b), (c, d) = numbers[0][:2], numbers[1][:2]
        faces = [[[a, b], [c, b], [c, d], [a, d]]] if len(numbers[0]) == 2 else _faces(numbers[0], numbers[1])
        return [f'<path d="{_line(camera, face)}Z" {style}/>' for face in faces]
    return []  # a plane has no end to draw


def _faces(low: list[float], high: list[float]) -> list[list[list[float]]]:
    """Return the three faces of a box that are seen from the corner."""
    (a, b, c), (d, e, f) = low, high
    top = [[a, e, c], [d, e, c], [d, e, f], [a, e, f]]
    front = [[a, b, f], [d, b, f], [d, e, f], [a, e, f]]
    side = [[d, b, c], [d, b, f], [d, e, f], [d, e, c]]
    return [top, front, side]


def _line(camera: Camera, points: list[list[float]]) -> str:
    return "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in camera.see(np.array(points)))
