"""The arm as others show it: joints, frames and shape of the measured, the commanded and the estimated one.

    /joints/<which>   JointStates        /tf   FrameTransforms        /scene, /scene/<which>   SceneUpdate

Joints come as often as they are told; frames of the predictor's arms 20 times a second at most.  The shape of
an arm comes with its first frames, for who draws one without frames draws it in the wrong place.
"""

from collections.abc import Iterator, Sequence

from ground.export.arm_frames import ArmFrames, base_frame
from ground.export.exported_cameras import camera_samples, cameras_of
from ground.export.sample import FRAMES, Sample, known_sample, known_topic
from ground.export.schemas import (
    Color,
    FrameTransforms,
    JointState,
    JointStates,
    SceneUpdate,
    Time,
    time_of,
)
from ground.export.shapes import arm_update, scene_update
from ground.pictures.camera import CameraTable
from predictor.run_model import Model
from telemetry.agreed.run_settings import NS_PER_S
from telemetry.messages.base import Message
from telemetry.messages.prediction import PredictedArm
from telemetry.messages.spacecraft import Telemetry

JOINTS, SCENE = "/joints", "/scene"
FRAMES_NS = NS_PER_S // 20  # between frames of the predictor's arms
MEASURED, COMMANDED, ESTIMATED = "measured", "commanded", "estimated"
COLORS = {
    MEASURED: Color(r=0.85, g=0.87, b=0.90, a=0.55),
    COMMANDED: Color(r=0.20, g=0.55, b=0.95, a=1.0),
    ESTIMATED: Color(r=0.95, g=0.65, b=0.15, a=0.55),
}


TOPICS = (
    known_topic(FRAMES, FrameTransforms),
    known_topic(SCENE, SceneUpdate),
    *(known_topic(f"{JOINTS}/{which}", JointStates) for which in COLORS),
    *(known_topic(f"{SCENE}/{which}", SceneUpdate) for which in COLORS),
)


class ExportedArm:
    """One of the arms."""

    def __init__(self, model: Model, which: str) -> None:
        """Nothing of it has been told."""
        self._robot, self._which = model.robot, which
        self._frames = ArmFrames(model.robot, which)
        self._names = [joint.name for joint in model.robot.commanded]
        self._is_drawn = False

    def joints(self, utc_ns: int, q: Sequence[float], qd: Sequence[float] | None = None) -> Sample:
        """Return its joints at q [rad or m]."""
        rates: Sequence[float | None] = qd or [None] * len(q)
        rows = zip(self._names, q, rates, strict=True)
        states = [JointState(name=name, position=at, velocity=rate) for name, at, rate in rows]
        message = JointStates(timestamp=time_of(utc_ns), joints=states)
        return known_sample(f"{JOINTS}/{self._which}", utc_ns, message)

    def frames(self, utc_ns: int, q: Sequence[float]) -> Iterator[Sample]:
        """Return where its frames are, and with the first ones its shape."""
        time = time_of(utc_ns)
        yield known_sample(FRAMES, utc_ns, self._frames.at(q, time))
        if not self._is_drawn:
            self._is_drawn = True
            yield self._shape(utc_ns, time)

    def shape(self, utc_ns: int) -> Iterator[Sample]:
        """Return its shape again, if it has been drawn."""
        if self._is_drawn:
            yield self._shape(utc_ns, time_of(utc_ns))

    def _shape(self, utc_ns: int, time: Time) -> Sample:
        color = COLORS[self._which]
        shape = arm_update(self._robot, self._frames, color=color, time=time)
        return known_sample(f"{SCENE}/{self._which}", utc_ns, shape)


class ExportedArms:
    """The arms of a run and what stands around them."""

    def __init__(self, model: Model, cameras: Sequence[CameraTable] | None) -> None:
        """Nothing has been told; `cameras` None: those that suit the arm."""
        self._n, self._scene = model.robot.n, model.scene
        self._cameras = cameras_of(model, cameras)
        self._arms = {which: ExportedArm(model, which) for which in COLORS}
        self._is_drawn = False
        self._frames_ns = 0  # when the next frames of the predictor's arms are due

    def samples(self, message: Message, utc_ns: int) -> Iterator[Sample]:
        """Return what a message tells of them."""
        if isinstance(message, Telemetry) and len(message.q) == len(message.qd) == self._n:
            yield from self._first_surroundings(utc_ns)
            yield from self._measured(message, utc_ns)
        elif isinstance(message, PredictedArm) and len(message.q_commanded) == len(message.q_now) == self._n:
            yield from self._first_surroundings(utc_ns)
            yield from self._predicted(message, utc_ns)

    def shapes_again(self, utc_ns: int) -> Iterator[Sample]:
        """Return again all that is said once, for clients that connect later."""
        if self._is_drawn:
            yield from self._surroundings(utc_ns)
        for arm in self._arms.values():
            yield from arm.shape(utc_ns)

    def _first_surroundings(self, utc_ns: int) -> Iterator[Sample]:
        if not self._is_drawn:
            self._is_drawn = True
            yield from self._surroundings(utc_ns)

    def _surroundings(self, utc_ns: int) -> Iterator[Sample]:
        """Return what stands around the arm, and its cameras."""
        yield known_sample(SCENE, utc_ns, scene_update(self._scene, time_of(utc_ns)))
        yield from camera_samples(self._cameras, MEASURED, utc_ns)

    def _measured(self, report: Telemetry, utc_ns: int) -> Iterator[Sample]:
        arm = self._arms[MEASURED]
        yield arm.joints(utc_ns, report.q, report.qd)
        yield known_sample(FRAMES, utc_ns, base_frame(report, time_of(utc_ns)))
        yield from arm.frames(utc_ns, report.q)

    def _predicted(self, arms: PredictedArm, utc_ns: int) -> Iterator[Sample]:
        rows = ((COMMANDED, arms.q_commanded), (ESTIMATED, arms.q_now))
        for which, q in rows:
            yield self._arms[which].joints(utc_ns, q)
        if not self._frames_ns - FRAMES_NS <= utc_ns < self._frames_ns:  # a replay may go back
            self._frames_ns = utc_ns + FRAMES_NS
            for which, q in rows:
                yield from self._arms[which].frames(utc_ns, q)
