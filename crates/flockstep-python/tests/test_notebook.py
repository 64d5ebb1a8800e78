"""What a notebook shows."""

import base64
import json
import re
from xml.etree import ElementTree

import flockstep as fs
import numpy as np
import pytest


@pytest.mark.parametrize("scene", sorted(fs.gallery()))
def test_every_scene_has_a_picture(scene):
    world = fs.World(scene)
    root = ElementTree.fromstring(world.picture(width=400))
    assert root.tag.endswith("svg") and root.get("width") == "400"
    titles = [title.text for title in root.iter("{http://www.w3.org/2000/svg}title")]
    counts = np.bincount(world.groups, minlength=len(world.group_names))
    assert titles == [f"{name}: {count}" for name, count in zip(world.group_names, counts, strict=True)]
    assert world._repr_html_().startswith("<svg")


def test_a_film_is_a_page_of_its_own_and_the_world_stays():
    world = fs.World("vicsek")
    film = world.animate(seconds=2, fps=10, width=500)
    assert world.steps == 0 and film.frames == 21
    assert not re.search(r"https?:|src=|href=", film.html), "nothing is fetched"
    data = json.loads(re.search(r"const film = (\{.*\});", film.html).group(1))
    rows = np.frombuffer(base64.b64decode(data["rows"]), dtype="<i2,<i2,u1,u1")
    assert data["counts"] == [300] * 21 and len(rows) == 21 * 300
    world.step(40)
    last = rows[-300:]
    assert data["size"] == [500, 375], "a square of 25 units, 15 pixels each"
    x = 250 + (world.positions[:, 0] - 12.5) * 15
    np.testing.assert_allclose(last["f0"] / 16, x, atol=0.1)
    assert "<iframe srcdoc=" in film._repr_html_()
    assert "<path d=" in fs.World("doorway").animate(seconds=0.1).html, "walls are drawn"


def test_a_film_follows_births_and_deaths_and_space(tmp_path):
    film = fs.World("school").animate(seconds=0.5, fps=20)
    film.save(tmp_path / "film.html")
    assert (tmp_path / "film.html").read_text().startswith("<!doctype html>")
    with pytest.raises(ValueError, match="seconds"):
        fs.World("school").animate(seconds=0)
    with pytest.raises(ValueError, match="too many"):
        fs.World("school").animate(seconds=1e6)


def test_a_sweep_draws_itself():
    import matplotlib as mpl

    mpl.use("agg")
    table = fs.sweep(
        "vicsek", vary={"groups.particles.body.noise": [0, 180], "seed": range(2)}, metric="speed", steps=3
    )
    axes = table.plot()
    assert axes.get_ylabel() == "speed" and len(axes.collections) == 1


def test_a_bar_is_shown_in_a_terminal_only(capsys):
    fs.run("vicsek", steps=50, progress=None)
    assert capsys.readouterr().err == ""
    from flockstep._progress import Progress

    with Progress("run", True) as bar:
        bar._began -= 10
        bar.at(5, 10)
        assert "run 5 of 10, 10 s left" in capsys.readouterr().err
    assert capsys.readouterr().err == "\r\x1b[K"
