"""Where the arm was sent: the moves of the queue, or those that left it, on the ground's clock.

commanded   the newest set-point is reached as it enters the queue; from there the arm is led on at its rates
            until the next one comes, so x(t) comes back after the operator's whole loop
released    a move begins when it left for orbit and the time on board is over, so x(t) comes back after
            the link's round trip alone

 |--move k-1--|--move k--|~~~~ led on, one period at most
                    now -^
"""

from collections import deque

from predictor.motion.stop import at, moves, rest
from telemetry.agreed.run_settings import NS_PER_S, Commanding
from telemetry.messages.joint_state import JointState

KEPT_MOVES = 64  # moves: more than any buffer holds back


class SentMotion:
    """The moves that were sent, each with its begin."""

    def __init__(self, period_ns: int, lead_ns: int) -> None:
        """Know nothing; a move begins `lead_ns` after it is told, which is negative if it is over by then."""
        self._period_ns, self._lead_ns = period_ns, lead_ns
        self._moves = deque[tuple[int, JointState, JointState]](maxlen=KEPT_MOVES)
        self._newest: JointState | None = None

    def rest_at(self, q: tuple[float, ...]) -> None:
        """The arm is sent nowhere: it rests there (n,) [rad or m]."""
        if self._newest is None or self._newest.q != q or not self._newest.at_rest:
            self._moves.clear()
            self._newest = rest(q)

    def add(self, end: JointState, now_ns: int) -> None:
        """The arm is sent to this state."""
        begin = end if self._newest is None else self._newest
        self._moves.append((now_ns + self._lead_ns, begin, end))
        self._newest = end

    def q(self, now_ns: int) -> tuple[float, ...] | None:
        """Return where the arm is sent to be now (n,) [rad or m]; None: nobody knows."""
        begun = next((move for move in reversed(self._moves) if move[0] <= now_ns), None)
        if begun is None:
            before = self._moves[0][1] if self._moves else self._newest
            return None if before is None else before.q
        begin_ns, begin, end = begun
        elapsed_ns = now_ns - begin_ns
        if elapsed_ns < self._period_ns:
            return at(moves(begin, end, self._period_ns / NS_PER_S), elapsed_ns / NS_PER_S).q
        return continued(end, min(elapsed_ns - self._period_ns, self._period_ns) / NS_PER_S)


def continued(state: JointState, t_s: float) -> tuple[float, ...]:
    """Return where joints (n,) are that go on as they do for t_s."""
    rows = zip(*state, strict=True)
    return tuple(q + t_s * (qd + 0.5 * t_s * qdd) for q, qd, qdd in rows)


def commanded_motion(commanding: Commanding) -> SentMotion:
    """Return a record of what the hand asks for."""
    return SentMotion(commanding.period_ns, -commanding.period_ns)


def released_motion(commanding: Commanding) -> SentMotion:
    """Return a record of what leaves for orbit."""
    return SentMotion(commanding.period_ns, commanding.buffer_ns)
