"""The way from a sample of the handle to its set-point, traced: which files of the planner have a say in it.

    HandleSample, Credit ---> Planner.receive ---profile hook---> every file that is entered

Counted is whatever decides what becomes of the hand's credit: the planner's files, its mathematics as well.
Not counted is the floor below, which knows of no hand and keeps nothing of it: the predictor library, the
messages, kernels.
"""

import sys
from contextlib import contextmanager
from dataclasses import replace
from functools import cache
from pathlib import Path

import msgspec
import pytest

from planner.motion.tool_courses.frames import base_at
from planner.role import Planner
from planner.teleoperation.surroundings import Surroundings
from predictor.collision.method import build_world
from predictor.model.kinematics import tool_pose
from predictor.run_model import read_new_model
from telemetry.agreed.hand_settings import HandSettings
from telemetry.messages.fixture import Bend, Fixture
from telemetry.messages.handle import Steering
from telemetry.messages.prediction import BasePose, RestingBase, World
from telemetry.messages.queue import Credit, RollBack
from tests.nominal_run import DATA, MODEL, nominal_run
from tests.nominal_run import ROBOT as ROBOT_FILE
from tests.planner.teleoperation.hand_desk import START, locked, sample
from tests.tell import tell

ROOT, MOST = Path(__file__).parents[3], 12
PLANNER = f"{ROOT / 'planner'}/"
ON_THE_WAY = {
    "planner/role.py",  # hears the sample, sends the set-point
    "planner/teleoperation/hand.py",  # the law
    "planner/teleoperation/mapping.py",  # what the hand asks for
    "planner/teleoperation/owed_turn.py",  # what of its turns it has not got yet
    "planner/teleoperation/shared_control.py",  # what is given of that: along a tube,
    "planner/teleoperation/surroundings.py",  # clear of what is near
    "planner/teleoperation/step.py",  # what can be done of that
    "planner/teleoperation/tool_law.py",  # by the tool,
    "planner/teleoperation/following.py",  # by the joints
    "planner/motion/rates.py",
    "planner/motion/ik/inverse.py",
    "planner/motion/ik/closed_form.py",  # once for each arm
}
FLOATING = read_new_model(ROBOT_FILE, DATA / "scenes/free_target.toml")
AFLOAT = RestingBase(
    q=START.q, pose=BasePose(p_world_base=(0.0, 0.0, 0.0), quat_world_base=(1.0, 0.0, 0.0, 0.0))
)
P = tool_pose(MODEL.robot, START.q)[:3, 3]
TUBE = Fixture(
    fixture_id="down", kind="tube", configuration=b"", world=0, radius=0.02,
    bends=tuple(Bend(point=tuple((P - [0.0, 0.0, depth]).tolist())) for depth in (0.0, 0.3)),
)  # fmt: skip
TOO_CLOSE = RollBack(
    epoch=3, seq=2, reason="too_close", pair=("hand", "target"), distance=0.0, required=0.03,
    time_to_contact=0.2, cancelled=1, rest_q=START.q,
)  # fmt: skip
ALONE, BY_ALL = Steering(), Steering(mode="pose", control="bilateral")
PASSES = {
    "it moves": {},
    "it turns": {"steering": Steering(mode="attitude", frame="tool")},
    "both, with force": {"steering": BY_ALL},
    "along a tube": {"shared": ("fixture",), "tubes": (TUBE,)},
    "with all that has a say": {"steering": BY_ALL, "shared": ("fixture", "clearance"), "tubes": (TUBE,)},
    "past a target that floats": {"shared": ("clearance",), "model": FLOATING},
    "a joint stands": {"standing": {1: START.q[1]}},
    "a joint stands, it turns": {"steering": BY_ALL, "standing": {1: START.q[1]}},
    "out of what is too near": {"is_retreat": True},
    "farther than joints and workspace go": {
        "p": (0.5, 0.5, 0.5),
        "workspace": (tuple((P - 0.02).tolist()), tuple((P + 0.02).tolist())),
    },
}


@contextmanager
def traced(files):
    """Note every file of the planner that is entered; not its kernels."""

    def watch(frame, event, _):
        if event == "call" and frame.f_code.co_filename.startswith(PLANNER):
            codes.add(frame.f_code.co_filename)

    codes, before = set(), sys.getprofile()
    sys.setprofile(watch)
    try:
        yield
    finally:
        sys.setprofile(before)
    files.update(str(Path(each).relative_to(ROOT)) for each in codes if not each.endswith("_kernels.py"))


@cache
def around(model):
    """What stands around an arm."""
    world = build_world("capsules", model.robot, model.scene)
    return Surroundings(world, required_m=0.03, from_m=0.05)


def flown(
    p=(0.02, 0.0, -0.05), *, steering=ALONE, standing=None, tubes=(), is_retreat=False, model=MODEL, **hand
):
    """Lead the arm for a few credits, until one is rolled back; return which files had a say."""
    settings = msgspec.structs.replace(nominal_run(), hand=HandSettings(**hand))
    fresh = replace(model, robot=replace(model.robot))  # of which nothing is known yet that is kept
    planner = Planner(settings, fresh, around(model))
    tell(planner, World(version=1, configuration=b"", base=AFLOAT, locked=locked(standing or {})), 0)
    planner._hand.on_fixtures(tubes)
    files, newest = set(), START
    for number, turn in enumerate((0.0, 0.05, 0.1)):
        credit = Credit(
            epoch=2, next_seq=number + 1, source="teleop", plan_id="", newest=newest, steering=steering,
            retreat=is_retreat,
        )  # fmt: skip
        with traced(files):
            tell(planner, sample(p if number else (0.0, 0.0, 0.0), (0.0, 0.0, turn), right=True), 0)
            (effect,) = tell(planner, credit, 0)
        newest = effect.message.entry.state
    assert newest != START
    with traced(files):
        tell(planner, TOO_CLOSE, 0)
    return files


@pytest.fixture(scope="module")
def files():
    """Which files had a say in any of the passes."""
    return set[str]().union(*(flown(**each) for each in PASSES.values()))


def test_at_most_twelve_files_have_a_say_in_what_becomes_of_what_the_hand_asks_for(files):
    assert files == ON_THE_WAY and len(files) <= MOST


def test_a_file_that_is_asked_by_the_way_is_seen_by_the_trace():
    with traced(asked := set()):
        base_at(None, World(version=1, configuration=b""), START.q)
    assert asked == {"planner/motion/tool_courses/frames.py"}
