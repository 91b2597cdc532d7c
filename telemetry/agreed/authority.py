"""The one state machine of authority and motion: (state, link window) x event -> state, action, reason.

            ARM            first release               stop(r), then
    REST ---------> FILLING --------> PLAN, TELEOP, RETREAT ----------> STOPPING ---> REST
     ^                 |  flush             |  end of motion                |
     ^                 +-------> REST       +-------> REST                  +---> HELD (after operator HOLD)
     |  the latch is gone in telemetry
     +----------------------------------- HELD <--- a latch report, in any state; HOLD at rest

The gate lives by this table; console, planner and bridge read from it what an act will do.  Guards that need
more than the state (certificates, quiet, dead-man) are asked before the event is raised: `planner.gate`.
"""

from enum import StrEnum
from typing import NamedTuple

from telemetry.agreed.participants import APPROVER, Participants, playing
from telemetry.agreed.reasons import Reason

SCRIPT = "operator"  # the one role that acts and is no person
GATE = "gate"  # which may ask for HOLD in its own name


class State(StrEnum):
    """Where authority and motion are."""

    REST = "rest"  # disarmed, r at rest
    FILLING = "filling"  # armed, nothing released yet
    PLAN = "plan"  # armed, a plan's set-points leave
    TELEOP = "teleop"  # armed, the hand's set-points leave
    RETREAT = "retreat"  # armed as a way out, its set-points leave: of a plan or of the hand
    STOPPING = "stopping"  # disarmed, the samples of stop(r) leave
    HELD = "held"  # operator's HOLD or on-board latch: nothing leaves until it is resumed


class Event(StrEnum):
    """What can happen to authority and motion."""

    ARM_PLAN = "arm plan"
    ARM_TELEOP = "arm teleop"
    FIRST_PLAN_RELEASE = "first plan release"
    FIRST_TELEOP_RELEASE = "first teleop release"
    FIRST_RETREAT_RELEASE = "first retreat release"
    MOTION_ENDED = "motion ended"  # queue empty, nothing more expected, r at rest
    BLOCKED = "blocked"  # the head may not leave; carries its reason
    BAD_VERDICT = "bad verdict"
    DISARM = "disarm"
    OPERATOR_HOLD = "operator hold"
    WORLD_HOLD = "world hold"  # the gate asks for HOLD, because the world is another one; carries its reason
    OPERATOR_SILENT = "operator silent"
    DEAD_MAN_LOST = "dead-man lost"  # carries its reason
    STOP_DONE = "stop done"  # the last sample of stop(r) was released
    HOLD_DONE = "hold done"  # the same, and an operator's HOLD has been pressed
    LATCH_REPORTED = "latch reported"
    RESUME = "resume"
    OPERATE = "operate"  # a command without motion is armed, fired or given
    RESUMED = "resumed"  # telemetry shows the latch gone
    WINDOW_CLOSING = "window closing"
    WINDOW_CLOSED = "window closed"
    WINDOW_OPENED = "window opened"


class Action(StrEnum):
    """What the gate does on a transition."""

    NONE = "none"
    ARM = "arm"
    REFUSE = "refuse"
    FLUSH = "flush"  # queue emptied, epoch + 1, disarmed; nothing moves
    STOP = "stop"  # the same, and stop(r) begins
    ROLL_BACK = "roll back"  # the same as STOP, with the refused entry named
    ADOPT_REPORT = "adopt report"  # the same as FLUSH, and r becomes the reported pose
    SEND_RESUME = "send resume"


class Transition(NamedTuple):
    """What becomes of a state: the next one, what to do, and why (None: the event's own reason)."""

    state: State
    action: Action
    reason: Reason | None


class _Cell(NamedTuple):
    state: State | None  # None: stays
    action: Action = Action.NONE
    reason: Reason | None = None


_STAY = _Cell(None)
_ARM = _Cell(State.FILLING, Action.ARM)
_WRONG = _Cell(None, Action.REFUSE, Reason.WRONG_STATE)
_LATCHED = _Cell(None, Action.REFUSE, Reason.LATCHED)
_PLAN = _Cell(State.PLAN)
_TELEOP = _Cell(State.TELEOP)
_RETREAT = _Cell(State.RETREAT)
_ENDED = _Cell(State.REST)
_HELD = _Cell(State.HELD)
_ADOPT = _Cell(State.HELD, Action.ADOPT_REPORT, Reason.ONBOARD_LATCH)
_RESUME = _Cell(None, Action.SEND_RESUME)
_UNFILL = _Cell(State.REST, Action.ROLL_BACK)
_BACK = _Cell(State.STOPPING, Action.ROLL_BACK)
_NO_WINDOW = _Cell(None, Action.REFUSE, Reason.NO_WINDOW)


def _flush(reason: Reason | None, state: State = State.REST) -> _Cell:
    return _Cell(state, Action.FLUSH, reason)


def _stop(reason: Reason | None) -> _Cell:
    return _Cell(State.STOPPING, Action.STOP, reason)


_HOLD_STILL = _flush(Reason.OPERATOR_HOLD, State.HELD)
_HOLD_STOP = _stop(Reason.OPERATOR_HOLD)
_WORLD_STILL = _flush(None, State.HELD)
_SILENT, _SILENT_STOP = _flush(Reason.OPERATOR_SILENT), _stop(Reason.OPERATOR_SILENT)
_CLOSING, _CLOSING_STOP = _flush(Reason.WINDOW_CLOSING), _stop(Reason.WINDOW_CLOSING)
_CLOSED, _CLOSED_STOP = _flush(Reason.NO_WINDOW), _stop(Reason.NO_WINDOW)
_DISARM, _DISARM_STOP = _flush(Reason.DISARMED), _stop(Reason.DISARMED)
_BLOCK, _BLOCK_STOP = _flush(None), _stop(None)

# A retreat ends as the hand does: a plan has no dead-man that could be lost.
_COLUMNS = {
    State.REST: 0,
    State.FILLING: 1,
    State.PLAN: 2,
    State.TELEOP: 3,
    State.RETREAT: 3,
    State.STOPPING: 4,
    State.HELD: 5,
}

_WITH_WINDOW: dict[Event, tuple[_Cell, ...]] = {
    #                            REST         FILLING      PLAN           TELEOP         STOPPING  HELD
    Event.ARM_PLAN:             (_ARM,        _WRONG,      _WRONG,        _WRONG,        _WRONG,   _LATCHED),
    Event.ARM_TELEOP:           (_ARM,        _WRONG,      _WRONG,        _WRONG,        _WRONG,   _LATCHED),
    Event.FIRST_PLAN_RELEASE:   (_STAY,       _PLAN,       _STAY,         _STAY,         _STAY,    _STAY),
    Event.FIRST_TELEOP_RELEASE: (_STAY,       _TELEOP,     _STAY,         _STAY,         _STAY,    _STAY),
    Event.FIRST_RETREAT_RELEASE: (_STAY,      _RETREAT,    _STAY,         _STAY,         _STAY,    _STAY),
    Event.MOTION_ENDED:         (_STAY,       _STAY,       _ENDED,        _ENDED,        _STAY,    _STAY),
    Event.BLOCKED:              (_STAY,       _BLOCK,      _BLOCK_STOP,   _BLOCK_STOP,   _STAY,    _STAY),
    Event.BAD_VERDICT:          (_STAY,       _UNFILL,     _BACK,         _BACK,         _STAY,    _STAY),
    Event.DISARM:               (_STAY,       _DISARM,     _DISARM_STOP,  _DISARM_STOP,  _STAY,    _STAY),
    Event.OPERATOR_HOLD:        (_HOLD_STILL, _HOLD_STILL, _HOLD_STOP,    _HOLD_STOP,    _STAY,    _STAY),
    Event.WORLD_HOLD:           (_WORLD_STILL, _WORLD_STILL, _BLOCK_STOP, _BLOCK_STOP,   _STAY,    _STAY),
    Event.OPERATOR_SILENT:      (_STAY,       _SILENT,     _SILENT_STOP,  _SILENT_STOP,  _STAY,    _STAY),
    Event.DEAD_MAN_LOST:        (_STAY,       _BLOCK,      _STAY,         _BLOCK_STOP,   _STAY,    _STAY),
    Event.STOP_DONE:            (_STAY,       _STAY,       _STAY,         _STAY,         _ENDED,   _STAY),
    Event.HOLD_DONE:            (_STAY,       _STAY,       _STAY,         _STAY,         _HELD,    _STAY),
    Event.LATCH_REPORTED:       (_ADOPT,      _ADOPT,      _ADOPT,        _ADOPT,        _ADOPT,   _ADOPT),
    Event.RESUME:               (_WRONG,      _WRONG,      _WRONG,        _WRONG,        _WRONG,   _RESUME),
    Event.OPERATE:              (_STAY,       _WRONG,      _WRONG,        _WRONG,        _WRONG,   _LATCHED),
    Event.RESUMED:              (_STAY,       _STAY,       _STAY,         _STAY,         _STAY,    _ENDED),
    Event.WINDOW_CLOSING:       (_STAY,       _CLOSING,    _CLOSING_STOP, _CLOSING_STOP, _STAY,    _STAY),
    Event.WINDOW_CLOSED:        (_STAY,       _CLOSED,     _CLOSED_STOP,  _CLOSED_STOP,  _STAY,    _STAY),
    Event.WINDOW_OPENED:        (_STAY,       _STAY,       _STAY,         _STAY,         _STAY,    _STAY),
}  # fmt: skip

# Without a window nothing starts; all that ends or stops motion is as with one.
_WITHOUT_WINDOW: dict[Event, tuple[_Cell, ...]] = _WITH_WINDOW | {
    Event.ARM_PLAN: (_NO_WINDOW,) * 6,
    Event.ARM_TELEOP: (_NO_WINDOW,) * 6,
    Event.RESUME: (_NO_WINDOW,) * 6,
    Event.OPERATE: (_NO_WINDOW,) * 6,
    Event.FIRST_PLAN_RELEASE: (_STAY, _CLOSED, _STAY, _STAY, _STAY, _STAY),
    Event.FIRST_TELEOP_RELEASE: (_STAY, _CLOSED, _STAY, _STAY, _STAY, _STAY),
    Event.FIRST_RETREAT_RELEASE: (_STAY, _CLOSED, _STAY, _STAY, _STAY, _STAY),
}

ARMED = (State.FILLING, State.PLAN, State.TELEOP, State.RETREAT)
MOVING = (State.PLAN, State.TELEOP, State.RETREAT)


def scripts(participants: Participants) -> frozenset[str]:
    """Return the names of the participants of a run that act without a person: scripts, and the gate."""
    return frozenset(playing((SCRIPT, GATE), participants))


def approvers(participants: Participants) -> frozenset[str]:
    """Return the names of those who approve what others do, and command no motion."""
    return frozenset(playing((APPROVER,), participants))


def transition(state: State, has_window: bool, event: Event) -> Transition:
    """Return what an event does to a state."""
    rows = _WITH_WINDOW if has_window else _WITHOUT_WINDOW
    cell = rows[event][_COLUMNS[state]]
    return Transition(cell.state or state, cell.action, cell.reason)
