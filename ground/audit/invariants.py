"""The invariants that a recording proves: what breaks each, and what has to be on record for it."""

from typing import Literal, NamedTuple

Need = Literal["gate", "settings", "limits", "log", "uplink"]


class Invariant(NamedTuple):
    """One of them."""

    number: int
    text: str
    rules: tuple[str, ...]  # of findings that break it
    needs: tuple[Need, ...] = ()  # beside the gate's lives and the settings of the run


INVARIANTS = (
    Invariant(
        1,
        "nothing leaves without a positive verdict for exactly this, or as a sample of the verified stop",
        ("verdict", "world", "configuration", "follows", "stop"),
        ("limits",),
    ),
    Invariant(5, "old, backward or future telemetry inhibits motion", ("telemetry",)),
    Invariant(
        6,
        "at most once and in order; a repeat is identical, and KEEP moves nothing",
        ("number", "up", "order"),
        ("uplink",),
    ),
    Invariant(7, "one release a period", ("pace",)),
    Invariant(8, "no backlog leaves after a stall", ("wait",)),
    Invariant(9, "a restart sends nothing again: a new epoch, disarmed", ("restart", "armed")),
    Invariant(
        11, "HOLD wins over motion, and only the holder of the authority leaves it", ("hold", "person")
    ),
    Invariant(12, "a bad verdict ends its epoch; one of an older epoch has no effect", ("roll-back",)),
    Invariant(13, "one configuration in entries, verdicts and releases", ("configuration",)),
    Invariant(
        14, "each set-point is within the limits from the one before it", ("limit", "stop"), ("limits",)
    ),
    Invariant(
        15, "after a flush the first set-point is a step from the rest", ("begin", "jump"), ("limits",)
    ),
    Invariant(16, "another world voids verdicts before the next release", ("world",)),
    Invariant(
        19,
        "only the holder of the lease moves the arm, and only with the GO of all who are polled",
        ("lease", "sender", "poll", "second person"),
    ),
    Invariant(20, "one end for each command, which never changes", ("one end", "end state", "confirmed")),
    Invariant(
        21, "what leaves was written before, and nothing moves unrecorded", ("written", "recorder"), ("log",)
    ),
    Invariant(
        23,
        "what is critical leaves by ARM, then FIRE of the same, by a second person where two are asked",
        ("fire", "second person"),
    ),
    Invariant(
        28,
        "after a hold on board nothing moves until the right resume",
        ("latched", "resume", "latch"),
        ("uplink",),
    ),
)

MISSING: dict[Need, str] = {
    "gate": "no life of the gate is on record",
    "settings": "what had to hold is not known",
    "limits": "the limits of the joints are not in the recording, or not in a form that the audit reads",
    "log": "what the gate wrote is not on record: an older version recorded it",
    "uplink": "what went up is not on record: its spacecraft is elsewhere, and an older version recorded it",
}

TRUSTED = (
    "the recorder wrote down what it was handed: nobody seals a recording",
    "each participant handed it all that it was given, in order: its own numbers show gaps, and no more",
    "times are those of each participant's clock",
    "what the bridge put on record as sent went up, where the spacecraft is not on record itself",
    "what the gate sent was received by somebody who is on record",
    "digests that are named are those of what was on disk: settings, model, records of the gate's log",
    "distances in verdicts are right: no geometry is computed again",
    "what the spacecraft reports is what it did",
)
