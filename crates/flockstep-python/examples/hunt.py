"""A parallel environment in the style of PettingZoo: wolves hunt sheep. Each wolf is an agent that a policy drives.

It needs neither PettingZoo nor Gymnasium: the methods are theirs (``reset``, ``step``, ``agents``), the spaces are
given as shapes. A wolf sees the way to the nearest sheep and to the nearest other wolf, and chooses a direction. It
is paid for every sheep that the pack eats, and a little for coming nearer.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

import flockstep as fs
import numpy as np
from numpy.typing import NDArray

Floats: TypeAlias = NDArray[np.float32]
Policy: TypeAlias = Callable[[Floats], Floats]
SIDE = 60.0


def scenario(wolves: int, sheep: int) -> dict[str, Any]:
    """Return the world: sheep flock and flee, wolves do what they are told."""
    return {
        "dimensions": 2,
        "time_step": 0.1,
        "space": {"edge": "wrap", "min": [0, 0], "max": [SIDE, SIDE]},
        "groups": [
            {
                "name": "sheep",
                "count": sheep,
                "sight": {"radius": 6},
                "body": {"model": "point", "max_speed": 3, "max_force": 6},
                "behaviors": [
                    {"type": "separation", "distance": 1.5},
                    {"type": "cohesion", "weight": 0.5},
                    {"type": "wander"},
                    {"type": "flee", "of": {"groups": ["wolves"]}, "distance": 5, "weight": 3},
                ],
            },
            {
                "name": "wolves",
                "count": wolves,
                "body": {"model": "point", "max_speed": 4, "max_force": 8},
                "captures": {"of": {"groups": ["sheep"]}, "distance": 0.8},
            },
        ],
    }


class Hunt:
    """Wolves that hunt together."""

    #: The shape of what a wolf sees, and of what it does.
    observation_shape, action_shape = (4,), (2,)

    def __init__(self, wolves: int = 4, sheep: int = 60, steps: int = 200) -> None:
        """Make a field with so many wolves and sheep, for so many steps."""
        self.possible_agents = [f"wolf_{nth}" for nth in range(wolves)]
        self.agents: list[str] = []
        self._scenario, self._last = scenario(wolves, sheep), steps
        self._world = fs.World(self._scenario)
        self._ids = self._world.ids[self._world.groups == 1]

    def reset(self, seed: int | None = None) -> tuple[dict[str, Floats], dict[str, dict[str, Any]]]:
        """Begin anew: returns what the wolves see, and nothing more to know."""
        self._world = fs.World(self._scenario, seed=0 if seed is None else seed)
        self.agents = list(self.possible_agents)
        return dict(zip(self.agents, self._seen(), strict=True)), {name: {} for name in self.agents}

    def step(
        self, actions: dict[str, Floats]
    ) -> tuple[dict[str, Floats], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]]:
        """Drive the wolves for a step: returns what they see, what they are paid, and whether it is over."""
        names = self.agents
        before, eaten = self._seen(), self._world.captures
        self._world.control(self._ids, np.array([actions[name] for name in names], dtype=np.float32))
        self._world.step()
        seen = self._seen()
        pay = 10.0 * (self._world.captures - eaten)
        nearer = np.linalg.norm(before[:, :2], axis=1) - np.linalg.norm(seen[:, :2], axis=1)
        rewards = {name: pay + float(way) for name, way in zip(names, nearer, strict=True)}
        over = not (self._world.groups == 0).any()
        late = self._world.steps >= self._last
        self.agents = [] if over or late else names
        return (
            dict(zip(names, seen, strict=True)),
            rewards,
            {name: over for name in names},
            {name: late for name in names},
            {name: {"eaten": self._world.captures} for name in names},
        )

    def _seen(self) -> Floats:
        """Return the way to the nearest sheep and to the nearest other wolf, of each wolf."""
        positions, groups = self._world.positions, self._world.groups
        wolves, sheep = positions[groups == 1], positions[groups == 0]
        return np.hstack([_nearest(wolves, sheep, False), _nearest(wolves, wolves, True)])

    @property
    def eaten(self) -> int:
        """How many sheep have been eaten."""
        return self._world.captures


def _nearest(of: Floats, among: Floats, same: bool) -> Floats:
    ways = among[None] - of[:, None]
    ways -= SIDE * np.round(ways / SIDE)
    distances = np.linalg.norm(ways, axis=2)
    if same:
        np.fill_diagonal(distances, np.inf)
    if among.shape[0] <= int(same):
        return np.zeros_like(of)
    nearest: Floats = ways[np.arange(len(of)), distances.argmin(axis=1)].astype(np.float32)
    return nearest


def chase(seen: Floats) -> Floats:
    """Run straight to the nearest sheep."""
    way = seen[:2]
    return (way / max(float(np.linalg.norm(way)), 1e-6)).astype(np.float32)


def random_policy(seed: int) -> Policy:
    """Run anywhere."""
    random = np.random.default_rng(seed)

    def anywhere(seen: Floats) -> Floats:
        angle = random.uniform(0, 2 * np.pi)
        return np.array([np.cos(angle), np.sin(angle)], dtype=np.float32)

    return anywhere


def play(environment: Hunt, policy: Policy, seed: int) -> float:
    """Play an episode; returns what a wolf was paid on the average."""
    seen, _ = environment.reset(seed=seed)
    total = 0.0
    while environment.agents:
        seen, rewards, *_ = environment.step({name: policy(seen[name]) for name in environment.agents})
        total += sum(rewards.values()) / len(rewards)
    return total


if __name__ == "__main__":
    field = Hunt()
    for name, policy in [("random", random_policy(1)), ("chase", chase)]:
        pays = [play(field, policy, seed) for seed in range(3)]
        print(f"{name}: paid {np.mean(pays):.1f}, {field.eaten} sheep eaten in the last hunt")
