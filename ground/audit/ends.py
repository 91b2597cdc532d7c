"""One end for each command, which never changes, and is what was reported (invariant 20)."""

from collections.abc import Callable

from ground.audit.account import Account, Newest, RecordPlace
from ground.audit.law import FILLING_PERIODS, SECOND, Body, Number, number_of

ENDS = ("confirmed", "cancelled", "rolled back", "expired", "refused", "lost")
MOVES = "motion", "stop"  # of which telemetry tells that they were executed
REPEATED_NS = 30 * SECOND  # a HOLD by the bridge

Command = tuple[str, int, int]  # kind, epoch, sequence


class EndsAudit:
    """The account of each command's life."""

    def __init__(self, account: Account) -> None:
        """Begin with no command."""
        self._account = account
        self._ended: Newest[Command, str] = Newest(account.kept)
        self._confirmed: dict[Command, tuple[int, RecordPlace | None]] = {}  # when, and by which record
        self._unfinished: dict[Command, tuple[bool, int]] = {}  # has it left, since when

    def on_sent_CommandChanges(self, at_ns: int, body: Body) -> None:
        """Take changes; what is unfinished of the gate before this one ends with it."""
        self._account.status_ns = at_ns
        for number in [number for number in self._unfinished if number[1] < body.get("first_epoch", 0)]:
            self._ended[number] = "ended with its gate"
            del self._unfinished[number]
        for change in body["changes"]:
            self._on_change(at_ns, change)

    def _on_change(self, at_ns: int, change: Body) -> None:
        number, state = (change["kind"], *number_of(change)), change["state"]
        if number in self._ended:
            self._account.find(at_ns, "end state", f"{number} was {self._ended[number]}, then {state}")
        if state == "confirmed" and change["kind"] in MOVES:
            self._confirmed[number] = at_ns, self._account.place
        if state in ENDS:
            self._ended[number] = state
            self._unfinished.pop(number, None)
        elif number not in self._unfinished or state == "released":
            self._unfinished[number] = state == "released", at_ns

    def judge_confirmed(self, was_executed: Callable[[Number], bool]) -> None:
        """Judge what was reported as confirmed by what the spacecraft has executed."""
        account = self._account
        for (kind, epoch, sequence), (at_ns, place) in self._confirmed.items():
            if not was_executed((epoch, sequence)):
                account.place = place
                text = f"{kind} {(epoch, sequence)} was called confirmed, and never executed"
                account.find(at_ns, "confirmed", text)

    def drop_confirmed(self, was_executed: Callable[[Number], bool]) -> None:
        """Forget what was reported as confirmed, and is known to be executed."""
        kept = {command: at for command, at in self._confirmed.items() if not was_executed(command[1:])}
        self._confirmed = kept

    def judge_unfinished(self, patience_ns: int) -> None:
        """Judge what has no end though the gate has gone on for so long after: each command has one."""
        account = self._account
        queue_ns = (account.law.depth + FILLING_PERIODS + 3) * account.law.period_ns
        for (kind, *number), (has_left, since_ns) in self._unfinished.items():
            limit_ns = queue_ns if not has_left else patience_ns + (REPEATED_NS if kind == "hold" else 0)
            if account.status_ns - since_ns > limit_ns:
                text = f"{kind} {tuple(number)} has had no end for too long"
                account.find(account.status_ns, "one end", text)
