"""How long a process takes to its first verdict: with nothing compiled before, and again.

    child with an empty folder for machine code ---> cold
    another one with the same folder           ---> warm; then the folder goes

Interpreter, imports and, cold, the compiler are in it, as a run waits for all of them.
"""

import resource
import sys
import tempfile
from typing import NamedTuple

import msgspec

from ground.run.processes.child_answer import child_answer
from ground.scenario.scenario_files import data_folder
from telemetry.life.clock import monotonic_ns

CODE = "from ground.doctor.first_verdict import main; main()"
ROBOT, SCENE = "robots/shiyan7_like.toml", "scenes/adjacent_target.toml"
PERIOD_S = 0.25
PATIENCE_S = 180.0


class FirstVerdict(NamedTuple):
    """How long a process took, and for which processor its kernels are."""

    lasted_s: float  # by the clock
    worked_s: float  # of processors, all its threads
    target: str  # level of processors that code is made for; empty: this one alone


class FirstVerdicts(NamedTuple):
    """The same cold and warm; None: it came to none."""

    cold: FirstVerdict | None
    warm: FirstVerdict | None
    complaint: str = ""  # why not


def first_verdicts() -> FirstVerdicts:
    """Measure both, and leave nothing behind."""
    with tempfile.TemporaryDirectory(prefix="farhand-doctor-") as folder:
        cold = _in_child(folder)
        if isinstance(cold, str):
            return FirstVerdicts(None, None, cold)
        warm = _in_child(folder)
        return FirstVerdicts(cold, None, warm) if isinstance(warm, str) else FirstVerdicts(cold, warm)


def _in_child(folder: str) -> FirstVerdict | str:
    """Return how long a child took, or why it came to nothing."""
    began_ns = monotonic_ns()
    answer = child_answer(CODE, {"XDG_CACHE_HOME": folder}, patience_s=PATIENCE_S)
    lasted_s = (monotonic_ns() - began_ns) * 1e-9
    if answer.text is None:
        return answer.complaint
    worked_s, target = msgspec.json.decode(answer.text, type=tuple[float, str])
    return FirstVerdict(lasted_s, worked_s, target)


def main() -> None:
    """Give one verdict, and print how long the process has worked: what a child does."""
    from predictor.collision.method import build_world  # these load the compiler
    from predictor.compiler.jit_target import levels_here
    from predictor.geometry.scenes.scene_file import read_scene
    from predictor.model.files.robot_file import read_robot
    from predictor.motion.stop import rest
    from predictor.verdict.judge import judge
    from telemetry.agreed.run_settings import COLLISION_METHOD

    robot = read_robot(data_folder() / ROBOT)
    home = rest(robot.home_q)
    world = build_world(COLLISION_METHOD, robot, read_scene(data_folder() / SCENE))
    judge(world, home, home, required_m=0.0, period_s=PERIOD_S)
    used = resource.getrusage(resource.RUSAGE_SELF)
    level = next(iter(levels_here()), "")
    sys.stdout.write(msgspec.json.encode((used.ru_utime + used.ru_stime, level)).decode())
