"""The course of a recorded flight, as figures draw it: the arm, the queue, and roll-backs.

Motion         what was sent, each set-point as it left the gate
Telemetry      what was received of the arm
PredictedArm   what the screen shows as commanded
CommandChanges when each set-point entered the queue, and when and how it left it
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from ground.run.kept.recorded_run import RecordedRun
from predictor.run_model import Model
from telemetry.agreed.run_settings import NS_PER_S
from telemetry.files.settings import FileError
from telemetry.messages.base import Message
from telemetry.messages.command import CommandState, Motion
from telemetry.messages.prediction import PredictedArm
from telemetry.messages.queue import CommandChanges, RollBack
from telemetry.messages.spacecraft import Telemetry

Array = NDArray[np.float64]
Number = tuple[int, int]  # epoch and sequence number
IN_QUEUE = (CommandState.PROPOSED, CommandState.WAITING, CommandState.VERIFIED)


@dataclass(slots=True)
class ArmCourse:
    """Joint values over time."""

    at_s: list[float] = field(default_factory=list)
    q: list[tuple[float, ...]] = field(default_factory=list)  # (k, n) [rad or m]

    def add(self, at_s: float, q: tuple[float, ...]) -> None:
        """Take one instant."""
        self.at_s.append(at_s)
        self.q.append(q)

    def tool(self, model: Model) -> Array:
        """Return places of the tool (k, 3) in the base frame [m]."""
        from predictor.model.kinematics import tool_pose  # loads numba, which few reports need

        return np.array([tool_pose(model.robot, q)[:3, 3] for q in self.q]).reshape(-1, 3)


@dataclass(slots=True)
class Stay:
    """How long a set-point was in the queue, and how it left."""

    begun_s: float
    ended_s: float | None = None
    state: str = ""  # released, rolled back, cancelled


@dataclass(slots=True)
class FlownCourse:
    """What the figures of one recording are drawn of."""

    title: str
    model: Model
    period_s: float
    depth: int
    sent: ArmCourse = field(default_factory=ArmCourse)
    received: ArmCourse = field(default_factory=ArmCourse)
    shown: ArmCourse = field(default_factory=ArmCourse)
    left: list[tuple[float, str, Number]] = field(default_factory=list)  # when, motion or stop, which
    queue: dict[Number, Stay] = field(default_factory=dict)
    rolled_back_s: list[float] = field(default_factory=list)

    def on_message(self, at_s: float, message: Message) -> None:
        """Take a message."""
        match message:
            case Motion(set_point=point):
                self.sent.add(at_s, point.q)
                self.left.append((at_s, point.kind, (point.epoch, point.seq)))
            case Telemetry(q=q):
                self.received.add(at_s, q)
            case PredictedArm(q_commanded=q):
                self.shown.add(at_s, q)
            case CommandChanges(changes=changes):
                for change in changes:
                    if change.kind == "motion":
                        self._on_change(at_s, (change.epoch, change.seq), change.state)
            case RollBack():
                self.rolled_back_s.append(at_s)

    def _on_change(self, at_s: float, number: Number, state: CommandState) -> None:
        if state in IN_QUEUE:
            self.queue.setdefault(number, Stay(at_s))
        elif number in self.queue and self.queue[number].ended_s is None:
            self.queue[number].ended_s, self.queue[number].state = at_s, state.value

    def waiting(self, at_s: float) -> list[Number]:
        """Return what is in the queue at an instant, the oldest first."""
        return sorted(
            number
            for number, stay in self.queue.items()
            if stay.begun_s <= at_s and (stay.ended_s is None or at_s < stay.ended_s)
        )


def read_course(path: Path) -> FlownCourse:
    """Return the course of a recording.

    Raises:
        FileError: it cannot be read, does not hold its model, or nothing was commanded in it.
    """
    recorded = RecordedRun(path)
    model = recorded.model()
    if model is None:
        raise FileError(path, "", "does not hold its run's settings, robot and scene")
    commanding = recorded.settings().commanding
    title = f"{recorded.about.scenario or 'unnamed'}, {commanding.policy}, n_d {commanding.depth}"
    course = FlownCourse(title, model, commanding.period_s, commanding.depth)
    _take(course, ((each.at_ns / NS_PER_S, each.message) for each in recorded.messages()))
    if not course.left:
        raise FileError(path, "", "holds no motion: nothing was commanded in it")
    return course


def _take(course: FlownCourse, messages: Iterable[tuple[float, Message | None]]) -> None:
    for at_s, message in messages:
        if message is not None:
            course.on_message(at_s, message)
