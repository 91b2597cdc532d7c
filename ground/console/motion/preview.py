"""A plan that is watched before it is armed: at ten times its speed, paused, stepped, rewound.

    0 s |-----------x------------------| its end        x  the ghost's pose: between the plan's told poses
                    ^ goes on by 10 s in each second

Watching is at will; that the plan was judged is not.
"""

from bisect import bisect_right

from telemetry.agreed.run_settings import NS_PER_S
from telemetry.messages.plan import PlanReady

PREVIEW_SPEED = 10.0  # of a plan's own


class Preview:
    """The instant of the newest plan that is watched."""

    def __init__(self) -> None:
        """Start without a plan, and without a ghost."""
        self._plan: PlanReady | None = None
        self._times: tuple[float, ...] = ()
        self._poses: tuple[tuple[float, ...], ...] = ()
        self._at_ns: int | None = None  # when it last went on; None: it stands
        self.at_s: float | None = None  # None: nobody watches

    def show_plan(self, plan: PlanReady | None) -> None:
        """Take the newest plan; another than before begins unwatched."""
        if plan is self._plan:
            return
        self._plan, self.at_s, self._at_ns = plan, None, None
        self._times, self._poses = ((), ()) if plan is None else _timed(plan)

    @property
    def duration_s(self) -> float:
        """How long the plan takes [s]; 0: there is none that can be watched."""
        return self._times[-1] if self._times else 0.0

    @property
    def is_playing(self) -> bool:
        """True if it goes on by itself."""
        return self._at_ns is not None

    @property
    def pose(self) -> tuple[float, ...] | None:
        """Where the ghost stands (n,) [rad or m]; None: there is none."""
        if self.at_s is None or not self._times:
            return None
        after = min(bisect_right(self._times, self.at_s), len(self._times) - 1)
        begin_s, end_s = self._times[after - 1], self._times[after]
        share = (self.at_s - begin_s) / (end_s - begin_s)
        pairs = zip(self._poses[after - 1], self._poses[after], strict=True)
        return tuple(a + share * (b - a) for a, b in pairs)

    def play_or_pause(self, now_ns: int) -> None:
        """Go on, from the begin once the end is reached, or stand."""
        if self.is_playing:
            self._at_ns = None
        elif self._times:
            self.at_s = 0.0 if self.at_s is None or self.at_s >= self.duration_s else self.at_s
            self._at_ns = now_ns

    def step(self, by_s: float) -> None:
        """Stand, so much later or earlier."""
        self.go_to((self.at_s or 0.0) + by_s)

    def go_to(self, at_s: float) -> None:
        """Stand at an instant of the plan."""
        if self._times:
            self.at_s, self._at_ns = min(max(at_s, 0.0), self.duration_s), None

    def leave(self) -> None:
        """Watch no more."""
        self.at_s = self._at_ns = None

    def go_on(self, now_ns: int) -> None:
        """Go on by the time that has passed, at most to the end."""
        if self._at_ns is None or self.at_s is None:
            return
        self.at_s += PREVIEW_SPEED * max(0, now_ns - self._at_ns) / NS_PER_S
        self._at_ns = now_ns
        if self.at_s >= self.duration_s:
            self.go_to(self.duration_s)


def _timed(plan: PlanReady) -> tuple[tuple[float, ...], tuple[tuple[float, ...], ...]]:
    """Return the told poses of a plan, its start first, each with its time [s]."""
    count = len(plan.path)
    if not count or plan.duration <= 0.0:
        return (), ()
    usual = tuple(plan.duration * (k + 1) / count for k in range(count))
    times = plan.path_s if len(plan.path_s) == count else usual
    return (0.0, *times), (plan.certificate.start_q, *plan.path)
