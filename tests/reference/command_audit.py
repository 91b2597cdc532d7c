"""Plain audit of what crossed the bus: may each release have left?  Imports nothing of the project.

It is told what an outside observer sees, as plain maps, in order of time:

    sent(at_ns, sender, kind, body)       once for each message
    heard(at_ns, role, kind, body)        for each receiver to which it came
    restarted(at_ns, role)                a role was killed and started again

and keeps its own account of lease, arming, holds, verdicts, chain and stop.  What is wrong stands in
`findings`: (at_ns, rule, text).
"""

import hashlib
from dataclasses import dataclass

import msgpack

from tests.reference.plain_motion import broken_limits
from tests.reference.plain_stop import arm_stop

SECOND = 1_000_000_000
SILENT_NS = 300_000_000  # operator, dead-man
PREDICTOR_NS = 500_000_000
STALE_NS = SECOND  # telemetry, recorder
LEASE_NS = 10 * SECOND
STEPPED_NS = 300_000_000
RECENT = 20  # reports
SLACK_NS = 1_000_000
SAME = 1e-6  # of two poses [rad], rates and accelerations
ARMS = ("ArmPlan", "ArmTeleop")
ARMED = ("filling", "plan", "teleop", "retreat")  # states of the gate
FILLING_PERIODS = 8  # beyond the depth, until the first release
REPEATED_NS = 30 * SECOND  # a HOLD by the bridge
QUIET_NS = SECOND  # nothing unconfirmed for so long before a plan is armed
ENDS = ("confirmed", "cancelled", "rolled back", "expired", "refused", "lost")


def leads_out(verdict):
    """Whether the figures of a verdict on a way out are those of the rule: 1 mm, 10 mm/s."""
    found = verdict.get("escape")
    return bool(found) and found["fallen"] <= 0.001 and 0.0 <= found["speed"] <= 0.010


@dataclass(frozen=True, kw_only=True)
class Law:
    """What the audit is told beforehand of the run."""

    period_ns: int
    depth: int
    required_m: float
    configuration: bytes
    q_min: tuple
    q_max: tuple
    qd_max: tuple
    qdd_max: tuple
    qddd_max: tuple
    script: str = "operator"  # the participant that is no person
    asks: str = "gate"  # for HOLD in its own name, and is none either


def digest(*parts):
    """First 16 bytes of SHA-256 over the parts, each preceded by its length."""
    return hashlib.sha256(b"".join(len(part).to_bytes(4, "big") + part for part in parts)).digest()[:16]


def state_of(body):
    """(q, qd, qdd) of a set-point or state."""
    return tuple(body["q"]), tuple(body["qd"]), tuple(body["qdd"])


def are_same(one, other):
    """Whether two states are the same pose, rates and accelerations."""
    return all(
        len(a) == len(b) and all(abs(x - y) <= SAME for x, y in zip(a, b, strict=True))
        for a, b in zip(one, other, strict=True)
    )


def is_rest(state):
    """Whether nothing moves."""
    return not any(state[1]) and not any(state[2])


class Audit:
    """The account, and what was found."""

    def __init__(self, law, write_ns=lambda at_ns: 0, gate_ns=lambda at_ns: at_ns):
        """Begin before the first message.

        `write_ns` tells how long the gate's disk takes for a record, `gate_ns` what the gate's clock shows.
        """
        self.law, self.findings, self.released = law, [], 0
        self._write_ns = write_ns  # a release is decided before its record, and leaves after it
        self._gate_ns = gate_ns  # nobody can keep a distance that his own clock does not show
        self.holder, self.lease_until_ns = "", 0
        self.armed = None  # (act, participant, at_ns)
        self.speaker = ""  # who has said what is heard now
        self.last_heard_ns = {}  # sign of life -> at_ns
        self.healthy, self.pressed, self.world, self.sampled_ns = False, False, None, None
        self.on_board = None  # newest telemetry of the gate
        self.told = ()  # poses that the newest reports name, whatever their clock says
        self.ahead_ns = None  # stamps of reports before the instants of their receipt
        self.held_by = None  # who pressed the HOLD that no resume has followed
        self.person_holds = False
        self.presses = set()  # that this life of the gate has heard of
        self.entries, self.chains, self.queued_ns, self.verdicts = {}, {}, {}, {}
        self.retreats = set()  # numbers that were armed as a way out
        self.last, self.last_ns = None, None
        self.last_number = self.last_point = (0, 0)  # of all that left; of set-points alone
        self.stop = []  # samples that may leave now
        self.sent_points, self.resumes, self.ended = {}, [], {}
        self.unfinished = {}  # number -> (has it left, since when)
        self.said_ns = 0  # the newest word of the gate
        self.quick = False  # the hand may be armed again before all is confirmed
        self.confirmed_ns = None  # since when telemetry shows the last release executed, at rest

    def find(self, at_ns, rule, text):
        """Note that a rule was broken."""
        self.findings.append((at_ns, rule, text))

    def sent(self, at_ns, sender, kind, body):
        """Take what a role said."""
        does = getattr(self, f"_{sender}_says_{kind}", None)
        if does:
            does(at_ns, body)

    def heard(self, at_ns, role, kind, body, speaker):
        """Take what came to a role, and who has said it."""
        self.speaker = speaker
        does = getattr(self, f"_{role}_hears_{kind}", None)
        if does:
            does(at_ns, body)

    def restarted(self, at_ns, role, keeps_store=True):
        """Take that a role lost what it held."""
        if role == "gate":
            self.person_holds = self.person_holds and keeps_store
            self.presses = set()
            self.armed, self.holder = None, ""
            self.stop, self.chains, self.verdicts = [], {}, {}
            self.last_heard_ns, self.world, self.sampled_ns = {}, None, None
            self.healthy = self.pressed = False

    def judge_confirmed(self, executed, at_ns):
        """Judge what was told as confirmed by what the spacecraft has executed."""
        for (kind, *number), state in self.ended.items():
            if kind in ("motion", "stop") and state == "confirmed" and tuple(number) not in executed:
                self.find(at_ns, "confirmed", f"{kind} {tuple(number)} was told as confirmed, never executed")

    def judge_unfinished(self, patience_ns):
        """Judge what has no end though the gate has spoken for so long after: each command has one."""
        queue_ns = (self.law.depth + FILLING_PERIODS + 3) * self.law.period_ns
        for (kind, *number), (has_left, since_ns) in self.unfinished.items():
            limit_ns = queue_ns if not has_left else patience_ns + (REPEATED_NS if kind == "hold" else 0)
            if self.said_ns - since_ns > limit_ns:
                self.find(self.said_ns, "one end", f"{kind} {tuple(number)} has had no end for too long")

    # what the gate hears

    def _gate_hears_LeaseRequest(self, at_ns, body):
        who = self.speaker
        if who == self.law.script and self.person_holds:
            return
        if self.holder in ("", who) or at_ns >= self.lease_until_ns:
            if self.holder != who:
                self.last_heard_ns.pop("operator", None)
            self.holder, self.lease_until_ns = who, at_ns + LEASE_NS

    def _gate_hears_OperatorBeat(self, at_ns, body):
        if self.speaker == self.holder and at_ns < self.lease_until_ns:
            self.last_heard_ns["operator"] = at_ns

    def _gate_hears_HandleSample(self, at_ns, body):
        self.last_heard_ns["hand"], self.pressed = at_ns, body["dead_man"]

    def _gate_hears_RecorderHealth(self, at_ns, body):
        self.last_heard_ns["recorder"], self.healthy = at_ns, body["healthy"]

    def _gate_hears_Beat(self, at_ns, body):
        if body["role"] == "predictor":
            self.last_heard_ns["predictor"] = at_ns

    def _gate_hears_World(self, at_ns, body):
        self.last_heard_ns["predictor"], self.world = at_ns, body["version"]

    def _gate_hears_Verdict(self, at_ns, body):
        self.last_heard_ns["predictor"] = at_ns
        self.verdicts.setdefault((body["epoch"], body["seq"]), []).append(body)

    def _gate_hears_Telemetry(self, at_ns, body):
        self.told = (*self.told[-RECENT:], body["hold_q"])
        if self._is_report(at_ns, body):
            self.sampled_ns, self.on_board = body["sampled_ns"], body
            self.last_heard_ns["telemetry"] = at_ns
            if body["latched"]:
                self.last_point = (0, 0)  # what is on its way will be refused
            done = (body["executed_epoch"], body["executed"]) >= self.last_point and body["mode"] == "ready"
            self.confirmed_ns = (self.confirmed_ns or at_ns) if done else None

    def _is_report(self, at_ns, body):
        """Whether a report is of this arm, newer than the last, and not from the future."""
        ahead_ns = body["sampled_ns"] - at_ns
        self.ahead_ns = ahead_ns if self.ahead_ns is None else self.ahead_ns
        is_newer = self.sampled_ns is None or body["sampled_ns"] > self.sampled_ns
        is_possible = ahead_ns <= self.ahead_ns + STEPPED_NS and len(body["hold_q"]) == len(self.law.q_min)
        return is_newer and is_possible

    def _gate_hears_BridgeReport(self, at_ns, body):
        """The bridge tells of a press that a gate may not have heard itself."""
        press = body["hold"]
        if press is None or _press(press) in self.presses:
            return
        if press["actor"] == self.law.asks:
            self.presses.add(_press(press))  # its own, which it has told the bridge
        else:
            self._gate_hears_HoldCommand(at_ns, press)

    def _gate_hears_HoldCommand(self, at_ns, body):
        self.presses.add(_press(body))
        self.held_by, self.armed = body["actor"], None
        if body["actor"] != self.law.script:
            self.person_holds = True
            self.holder = "" if self.holder == self.law.script else self.holder

    # what the gate says

    def _gate_says_ActReply(self, at_ns, body):
        if not body["accepted"]:
            if body["act"] in ARMS and body["reason"] == "release_log":
                self.armed = None
            return
        if body["act"] in ("ArmPlan", "ArmTeleop", "ResumeAct", "Disarm", "Confirm"):
            self._acted(at_ns, body)

    def _acted(self, at_ns, body):
        act, who = body["act"], body["to"]
        is_person = who != self.law.script
        if (who != self.holder or at_ns >= self.lease_until_ns) and act != "Confirm":
            self.find(at_ns, "lease", f"{act} of {who!r} was taken, the lease is {self.holder!r}'s")
        if act == "ResumeAct" and self.person_holds:
            if not is_person:
                self.find(at_ns, "person", "the script resumes from a person's HOLD")
            self.person_holds = False
        if act in ARMS:
            if self.held_by is not None:
                self.find(
                    at_ns, "hold", f"{act} was taken, and no resume followed the HOLD of {self.held_by}"
                )
            self.armed = (act, who, at_ns)
            since_ns = at_ns if self.confirmed_ns is None else self.confirmed_ns
            if act == "ArmPlan" and at_ns - since_ns < QUIET_NS - SLACK_NS:
                self.find(
                    at_ns, "quiet", f"a plan was armed {(at_ns - since_ns) / 1e6:.0f} ms after the rest"
                )
        if act == "Disarm":
            self.armed = None

    def _gate_says_GateStatus(self, at_ns, body):
        """Whoever is armed is watched: a sign that ended, or a filling that does not, ends the arming."""
        self.said_ns = at_ns
        if body["state"] not in ARMED or self.armed is None:
            return
        late_ns = self.law.period_ns + SLACK_NS + self._write_ns(at_ns)
        for sign, age_ns, limit_ns in self._ages(at_ns):
            if age_ns > limit_ns + late_ns:
                self.find(at_ns, "sign", f"still armed {age_ns / 1e6:.0f} ms after the last of {sign}")
        fills_ns = (self.law.depth + FILLING_PERIODS) * self.law.period_ns
        if body["state"] == "filling" and at_ns - self.armed[2] > fills_ns + late_ns:
            self.find(at_ns, "filling", "the queue fills, and fills")

    def _gate_says_HoldNotice(self, at_ns, body):
        self.armed, self.quick = None, body["reason"] == "dead_man_released"

    def _gate_says_RollBack(self, at_ns, body):
        self.armed, self.quick = None, True

    def _gate_says_ResumeCommand(self, at_ns, body):
        self.held_by = None
        self.resumes.append(body)
        if not any(are_same((told,), (body["q"],)) for told in self.told):
            self.find(at_ns, "resume", "a resume names another pose than the one reported")
        if body["epoch"] <= self.last_number[0]:
            self.find(at_ns, "resume", f"a resume of epoch {body['epoch']}, used already")
        self.last_number = (body["epoch"], 0)

    def _gate_says_CommandChanges(self, at_ns, body):
        self.said_ns = at_ns
        for number in [number for number in self.unfinished if number[1] < body["first_epoch"]]:
            self.ended[number] = "ended with its gate"
            del self.unfinished[number]
        for change in body["changes"]:
            number = (change["kind"], change["epoch"], change["seq"])
            if number in self.ended:
                self.find(at_ns, "end state", f"{number} was {self.ended[number]}, then {change['state']}")
            if change["state"] in ENDS:
                self.ended[number] = change["state"]
                self.unfinished.pop(number, None)
            elif number not in self.unfinished or change["state"] == "released":
                self.unfinished[number] = (change["state"] == "released", at_ns)

    def _gate_says_Queued(self, at_ns, body):
        entry, previous = body["entry"], body["previous"]
        number = (entry["epoch"], entry["seq"])
        before = self.chains.get((number[0], number[1] - 1))
        if number[1] == 1:
            before = digest(digest(_packed(previous)), number[0].to_bytes(8, "big"))
        if before is None:
            return
        self.chains[number] = digest(before, digest(_packed(previous)), _packed(entry), body["configuration"])
        self.entries[number] = (state_of(entry["state"]), state_of(previous))
        self.queued_ns.setdefault(number, at_ns)
        if body.get("retreat"):
            self.retreats.add(number)

    def _gate_says_Motion(self, at_ns, body):
        point = body["set_point"]
        number, state = (point["epoch"], point["seq"]), state_of(point)
        self.released += 1
        self._check_number(at_ns, number, point)
        self._check_pace(at_ns, number)
        if point["kind"] == "motion":
            self._check_motion(at_ns, number, state)
            self.stop = arm_stop(*state, self.law.qdd_max, self.law.qddd_max, self.law.period_ns / SECOND)
        else:
            self._check_stop(at_ns, number, state)
        self.last, self.last_ns = state, at_ns
        self.last_number = self.last_point = number
        self.confirmed_ns = None

    # what the bridge sends up

    def _bridge_says_Motion(self, at_ns, body):
        for point in (body["set_point"], body["repeat"]):
            self._check_up(at_ns, point)

    def _bridge_says_Keep(self, at_ns, body):
        self._check_up(at_ns, body["repeat"])

    def _bridge_says_ResumeCommand(self, at_ns, body):
        if body not in self.resumes:
            self.find(at_ns, "up", f"a resume of epoch {body['epoch']} went up that the gate had not said")

    def _check_up(self, at_ns, point):
        if point is not None and self.sent_points.get((point["epoch"], point["seq"])) != point:
            number = (point["epoch"], point["seq"])
            self.find(at_ns, "up", f"{number} went up, and the gate had not released it so")

    # rules of a release

    def _check_number(self, at_ns, number, point):
        if number <= self.last_number:
            self.find(at_ns, "number", f"{number} left after {self.last_number}")
        if number[1] != 1 and number != (self.last_number[0], self.last_number[1] + 1):
            self.find(at_ns, "number", f"{number} left after {self.last_number}: a gap")
        self.sent_points[number] = point

    def _check_pace(self, at_ns, number):
        if self.last_ns is None:
            return
        gap_ns = max(at_ns - self.last_ns, self._gate_ns(at_ns) - self._gate_ns(self.last_ns))
        if gap_ns < 0.9 * self.law.period_ns - SLACK_NS - self._write_ns(at_ns):
            self.find(at_ns, "pace", f"{number} left {gap_ns / 1e6:.0f} ms after another")

    def _check_motion(self, at_ns, number, state):
        self._check_authority(at_ns, number)
        self._check_signs(at_ns, number)
        if number not in self.entries:
            self.find(at_ns, "verdict", f"{number} left and was never queued")
            return
        entry, previous = self.entries[number]
        if not are_same(entry, state):
            self.find(at_ns, "verdict", f"{number} left in another state than it was queued in")
        if not any(self._is_genuine(verdict, number) for verdict in self.verdicts.get(number, ())):
            self.find(at_ns, "verdict", f"{number} left without a verdict for it")
        self._check_wait(at_ns, number)
        self._check_begin(at_ns, number, previous)
        self._check_limits(at_ns, number, previous, state)

    def _check_authority(self, at_ns, number):
        if self.armed is None:
            self.find(at_ns, "armed", f"{number} left disarmed")
        elif self.armed[1] != self.holder or at_ns >= self.lease_until_ns:
            self.find(
                at_ns, "lease", f"{number} left under {self.armed[1]!r}, the lease is {self.holder!r}'s"
            )
        if self.held_by is not None:
            self.find(at_ns, "hold", f"{number} left after the HOLD of {self.held_by!r}")
        if self.person_holds:
            self.find(at_ns, "person", f"{number} left before a person resumed")

    def _ages(self, at_ns):
        """(sign of life, age, limit) of all that motion needs."""
        limits = {
            "telemetry": STALE_NS,
            "operator": SILENT_NS,
            "recorder": STALE_NS,
            "predictor": PREDICTOR_NS,
        }
        if self.armed and self.armed[0] == "ArmTeleop":
            limits["hand"] = SILENT_NS
        never_ns = -1000 * SECOND
        return [
            (sign, at_ns - self.last_heard_ns.get(sign, never_ns), limit) for sign, limit in limits.items()
        ]

    def _check_signs(self, at_ns, number):
        if self.armed and self.armed[0] == "ArmTeleop" and not self.pressed:
            self.find(at_ns, "sign", f"{number} left with the dead-man released")
        if not self.healthy:
            self.find(at_ns, "sign", f"{number} left while the recorder does not record")
        for sign, age_ns, limit_ns in self._ages(at_ns):
            if age_ns > limit_ns + SLACK_NS + self._write_ns(at_ns):
                self.find(at_ns, "sign", f"{number} left {age_ns / 1e6:.0f} ms after the last of {sign}")
        if self.on_board and self.on_board["latched"]:
            self.find(at_ns, "latched", f"{number} left while telemetry says latched")

    def _is_genuine(self, verdict, number):
        return (
            verdict["ok"]
            and not verdict["reason"]
            and verdict["chain"] == self.chains.get(number)
            and verdict["configuration"] == self.law.configuration
            and verdict["world"] == self.world
            and abs(verdict["required"] - self.law.required_m) <= 1e-12
            and (leads_out(verdict) if number in self.retreats else self._keeps_clear(verdict))
        )

    def _keeps_clear(self, verdict):
        return not verdict.get("escape") and verdict["clearance"] >= self.law.required_m

    def _check_wait(self, at_ns, number):
        waited = (at_ns - self.queued_ns[number]) / self.law.period_ns
        if waited < 0.9 * (self.law.depth - 1):
            self.find(at_ns, "wait", f"{number} waited only {waited:.2f} periods")
        if waited > self.law.depth + 2.1 + self._write_ns(at_ns) / self.law.period_ns:
            self.find(at_ns, "wait", f"{number} waited {waited:.2f} periods")

    def _check_begin(self, at_ns, number, previous):
        if number[1] > 1:
            if self.last is None or not are_same(previous, self.last):
                self.find(at_ns, "begin", f"{number} was judged from another state than the last released")
            return
        reported = self.on_board["hold_q"] if self.on_board else ()
        places = [tuple(reported), self.last[0] if self.last else ()]
        near = [p for p in places if len(p) == len(previous[0])]
        if not is_rest(previous) or not any(are_same((p,), previous[:1]) for p in near):
            self.find(
                at_ns, "begin", f"{number} begins neither at rest where the last ended nor where reported"
            )

    def _check_limits(self, at_ns, number, begin, end):
        law = self.law
        limits = (law.q_min, law.q_max, law.qd_max, law.qdd_max, law.qddd_max)
        for text in broken_limits(begin, end, limits, law.period_ns / SECOND):
            self.find(at_ns, "limit", f"{number}: {text}")

    def _check_stop(self, at_ns, number, state):
        if not self.stop:
            self.find(at_ns, "stop", f"stop sample {number} left, and nothing is to be stopped")
            return
        expected = self.stop.pop(0)
        if not are_same(expected, state):
            off = max(abs(a - b) for a, b in zip(expected[0], state[0], strict=True))
            self.find(at_ns, "stop", f"{number} is no sample of the stop ({off:.2g} rad off)")


def _packed(body):
    return msgpack.packb(body)


def _press(body):
    """What tells one press of HOLD from another."""
    return body["actor"], body["pressed_ns"], body["nonce"]
