"""A person in a virtual run: does acts at stated times, as the console or a command would."""

from telemetry.life.contract import NEVER_NS, RoleSpec, Send

S = 1_000_000_000


class Person:
    """Says each message when its time has come, and keeps the gate's answers."""

    def __init__(self, acts):
        self._acts = sorted(acts, key=lambda act: act[0])

    @property
    def due_ns(self):
        return round(self._acts[0][0] * S) if self._acts else NEVER_NS

    def receive(self, message, sender, now_ns):
        return ()

    def tick(self, now_ns):
        return (Send(self._acts.pop(0)[1]),)


def build(settings, store, rng):
    return Person(settings)


def person(role, *acts):
    """A role that does these acts: (at [s], message)."""
    return RoleSpec(role, f"{__name__}:build", acts)
