"""What it saves to look at boxes along the axes before nearest features, over the faces of what is met.

The same search with and without boxes, the arm against five modules of so many triangles, beside peers that
have trees of triangles.  Each is run ten times, the best and the worst dropped, the mean of the rest told.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import numpy as np

from predictor.collision.convex.convex_method import ConvexMethod
from predictor.collision.convex.convex_packing import packed_and_scratch
from predictor.collision.convex.hulls_kernels import HALF
from predictor.collision.method import build_world
from telemetry.life.clock import processor_ns
from tests.benchmarks.peers.asked import asked
from tests.benchmarks.peers.way import Way
from tests.benchmarks.problems.arms import THIRTEEN, arms
from tests.benchmarks.problems.bodies import bodies_of
from tests.benchmarks.problems.problems import EMPTY, Problem, clear_wave
from tests.benchmarks.problems.scenes import modules
from tests.benchmarks.questions.growth import Curve
from tests.benchmarks.telling.cores import pinned
from tests.benchmarks.telling.rows import Row

FACES = (2_000, 4_000, 6_000, 8_000, 10_000)
POSES, RUNS, ANSWERS_BY_PEERS = 200, 10, 5
WITH, WITHOUT = "boxes first", "without boxes"
WORDS = "boxes first: faster than without at every size"
PEERS = ("coal", "fcl")
EVERYWHERE = 1e30  # half edges [m] of a box that leaves nothing out


def face_curves(peers: tuple[str, ...] = PEERS, *, quick: bool = False) -> Iterator[Curve]:
    """Measure the least distance over faces of a module; python-fcl tells hit or free."""
    sizes = FACES[:2] if quick else FACES
    took: dict[str, list[float]] = {}
    for faces in sizes:
        for name, us in _at(faces, peers).items():
            took.setdefault(name, []).append(us)
    for name, each in took.items():
        yield Curve("faces", name, sizes, tuple(each))


def face_rows(curves: list[Curve]) -> list[Row]:
    """Return a row for each size: boxes first beside each other way."""
    own = next(curve for curve in curves if curve.ask == WITH)
    return [
        _row(own, other, place) for other in curves if other is not own for place in range(len(own.sizes))
    ]


def _row(own: Curve, other: Curve, place: int) -> Row:
    ratio = other.us[place] / own.us[place]
    is_asked = other.ask == WITHOUT
    return {
        "id": "F18",
        "case": f"{own.sizes[place]} faces",
        "ours": own.ask,
        "ours_us": own.us[place],
        "peer": other.ask,
        "peer_us": other.us[place],
        "ratio": ratio,
        "target": {"words": WORDS, "us": None, "ratio": 1.0 if is_asked else None},
        "ok": ratio > 1.0 if is_asked else None,
        "note": "mean of ten runs without the best and the worst",
    }


def _at(faces: int, peers: tuple[str, ...]) -> dict[str, float]:
    whole = arms()[THIRTEEN]
    wave, robot = clear_wave(whole, EMPTY), replace(whole, self_pairs=whole.self_pairs[:0])
    scene = modules("faces", robot, wave.trajectory(), faces=faces)
    poses = np.ascontiguousarray(wave.trajectory()[:: len(wave.trajectory()) // POSES])
    world: Any = build_world("convex", robot, scene)  # which alone can do without boxes
    few = poses[:: len(poses) // ANSWERS_BY_PEERS]
    bare = replace(world, method=without_boxes(world.method))
    found = bodies_of(Problem("faces", robot, scene, wave))
    ways: dict[str, tuple[Callable[[], object], int]] = {
        WITH: (lambda: world.batch(poses), len(poses)),
        WITHOUT: (lambda: bare.batch(poses), len(poses)),
    }
    for name, question in zip(PEERS, ("mesh_distances", "hits"), strict=True):
        for way in asked((name,), question, found, few) if name in peers else ():
            if isinstance(way, Way):
                tells_less = ", hit or free" if question == "hits" else ""
                ways[way.name + tells_less] = (way.run, len(few))
    with pinned(1):
        return {name: trimmed_mean(run) / answers for name, (run, answers) in ways.items()}


def without_boxes(method: ConvexMethod) -> ConvexMethod:
    """Return the same method by nearest features alone, to measure what boxes save."""
    items, nodes = method.tables.items.copy(), method.tables.nodes.copy()
    for boxes in (items, nodes):
        boxes[:, HALF : HALF + 3] = EVERYWHERE
        boxes.setflags(write=False)
    tables = method.tables._replace(items=items, nodes=nodes)
    packed, scratch = packed_and_scratch(method.robot, tables)
    return replace(method, tables=tables, packed=packed, scratch=scratch)


def trimmed_mean(run: Callable[[], object]) -> float:
    """Return the mean time of ten runs, without the best and the worst [us]."""
    run()
    took = []
    for _ in range(RUNS):
        begin = processor_ns()
        run()
        took.append((processor_ns() - begin) / 1e3)
    return float(np.mean(sorted(took)[1:-1]))
