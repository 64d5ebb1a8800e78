"""The measurements: everyone in turn, round after round, the best of each."""

import json
import math
import os
import subprocess
from dataclasses import dataclass, field

from contenders import say

ROUNDS = 3
SECONDS = 0.7
# Longer than this, and a step is measured in the first round only.
SLOW_STEP_MS = 2_000
TIMEOUT_S = 900
NEIGHBORS = 24
NEAREST = 7
NEAREST_AGENTS = 100_000
# As in all peers: the flock slowly draws together, and the work grows.
MOST_STEPS = 200
# A peer that sees other numbers of mates than it should runs another workload.
TOLERANCE = 0.1


@dataclass(frozen=True)
class Case:
    """A column of the table. `nearest` 0 is the flock step."""

    dimensions: int
    agents: int
    nearest: int = 0

    def title(self):
        start = f"{self.nearest} nearest, " if self.nearest else ""
        return f"{start}{self.dimensions}D {self.agents:,}"


@dataclass
class Outcome:
    cases: list
    threads: list
    # (name, threads, case) to the best answer.
    best: dict = field(default_factory=dict)
    failed: list = field(default_factory=list)
    single_round: set = field(default_factory=set)


def all_threads():
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def can(contender, case):
    suits = contender.finds_nearest if case.nearest else contender.flocks
    return suits and case.dimensions in contender.dimensions and case.agents <= contender.most_agents


def measure(ready, agents, quick):
    cases = [Case(dimensions, count) for dimensions in (2, 3) for count in agents]
    default = NEAREST_AGENTS if NEAREST_AGENTS in agents else max(agents)
    cases.append(Case(3, default, NEAREST))
    outcome = Outcome(cases, sorted({1, all_threads()}))
    seconds, rounds = (0.02, 1) if quick else (SECONDS, ROUNDS)
    broken = set()
    for nth in range(rounds):
        for case in cases:
            say(f"round {nth + 1} of {rounds}: {case.title()}")
            for contender in ready:
                for threads in outcome.threads if contender.threaded else [1]:
                    place = (contender.name, threads, case)
                    if place in broken or not can(contender, case):
                        continue
                    before = outcome.best.get(place)
                    if before and before["step_ms"] > SLOW_STEP_MS:
                        outcome.single_round.add(place)
                        continue
                    try:
                        answer = ask(contender, case, threads, seconds)
                    except (OSError, ValueError, KeyError, subprocess.SubprocessError) as error:
                        broken.add(place)
                        outcome.failed.append(f"{contender.name}, {case.title()}, threads {threads}: {error}")
                        say(f"FAILED {outcome.failed[-1]}")
                        continue
                    if not before or answer["step_ms"] < before["step_ms"]:
                        outcome.best[place] = answer
    check(ready, outcome)
    return outcome


def ask(contender, case, threads, seconds):
    words = ["--dimensions", case.dimensions, "--agents", case.agents]
    if case.nearest:
        words += ["--nearest", case.nearest]
    if contender.threaded:
        words += ["--threads", threads]
    if contender.name != "flockstep":
        return answer(contender, [*words, "--seconds", seconds])
    # Flockstep counts steps, not seconds: a short run says how many.
    step_ms = answer(contender, [*words, "--steps", 3])["step_ms"]
    steps = min(max(math.ceil(seconds * 1e3 / step_ms), 1), MOST_STEPS)
    found = answer(contender, [*words, "--steps", steps])
    found["mates"] = found["neighbors_per_s"] / found["agent_steps_per_s"]
    if case.nearest:
        # What the peers do here: sort everyone, and find the mates of each.
        found["step_ms"] = found["stages"]["index"] + found["stages"]["perceive"]
    return found


def answer(contender, words):
    command = [str(word) for word in [*contender.command, *words]]
    done = subprocess.run(command, cwd=contender.cwd, capture_output=True, text=True, timeout=TIMEOUT_S)
    if done.returncode:
        last = done.stderr.strip().splitlines()[-1:] or ["no message"]
        raise ValueError(f"ended with code {done.returncode}: {last[0]}")
    return json.loads(done.stdout)


def check(ready, outcome):
    """Did all see whom they should?"""
    contenders = {contender.name: contender for contender in ready}
    for (name, threads, case), found in outcome.best.items():
        if name == "flockstep":
            continue  # counts only those within its angle of view
        wanted = case.nearest or NEIGHBORS * (case.agents - 1) / case.agents
        least = wanted * (1 - TOLERANCE)
        if contenders[name].blind_at_seam:
            side = (case.agents * (math.pi if case.dimensions == 2 else math.pi * 4 / 3) / NEIGHBORS) ** (1 / case.dimensions)
            least *= max(1 - 1 / side, 0) ** case.dimensions
        if not least <= found["mates"] <= wanted * (1 + TOLERANCE):
            outcome.failed.append(
                f"{name}, {case.title()}, threads {threads}: saw {found['mates']:.1f} mates an agent, not {wanted:.1f}"
            )
