"""The motion that methods are compared along, and the world that it goes through.

    scenario    flown in virtual time without pictures, as its script does it; what left for space
    recording   what left for space in that run
    table       straight from row to row (`ground.comparison.motion_table`), through the world of a scenario
                or of a robot and a scene file

What left for space are set-points, also those of stops.  Each is the end of a move of the motion law that
begins where the one before it ended, or, after a resume, where that says that the arm stands.
"""

from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ground.comparison.motion_table import read_motion
from ground.rehearsal.virtual_flight import Flight, OnProgress, fly
from ground.run.kept.recorded_run import RecordedRun, recorded_settings
from ground.scenario.scenario import load, run_settings
from predictor.geometry.scenes.scene_file import read_scene
from predictor.geometry.shapes import Scene
from predictor.model.load import LoadError, with_loads
from predictor.model.robot import Robot
from predictor.motion.stop import rest
from predictor.queries.query_arm import query_arm
from predictor.queries.timed_moves import TimedMoves, TimedMovesError, moves_through, straight_moves
from predictor.queries.workcell import EMPTY_SCENE
from predictor.run_model import read_new_model
from telemetry.agreed.run_settings import NS_PER_S
from telemetry.files.settings import FileError
from telemetry.messages.command import Motion, ResumeCommand
from telemetry.messages.joint_state import JointState
from telemetry.recording.records.sent_messages import RecordedMessage

Array = NDArray[np.float64]


class ArmAndScene(NamedTuple):
    """An arm, what is around it, and the clearance that is asked for."""

    robot: Robot
    scene: Scene
    required_m: float


class MotionToCompare(NamedTuple):
    """The motion that methods are compared along."""

    name: str
    arm_and_scene: ArmAndScene
    course: Callable[[Array], TimedMoves]  # of levers (n,), how fast anything moves at most by each joint


def flown_motion(scenario_name: str, *, seed: int, progress: OnProgress | None = None) -> MotionToCompare:
    """Return what left for space as a scenario was flown.

    Raises:
        FileError: the scenario cannot be flown.
    """
    scenario = load(scenario_name)
    with TemporaryDirectory(prefix="farhand-") as folder:
        recording = Path(folder) / "flown.mcap"
        fly(scenario, Flight(seed=seed, recording=recording, source=scenario_name), on_progress=progress)
        return recorded_motion(recording, name=scenario.name)


def recorded_motion(path: Path, *, name: str = "") -> MotionToCompare:
    """Return what left for space in a recorded run.

    Raises:
        FileError: it cannot be read, does not hold the run's model, or nothing left.
    """
    recording = RecordedRun(path)
    run, model = recorded_settings(path, recording.about), recording.model()
    legs = [*_legs(recording.messages(), run.commanding.period_s)]
    if not legs or model is None:
        raise FileError(name or path, "", "holds no motion: no set-point left for space in that run")
    course = moves_through(legs, run.commanding.period_s)
    place = ArmAndScene(model.robot, model.scene, run.margins.required_m)
    return MotionToCompare(name or path.name, place, lambda levers: course)


def tabled_motion(path: Path, place: ArmAndScene) -> MotionToCompare:
    """Return the motion of a table.

    Raises:
        FileError: it is no table of a motion of this arm.
    """
    times_s, poses = read_motion(path, place.robot)

    def course(levers: Array) -> TimedMoves:
        try:
            return straight_moves(place.robot, poses, times_s, levers=levers)
        except TimedMovesError as error:
            raise FileError(path, "", str(error)) from None

    return MotionToCompare(path.name, place, course)


def arm_in_scenario(name: str) -> ArmAndScene:
    """Return the world of a scenario, with the clearance that its verdicts ask for; FileError as `load`."""
    run = run_settings(load(name), seed=1, run_id=name)
    model = read_new_model(run.robot_file, run.scene_file)
    return ArmAndScene(model.robot, model.scene, run.margins.required_m)


def arm_in_files(robot: str, scene: str | None) -> ArmAndScene:
    """Return the world of a robot file or a URDF and of a scene file, where contact alone is asked for.

    Raises:
        FileError: a file cannot be used, or they do not fit together.
    """
    arm, around = query_arm(robot).robot, EMPTY_SCENE if scene is None else read_scene(scene)
    try:
        return ArmAndScene(*with_loads(arm, around), 0.0)
    except LoadError as error:
        raise FileError(scene or robot, "", f"does not fit {arm.name}: {error}") from None


def _legs(
    messages: Iterator[RecordedMessage], period_s: float
) -> Iterator[tuple[float, JointState, JointState]]:
    """Return when each move that left for space begins [s], from which state and to which.

    The instant is that at which its set-point left: on board the same moves follow later, and as closely.
    """
    before, newest, free_s = None, (-1, -1), 0.0
    for recorded in messages:
        match recorded.message:
            case ResumeCommand(q=q):
                before = rest(q)
            case Motion(set_point=point) if (point.epoch, point.seq) > newest and before is not None:
                begin_s = max(free_s, recorded.at_ns / NS_PER_S)
                yield begin_s, before, point.state
                before, newest, free_s = point.state, (point.epoch, point.seq), begin_s + period_s
