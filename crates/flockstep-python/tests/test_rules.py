"""Behaviors and metrics that are written in Python."""

import pickle
import threading

import flockstep as fs
import numpy as np
import pytest

TORUS = {"edge": "wrap", "min": [0, 0], "max": [10, 10]}


def scenario(*behaviors, count=40, space=None):
    group = {"name": "a", "count": count, "sight": {"radius": 2}, "behaviors": list(behaviors)}
    return {"dimensions": 2, "space": space or TORUS, "groups": [group, {"name": "b", "count": 10}]}


@fs.behavior("east")
def east(view):
    return np.tile([1.0, 0.0], (len(view), 1))


def go_west(view):
    return np.tile([-1.0, 0.0], (len(view), 1))


west = fs.behavior("west")(go_west)
CUSTOM = {"type": "custom", "name": "east"}


@pytest.mark.parametrize("dimensions", [2, 3])
@pytest.mark.parametrize("edge", ["wrap", "open", "bounce"])
@pytest.mark.parametrize("radius", [0.9, 2.4, 3.4, 4.1, 5.1, 9.0])
def test_neighbour_lists_are_those_of_brute_force(dimensions, edge, radius):
    space = {"edge": edge, "min": [-1] * dimensions, "max": [9] * dimensions}
    groups = [{"name": "a", "count": 150}, {"name": "b", "count": 150}]
    world = fs.World({"dimensions": dimensions, "space": space, "groups": groups}, seed=int(radius * 10))
    for of in (None, ["b"]):
        view = world.view(radius, of=of)
        ways = view.positions[None].astype(float) - view.positions[:, None]
        if edge == "wrap":
            ways -= 10 * np.round(ways / 10)
        distances = np.linalg.norm(ways, axis=2)
        near = (distances <= radius) & ~np.eye(300, dtype=bool)
        near &= (view.groups == 1)[None] | (of is None)
        found = np.zeros((300, 300), dtype=int)
        looker = np.repeat(np.arange(300), view.counts)
        np.add.at(found, (looker, view.indices), 1)
        edge_of_sight = np.abs(distances - radius) < 1e-5
        assert ((found == near) | edge_of_sight).all(), "everyone once, and nobody else"
        np.testing.assert_allclose(view.distances, distances[looker, view.indices], atol=1e-4)
        # Half-way around a torus both ways are as long.
        either = np.abs(np.abs(ways[looker, view.indices]) - 5).min(axis=1) < 1e-4
        np.testing.assert_allclose(view.displacements[~either], ways[looker, view.indices][~either], atol=1e-4)


def test_what_it_returns_joins_the_blend_with_its_weight():
    world = fs.World(scenario({**CUSTOM, "weight": 3}), behaviors=[east])
    world.step()
    own = world.groups == 0
    assert (world.steering[own] == [3, 0]).all() and (world.steering[~own] == 0).all()


def test_each_agent_gets_its_own_row_after_births_and_deaths():
    @fs.behavior("number")
    def number(view):
        return np.stack([view.ids, view.groups], axis=1)

    world = fs.World(scenario({"type": "custom", "name": "number"}), behaviors=[number])
    world.step(3)
    world.despawn([0, 11, 38])
    world.spawn("a", [[1, 1]])
    world.step()
    own = world.groups == 0
    assert (world.steering[own, 0] == world.ids[own]).all()


def test_it_does_what_the_built_in_one_does():
    @fs.behavior("gather", radius=2, of=["a"], aim=True)
    def gather(view):
        way = view.sum(view.displacements)
        return way / np.maximum(np.linalg.norm(way, axis=1, keepdims=True), 1e-12)

    how = {"response": "push", "weight": 2}
    mine = fs.World(scenario({"type": "custom", "name": "gather", **how}), behaviors=[gather])
    theirs = fs.World(scenario({"type": "cohesion", "angle": 360, **how}))
    mine.step()
    theirs.step()
    np.testing.assert_allclose(mine.steering, theirs.steering, atol=1e-4)


def test_neighbour_lists_and_sums():
    world = fs.World(scenario())
    view = world.view(3)
    sums = view.sum(np.ones((len(view.indices), 5)))
    assert (sums == view.counts[:, None]).all() and view.sum(view.distances).shape == (50,)
    for bad in (np.ones(3), np.ones((2, 2)), np.ones((len(view.indices), 1, 1))):
        with pytest.raises(ValueError, match="values"):
            view.sum(bad)
    with pytest.raises(ValueError, match="radius"):
        world.view(-1)
    with pytest.raises(ValueError, match='no group "c"'):
        world.view(1, of=["c"])
    assert world.view().offsets.tolist() == [0] * 51


@pytest.mark.parametrize(
    ("broken", "words"),
    [
        (lambda view: np.zeros((3, 2)), "shape"),
        (lambda view: np.zeros(len(view)), "shape"),
        (lambda view: np.full((len(view), 2), np.nan), "finite"),
        (lambda view: np.full((len(view), 2), 1e300), "finite"),
        (lambda view: np.full((len(view), 2), "x"), "real numbers"),
        (lambda view: np.full((len(view), 2), 1j), "real numbers"),
        (lambda view: None, "shape"),
        (lambda view: 1 / 0, "ZeroDivisionError"),
    ],
)
def test_what_does_not_fit_is_raised_with_the_name_and_nothing_moves(broken, words):
    calls = []

    @fs.behavior("later")
    def later(view):
        calls.append(view.steps)
        return east.function(view) if len(calls) < 4 else broken(view)

    world = fs.World(scenario({"type": "custom", "name": "later"}), behaviors=[later])
    with pytest.raises(fs.BehaviorError, match=words) as caught:
        world.step(10)
    assert caught.value.name == "later" and str(caught.value).startswith("later: ")
    assert world.steps == 3 and calls == [0, 1, 2, 3]
    same = fs.World(scenario(CUSTOM), behaviors=[east])
    same.step(3)
    assert (same.positions == world.positions).all()


def test_behaviors_are_added_while_the_world_runs():
    world = fs.World(scenario())
    world.step(2)
    with pytest.raises(ValueError, match="there is no group"):
        world.add_behavior(east, groups=["c"])
    world.add_behavior(east, groups=["b"], weight=2)
    world.add_behavior(east, groups=["a"])
    world.step()
    assert (world.steering[world.groups == 1] == [2, 0]).all() and (world.steering[world.groups == 0] == [1, 0]).all()

    @fs.behavior("east")
    def other(view):
        return view.positions

    with pytest.raises(ValueError, match="already another"):
        world.add_behavior(other, groups=["a"])
    world.restart()
    world.step()
    assert (world.steering[world.groups == 1] == [2, 0]).all()
    with pytest.raises(ValueError, match="nobody"):
        fs.World(scenario({"type": "custom", "name": "nobody"}))


def test_copies_with_behaviors_go_their_own_ways_on_threads():
    @fs.behavior("away", radius=2)
    def away(view):
        return -view.sum(view.displacements) + view.positions * 0.01

    def hash_after(world):
        world.step(50)
        return world.hash

    world = fs.World(scenario({"type": "custom", "name": "away"}), behaviors=[away])
    alone = hash_after(world.copy())
    hashes = []
    copies = [world.copy() for _ in range(6)]
    threads = [threading.Thread(target=lambda one: hashes.append(hash_after(one)), args=(one,)) for one in copies]
    [thread.start() for thread in threads]
    [thread.join() for thread in threads]
    assert hashes == [alone] * 6


def test_a_world_with_behaviors_is_pickled():
    world = fs.World(scenario(CUSTOM, {"type": "custom", "name": "west", "weight": 2}), behaviors=[east, west])
    world.step(2)
    again = pickle.loads(pickle.dumps(world))
    again.step(2)
    world.step(2)
    assert again.hash == world.hash


def test_asking_the_world_from_its_own_behavior_is_refused_and_not_a_deadlock():
    worlds = []

    @fs.behavior("curious")
    def curious(view):
        return worlds[0].positions

    worlds.append(fs.World(scenario({"type": "custom", "name": "curious"}), behaviors=[curious]))
    with pytest.raises(fs.BehaviorError, match="in use"):
        worlds[0].step()


def test_metrics_of_your_own():
    @fs.metric("x")
    def x(view):
        return view.positions[:, 0]

    @fs.metric("pairs", radius=2)
    def pairs(view):
        return len(view.indices) / 2

    @fs.metric("broken")
    def broken(view):
        return np.zeros((2, 2))

    world = fs.World(scenario())
    measured = world.metrics(["speed", x, pairs])
    assert list(measured["all"]) == ["speed", "x", "pairs"]
    assert measured["b"]["x"] == pytest.approx(world.positions[world.groups == 1, 0].mean(), rel=1e-5)
    assert np.isnan(measured["a"]["pairs"]) and measured["all"]["pairs"] > 0
    with pytest.raises(fs.BehaviorError, match="broken: it returned the shape"):
        world.metrics([broken])
    run = fs.run(scenario(), steps=4, every=2, metrics=[x])
    assert run.metrics["x"].shape == (9,)
