"""The one registry of reasons: why something did not happen, what caused it, and the way out.

A reason travels as its code; every screen, log and report shows the same line from here.
"""

from telemetry.agreed.limits import (
    ARM_FIRE_NS,
    DEAD_MAN_NS,
    ESCAPE_M_S,
    OPERATOR_NS,
    PREDICTOR_NS,
    QUIET_NS,
    RESUME_PATIENCE_NS,
    ROLL_BACKS,
    ROLL_BACKS_WITHIN_NS,
)
from telemetry.agreed.planning_reasons import PLANNING_LINES
from telemetry.agreed.reason_codes import Reason
from telemetry.agreed.run_settings import GATE_SILENT_PERIODS, NS_PER_S, SILENT_PERIODS

__all__ = ["Reason", "cause", "cure", "line"]


def _seconds(limit_ns: int) -> str:
    return f"{limit_ns / NS_PER_S:g} s"


_LINES: dict[Reason, tuple[str, str]] = {
    Reason.NOT_HOLDER: (
        "the authority lease is held by somebody else, or by nobody",
        "ask for the lease; HOLD takes it from a script",
    ),
    Reason.OPERATOR_SILENT: (
        f"no operator heartbeat for {_seconds(OPERATOR_NS)}",
        "check the console, then arm again",
    ),
    Reason.DEAD_MAN_RELEASED: ("the dead-man was released", "press it again and arm"),
    Reason.DEAD_MAN_NOT_PRESSED: ("the dead-man is not pressed", "release it, press it, then arm"),
    Reason.DEAD_MAN_STALE: (
        f"no handle sample for {_seconds(DEAD_MAN_NS)}",
        "check the handle, press the dead-man again and arm",
    ),
    Reason.OPERATOR_HOLD: ("HOLD was pressed", "resume when it is safe, then arm"),
    Reason.PERSON_HOLD: (
        "a person pressed HOLD, and only a person leaves it",
        "resume by `farhand resume` or at a console",
    ),
    Reason.HOLD_UNCONFIRMED: (
        "HOLD is on its way, and no report that can know of it has shown the latch",
        "wait for the latch in telemetry, then resume",
    ),
    Reason.DISARMED: ("the operator ended the arming", "arm again to go on"),
    Reason.WRONG_STATE: ("this act does not fit the present state", "wait for rest, or resume from the hold"),
    Reason.NO_CERTIFICATE: ("the plan has no certificate", "plan it again and have it verified"),
    Reason.CERTIFICATE_MISMATCH: (
        "a set-point is not the one that was certified",
        "plan again; reload both sides",
    ),
    Reason.STEERING_MISMATCH: (
        "a set-point of the hand is not led as the hand was armed",
        "choose how to steer, then arm again; reload both sides",
    ),
    Reason.NO_AXES: (
        "the axes in which the hand is to steer are no attitude",
        "give a unit quaternion with w >= 0",
    ),
    Reason.OTHER_LEASE: ("the plan was made before the lease was taken", "plan again, with the lease"),
    Reason.START_MISMATCH: (
        "the plan starts from another pose than the arm's",
        "plan again from the present pose",
    ),
    Reason.WORLD_CHANGED: (
        "what was certified or armed was for a world that has changed since",
        "plan or arm again",
    ),
    Reason.WORLD_UPDATED: (
        "in the world as it was confirmed, what has left comes too near or passes a limit",
        "look at the named pair, resume from the latch, then plan again or retreat",
    ),
    Reason.NO_SUCH_UPDATE: ("the world cannot be changed so", "see what is named, then propose anew"),
    Reason.NOTHING_PROPOSED: ("no such update waits to be confirmed", "propose it, then confirm just that"),
    Reason.NOT_QUIET: (
        f"a command is unconfirmed, or telemetry is not yet at the last pose for {_seconds(QUIET_NS)}",
        "wait until the arm is reported at rest",
    ),
    Reason.LATCHED: ("the spacecraft is latched", "resume first"),
    Reason.RESUME_PENDING: (
        "a resume is on its way",
        f"wait one round trip and {_seconds(RESUME_PATIENCE_NS)}",
    ),
    Reason.NOTHING_TO_CONFIRM: (
        "neither the on-board clock nor the delay has stepped by that much",
        "confirm the figure that the gate states",
    ),
    Reason.ROLLBACK_PAUSE: (
        f"{ROLL_BACKS} roll-backs within {_seconds(ROLL_BACKS_WITHIN_NS)}",
        "pause, look at the named pair, steer away from it",
    ),
    Reason.NOT_ARMED: ("FIRE names a command that is not armed", "arm it, look at what is armed, then fire"),
    Reason.FIRE_ALTERED: (
        "FIRE differs from what was armed",
        "look at what is armed; end the arming, or fire just that",
    ),
    Reason.ARM_REPLAYED: (
        "ARM names a number that is used or of another epoch",
        "arm anew, with the number that the gate's status announces",
    ),
    Reason.ARM_EXPIRED: (
        f"a critical command was not fired within {_seconds(ARM_FIRE_NS)} of its ARM",
        "arm it again",
    ),
    Reason.ALREADY_ARMED: ("a critical command is armed already", "fire it, or end its arming"),
    Reason.NEEDS_FIRE: ("the command is critical: one act does not give it", "arm it, then fire"),
    Reason.SECOND_PERSON: (
        "another person has to fire than who has armed, at another participant",
        "let somebody fire at a place of another role, or with another login",
    ),
    Reason.SCRIPT_FIRES: ("a script fires in a rehearsal alone", "let a person fire"),
    Reason.NO_SUCH_EQUIPMENT: (
        "the arm has no such joint or camera",
        "name a joint by its number, a camera by its name",
    ),
    Reason.VERDICT_MISSING: ("no verdict came in time", "check the predictor's load, then arm again"),
    Reason.VERDICT_UNSOUND: (
        "the predictor says ok against its own figures or another requirement",
        "restart the predictor, compare its margins, then arm again",
    ),
    Reason.PREDICTED_CONTACT: ("the move or its stop would touch", "steer away from the named pair and arm"),
    Reason.TOO_CLOSE: (
        "the move or its stop comes closer than required",
        "steer away from the named pair and arm",
    ),
    Reason.CONTACT_NOW: (
        "the arm is seen where touching cannot be excluded",
        "look at the named pair, find out why it is not as commanded, resume if held, "
        "retreat or arm to lead it away",
    ),
    Reason.INSIDE_MARGIN: (
        "the arm stands nearer than is required, so that no usual motion may begin",
        "retreat: by plan along what was executed, or by hand, slowly, away from it",
    ),
    Reason.CLEAR_AGAIN: (
        "the arm is as far from everything as is required",
        "a retreat is over: plan and arm as usual",
    ),
    Reason.RETREAT_TOO_FAST: (
        f"a retreat goes {1000.0 * ESCAPE_M_S:g} mm/s at most, at its fastest point and in its stop",
        "ask for less, or retreat by plan",
    ),
    Reason.NO_WAY_OUT: (
        "nothing that was executed leads out, nor does the way that gets clear most quickly",
        "retreat by hand, away from the named pair",
    ),
    Reason.LIMIT: ("a joint limit would be passed", "move away from the limit"),
    Reason.KEEP_OUT: (
        "the gate's own look finds the arm in a keep-out box",
        "steer away; compare both models",
    ),
    Reason.STEP_TOO_LARGE: (
        "the set-point is too far from the one before it",
        "re-index the handle, arm again",
    ),
    Reason.QUEUE_RAN_EMPTY: (
        "no set-point was there while the arm moved",
        "check the planner, then arm again",
    ),
    Reason.ENTRY_TOO_OLD: ("a queued set-point outlived its time", "arm again"),
    Reason.FILLING_TOO_LONG: (
        "no set-point could leave within the time for filling the queue",
        "check planner and predictor, then arm again",
    ),
    Reason.TICK_LATE: ("the gate's tick came too late", "check the machine's load, then arm again"),
    Reason.CONFIGURATION_MISMATCH: (
        "the predictor answered for another model",
        "reload both from one configuration",
    ),
    Reason.PREDICTOR_SILENT: (
        f"the predictor has been silent for {_seconds(PREDICTOR_NS)}",
        "wait for it to come back, then arm",
    ),
    Reason.BASE_ELSEWHERE: (
        "the platform is farther than its margin from where the arm takes it",
        "resume once it stays; plan again; if it happens again, correct the masses or widen base_m",
    ),
    Reason.JOINT_LOCKED: (
        "a joint stands still though it is commanded to move: it is locked",
        "resume from the latch, then plan what is left: that joint stays",
    ),
    Reason.JOINT_SLIPPING: (
        "a joint moves otherwise than commanded: its drive slips",
        "resume from the latch, then plan what is left: that joint stays",
    ),
    Reason.NOT_FOLLOWING: (
        "several joints are not where they were commanded, so that it is no joint that fails",
        "find out what they share (power, drives, telemetry), then resume and arm",
    ),
    Reason.TELEMETRY_STALE: ("telemetry is too old", "wait for telemetry, then arm again"),
    Reason.TIME_STEPPED: (
        "the on-board clock or the delay has stepped",
        "find out why, confirm it at rest (farhand confirm), press HOLD and resume to measure it, arm",
    ),
    Reason.RECORDER_UNHEALTHY: (
        "the recorder does not record",
        "free its disk or restart it, then arm again",
    ),
    Reason.RECORDS_MISSING: (
        "records do not reach the recorder",
        "check the machine's load and the named roles, then arm again",
    ),
    Reason.GATE_SILENT: (
        f"the gate has been silent for {GATE_SILENT_PERIODS} periods",
        "wait for the gate, then arm again",
    ),
    Reason.DATA_LIMIT: (
        "a value of telemetry that inhibits motion is beyond its hard limits, or stale",
        "find out why; once it is within them, resume and arm",
    ),
    Reason.STOP_UNKNOWN: (
        "the bridge has just started and knows no set-point that this stop follows",
        "the spacecraft stops by itself and latches: resume, then arm again",
    ),
    Reason.STOP_MISMATCH: (
        "the sample is not of the stop that the last set-point names",
        "the spacecraft stops by itself and latches: compare gate and bridge, then resume",
    ),
    Reason.NO_PASS: (
        "no pass with the spacecraft stands: it has not answered the start of one",
        "wait; if it stays away, look at the window, the keys and the spacecraft's port",
    ),
    Reason.NO_WINDOW: ("there is no contact window", "wait for the next window"),
    Reason.WINDOW_CLOSING: ("the window closes before the arm could be stopped", "finish in the next window"),
    Reason.QUEUE_FULL: ("the queue is full", "propose one set-point for each credit"),
    Reason.OUT_OF_SEQUENCE: ("the number does not follow the one before", "arm again"),
    Reason.RELEASE_LOG: ("the release log cannot be written", "free the disk, then arm again"),
    Reason.NUMBERS_UNKNOWN: (
        "its numbers are lost or its key has expired, so it commands no motion",
        "see its log; rotate the keys, in a rehearsal begin a new run",
    ),
    Reason.RESTARTED: ("the process has restarted", "arm again"),
    Reason.RECORDING_ENDED: (
        "the recording ends before the end of the command was known",
        "read what telemetry reports in the next pass",
    ),
    Reason.SETPOINT_MISSING: ("a set-point was not on board when its move began", "resume, plan again, arm"),
    Reason.GROUND_SILENT: (
        f"the spacecraft heard nothing for {SILENT_PERIODS} periods",
        "resume when the link is back",
    ),
    Reason.HOLD_COMMANDED: ("the spacecraft received HOLD", "resume when it is safe"),
    Reason.POWER_UP: ("the spacecraft starts latched", "resume"),
    Reason.LATCHED_OTHERWISE: ("the spacecraft is latched, by something else", "resume when it is safe"),
    Reason.PASS_STARTED: ("the ground has started a pass, anew if one went on", "resume"),
    Reason.OLD_NUMBER: (
        "the number is not newer than the last one",
        "nothing to do: a repeat or a stray packet",
    ),
    Reason.LATE: (
        "the set-point arrived after its move should have begun",
        "check delay and clock correlation",
    ),
    Reason.TOO_FAR_AHEAD: (
        "the set-point's move would begin later than the on-board buffer allows",
        "check delay and clock correlation, then resume",
    ),
    Reason.JUMP: (
        "the set-point is too far from the commanded state",
        "resume, plan again from the reported pose",
    ),
    Reason.POSE_MISMATCH: ("the resume names another pose than the arm's", "resume with the reported pose"),
    Reason.NO_GO: (
        "not everybody who is asked has said GO",
        "ask who has not, at the console that is named, then arm again",
    ),
    Reason.NOT_ASKED: (
        "the poll does not ask this participant",
        "whom it asks stands in `poll` of the scenario or station",
    ),
    Reason.MOVES_FOR_HOLDER: (
        "something moves, or is not confirmed at rest, under the authority of who holds it",
        "wait until the arm is confirmed at rest, or press HOLD, then take it over",
    ),
    Reason.STILL_MOVING: ("the arm is still stopping", "resume when it is reported at rest"),
    Reason.ONBOARD_LATCH: ("the spacecraft reports a hold", "read its reason, resume, plan again"),
    **PLANNING_LINES,
}


def cause(reason: Reason) -> str:
    """Return what happened, in one clause."""
    return _LINES[reason][0]


def cure(reason: Reason) -> str:
    """Return the way out, in one clause."""
    return _LINES[reason][1]


def line(reason: Reason) -> str:
    """Return the one line that every screen, log and report shows."""
    return f"{cause(reason)}; {cure(reason)}"
