"""Sweep all released motion again, by MuJoCo's distances: what no predictor has a part in (invariant 2).

    Queued   where a move begins        |   quintic to the set-point, STEPS samples a period,
    Motion   the set-point that left    |   then its stop by the audit's own stop law, as finely

The distance of each sample is MuJoCo's own between the solids of the recorded robot and scene.  Of a retreat
the least distance may be less than is required: it falls by no more than 1 mm from where the retreat began.
From what may drift, more is required: by how far it may until a set-point is done.

Not proven: what moves or floats apart from the base, as only an estimate says where it was.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ground.audit.answers import Break, InvariantAnswer
from ground.audit.law import State, number_of, state_of
from ground.audit.plain_stop import arm_stop
from ground.rehearsal.body.mujoco_body import MujocoBody
from ground.rehearsal.body.plant import TrueClearance
from ground.run.kept.recorded_run import RecordedRun
from predictor.geometry.drift import allowance_of
from predictor.geometry.shapes import BASE, Scene
from predictor.run_model import Model
from telemetry.agreed.run_settings import NS_PER_S, RunSettings
from telemetry.files.settings import FileError
from telemetry.recording.reading.deliveries import read_deliveries
from telemetry.recording.reading.opened_records import opened_records

NUMBER, TEXT = 2, "each move and its stop keep the clearance that is required, by MuJoCo's distances"
STEPS = 100  # samples of a period
SAME_M = 1e-5  # of two distances, MuJoCo's by iteration
FALL_M = 1e-3  # of a retreat
MM_PER_M = 1000.0
NO_MODEL = "robot and scene are not in the recording"

Array = NDArray[np.float64]
OnRecord = Callable[[int], None]


class PosedBody(MujocoBody):
    """A body that is put into poses."""

    timestep_s = 0.01  # of no meaning: nothing goes on by itself

    def clearance_at(self, q: Array) -> TrueClearance:
        """Return the least signed distance in a pose (n,)."""
        self._joints[:] = self._followers.values(q)
        return self._watched.clearance(self.data, self._joints)


class Swept(NamedTuple):
    """The nearest that a move and its stop come."""

    clearance: TrueClearance
    after_s: float  # the move began


class MotionSweep:
    """Takes what was queued and what left, and keeps what came too near."""

    def __init__(self, model: Model, run: RunSettings) -> None:
        """Begin with nothing."""
        robot, limits = model.robot, model.robot.limits
        start_q = tuple(0.5 * (low + high) for low, high in zip(limits.q_min, limits.q_max, strict=True))
        self._allowances = drift_allowances(model.scene, run.model_age_s)
        self._body = PosedBody(robot, replace(model.scene, allowances=self._allowances), start_q)
        self._limits, self._period_s = limits, run.commanding.period_s
        self._required_m = run.margins.required_m
        self._begins: dict[tuple[int, int], tuple[State, bool]] = {}  # and whether it is of a retreat
        self._done = set[tuple[int, int]]()
        self._retreat: tuple[int, float] = (-1, 0.0)  # epoch, and the distance at its begin
        self.found: list[Break] = []

    def on_queued(self, body: Mapping[str, Any]) -> None:
        """Take where a move begins."""
        begin = state_of(body["previous"]), bool(body.get("retreat"))
        self._begins[number_of(body["entry"])] = begin

    def on_motion(self, body: Mapping[str, Any], at_ns: int, record: int) -> None:
        """Sweep a set-point that left, once: the move to it and the stop after it."""
        point = body["set_point"]
        number = number_of(point)
        if point["kind"] != "motion" or number in self._done or number not in self._begins:
            return
        self._done.add(number)
        begin, is_retreat = self._begins[number]
        swept = self._swept(begin, state_of(point))
        least_m = self._least(number[0], begin) if is_retreat else self._required_m
        if swept.clearance.distance < least_m - SAME_M:
            allowed_m = allowance_of(swept.clearance.pair, self._allowances)
            (distance, pair), required_m = swept.clearance, least_m + allowed_m
            as_measured = swept._replace(clearance=TrueClearance(distance + allowed_m, pair))
            self.found.append(_break(number, as_measured, required_m, at_s=at_ns / NS_PER_S, record=record))

    def _least(self, epoch: int, begin: State) -> float:
        if self._retreat[0] != epoch:
            self._retreat = epoch, self._body.clearance_at(np.array(begin[0])).distance
        return min(self._required_m, self._retreat[1] - FALL_M)

    def _swept(self, begin: State, end: State) -> Swept:
        limits = self._limits
        stop = arm_stop(end, limits.qdd_max, limits.qddd_max, period=self._period_s)
        poses = list(self._poses([begin, end, *stop]))
        seen = [self._body.clearance_at(q) for q in poses]
        nearest = min(range(len(seen)), key=lambda k: seen[k].distance)
        return Swept(seen[nearest], nearest * self._period_s / STEPS)

    def _poses(self, states: list[State]) -> Iterator[Array]:
        for begin, end in pairwise(states):
            yield from quintic_poses(np.array(begin), np.array(end), self._period_s)
        yield np.array(states[-1][0])


def drift_allowances(scene: Scene, age_s: float) -> dict[str, float]:
    """Return how much more shapes of what may drift are kept clear of [m]; meshes by their pieces."""
    drifts_m = {body.name: body.drift * age_s for body in scene.bodies if body.drift > 0.0}
    shapes = [(shape.name, shape.body) for shape in scene.volumes]
    shapes += [(f"{mesh.name}/{k}", mesh.body) for mesh in scene.meshes for k in range(len(mesh.pieces))]
    return {name: drifts_m[body] for name, body in shapes if body in drifts_m}


def quintic_poses(begin: Array, end: Array, period_s: float) -> Array:
    """Return STEPS poses from `begin` on, short of `end`; each is (q, qd, qdd) as rows (3, n)."""
    s = (np.arange(STEPS) / STEPS)[:, None]
    h_q = 10 * s**3 - 15 * s**4 + 6 * s**5
    h_v0, h_v1 = s - 6 * s**3 + 8 * s**4 - 3 * s**5, -4 * s**3 + 7 * s**4 - 3 * s**5
    h_a0, h_a1 = 0.5 * (s**2 - 3 * s**3 + 3 * s**4 - s**5), 0.5 * (s**3 - 2 * s**4 + s**5)
    poses: Array = begin[0] + h_q * (end[0] - begin[0])
    poses += period_s * (h_v0 * begin[1] + h_v1 * end[1]) + period_s**2 * (h_a0 * begin[2] + h_a1 * end[2])
    return poses


def sweep_recording(path: Path, on_record: OnRecord = lambda at_ns: None) -> InvariantAnswer:
    """Return what the distances of MuJoCo say of all motion in a recording.

    Raises:
        FileError: it cannot be read.
    """
    recorded = RecordedRun(path)
    try:
        model = recorded.model()
    except FileError as error:
        return _answer([], [str(error)])
    missing = [NO_MODEL] if model is None else not_judged(model)
    if model is None or missing:
        return _answer([], missing)
    sweep = MotionSweep(model, recorded.settings())
    for record in opened_records(read_deliveries(path), ("Queued", "Motion")):
        if record.name == "Queued" and record.body:
            sweep.on_queued(record.body)
        elif record.name == "Motion" and record.body:
            sweep.on_motion(record.body, record.at_ns, record.number)
        on_record(record.at_ns)
    return _answer(sweep.found, [])


def not_judged(model: Model) -> list[str]:
    """Return why nothing is proven in a scene; empty: it can be."""
    floats = model.robot.platform is not None
    apart = [body.name for body in model.scene.bodies if floats and body.carrier != BASE]
    moving = [body.name for body in model.scene.bodies if body.motion is not None]
    names = ", ".join(dict.fromkeys([*apart, *moving]))
    return [f"only estimates say where these were: {names}"] if names else []


def _answer(found: list[Break], missing: list[str]) -> InvariantAnswer:
    return InvariantAnswer(
        number=NUMBER,
        text=TEXT,
        answer="BROKEN" if found else "NOT PROVEN" if missing else "PROVEN",
        broken=len(found),
        first=found[0] if found else None,
        missing=missing,
    )


def _break(number: tuple[int, int], swept: Swept, least_m: float, *, at_s: float, record: int) -> Break:
    (distance, pair), (epoch, seq) = swept.clearance, number
    text = (
        f"({epoch}, {seq}), {swept.after_s:.3f} s into it: {' and '.join(pair)} come to"
        f" {distance * MM_PER_M:.2f} mm, {least_m * MM_PER_M:.2f} mm required"
    )
    return Break(rule="swept", at_s=at_s, text=text, record=record, channel="Motion", number=seq)
