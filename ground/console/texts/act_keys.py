"""The ten acts, F1 to F10: what each key does now, and if it does not apply why not, before anybody asks.

F1           F2           F3        F4        F5      F6      F7       F8        F9         F10
Take lease   Plan step 2  Arm plan  Arm hand  Disarm  Resume  Way out  End pass  Watch x10  GO ON
             take lease:  no plan:            nothing nothing the arm            no plan:
             F1           F2                  is armed is held is clear           F2
"""

from typing import Literal, NamedTuple, get_args

from ground.console.facts.snapshot import Snapshot
from ground.console.texts import why_not
from ground.console.texts.act_guards import AtWindow, KeyCase, act_refusal, offered_step, over_refusal
from ground.console.texts.why_not import WhyNot

KeyName = Literal[
    "lease", "plan", "arm plan", "arm hand", "disarm", "resume", "way out", "end", "watch", "answer"
]
KEY_NAMES: tuple[KeyName, ...] = get_args(KeyName)  # of F1 to F10
TAKE, LEAVE = "Take lease", "Leave lease"
TEXTS: dict[KeyName, str] = {  # of the keys that always do the same
    "arm plan": "Arm plan",
    "arm hand": "Arm hand",
    "disarm": "Disarm",
    "resume": "Resume",
    "way out": "Way out",
    "end": "End pass",
}
THEN_SPACE = "then hold SPACE"


class KeyLook(NamedTuple):
    """How a key stands."""

    text: str  # what it does
    why_not: WhyNot | None = None  # None: it applies
    note: str = ""  # what it waits for, or what has to follow


def key_looks(snapshot: Snapshot, window: AtWindow, now_ns: int) -> dict[KeyName, KeyLook]:
    """Return how each key stands; `now_ns`: the time shown."""
    case = KeyCase(snapshot, window, now_ns)
    return {name: KeyLook(_text(name, case), _why(name, case), _note(name, case)) for name in KEY_NAMES}


def _why(name: KeyName, case: KeyCase) -> WhyNot | None:
    if name == "watch":
        is_flown = case.snapshot.plan.epoch is not None
        none = why_not.FLOWN_ALREADY if is_flown else why_not.NOTHING_TO_WATCH
        return None if case.window.has_preview else over_refusal(case) or none
    if name == "answer":
        return _answer_why(case)
    return act_refusal(name, case)


def _answer_why(case: KeyCase) -> WhyNot | None:
    if case.window.answer:
        return None
    return why_not.NO_ANSWER if case.window.is_asked else why_not.NOTHING_WAITS


def _text(name: KeyName, case: KeyCase) -> str:
    match name:
        case "lease":
            return LEAVE if case.pilot.keeps_lease else TAKE
        case "plan":
            return _plan_text(case)
        case "watch":
            return "Pause" if case.window.is_watched else "Watch ×10"
        case "answer":
            return case.window.answer or "Answer"
        case _:
            return TEXTS[name]


def _plan_text(case: KeyCase) -> str:
    chosen = case.window.chosen
    if chosen.request:
        return f"Plan {chosen.request.text}"
    offered = offered_step(case)
    key = offered[0] if offered else ""
    return f"{key[:1].upper()}{key[1:]}" or "Plan"


def _note(name: KeyName, case: KeyCase) -> str:
    pending = case.pilot.pending
    names = {"leave": "lease", "retreat": "way out"}
    if pending and pending.waits_for and names.get(pending.name, pending.name) == name:
        return f"waits: {pending.waits_for}"
    return THEN_SPACE if name == "arm hand" else ""
