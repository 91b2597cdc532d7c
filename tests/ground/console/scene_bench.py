"""What the tests of the scene share: a plan of two steps, a platform that turns, a look at them."""

import math

import msgspec
import numpy as np
from screen_bench import HOME, PAIR, RUN, S, arm, gate, telemetry

from ground.console.facts.console_state import ConsoleState
from ground.console.facts.settings import Surroundings
from ground.console.scene.bodies import read_bodies
from ground.console.scene.ground_plane import GroundPlane
from ground.console.scene.scene_look import scene_look
from telemetry.messages.fixture import Bend, Fixture, Fixtures, FixtureTouch
from telemetry.messages.plan import Certificate, PlanReady, PlanStep

NOW = 60 * S
DELAY = 7 * S // 2
BODIES = read_bodies(RUN, Surroundings(to_sun=(0.0, 0.0, 1.0)))
PLANE = GroundPlane(0.0, 0.5, (-1.0, -1.0), (1.0, 1.0))
MIDWAY, THERE = (0.3, *HOME[1:]), (0.3, -1.2, *HOME[2:])
JOINT_POINTS, LINE_POINTS, PERIOD_S = 25, 15, 0.25
STEPS = (
    PlanStep(kind="joint", points=JOINT_POINTS, end_q=MIDWAY),
    PlanStep(kind="line", points=LINE_POINTS, end_q=THERE),
)


def plan() -> PlanReady:
    """A plan: joint 1 turns, then joint 2."""
    points = JOINT_POINTS + LINE_POINTS
    certificate = Certificate(
        plan_id="pass",
        configuration=b"",
        world=1,
        start_q=HOME,
        points=(b"",) * points,
        digest=b"",
        clearance=0.08,
        pair=PAIR,
    )
    path = (*ways(HOME, MIDWAY, JOINT_POINTS), *ways(MIDWAY, THERE, LINE_POINTS))
    return PlanReady(
        certificate=certificate, duration=points * PERIOD_S, shortest=9.0, moves=2, path=path, steps=STEPS
    )


def tube(**changes) -> Fixture:
    """A fixture that leads on from the hand at home, around a corner."""
    tool = BODIES.tool_path((HOME,))[0]
    ways = ((0.0, 0.0, 0.0), (0.4, 0.0, 0.0), (0.4, 0.4, 0.2))
    bends = tuple(
        Bend(point=tuple((tool + way).tolist()), half=0.1 if way == ways[1] else 0.0) for way in ways
    )
    fields = {
        "fixture_id": "way",
        "kind": "tube",
        "configuration": b"",
        "world": 1,
        "bends": bends,
        "radius": 0.05,
    }
    return Fixture(**fields | changes)


def there(*fixtures) -> Fixtures:
    """What the planner tells: these fixtures, and no others."""
    return Fixtures(fixtures=fixtures)


def touch(**changes) -> FixtureTouch:
    """The hand, at the wall of that fixture."""
    fields = {"fixture_id": "way", "is_begin": True, "at": (1.0, 0.0, 0.2), "depth": 0.001}
    return FixtureTouch(**fields | changes)


def ways(begin, end, count):
    return [
        tuple(np.add(begin, share * np.subtract(end, begin)).tolist())
        for share in np.linspace(0.0, 1.0, count)
    ]


def turned(angle, axis=2):
    """The attitude of a platform that has turned about one of its axes."""
    quat = [math.cos(angle / 2.0), 0.0, 0.0, 0.0]
    quat[1 + axis] = math.sin(angle / 2.0)
    return tuple(quat)


def flown_state(*messages, verified=0, executed=0, **report) -> ConsoleState:
    """A console that has heard of an arm, a platform, and what is given."""
    state = ConsoleState(RUN)
    state.on_message(telemetry(NOW - 10 * S - DELAY), NOW - 10 * S)
    told = (
        telemetry(NOW - DELAY, executed=executed, **report),
        *messages,
        gate("plan" if verified else "rest", verified_until=verified),
        arm(NOW),
    )
    for message in told:
        state.on_message(message, NOW)
    return state


def looked(*messages, **how):
    return scene_look(BODIES, flown_state(*messages, **how).snapshot(NOW), NOW)


def with_estimate(q_now):
    """A predicted arm whose estimate stands elsewhere than what is commanded."""
    return msgspec.structs.replace(arm(NOW), q_now=q_now)
