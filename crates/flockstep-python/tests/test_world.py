"""Worlds: opening, stepping, reading, keeping."""

import copy
import gc
import pickle
import resource
import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import flockstep as fs
import numpy as np
import pytest

ROOT = Path(__file__).parents[3]
TABLE = (ROOT / "crates/flockstep-scenario/src/golden.txt").read_text()
# A name with a slash is a scene under other settings.
GOLDEN = dict(line.split() for line in TABLE.splitlines() if "/" not in line)
SMALL = {"dimensions": 2, "groups": [{"name": "a", "count": 5, "behaviors": [{"type": "cohesion"}]}]}


@pytest.mark.parametrize("scene", sorted(GOLDEN))
def test_every_scene_has_the_hash_of_the_command_line(scene):
    world = fs.World(scene, threads=2)
    world.step(300)
    assert world.hash == GOLDEN[scene]


def test_a_scenario_is_a_name_a_path_a_text_or_a_dict(tmp_path):
    text = fs.gallery()["vicsek"]
    path = tmp_path / "mine.toml"
    path.write_text(text)
    worlds = [fs.World(given) for given in ("vicsek", path, str(path), text)]
    assert len({world.hash for world in worlds}) == 1
    assert len(fs.World(SMALL)) == 5
    assert fs.World(SMALL, seed=np.int64(4)).seed == 4


def test_rows_are_in_the_order_of_ids_however_the_engine_sorts():
    world = fs.World("vicsek")
    world.step(50)
    world.despawn([3, 7])
    (born,) = world.spawn("particles", [[12.5, 3.25]], [[0.5, 0]])
    ids = world.ids
    assert (np.diff(ids) > 0).all() and ids[-1] == born and 3 not in ids
    assert world.positions.shape == world.velocities.shape == world.headings.shape == (299, 2)
    assert world.positions[-1].tolist() == [12.5, 3.25] and world.velocities[-1].tolist() == [0.5, 0]
    before = world.positions
    world.step()
    moved = np.abs(world.positions - before)
    assert np.minimum(moved, 25 - moved).max() < 0.031, "everyone is where it was, a step further"
    assert all(array.dtype == np.float32 for array in (world.positions, world.steering))
    assert world.groups.shape == world.ids.shape == (299,)


def test_setting_by_path_before_the_start_and_while_it_runs():
    assert fs.World("vicsek", set={"groups.particles.count": 7}).positions.shape == (7, 2)
    world = fs.World("vicsek")
    world.set("groups.particles.body.noise", 90.0)
    asked = fs.World("vicsek", set={"groups.particles.body.noise": 90})
    assert world.hash == asked.hash
    world.step(5)
    world.set("space.edge", "bounce")
    assert world.edge == "bounce" and world.steps == 5
    with pytest.raises(ValueError, match="takes a new world"):
        world.set("seed", 3)
    world.restart()
    assert world.steps == 0 and world.edge == "bounce"


def test_a_copy_a_pickle_and_a_snapshot_go_the_same_way():
    world = fs.World("school", seed=5)
    world.step(20)
    kept = world.snapshot()
    others = [copy.copy(world), copy.deepcopy(world), world.copy(), pickle.loads(pickle.dumps(world))]
    world.step(30)
    for other in others:
        assert other.steps == 20
        other.step(30)
        assert other.hash == world.hash
    world.restore(kept)
    assert world.steps == 20
    with pytest.raises(ValueError, match="snapshot"):
        world.restore(kept[:-9])
    assert world.steps == 20


def test_a_world_to_a_scenario_and_back():
    world = fs.World("school")
    world.step(40)
    world.set("groups.bluegill.body.max_speed", 9)
    again = fs.World(world.scenario(agents=True))
    assert (again.positions == world.positions).all() and (again.velocities == world.velocities).all()
    assert again.group_names == world.group_names
    assert "max_speed = 9" in world.scenario()
    assert len(fs.World(world.scenario())) == 291


def test_metrics_are_of_each_group_and_of_all():
    world = fs.World("school")
    measured = world.metrics(["polarization", "speed"])
    assert list(measured) == ["bluegill", "bass", "pike", "all"]
    unit = world.velocities / np.linalg.norm(world.velocities, axis=1, keepdims=True)
    own = world.groups == 0
    assert measured["bluegill"]["polarization"] == pytest.approx(np.linalg.norm(unit[own].mean(axis=0)), abs=1e-5)
    assert measured["all"]["speed"] == pytest.approx(np.linalg.norm(world.velocities, axis=1).mean(), rel=1e-5)
    assert set(world.metrics("all")["all"]) == {entry.name for entry in fs.metrics()}
    with pytest.raises(ValueError, match="did you mean polarization"):
        world.metrics("polarisation")


def test_captures_are_counted_by_group():
    space = {"edge": "wrap", "min": [0, 0], "max": [9, 9]}
    eats = {"of": {"groups": ["prey"]}, "distance": 1, "respawn": True}
    eaters = [{"name": name, "count": 4, "speed": [1, 2], "captures": eats} for name in ("pike", "bass")]
    world = fs.World({"dimensions": 2, "space": space, "groups": [{"name": "prey", "count": 40}, *eaters]})
    world.step(100)
    measured = {name: row["captures"] for name, row in world.metrics(["captures"]).items()}
    assert measured["pike"] > 0 and measured["bass"] > 0 and measured["prey"] == 0
    assert measured["pike"] + measured["bass"] == measured["all"] == world.captures


def test_many_worlds_on_many_threads():
    def run(seed):
        world = fs.World("school", seed=seed, threads=1)
        world.step(60)
        return world.hash

    alone = [run(seed) for seed in range(4)]
    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(run, list(range(4)) * 4)) == alone * 4


def test_stepping_releases_the_interpreter():
    world = fs.World("vicsek", set={"groups.particles.count": 3000}, threads=1)
    stepping = threading.Thread(target=world.step, args=(300,))
    stepping.start()
    turns = 0
    while stepping.is_alive():
        turns += 1
        time.sleep(0.001)
    stepping.join()
    assert turns > 10


def test_a_world_in_use_says_so():
    world = fs.World("vicsek", set={"groups.particles.count": 3000}, threads=1)
    stepping = threading.Thread(target=world.step, args=(500,))
    stepping.start()
    time.sleep(0.02)
    try:
        with pytest.raises(RuntimeError, match="in use"):
            while stepping.is_alive():
                world.step()
    finally:
        stepping.join()
    assert world.steps >= 500


def test_ctrl_c_stops_between_two_steps():
    code = (
        "import flockstep as fs\nworld = fs.World('school')\nprint('ready', flush=True)\n"
        "try:\n    world.step(10**9)\n"
        "except KeyboardInterrupt:\n    world.step(1)\n    print('stopped', world.steps > 1)"
    )
    child = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True)
    assert child.stdout.readline() == "ready\n"
    time.sleep(0.3)
    child.send_signal(signal.SIGINT)
    out, _ = child.communicate(timeout=20)
    assert out == "stopped True\n" and child.returncode == 0


def test_ten_thousand_worlds_leak_nothing():
    @fs.behavior("still", radius=3)
    def still(view):
        return np.zeros_like(view.positions)

    def live(nth):
        world = fs.World(SMALL, seed=nth, behaviors=[still])

        # A world that is held by its own rule: only the garbage collector finds it.
        @fs.behavior("cycle")
        def cycle(view):
            return np.zeros((len(world_again[0]) if view is None else len(view), 2))

        world_again = [world]
        world.add_behavior(cycle, groups=["a"])
        world.step(1)
        world.copy().metrics()
        world.snapshot()

    def memory():
        gc.collect()
        return int(Path("/proc/self/statm").read_text().split()[1]) * resource.getpagesize()

    for nth in range(1000):
        live(nth)
    before = memory()
    for nth in range(9000):
        live(nth)
    assert memory() - before < 4 << 20, "four megabytes would be 400 bytes a world"


def test_reprs_are_short_and_say_what_it_is():
    assert repr(fs.World(SMALL)) == "World(2D, 5 agents: a 5; step 0, 0 s)"
    assert "View(5 agents" in repr(fs.World(SMALL).view(1))
