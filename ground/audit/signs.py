"""Signs of life that motion needs: telemetry, operator, hand, recorder, predictor (invariants 5, 21)."""

import math

from ground.audit.account import Account
from ground.audit.law import (
    FILLING_PERIODS,
    PREDICTOR_NS,
    QUIET_RAD,
    SECOND,
    SILENT_NS,
    SLACK_NS,
    STALE_NS,
    STEPPED_NS,
    Body,
)

ARMED_STATES = ("filling", "plan", "teleop", "retreat")
REFUSED = "refused"  # by the bridge
RECENT = 20  # reports
NEVER_NS = -1000 * SECOND
HELD_NS = 2 * SECOND  # for which a clock is believed, until another one has to be confirmed
DRIFT = 1e-4  # seconds each second that a clock may gain or lose
RULES = {"telemetry": "telemetry", "recorder": "recorder"}  # all others: sign


class SignsAudit:
    """The account of who lives."""

    def __init__(self, account: Account) -> None:
        """Begin with no sign of anybody."""
        self._account = account
        self._sampled_ns: int | None = None
        self._ahead_ns: int | None = None  # stamps of reports before the instants of their receipt
        self._since_ns = self._believed_ns = 0  # first and last receipt by this clock
        self._doubted_ns: int | None = None  # since when no report is by it, or newer

    def on_restart(self, at_ns: int, *, keeps_store: bool) -> None:
        """Forget the newest report."""
        self._sampled_ns = None

    def on_heard_OperatorBeat(self, at_ns: int, body: Body, sender: str) -> None:
        """Count only the holder's."""
        if self._account.has_lease(sender, at_ns):
            self._account.last_heard_ns["operator"] = at_ns

    def on_heard_HandleSample(self, at_ns: int, body: Body, sender: str) -> None:
        """Take the dead-man."""
        self._account.last_heard_ns["hand"], self._account.is_pressed = at_ns, body["dead_man"]

    def on_heard_RecorderHealth(self, at_ns: int, body: Body, sender: str) -> None:
        """Take whether what happens is recorded."""
        self._account.last_heard_ns["recorder"], self._account.is_recording = at_ns, body["healthy"]

    def on_heard_Beat(self, at_ns: int, body: Body, sender: str) -> None:
        """Count the predictor's."""
        if body["role"] == "predictor":
            self._account.last_heard_ns["predictor"] = at_ns

    def on_heard_World(self, at_ns: int, body: Body, sender: str) -> None:
        """Count it as a beat."""
        self._account.last_heard_ns["predictor"] = at_ns

    def on_heard_Verdict(self, at_ns: int, body: Body, sender: str) -> None:
        """Count it as a beat."""
        self._account.last_heard_ns["predictor"] = at_ns

    def on_heard_Telemetry(self, at_ns: int, body: Body, sender: str) -> None:
        """Take a report, if it is one of this arm and newer than the last."""
        account = self._account
        account.reported_poses = (*account.reported_poses[-RECENT:], tuple(body["hold_q"]))
        if not self._is_report(at_ns, body):
            return
        self._sampled_ns, account.on_board = body["sampled_ns"], body
        account.last_heard_ns["telemetry"] = at_ns
        executed = body["executed_epoch"], body["executed"]
        is_refused = body["latched"]  # what is on its way will be
        account.unconfirmed = [] if is_refused else [each for each in account.unconfirmed if each > executed]
        is_done = not account.unconfirmed and (body["mode"] == "ready" or self._is_where_commanded(body))
        account.confirmed_ns = (account.confirmed_ns or at_ns) if is_done else None

    def _is_where_commanded(self, body: Body) -> bool:
        """Return whether an arm stands at the last set-point or resume; a latched one, where it is held."""
        here = body["q"]
        there = body["hold_q"] if body["mode"] == "latched" else self._account.commanded_q
        off = (abs(a - b) for a, b in zip(here, there, strict=True))
        return len(here) == len(there) and max(off, default=math.inf) <= QUIET_RAD

    def on_heard_BridgeReport(self, at_ns: int, body: Body, sender: str) -> None:
        """Take that a set-point stays on the ground."""
        account, number = self._account, (body["epoch"], body["seq"])
        if body["state"] == REFUSED and not body.get("kind"):
            account.unconfirmed = [each for each in account.unconfirmed if each != number]

    def _is_report(self, at_ns: int, body: Body) -> bool:
        """Return whether a report is of this arm, newer than the last, and not from the future."""
        bounds = self._account.law.bounds
        is_of_arm = bounds is None or len(body["hold_q"]) == len(bounds.q_min)
        return is_of_arm and self._is_timely(at_ns, body["sampled_ns"])

    def _is_timely(self, at_ns: int, sampled_ns: int) -> bool:
        ahead_ns = sampled_ns - at_ns
        if self._ahead_ns is None:
            self._ahead_ns, self._since_ns, self._believed_ns = ahead_ns, at_ns, at_ns
        is_newer = self._sampled_ns is None or sampled_ns > self._sampled_ns
        if is_newer and ahead_ns <= self._ahead_ns + STEPPED_NS:
            most_ns = DRIFT * (at_ns - self._believed_ns)
            self._ahead_ns += round(min(max(ahead_ns - self._ahead_ns, -most_ns), most_ns))
            self._believed_ns, self._doubted_ns = at_ns, None
            return True
        self._doubted_ns = at_ns if self._doubted_ns is None else self._doubted_ns
        if self._believed_ns - self._since_ns >= HELD_NS or at_ns - self._doubted_ns < HELD_NS:
            return False
        self._forget_clock()  # what was not held for so long was none
        return self._is_timely(at_ns, sampled_ns)

    def _forget_clock(self) -> None:
        self._sampled_ns = self._ahead_ns = self._doubted_ns = None

    def on_sent_ActReply(self, at_ns: int, body: Body) -> None:
        """Take another clock, or another delay, that a person has confirmed."""
        if body["act"] == "Confirm" and body["accepted"]:
            self._forget_clock()

    def on_sent_GateStatus(self, at_ns: int, body: Body) -> None:
        """Judge an arming that goes on: a sign that ended, or a filling that does not, ends it."""
        account = self._account
        account.status_ns = at_ns
        if body["state"] not in ARMED_STATES or account.armed is None:
            return
        period_ns = account.law.period_ns
        late_ns = period_ns + SLACK_NS + account.write_ns(at_ns)
        for sign, age_ns, limit_ns in self._ages(at_ns):
            if age_ns > limit_ns + late_ns:
                text = f"still armed {age_ns / 1e6:.0f} ms after the last of {sign}"
                account.find(at_ns, RULES.get(sign, "sign"), text)
        fills_ns = (account.law.depth + FILLING_PERIODS) * period_ns
        if body["state"] == "filling" and at_ns - account.armed.at_ns > fills_ns + late_ns:
            account.find(at_ns, "filling", "the queue fills, and fills")

    def on_sent_Motion(self, at_ns: int, body: Body) -> None:
        """Judge whether all lived that a set-point needs as it leaves."""
        account, point = self._account, body["set_point"]
        number = point["epoch"], point["seq"]
        if point["kind"] != "motion":
            return
        if account.armed and account.armed.act == "ArmTeleop" and not account.is_pressed:
            account.find(at_ns, "sign", f"{number} left with the dead-man released")
        if not account.is_recording:
            account.find(at_ns, "recorder", f"{number} left while the recorder does not record")
        for sign, age_ns, limit_ns in self._ages(at_ns):
            if age_ns > limit_ns + SLACK_NS + account.write_ns(at_ns):
                text = f"{number} left {age_ns / 1e6:.0f} ms after the last of {sign}"
                account.find(at_ns, RULES.get(sign, "sign"), text)
        if account.on_board and account.on_board["latched"]:
            account.find(at_ns, "latched", f"{number} left while telemetry says latched")

    def _ages(self, at_ns: int) -> list[tuple[str, int, int]]:
        """Return (sign of life, age, limit) of all that motion needs."""
        account = self._account
        limits = {
            "telemetry": account.law.stale_ns,
            "operator": SILENT_NS,
            "recorder": STALE_NS,
            "predictor": PREDICTOR_NS,
        }
        if account.armed and account.armed.act == "ArmTeleop":
            limits["hand"] = SILENT_NS
        heard = account.last_heard_ns
        return [(sign, at_ns - heard.get(sign, NEVER_NS), limit) for sign, limit in limits.items()]
