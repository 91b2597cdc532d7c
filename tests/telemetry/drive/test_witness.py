"""The witness of a run in virtual time: what it sees, and when."""

from telemetry.drive.seams import LifeChange, LifeChanges
from telemetry.drive.virtual_time import Timing, VirtualTime
from telemetry.drive.witness import Witness
from telemetry.life.contract import NEVER_NS, Persist, RoleSpec, Send
from telemetry.messages.handle import HandIntent

LAN_NS = 1_000
SAID = HandIntent(p_handle=(0.1, 0.0, 0.0), speed=0.1, dead_man=True)


class OnceSaying:
    """A role that says, or writes, one thing at its first tick."""

    def __init__(self, effect):
        self.due_ns, self._effect = (0 if effect else NEVER_NS), effect

    def receive(self, message, sender, now_ns):
        return []

    def tick(self, now_ns):
        self.due_ns = NEVER_NS
        return [self._effect]


def build(settings, store, rng):
    return OnceSaying(settings)


class Notes(Witness):
    def __init__(self):
        self.seen = []

    def on_sent(self, at_ns, sender, message):
        self.seen.append((at_ns, "sent", sender, message))

    def on_received(self, at_ns, receiver, message, *, sender):
        self.seen.append((at_ns, "received", receiver, sender, message))

    def on_persisted(self, at_ns, participant, effect):
        self.seen.append((at_ns, "persisted", participant, effect))

    def on_started(self, at_ns, participant, *, keeps_store):
        self.seen.append((at_ns, "started", participant, keeps_store))


def seen(*roles, changes=()):
    specs = [RoleSpec(name, f"{__name__}:build", effect) for name, effect in roles]
    driver = VirtualTime(specs, seed=1, timing=Timing(lan_ns=LAN_NS))
    driver.witness = Notes()
    driver.run(until_ns=10_000)
    driver.kill_and_start(LifeChanges(changes), 20_000)
    return driver.witness.seen


def test_a_message_is_seen_as_it_leaves_and_as_it_comes_with_who_said_it():
    assert seen(("operator", Send(SAID)), ("haptics", None)) == [
        (0, "sent", "operator", SAID),
        (LAN_NS, "received", "haptics", "operator", SAID),
    ]


def test_what_is_durable_is_seen():
    kept = Persist("log", b"one")
    assert seen(("gate", kept)) == [(0, "persisted", "gate", kept)]


def test_a_role_that_starts_again_is_seen_with_whether_it_knows_what_it_had_stored():
    ends = LifeChange(11_000, "haptics", begins=False)
    back = LifeChange(12_000, "haptics", begins=True, keeps_store=False)
    assert seen(("haptics", None), changes=(ends, back)) == [(12_000, "started", "haptics", False)]
