"""Local contact in any run: made when a hand is first armed to feel it, and felt then."""

import msgspec
import numpy as np

from haptics.forces.surroundings import DeferredContact
from haptics.role import build
from predictor.motion.stop import rest
from telemetry.agreed.force_settings import ForceSettings
from telemetry.agreed.hand_settings import HandSettings
from telemetry.drive.store import MemoryStore
from telemetry.life.contract import Send, Work, WorkDone
from telemetry.messages.acts import Lease
from telemetry.messages.force import HandForce
from telemetry.messages.handle import HandIntent, Steering
from tests.haptics.test_feeling import HOME, entry, seen, status
from tests.nominal_run import nominal_run
from tests.tell import tell

PLAIN, BILATERAL = Steering(), Steering(control="bilateral")
EVERYWHERE_M = 5.0  # beyond what is required: whatever there is, is near


class Desk:
    """The role of a run whose settings ask for no force, with a hand that presses."""

    def __init__(self):
        hand = HandSettings(force=ForceSettings(contact_from=EVERYWHERE_M))
        self.haptics = build(
            msgspec.structs.replace(nominal_run(), hand=hand), MemoryStore(), np.random.default_rng(1)
        )
        self.now_ns = 0
        tell(self.haptics, Lease(holder="console", until_ns=0), 0)

    def arm(self, steering):
        """Lead the arm by hand from now on, and return the works that this begins."""
        effects = []
        for told in (seen(HOME), status("rest"), status(), entry(rest(HOME), steering=steering)):
            effects += tell(self.haptics, told, self.now_ns)
        return [effect for effect in effects if isinstance(effect, Work)]

    def felt(self):
        """Press for 0.2 s, and return what the screens are told last."""
        told = []
        for _ in range(10):
            self.now_ns = self.haptics.due_ns
            pressed = HandIntent(p_handle=(0.0, 0.0, 0.0), speed=0.2, dead_man=True, at_ns=self.now_ns)
            for heard, who in ((pressed, "console"), (seen(HOME), "predictor")):
                tell(self.haptics, heard, self.now_ns, by=who)
            sent = [each.message for each in self.haptics.tick(self.now_ns) if isinstance(each, Send)]
            told += [message for message in sent if isinstance(message, HandForce)]
        return told[-1]


def test_who_never_feels_anything_waits_for_nothing():
    assert Desk().arm(PLAIN) == []


def test_contact_is_made_once_and_what_else_there_is_is_felt_meanwhile():
    desk = Desk()
    (work,) = desk.arm(BILATERAL)
    told = desk.felt()
    assert told.missing == ("contact",) and [share.why for share in told.asked] == ["delay"]
    assert desk.arm(BILATERAL) == [] and work.name == "contact"


def test_begun_before_it_is_made_it_is_not_felt():
    early = DeferredContact(lambda: None, required_m=0.03, from_m=0.05)
    early.start()
    assert not early.is_ready


def test_once_it_is_made_what_is_near_is_felt():
    desk = Desk()
    (work,) = desk.arm(BILATERAL)
    value = work.function(*work.arguments)
    assert desk.felt().missing == ("contact",)  # not before the role is told: a replay decides the same
    tell(desk.haptics, WorkDone(work.name, value), desk.now_ns)
    told = desk.felt()
    assert told.missing == () and [share.why for share in told.asked] == ["delay", "contact"]
    assert told.model.walls
