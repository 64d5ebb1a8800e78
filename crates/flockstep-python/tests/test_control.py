"""Driving agents, and the environment that does."""

import sys
from pathlib import Path

import flockstep as fs
import numpy as np
import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "examples"))
import hunt

WORLD = {
    "dimensions": 2,
    "groups": [{"name": "a", "count": 6, "body": {"max_speed": 2, "max_force": 8}}, {"name": "b"}],
}


def test_agents_go_where_they_are_told_and_back_to_their_behaviors():
    world = fs.World(WORLD)
    world.control([1, 2], [[0, 1], [0, -1]])
    world.step(600)
    assert world.velocities[1] == pytest.approx([0, 2], abs=1e-2)
    assert world.velocities[2] == pytest.approx([0, -2], abs=1e-2)
    assert (world.steering[[1, 2]] != 0).any()
    world.release([1, 2])
    world.step()
    assert (world.steering[[1, 2]] == 0).all(), "it has no behaviors"


def test_bodies_are_fed_and_pushed():
    world = fs.World(WORLD)
    world.feed([0, 3], [[1, 2], [3, 4]], [[1, 0], [0, 1]])
    assert world.positions[[0, 3]].tolist() == [[1, 2], [3, 4]] and world.velocities[3].tolist() == [0, 1]
    world.push([3], [0.5, 1])
    assert world.velocities[3].tolist() == [0.5, 2]


def test_agents_are_born_and_taken_away():
    world = fs.World(WORLD)
    ids = world.spawn("b", np.ones((3, 2)), np.zeros((3, 2)))
    assert ids.tolist() == [6, 7, 8] and len(world) == 9
    world.despawn(ids[:2])
    assert world.ids.tolist() == [0, 1, 2, 3, 4, 5, 8]
    world.despawn(world.ids)
    world.step()
    assert len(world) == 0 and world.positions.shape == (0, 2)


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda world: world.control([0, 99], np.ones((2, 2))), "no agent with id 99"),
        (lambda world: world.control([0, 0], np.ones((2, 2))), "twice"),
        (lambda world: world.control([0], np.ones((2, 2))), "as many as ids"),
        (lambda world: world.control([0], np.ones((1, 3))), r"allowed is \(n, 2\)"),
        (lambda world: world.control([0.5], np.ones((1, 2))), "whole numbers"),
        (lambda world: world.control([-1], np.ones((1, 2))), "below 0"),
        (lambda world: world.control([0], [["a", "b"]]), "array of numbers"),
        (lambda world: world.control([0, 1], [[1, 0], [np.nan, 0]]), "finite"),
        (lambda world: world.push([0, 1], [[1, 0], [np.inf, 0]]), "finite"),
        (lambda world: world.push([0, 1], [[1, 0], [3e12, 0]]), "1e12"),
        (lambda world: world.feed([0, 1], np.ones((2, 2)), [[0, 0], [np.nan, 0]]), "finite"),
        (lambda world: world.feed([0], np.ones((1, 2)), np.ones((2, 2))), "as many as ids"),
        (lambda world: world.spawn("c", np.ones((1, 2))), "there is no group"),
        (lambda world: world.spawn("b", [[0, 0], [np.nan, 0]]), "finite"),
        (lambda world: world.despawn([1, 77]), "no agent"),
        (lambda world: world.set_marker("m", [1, 2, 3]), "allowed are 2"),
        (lambda world: world.step(-1), "not negative"),
    ],
)
def test_what_makes_no_sense_is_refused_and_changes_nothing(call, words):
    world = fs.World(WORLD)
    before = world.snapshot()
    with pytest.raises(ValueError, match=words):
        call(world)
    assert world.snapshot() == before


def test_markers_are_read_and_moved():
    world = fs.World("seek")
    name = next(iter(world.markers))
    world.set_marker(name, [1, 2])
    assert world.markers[name].tolist() == [1, 2]


def test_a_good_policy_beats_a_random_one():
    field = hunt.Hunt(wolves=3, sheep=40, steps=120)
    seen, _ = field.reset(seed=1)
    assert set(seen) == {"wolf_0", "wolf_1", "wolf_2"} and seen["wolf_0"].shape == hunt.Hunt.observation_shape
    good = [hunt.play(field, hunt.chase, seed) for seed in range(3)]
    bad = [hunt.play(field, hunt.random_policy(seed), seed) for seed in range(3)]
    assert min(good) > max(bad)
    assert hunt.play(field, hunt.chase, 5) == hunt.play(field, hunt.chase, 5), "the same seed, the same hunt"
