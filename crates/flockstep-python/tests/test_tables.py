"""Runs, tables and sweeps."""

import io
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import duckdb
import flockstep as fs
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pyarrow.parquet
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

NOISE = "groups.particles.body.noise"


def command(*words, check=True):
    done = subprocess.run(
        [sys.executable, "-m", "flockstep", *map(str, words)], capture_output=True, text=True, timeout=60, check=False
    )
    assert not check or done.returncode == 0, done.stderr
    return done


def test_a_table_goes_into_pandas_polars_pyarrow_and_duckdb():
    table = fs.run("school", steps=4, every=2).trajectories
    arrow, frame, other = pa.table(table), pl.DataFrame(table), table.to_pandas()
    assert arrow.num_rows == frame.height == len(other) == table.rows == 3 * 291
    assert list(arrow.column_names) == frame.columns == list(other.columns) == list(table)
    for name in ("step", "time", "id", "x", "sz"):
        for column in (arrow[name].to_numpy(), frame[name].to_numpy(), other[name].to_numpy()):
            np.testing.assert_array_equal(column, table[name])
    names = table["group"].tolist()
    assert arrow["group"].to_pylist() == frame["group"].to_list() == other["group"].tolist() == names


def test_duckdb_asks_a_table_directly():
    rows = fs.run("school", steps=1).trajectories  # noqa: F841  (found by its name)
    found = duckdb.sql('select "group", count(*) from rows group by 1 order by 1').fetchall()
    assert found == [("bass", 180), ("bluegill", 400), ("pike", 2)]


def test_numbers_are_handed_out_without_a_copy_and_outlive_the_table():
    table = fs.run("vicsek", steps=1).trajectories
    x = table["x"]
    arrow = pa.table(table)
    assert arrow["x"].chunk(0).buffers()[1].address == x.__array_interface__["data"][0]
    kept = x.copy()
    del table, x
    assert (arrow["x"].to_numpy() == kept).all()
    with pytest.raises(ValueError, match="read-only"):
        fs.run("vicsek", steps=1).metrics["step"][0] = 1


def test_a_stream_that_nobody_reads_is_let_go():
    table = fs.run("vicsek", steps=1).trajectories
    references = sys.getrefcount(table["x"])
    for _ in range(100):
        table.__arrow_c_stream__()
        pa.table(table)
    assert sys.getrefcount(table["x"]) < references + 10, "the last ones may be let go a moment later"


def test_empty_and_odd_tables():
    empty = fs.Table({"a": np.zeros(0), "b": np.zeros(0, dtype=np.int64), "c": []})
    assert pa.table(empty).num_rows == 0 and pl.DataFrame(empty).height == 0
    odd = fs.Table({'ä, "b"': ["x", "", "ÿ"], "n": np.array([1.5, np.nan, np.inf], dtype=np.float32)})
    assert pa.table(odd).to_pydict()['ä, "b"'] == ["x", "", "ÿ"]
    assert "<td>" in odd._repr_html_()
    with pytest.raises(TypeError, match="one length"):
        pa.table(fs.Table({"a": np.zeros(2), "b": np.zeros(3)}))
    with pytest.raises(TypeError, match="no column"):
        pa.table(fs.Table({"a": np.zeros(2, dtype=complex)}))
    with pytest.raises(TypeError, match="contiguous"):
        pa.table(fs.Table({"a": np.zeros(6)[::2]}))


def test_a_run_ends_where_the_command_line_does(tmp_path):
    run = fs.run("vicsek", steps=120, every=40, metrics="all", set={NOISE: 90}, seed=3)
    csv = tmp_path / "metrics.csv"
    names = ",".join(entry.name for entry in fs.metrics() if entry.name != "center_z")
    options = ["--steps", 120, "--every", 40, "--seed", 3, "--set", f"{NOISE}=90", "--metrics", csv, "--metric", names]
    done = command("run", "vicsek", *options)
    assert done.stdout.splitlines()[-1] == f"hash {run.hash} steps 120 agents 300"
    theirs = pd.read_csv(csv)
    ours = run.metrics.to_pandas()
    assert list(theirs.columns) == list(ours.columns) and theirs["group"].tolist() == ours["group"].tolist()
    for name in theirs.columns.drop("group"):
        np.testing.assert_array_equal(ours[name].to_numpy(float), theirs[name].to_numpy(float))


@settings(max_examples=12, deadline=None)
@given(
    scene=st.sampled_from(["school", "vicsek", "craft", "hiders", "geese"]),
    seed=st.integers(0, 2**63 - 1),
    steps=st.integers(0, 30),
    every=st.integers(1, 7),
    threads=st.integers(1, 3),
)
def test_trajectories_are_those_of_the_command_line(scene, seed, steps, every, threads):
    run = fs.run(scene, seed=seed, steps=steps, every=every, threads=threads)
    with tempfile.TemporaryDirectory() as folder:
        ours, theirs = Path(folder) / "ours.csv", Path(folder) / "theirs.csv"
        written = fs.run(scene, seed=seed, steps=steps, every=every, out=ours)
        options = ["--steps", steps, "--every", every, "--seed", seed, "--out", theirs, "--quiet"]
        done = command("run", scene, *options)
        assert done.stdout == f"hash {run.hash} steps {steps} agents {len(run.world)}\n"
        text = theirs.read_text()
        assert ours.read_text() == text and written.hash == run.hash
    kinds = dict.fromkeys(run.trajectories, np.float32) | {"time": float, "step": int, "id": int, "group": str}
    rows = pd.read_csv(io.StringIO(text), dtype=kinds)
    assert list(rows.columns) == list(run.trajectories)
    for name in rows.columns:
        np.testing.assert_array_equal(rows[name].to_numpy(), run.trajectories[name])


def test_a_long_run_streams_to_disk(tmp_path):
    for name in ("a.parquet", "a.csv", "a.npy"):
        run = fs.run("school", steps=6, every=3, out=tmp_path / name, columns=["step", "id", "x"], groups=["pike"])
        with pytest.raises(ValueError, match="they are in"):
            run.trajectories  # noqa: B018
    frame = pl.read_parquet(tmp_path / "a.parquet")
    assert frame.columns == ["step", "id", "x"] and frame["step"].to_list() == [0, 3, 6]
    assert pl.read_csv(tmp_path / "a.csv")["id"].to_list() == [290] * 3
    assert np.load(tmp_path / "a.npy")["step"].tolist() == [0, 3, 6]
    with pytest.raises(FileExistsError, match="force=True"):
        fs.run("school", steps=1, out=tmp_path / "a.csv")
    fs.run("school", steps=1, out=tmp_path / "a.csv", force=True)
    with pytest.raises(ValueError, match=r"\.csv, \.parquet or \.npy"):
        fs.run("school", steps=1, out=tmp_path / "a.txt")
    with pytest.raises(OSError, match="cannot write"):
        fs.run("school", steps=1, out=tmp_path / "no" / "a.csv")


def test_a_run_goes_on_with_a_world():
    world = fs.World("vicsek")
    world.step(10)
    run = fs.run(world, steps=30, every=10, trajectories=False)
    assert run.world is world and world.steps == 30 and run.metrics["step"].tolist() == [10, 10, 20, 20, 30, 30]
    assert run.hash == fs.run("vicsek", steps=30).hash
    for bad, words in [({"steps": 5}, "there already"), ({"steps": 99, "every": 0}, "every"), ({"seed": 3}, "already")]:
        with pytest.raises(ValueError, match=words):
            fs.run(world, **bad)


def test_a_sweep_is_that_of_the_command_line(tmp_path):
    vary = {NOISE: fs.linspace(0, 360, 3), "seed": range(1, 3)}
    table = fs.sweep(
        "vicsek", vary=vary, metric=["polarization", "particles.speed"], steps=30, warmup=10, out=tmp_path / "a.csv"
    )
    options = ["--vary", f"{NOISE}=0..360/3", "--vary", "seed=1..2", "--metric", "polarization,particles.speed"]
    command("sweep", "vicsek", *options, "--steps", 30, "--warmup", 10, "--out", tmp_path / "b.csv", "--quiet")
    assert (tmp_path / "a.csv").read_text() == (tmp_path / "b.csv").read_text()
    assert not list(tmp_path.glob("*.journal"))
    frame = pl.DataFrame(table)
    assert frame.equals(pl.read_csv(tmp_path / "a.csv").cast(dict(frame.schema)))
    fs.sweep("vicsek", vary=vary, metric="speed", steps=3, out=tmp_path / "a.parquet")
    assert pa.parquet.read_table(tmp_path / "a.parquet").num_rows == 6
    x, mean, deviation = table.means()
    assert x.tolist() == [0, 180, 360] and mean.shape == deviation.shape == (3,) and mean[0] > mean[2]
    with pytest.raises(ValueError, match="exists already; force=True"):
        fs.sweep("vicsek", vary=vary, metric="speed", steps=3, out=tmp_path / "a.parquet")


def test_a_sweep_of_a_dict_or_a_text():
    scenario = {"dimensions": 2, "groups": [{"name": "a", "count": 9, "behaviors": [{"type": "cohesion"}]}]}
    for given_as in (scenario, fs.World(scenario).scenario()):
        table = fs.sweep(given_as, vary={"groups.a.count": [3, 9]}, metric="spread", steps=5)
        assert table["agents"].tolist() == [3, 9]


@pytest.mark.parametrize(
    ("bad", "words"),
    [
        ({"vary": {}}, "vary"),
        ({"vary": {"seed": []}}, "no values"),
        ({"vary": {"seed": [1, 1]}}, "twice"),
        ({"metric": []}, "metric"),
        ({"metric": "order"}, "no such metric"),
        ({"metric": "fish.speed"}, "unknown group"),
        ({"steps": 0}, "from 1 on"),
        ({"steps": 5, "warmup": 9}, "nothing is measured"),
        ({"vary": {"groups.particles.sped": [1]}}, "unknown key"),
        ({"vary": {"seed": range(2000), NOISE: fs.linspace(0, 1, 2000)}}, "combinations"),
        ({"set": {"seed": 3}}, "set too"),
        ({"out": "table.txt"}, r"\.csv or \.parquet"),
    ],
)
def test_a_sweep_that_makes_no_sense_is_refused(bad, words):
    with pytest.raises(ValueError, match=words):
        fs.sweep("vicsek", **{"vary": {"seed": range(3)}, "metric": "speed", **bad})


def test_a_sweep_goes_on_after_a_kill(tmp_path):
    out = tmp_path / "table.parquet"
    code = f"""
import flockstep as fs
table = fs.sweep("vicsek", vary={{"seed": range(60)}}, metric="polarization", steps=1000, out={str(out)!r}, workers=1)
print(table.resumed, table["hash"][0], table.rows)
"""
    child = subprocess.Popen([sys.executable, "-c", code])
    journal = Path(f"{out}.journal")
    deadline = time.monotonic() + 60
    while not (journal.exists() and len(journal.read_bytes().splitlines()) > 4):
        assert time.monotonic() < deadline and child.poll() is None
        time.sleep(0.01)
    child.send_signal(signal.SIGKILL)
    child.wait()
    assert not out.exists()
    again = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=100, check=True)
    resumed, first, rows = again.stdout.split()
    assert 4 <= int(resumed) < 60 and int(rows) == 60
    assert first == fs.run("vicsek", seed=0, steps=1000, trajectories=False, every=1000).hash
    assert again.stderr == "", "no bar in a pipe"


def test_ctrl_c_stops_a_sweep_and_it_goes_on(tmp_path):
    out = tmp_path / "table.csv"
    arguments = f"'vicsek', vary={{'seed': range(2000)}}, metric='speed', steps=2000, out={str(out)!r}"
    code = f"import flockstep as fs\ntry:\n    fs.sweep({arguments})\nexcept KeyboardInterrupt:\n    print('stopped')"
    child = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True)
    journal = Path(f"{out}.journal")
    while not journal.exists():
        assert child.poll() is None
        time.sleep(0.05)
    time.sleep(0.5)
    child.send_signal(signal.SIGINT)
    said, _ = child.communicate(timeout=30)
    assert said == "stopped\n" and journal.exists() and not out.exists()


def test_the_command_line_answers():
    assert "vicsek" in command("list").stdout
    assert command("run", "vicsek", "--steps", "-3", check=False).returncode == 2
    assert command("--version").stdout.split()[1] == fs.__version__
