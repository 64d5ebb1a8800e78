"""The flock step with Mesa: one ContinuousSpaceAgent per agent in an experimental ContinuousSpace with numpy.

    python flock.py --dimensions D --agents N --seconds S

It is written after Mesa's own example, boid_flockers, with the rules and numbers of ../rust/workload/src.
"""

import argparse
import json
import math
import time

import numpy as np
from mesa import Model
from mesa.experimental.continuous_space import ContinuousSpace, ContinuousSpaceAgent

RADIUS = 1.0
TIME_STEP = 0.05
MAX_SPEED = 1.0
MAX_FORCE = 0.02
NEIGHBORS = 24
WARM_UP = 1
MOST_STEPS = 200  # no more: the flock slowly draws together, and the work grows


def length(vector):
    return math.sqrt(vector.dot(vector))


def limit(vector, most):
    size = length(vector)
    return vector * (most / size) if size > most else vector


class Bird(ContinuousSpaceAgent):
    def __init__(self, model, space, position, velocity):
        super().__init__(space, model)
        self.position = position
        self.velocity = velocity
        self.heading = velocity / max(length(velocity), 1e-12)

    def step(self):
        mates, distances = self.get_neighbors_in_radius(radius=RADIUS)
        self.model.seen += len(mates)
        if mates:
            offsets = self.space.calculate_difference_vector(self.position, agents=mates)
            near = distances < 0.5 * RADIUS
            push = 1.0 / np.maximum(distances[near], 1e-6) ** 2
            away = -(offsets[near] * push[:, np.newaxis]).sum(axis=0)
            heading = np.asarray([mate.heading for mate in mates]).sum(axis=0)
            force = np.zeros(len(self.velocity))
            for aim in (away, heading, offsets.sum(axis=0)):
                size = length(aim)
                if size > 0.0:
                    force += aim * (MAX_SPEED / size) - self.velocity
            self.velocity = limit(self.velocity + limit(force, MAX_FORCE) * TIME_STEP, MAX_SPEED)
            self.heading = self.velocity / max(length(self.velocity), 1e-12)
        self.position = self.position + self.velocity * TIME_STEP


class Flock(Model):
    def __init__(self, dimensions, agents):
        super().__init__(seed=1)
        ball = math.pi if dimensions == 2 else math.pi * 4 / 3
        side = (agents * ball / NEIGHBORS) ** (1 / dimensions)
        space = ContinuousSpace([[0, side]] * dimensions, torus=True, random=self.random, n_agents=agents)
        positions = self.rng.random(size=(agents, dimensions)) * side
        directions = self.rng.uniform(-1, 1, size=(agents, dimensions))
        speeds = 0.5 * self.rng.random(size=(agents, 1))
        velocities = directions / np.linalg.norm(directions, axis=1, keepdims=True) * speeds
        Bird.create_agents(self, agents, space, position=positions, velocity=velocities)
        self.seen = 0

    def step(self):
        # Not shuffle_do: the order does not matter here, and shuffling takes time.
        self.agents.do("step")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--dimensions", type=int, default=2)
    parser.add_argument("--agents", type=int, default=1000)
    parser.add_argument("--seconds", type=float, default=1.0)
    setting = parser.parse_args()
    flock = Flock(setting.dimensions, setting.agents)
    for _ in range(WARM_UP):
        flock.step()
    flock.seen = steps = 0
    seconds = 0.0
    while steps == 0 or (seconds < setting.seconds and steps < MOST_STEPS):
        began = time.perf_counter()
        flock.step()
        seconds += time.perf_counter() - began
        steps += 1
    mates = flock.seen / steps / setting.agents
    print(json.dumps({"step_ms": seconds * 1e3 / steps, "steps": steps, "mates": mates}))


if __name__ == "__main__":
    main()
