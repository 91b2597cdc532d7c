"""The audit: what an outside observer of a run may conclude from what came and went, in order of time.

    on_sent(at_ns, sender, kind, body)       once for each message of the gate; of the bridge, what goes up
    on_heard(at_ns, kind, body, speaker)     each message that came to the gate
    on_persisted(key, digest)                a record of the gate is durable
    on_restart(at_ns)                        the gate was killed and has started again

A driver feeds it as it flies, a recording afterwards (`recorded_order`): the same findings either way.  It
shares nothing with what it judges.
"""

from collections.abc import Callable
from functools import partial
from typing import Any

from ground.audit.account import Account, AuditFinding, RecordPlace, no_delay_ns, same_clock_ns
from ground.audit.authority import AuthorityAudit
from ground.audit.consent import ConsentAudit
from ground.audit.ends import EndsAudit
from ground.audit.latches import LatchesAudit
from ground.audit.law import Body, Law, Number
from ground.audit.releases import ReleasesAudit
from ground.audit.repeats import RepeatsAudit
from ground.audit.restarts import RestartsAudit
from ground.audit.signs import SignsAudit
from ground.audit.verdicts import VerdictsAudit
from ground.audit.written import WrittenAudit

InstantNs = Callable[[int], int]


class Audit:
    """The account, and what was found."""

    def __init__(
        self,
        law: Law,
        *,
        write_ns: InstantNs = no_delay_ns,
        gate_ns: InstantNs = same_clock_ns,
        kept: int | None = None,
    ) -> None:
        """Begin before the first message.

        `write_ns` says how long the gate's disk takes for a record, `gate_ns` what the gate's clock shows,
        `kept` how many of the newest commands are known; None: all, as what went up may be told last.
        """
        self._account = account = Account(law=law, write_ns=write_ns, gate_ns=gate_ns, kept=kept)
        self._written, self._ends = WrittenAudit(account), EndsAudit(account)
        self._parts: tuple[object, ...] = (
            RestartsAudit(account),
            ConsentAudit(account),
            SignsAudit(account),  # the first to see a report: others ask whether it is believed
            AuthorityAudit(account),
            VerdictsAudit(account),
            self._written,
            RepeatsAudit(account),
            self._ends,
            ReleasesAudit(account),  # the last to see a set-point: others look at what left before
            LatchesAudit(account),
        )
        self._takers: dict[str, list[Callable[..., None]]] = {}  # by way and class of the message
        for part in self._parts:
            for name, function in vars(type(part)).items():
                if name.startswith("on_"):
                    self._takers.setdefault(name, []).append(partial(function, part))

    @property
    def findings(self) -> list[AuditFinding]:
        """What was found so far."""
        return self._account.findings

    @property
    def released(self) -> int:
        """How many set-points have left."""
        return self._account.released

    def at(self, place: RecordPlace) -> None:
        """Take where the recording holds what comes next."""
        self._account.place = place

    def find(self, at_ns: int, rule: str, text: str) -> None:
        """Note what another observer has found."""
        self._account.find(at_ns, rule, text)

    def on_sent(self, at_ns: int, sender: str, kind: str, *, body: Body) -> None:
        """Take what the gate sent, or the bridge sent up."""
        way = {"gate": "sent", "bridge": "up"}.get(sender, "")
        self._hand_out(f"on_{way}_{kind}", at_ns, body)

    def on_heard(self, at_ns: int, kind: str, *, body: Body, speaker: str) -> None:
        """Take what came to the gate."""
        self._hand_out(f"on_heard_{kind}", at_ns, body, speaker)

    def on_persisted(self, key: str, digest: bytes) -> None:
        """Take that the gate has written a record."""
        self._written.on_persisted(key, digest)

    def on_restart(self, at_ns: int, *, keeps_store: bool = True) -> None:
        """Take that the gate lost what it held."""
        self._account.restart_gate(keeps_store=keeps_store)
        for part in self._parts:
            if does := getattr(part, "on_restart", None):
                does(at_ns, keeps_store=keeps_store)

    def judge_confirmed(self, was_executed: Callable[[Number], bool]) -> None:
        """Judge what was reported as confirmed by what the spacecraft has executed."""
        self._ends.judge_confirmed(was_executed)

    def drop_confirmed(self, was_executed: Callable[[Number], bool]) -> None:
        """Forget what was reported as confirmed, and is known to be executed."""
        self._ends.drop_confirmed(was_executed)

    def judge_unfinished(self, patience_ns: int) -> None:
        """Judge what has had no end for so long."""
        self._ends.judge_unfinished(patience_ns)

    def looks_at(self, way: str, kind: str) -> bool:
        """Return whether any part looks at messages of this class that were `sent`, are `up` or `heard`."""
        return f"on_{way}_{kind}" in self._takers

    def _hand_out(self, name: str, *arguments: Any) -> None:
        for taker in self._takers.get(name, ()):
            taker(*arguments)
