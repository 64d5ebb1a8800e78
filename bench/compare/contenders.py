"""Who takes part: how each is built, how it is called."""

import json
import os
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path

BENCH = Path(__file__).resolve().parent.parent
ROOT = BENCH.parent
WORK = BENCH / ".work"

# Mesa 3.3 and the numpy it is pinned with.
OLDEST_PYTHON = (3, 11)


@dataclass
class Contender:
    """One row or two of the table."""

    name: str
    label: str
    command: list
    version: str
    cwd: Path = ROOT
    threaded: bool = False
    dimensions: tuple = (2, 3)
    flocks: bool = True
    finds_nearest: bool = False
    # Beyond this many agents a step takes minutes; and why.
    most_agents: int = 10_000_000
    why: str = ""
    # Sees no mates across the seam, and so fewer of them.
    blind_at_seam: bool = False


@dataclass
class Trouble:
    """Who does not take part, and why."""

    skipped: list = field(default_factory=list)
    failed: list = field(default_factory=list)

    def skip(self, name, why):
        self.skipped.append(f"{name}: {why}")
        say(f"skipped {name}: {why}")

    def fail(self, name, why):
        self.failed.append(f"{name}: {why}")
        say(f"FAILED {name}: {why}")


def say(text):
    print(text, file=sys.stderr, flush=True)


def prepare(wanted):
    """Builds what is wanted. Flockstep comes first; without it there is nobody."""
    WORK.mkdir(exist_ok=True)
    trouble = Trouble()
    makers = {
        "flockstep": flockstep,
        "python": python_package,
        "kiddo": kiddo,
        "rstar": rstar,
        "nanoflann": nanoflann,
        "krabmaga": krabmaga,
        "yuka": yuka,
        "mesa": mesa,
    }
    ready = []
    for name, make in makers.items():
        if name != "flockstep" and name not in wanted:
            continue
        say(f"preparing {name}")
        try:
            ready.append(make())
        except Missing as missing:
            trouble.skip(name, str(missing))
        except (OSError, subprocess.SubprocessError) as error:
            trouble.fail(name, f"could not be built: {error}")
        if not ready:
            return [], trouble
    return ready, trouble


class Missing(Exception):
    """Something is not installed; says how to install it."""


def need(program, install):
    if not shutil.which(program):
        raise Missing(f"no {program} here; install it: {install}")


def output(*command, **more):
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True, **more).stdout.strip()


def run(*command, **more):
    # What builds say goes to the side of the table.
    subprocess.run([str(word) for word in command], check=True, stdout=sys.stderr, **more)


def cargo_build(*more, cwd, env=None):
    """Builds in release mode and returns the path of the binary."""
    need("cargo", "https://rustup.rs")
    command = ["cargo", "build", "--release", "--locked", "--message-format=json-render-diagnostics", *more]
    built = [json.loads(line) for line in output(*command, cwd=cwd, env=env).splitlines() if line.startswith("{")]
    return [message["executable"] for message in built if message.get("executable")][-1]


def flockstep():
    binary = cargo_build("--bin", "flockstep", cwd=ROOT)
    version = output(binary, "--version").split()[-1]
    try:
        commit = output("git", "describe", "--always", "--dirty", "--exclude=*", cwd=ROOT, stderr=subprocess.DEVNULL)
        version += f" ({commit})"
    except (OSError, subprocess.SubprocessError):
        pass  # not a clone
    command = [binary, "bench", "--neighbors", "24", "--json"]
    return Contender("flockstep", "**Flockstep**", command, version, threaded=True, finds_nearest=True)


def rust_peer(package):
    # Flockstep picks its instructions when it runs; the peers need to be told when they are built.
    env = {**os.environ, "RUSTFLAGS": "-C target-cpu=native"}
    return cargo_build("--target-dir", str(WORK / "rust"), "-p", package, cwd=BENCH / "rust", env=env)


def locked(crate):
    lock = (BENCH / "rust" / "Cargo.lock").read_text()
    return re.search(rf'name = "{crate}"\nversion = "(.+?)"', lock)[1]


def kiddo():
    command = [rust_peer("bench-trees"), "kiddo"]
    return Contender("kiddo", "kiddo, k-d tree", command, locked("kiddo"), threaded=True, finds_nearest=True)


def rstar():
    command = [rust_peer("bench-trees"), "rstar"]
    return Contender(
        "rstar", "rstar, R*-tree", command, locked("rstar"), threaded=True, finds_nearest=True, flocks=False, dimensions=(3,)
    )


def krabmaga():
    fontconfig = "apt-get install -y pkg-config libfontconfig1-dev"
    if sys.platform == "linux":  # krABMaga draws plots
        need("pkg-config", fontconfig)
        if subprocess.run(["pkg-config", "--exists", "fontconfig"]).returncode:
            raise Missing(f"no fontconfig to build it with; install it: {fontconfig}")
    return Contender("krabmaga", "krABMaga", [rust_peer("bench-krabmaga")], locked("krabmaga"), dimensions=(2,))


def nanoflann():
    need("g++", "apt-get install -y g++")
    header = "#include <nanoflann.hpp>\nNANOFLANN_VERSION\n"
    seen = subprocess.run(["g++", "-E", "-P", "-x", "c++", "-"], input=header, capture_output=True, text=True)
    if seen.returncode:
        raise Missing("no nanoflann.hpp here; install it: apt-get install -y libnanoflann-dev")
    # 0x142 is 1.4.2
    version = ".".join(seen.stdout.split()[-1].removeprefix("0x"))
    binary = WORK / "nanoflann"
    source = BENCH / "nanoflann" / "flock.cpp"
    run("g++", "-std=c++17", "-O3", "-march=native", "-fopenmp", "-o", binary, source)
    return Contender(
        "nanoflann", "nanoflann, k-d tree", [str(binary)], f"{version} by its header", threaded=True, finds_nearest=True
    )


def yuka():
    for program in ("node", "npm"):
        need(program, "apt-get install -y nodejs npm")
    home = WORK / "yuka"
    home.mkdir(exist_ok=True)
    manifests = ("package.json", "package-lock.json")
    if any(differ(BENCH / "yuka" / name, home / name) for name in manifests) or not (home / "node_modules").exists():
        for name in manifests:
            shutil.copy(BENCH / "yuka" / name, home / name)
        run("npm", "ci", "--no-audit", "--no-fund", "--loglevel=error", cwd=home)
    version = json.loads((home / "node_modules" / "yuka" / "package.json").read_text())["version"]
    command = ["node", str(BENCH / "yuka" / "flock.mjs")]
    return Contender(
        "yuka",
        "Yuka",
        command,
        version,
        cwd=home,
        blind_at_seam=True,
        most_agents=200_000,
        why="each query looks at every cell of its partitioning",
    )


def environment(name):
    """A virtual environment with what the requirements beside a peer say; returns its Python."""
    if sys.version_info < OLDEST_PYTHON:
        raise Missing("needs Python 3.11 or newer; this is " + sys.version.split()[0])
    home = WORK / name
    python = home / "bin" / "python"
    wanted, present = BENCH / name / "requirements.txt", home / "requirements.txt"
    if differ(wanted, present):
        shutil.rmtree(home, ignore_errors=True)
        made = subprocess.run([sys.executable, "-m", "venv", str(home)], stdout=subprocess.DEVNULL)
        if made.returncode:
            shutil.rmtree(home, ignore_errors=True)
            raise Missing("no venv in this Python; install it: apt-get install -y python3-venv")
        run(python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "-r", wanted)
        shutil.copy(wanted, present)
    return python


def python_package():
    python = environment("python")
    wheels = WORK / "python" / "wheels"
    shutil.rmtree(wheels, ignore_errors=True)
    maturin = python.parent / "maturin"
    run(maturin, "build", "--release", "--quiet", "--interpreter", python, "--out", wheels, cwd=ROOT / "crates/flockstep-python")
    pip = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-deps", "--force-reinstall"]
    run(*pip, *wheels.glob("*.whl"))
    version = output(str(python), "-c", "import flockstep, sys; print(flockstep.__version__, 'in Python', sys.version.split()[0])")
    command = [str(python), str(BENCH / "python" / "flock.py")]
    return Contender("python", "Flockstep from Python", command, version, threaded=True)


def mesa():
    python = environment("mesa")
    names = "import importlib.metadata as m; print(m.version('mesa'), 'with numpy', m.version('numpy'))"
    command = [str(python), "-W", "ignore", str(BENCH / "mesa" / "flock.py")]
    return Contender(
        "mesa",
        "Mesa",
        command,
        output(str(python), "-c", names),
        most_agents=20_000,
        why="each agent measures its distance to every other, and a step would take many minutes",
    )


def differ(one, other):
    return not other.exists() or one.read_bytes() != other.read_bytes()
