"""The base's motion in every verdict: as seen, along what was sent, the queue, the move and its stop."""

from functools import partial
from itertools import pairwise

import msgspec
import numpy as np
import pytest

from predictor.arm_now.failed_joints import KnownWorld, encoded
from predictor.collision.method import build_world
from predictor.geometry.scenes.scene_file import read_scene
from predictor.judged_world import JudgedModel
from predictor.model.base.floating_base import base_poses, base_within, carried, floating_base
from predictor.model.spatial import inverse_pose
from predictor.motion.motion_kernels import moves_and_stops
from predictor.motion.motion_rows import joint_rows, limit_rows
from predictor.motion.stop import moves, rest, state_within, stop
from predictor.role import Predictor
from predictor.verdict.escape import PairWorlds
from predictor.verdict.judge import judge
from predictor.verdict.under_way import CarriedBase, judge_under_way, under_way_text
from telemetry.drive.store import MemoryStore
from telemetry.life.contract import Send
from telemetry.life.memo import Memo
from telemetry.messages.command import Motion, SetPoint
from telemetry.messages.joint_state import JointState
from telemetry.messages.prediction import World
from telemetry.messages.queue import Entry, PlanSource, Queued
from telemetry.messages.spacecraft import Telemetry
from tests.free_floating import ROBOT
from tests.nominal_run import SCENE, nominal_run
from tests.predictor.collision.test_space_sweep import in_space

S = 1_000_000_000
PERIOD = 0.25
RUN = nominal_run()
RUN = msgspec.structs.replace(RUN, margins=msgspec.structs.replace(RUN.margins, base_m=0.05))
SPACE = in_space(read_scene(SCENE))
WORLDS = PairWorlds(partial(build_world, "capsules"), ROBOT, SPACE)
BASE = floating_base(ROBOT)
FIRST, SECOND = np.eye(6)[:2]
HOME = ROBOT.home_q
LOOP = [tuple(q) for q in np.cumsum([HOME, *[FIRST, SECOND, -FIRST, -SECOND] * 3], axis=0).tolist()][1:]
ELSEWHERE = np.eye(4)
ELSEWHERE[:3, 3] = 0.3, -0.2, 0.1
ONE_MICRON = 1e-6
NEAR = np.radians([0.0, -120.210281213, -109.358320348, 0.0, -40.431398439, 0.0])  # above the handrail
DOWN = np.array([0.0, -0.1, 0.0, 0.0, 0.0, 0.0])  # joint speeds towards it
ASIDE = np.eye(4)
ASIDE[0, 3] = 0.01


def place(way, T=ELSEWHERE):
    """Return where the base is once the arm has gone from rest to rest, from home on."""
    for begin, end in zip((HOME, *way), way, strict=False):
        T = carried(BASE, begin, end, T_world_base=T)
    return T


def distance(q, T):
    return WORLDS.whole.clearances(q, T).scene.distance


class Flight:
    """A predictor, and what it is told; the base was last seen at ELSEWHERE, with the arm at home."""

    def __init__(self):
        memo = Memo(MemoryStore(), "world", empty=encoded(KnownWorld(0)))
        self.role = Predictor(RUN, lambda updates: JudgedModel(WORLDS, BASE), memo=memo)
        self.now_ns, self.chain = 10 * S, b""
        self.see()

    def say(self, message):
        return [e.message for e in self.role.receive(message, "", self.now_ns) if isinstance(e, Send)]

    def see(self, T=ELSEWHERE, q=HOME, after_ns=S // 10):
        """Report an arm, and its base unturned; one that is not at home moves."""
        self.now_ns += after_ns
        still, counts = (0.0,) * 6, ("buffer", "epoch", "accepted", "accepted_at_ns", "executed_epoch")
        report = Telemetry(
            sampled_ns=self.now_ns - RUN.link.down_ns, q=q, qd=still, currents=still,
            mode="ready" if q == HOME else "moving", temperatures=still, brakes_on=False,
            locked=(False,) * 6, gripper=0.0,
            quat_world_base=(1.0, 0.0, 0.0, 0.0), p_world_base=tuple(T[:3, 3].tolist()),
            rate_base=(0.0, 0.0, 0.0), executed=0, refused_epoch=0, refused=0, refusal="", latched=False,
            latch_reason="", hold_q=q, **dict.fromkeys(counts, 0),
        )  # fmt: skip
        return [message for message in self.say(report) if isinstance(message, World)]

    def send(self, way):
        for k, q in enumerate(way):
            q, qd, qdd = rest(q)
            at_ns = self.now_ns + (k + 1) * RUN.commanding.period_ns
            self.say(Motion(repeat=None, set_point=SetPoint(
                epoch=1, seq=k + 1, kind="motion", execute_at_ns=at_ns, q=q, qd=qd, qdd=qdd, stop=b"",
            )))  # fmt: skip

    def queue(self, way, begin=HOME):
        """Return the verdict on the last of these, queued one after the other."""
        for before, q in zip((begin, *way), way, strict=False):
            source = PlanSource(plan_id="p", index=0, certificate=b"")
            entry = Entry(epoch=1, seq=1, state=rest(q), source=source)
            queued = Queued(
                entry=entry,
                previous=rest(before),
                chain_before=self.chain,
                configuration=RUN.configuration,
            )
            (verdict,) = self.say(queued)
            self.chain = verdict.chain
        return verdict


@pytest.fixture
def flight():
    return Flight()


def test_the_loop_of_the_arm_takes_the_base_millimetres_away():
    assert abs(distance(HOME, place(LOOP)) - distance(HOME, ELSEWHERE)) > 0.005


def test_a_verdict_is_of_the_base_as_it_was_seen(flight):
    assert flight.queue([HOME]).scene.distance == pytest.approx(distance(HOME, ELSEWHERE), abs=ONE_MICRON)


def test_a_verdict_carries_the_base_along_all_that_was_sent(flight):
    flight.send(LOOP)
    found = flight.queue([HOME]).scene.distance
    assert found == pytest.approx(distance(HOME, place(LOOP)), abs=ONE_MICRON)


def test_a_verdict_carries_the_base_along_all_that_is_queued(flight):
    found = flight.queue([*LOOP, HOME]).scene.distance
    assert found == pytest.approx(distance(HOME, place(LOOP)), abs=ONE_MICRON)


def test_a_verdict_of_an_arm_that_will_be_elsewhere_carries_the_base_there(flight):
    found = flight.queue([LOOP[1]], begin=LOOP[1]).scene.distance
    there = carried(BASE, HOME, LOOP[1], T_world_base=ELSEWHERE)
    assert found == pytest.approx(distance(LOOP[1], there), abs=ONE_MICRON)


@pytest.mark.parametrize("method", ["capsules", "convex"])
def test_a_verdict_carries_the_base_along_the_move_and_its_stop(method):
    world = build_world(method, ROBOT, SPACE)
    ends = [tuple((NEAR + t * DOWN).tolist()) for t in (0.0, PERIOD)]
    before, state = (JointState(q, tuple(DOWN.tolist()), (0.0,) * 6) for q in ends)
    _, motion, _ = moves_and_stops(joint_rows((before, state), 6), limit_rows(ROBOT.limits), PERIOD)
    places = base_poses(BASE, motion, ASIDE, period_s=PERIOD)
    end_q = stop(state, ROBOT.limits, PERIOD)[-1].q
    at_begin, after_move, at_end = (world.clearances(end_q, places[k]).scene.distance for k in (0, 1, -1))
    judged = judge(world, before, state, required_m=0.0, period_s=PERIOD, T_world_base=ASIDE)
    assert judged.each.scene.distance == pytest.approx(at_end, abs=ONE_MICRON)
    assert min(abs(at_end - after_move), abs(at_end - at_begin)) > 100.0 * ONE_MICRON


def test_what_cannot_be_recalled_is_judged_with_the_base_carried_from_move_to_move():
    way = [tuple(NEAR + np.subtract(q, HOME)) for q in [HOME, *LOOP[::-1], HOME]]
    T, found, standing = ASIDE, [], []
    for begin, end in pairwise(way):
        found.append(WORLDS.whole.clearances(begin, T).least.distance)
        standing.append(WORLDS.whole.clearances(begin, ASIDE).least.distance)
        T = carried(BASE, begin, end, T_world_base=T)
    sent = [(rest(begin), rest(end)) for begin, end in pairwise(way)]
    coming = judge_under_way(
        WORLDS.whole, sent, {}, required_m=0.0, period_s=PERIOD, carried=CarriedBase(BASE, ASIDE)
    )
    assert coming.nearest.distance == pytest.approx(min(found), abs=ONE_MICRON)
    assert abs(min(found) - min(standing)) > 0.001


def told_again(T):
    """What is told of the first move of the loop, judged again with the base at T as it begins."""
    move, required_m = (rest(HOME), rest(LOOP[0])), RUN.margins.required_m
    base = CarriedBase(BASE, T)
    return under_way_text(
        judge_under_way(WORLDS.whole, [move], {}, required_m=required_m, period_s=PERIOD, carried=base)
    )


def test_the_move_that_goes_on_is_judged_again_with_the_base_where_that_move_began(flight):
    flight.send(LOOP[:1])
    move, there = moves(rest(HOME), rest(LOOP[0]), PERIOD), ELSEWHERE + np.pad([[0.2]], ((0, 3), (3, 0)))
    half_ns = RUN.commanding.period_ns // 2
    gone = base_within(BASE, move, half_ns, period_ns=2 * half_ns, T_begin=np.eye(4))
    worlds = flight.see(there, state_within(move, PERIOD / 2).q, after_ns=3 * half_ns + RUN.link.down_ns)
    wanted, standing = (told_again(T) for T in (there @ inverse_pose(gone), there))
    assert worlds[0].reason == "base_elsewhere" and worlds[0].detail.endswith(wanted)
    assert wanted != standing


def test_a_base_that_is_elsewhere_is_told_once_and_nothing_is_verified_until_it_stays(flight):
    flight.queue([LOOP[0]])
    there = ELSEWHERE + np.pad([[0.2]], ((0, 3), (3, 0)))
    assert [world.reason for world in flight.see(there)] == ["base_elsewhere"]
    assert flight.queue([HOME]).reason == "base_elsewhere"
    for _ in range(RUN.under_way_ns // (S // 10) + 2):
        assert flight.see(there) == []
    verdict = flight.queue([HOME])
    assert verdict.reason != "base_elsewhere"
    assert verdict.scene.distance == pytest.approx(distance(HOME, there), abs=ONE_MICRON)
