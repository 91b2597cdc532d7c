"""A ground that commands the on-board software directly, with no link between."""

from math import radians

import pytest

from ground.rehearsal.spacecraft.onboard import OnBoard
from predictor.motion.stop import JointLimits
from telemetry.messages.command import Keep, Motion, ResumeCommand, SetPoint
from telemetry.messages.joint_state import JointState

T = 250_000_000
START = (0.1, -0.2)
LIMITS = JointLimits(
    q_min=(-1.0, -1.0),
    q_max=(1.0, 1.0),
    qd_max=(radians(8.0),) * 2,
    qdd_max=(radians(4.0),) * 2,
    qddd_max=(radians(16.0),) * 2,
)
PERIODS = 8
ANY_LEAD = 1000 * T  # most tests send as far ahead as they like
TRAVEL = 0.03  # of joint 1, from rest to rest in `PERIODS` [rad]


def planned(k: int) -> JointState:
    """Return the state after k periods of the smooth move of joint 1."""
    x, duration = min(k / PERIODS, 1.0), PERIODS * T * 1e-9
    q = TRAVEL * x**3 * (10.0 - 15.0 * x + 6.0 * x**2)
    qd = TRAVEL * 30.0 * x**2 * (1.0 - x) ** 2 / duration
    qdd = TRAVEL * 60.0 * x * (1.0 - x) * (1.0 - 2.0 * x) / duration**2
    return JointState((START[0] + q, START[1]), (qd, 0.0), (qdd, 0.0))


class Ground:
    """Sends the smooth move; its set-point `seq` begins at `first_ns` + (seq - 1) T."""

    def __init__(self, *, lead_ns: int = ANY_LEAD, start_q: tuple[float, float] = START) -> None:
        self.board = OnBoard(LIMITS, start_q, period_ns=T, lead_ns=lead_ns, now_ns=0)
        self.first_ns = 2 * T

    def resume(self, now_ns: int = 0, epoch: int = 1) -> None:
        q = self.board.report(now_ns).hold_q
        self.board.receive(ResumeCommand(epoch=epoch, q=q), now_ns)

    def point(self, seq: int, *, epoch: int = 1, state: JointState | None = None) -> SetPoint:
        begins_ns = self.first_ns + (seq - 1) * T
        q, qd, qdd = state or planned(seq)
        return SetPoint(
            epoch=epoch, seq=seq, kind="motion", execute_at_ns=begins_ns, q=q, qd=qd, qdd=qdd, stop=b""
        )

    def send(self, seq: int, now_ns: int, *, repeat: bool = True) -> None:
        """Send a set-point with the repeat of the one before it."""
        before = self.point(seq - 1) if repeat and seq > 1 else None
        self.board.receive(Motion(set_point=self.point(seq), repeat=before), now_ns)

    def keep(self, now_ns: int, repeat: SetPoint | None = None) -> None:
        self.board.receive(Keep(epoch=1, repeat=repeat), now_ns)

    def fly(self, until: int, *, lose: tuple[int, ...] = (), repeat: bool = True) -> int:
        """Send set-points 1 ... until, each two periods before it begins; return when the last begins."""
        for seq in range(1, until + 1):
            now_ns = self.first_ns + (seq - 1) * T - 2 * T + T // 5
            if seq in lose:
                self.board.advance(now_ns)
            else:
                self.send(seq, now_ns, repeat=repeat)
        return self.first_ns + (until - 1) * T


@pytest.fixture
def ground() -> Ground:
    """Return a ground whose spacecraft has just been resumed in epoch 1."""
    ground = Ground()
    ground.resume()
    return ground


@pytest.fixture
def latched() -> Ground:
    """Return a ground whose spacecraft has just been switched on."""
    return Ground()


@pytest.fixture
def new_ground() -> type[Ground]:
    """Return what makes a ground, for a test that needs many."""
    return Ground
