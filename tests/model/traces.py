"""Traces of the small model, drawn at random, with all that may go wrong; each tick is a `Happens`.

What is silent stays so for a while, and what people do suits the state, so that traces come far.
"""

import random
from collections.abc import Iterator

from tests.model import small_gate as gate
from tests.model.protocol import Happens, after, may_move
from tests.model.situation import (
    FAR,
    FILLING,
    HELD,
    PLAN,
    REST,
    RETREAT,
    STOPPING,
    TELEOP,
    Setup,
    Situation,
)

RESUMED = (Happens(act="go", by="b"), *[Happens()] * 2, Happens(act="resume"), *[Happens()] * 8)
SELDOM = (
    "hold",
    "disarm",
    "contact",
    "stray",
    "resume",
    "arm",
    "hand",
    "take over",
    "update",
    "new session",
    "go",
    "no go",
)
ACTS = (*SELDOM, "retreat", "retreat by hand")
CRITICAL = ("arm operation", "fire", "fire altered", "copied arm")
WINDOWS = (((0, FAR),), ((0, 30), (36, FAR)), ((0, 41), (50, FAR)))
SILENCES = {
    "consoles": (0.03, 0.3),
    "recorder": (0.01, 0.2),
    "predictor": (0.02, 0.3),
    "telemetry": (0.02, 0.2),
}


def setups(n_d: int) -> list[Setup]:
    """Return what traces are drawn for: an obstacle that comes near, and windows that close."""
    asks = (False, False, True)
    return [
        Setup(n_d=n_d, obstacles=(4, 2), windows=windows, poll=poll)
        for windows, poll in zip(WINDOWS, asks, strict=True)
    ]


def at_rest(setup: Setup) -> Situation:
    """Return a situation where something may be armed."""
    s = Situation(setup)
    for happens in RESUMED:
        s = after(s, happens)
    return s


class Drawer:
    """Draws what happens, tick by tick."""

    def __init__(self, seed: int) -> None:
        """Start with everybody there."""
        self.random = random.Random(seed)
        self.now = {"consoles": "a", "recorder": "healthy", "predictor": True, "telemetry": True}
        self.hand = "open"
        self.mood = self.random.choice(("", "", "", "", "", "none", "bad"))  # of the predictor
        self.speeds = (-1, 0, 1, 1, 1)
        self.is_critical = self.random.random() < 0.2  # commands without motion are armed, too

    def trace(self, s: Situation, ticks: int) -> Iterator[tuple[Happens, Situation]]:
        """Draw so many ticks from a situation on."""
        for _ in range(ticks):
            happens = self.happens(s)
            s = after(s, happens)
            yield happens, s

    def happens(self, s: Situation) -> Happens:
        """Draw what happens in the next tick."""
        chance, pick = self.random.random, self.random.choice
        self._silence()
        tick = pick(["full disk", "full disk", "crash"]) if chance() < 0.025 else ""
        ticks = pick((2, 3, 7, 42, 42)) if chance() < 0.015 else 1
        self.speeds = (-1, -1, -1, 0, 1) if s.is_inside else (-1, 0, 1, 1, 1)
        moves = chance() < 0.04 and may_move(s)
        act = "" if tick == "crash" else self._act(s)
        return Happens(
            **self.now,
            hand=self._hand(s),
            verdicts=self._verdicts(s),
            act=act,
            by="b" if act in ("go", "no go") or chance() < 0.05 or self.now["consoles"] == "b" else "a",
            plan=tuple(self._steps()),
            step=None if chance() < 0.04 else pick(self.speeds),
            world="moves" if moves else "ends motion" if chance() < 0.006 else "",
            link=pick(("lost", "twice")) if chance() < 0.06 else "",
            board="latches" if chance() < 0.006 else "",
            tick=tick,
            ticks=ticks,
        )

    def _silence(self) -> None:
        chance, pick = self.random.random, self.random.choice
        other = {"consoles": ("", "b", "ab", "ba"), "recorder": ("full", "silent")}
        usual = {"consoles": "a", "recorder": "healthy"}
        for name, (begins, ends) in SILENCES.items():
            if self.now[name] == usual.get(name, True):
                if chance() < begins:
                    self.now[name] = pick(other.get(name, (False,)))
            elif chance() < ends:
                self.now[name] = usual.get(name, True)

    def _hand(self, s: Situation) -> str:
        chance = self.random.random
        is_led = s.armed is not None and s.armed.source == "hand"
        if chance() < (0.04 if is_led else 0.3):
            self.hand = self.random.choice(("open", "pressed"))
        elif is_led:
            self.hand = "pressed"
        return "silent" if chance() < 0.06 else self.hand

    def _verdicts(self, s: Situation) -> str:
        drawn = self.random.random()
        if self.mood and drawn < (0.8 if self.mood == "none" else 0.5):
            return self.mood
        for most, which in ((0.76, "new"), (0.88, "none"), (0.9, "bad"), (0.92, "unsound")):
            if drawn < most:
                return which
        return str(self.random.randrange(max(1, len(s.sent))))

    def _act(self, s: Situation) -> str:
        chance, pick = self.random.random, self.random.choice
        if chance() < 0.07:
            return pick((*SELDOM, *CRITICAL))
        if s.setup.poll and not s.is_go and chance() < 0.3:
            return "go"
        if s.state == HELD and chance() < 0.6:
            return "resume"
        if self.is_critical and s.state == REST and chance() < 0.5:
            return self._critical_act(s)
        if s.state == REST and chance() < (0.6 if gate.is_quiet(s) else 0.1):
            return pick(
                ("retreat", "retreat by hand") if s.is_inside != (chance() < 0.05) else ("arm", "hand")
            )
        return ""

    def _critical_act(self, s: Situation) -> str:
        if s.critical:
            return self.random.choice(("fire", "fire", "fire", "fire altered", "copied arm", ""))
        return self.random.choice(("arm operation", "arm operation", "copied arm", "fire"))

    def _steps(self) -> list[int]:
        return self.random.choices(self.speeds, k=self.random.randrange(1, 6))


ACTIONS = (
    *(f"act {act}" for act in (*ACTS, *CRITICAL)),
    *(f"consoles {those}" for those in ("", "b", "ab", "ba")),
    *(f"hand {hand}" for hand in ("pressed", "silent")),
    *(f"recorder {health}" for health in ("full", "silent")),
    *(f"verdicts {which}" for which in ("none", "bad", "unsound", "old")),
    *(f"link {fault}" for fault in ("lost", "twice")),
    *(f"world {change}" for change in ("moves", "ends motion")),
    *(f"{name} False" for name in ("predictor", "telemetry")),
    *("board latches", "tick full disk", "tick crash", "late tick", "the lease ends", "b holds the lease"),
    *("motion leaves", "stop leaves", "resume leaves", "a command is fired", "the spacecraft latches"),
    *(f"to {state}" for state in (REST, FILLING, PLAN, TELEOP, RETREAT, STOPPING, HELD) if state != STOPPING),
)


def features(before: Situation, happens: Happens, then: Situation) -> Iterator[str]:
    """Yield what a tick goes through, in the words of `ACTIONS`."""
    usual = Happens()._asdict()
    for name, value in happens._asdict().items():
        if name == "ticks" and value > 1:
            yield "late tick"
        elif name not in ("by", "plan", "step") and value != usual[name]:
            yield f"{name} {'old' if str(value).isdigit() else value}"
    facts = {
        f"to {then.state}": then.state != before.state,
        f"{then.left_kind} leaves": then.left is not None,
        "resume leaves": then.resumed is not None,
        "a command is fired": then.fired is not None,
        "the spacecraft latches": then.is_latched and not before.is_latched,
        "the lease ends": before.holder and not then.holder and happens.tick != "crash",
        f"{then.holder} holds the lease": then.holder and before.holder != then.holder,
    }
    yield from (fact for fact, is_so in facts.items() if is_so)


def brief(happens: Happens) -> str:
    """Return what is not nominal in a tick."""
    usual = Happens()._asdict()
    return ", ".join(f"{name} {value!r}" for name, value in happens._asdict().items() if value != usual[name])
