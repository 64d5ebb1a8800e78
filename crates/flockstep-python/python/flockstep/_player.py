"""A film of a world that plays in a notebook: one HTML page with its frames in it. No server, no network."""

from __future__ import annotations

import base64
import html
import json
from os import PathLike
from pathlib import Path

import numpy as np

from ._flockstep import Core
from ._picture import PAPER, Camera, corners, scenery

#: Bytes of frames at most: a notebook with more would be slow to open.
MOST_BYTES = 64 << 20


class Animation:
    """A film. A notebook shows it; `save` writes it as a page."""

    def __init__(self, page: str, frames: int, seconds: float, size: tuple[int, int]) -> None:
        """Make one; `World.animate` does."""
        #: The whole page.
        self.html = page
        #: How many frames it has.
        self.frames = frames
        #: How long it plays.
        self.seconds = seconds
        self._size = size

    def _repr_html_(self) -> str:
        # In a frame of its own, so that several films on a page do not get into each other's way.
        wide, high = self._size
        size = f'width="{wide + 16}" height="{high + 60}"'
        return f'<iframe srcdoc="{html.escape(self.html)}" {size} frameborder="0"></iframe>'

    def save(self, path: str | PathLike[str]) -> None:
        """Write the page to a file."""
        Path(path).write_text(self.html, encoding="utf-8")

    def __repr__(self) -> str:
        """Show how long it is."""
        return f"Animation({self.seconds:g} s, {self.frames} frames)"


def animate(core: Core, seconds: float, fps: float, width: int) -> Animation:
    """Step a world, and keep a frame of it now and then."""
    if not (seconds > 0 and 0 < fps <= 240):
        raise ValueError("seconds: allowed is a positive number; fps: a number above 0, up to 240")
    time_step, count = core.time_step, round(seconds * fps) + 1
    if count * len(core) * 6 > MOST_BYTES:
        raise ValueError(f"{count} frames of {len(core)} agents are too many for a page: ask for fewer seconds or fps")
    first, frames = core.steps, []
    camera = None
    for number in range(count):
        core.step(first + round(number / fps / time_step) - core.steps)
        places = core.positions
        # An open world is seen where everyone was at the start, with some room around.
        camera = camera or Camera(*_wide(core, *corners(core, places)), width)
        flat, ways = camera.see(places), camera.turn(core.headings)
        # Pixels in sixteenths, an angle and a group: six bytes for an agent.
        rows = np.zeros(len(places), dtype=[("x", "<i2"), ("y", "<i2"), ("angle", "u1"), ("group", "u1")])
        for axis, name in enumerate("xy"):
            rows[name] = np.clip(np.round(flat[:, axis] * 16), -32768, 32767)
        rows["angle"] = np.round(np.arctan2(ways[:, 1], ways[:, 0]) / (2 * np.pi) * 256).astype(int) % 256
        rows["group"] = core.groups % 256
        frames.append(rows)
    assert camera is not None
    wide, high = camera.size
    agents = max(1, *(len(rows) for rows in frames))
    film = {
        "size": [wide, high],
        "fps": fps,
        "counts": [len(rows) for rows in frames],
        "colors": [color for _, color in core.group_looks],
        "length": float(np.clip(np.sqrt(wide * high / agents) * 0.35, 2.5, 9)),
        "rows": base64.b64encode(b"".join(rows.tobytes() for rows in frames)).decode(),
    }
    page = PAGE.replace("PAPER", PAPER).replace("SCENERY", scenery(core, camera))
    page = page.replace("FILM", json.dumps(film).replace("<", "\\u003c"))
    return Animation(page, count, seconds, camera.size)


def _wide(core: Core, low: np.ndarray, high: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    if core.space[0] != "open":
        return low, high
    room = 0.35 * (high - low).max()
    return low - room, high + room


PAGE = """<!doctype html>
<meta charset="utf-8">
<style>
  body { margin: 0; font: 13px sans-serif; color: #567 }
  main { position: relative; background: PAPER; border-radius: 4px }
  svg, canvas { position: absolute; left: 0; top: 0; width: 100%; height: 100% }
  div { display: flex; gap: 8px; align-items: center; padding: 6px 0 }
  button { width: 4.5em } input { flex: 1 } output { width: 5em; text-align: right }
</style>
<main><svg>SCENERY</svg><canvas></canvas></main>
<div><button>Pause</button><input type="range" min="0" value="0" step="1"><output></output></div>
<script>
const film = FILM;
const canvas = document.querySelector("canvas"), pen = canvas.getContext("2d");
const [wide, high] = film.size, sharp = window.devicePixelRatio || 1;
canvas.width = wide * sharp; canvas.height = high * sharp;
const stage = document.querySelector("main");
stage.style.width = document.querySelector("div").style.width = wide + "px";
stage.style.height = high + "px";
document.querySelector("svg").setAttribute("viewBox", "0 0 " + wide + " " + high);
const bytes = Uint8Array.from(atob(film.rows), letter => letter.charCodeAt(0)), rows = new DataView(bytes.buffer);
const starts = [0];
for (const count of film.counts) starts.push(starts[starts.length - 1] + count);
const button = document.querySelector("button"), slider = document.querySelector("input");
const clock = document.querySelector("output");
slider.max = film.counts.length - 1;
let at = 0, playing = true, last = null;
function draw() {
  const frame = Math.floor(at), length = film.length;
  pen.setTransform(sharp, 0, 0, sharp, 0, 0);
  pen.clearRect(0, 0, wide, high);
  film.colors.forEach((color, group) => {
    pen.beginPath();
    for (let row = starts[frame]; row < starts[frame + 1]; row++) {
      const place = row * 6;
      if (rows.getUint8(place + 5) !== group % 256) continue;
      const x = rows.getInt16(place, true) / 16, y = rows.getInt16(place + 2, true) / 16;
      const angle = rows.getUint8(place + 4) / 256 * 2 * Math.PI;
      const dx = Math.cos(angle) * length, dy = Math.sin(angle) * length;
      pen.moveTo(x + dx, y + dy);
      pen.lineTo(x - 0.6 * dx - 0.4 * dy, y - 0.6 * dy + 0.4 * dx);
      pen.lineTo(x - 0.6 * dx + 0.4 * dy, y - 0.6 * dy - 0.4 * dx);
      pen.closePath();
    }
    pen.fillStyle = color; pen.fill();
  });
  slider.value = frame;
  clock.textContent = (frame / film.fps).toFixed(2) + " s";
}
function tick(now) {
  if (playing) {
    if (last !== null) at = (at + (now - last) / 1000 * film.fps) % film.counts.length;
    draw();
  }
  last = now;
  requestAnimationFrame(tick);
}
button.onclick = () => { playing = !playing; button.textContent = playing ? "Pause" : "Play"; };
slider.oninput = () => { at = Number(slider.value); playing = false; button.textContent = "Play"; draw(); };
requestAnimationFrame(tick);
</script>
"""
