"""An obstacle is measured elsewhere in mid-pass: what waits and has left is judged anew, or HOLD (R9)."""

import re
from functools import cache

from msgspec.structs import replace

from ground.faults.ground_faults import ObstacleMoves
from ground.rehearsal.virtual_flight import Flight, fly
from ground.scenario.scenario import load
from telemetry.messages.command import HoldCommand, Motion
from telemetry.messages.prediction import World
from telemetry.messages.queue import HoldNotice, Verdict

AT_S, LATE_S = 18.1, 20.1  # as the arm moves; as it is nearly there
SEEN_S = 10.0  # of what comes of it
AWAY, INTO = (0.0, 0.0, -0.02), (0.0, 0.0, 0.4)


@cache
def flown(by_m, at_s=AT_S):
    """Return the summary, and what was said after the update."""
    scenario = load("blocked_path")
    truth = replace(scenario.truth, plant="kinematic")
    faults = (ObstacleMoves(at_s=at_s, body="target", by_m=by_m),) if by_m else ()
    told = []

    def witness(at_ns, role, message):
        if isinstance(message, World | Verdict | HoldNotice | HoldCommand | Motion):
            told.append((at_ns / 1e9, role, message))

    summary = fly(
        replace(scenario, truth=truth, faults=faults, duration_s=LATE_S + SEEN_S),
        Flight(seed=1, cameras=False, witness=witness, coded=False),
    )
    return summary, told


def updated(told):
    """When the predictor first spoke of the update [s], and that world."""
    return next((at_s, m) for at_s, _, m in told if isinstance(m, World) and m.updates.count)


def of(kind, told, role):
    return [(at_s, m) for at_s, to, m in told if isinstance(m, kind) and to == role]


def test_an_obstacle_that_goes_away_costs_no_stop_and_nothing_leaves_by_an_older_verdict():
    summary, told = flown(AWAY)
    at_s, world = updated(told)
    assert summary.contacts == [] and of(HoldCommand, told, "bridge") == []
    judged = {m.seq: m for t, m in of(Verdict, told, "gate") if at_s <= t < at_s + 2.0}
    left = [m.set_point for t, m in of(Motion, told, "bridge") if at_s <= t < at_s + 2.0]
    assert len(left) >= 7
    assert all(judged[point.seq].ok and judged[point.seq].world == world.version for point in left)


def test_what_has_left_and_comes_too_near_the_moved_obstacle_is_a_hold_at_once_with_how_many_are_lost():
    _, told = flown(INTO)
    at_s, world = updated(told)
    [(pressed_s, hold)] = of(HoldCommand, told, "bridge")
    assert (hold.actor, world.reason) == ("gate", "world_updated") and pressed_s - at_s < 0.05
    detail = next(m.detail for _, m in of(HoldNotice, told, "planner") if m.reason == "world_updated")
    assert re.search(r"; \d+ set-points have left, \d+ of them too near", detail)
    assert re.search(r"; \d+ set-points that have left cannot be stopped", detail)


def test_the_rest_pose_is_checked_again_in_the_updated_world():
    _, told = flown(INTO, LATE_S)
    assert updated(told)[1].broken == ()
    assert of(World, told, "gate")[-1][1].broken != ()


def test_an_update_is_told_once_with_its_words():
    _, told = flown(AWAY)
    texts = {m.detail for _, m in of(World, told, "gate") if m.updates.count}
    assert len(texts) == 1 and "target stands z -20 mm from its file" in texts.pop()
