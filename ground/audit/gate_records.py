"""What a recording holds of the gate: its lives, what came to it, what it wrote, what others received of it.

    records of the gate        Started | tick | message | Persisted | tick | ... | Ended
    of others, by the gate     Motion to bridge, predictor; ActReply to operator, recorder; ...     once each
    of the space segment       what the bridge has sent up; where it is elsewhere, by the bridge's own records

What is missing of them is noted: behind it nothing is proven, and nothing found counts.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import accumulate
from typing import Any, NamedTuple

from ground.audit.account import RecordPlace
from ground.audit.executed import ExecutedNumbers
from ground.audit.law import Body
from ground.audit.log_chain import opened, released_digest
from telemetry.recording.reading.opened_records import OpenedRecord

TICKED, STARTED, ENDED, PERSISTED, SENT_UP = "Ticked", "Started", "Ended", "Persisted", "SentUp"
RELEASE_LOG = "release_log"
HEARD = frozenset({
    "LeaseRequest", "OperatorBeat", "ArmPlan", "ArmTeleop", "ResumeAct", "Disarm", "Confirm", "HandleSample",
    "RecorderHealth", "Beat", "World", "Verdict", "Telemetry", "BridgeReport", "HoldCommand", "Proposal",
    "ArmCritical", "FireCritical", "GoNoGo",
})  # fmt: skip
SENT = frozenset({
    "ActReply", "GateStatus", "HoldNotice", "RollBack", "ResumeCommand", "CommandChanges", "Queued", "Motion",
    "Keep", "HoldCommand", "WorldUpdate", "OperationCommand",
})  # fmt: skip
UP = frozenset({"Motion", "Keep", "ResumeCommand", "OperationCommand"})  # that the gate alone may send
WANTED = frozenset({TICKED, STARTED, ENDED, PERSISTED, SENT_UP, *HEARD, *SENT})


class GateInput(NamedTuple):
    """What the gate was given, or made durable."""

    at_ns: int
    name: str
    body: Body
    sender: str
    place: RecordPlace

    @property
    def is_cause(self) -> bool:
        """True if the gate may have acted on it."""
        return self.name != PERSISTED


class Sent(NamedTuple):
    """A message, as it was first received."""

    sequence: int
    received_ns: list[int]  # of all its receivers, each on its own clock
    name: str
    body: Body
    place: RecordPlace

    @property
    def at_ns(self) -> int:
        """When it was first received, by that clock."""
        return self.received_ns[0]


@dataclass(slots=True, kw_only=True, eq=False)
class GateLife:
    """One life of the gate."""

    boot_epoch: int
    record: int  # with which it begins
    begins_ns: int
    keeps_store: bool  # it found what the lives before it had written
    found: tuple[bytes, ...] = ()  # records of its log that it found
    inputs: list[GateInput] = field(default_factory=list)
    is_ended: bool = False  # in order
    log_end: bytes = b""  # SHA-256 of the newest record of its log, as it ended


class Hole(NamedTuple):
    """Something that is missing."""

    after_record: int
    text: str


class GateRecords:
    """All that the audit needs of a recording."""

    def __init__(self, roles: Mapping[str, str]) -> None:
        """Know who plays which role."""
        self._roles = roles
        self._newest: tuple[int, int] = (0, 0)  # of the gate: number in its life, and in the file
        self.lives: list[GateLife] = []
        self.sent: dict[int, dict[int, Sent]] = {}  # by boot epoch and sequence
        self._received_up: list[Sent] = []
        self._sent_up: list[Sent] = []
        self.strangers: list[tuple[str, Sent]] = []  # commands that the gate alone may send, and who did
        self.executed = ExecutedNumbers()
        self.holes: list[Hole] = []

    def on_record(self, record: OpenedRecord) -> None:
        """Take a record."""
        role = self._roles.get(record.participant, "")
        if role == "gate":
            self._check_number(record)
        if not record.body and record.name in WANTED:
            text = f"record {record.number}, {record.name} to {record.participant}, cannot be read"
            self.holes.append(Hole(record.number - 1, text))
        elif role == "gate":
            self._on_gate_input(record)
        elif self._roles.get(record.sender) == "gate" and record.name in SENT:
            self._on_sent(record)
        elif role == "space_segment" and record.name in UP:
            self._received_up.append(_sent(record))
        elif role == "bridge" and record.name == SENT_UP and record.body["name"] in UP:
            place = RecordPlace(record.number, SENT_UP, record.in_life)
            body = record.body["message"]
            self._sent_up.append(Sent(0, [record.at_ns], record.body["name"], body, place))
        elif record.name in UP and record.sender:
            self.strangers.append((record.sender, _sent(record)))
        if record.name == "Telemetry" and role == "gate" and record.body:
            self.executed.on_report(record.body)

    def _check_number(self, record: OpenedRecord) -> None:
        """Note that records of a life are missing; what is cut in pieces has more than one number."""
        (known, after), self._newest = self._newest, (record.in_life, record.number)
        if record.in_life > known + 1 and record.name != STARTED:
            text = f"records {known + 1} to {record.in_life - 1} of a life of the gate are missing"
            self.holes.append(Hole(after, text))  # others heard the gate meanwhile

    def _on_gate_input(self, record: OpenedRecord) -> None:
        name = record.name
        if name == STARTED:
            found = record.body.get("found", {})
            keeps = any(log["records"] for log in found.values())
            boot = record.body["boot"]
            epoch = boot["epoch"] if isinstance(boot, Mapping) else boot[0]
            log = tuple(found.get(RELEASE_LOG, {}).get("records", ()))
            life = GateLife(
                boot_epoch=epoch, record=record.number, begins_ns=record.at_ns, keeps_store=keeps, found=log
            )
            self.lives.append(life)
        elif not self.lives:
            self.holes.append(Hole(0, "the beginning of the gate's life is not on record"))
            self.lives.append(GateLife(boot_epoch=-1, record=0, begins_ns=0, keeps_store=True))
        elif name == ENDED:
            self.lives[-1].is_ended = True
            self.lives[-1].log_end = record.body.get("logs", {}).get(RELEASE_LOG, {}).get("sha256", b"")
        elif name == TICKED:
            times_ns = accumulate(record.body["after_ns"], initial=record.at_ns)
            next(times_ns)
            self.lives[-1].inputs += (_input(record, at_ns) for at_ns in times_ns)
        elif name == PERSISTED or name in HEARD:
            self.lives[-1].inputs.append(_input(record, record.at_ns))

    def _on_sent(self, record: OpenedRecord) -> None:
        known = self.sent.setdefault(record.boot_epoch, {})
        if record.sequence in known:
            known[record.sequence].received_ns.append(record.at_ns)
        else:
            known[record.sequence] = _sent(record)

    @property
    def up(self) -> list[Sent]:
        """What went up, as it was received, or else as it left."""
        return self._received_up or self._sent_up

    @property
    def has_log(self) -> bool:
        """True if it is on record what the gate has written."""
        return any(each.name == PERSISTED for life in self.lives for each in life.inputs)


def _input(record: OpenedRecord, at_ns: int) -> GateInput:
    place = RecordPlace(record.number, record.name, record.in_life)
    return GateInput(at_ns, record.name, _kept(record), record.sender, place)


def _kept(record: OpenedRecord) -> Body:
    """Return what is needed of a body: of the many samples of a hand one value."""
    body: Mapping[str, Any] = record.body
    if record.name == "HandleSample":
        return {"dead_man": body["dead_man"]}
    if record.name == PERSISTED:
        return persisted_body(body)
    return {} if record.name == TICKED else body


def persisted_body(body: Body) -> Body:
    """Return what was made durable: of a record that is on record itself, its bytes as they were stored.

    Its digest is then that of the set-point or epoch in it, by which what leaves names its record.
    """
    stored = body.get("record", b"") + body.get("seal", b"")
    is_so = bool(stored) and opened(stored).digest == body["sha256"]
    return {**body, "sha256": released_digest(stored) if is_so else body["sha256"], "stored": stored}


def _sent(record: OpenedRecord) -> Sent:
    place = RecordPlace(record.number, record.name, record.sequence)
    return Sent(record.sequence, [record.at_ns], record.name, record.body, place)
