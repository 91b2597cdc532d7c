"""How long a process of its own works for a first answer, once with nothing compiled before, then again.

Interpreter, imports and, cold, the compiler are in it, as whoever types a command waits for all of them.  It
is processor time, which does not grow with what else the machine does; the clock's time is told beside it.
"""

import resource
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from predictor.collision.method import build_world
from predictor.geometry.scenes.scene_file import read_scene
from predictor.model.files.robot_file import read_robot
from predictor.motion.stop import rest
from predictor.verdict.judge import judge
from telemetry.life.clock import monotonic_ns
from tests.benchmarks.questions.child import of_checkout
from tests.benchmarks.telling.rows import Row

COLD_S, WARM_S = 8.0, 1.0
WORDS = f"import and first answer: <= {WARM_S:g} s warm, <= {COLD_S:g} s cold"
CODE = "from tests.benchmarks.questions.start import {name}; {name}({robot!r}, {scene!r})"
REHEARSAL = ("-m", "ground", "rehearse", "short_link", "--headless", "--fast", "--no-cameras", "--no-report")
US_PER_S = 1e6


class Took(NamedTuple):
    """How long a process took."""

    worked_s: float  # on all cores
    lasted_s: float  # by the clock


class Start(NamedTuple):
    """What is started, and how long it took."""

    name: str
    cold: Took
    warm: Took

    def rows(self) -> list[Row]:
        """Return it as rows of the bench; a whole rehearsal is told without a target."""
        has_target = self.name in FIRST
        return [
            {
                "id": "F20",
                "case": f"{self.name}, {how}",
                "ours": self.name,
                "ours_us": took.worked_s * US_PER_S,
                "peer": None,
                "peer_us": None,
                "ratio": None,
                "target": {
                    "words": WORDS if has_target else "",
                    "us": most_s * US_PER_S if has_target else None,
                    "ratio": None,
                },
                "ok": took.worked_s <= most_s if has_target else None,
                "note": f"{took.lasted_s:.1f} s by the clock",
            }
            for how, took, most_s in (("cold", self.cold, COLD_S), ("warm", self.warm, WARM_S))
        ]


def first_distance(robot: str, scene: str) -> None:
    """Answer one question of distance: what a child does."""
    arm = read_robot(robot)
    build_world("capsules", arm, read_scene(scene)).clearance(arm.home_q)


def first_verdict(robot: str, scene: str) -> None:
    """Give one verdict: what a child does."""
    arm = read_robot(robot)
    home = rest(arm.home_q)
    judge(build_world("capsules", arm, read_scene(scene)), home, home, required_m=0.0, period_s=0.25)


FIRST = {"first distance": first_distance, "first verdict": first_verdict}


def starts(robot: Path, scene: Path) -> Iterator[Start]:
    """Start each of them twice, with a cache of compiled code that is empty at first."""
    for name, function in FIRST.items():
        yield _started(name, "-c", CODE.format(name=function.__name__, robot=str(robot), scene=str(scene)))
    yield _started("a whole rehearsal", *REHEARSAL)


def _started(name: str, *arguments: str) -> Start:
    with tempfile.TemporaryDirectory() as folder:
        environment = {**of_checkout(), "XDG_CACHE_HOME": folder, "XDG_STATE_HOME": folder}
        return Start(name, *(_once(arguments, environment) for _ in range(2)))


def _once(arguments: tuple[str, ...], environment: dict[str, str]) -> Took:
    began_ns, worked_s = monotonic_ns(), _worked_s()
    command = [sys.executable, "-P", *arguments]
    subprocess.run(command, env=environment, check=True, capture_output=True)
    return Took(_worked_s() - worked_s, (monotonic_ns() - began_ns) * 1e-9)


def _worked_s() -> float:
    """Return how long the children that have ended so far have worked."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime
