"""What a station or a rehearsal states of a run, resolved into what every role of it must agree on."""

from dataclasses import dataclass, field
from typing import Literal

from ground.run.joined_checks import joined_checks
from predictor.model.data_checks import CheckRow
from predictor.motion.stop import JointLimits
from predictor.run_model import read_new_model
from telemetry.agreed.hand_settings import HandSettings
from telemetry.agreed.participants import PARTICIPANTS, Participants
from telemetry.agreed.run_settings import (
    COLLISION_METHOD,
    CameraMount,
    Commanding,
    LinkPlan,
    Margins,
    RunSettings,
)

ENDLESS = 1e6  # how far a joint without stops may be said to have turned [rad]


@dataclass(frozen=True, slots=True, kw_only=True)
class Station:
    """A station: which arm it commands, and how.  Safety limits have no defaults."""

    name: str
    mode: Literal["live", "rehearsal"]
    robot_file: str
    scene_file: str
    collision_method: str = COLLISION_METHOD
    commanding: Commanding
    link: LinkPlan
    margins: Margins
    participants: Participants = PARTICIPANTS
    hand: HandSettings = field(default_factory=HandSettings)
    checks: tuple[CheckRow, ...] = ()  # beside those of the robot file
    cameras: tuple[CameraMount, ...] = ()
    has_passes: bool = False  # the spacecraft is no part of its runs


def resolved(station: Station, *, run_id: str, seed: int = 0) -> RunSettings:
    """Return the settings of one run of a station, with the model's content as it is now.

    Raises:
        FileError: the robot or scene file cannot be used.
    """
    model = read_new_model(station.robot_file, station.scene_file)
    return RunSettings(
        mode=station.mode,
        station=station.name,
        run_id=run_id,
        seed=seed,
        robot_file=station.robot_file,
        scene_file=station.scene_file,
        model_digests=model.digests,
        collision_method=station.collision_method,
        commanding=station.commanding,
        link=station.link,
        margins=station.margins,
        reach=_reach(model.robot.limits),
        rates=model.robot.limits.qd_max,
        participants=station.participants,
        hand=station.hand,
        checks=joined_checks(model.robot, station.checks, station.name),
        cameras=station.cameras,
        has_passes=station.has_passes,
    )


def _reach(limits: JointLimits) -> tuple[tuple[float, float], ...]:
    ends = zip(limits.q_min, limits.q_max, strict=True)
    return tuple((max(low, -ENDLESS), min(high, ENDLESS)) for low, high in ends)
