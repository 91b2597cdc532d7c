"""What becomes of a process whose supervisor is gone: HOLD must still have somebody.

    supervisor gone --+--> bridge, gate, space segment: Orphaned, and go on
                      +--> all others end

    rehearsal   a minute without a person ---> the bridge sends HOLD ---> latched, or no telemetry ---> End
    live        an orphan ends only when it is told to

The gate stays so that the stop is the verified one; the space segment, because a spacecraft does not end with
its ground segment.  Whoever presses HOLD or asks for anything is a person, except the script.
"""

from telemetry.authority import SCRIPT
from telemetry.contract import Effect, End
from telemetry.link import Freshness
from telemetry.messages.spacecraft import Telemetry
from telemetry.run_settings import NS_PER_S

STAY = ("bridge", "gate", "space_segment")
REHEARSAL = "rehearsal"
ALONE_NS = 60 * NS_PER_S  # without a person
GONE_NS = 10 * NS_PER_S  # without telemetry, which then does not come back by itself
NOT_PERSONS = (SCRIPT, "bridge")


class Vigil:
    """How long an orphan stays."""

    def __init__(self, mode: str, *, settle_ns: int = 0) -> None:
        """Start with a supervisor.

        Args:
            mode: of the run.
            settle_ns: for how long the latch must have stood, so that others have seen it.
        """
        self._ends_by_itself = mode == REHEARSAL
        self._settle_ns = settle_ns
        self._alone_ns: int | None = None  # since when; None: there is a supervisor
        self._telemetry = Freshness(GONE_NS)
        self._latched_ns: int | None = None  # since when; None: not latched

    def begin(self, now_ns: int) -> None:
        """The supervisor is gone."""
        self._alone_ns = now_ns

    def heard(self, now_ns: int, actor: str = "") -> None:
        """Somebody has pressed HOLD, or asked for something; `actor` if it is said who."""
        if self._alone_ns is not None and actor not in NOT_PERSONS:
            self._alone_ns = now_ns

    def saw(self, telemetry: Telemetry, now_ns: int) -> None:
        """A newer report has come."""
        self._telemetry.heard(now_ns)
        if not telemetry.latched:
            self._latched_ns = None
        elif self._latched_ns is None:
            self._latched_ns = now_ns

    def needs_hold(self, now_ns: int) -> bool:
        """True if nobody is left, and the arm not known to be latched."""
        return self._is_over(now_ns) and self._latched_ns is None

    def ending(self, now_ns: int) -> list[Effect]:
        """Return the end if it is time, else nothing."""
        is_settled = self._latched_ns is not None and now_ns - self._latched_ns >= self._settle_ns
        if self._is_over(now_ns) and (is_settled or not self._telemetry.is_fresh(now_ns)):
            return [End()]
        return []

    def _is_over(self, now_ns: int) -> bool:
        alone_ns = self._alone_ns
        return self._ends_by_itself and alone_ns is not None and now_ns - alone_ns >= ALONE_NS
