"""What Farhand makes of every robot, mesh and scene of a folder, and how long it takes; nothing is asserted.

    python -m tests.benchmarks.every_model FOLDER

Two tables in Markdown.  Each command runs as a user would run it, in a process of its own, twice: with
nothing kept of what it reads, and again.  Times are the processor's, of a whole command; the first compiles.
"""

import json
import os
import resource
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterable
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parents[2]
MESHES = (".stl", ".obj", ".ply", ".glb", ".dae", ".wrl")
METHOD = "capsules"  # what an arm is flown with
KEPT = "farhand/geometry"  # in the cache: what was computed of meshes
ROBOT_HEADS = "robot", "joints", "can fly", "doubts", "check", "fit", "filled", "refused or missing"
SHAPE_HEADS = "mesh or scene", "faces", "closed", "m3", "extent [m]", "pieces", "doubts", "check", "refused"


class Answer(NamedTuple):
    """What a command said."""

    told: dict[str, Any]  # empty: it refused
    error: str
    took_s: float


class Twice(NamedTuple):
    """What a command said with nothing kept of what it reads, and again."""

    cold: Answer
    warm: Answer

    @property
    def times(self) -> str:
        return f"{self.cold.took_s:.1f}, {self.warm.took_s:.1f} s"


class Farhand:
    """`farhand`, with a cache of its own."""

    def __init__(self, cache: str) -> None:
        self._cache = Path(cache)

    def twice(self, path: Path, *command: str) -> Twice:
        """Give a command about a file twice; before the first time nothing is kept but what was compiled."""
        shutil.rmtree(self._cache / KEPT, ignore_errors=True)
        return Twice(self._once(path, command), self._once(path, command))

    def _once(self, path: Path, command: Iterable[str]) -> Answer:
        began_s = _processor_s()
        done = subprocess.run(
            [sys.executable, "-P", "-m", "ground", *command, str(path), "--json", "-"],
            env={**os.environ, "PYTHONPATH": str(ROOT), "XDG_CACHE_HOME": str(self._cache)},
            capture_output=True,
            text=True,
            check=False,
        )
        took_s = _processor_s() - began_s
        if done.returncode:
            told = done.stderr.strip().removeprefix(f"farhand: {path}: ")
            return Answer({}, (told or f"exit {done.returncode}").splitlines()[-1], took_s)
        return Answer(json.loads(done.stdout), "", took_s)


def _processor_s() -> float:
    """Return how long the processes that have ended so far have worked."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def main(arguments: list[str]) -> int:
    """Print a table of robots, and one of meshes and scenes."""
    folder = Path(arguments[0])
    paths = [path for path in sorted(folder.rglob("*")) if path.is_file()]
    robots = [path for path in paths if is_robot(path)]
    others = [path for path in paths if path.suffix.lower() in (*MESHES, ".toml") and path not in robots]
    with tempfile.TemporaryDirectory() as cache:
        farhand = Farhand(cache)
        _print(ROBOT_HEADS, ([path.relative_to(folder), *robot_cells(path, farhand)] for path in robots))
        _print(SHAPE_HEADS, ([path.relative_to(folder), *shape_cells(path, farhand)] for path in others))
    return 0


def is_robot(path: Path) -> bool:
    """True if a file is a URDF, or TOML with joints."""
    if path.suffix.lower() == ".toml":
        return "joint" in tomllib.loads(path.read_text())
    return path.suffix.lower() == ".urdf"


def robot_cells(path: Path, farhand: Farhand) -> list[object]:
    check = farhand.twice(path, "robot", "check")
    fit = farhand.twice(path, "robot", "fit", "--method", METHOD)
    told, best = check.cold.told, fit.cold.told.get("best")
    missing = f"{len(told['missing'])} values missing" if told.get("missing") else ""
    refused = [check.cold.error, missing, *told.get("refused", ()), fit.cold.error]
    return [
        len(told.get("joints", ())),
        "yes" if told.get("flyable") else "no",
        len(told.get("doubts", ())),
        check.times,
        fit.times,
        f"{best['fill']:.0%}" if best else "",
        "; ".join(dict.fromkeys(filter(None, refused))),
    ]


def shape_cells(path: Path, farhand: Farhand) -> list[object]:
    check = farhand.twice(path, "scene", "check")
    meshes = check.cold.told.get("meshes", [])
    return [
        sum(mesh["faces"] for mesh in meshes),
        ", ".join("yes" if mesh["watertight"] else "no" for mesh in meshes),
        ", ".join("-" if mesh["volume"] is None else f"{mesh['volume']:.3g}" for mesh in meshes),
        ", ".join(_extent(mesh) for mesh in meshes),
        sum(mesh["pieces"] for mesh in meshes),
        len(check.cold.told.get("doubts", ())),
        check.times,
        check.cold.error,
    ]


def _extent(mesh: dict[str, Any]) -> str:
    return " x ".join(f"{high - low:.3g}" for low, high in zip(mesh["low"], mesh["high"], strict=True))


def _print(heads: Iterable[str], rows: Iterable[Iterable[object]]) -> None:
    """Print a table in Markdown, row by row as they come."""
    titles = [*heads]
    print(f"| {' | '.join(titles)} |\n|{'---|' * len(titles)}")
    for row in rows:
        print(f"| {' | '.join(map(str, row))} |", flush=True)
    print()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
