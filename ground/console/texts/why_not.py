"""Why a key does not apply: a few words that stand on it, and the whole sentence with the way out.

Each is what the gate, the planner or the flight would answer, told before it is asked.
"""

from typing import NamedTuple

from ground.console.texts import formats
from telemetry.agreed.reasons import Reason, line


class WhyNot(NamedTuple):
    """A reason."""

    short: str  # on the key, as a rule with the key that leads on
    whole: str  # with the way out


REPLAY = WhyNot("replay", "what is shown was recorded: nothing is commanded in a replay")
RUN_OVER = WhyNot("the run is over", "the run is over: nothing here reaches a spacecraft any more")
OBSERVER = WhyNot("observer: Esc only", "this is an observer's window: its only act is HOLD, Esc")
APPROVER = WhyNot(
    "approver: F10, Esc",
    "this is an approver's window: it fires and says GO in the strip, F10, and commands no motion",
)
NOT_HEARD = WhyNot("no gate heard yet", "the gate has not been heard yet: wait for its lamp in the top bar")
GATE_SILENT = WhyNot("gate is silent", "the gate is silent, and answers no act: look at its lamp and its log")
NO_LEASE = WhyNot("take lease: F1", "nobody holds the authority lease: take it by F1")
LEASE_AWAITED = WhyNot("lease is awaited", "the lease is asked for and not granted yet: wait for the gate")
SCRIPT_FLIES = WhyNot(
    "script flies: Esc", "a script flies and holds the lease: Esc takes it from the script, then press F1"
)
SCRIPT_RESUMES = WhyNot(
    "script resumes", "a script holds the lease and resumes by itself: Esc takes the lease from it"
)
NO_SIGNAL = WhyNot(
    "no signal: wait", "telemetry has stayed away: wait for contact, then look where the arm is"
)
NO_WINDOW = WhyNot("no contact: wait", line(Reason.NO_WINDOW))
ARMED = WhyNot("armed: F5 ends it", "motion is armed already: wait for its end, or disarm by F5")
ARMED_ALREADY = WhyNot("armed already", line(Reason.ALREADY_ARMED))
STOPPING = WhyNot("arm stops: wait", "the arm is stopping: wait until it rests")
HELD = WhyNot("held: F6 resumes", "motion is held, and nothing leaves until it is resumed: F6")
TIME_STEPPED = WhyNot("confirm it: F10", line(Reason.TIME_STEPPED))
INSIDE_MARGIN = WhyNot("too near: F7", f"{line(Reason.INSIDE_MARGIN)}: F7")
CLEAR = WhyNot("the arm is clear", line(Reason.CLEAR_AGAIN))
NO_WAY_OUT = WhyNot(
    "none is known",
    "no way out is known that may be flown: look at the named pair, and steer away by hand, F4",
)
NO_PLAN = WhyNot("no plan: F2", "there is no plan to arm: ask for one by F2")
NOTHING_ASKED_FOR = WhyNot(
    "nothing to plan", "no plan is offered here, and no motion is asked for: choose one, or fly by hand, F4"
)
NOTHING_ARMED = WhyNot("nothing is armed", "nothing is armed that could be ended; HOLD, Esc, is always there")
NOTHING_HELD = WhyNot("nothing is held", "nothing is held that could be resumed")
RESUME_AWAY = WhyNot("is on its way", line(Reason.RESUME_PENDING))
HOLD_AWAY = WhyNot("wait for HOLD", line(Reason.HOLD_UNCONFIRMED))
NOT_LATCHED = WhyNot("wait for latch", line(Reason.STILL_MOVING))
NOT_FLOWN_HERE = WhyNot(
    "not flown here", "this pass is not flown from this console: who flies it ends it; HOLD is always there"
)
ENDED = WhyNot("it has ended", "the pass has ended already")
NOTHING_TO_WATCH = WhyNot("no plan: F2", "there is no plan that could be watched before it is armed: F2")
FLOWN_ALREADY = WhyNot("it is being flown", "the plan is being flown: it is watched before it is armed")
NOTHING_WAITS = WhyNot("nothing is asked", "nothing waits for a person's answer")
NO_ANSWER = WhyNot("wait", "what is waited for has no answer from here: wait for it")


def lease_of(holder: str) -> WhyNot:
    """Return that another person has the lease."""
    return WhyNot(
        f"{formats.words(holder)} has lease",
        f"{holder} has the lease, and nothing takes it from a person: ask them to leave it",
    )


def process_silent(role: str) -> WhyNot:
    """Return that a process does not answer without which nothing begins."""
    name = formats.words(role)
    return WhyNot(
        f"{name} silent", f"the {name} is silent or unwell: look at its lamp and its log, then again"
    )


def stale_plan(why: str) -> WhyNot:
    """Return that a plan does not count any more."""
    return WhyNot("stale: F2 anew", f"the plan is stale: {why}, by F2")


def stale_way(why: str) -> WhyNot:
    """Return that the way out does not count any more."""
    return WhyNot("stale: wait", f"the way out is stale: {why}; another one is asked for by itself")


def under_way(what: str) -> WhyNot:
    """Return that a plan goes on without the person."""
    return WhyNot("is under way", f"the plan goes on without a key: {what or 'wait for it'}")


def cannot_be_asked(why: str) -> WhyNot:
    """Return that a form cannot be asked for as it stands."""
    return WhyNot("see the form", why)
