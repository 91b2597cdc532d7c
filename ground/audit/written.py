"""What leaves was written before: its record in the gate's log, by digest (invariant 21).

record   {epoch, seq, state: {q, qd, qdd}, execute_at_ns}     of a set-point
         {epoch, 0, state at rest, 0}                         of the epoch that a resume begins
"""

import hashlib

import msgpack

from ground.audit.account import Account, Newest
from ground.audit.gate_records import RELEASE_LOG
from ground.audit.law import Body


def record_digest(body: Body) -> bytes:
    """Return SHA-256 of the record that has to be written before a set-point or resume leaves."""
    rest = [0.0] * len(body["q"])
    record = {
        "epoch": body["epoch"],
        "seq": body.get("seq", 0),
        "state": {"q": body["q"], "qd": body.get("qd", rest), "qdd": body.get("qdd", rest)},
        "execute_at_ns": body.get("execute_at_ns", 0),
    }
    return hashlib.sha256(msgpack.packb(record)).digest()


class WrittenAudit:
    """The account of the gate's log."""

    def __init__(self, account: Account) -> None:
        """Begin with an empty log."""
        self._account = account
        self._written: Newest[bytes, None] = Newest(account.kept)

    def on_persisted(self, key: str, digest: bytes) -> None:
        """Take that a record is durable."""
        if key == RELEASE_LOG:
            self._written[digest] = None

    def on_sent_Motion(self, at_ns: int, body: Body) -> None:
        """Judge a set-point; a sample of the stop waits for no log."""
        point = body["set_point"]
        if point["kind"] == "motion" and record_digest(point) not in self._written:
            number = point["epoch"], point["seq"]
            self._account.find(at_ns, "written", f"{number} left, and was not written before")

    def on_sent_ResumeCommand(self, at_ns: int, body: Body) -> None:
        """Judge a resume."""
        if record_digest(body) not in self._written:
            epoch = body["epoch"]
            self._account.find(
                at_ns, "written", f"a resume of epoch {epoch} left, and was not written before"
            )
