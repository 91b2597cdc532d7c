"""Whether an arm's capsules cover it: a shape that ends halfway from joint to joint protects half an arm.

    base (====) . (=======)  .....  (===) tool       . axis of a joint     (==) capsules of one link
                             `---' outside of all capsules: that much of the route is uncovered

A route leads from the base through link after link to each tool.  It goes from one link to the next at any
point of their joint's axis, for such a point stays where it is while the joint turns: so one pose tells of
all.  Within capsules a route costs nothing, outside its length; what the least of all routes costs, no
capsule covers.  Links that slide on each other are one body, looked at over their range.

A ball about a point of the axis that lies in one link's capsule does so in every pose: the route may use it
as part of either link.
"""

import itertools
import math
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from predictor.inputs.arrays import Array, Integers
from predictor.model.checks.capsule_distances import (
    PlacedCapsules,
    capsule_distances,
    distances_to_capsules,
    protrusion,
)
from predictor.model.reach import reach
from predictor.model.robot import Robot
from predictor.model.tree_layout import Tool

JOINT_GAP_M, JOINT_GAP_SHARE = 0.01, 0.01  # what a hinge or a close fit may leave open, also of the reach
TOOL_GAP_M = 0.1  # a tool stands where it works, which may be in front of its shape
AXIS_SAMPLES = 65  # of an axis, beside the points that capsules and other axes suggest
CAPSULE_SHARES = np.linspace(0.0, 1.0, 9)[:, None, None]  # points of a capsule that suggest some
SLIDE_SHARES = (0.0, 0.5, 1.0)  # shares of a slide's range that are looked at
MOST_SLIDES = 3  # commanded joints that slide each by itself; if there are more, they slide together
PARALLEL_SINE_SQUARED = 1e-9  # square of a sine


class _Pose(NamedTuple):
    """The arm in one pose, all of it in the arm base."""

    T: Array  # (m + 1, 4, 4) of each frame
    body: Integers  # (m + 1,) of each frame the first frame of its body
    p: Array  # (m, 3) a point of each joint's axis
    w: Array  # (m, 3) its direction


class _Balls(NamedTuple):
    """Where a route may come to."""

    points: Array  # (k, 3)
    radius: Array  # (k,)


class _Route(NamedTuple):
    """How much of the route to each ball is uncovered."""

    balls: _Balls
    length: Array  # (k,) [m]


def uncovered(robot: Robot) -> tuple[str, ...]:
    """Return what of an arm lies outside of its capsules, a line for each; none: its shape may be trusted.

    Of routes to its joints and tools, and of its parts.
    """
    lines: dict[str, str] = {}
    for values in _slide_poses(robot):
        lines |= dict(_gaps(robot, _pose(robot, values)))
    return (*lines.values(), *_piece_gaps(robot))


def _slide_poses(robot: Robot) -> Iterator[Array]:
    """Return values (m,) of all joints that show every slide over its range.

    How the others stand does not matter: those that turn, and those on which the whole arm slides.
    """
    body = _bodies(robot)
    slides = sorted(
        {
            column
            for column, joint in zip(robot.columns.tolist(), robot.joints, strict=True)
            if joint.kind == "prismatic" and body[joint.parent + 1] != 0
        }
    )
    low, high = (np.array(ends)[slides] for ends in (robot.limits.q_min, robot.limits.q_max))
    for shares in itertools.product(SLIDE_SHARES, repeat=len(slides) if len(slides) <= MOST_SLIDES else 1):
        q = np.clip(0.0, robot.limits.q_min, robot.limits.q_max)
        q[slides] = low + np.array(shares) * (high - low)
        laws = zip(robot.joints, q[robot.columns].tolist(), strict=True)
        yield np.array([joint.law.at(x).value if joint.law else x for joint, x in laws])


def _bodies(robot: Robot) -> list[int]:
    """Return of each frame the first frame of its body."""
    body = [0]
    for i, joint in enumerate(robot.joints):
        body.append(i + 1 if joint.kind == "revolute" else body[joint.parent + 1])
    return body


def _pose(robot: Robot, values: Array) -> _Pose:
    T, p, w = [np.eye(4)], [], []
    for i, joint in enumerate(robot.joints):
        own = T[joint.parent + 1] @ joint.T_parent_joint
        w.append(own[:3, :3] @ joint.axis)
        p.append(own[:3, :3] @ joint.pivot + own[:3, 3])
        if joint.kind == "prismatic":
            own[:3, 3] += values[i] * w[-1]
        T.append(own)
    return _Pose(np.array(T), np.array(_bodies(robot)), np.array(p), np.array(w))


def _gaps(robot: Robot, pose: _Pose) -> Iterator[tuple[str, str]]:
    """Return each part of the route that is uncovered by too much: which, and what to say of it."""
    closed = max(JOINT_GAP_M, JOINT_GAP_SHARE * reach(robot))
    begins = [pose.p[i] for i, joint in enumerate(robot.joints) if pose.body[joint.parent + 1] == 0]
    none = np.zeros(len(begins))
    routes = {0: _Route(_Balls(np.array(begins), none), none)}
    for i, joint in enumerate(robot.joints):
        if joint.kind == "revolute":
            before = int(pose.body[joint.parent + 1])
            routes[i + 1] = _route_on(
                routes[before], _limbs(robot, pose, before), _axis_balls(robot, pose, i)
            )
            gap = float(routes[i + 1].length.min() - routes[before].length.min())
            if gap > closed:
                yield _gap_line(robot, before, f"the axis of {joint.name!r}", gap_m=gap)
    for name, tool in zip(robot.tool_names, robot.tools, strict=True):
        body, tip = int(pose.body[tool.frame]), _Balls(_tool_point(pose, tool)[None], np.zeros(1))
        route = _route_on(routes[body], _limbs(robot, pose, body), tip)
        gap = float(route.length.min() - routes[body].length.min())
        if body and gap > TOOL_GAP_M:
            yield _gap_line(robot, body, f"tool {name!r}", gap_m=gap)


def _tool_point(pose: _Pose, tool: Tool) -> Array:
    return np.asarray((pose.T[tool.frame] @ tool.T_frame_tool)[:3, 3])


def _gap_line(robot: Robot, body: int, end: str, *, gap_m: float) -> tuple[str, str]:
    link = f"link {robot.links[body - 1].name!r}: {{}} from the axis of {robot.joints[body - 1].name!r}"
    route = f"{link if body else 'the base: {}'} to {end}"
    return (
        route,
        f"{route.format(f'{gap_m * 1e3:.0f} mm of the way')} lie outside of its capsules; they must cover it",
    )


def _limbs(robot: Robot, pose: _Pose, body: int) -> PlacedCapsules:
    shapes = robot.capsules
    mine = pose.body[shapes.frame] == body
    T = pose.T[shapes.frame[mine]]
    p0, p1 = (np.einsum("cij,cj->ci", T[:, :3, :3], p[mine]) + T[:, :3, 3] for p in (shapes.p0, shapes.p1))
    return PlacedCapsules(p0, p1, shapes.radius[mine])


def _axis_balls(robot: Robot, pose: _Pose, index: int) -> _Balls:
    """Return points of a joint's axis, and the largest ball about each in a capsule beside the joint."""
    p, w = pose.p[index], pose.w[index]
    sides = (int(pose.body[robot.joints[index].parent + 1]), index + 1)
    limbs = [_limbs(robot, pose, body) for body in sides]
    tools = [_tool_point(pose, tool) for tool in robot.tools]
    t = np.concatenate([(np.array([*pose.p, *tools]) - p) @ w, *(_axis_hints(p, w, each) for each in limbs)])
    near = np.clip(_nearest_others(p, w, pose), t.min(), t.max())
    t = np.concatenate([t, near, np.linspace(t.min(), t.max(), AXIS_SAMPLES)])
    points = p + t[:, None] * w
    inside = [-distances_to_capsules(points, each) for each in limbs]
    return _Balls(points, np.hstack([np.zeros((len(t), 1)), *inside]).max(axis=1))


def _axis_hints(p: Array, w: Array, limbs: PlacedCapsules) -> Array:
    """Return where along a line capsules begin, end and pass it."""
    inner = (limbs.p0 + CAPSULE_SHARES * (limbs.p1 - limbs.p0)) - p
    t = inner @ w
    square = limbs.radius**2 - np.linalg.norm(inner - t[..., None] * w, axis=2) ** 2
    half = np.sqrt(np.maximum(square, 0.0))
    return np.concatenate([t, t - half, t + half], axis=None)


def _nearest_others(p: Array, w: Array, pose: _Pose) -> Array:
    """Return where along a line the axes of all joints come nearest to it; parallel ones do so everywhere."""
    dot = pose.w @ w
    sine = 1.0 - dot**2
    away = pose.p - p
    t = (away @ w - dot * np.einsum("mj,mj->m", away, pose.w)) / np.where(
        sine > PARALLEL_SINE_SQUARED, sine, 1.0
    )
    return np.where(sine > PARALLEL_SINE_SQUARED, t, 0.0)


def _route_on(route: _Route, limbs: PlacedCapsules, balls: _Balls) -> _Route:
    """Return the route on to balls, straight or through the capsules of a body."""
    reached = (_gaps_between(route.balls, limbs) + route.length[:, None]).min(axis=0)
    apart = np.maximum(capsule_distances(limbs), 0.0)
    for _ in range(len(reached)):
        reached = np.minimum(reached, (reached[:, None] + apart).min(axis=0))
    through = (_gaps_between(balls, limbs) + reached).min(axis=1, initial=np.inf)
    straight = np.linalg.norm(balls.points[:, None] - route.balls.points, axis=2)
    straight = np.maximum(straight - balls.radius[:, None] - route.balls.radius, 0.0)
    return _Route(balls, np.minimum(through, (straight + route.length).min(axis=1)))


def _gaps_between(balls: _Balls, limbs: PlacedCapsules) -> Array:
    """Return what lies between balls and capsules (k, c)."""
    return np.maximum(distances_to_capsules(balls.points, limbs) - balls.radius[:, None], 0.0)


def _piece_gaps(robot: Robot) -> Iterator[str]:
    """Return the parts that are not within their frame's capsules, a line for each."""
    shapes = robot.capsules
    for part in robot.parts:
        mine = shapes.frame == part.frame
        limbs = PlacedCapsules(shapes.p0[mine], shapes.p1[mine], shapes.radius[mine])
        out = max((protrusion(piece, limbs) for piece in part.pieces), default=0.0)
        if out > 0.0:
            how = f"by {out * 1e3:.3g} mm" if out < math.inf else "of its frame, of which there is none"
            yield f"part {part.name!r}: sticks out of its capsules {how}; they must contain its convex pieces"
