"""The client of a script: drawn reactions, patience, a hand that goes where it is sent."""

import itertools
import math

import msgspec
import numpy as np

from ground.operator.act_tables import OperatorTable
from ground.operator.client import OperatorClient, Steps
from telemetry.agreed.run_settings import NS_PER_S, RunSettings
from telemetry.life.contract import NEVER_NS
from telemetry.messages.acts import GoNoGo
from telemetry.messages.base import Quaternion, Vector
from telemetry.messages.handle import UPRIGHT, HandIntent

FASTEST_REACTION_S = 0.1
TURNING_BACK = 2.0  # turning speed of a hand that turns nothing [rad/s]
RESTING = HandIntent(p_handle=(0.0, 0.0, 0.0), speed=0.0, dead_man=False)
RENEWED_NS = NS_PER_S // 10  # how often a pressed dead-man is sent again: the handle forgets it soon


class ScriptedOperator(OperatorClient):
    """A client with the reactions of a table."""

    def __init__(
        self,
        run: RunSettings,
        participant: str,
        table: OperatorTable,
        *,
        rng: np.random.Generator,
        joints: tuple[str, ...] = (),
    ) -> None:
        """Ask for the lease from the first look on; `joints`: their names, in order."""
        super().__init__(run, participant, nonce=itertools.count(1).__next__)
        self.joints = joints
        self.table = table
        self.retry_s, self.confirms_steps = table.retry_s, table.confirms_steps
        self.keeps_lease = True
        self._rng = rng
        self._hold_ns, self._go_ns = NEVER_NS, 0  # the poll is answered
        self.pushes_ns: tuple[tuple[int, int], ...] = ()  # when a hand that pushes does not let go
        self._wanted = self._hand = RESTING
        self._send_hand_ns = NEVER_NS

    def look(self, now_ns: int) -> None:
        """Begin a look; GO, HOLD in its time, and a pressed dead-man again."""
        super().look(now_ns)
        if self.polled == "asked" and now_ns >= self._go_ns:
            self._go_ns = now_ns + NS_PER_S
            self.do(GoNoGo(go=True))
        if now_ns >= self._hold_ns:
            self.hold_now()
        if self._hand is not self._wanted or now_ns >= self._send_hand_ns:
            self._send_hand()

    def hold_now(self) -> None:
        """Press HOLD, also in place of one that was to come."""
        self._hold_ns = NEVER_NS
        super().hold_now()

    def hold_after(self, delay_s: float) -> None:
        """Press HOLD so long after now, whatever happens."""
        self._hold_ns = self.now_ns + round(delay_s * NS_PER_S)

    def put_hand(
        self,
        p_handle: Vector,
        *,
        dead_man: bool,
        quat_handle: Quaternion = UPRIGHT,
        buttons: tuple[str, ...] = (),
    ) -> None:
        """Move and turn the hand on the handle, with dead-man and buttons pressed from now on or not."""
        self._wanted = HandIntent(
            p_handle=p_handle,
            speed=self.table.hand_speed_m_s,
            dead_man=dead_man,
            quat_handle=quat_handle,
            turning_speed=math.radians(self.table.hand_turning_deg_s) if buttons else TURNING_BACK,
            left_button="left" in buttons,
            right_button="right" in buttons,
        )

        self._send_hand()

    def _send_hand(self) -> None:
        """Send the hand as it is wanted, or as it pushes and does not let go."""
        clings = any(begin_ns <= self.now_ns < end_ns for begin_ns, end_ns in self.pushes_ns)
        if not (clings and _pushes(self._hand) and not _pushes(self._wanted)):
            self._hand = self._wanted
        elif self.now_ns < self._send_hand_ns:
            return
        self.send(msgspec.structs.replace(self._hand, at_ns=self.now_ns))
        self._send_hand_ns = self.now_ns + RENEWED_NS if self._hand.dead_man else NEVER_NS

    def own_rng(self) -> np.random.Generator:
        """Return a generator for draws of an act's own, so that no reaction shifts them."""
        return self._rng.spawn(1)[0]

    def react(self) -> Steps[None]:
        """Wait as long as a person takes to understand and to act."""
        drawn = float(self._rng.normal(self.table.reaction_s, self.table.reaction_spread_s))
        yield from self.pause(max(FASTEST_REACTION_S, drawn))


def _pushes(hand: HandIntent) -> bool:
    """True if it is pressed and away from where no motion is wanted."""
    return hand.dead_man and any(hand.p_handle)
