"""Who may say what: each message has a power, and each power its roles.  This table is written by hand.

    POWERS     what saying it can bring about -> the roles that may, the messages of it
    cells()    role x message x way, by the routes: a message or role without a place here is found

The routes are the code's word on the same; where the two differ, one of them is wrong.  A new message, or a
role that may newly say one, has to be written here too, by somebody who has asked what it can bring about.
"""

from typing import NamedTuple, get_args

from telemetry.agreed.participants import ROLES
from telemetry.wire.routes import LOOKING_ON, ROUTES, Carrier, Way, senders_by_way

WAYS: tuple[Way, ...] = (*get_args(Carrier), "up", "down")
ALL_THAT_FLY = " ".join(role for role in ROLES if role not in LOOKING_ON)


class Power(NamedTuple):
    """What saying some messages can bring about."""

    roles: frozenset[str]  # that may say them, on the station's network or across the space link
    messages: tuple[str, ...]  # by their names


def _power(roles: str, messages: str) -> Power:
    return Power(frozenset(roles.split()), tuple(messages.split()))


POWERS = {
    "the arm moves, or may again": _power("gate bridge", "Motion Keep ResumeCommand"),
    "the arm's equipment is set": _power("gate bridge", "OperationCommand"),
    "equipment is armed, or set at once": _power("operator console", "ArmCritical Operate"),
    "what is armed is fired": _power("operator console approver", "FireCritical"),
    "the arm is held": _power(
        "operator console hold observer approver gate bridge space_segment", "HoldCommand"
    ),
    "HOLD's way is tried": _power("console hold observer approver", "HoldProbe"),
    "HOLD is answered": _power("bridge gate space_segment", "HoldTaken HoldReady"),
    "a pass begins": _power("bridge space_segment", "PassStart PassAnswer PassReport"),
    "motion is armed or ended": _power("operator console", "ArmPlan ArmTeleop Disarm"),
    "the poll is answered": _power("console approver operator person planner predictor", "GoNoGo"),
    "a world update is proposed": _power("operator console approver person", "ProposeWorld"),
    "the lease is asked for, a hold is left": _power(
        "operator console person", "LeaseRequest OperatorBeat ResumeAct Confirm ConfirmWorld"
    ),
    "a motion or a tube is planned": _power(
        "operator console", "PlanRequest ReplanRequest PlanCancel FixtureRequest"
    ),
    "the hand is led otherwise": _power("operator console", "HandIntent"),
    "a held step goes on": _power("console approver", "StepRelease"),
    "a set-point is proposed, a plan may be armed": _power("planner", "Proposal PlanReady"),
    "a set-point is judged, the world is another": _power("predictor", "Verdict World CollisionState"),
    "the hand has moved": _power("haptics", "HandleSample"),
    "the device has moved": _power("device", "DeviceState DeviceRefused"),
    "the hand is pushed": _power("haptics", "DeviceForce"),
    "the queue goes on, rolls back, ends": _power(
        "gate", "Lease ActReply Credit Queued RollBack HoldNotice CommandChanges GateStatus WorldUpdate"
    ),
    "the arm is reported": _power("bridge space_segment", "Telemetry RangeSample"),
    "a picture is shown": _power("bridge space_segment", "ImageShard"),
    "nothing: its receiver makes it of a packet": _power("", "Uplink Downlink ImagePacket"),
    "link, bridge and data are judged": _power("bridge", "BridgeReport DataChecks LinkStatus"),
    "a plan or tube is told": _power("planner", "PlanRefused Fixture Fixtures"),
    "the predicted arm is told": _power("predictor", "PredictedArm"),
    "the hand is told of": _power("haptics", "FixtureTouch HandleStatus HandForce"),
    "pictures are judged": _power("image_monitor", "ImageStatus"),
    "recording counts as healthy": _power("recorder", "RecorderHealth"),
    "a process counts as living": _power(
        "bridge recorder predictor planner haptics image_monitor", "Beat"
    ),
    "it goes to the record": _power(ALL_THAT_FLY, "Tapped LanLoss RoleLoad"),
    "the truth of a rehearsal is told": _power("space_segment", "Truth FaultNotice"),
    "the procedure is told": _power("operator console", "StepReport ProcedureReport ScriptDone"),
    "the run is told": _power("supervisor", "RunStage RunEnd"),
    "what has been is asked for": _power("console observer approver", "PastRequest"),
    "what has been is told": _power("recorder", "PastPart"),
    "a recording is played": _power("console supervisor", "ReplayControl"),
    "a recording is told": _power("replay", "ReplayStatus Replayed ReplayLanes"),
}  # fmt: skip


class Cell(NamedTuple):
    """One door for one role: a message by a way."""

    role: str
    message: str
    way: Way
    is_taken: bool


def cells() -> list[Cell]:
    """Return all of them, as the routes have it."""
    return [
        Cell(role, message.__name__, way, role in senders_by_way(message).get(way, ()))
        for role in ROLES
        for message in ROUTES
        for way in WAYS
    ]


def disagreements() -> list[str]:
    """Return where the routes and the powers differ, or a message has no power, or several."""
    said = {message.__name__: set() for message in ROUTES}
    for cell in cells():
        if cell.is_taken:
            said[cell.message].add(cell.role)
    found = []
    for name, roles in said.items():
        powers = [power for power in POWERS.values() if name in power.messages]
        if len(powers) != 1:
            found.append(f"{name} stands in {len(powers)} powers: write into one what it can bring about")
        elif extra := roles - powers[0].roles:
            found.append(f"{name} is said by {', '.join(sorted(extra))}, who may not")
    gone = {name for power in POWERS.values() for name in power.messages} - said.keys()
    return found + [f"{name} is no message" for name in sorted(gone)] + _idle(said)


def _idle(said: dict[str, set[str]]) -> list[str]:
    """Return the roles that have a power of which they can say nothing."""
    return [
        f"{role} may have {text!r} brought about, and says nothing of it"
        for text, power in POWERS.items()
        for role in sorted(power.roles)
        if not any(role in said.get(name, ()) for name in power.messages)
    ]


def table() -> str:
    """Return the powers for people: what it brings about, who may, by which messages."""
    rows = [
        f"| {text} | {_names(power.roles)} | {', '.join(f'`{name}`' for name in power.messages)} |"
        for text, power in POWERS.items()
    ]
    return "\n".join(["| what it brings about | who may say it | messages |", "|---|---|---|", *rows])


def _names(roles: frozenset[str]) -> str:
    fly = frozenset(ALL_THAT_FLY.split())
    told = "all but who looks on" if roles == fly else ", ".join(sorted(roles)).replace("_", " ")
    return told or "nobody"
