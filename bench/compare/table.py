"""What is printed."""

import datetime
import platform
import re
import shutil
import subprocess
import sys
from pathlib import Path

from rounds import NEIGHBORS, ROUNDS, can


def show(ready, outcome, trouble, asked):
    print(f"# Flockstep and its peers, {datetime.datetime.now(datetime.timezone.utc):%Y-%m-%d}\n")
    if asked.quick:
        print("**A quick run: it shows that everything works. Its times mean nothing.**\n")
    print(f"Nanoseconds per agent and step; in brackets, how many times Flockstep's on as many threads. {NEIGHBORS} mates")
    kept = "one round" if asked.quick else f"best of {ROUNDS} rounds"
    print(f"within the sight radius on average; separation, alignment, cohesion; {kept}, everyone in turn.\n")
    lines = [["", "threads", *(case.title() for case in outcome.cases), "mates seen"]]
    lines.append(["---", *["--:"] * (len(lines[0]) - 1)])
    for contender in ready:
        for threads in outcome.threads if contender.threaded else [1]:
            cells = [cell(contender, threads, case, outcome) for case in outcome.cases]
            lines.append([contender.label, str(threads), *cells, mates(contender, threads, outcome)])
    for line in lines:
        print("| " + " | ".join(line) + " |")
    print()
    notes(ready, outcome, trouble)
    print(f"- Machine: {processor()}, {outcome.threads[-1]} cores, {system()}")
    print("- Versions: " + ", ".join(f"{contender.name} {contender.version}" for contender in ready))
    print("- Tools: " + ", ".join(tools()))
    sys.stdout.flush()


def cell(contender, threads, case, outcome):
    found = outcome.best.get((contender.name, threads, case))
    if not found:
        return "-"
    time = f"{found['step_ms'] * 1e6 / case.agents:,.0f}"
    if (contender.name, threads, case) in outcome.single_round:
        time += "¹"
    base = outcome.best.get(("flockstep", threads, case))
    if contender.name == "flockstep" or not base:
        return time
    ratio = found["step_ms"] / base["step_ms"]
    digits = 0 if ratio >= 10 else 1 if ratio >= 2 else 2
    return f"{time} ({ratio:,.{digits}f}×)"


def mates(contender, threads, outcome):
    """Of the largest flock steps, 2D / 3D."""
    seen = []
    for dimensions in (2, 3):
        found = [
            outcome.best[place]["mates"]
            for place in ((contender.name, threads, case) for case in outcome.cases)
            if place in outcome.best and place[2].dimensions == dimensions and not place[2].nearest
        ]
        seen.append(f"{found[-1]:.1f}" if found else "-")
    return " / ".join(seen)


def notes(ready, outcome, trouble):
    print("- Flockstep also tests the angle of view (270 degrees), which the peers leave out; it sees fewer mates for it.")
    print("- *Nearest*: the time to sort everyone or build a tree, and to find the mates of each. Flockstep's includes summing them up.")
    print("- `-`: the peer has no such thing, or is left out for a reason below. krABMaga has no 3D; rstar is here for *nearest*.")
    if any(contender.blind_at_seam for contender in ready):
        print("- Yuka knows no torus and sees nobody across the seam.")
    if outcome.single_round:
        print("- ¹ slow: measured in one round only.")
    for contender in ready:
        beyond = [case for case in outcome.cases if case.agents > contender.most_agents and not case.nearest]
        if beyond:
            print(f"- {contender.label} has no times above {contender.most_agents:,} agents: {contender.why}.")
    for line in trouble.skipped:
        print(f"- Skipped {line}")
    for line in trouble.failed + outcome.failed:
        print(f"- FAILED {line}")


def processor():
    cpuinfo = Path("/proc/cpuinfo")
    if cpuinfo.exists():
        found = re.search(r"model name\s*:\s*(.+)", cpuinfo.read_text())
        if found:
            return found[1]
    if shutil.which("sysctl"):
        found = first_line("sysctl", "-n", "machdep.cpu.brand_string")
        if found:
            return found
    return platform.processor() or platform.machine()


def system():
    release = Path("/etc/os-release")
    found = re.search(r'PRETTY_NAME="?([^"\n]+)', release.read_text()) if release.exists() else None
    return f"{found[1]}, {platform.system()} {platform.release()}" if found else platform.platform()


def first_line(*command):
    try:
        return subprocess.run(command, capture_output=True, text=True).stdout.strip().split("\n")[0]
    except OSError:
        return ""


def tools():
    asked = [first_line("rustc", "--version"), first_line("g++", "--version"), first_line("node", "--version")]
    names = ["", "", "node "]
    yield from (name + line for name, line in zip(names, asked) if line)
    yield "Python " + platform.python_version()
