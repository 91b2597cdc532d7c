"""What may happen in a tick of an exhaustive check: one thing beside the nominal, and any verdict ever sent.

A check names the things that it looks at (its menu); acts are left out where they would only be refused.
"""

from collections.abc import Iterator
from dataclasses import replace

from tests.model.explore import Step
from tests.model.protocol import Happens, after, may_move
from tests.model.situation import ARMED, HELD, REST, Setup, Situation
from tests.model.traces import RESUMED

MENU = {  # name -> what happens
    "nobody": Happens(consoles=""),
    "other console": Happens(consoles="b"),
    "two consoles": Happens(consoles="ba"),
    "other acts": Happens(act="disarm", by="b"),
    "recorder ill": Happens(recorder="full"),
    "recorder silent": Happens(recorder="silent"),
    "predictor silent": Happens(predictor=False),
    "no telemetry": Happens(telemetry=False),
    "bad verdict": Happens(verdicts="bad"),
    "unsound verdict": Happens(verdicts="unsound"),
    "plan waits": Happens(step=None),
    "arm": Happens(act="arm", plan=(1,)),
    "arm back": Happens(act="arm", plan=(-1,)),
    "arm there and back": Happens(act="arm", plan=(1, 0, -1)),
    "retreat": Happens(act="retreat", plan=(-1,)),
    "hand": Happens(act="hand"),
    "retreat by hand": Happens(act="retreat by hand"),
    "disarm": Happens(act="disarm"),
    "hold": Happens(act="hold"),
    "resume": Happens(act="resume"),
    "resume twice": Happens(act="resume", link="twice"),
    "no go": Happens(act="no go", by="b"),
    "go": Happens(act="go", by="b"),
    "take over": Happens(act="take over", by="b"),
    "new session": Happens(act="new session"),
    "contact": Happens(act="contact"),
    "arm operation": Happens(act="arm operation"),
    "copied arm": Happens(act="copied arm"),
    "fire": Happens(act="fire"),
    "fire altered": Happens(act="fire altered"),
    "fire twice": Happens(act="fire", link="twice"),
    "obstacle moves": Happens(world="moves"),
    "update": Happens(act="update"),
    "world ends motion": Happens(world="ends motion"),
    "packet lost": Happens(link="lost"),
    "packet twice": Happens(link="twice"),
    "latch": Happens(board="latches"),
    "full disk": Happens(tick="full disk"),
    "crash": Happens(tick="crash"),
    "late tick": Happens(ticks=2),
    "let go": Happens(hand="open"),
    "handle silent": Happens(hand="silent"),
}
IN_STATE = {
    "arm": (REST,),
    "retreat": (REST,),
    "hand": (REST,),
    "retreat by hand": (REST,),
    "resume": (HELD,),
    "arm operation": (REST,),
    "copied arm": (REST,),
    "fire": (REST,),
    "fire altered": (REST,),
}
IN_STATE |= {"disarm": ARMED, "contact": ARMED}  # elsewhere they change nothing


def small(**changes: object) -> Setup:
    """Return a setup whose patience is short, so that few ticks show much."""
    figures = {
        "lease": 3, "patience": 4, "hold_patience": 3, "blind_factor": 1, "resume_patience": 3, "quiet": 1,
        "telemetry": 1, "recorder": 1, "predictor": 1, "silence": 2, "filling": 2, "roll_backs_within": 4,
        "arm_fire": 3, "pause": 2, "unseen": 0, "obstacles": (5, 4),
    }  # fmt: skip
    return Setup(**{**figures, **changes})  # type: ignore[arg-type]


def begin(setup: Setup) -> Situation:
    """Return the situation from which all is followed: at rest, quiet, all rules kept so far."""
    s = Situation(replace(setup, broken=frozenset()))
    for happens in RESUMED:
        s = after(s, happens)
    s.setup = setup
    return s


def choices(s: Situation, menu: tuple[str, ...]) -> Iterator[Happens]:
    """Yield everything that may happen in the next tick."""
    is_led = s.armed is not None and s.armed.source == "hand"
    hand = "pressed" if is_led or (s.state == REST and s.was_open) else "open"
    steps = (0, 1, -1) if is_led else (0,)
    for step in steps:
        for verdicts in _verdicts(s):
            yield Happens(hand=hand, step=step, verdicts=verdicts)
    for name in menu:
        happens = MENU[name]
        if _may_be(s, name, happens):
            led_by = happens.hand if name in ("let go", "handle silent") else hand
            wishes = (0, 1, -1) if is_led or happens.act in ("hand", "retreat by hand") else (0,)
            for step in wishes if happens.step == 0 else (None,):
                yield happens._replace(hand=led_by, step=step)


def _verdicts(s: Situation) -> Iterator[str]:
    """Yield which verdicts may arrive: all that are new, none, or one that was ever sent."""
    yield "new"
    if s.fresh:
        yield "none"
    always = "verdict epoch" in s.setup.broken or "world" in s.setup.broken
    for number, each in enumerate(s.sent):
        if s.armed and (always or (each.epoch == s.epoch and each.world == s.world)):
            yield str(number)


def _may_be(s: Situation, name: str, happens: Happens) -> bool:
    """True if it is more than what happens anyway, or would be refused."""
    if name == "obstacle moves":
        return may_move(s)
    if happens.verdicts in ("bad", "unsound"):
        return s.fresh > 0
    if name == "plan waits":
        return s.armed is not None
    return s.state in IN_STATE.get(happens.act, (s.state,))


def successors(menu: tuple[str, ...]):
    """Return what the exhaustive check asks of a situation."""

    def of(s: Situation) -> Iterator[Step]:
        for happens in choices(s, menu):
            then = after(s, happens)
            yield Step(happens, then, then.law)

    return of
