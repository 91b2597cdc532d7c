"""What is checked before anything starts: do scenario, robot and scene fit one another?

    check_collision    the collision method is one of the list; when a scenario is loaded
    check_jitter       the link's jitter leaves time for a repeat, and reports that can be believed; the same
    joint_check        names, units and limits of joints, names of tools; when a scenario is loaded
    check_start_pose   the arm touches nothing at the start; a base that floats past a body has a margin,
                       and a plant that moves it; needs the collision kernels, so it stands apart

A start pose that is only closer than the required clearance is allowed: leaving it is an exercise too.
"""

from collections.abc import Sequence
from pathlib import Path

from predictor.collision.method import CollisionWorld, MethodError, WorldError, build_world, check_method
from predictor.run_model import read_model
from telemetry.agreed.limits import ONBOARD_AGE_NS
from telemetry.agreed.run_settings import NS_PER_S, RunSettings
from telemetry.files.problems import Problems
from telemetry.files.settings import FileError

BASE_STAYS = (
    "kinematic leaves the base where it is, but this one floats past a part of the scene; use physics"
)
BASE_MOVES = "must be above 0: the base floats past a part of the scene, and its motion is known only so well"


def check_collision(path: Path, method: str) -> None:
    """Check the name of a scenario's collision method.

    Raises:
        FileError: there is no such method.
    """
    try:
        check_method(method)
    except MethodError as error:
        raise FileError(path, "collision_method", str(error)) from None


def check_jitter(path: Path, jitter_s: float, *, period_s: float, buffer_s: float) -> None:
    """Check that the jitter of a scenario's link leaves time to command, and reports that can be believed.

    Raises:
        FileError: it does not.
    """
    most_s = ONBOARD_AGE_NS / NS_PER_S / 2.0
    if jitter_s > most_s:
        bound = f"must be at most {most_s:g}: with {jitter_s:g}, a report may come {2.0 * jitter_s:g} s after"
        raise FileError(
            path, "link.jitter_s", f"{bound} its like, and one that is more than 2 s late is too old"
        )
    least_s = period_s + jitter_s
    if buffer_s < least_s:
        bound = f"must be at least period_s + link.jitter_s = {least_s:g}"
        raise FileError(
            path, "commanding.buffer_s", f"{bound}, so that the repeat of a lost set-point comes in time"
        )


def checked_world(run: RunSettings) -> CollisionWorld:
    """Return the world of a run as it begins; FileError: robot and scene do not fit one another."""
    model = read_model(run)
    try:
        return build_world(run.collision_method, model.robot, model.scene)
    except WorldError as error:
        raise FileError(run.scene_file, "", f"does not fit {run.robot_file}: {error}") from None


def check_base(path: Path | str, run: RunSettings, world: CollisionWorld) -> None:
    """Check that there is a margin for a base that floats past a body; FileError: there is none."""
    if world.base is not None and not run.margins.base_m > 0.0:
        raise FileError(path, "margins.base_m", BASE_MOVES)


def check_start_pose(
    path: Path | str,
    run: RunSettings,
    start_q: Sequence[float],
    *,
    key: str = "start_q_deg",
    plant: str = "physics",
) -> None:
    """Check that the arm touches nothing at the start; `key` of the scenario file gives it.

    Raises:
        FileError: it does, or robot and scene do not fit one another, or the margin for the base is missing,
            or the plant does not move a base that floats past a body.
    """
    world = checked_world(run)
    problems = Problems()
    with problems:
        if world.base is not None and plant == "kinematic":
            raise FileError(path, "truth.plant", BASE_STAYS)
    with problems:
        check_base(path, run, world)
    with problems:
        nearest = world.clearance(start_q)
        if not nearest.distance > 0.0:
            inside = f"{nearest.pair[0]} is {-nearest.distance:.3f} m inside {nearest.pair[1]}"
            raise FileError(path, key, f"{inside}; start where the arm touches nothing")
    problems.raise_if_any()
