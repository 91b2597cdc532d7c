"""What a fault makes happen, which then is no finding of its own: holds, silence, and limits that are broken.

A fault of one participant explains beside its own (`Explained`) that for which motion is held without it.
"""

from typing import NamedTuple

from telemetry.agreed.reasons import Reason


class Explained(NamedTuple):
    """What a fault makes happen, which is no finding of its own then; {}: the participant that it befalls."""

    words: str
    holds: frozenset[Reason] = frozenset()  # beside those for which motion is held without the participant
    silences: bool = False  # nothing comes from space while it lasts
    retimes: bool = False  # reports are not believed until they agree on the new time
    breaks: frozenset[str] = frozenset()  # what it puts beyond limits of data checks; a message: it is stale
    delays: str = ""  # the participant that does and says less than it should
    kills: bool = False  # it dies by it


OF_THE_LINK = frozenset({Reason.SETPOINT_MISSING, Reason.GROUND_SILENT, Reason.LATE})
RETIMED = OF_THE_LINK | {Reason.TIME_STEPPED, Reason.TELEMETRY_STALE, Reason.TOO_FAR_AHEAD}
OF_JOINT = frozenset({Reason.JOINT_LOCKED, Reason.JOINT_SLIPPING})
OF_DATA = frozenset({Reason.DATA_LIMIT})
OF_MOTION = frozenset({Reason.QUEUE_RAN_EMPTY, Reason.ENTRY_TOO_OLD, Reason.FILLING_TOO_LONG})
OF_WORLD = OF_MOTION | {Reason.WORLD_UPDATED, Reason.VERDICT_MISSING, Reason.WORLD_CHANGED}
OF_STOP = frozenset({Reason.STOP_UNKNOWN, Reason.STOP_MISMATCH})
# Why motion is held while somebody is away, late or back without what it knew.
HOLDS_WITHOUT: dict[str, frozenset[Reason]] = {
    "bridge": OF_THE_LINK | OF_STOP | {Reason.TELEMETRY_STALE, Reason.RESTARTED},
    "space_segment": OF_THE_LINK | {Reason.TELEMETRY_STALE, Reason.TIME_STEPPED, Reason.POWER_UP},
    "predictor": OF_MOTION | {Reason.PREDICTOR_SILENT, Reason.VERDICT_MISSING, Reason.WORLD_CHANGED},
    "planner": OF_MOTION | {Reason.OUT_OF_SEQUENCE, Reason.NO_REMAINDER},
    "haptics": OF_MOTION | {Reason.DEAD_MAN_STALE, Reason.DEAD_MAN_RELEASED},
    "operator": frozenset({Reason.OPERATOR_SILENT, Reason.DEAD_MAN_STALE, Reason.DEAD_MAN_RELEASED}),
    "recorder": frozenset({Reason.RECORDER_UNHEALTHY, Reason.RECORDS_MISSING}),
}
HOLDS_WITHOUT |= dict.fromkeys(("console", "console-2", "console-3", "device"), HOLDS_WITHOUT["operator"])
OF_ANYBODY = frozenset[Reason]().union(
    *HOLDS_WITHOUT.values(), {Reason.GATE_SILENT, Reason.TICK_LATE, Reason.OUT_OF_SEQUENCE}
)
HOLDS_WITHOUT["gate"] = OF_ANYBODY  # to one that was away itself, everybody was silent
OF_OTHER_TIME = OF_ANYBODY | RETIMED | {Reason.NOT_FOLLOWING, Reason.START_MISMATCH}
OF_STORE = frozenset({Reason.RELEASE_LOG, Reason.RECORDER_UNHEALTHY, Reason.RECORDS_MISSING})
TO_SPACE = ("bridge", "space_segment")  # without whom nothing comes from there
CHECKS_DATA = "bridge"  # whose own trouble alone puts what it checks beyond limits
STALE = frozenset({"Telemetry"})


def of_participant(explained: Explained, participant: str) -> Explained:
    """Return what a fault makes happen that befalls this participant."""
    return Explained(
        words=explained.words.format(participant.replace("_", " ")),
        holds=explained.holds | HOLDS_WITHOUT.get(participant, frozenset()),
        silences=explained.silences and participant in TO_SPACE,
        retimes=explained.retimes,
        breaks=explained.breaks if participant == CHECKS_DATA else frozenset(),
        delays=explained.delays.format(participant),
        kills=explained.kills,
    )
