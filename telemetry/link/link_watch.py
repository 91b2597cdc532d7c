"""The state of the link, as the bridge measures it: both ways, the round trip, and the clock on board.

    ground clock      left -------- up -------->                       received
    spacecraft clock                       came ... sampled ---- down ---^

    echo of a report   left (the time code of the packet that came last), sampled - came, packets so far
    round trip         (received - left) - (sampled - came): by differences of one clock each
    clock              sampled - (received - way down), the round trip shared out as both ways are stated

So it is measured by whatever goes up, at rest as in motion, with a few octets of each report and none more
going up.  Of each packet one report counts, the first that was sampled after it came, whatever overtakes it.

    the round trip steps, the clock by no more than one way alone would show --> a way has changed: the clock
              goes on, the difference is that way's, and the clock is uncertain by as much from then on
    the clock steps alone, or by more -----------------------------------------> the clock was set

    ok             a report lately;  on board: of what has left, what can have been reported has come
    quiet          not lately; or nothing goes up
    lost           not for ten seconds, and something goes up
    out of window  no contact is planned
"""

from bisect import bisect_right
from collections import deque
from typing import Final

from msgspec.structs import replace

from telemetry.agreed.limits import next_instant
from telemetry.agreed.run_settings import NS_PER_S, LinkPlan
from telemetry.life.contract import NEVER_NS
from telemetry.link.followed_time import TimeFollower
from telemetry.link.measured import SequenceMonitor
from telemetry.messages.link import FollowedTime, LinkState, LinkStatus, LinkWay
from telemetry.messages.spacecraft import Echo, Telemetry

STATUS_NS = NS_PER_S
LOST_NS = 10 * NS_PER_S
LONGEST_TRIP_NS = 120 * NS_PER_S
TRIP_WINDOW_NS, CLOCK_WINDOW_NS = 60 * NS_PER_S, 600 * NS_PER_S
TRIP_NEWEST, CLOCK_NEWEST = 5, 9  # measurements that show a step
NOT_QUITE = 1.25  # as a step is not measured exactly
TIME_CODE_NS = 100  # by which a time code may be off the instant at which its packet left
SENT_MAX = 4096  # packets up whose way is followed
LEAST_NOISE_S = 0.01  # of one measurement, beside the jitter that is stated
WORST: Final = ("ok", "quiet", "lost", "out of window")  # the worst last

StateAndReason = tuple[LinkState, str]


class PacketRate:
    """Packets each second, of the last ten."""

    def __init__(self) -> None:
        """Start without packets."""
        self._seconds = deque[tuple[int, int]](maxlen=11)  # which, and packets in it

    def count(self, now_ns: int) -> None:
        """Count one packet."""
        second = now_ns // NS_PER_S
        counted = self._seconds.pop()[1] if self._seconds and self._seconds[-1][0] == second else 0
        self._seconds.append((second, counted + 1))

    def rate(self, now_ns: int) -> float:
        """Return it, of whole seconds [1/s]."""
        second = now_ns // NS_PER_S
        return sum(count for which, count in self._seconds if second - 10 <= which < second) / 10.0


class LinkWatch:
    """Watches the link from the bridge's place."""

    def __init__(self, plan: LinkPlan) -> None:
        """Start in silence."""
        self.due_ns = 0
        self.counts = SequenceMonitor()  # of reports
        self._lost_in_gaps = 0  # of contact, of these
        self._plan = plan
        whole_ns = plan.round_trip_ns
        self._down_share = plan.down_ns / whole_ns if whole_ns else 0.5
        self._trip = TimeFollower(window_ns=TRIP_WINDOW_NS, newest=TRIP_NEWEST, noise_s=_noise_s(plan))
        self._clock = TimeFollower(window_ns=CLOCK_WINDOW_NS, newest=CLOCK_NEWEST, noise_s=_noise_s(plan))
        self._expected_s = whole_ns / NS_PER_S  # round trip that is shared out as stated
        self._longer_down_s = 0.0  # than its share: by steps of the round trip that the clock has shown
        self._unsure_s = 0.0  # as the clock may have been set in the very instants of such steps
        self._trip_steps_s = 0.0  # that are not shared out yet
        self._undecided = 0  # measurements until they are
        self._reported_ns: int | None = None
        self._received, self._sent = PacketRate(), PacketRate()
        self._left = deque[int](maxlen=SENT_MAX)  # packets up, by the instant at which they left
        self._left_before = 0  # that are no longer in there
        self._echoed = deque[int](maxlen=TRIP_NEWEST)  # packets that have been measured by
        self._came_ns: int | None = None  # when the newest left that is known to have come
        self._counted: tuple[int, int] | None = None  # packets sent and come by then, as each side counts
        self._sent_up = self._came_up = 0  # since the first that is known to have come
        self._state: LinkState | None = None  # of the newest status, and of the way down
        self._down: LinkState | None = None

    def on_command(self, now_ns: int) -> None:
        """A packet with a command of the gate leaves; out of contact it is not meant to arrive."""
        if not self._plan.has_window(now_ns):
            return
        self._sent.count(now_ns)
        self._left_before += len(self._left) == SENT_MAX
        self._left.append(now_ns)

    def on_report(self, report: Telemetry, count: int, now_ns: int, *, is_newer: bool) -> None:
        """Take a report that may be the spacecraft's, by whichever clock it is stamped.

        Args:
            report: what was received.
            count: of its packet.
            now_ns: ground clock.
            is_newer: it is newer than all before: if its count is not, the spacecraft counts anew.
        """
        lost = self.counts.lost
        if self.counts.observe(count) != "new" and is_newer:
            self.counts.begin_again(count)
        if self._down == "out of window" or (self._reported_ns or 0) < self._plan.opened_ns(now_ns):
            self._lost_in_gaps += max(0, self.counts.lost - lost)
        self._received.count(now_ns)
        self._reported_ns = now_ns
        if self._down != "ok":
            self.due_ns = now_ns
        echo = report.echo
        if echo is None or not self._is_possible(echo, now_ns):
            return
        self._count_up(echo)
        self._came_ns = max(echo.left_ns, self._came_ns or echo.left_ns)
        if echo.for_ns >= self._plan.telemetry_period_ns or echo.left_ns in self._echoed:
            return
        self._echoed.append(echo.left_ns)
        self._measure(now_ns - echo.left_ns - echo.for_ns, report.sampled_ns, now_ns)

    def take_due(self, now_ns: int) -> list[LinkStatus]:
        """Return the state of the link if it is due or has changed, else nothing."""
        down, up = self._down_state(now_ns), self._up_state(now_ns)
        state: LinkState = max(down[0], up[0], key=WORST.index)
        if now_ns < self.due_ns and state == self._state:
            return []
        if now_ns >= self.due_ns:
            self.due_ns = next_instant(self.due_ns, period_ns=STATUS_NS, now_ns=now_ns)
        self._state, self._down = state, down[0]
        return [self._status(state, (up, down), now_ns)]

    def _is_possible(self, echo: Echo, now_ns: int) -> bool:
        """True of a packet that has left here."""
        oldest_ns = self._left[0] if self._left else now_ns + 1
        trip_ns = now_ns - echo.left_ns - echo.for_ns
        return oldest_ns - TIME_CODE_NS <= echo.left_ns and 0 <= trip_ns <= LONGEST_TRIP_NS

    def _measure(self, trip_ns: int, sampled_ns: int, now_ns: int) -> None:
        way_down_ns = round(self._down_share * trip_ns + self._longer_down_s * NS_PER_S)
        trip_step_s = self._trip.observe(trip_ns, now_ns)
        if trip_step_s:
            self._trip_steps_s += trip_step_s
            self._undecided = CLOCK_NEWEST - TRIP_NEWEST // 2 - 1  # all of its newest are then of later
        then_ns = now_ns - way_down_ns
        self._clock.observe(sampled_ns - then_ns, then_ns, may_step=not self._undecided)
        if self._undecided:
            self._undecided -= 1
            if not self._undecided:
                self._share_out()

    def _share_out(self) -> None:
        """Let the clock show which way has changed, if it may just have gone on meanwhile."""
        step_s, self._trip_steps_s = self._trip_steps_s, 0.0
        clock_off_s, chance_s = self._clock.off_s, self._clock.chance_s
        if abs(clock_off_s) > NOT_QUITE * self._larger_share * abs(step_s) + chance_s:
            return
        self._expected_s += step_s
        if abs(clock_off_s) > chance_s:
            self._clock.go_on_after(clock_off_s)
            self._longer_down_s -= clock_off_s
            self._unsure_s += abs(clock_off_s)

    @property
    def _larger_share(self) -> float:
        return max(self._down_share, 1.0 - self._down_share)

    def _count_up(self, echo: Echo) -> None:
        """Count packets up, as far as the newest that came; a spacecraft that counts anew begins anew."""
        if self._came_ns is not None and echo.left_ns <= self._came_ns:
            return
        sent = self._left_before + bisect_right(self._left, echo.left_ns + TIME_CODE_NS)
        sent_before, came_before = self._counted or (sent - 1, echo.packets - 1)
        if echo.packets >= came_before:
            self._sent_up += sent - sent_before
            self._came_up += echo.packets - came_before
        self._counted = (sent, echo.packets)

    def _down_state(self, now_ns: int) -> StateAndReason:
        if not self._plan.has_window(now_ns):
            return "out of window", "no_window"
        if _age(now_ns, self._reported_ns) <= self._plan.telemetry_limit_ns:
            return "ok", ""
        is_lost = now_ns - max(self._reported_ns or 0, self._plan.opened_ns(now_ns)) > LOST_NS
        return ("lost" if is_lost else "quiet"), "no_report"

    def _up_state(self, now_ns: int) -> StateAndReason:
        down = self._down_state(now_ns)
        if down[0] != "ok":
            return down
        limit_ns = self._plan.telemetry_limit_ns
        if _age(now_ns, self._left[-1] if self._left else None) > limit_ns:
            return "quiet", "nothing_sent"
        trip = self._trip.report(now_ns)
        known_ns = limit_ns + (self._plan.round_trip_ns if trip is None else round(trip.value * NS_PER_S))
        if _age(now_ns, self._came_ns) <= known_ns:
            return "ok", ""
        since_ns = max(self._came_ns or self._left[0], self._plan.opened_ns(now_ns))
        return ("lost" if now_ns - since_ns > known_ns + LOST_NS else "quiet"), "no_echo"

    def _status(
        self, state: LinkState, ways: tuple[StateAndReason, StateAndReason], now_ns: int
    ) -> LinkStatus:
        trip, counts, (up, down) = self._trip.report(now_ns), self.counts, ways
        down_s = None if trip is None else self._down_share * trip.value + self._longer_down_s
        return LinkStatus(
            state=state,
            up=LinkWay(
                state=up[0],
                reason=up[1],
                age=_seconds(now_ns, self._came_ns),
                rate=self._sent.rate(now_ns),
                packets=self._came_up,
                lost=max(0, self._sent_up - self._came_up),
                delay=None if trip is None or down_s is None else trip.value - down_s,
            ),
            down=LinkWay(
                state=down[0],
                reason=down[1],
                age=_seconds(now_ns, self._reported_ns),
                rate=self._received.rate(now_ns),
                packets=counts.received,
                lost=counts.lost - self._lost_in_gaps,
                late=counts.late,
                duplicated=counts.duplicated,
                delay=down_s,
            ),
            round_trip=trip,
            clock=self._clock_report(trip, now_ns),
        )

    def _clock_report(self, trip: FollowedTime | None, now_ns: int) -> FollowedTime | None:
        if trip is None:
            return None
        not_shared_s = self._larger_share * abs(trip.value - self._expected_s)
        clock = self._clock.report(now_ns, also_s=not_shared_s + self._unsure_s)
        return clock and replace(clock, age=trip.age)  # which is of the same packets


def _noise_s(plan: LinkPlan) -> float:
    return plan.jitter_s + LEAST_NOISE_S


def _age(now_ns: int, at_ns: int | None) -> int:
    return NEVER_NS if at_ns is None else now_ns - at_ns


def _seconds(now_ns: int, at_ns: int | None) -> float | None:
    return None if at_ns is None else (now_ns - at_ns) / NS_PER_S
