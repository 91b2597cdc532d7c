"""Records that the recorder received, and those that are missing by their numbers, for each life of a role.

    role's driver   1  2  3  4  5  6 | 1  2  3        numbers what it hands over, also what it cannot
    recorder        1  2        5  6 |    2  3        2 lost in the first life, 1 in the second

An invariant asks that what changes state is on record before it leaves, or that motion stops.  So motion is
inhibited while a loss goes on, from 0.2 s of it until 1 s without, and while nothing comes from the gate or
from the bridge, which command.  One gap that is over at once is counted and reported, and ends nothing: no
stop would bring it back.  A recorder that was restarted begins with the first number that comes: what was on
its way while it was away shows as its own death.
"""

from collections import Counter

from telemetry.agreed.run_settings import NS_PER_S
from telemetry.messages.health import Lost, RecorderHealth, Tapped

LOSS_GOES_ON_NS = NS_PER_S // 5  # a loss that lasts so long is no single one
LOSS_OVER_NS = NS_PER_S  # without another loss: it is over
SILENT_ROLE_NS = NS_PER_S
COMMANDING_ROLES = ("gate", "bridge")  # both tick at least four times a second


class TapAccount:
    """Counts the records that are missing, by role."""

    def __init__(self) -> None:
        """Begin with nothing."""
        self._lost = Counter[str]()
        self._next: dict[str, tuple[int, int]] = {}  # role -> its life, and the number that follows
        self._newest_ns: dict[str, int] = {}
        self._loss_since_ns = self._loss_ns = -LOSS_OVER_NS - 1  # first and last of the newest loss

    @property
    def lost(self) -> tuple[Lost, ...]:
        """How many records are missing of each role that has lost any."""
        return tuple(
            Lost(role=role, records=count) for role, count in sorted(self._lost.items()) if count > 0
        )

    def on_tapped(self, tapped: Tapped, now_ns: int) -> None:
        """Check the numbers of records that were handed over."""
        self._newest_ns[tapped.role] = now_ns
        life, number = self._next.get(tapped.role, (tapped.life, tapped.number))
        if tapped.life > life:
            life, number = tapped.life, 1
        if tapped.life < life:
            return  # a late word of a process that is gone
        missing = tapped.number - number
        if missing >= 0:
            self._next[tapped.role] = life, tapped.number + len(tapped.given)
        if missing:  # below 0: some that were counted as lost have come after all
            self.count_lost(tapped.role, max(missing, -len(tapped.given)), now_ns)

    def count_lost(self, role: str, count: int, now_ns: int) -> None:
        """Count records of a role that are missing."""
        self._lost[role] += count
        if now_ns - self._loss_ns > LOSS_OVER_NS:
            self._loss_since_ns = now_ns
        self._loss_ns = now_ns

    def is_losing(self, now_ns: int) -> bool:
        """True while a loss goes on, or nothing comes from the roles that command."""
        goes_on = (
            self._loss_ns - self._loss_since_ns >= LOSS_GOES_ON_NS and now_ns - self._loss_ns <= LOSS_OVER_NS
        )
        return goes_on or any(
            now_ns - self._newest_ns[role] > SILENT_ROLE_NS
            for role in COMMANDING_ROLES
            if role in self._newest_ns
        )


class LostRecords:
    """What a whole run has lost, over all lives of its recorder."""

    def __init__(self) -> None:
        """Begin with nothing lost."""
        self._before = Counter[str]()  # in earlier lives
        self._now = Counter[str]()

    def on_health(self, health: RecorderHealth) -> None:
        """Add the recorder's report; one that has lost fewer than before has been restarted."""
        lost_now = Counter({lost.role: lost.records for lost in health.lost})
        if lost_now.total() < self._now.total():
            self._before += self._now
        self._now = lost_now

    @property
    def by_role(self) -> dict[str, int]:
        """How many records of each role."""
        return dict(sorted((self._before + self._now).items()))
