"""The stream's role: what an observer of a run is told becomes samples, at once, and says nothing itself.

    bus --- receive ---> conversion ---> samples ---> outlet

The predicted arm and how near it comes are told at 100 Hz and leave at 20 Hz; what is not told is not put
out, and nothing is put out again but shapes, every two seconds, for who has come later.  In a replay times
are the recorded ones, and a jump begins anew.
"""

import numpy as np

from ground.console.facts.settings import ConsoleSettings
from ground.export.conversion import Conversion
from ground.export.sample import PROCESS_OUTLET, Outlet
from predictor.model.kinematics import link_poses
from predictor.run_model import read_model
from telemetry.agreed.limits import next_instant
from telemetry.agreed.participants import REPLAY
from telemetry.agreed.run_settings import NS_PER_S
from telemetry.life.contract import Effects, Input, Store
from telemetry.messages.base import Message
from telemetry.messages.prediction import CollisionState, PredictedArm
from telemetry.messages.replay import Replayed
from telemetry.wire.kinds import unpack_message

PREDICTED_KINDS, PREDICTED_NS = (PredictedArm, CollisionState), NS_PER_S // 20
SHAPES_NS = 2 * NS_PER_S


class StreamRole:
    """The role of one stream."""

    def __init__(self, settings: ConsoleSettings, outlet: Outlet) -> None:
        """Know nothing yet."""
        self.due_ns = 0
        self._outlet = outlet
        self._run, self._model = settings.run, read_model(settings.run)
        self._cameras = settings.around.cameras
        link_poses(self._model.robot, self._model.robot.home_q)  # compiled before the role is ready
        self._newest_ns = 0
        self._begin()

    def receive(self, message: Input, sender: str, now_ns: int) -> Effects:
        """Put out what is told."""
        if isinstance(message, Replayed):
            self._replayed(message, sender)
        elif isinstance(message, Message):
            at_ns = self._newest_ns if self._run.mode == REPLAY else now_ns
            self._put(message, sender, at_ns)
        return ()

    def tick(self, now_ns: int) -> Effects:
        """Put out the shapes again, as of the newest that was told."""
        self.due_ns = next_instant(self.due_ns, period_ns=SHAPES_NS, now_ns=now_ns)
        self._outlet.put(self._conversion.shapes_again(self._utc_ns()))
        return ()

    def _begin(self) -> None:
        """Know nothing of what was told before."""
        self._conversion = Conversion(self._model, self._cameras, self._run.speakers)
        self._predicted_ns = dict.fromkeys(PREDICTED_KINDS, -PREDICTED_NS)  # when each was put out last

    def _replayed(self, replayed: Replayed, sender: str) -> None:
        """Put out what was recorded, at its recorded instants."""
        if replayed.begins:
            self._begin()
            self._outlet.begin_anew()
        for at_ns, payload in replayed.told:
            message = unpack_message(payload)
            if isinstance(message, Message):
                self._put(message, sender, at_ns)

    def _put(self, message: Message, sender: str, at_ns: int) -> None:
        self._newest_ns = at_ns
        if self._is_wanted(message, at_ns):
            self._outlet.put(self._conversion.samples(message, sender, self._utc_ns()))

    def _utc_ns(self) -> int:
        return self._outlet.zero_utc_ns + self._newest_ns

    def _is_wanted(self, message: Message, at_ns: int) -> bool:
        kind = type(message)
        if kind not in PREDICTED_KINDS:
            return True
        if 0 <= at_ns - self._predicted_ns[kind] < PREDICTED_NS:
            return False
        self._predicted_ns[kind] = at_ns
        return True


def build(settings: ConsoleSettings, store: Store, rng: np.random.Generator) -> StreamRole:
    """Make the role of this process's stream."""
    return StreamRole(settings, PROCESS_OUTLET)
