"""Fixtures of a run: what was made, where they were touched, and how the commanded tool kept to them."""

import math
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field

import msgspec
import numpy as np
from numpy.typing import NDArray

from predictor.geometry.fixtures.kinds import tube_of
from predictor.geometry.fixtures.tube import Tube
from predictor.run_model import read_model
from telemetry.agreed.run_settings import RunSettings
from telemetry.files.settings import FileError
from telemetry.messages.base import Message
from telemetry.messages.fixture import Fixture, FixtureTouch
from telemetry.messages.queue import GateStatus

DIGITS = 4
WAITING_MAX = 4096  # commanded poses whose place is not computed before anyone asks


class MadeFixture(msgspec.Struct, frozen=True, kw_only=True):
    """A fixture that was made, or the reason why there is none."""

    at_s: float
    fixture: str
    kind: str
    reason: str
    length_m: float
    points: int
    clearance_m: float | None
    is_kept: bool


class FixtureContact(msgspec.Struct, frozen=True, kw_only=True):
    """A touch of a fixture that has ended."""

    at_s: float
    fixture: str
    depth_m: float
    force_n: float
    lasted_s: float


@dataclass(slots=True)
class Guides:
    """Fixtures that the operator saw, and where the commanded arm was while there was a tube."""

    _run: RunSettings
    made: list[MadeFixture] = field(default_factory=list)
    touches: list[FixtureContact] = field(default_factory=list)
    _tube: Tube | None = None  # the newest
    _poses: list[tuple[float, ...]] = field(default_factory=list)  # of the commanded arm, each once in a row
    _beyond_m: float = -math.inf  # at most, in those poses that are not kept any more

    def on_message(self, at_s: float, message: Message) -> None:
        """Count a message to the operator."""
        match message:
            case GateStatus():
                self._on_gate_status(message)
            case Fixture():
                self._on_fixture(round(at_s, 3), message)
            case FixtureTouch(is_begin=False):
                self.touches.append(_touch(at_s, message))

    def _on_fixture(self, at_s: float, message: Fixture) -> None:
        """Keep a fixture, or the reason why there is none."""
        self.made.append(
            MadeFixture(
                at_s=at_s,
                fixture=message.fixture_id,
                kind=message.kind,
                reason=message.reason,
                length_m=round(message.length, DIGITS),
                points=len(message.bends),
                clearance_m=message.clearance,
                is_kept=message.is_kept,
            )
        )
        if message.kind == "tube" and not message.reason:
            self._tube, self._poses, self._beyond_m = tube_of(message), [], -math.inf

    def _on_gate_status(self, status: GateStatus) -> None:
        """Keep where the gate has the arm."""
        if self._tube is not None and (not self._poses or self._poses[-1] != status.last.q):
            self._poses.append(status.last.q)
            if len(self._poses) % WAITING_MAX == 0:
                with suppress(FileError):  # whoever asks how far it was beyond is told
                    self.most_beyond_wall()
                    self._poses = self._poses[-1:]

    def distance_from_end(self) -> float | None:
        """Return how far from the end of its tube the commanded tool is at last [m]; None: no tube."""
        if self._tube is None or not self._poses:
            return None
        place = _places(self._run, self._poses[-1:])[0]
        return round(float(np.linalg.norm(place - self._tube.points[-1])), DIGITS)

    def most_beyond_wall(self) -> float | None:
        """Return by how much the commanded tool was outside of its tube at most [m]; None: no tube."""
        if self._tube is None or not self._poses:
            return None
        beyond_m = max(self._tube.offset(place).beyond for place in _places(self._run, self._poses))
        self._beyond_m = max(self._beyond_m, beyond_m)
        return round(self._beyond_m, DIGITS)


def _touch(at_s: float, message: FixtureTouch) -> FixtureContact:
    return FixtureContact(
        at_s=round(at_s, 3),
        fixture=message.fixture_id,
        depth_m=round(message.depth, DIGITS),
        force_n=round(message.force, DIGITS),
        lasted_s=round(message.lasted, 3),
    )


def _places(run: RunSettings, poses: Sequence[tuple[float, ...]]) -> list[NDArray[np.float64]]:
    """Return where the tool is in each pose of the arm (3,) [m]."""
    from predictor.model.kinematics import tool_pose  # loads numba, which few reports need

    robot = read_model(run).robot
    return [tool_pose(robot, q)[:3, 3] for q in poses]
