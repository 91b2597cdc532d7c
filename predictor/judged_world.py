"""The world that verdicts are of: as it was read, and after each change; and who judges in it.

    updates --> worlds of all pairs, base --> escape, arm in orbit, version + 1
    changes that are seen of the arm ------------------------------------> version + 1

What the next predictor has to know of it is one record: version, joints that fail, pairs too near, updates.
"""

from collections.abc import Callable, Sequence
from typing import Literal, NamedTuple

from predictor.arm_in_orbit import ArmInOrbit, ArmSettings, WorldChange
from predictor.arm_now.base_estimate import BaseEstimate
from predictor.arm_now.failed_joints import FailedJoints, KnownWorld, decoded, encoded
from predictor.arm_now.joint_watch import JointWatch, joint_bands
from predictor.arm_now.locked_joints import moved_joint
from predictor.inputs.arrays import Array
from predictor.model.base.floating_base import FloatingBase
from predictor.motion.motion import Track
from predictor.motion.stop import rest
from predictor.verdict.commanded import Commanded
from predictor.verdict.escape import EscapeJudge, EscapeRule, PairWorlds
from predictor.verdict.judge import Judgement, judge
from predictor.verdict.under_way import under_way_text
from telemetry.messages.joint_state import JointState

Move = tuple[JointState, JointState]


class JudgedModel(NamedTuple):
    """The worlds of one arm and scene, and its base; None: it is bolted."""

    worlds: PairWorlds
    base: FloatingBase | None


ModelAfter = Callable[[bytes], JudgedModel]  # updates, as they travel; empty: none


class JudgedWorld:
    """One world at a time, and what is known of the arm in it."""

    def __init__(
        self,
        model_after: ModelAfter,
        record: bytes | None,
        arm: ArmSettings,
        *,
        escape: EscapeRule,
        tracking_m: float,
    ) -> None:
        """Start with the world that a predictor before this one knew last, or that of the files."""
        self._model_after, self._required_m = model_after, escape.required_m
        files = model_after(b"")
        known = decoded(record, files.worlds.whole.version)
        model = model_after(known.updates) if known.updates else files
        self.version, self.updates = known.version, known.updates
        self.why = ("", "")  # the version is this one, and the words for it
        robot = files.worlds.robot
        following = JointWatch(joint_bands(robot, tracking_m))
        self.failed = FailedJoints(following, robot.commanded, known.joints)
        self.escape = EscapeJudge(model.worlds, escape, dict(known.broken))
        self.world = model.worlds.whole
        base = BaseEstimate(model.base) if model.base else None
        self.arm = ArmInOrbit(self.world, arm, base=base, failed=self.failed)

    @property
    def record(self) -> bytes:
        """What the next predictor has to know."""
        return encoded(KnownWorld(self.version, self.failed.known, self.escape.rows, self.updates))

    def on_changes(self, changes: Sequence[WorldChange]) -> None:
        """Take what was seen to be otherwise than it must be."""
        for change in changes:
            self.version += 1
            self.why = (change.why, change.detail)

    def on_updates(self, updates: bytes, text: str) -> None:
        """Take updates that were confirmed, told in words; what has left is judged again.

        Raises:
            UpdateError: this arm and scene cannot take them, and nothing changes.
        """
        model = self._model_after(updates)
        self.world, self.updates, self.version = model.worlds.whole, updates, self.version + 1
        self.escape.on_worlds(model.worlds)
        coming = self.arm.on_world(self.world, model.base)
        shown = under_way_text(coming, "have left")
        self.why = ("world_updated" if coming.too_near else "", f"{text}{shown}")

    def judge(
        self, move: Move, *, period_s: float, T_world_base: Array | None, is_retreat: bool
    ) -> Judgement:
        """Judge a move and the stop after it, as usual motion or as a way out."""
        if is_retreat:
            judged = self.escape.judge(move, period_s=period_s, T_world_base=T_world_base)
        else:
            judged = judge(
                self.world,
                *move,
                required_m=self._required_m,
                period_s=period_s,
                T_world_base=T_world_base,
            )
        objection = self._objection(move, T_world_base, is_retreat=is_retreat)
        return judged._replace(ok=False, reason=objection) if objection else judged

    def resting_command(self, q: tuple[float, ...], now_ns: int, period_ns: int) -> Commanded:
        """Return an arm that is commanded to rest at q (n,) from now on."""
        T_base = self.arm.resting(q)
        return Commanded(Track(start_ns=now_ns, period_ns=period_ns, states=(rest(q),)), T_base, T_base)

    def _objection(
        self, move: Move, T_world_base: Array | None, *, is_retreat: bool
    ) -> Literal["", "locked_joint", "base_elsewhere", "clear_again", "telemetry_stale"]:
        """Return why no verdict can be given on a move, as a code; empty: one can."""
        if moved_joint(self.failed.locked, *move) is not None:
            return "locked_joint"
        if self.arm.is_base_elsewhere:
            return "base_elsewhere"
        if is_retreat and not self.escape.pairs:
            return "clear_again"
        return "telemetry_stale" if self.world.base and T_world_base is None else ""
