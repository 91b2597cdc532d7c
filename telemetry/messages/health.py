"""Health: who is alive, what is recorded, the rehearsal's truth, how far a run is and how it ended."""

from typing import Annotated, Literal

import msgspec

from telemetry.messages.base import Count, Digest, Finite, Message, Name, Nanoseconds, Part, Text, on_wire

PROCESSES, FINDINGS, JUDGED, GIVEN = 64, 40, 64, 1024  # that one message carries
LONGEST_PATH = 4096

Stage = Literal["compiling", "starting", "running", "stopping", "summing up"]
Severity = Literal["failure", "warning", "note"]


@on_wire("Beat")
class Beat(Message, frozen=True, tag=40):
    """Every role to the gate and the screens, 5 Hz."""

    role: Name
    configuration: Digest


@on_wire("Lost")
class Lost(Part, frozen=True):
    """Records of one role that did not reach the recorder, or that it could not keep."""

    role: Name
    records: Count


@on_wire("RecorderHealth")
class RecorderHealth(Message, frozen=True, tag=41):
    """Recorder to the gate, 5 Hz: the last record that is durable, and what is missing before it."""

    healthy: bool
    durable: Count
    reason: Name
    lost: tuple[Lost, ...]  # since the recorder was started; roles that have lost nothing are not named


@on_wire("Given")
class Given(Part, frozen=True):
    """What a role was given at once: bytes off the bus, or its driver's record."""

    at_ns: Nanoseconds
    packet: bytes


@on_wire("Tapped")
class Tapped(Message, frozen=True, tag=42):
    """Driver to recorder: what one role was given, in order."""

    role: Name
    life: Count  # of the role: a greater one after each of its restarts
    number: Count  # of the first, in the life from 1, also of what could not be handed over
    given: Annotated[tuple[Given, ...], msgspec.Meta(min_length=1, max_length=GIVEN)]


@on_wire("LanLoss")
class LanLoss(Message, frozen=True, tag=45):
    """Driver to recorder: what one life of a role has missed on the station's groups, when that changes."""

    role: Name
    life: Count  # as in `Tapped`
    datagrams: Count  # since the life began


@on_wire("RoleLoad")
class RoleLoad(Message, frozen=True, tag=48):
    """Driver to recorder, 1 Hz in real time: what a life of a role was given of its host since time zero."""

    role: Name
    life: Count  # as in `Tapped`
    lived: Finite  # [s]
    processor: Finite  # for so long its process had a processor, all threads together [s]
    processors: Count  # of its host
    ticks: Count
    late: Count  # ticks that came more than 5 ms after they were due


@on_wire("Contact")
class Contact(Part, frozen=True):
    """Two bodies that touch in physics."""

    pair: tuple[Name, Name]
    depth: Finite  # [m]


@on_wire("Truth")
class Truth(Message, frozen=True, tag=43):
    """Space segment to the record, in rehearsal only: what physics knows and no telemetry says."""

    clearance: Finite  # least signed distance of all pairs now [m]
    pair: tuple[Name, Name]
    contacts: tuple[Contact, ...]
    base_turn: Finite  # angle the platform has turned since the start [rad]
    judged: Annotated[tuple[tuple[Name, Name], ...], msgspec.Meta(max_length=JUDGED)] = ()
    # of what the scene's mounts leave out: limb and shape that are among the pairs all the same


@on_wire("FaultNotice")
class FaultNotice(Message, frozen=True, tag=44):
    """Space segment to the record: a scripted fault begins or ends, or a packet was lost on purpose."""

    kind: Name
    detail: Text
    begins: bool


@on_wire("ProcessNow")
class ProcessNow(Part, frozen=True):
    """One process of a run."""

    role: Name
    state: Literal["starting", "ready", "waiting", "ended"]  # waiting: to be started, or started again


@on_wire("RunStage")
class RunStage(Message, frozen=True, tag=46):
    """Supervisor to screens and record, 4 Hz: how far the run is, also before and after the flight."""

    stage: Stage
    elapsed: Finite  # of this stage [s]
    processes: Annotated[tuple[ProcessNow, ...], msgspec.Meta(max_length=PROCESSES)]
    over_ns: Nanoseconds | None  # time of the run at which it was over; None: it goes on
    event: Text  # the newest, or empty


@on_wire("Finding")
class Finding(Part, frozen=True):
    """What somebody who was not there has to know of a run."""

    severity: Severity
    at: Finite | None  # time of the run [s]; None: of the whole run
    text: Text  # what happened
    reason: Text  # why
    cure: Text  # what to do, or empty


@on_wire("RunEnd")
class RunEnd(Message, frozen=True, tag=47):
    """Supervisor to the screens when a run is summed up: what came of it."""

    verdict: Name
    rule: Text  # that produced the verdict
    findings: Annotated[tuple[Finding, ...], msgspec.Meta(max_length=FINDINGS)]  # the gravest first
    more: Count  # findings beyond these, which the summary lists
    recording: Annotated[
        str, msgspec.Meta(max_length=LONGEST_PATH)
    ]  # file on the supervisor's host; empty: none
