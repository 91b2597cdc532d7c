"""Processes whose supervisor is gone: those that HOLD needs stay, all others end.

    supervisor gone --+--> bridge, gate, space segment: Orphaned, and go on
                      +--> all others end

    rehearsal   a minute without a person ---> the bridge sends HOLD ---> latched, or no telemetry ---> End
    live        an orphan ends only by a signal

The gate stays so that the stop is the verified one; the space segment, because a spacecraft does not end with
its ground segment.  Whoever presses HOLD or asks for anything is a person, except the script.  They end in
the order in which they receive from one another: the gate, which persons speak to, the bridge, the space
segment.
"""

from telemetry.agreed.authority import scripts
from telemetry.agreed.participants import PARTICIPANTS, Participants
from telemetry.agreed.run_settings import NS_PER_S
from telemetry.life.contract import Effect, End
from telemetry.link.measured import Freshness
from telemetry.messages.spacecraft import Telemetry

ROLES_THAT_STAY = ("bridge", "gate", "space_segment")
GUEST_ROLES = ("hold", "person")  # programs of people, which no supervisor has started
REHEARSAL = "rehearsal"
ALONE_NS = 60 * NS_PER_S  # without a person
TELEMETRY_GONE_NS = 10 * NS_PER_S  # without telemetry, which then does not come back by itself
PREDECESSOR_SILENT_NS = 2 * NS_PER_S  # without the one before it in the order
BRIDGE = "bridge"


class OrphanWatch:
    """Decides how long an orphaned process stays."""

    def __init__(self, mode: str, participants: Participants = PARTICIPANTS) -> None:
        """Start with a supervisor, in a run of this mode and these participants."""
        self._no_persons = {*scripts(participants), BRIDGE}
        self._ends_by_itself = mode == REHEARSAL
        self._alone_ns: int | None = None  # since when; None: there is a supervisor
        self._telemetry = Freshness(TELEMETRY_GONE_NS)
        self._is_latched = False
        self._before = Freshness(PREDECESSOR_SILENT_NS)

    def on_orphaned(self, now_ns: int) -> None:
        """Note that the supervisor is gone."""
        self._alone_ns = now_ns

    def on_request(self, now_ns: int, actor: str = "") -> None:
        """Note a press of HOLD or another request, by `actor` if that is known."""
        if self._alone_ns is not None and actor not in self._no_persons:
            self._alone_ns = now_ns

    def on_predecessor(self, now_ns: int) -> None:
        """Note a sign of life of the role that ends before this one."""
        self._before.refresh(now_ns)

    def on_telemetry(self, telemetry: Telemetry, now_ns: int) -> None:
        """Note a newer report."""
        self._telemetry.refresh(now_ns)
        self._is_latched = telemetry.latched

    def needs_hold(self, now_ns: int) -> bool:
        """True if no person is left, and the arm is not known to be latched."""
        return self._is_over(now_ns) and not self._is_latched

    def ending(self, now_ns: int) -> list[Effect]:
        """Return the end if it is time, else nothing."""
        may_end = self._is_latched or not self._telemetry.is_fresh(now_ns)
        if self._is_over(now_ns) and may_end and not self._before.is_fresh(now_ns):
            return [End()]
        return []

    def _is_over(self, now_ns: int) -> bool:
        alone_ns = self._alone_ns
        return self._ends_by_itself and alone_ns is not None and now_ns - alone_ns >= ALONE_NS
