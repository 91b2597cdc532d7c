"""Feed the audit of a flight with what its driver sees, as the flight goes on."""

from collections.abc import Iterable
from pathlib import Path

import msgspec

from ground.audit.executed import ExecutedNumbers
from ground.audit.law import Law
from ground.audit.law_on_record import SETTINGS, ModelFiles, law_on_record
from ground.audit.log_chain import released_digest
from ground.audit.observer import Audit, InstantNs
from ground.faults.any_fault import after_ns
from ground.faults.faults import Fault
from ground.faults.ground_faults import SlowStore, Stepped
from telemetry.agreed.run_settings import RunSettings
from telemetry.drive.witness import Witness
from telemetry.files.settings import read_file
from telemetry.life.contract import Persist
from telemetry.messages.base import Message, wire_name
from telemetry.messages.spacecraft import Telemetry, Uplink
from telemetry.wire.codec import Reader, Received

GATE, BRIDGE = "gate", "bridge"


class AuditWitness(Witness):
    """Sees what goes into the gate and out of it, and what goes up; the audit judges it."""

    def __init__(self, run: RunSettings, faults: Iterable[Fault]) -> None:
        """Begin before the first message; `faults`: that let the gate's disk and clock be as they are."""
        known = tuple(faults)
        self._law = law = law_of(run)
        kept = law.most_awaited
        self.audit = Audit(law, write_ns=_write_ns(known), gate_ns=_gate_ns(known), kept=kept)
        self._reader = Reader(run.speakers)
        self._executed = ExecutedNumbers(kept)
        self._was_executed = self._executed.by(law.period_ns)

    def on_sent(self, at_ns: int, sender: str, message: Message) -> None:
        """Show what the gate says, and what the bridge sends up."""
        if sender == GATE:
            name = wire_name(type(message))
            if self.audit.looks_at("sent", name):
                self.audit.on_sent(at_ns, GATE, name, body=_plain(message))
        elif sender == BRIDGE and isinstance(message, Uplink):
            self._on_uplink(at_ns, message)

    def on_received(self, at_ns: int, receiver: str, message: Message, *, sender: str) -> None:
        """Show what comes to the gate."""
        if receiver != GATE:
            return
        if isinstance(message, Telemetry):
            self._executed.on_report(_plain(message))
            self.drop_judged()
        name = wire_name(type(message))
        if self.audit.looks_at("heard", name):
            self.audit.on_heard(at_ns, name, body=_plain(message), speaker=sender)

    def on_persisted(self, at_ns: int, participant: str, effect: Persist) -> None:
        """Show what the gate has written."""
        if participant == GATE:
            self.audit.on_persisted(effect.key, released_digest(effect.record + effect.seal))

    def on_started(self, at_ns: int, participant: str, *, keeps_store: bool) -> None:
        """Show that the gate starts again."""
        if participant == GATE:
            self.audit.on_restart(at_ns, keeps_store=keeps_store)

    def drop_judged(self) -> None:
        """Let go of what is as it must be: a flight may last for days."""
        self.audit.drop_confirmed(self._was_executed)

    def judge_end(self) -> None:
        """Judge what only the end of the flight can show."""
        self.audit.judge_unfinished(self._law.patience_ns)
        self.audit.judge_confirmed(self._was_executed)

    def _on_uplink(self, at_ns: int, uplink: Uplink) -> None:
        received = self._reader.decode(uplink.packet, "up")
        if isinstance(received, Received):
            name = wire_name(type(received.message))
            if self.audit.looks_at("up", name):
                self.audit.on_sent(at_ns, BRIDGE, name, body=_plain(received.message))


def law_of(run: RunSettings) -> Law:
    """Return what must hold in a run, read as from its recording."""
    model = ModelFiles(run.robot_file, run.scene_file)
    files = {name: read_file(Path(name)) for name in model}
    return law_on_record({SETTINGS: msgspec.json.encode(run), **files}, model, run.configuration.hex())


def _plain(message: Message) -> dict[str, object]:
    plain: dict[str, object] = msgspec.to_builtins(message, builtin_types=(bytes,))
    return plain


def _write_ns(faults: tuple[Fault, ...]) -> InstantNs:
    """Return how long the gate's disk may have taken for a record that was written by an instant."""
    slow = [fault for fault in faults if isinstance(fault, SlowStore) and fault.participant == GATE]

    def write_ns(at_ns: int) -> int:
        return max((after_ns(f.write_s) for f in slow if _may_wait(f, at_ns)), default=0)

    return write_ns


def _may_wait(fault: SlowStore, at_ns: int) -> bool:
    return fault.begin_ns <= at_ns <= after_ns(fault.end_s + 2 * fault.write_s)


def _gate_ns(faults: tuple[Fault, ...]) -> InstantNs:
    """Return what the gate's clock shows."""
    steps = [fault for fault in faults if isinstance(fault, Stepped) and fault.participant == GATE]

    def gate_ns(at_ns: int) -> int:
        return at_ns + sum(fault.ahead_ns(at_ns) for fault in steps)

    return gate_ns
