"""What leaves: its number, its pace, where it begins, its limits, and samples of a stop (1, 6, 7, 14, 15)."""

from ground.audit.account import Account
from ground.audit.law import SAME, SLACK_NS, Body, Number, State, are_same, is_rest, number_of, state_of
from ground.audit.plain_motion import broken_limits
from ground.audit.plain_stop import arm_stop

PACE = 0.9  # of a period, between two releases


class ReleasesAudit:
    """The account of what has left."""

    def __init__(self, account: Account) -> None:
        """Begin with nothing."""
        self._account = account
        self._moving: State | None = None  # as released last, whose stop is worked out if it is asked for

    def on_restart(self, at_ns: int, *, keeps_store: bool) -> None:
        """Forget from where a stop may begin."""
        self._moving = None

    def on_sent_Motion(self, at_ns: int, body: Body) -> None:
        """Judge a set-point against the one before it."""
        account, point = self._account, body["set_point"]
        number, state = number_of(point), state_of(point)
        account.released += 1
        self._judge_number(at_ns, number)
        self._judge_pace(at_ns, number)
        if point["kind"] == "motion":
            self._judge_motion(at_ns, number, state)
            self._moving = state
        else:
            self._expect_stop()
            self._judge_stop(at_ns, number, state)
        account.last, account.last_ns, account.commanded_q = state, at_ns, state[0]
        account.last_number = number
        account.unconfirmed.append(number)
        account.confirmed_ns = None

    def _judge_number(self, at_ns: int, number: Number) -> None:
        last = self._account.last_number
        if number <= last:
            self._account.find(at_ns, "number", f"{number} left after {last}")
        if number[1] != 1 and number != (last[0], last[1] + 1):
            self._account.find(at_ns, "number", f"{number} left after {last}: a gap")

    def _judge_pace(self, at_ns: int, number: Number) -> None:
        account = self._account
        if account.last_ns is None:
            return
        gap_ns = max(at_ns - account.last_ns, account.gate_ns(at_ns) - account.gate_ns(account.last_ns))
        if gap_ns < PACE * account.law.period_ns - SLACK_NS - account.write_ns(at_ns):
            account.find(at_ns, "pace", f"{number} left {gap_ns / 1e6:.0f} ms after another")

    def _judge_motion(self, at_ns: int, number: Number, state: State) -> None:
        if number not in self._account.entries:
            return  # told already by what judges verdicts
        _, previous = self._account.entries[number]
        if number[1] == 1:
            self._judge_begin(at_ns, number, previous)
            self._judge_first_step(at_ns, number, step=(previous, state))
        elif self._account.last is None or not are_same(previous, self._account.last):
            text = f"{number} was judged from another state than the last released"
            self._account.find(at_ns, "follows", text)
        self._judge_limits(at_ns, number, step=(previous, state))

    def _judge_begin(self, at_ns: int, number: Number, previous: State) -> None:
        account = self._account
        reported = account.on_board["hold_q"] if account.on_board else ()
        places = [tuple(reported), account.last[0] if account.last else ()]
        near = [place for place in places if len(place) == len(previous[0])]
        if not is_rest(previous) or not any(are_same((place,), previous[:1]) for place in near):
            account.find(
                at_ns, "begin", f"{number} begins neither at rest where the last ended nor where reported"
            )

    def _judge_first_step(self, at_ns: int, number: Number, *, step: tuple[State, State]) -> None:
        """Judge the first step after a flush: no joint goes farther than its speed allows in one period."""
        account = self._account
        if account.law.bounds is None:
            return
        (begin, *_), (end, *_) = step
        for joint, (a, b, speed) in enumerate(zip(begin, end, account.law.bounds.qd_max, strict=True), 1):
            if abs(b - a) > speed * account.law.period_s + SAME:
                account.find(at_ns, "jump", f"{number}: joint {joint} jumps by {abs(b - a):.3g}")

    def _judge_limits(self, at_ns: int, number: Number, *, step: tuple[State, State]) -> None:
        bounds = self._account.law.bounds
        if bounds is None:
            return
        for text in broken_limits(*step, bounds.rows, period=self._account.law.period_s):
            self._account.find(at_ns, "limit", f"{number}: {text}")

    def _expect_stop(self) -> None:
        law, state, self._moving = self._account.law, self._moving, None
        if law.bounds is not None and state is not None:
            self._account.stop = arm_stop(state, law.bounds.qdd_max, law.bounds.qddd_max, period=law.period_s)

    def _judge_stop(self, at_ns: int, number: Number, state: State) -> None:
        account = self._account
        if account.law.bounds is None:
            return
        if not account.stop:
            account.find(at_ns, "stop", f"stop sample {number} left, and nothing is to be stopped")
            return
        expected = account.stop.pop(0)
        if not are_same(expected, state):
            off = max(abs(a - b) for a, b in zip(expected[0], state[0], strict=True))
            account.find(at_ns, "stop", f"{number} is no sample of the stop ({off:.2g} rad off)")
