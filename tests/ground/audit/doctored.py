"""A recording that was flown once, and the means to doctor it, as a forger who numbers it anew."""

import copy
from dataclasses import dataclass, field

import msgpack
import msgspec

from ground.audit.gate_records import SENT, WANTED
from ground.audit.recording_audit import audit_recording
from ground.faults.fault_seams import changes, seams_of
from ground.operator.script.script import ScriptAct
from ground.rehearsal.roles import roles
from ground.rehearsal.scenario_info import about_rehearsal
from ground.scenario.scenario import load, run_settings
from ground.scenario.scenario_table import LinkTable
from telemetry.agreed.run_settings import NS_PER_S
from telemetry.drive.seams import LifeChanges
from telemetry.drive.store import MemoryStore
from telemetry.drive.virtual_time import RECORDER, VirtualTime
from telemetry.life.contract import RoleSpec
from telemetry.recording.given.driver_records import is_driver_record
from telemetry.recording.given.envelope import SentMessageReader, join_envelope, split_envelope
from telemetry.recording.reading.deliveries import read_deliveries
from telemetry.recording.records.record import RECORDING_LOG, About, Record, pack_batch
from telemetry.recording.records.sent_messages import plain
from telemetry.recording.writing.mcap_file import RecordingStore
from telemetry.wire.packet import HEAD_BYTES
from tests.system.attack_plan import OVER_TARGET_DEG, START_DEG

ROLES = "tests.system.attack_roles"
PRESSED_S, RESUMED_S, ENDS_S = 22.0, 25.0, 30.0
DOWN = {"direction": (0.0, 0.0, -1.0), "displacement_m": 0.05, "until": "rolled_back", "for_s": 12.0}
UP = {"direction": (0.0, 0.0, 1.0), "displacement_m": 0.05, "until": "time", "for_s": 2.0}
ACTS = ({"plan": {"move": [{"to_deg": OVER_TARGET_DEG}]}}, {"teleop": {"stroke": [DOWN, UP]}})


def flown(path, acts=ACTS, *, others=(), stores=None, faults=(), **commanding):
    """Fly a plan, a HOLD of a person who resumes, and a hand that is rolled back; record all of it."""
    base = load("short_link")
    scenario = msgspec.structs.replace(
        base,
        operator=msgspec.structs.replace(base.operator, confirms_steps=True),
        commanding=msgspec.structs.replace(base.commanding, **commanding),
        link=LinkTable(up_s=0.4, down_s=0.4, jitter_s=0.0),
        start_q_deg=START_DEG,
        acts=tuple(msgspec.convert(act, ScriptAct) for act in acts),
        duration_s=ENDS_S,
    ).with_plant("kinematic")
    run = run_settings(scenario, seed=1, run_id="audited")
    people = [
        RoleSpec("hold", f"{ROLES}:presser", [round(PRESSED_S * NS_PER_S)]),
        RoleSpec("person", f"{ROLES}:person", [round(RESUMED_S * NS_PER_S)]),
    ]
    recording = RecordingStore(path, about_rehearsal(scenario, run), sync=False)
    specs = [*roles(scenario, run), *people, *others]
    stores = {} if stores is None else stores  # of all participants, by name
    stores[RECORDER] = recording
    driver = VirtualTime(specs, seed=1, stores=lambda name: stores.setdefault(name, MemoryStore()))
    driver.seams = seams_of(faults, 1)
    deaths = LifeChanges(changes(faults))
    while driver.now_ns < round(ENDS_S * NS_PER_S):
        driver.kill_and_start(deaths, driver.now_ns)
        until_ns = min(round(ENDS_S * NS_PER_S), deaths.due_ns)
        driver.run(until_ns=until_ns)
        driver.now_ns = until_ns
    driver.close()
    recording.close()
    return path


@dataclass
class Row:
    """One record, with what is in it."""

    record: Record
    name: str
    sender: str
    number: tuple  # of the sender: boot epoch, sequence
    body: dict
    ahead_ns: int = 0  # its clock, by a step

    @property
    def at_s(self):
        return (self.record.at_ns - self.ahead_ns) / NS_PER_S

    def put(self, body):
        """Put another content into its bytes."""
        self.body, packed = body, msgpack.packb(body)
        packet = packed if not self.sender else with_payload(self.record.packet, packed)
        assert packet != self.record.packet, "the damage did not happen"
        self.record = self.record._replace(packet=packet)


def with_payload(data, payload):
    """Return a frame or packet with another payload, and the lengths that fit it."""
    life, sequence, heads, tags, before = split_envelope(data)
    if heads:
        assert len(heads) == HEAD_BYTES
        length = int.from_bytes(heads[4:6], "big") + len(payload) - len(before)
        heads = heads[:4] + length.to_bytes(2, "big") + heads[6:]
    return join_envelope((life, sequence, heads, tags, payload))


@dataclass
class Tape:
    """All records of a recording, to be doctored."""

    about: About
    rows: list[Row] = field(default_factory=list)
    done: int = 0  # how many records were damaged

    def copy(self):
        return Tape(self.about, [Row(**vars(row)) for row in self.rows])

    def slim(self):
        """Return what the audit reads of it: the rest only costs time."""
        ends = "gate", "space_segment", "bridge"
        heard = [row for row in self.rows if row.record.role in ends and row.name in WANTED]
        kept = {id(row) for row in heard}
        sent = [row for row in self.rows if row.sender == "gate" and row.name in SENT]
        kept |= {id(row) for row in sent}
        return Tape(self.about, [row for row in self.rows if id(row) in kept])

    def find(self, name, *, to="", sender="", where=lambda body: True, after_s=-1.0):
        """Return the rows of a message or driver's record."""
        return [
            row for row in self.rows
            if row.name == name and row.record.role in (to or row.record.role,)
            and row.sender in (sender or row.sender,) and row.at_s > after_s and where(row.body)
        ]  # fmt: skip

    def same(self, row):
        """Return the copies of a message to all its receivers."""
        return [each for each in self.rows if (each.sender, each.number) == (row.sender, row.number)]

    def edit(self, rows, **changes):
        """Change what messages say, to whomever; a change may be a function of the old value."""
        self.change(rows, lambda body: edited(body, changes))

    def change(self, rows, how):
        sent = {(row.sender, row.number) for row in rows if row.sender}
        copies = [each for each in self.rows if (each.sender, each.number) in sent]
        for each in [*copies, *(row for row in rows if not row.sender)]:
            each.put(how(copy.deepcopy(each.body)))
            self.done += 1

    def drop(self, rows):
        gone = {id(row) for row in rows}
        self.done += len(gone)
        self.rows = [row for row in self.rows if id(row) not in gone]

    def insert(self, row, *, before):
        """Let a record stand before another one, at its instant."""
        place = next(k for k, each in enumerate(self.rows) if each is before)
        at = row.record._replace(at_ns=before.record.at_ns)
        self.rows.insert(place, Row(at, row.name, row.sender, row.number, row.body))
        self.done += 1

    def stall(self, from_s, by_s, *, until_s=1e9, of=None):
        """Let all that is later, or all that one participant was given, come later still, or sooner."""
        for row in self.rows:
            if from_s < row.at_s <= until_s and row.record.role in (of or row.record.role,):
                at_ns = row.record.at_ns + round(by_s * NS_PER_S)
                row.record = row.record._replace(at_ns=at_ns)
                self.done += 1

    def write(self, path, *, is_renumbered=True):
        """Write it by the container's writer, numbered as if it were whole, or with its gaps."""
        in_life, records = {}, []
        for number, row in enumerate(self.rows, 1):
            is_first = row.name == "Started"
            count = in_life[row.record.role] = 1 if is_first else in_life.get(row.record.role, 0) + 1
            count = count if is_renumbered else row.record.in_life
            records.append(row.record._replace(number=number, in_life=count))
        store = RecordingStore(path, self.about, sync=False)
        for begin in range(0, len(records), 500):
            store.append(RECORDING_LOG, pack_batch(records[begin : begin + 500]))
        store.close()
        return path


def edited(body, changes):
    for key, value in changes.items():
        *outer, last = key.split("__")
        at = body
        for each in outer:
            at = at[each]
        at[last] = value(at[last]) if callable(value) else value
    return body


def tape_of(path):
    """Return what a recording holds."""
    deliveries, tape = read_deliveries(path), None
    for record, name in deliveries.records():
        if tape is None:
            tape, reader = Tape(deliveries.about), SentMessageReader(deliveries.about.speakers)
        sent = reader.read(record.role, record.packet)
        if sent is None:
            body = plain(record.packet) if is_driver_record(record.packet) else {}
            tape.rows.append(Row(record, name, "", (), body))
        else:
            number = sent.boot_epoch, sent.sequence
            tape.rows.append(Row(record, sent.name, sent.sender, number, plain(sent.payload)))
    return tape


def audited(tape, path):
    """Return the answers by their numbers."""
    assert tape.done, "nothing was damaged"
    answer = audit_recording(tape.write(path))
    return {row.number: row for row in answer.invariants}
