"""The watch over telemetry, operator, dead-man, recorder and predictor, by the age of the last sign of each.

A sign that never came is never fresh.  Ages are of receipt, on the ground's monotonic clock; telemetry must
also be young by its own clock, and a step of that clock waits to be confirmed.  Which report is believed is
not decided here: `telemetry.link.plausibility`.
"""

from typing import Literal

from planner.gate.guards.rules import Rules
from planner.gate.set_points.copies_and_keys import StateKey, fresh_age_ns
from predictor.inputs.world_version import is_same_content
from telemetry.agreed.limits import DEAD_MAN_NS, OPERATOR_NS, PREDICTOR_NS
from telemetry.agreed.reasons import Reason
from telemetry.agreed.run_settings import NS_PER_S
from telemetry.link.plausibility import BELIEVED, ReportJudge
from telemetry.messages.handle import HandleSample
from telemetry.messages.health import Beat, RecorderHealth
from telemetry.messages.prediction import BrokenMargin, CollisionState, World
from telemetry.messages.spacecraft import Telemetry
from telemetry.messages.world import WorldUpdates

MM_PER_M = 1000.0
Sign = Literal["telemetry", "operator", "predictor", "recorder", "hand", "contact"]
LIMITS_NS: dict[Sign, int] = {  # at most so old is a sign that counts; of telemetry the link's plan has it
    "operator": OPERATOR_NS,
    "predictor": PREDICTOR_NS,
    "recorder": NS_PER_S,
    "hand": DEAD_MAN_NS,
    "contact": PREDICTOR_NS,  # the predictor finds that the arm may be touching
}
AS_READ = WorldUpdates()
ON_BOARD_AGE_NS = 2 * NS_PER_S  # beyond the expected way down


class Watchdogs:
    """The last sign of each."""

    def __init__(self, rules: Rules, judge: ReportJudge) -> None:
        """Start without a sign of any participant."""
        self._rules = rules
        self._judge = judge
        self._limits_ns: dict[Sign, int] = {"telemetry": rules.link.telemetry_limit_ns, **LIMITS_NS}
        self._signs_ns: dict[Sign, int] = {}  # when the newest of each was received
        self._recorder: RecorderHealth | None = None
        self._pressed = False
        self.world: int | None = (
            None  # version that the predictor speaks of, of the updates that are confirmed
        )
        self._spoken: tuple[int, WorldUpdates] | None = None  # whatever it speaks of
        self.locked: dict[int, float] = {}  # joints that stand for good, and where; none is ever forgotten
        self.inside = ""  # what the arm rests nearer to than is required, with figures
        self._models: dict[str, bytes] = {}  # role -> the configuration it works with

    def on_telemetry(self, telemetry: Telemetry, now_ns: int) -> bool:
        """Take a report; False if it is not believed, or not newer than the last."""
        if self._judge.on_telemetry(telemetry, now_ns) not in BELIEVED:
            return False
        self._signs_ns["telemetry"] = now_ns
        return True

    @property
    def newest(self) -> Telemetry | None:
        """The newest report that was believed."""
        return self._judge.newest

    @property
    def time_step_s(self) -> float | None:
        """By how much on-board clock or delay have stepped and wait to be confirmed [s]; None: nothing."""
        return self._judge.step_s

    @property
    def clock_record(self) -> bytes:
        """What the next gate has to know of the clock that was taken for good."""
        return self._judge.record

    def confirm_time(self, now_ns: int) -> None:
        """The step is confirmed."""
        self._judge.confirm(now_ns)

    def figures_text(self, reason: str | None) -> str:
        """Return the figures that belong to an inhibition, for people; empty if it has none."""
        step_s = self.time_step_s
        if step_s is None or reason != Reason.TIME_STEPPED:
            return ""
        clock, delay = ("ahead", "shorter") if step_s > 0 else ("back", "longer")
        return f"the clock is {abs(step_s):.3f} s {clock}, or the delay as much {delay}: step {step_s:+.3f} s"

    def on_operator_beat(self, now_ns: int) -> None:
        """Take a sign of the lease's holder."""
        self._signs_ns["operator"] = now_ns

    def on_new_holder(self) -> None:
        """Take that another participant holds the lease now, and has given no sign yet."""
        self._signs_ns.pop("operator", None)

    def on_handle_sample(self, sample: HandleSample, now_ns: int) -> None:
        """Take a handle sample with its dead-man."""
        self._signs_ns["hand"], self._pressed = now_ns, sample.dead_man

    def on_recorder_health(self, health: RecorderHealth, now_ns: int) -> None:
        """Take the recorder's health."""
        self._signs_ns["recorder"], self._recorder = now_ns, health

    def on_predictor_sign(self, now_ns: int) -> None:
        """Take a sign of the predictor."""
        self._signs_ns["predictor"] = now_ns

    def on_configuration(self, role: str, configuration: bytes) -> None:
        """Take the configuration that a role works with."""
        self._models[role] = configuration

    def on_beat(self, beat: Beat, now_ns: int) -> None:
        """Take a role's heartbeat."""
        self.on_configuration(beat.role, beat.configuration)
        if beat.role == "predictor":
            self.on_predictor_sign(now_ns)

    def void_world(self) -> None:
        """Take that no world of the predictor has all that was confirmed."""
        self.world = None

    def on_world(self, world: World, now_ns: int, *, updates: WorldUpdates = AS_READ) -> bool:
        """Take the predictor's world; True if it is another one than before, so that verdicts are void."""
        spoken, before = (world.version, world.updates), self._spoken
        self._spoken, changed = spoken, before is not None and spoken != before
        self.world = world.version if world.updates == updates else None
        self.locked.update((each.joint, each.q) for each in world.locked)
        self.inside = ", ".join(map(_broken_margin_text, world.broken))
        self.on_configuration("predictor", world.configuration)
        self.on_predictor_sign(now_ns)
        return changed

    def on_collision_state(self, state: CollisionState, now_ns: int) -> bool:
        """Take how near the arm is; True if it may be touching, and was not so lately.

        It is no sign of life: what may end motion keeps none alive.
        """
        was_contact, is_contact = self._has_sign("contact", now_ns), state.level == "contact"
        self._signs_ns.pop("contact", None)
        if is_contact:
            self._signs_ns["contact"] = now_ns
        return is_contact and not was_contact

    def has_telemetry(self, now_ns: int) -> bool:
        """True if telemetry was received lately."""
        return self._has_sign("telemetry", now_ns)

    def operator_silent(self, now_ns: int) -> bool:
        """True if the operator's heartbeat has stopped."""
        return not self._has_sign("operator", now_ns)

    def dead_man_lost(self, now_ns: int) -> Reason | None:
        """Return why the dead-man does not count as pressed, or None."""
        if not self._has_sign("hand", now_ns):
            return Reason.DEAD_MAN_STALE
        return None if self._pressed else Reason.DEAD_MAN_RELEASED

    def key(self, now_ns: int) -> StateKey:
        """Return the ages of all signs, as far as they count, and what was received."""
        limits = self._limits_ns.items()
        return (
            *(fresh_age_ns(self._signs_ns.get(sign), now_ns, limit_ns=most) for sign, most in limits),
            (self._pressed, self._recorder is not None and self._recorder.healthy),
            (
                self.world,
                self._spoken,
                frozenset(self.locked.items()),
                self.inside,
                frozenset(self._models.items()),
                self._judge.key(now_ns),
            ),
        )

    def _has_sign(self, sign: Sign, now_ns: int) -> bool:
        at_ns = self._signs_ns.get(sign)
        return at_ns is not None and now_ns - at_ns <= self._limits_ns[sign]

    def inhibition(self, now_ns: int, spacecraft_ns: int | None) -> Reason | None:
        """Return why motion may neither start nor go on, or None.

        Args:
            now_ns: ground clock.
            spacecraft_ns: the spacecraft's clock now, as correlated; None if it is not known.
        """
        if not self._rules.is_numbered:
            return Reason.NUMBERS_UNKNOWN
        if self.time_step_s is not None:
            return Reason.TIME_STEPPED
        if not self.has_telemetry(now_ns) or self._is_old_on_board(spacecraft_ns):
            return Reason.TELEMETRY_STALE
        if not (self._recorder and self._recorder.healthy and self._has_sign("recorder", now_ns)):
            return Reason.RECORDER_UNHEALTHY
        if not self._is_of_one_model():
            return Reason.CONFIGURATION_MISMATCH
        if not self._has_sign("predictor", now_ns):
            return Reason.PREDICTOR_SILENT
        return None

    def _is_of_one_model(self) -> bool:
        """True if all work with this configuration, and the predictor in the world that the gate has read."""
        if any(model != self._rules.configuration for model in self._models.values()):
            return False
        return self.world is None or is_same_content(self.world, self._rules.world)

    def _is_old_on_board(self, spacecraft_ns: int | None) -> bool:
        if self.newest is None or spacecraft_ns is None:
            return True
        return spacecraft_ns - self.newest.sampled_ns > self._rules.link.down_ns + ON_BOARD_AGE_NS


def _broken_margin_text(broken: BrokenMargin) -> str:
    first, second = broken.pair
    return f"{first} and {second} {broken.distance * MM_PER_M:.1f} mm apart"
