"""Who is still there: telemetry, operator, dead-man, recorder and predictor, each by its last sign's age.

What was never heard is never fresh.  Ages are of receipt, on the ground's monotonic clock; telemetry must
also be young by its own clock, and a step of that clock waits to be confirmed.  Which report is believed is
not decided here: `telemetry.link.plausibility`.
"""

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

MM_PER_M = 1000.0
RECORDER_NS = NS_PER_S
ON_BOARD_AGE_NS = 2 * NS_PER_S  # beyond the expected way down


class Watchdogs:
    """The last sign of each."""

    def __init__(self, rules: Rules, judge: ReportJudge) -> None:
        """Start with nothing heard."""
        self._rules = rules
        self._judge = judge
        self._telemetry_ns: int | None = None
        self._operator_ns: int | None = None
        self._predictor_ns: int | None = None
        self._recorder_ns: int | None = None
        self._recorder: RecorderHealth | None = None
        self._hand_ns: int | None = None
        self._pressed = False
        self._contact_ns: int | None = None  # when the predictor last said that the arm may be touching
        self.world: int | None = None  # version that the predictor speaks of
        self.locked: dict[int, float] = {}  # joints that stand for good, and where; none is ever forgotten
        self.inside = ""  # what the arm rests nearer to than is required, with figures
        self._models: dict[str, bytes] = {}  # role -> the configuration it works with

    def on_telemetry(self, telemetry: Telemetry, now_ns: int) -> bool:
        """Take a report; False if it is not believed or not newer than the last, and tells nothing."""
        if self._judge.on_telemetry(telemetry, now_ns) not in BELIEVED:
            return False
        self._telemetry_ns = now_ns
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
        """The lease's holder gives a sign."""
        self._operator_ns = now_ns

    def on_new_holder(self) -> None:
        """Another one holds the lease now, and has given no sign yet."""
        self._operator_ns = None

    def on_handle_sample(self, sample: HandleSample, now_ns: int) -> None:
        """Take a handle sample with its dead-man."""
        self._hand_ns, self._pressed = now_ns, sample.dead_man

    def on_recorder_health(self, health: RecorderHealth, now_ns: int) -> None:
        """Take the recorder's health."""
        self._recorder_ns, self._recorder = now_ns, health

    def on_predictor_sign(self, now_ns: int) -> None:
        """The predictor gives a sign."""
        self._predictor_ns = now_ns

    def on_configuration(self, role: str, configuration: bytes) -> None:
        """A role says which configuration it works with."""
        self._models[role] = configuration

    def on_beat(self, beat: Beat, now_ns: int) -> None:
        """Take a role's heartbeat."""
        self.on_configuration(beat.role, beat.configuration)
        if beat.role == "predictor":
            self.on_predictor_sign(now_ns)

    def on_world(self, world: World, now_ns: int) -> bool:
        """Take the predictor's world; True if it is another one than before, so that verdicts are void."""
        changed = self.world is not None and world.version != self.world
        self.world = world.version
        self.locked.update((each.joint, each.q) for each in world.locked)
        self.inside = ", ".join(map(_broken_margin_text, world.broken))
        self.on_configuration("predictor", world.configuration)
        self.on_predictor_sign(now_ns)
        return changed

    def on_collision_state(self, state: CollisionState, now_ns: int) -> bool:
        """Take how near the arm is; True if it may be touching, and was not told so lately.

        It is no sign of life: what may end motion keeps none alive.
        """
        was_told = _is_fresh(self._contact_ns, now_ns, PREDICTOR_NS)
        self._contact_ns = now_ns if state.level == "contact" else None
        return self._contact_ns is not None and not was_told

    def has_telemetry(self, now_ns: int) -> bool:
        """True if telemetry was received lately."""
        return _is_fresh(self._telemetry_ns, now_ns, self._rules.link.telemetry_limit_ns)

    def operator_silent(self, now_ns: int) -> bool:
        """True if the operator's heartbeat has stopped."""
        return not _is_fresh(self._operator_ns, now_ns, OPERATOR_NS)

    def dead_man_lost(self, now_ns: int) -> Reason | None:
        """Return why the dead-man does not count as pressed, or None."""
        if not _is_fresh(self._hand_ns, now_ns, DEAD_MAN_NS):
            return Reason.DEAD_MAN_STALE
        return None if self._pressed else Reason.DEAD_MAN_RELEASED

    def key(self, now_ns: int) -> StateKey:
        """Return who is there, as far as anybody asks, and what was heard."""
        limits = self._rules.link.telemetry_limit_ns
        return (
            fresh_age_ns(self._telemetry_ns, now_ns, limit_ns=limits),
            fresh_age_ns(self._operator_ns, now_ns, limit_ns=OPERATOR_NS),
            fresh_age_ns(self._predictor_ns, now_ns, limit_ns=PREDICTOR_NS),
            fresh_age_ns(self._recorder_ns, now_ns, limit_ns=RECORDER_NS),
            fresh_age_ns(self._hand_ns, now_ns, limit_ns=DEAD_MAN_NS),
            fresh_age_ns(self._contact_ns, now_ns, limit_ns=PREDICTOR_NS),
            (self._pressed, self._recorder is not None and self._recorder.healthy),
            (
                self.world,
                frozenset(self.locked.items()),
                self.inside,
                frozenset(self._models.items()),
                self._judge.key(now_ns),
            ),
        )

    def inhibition(self, now_ns: int, spacecraft_ns: int | None) -> Reason | None:
        """Return why motion may neither start nor go on, or None.

        Args:
            now_ns: ground clock.
            spacecraft_ns: the spacecraft's clock now, as correlated; None if it is not known.
        """
        if self.time_step_s is not None:
            return Reason.TIME_STEPPED
        if not self.has_telemetry(now_ns) or self._is_old_on_board(spacecraft_ns):
            return Reason.TELEMETRY_STALE
        if self._recorder is None or not self._recorder.healthy:
            return Reason.RECORDER_UNHEALTHY
        if not _is_fresh(self._recorder_ns, now_ns, RECORDER_NS):
            return Reason.RECORDER_UNHEALTHY
        if not self._is_of_one_model():
            return Reason.CONFIGURATION_MISMATCH
        if not _is_fresh(self._predictor_ns, now_ns, PREDICTOR_NS):
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


def _is_fresh(heard_ns: int | None, now_ns: int, limit_ns: int) -> bool:
    return heard_ns is not None and now_ns - heard_ns <= limit_ns
