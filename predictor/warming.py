"""The kernels of a run in parts that share little, so that two processes can compile them side by side."""

from pathlib import Path
from typing import Protocol

import numpy as np

from predictor.collision.method import build_world
from predictor.compiler.jit_cache import are_missing
from predictor.model.base.floating_base import floating_base
from predictor.model.base.floating_base import warm as warm_base
from predictor.motion import motion_kernels
from predictor.run_model import RunModel, read_model
from predictor.verdict.judge import warm_laws, warm_world

MANY_POSES = 100  # poses that are looked at side by side


class WarmedRun(RunModel, Protocol):
    """What a run's settings say of its model and of how it is looked at."""

    @property
    def collision_method(self) -> str: ...


def is_cold() -> bool:
    """Return whether what verdicts need is not yet compiled where other processes find it."""
    return are_missing(Path(motion_kernels.__file__))


def laws(run: WarmedRun) -> None:
    """Compile what makes and checks moves and stops."""
    warm_laws(read_model(run).robot)


def world(run: WarmedRun) -> None:
    """Compile what looks at poses and follows motions."""
    model = read_model(run)
    warm_world(build_world(run.collision_method, model.robot, model.kept_clear))


def poses(run: WarmedRun) -> None:
    """Compile what looks at many poses at once, which a plan's are."""
    model = read_model(run)
    build_world(run.collision_method, model.robot, model.kept_clear).batch(
        np.tile(model.robot.home_q, (MANY_POSES, 1))
    )


def base(run: WarmedRun) -> None:
    """Compile what follows a base that floats, if there is one."""
    model = read_model(run)
    if model.robot.platform is not None:
        warm_base(floating_base(model.robot, model.scene.bodies))
