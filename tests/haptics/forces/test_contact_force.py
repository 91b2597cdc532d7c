"""Local contact: felt before a refusal, away from what is near, of the whole arm."""

import math

import msgspec
import numpy as np
import pytest

from haptics.forces.contact import Contact, DeferredContact
from haptics.forces.push import ToolState
from haptics.role import build
from predictor.collision.method import Gradient, build_world
from predictor.model.kinematics import tool_jacobian, tool_pose
from predictor.motion.stop import rest
from telemetry.agreed.hand_settings import ForceSettings, HandSettings
from telemetry.drive.store import MemoryStore
from telemetry.life.contract import Send, Work, WorkDone
from telemetry.messages.acts import Lease
from telemetry.messages.force import HandForce
from telemetry.messages.handle import HandIntent, Steering
from tests.haptics.test_feeling import HOME, entry, seen, status
from tests.nominal_run import MODEL, nominal_run
from tests.tell import tell

REQUIRED_M, FROM_M = 0.03, 0.05
ABOVE_TARGET_DEG = (0.0, -120.210281, -109.35832, 0.0, -40.431398, 0.0)
ROBOT = MODEL.robot


def tool_at(q, T_world_base=None):
    T = tool_pose(ROBOT, q)
    moving = np.ones(len(q), dtype=bool)
    return ToolState(
        robot=ROBOT,
        is_moving=moving,
        q=tuple(q),
        T_base_tool=T,
        T_base_sent=T,
        T_base_received=T,
        T_world_base=T_world_base,
    )


class Wall:
    """A world that is a plane above which the tool is clear."""

    base = None

    def __init__(self, height):
        self.height = height

    def gradient(self, q, T_world_base):
        return Gradient(tool_pose(ROBOT, q)[2, 3] - self.height, tool_jacobian(ROBOT, np.array(q))[2])


@pytest.fixture(scope="module")
def q():
    return np.radians(ABOVE_TARGET_DEG)


def test_the_hand_is_led_along_the_normal_of_what_the_tool_comes_near_to(q):
    z = tool_pose(ROBOT, q)[2, 3]
    push = Contact(Wall(z - 0.05), required_m=REQUIRED_M, from_m=FROM_M).push(tool_at(q))
    assert push.barriers[0].direction == pytest.approx([0.0, 0.0, 1.0], abs=1e-9)
    assert push.barriers[0].share == pytest.approx(0.36)


def test_far_away_nothing_is_felt(q):
    z = tool_pose(ROBOT, q)[2, 3]
    assert Contact(Wall(z - 0.081), required_m=REQUIRED_M, from_m=FROM_M).push(tool_at(q)) is None


def test_where_no_motion_of_the_tool_clears_the_arm_the_hand_is_led_nowhere(q):
    class Level(Wall):
        def gradient(self, q, T_world_base):
            return super().gradient(q, T_world_base)._replace(dq=np.zeros(6))

    push = Contact(Level(0.0), required_m=10.0, from_m=FROM_M).push(tool_at(q))
    assert push.barriers == () and not push.torque.any()


def test_a_pose_that_is_no_number_gives_no_direction(q):
    assert Contact(Wall(math.nan), required_m=REQUIRED_M, from_m=FROM_M).push(tool_at(q)).barriers


def test_a_base_that_floats_and_is_not_seen_gives_nothing(q):
    world = Wall(0.0)
    world.base = object()
    assert Contact(world, required_m=10.0, from_m=FROM_M).push(tool_at(q)) is None


def test_in_the_shipped_scene_no_direction_raises_the_clearance_more_than_the_one_that_is_felt(q):
    world = build_world("capsules", ROBOT, MODEL.scene)
    here = world.clearance(q).distance
    felt = Contact(world, required_m=here - 0.01, from_m=FROM_M).push(tool_at(q)).barriers[0].direction
    J, step = tool_jacobian(ROBOT, q), 1e-4

    def gain(direction):
        dq = np.linalg.solve(J, np.concatenate([step * direction, np.zeros(3)]))
        return world.clearance(q + dq).distance - here

    rng = np.random.default_rng(1)
    others = [v / np.linalg.norm(v) for v in rng.standard_normal((200, 3))]
    assert gain(felt) >= max(gain(direction) for direction in others) - 1e-7
    assert gain(felt) > 0.0


PLAIN, BILATERAL = Steering(), Steering(control="bilateral")
EVERYWHERE_M = 5.0  # beyond what is required: whatever there is, is near


class Desk:
    """The role of a run whose settings ask for no force, with a hand that presses."""

    def __init__(self):
        hand = HandSettings(force=ForceSettings(contact_from=EVERYWHERE_M))
        self.haptics = build(
            msgspec.structs.replace(nominal_run(), hand=hand), MemoryStore(), np.random.default_rng(1)
        )
        self.now_ns = 0
        tell(self.haptics, Lease(holder="console", until_ns=0), 0)

    def arm(self, steering):
        """Lead the arm by hand from now on, and return the works that this begins."""
        effects = []
        for told in (seen(HOME), status("rest"), status(), entry(rest(HOME), steering=steering)):
            effects += tell(self.haptics, told, self.now_ns)
        return [effect for effect in effects if isinstance(effect, Work)]

    def felt(self):
        """Press for 0.2 s, and return what the screens are told last."""
        told = []
        for _ in range(10):
            self.now_ns = self.haptics.due_ns
            pressed = HandIntent(p_handle=(0.0, 0.0, 0.0), speed=0.2, dead_man=True, at_ns=self.now_ns)
            for heard, who in ((pressed, "console"), (seen(HOME), "predictor")):
                tell(self.haptics, heard, self.now_ns, by=who)
            sent = [each.message for each in self.haptics.tick(self.now_ns) if isinstance(each, Send)]
            told += [message for message in sent if isinstance(message, HandForce)]
        return told[-1]


def test_who_never_feels_anything_waits_for_nothing():
    assert Desk().arm(PLAIN) == []


def test_contact_is_made_once_and_what_else_there_is_is_felt_meanwhile():
    desk = Desk()
    (work,) = desk.arm(BILATERAL)
    told = desk.felt()
    assert told.missing == ("contact",) and [share.why for share in told.asked] == ["delay"]
    assert desk.arm(BILATERAL) == [] and work.name == "contact"


def test_begun_before_it_is_made_it_is_not_felt():
    early = DeferredContact(lambda: None, required_m=0.03, from_m=0.05)
    early.start()
    assert not early.is_ready


def test_once_it_is_made_what_is_near_is_felt():
    desk = Desk()
    (work,) = desk.arm(BILATERAL)
    value = work.function(*work.arguments)
    assert desk.felt().missing == ("contact",)  # not before the role is told: a replay decides the same
    tell(desk.haptics, WorkDone(work.name, value), desk.now_ns)
    told = desk.felt()
    assert told.missing == () and [share.why for share in told.asked] == ["delay", "contact"]
    assert told.model.walls
