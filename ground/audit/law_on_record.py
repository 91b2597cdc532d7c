"""What must hold in a recorded run: its settings and its robot file, read from the recording in plain code.

    settings.json   period, depth, margins, link, participants
    model/*.toml    [[joint]] rows of the robot: ranges, speeds, accelerations, jerks, in degrees or metres;
                    shapes of the scene, and by how much their [[body]] may drift

Robot files of another kind leave the limits unknown, and what needs them not proven.
"""

import json
import math
import tomllib
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, NamedTuple

from ground.audit.law import PATIENCE_NS, SECOND, STALE_NS, JointBounds, Law

SETTINGS = "settings.json"
LIMIT_KEYS = ("q_min", "q_max", "speed_max", "acceleration_max", "jerk_max")
STALE_PERIODS, PATIENT_TRIPS = 3, 5
SHAPES = ("box", "capsule", "sphere", "mesh")
Files = Mapping[str, bytes]


class ModelFiles(NamedTuple):
    """What the files of a run's model are called in its recording."""

    robot: str
    scene: str


class UnknownLawError(ValueError):
    """The recording does not say what had to hold."""


def law_on_record(files: Files, model: ModelFiles, configuration: str) -> Law:
    """Return what must hold; UnknownLawError: the settings are missing or cannot be read."""
    if SETTINGS not in files:
        raise UnknownLawError(f"the recording holds no {SETTINGS}")
    try:
        settings, bounds = json.loads(files[SETTINGS]), _bounds(files.get(model.robot, b""))
        law = _law(settings, configuration, bounds)
        return replace(law, allowances=_allowances(files.get(model.scene, b""), _age_s(settings)))
    except (KeyError, TypeError, ValueError) as error:
        raise UnknownLawError(f"{SETTINGS} cannot be read ({error!r})") from None


def roles_on_record(files: Files) -> dict[str, str]:
    """Return the role of each participant; empty: the recording does not say."""
    try:
        rows = json.loads(files.get(SETTINGS, b"{}")).get("participants", ())
        return {name: role for name, role in rows}  # noqa: C416 - rows are lists
    except (AttributeError, TypeError, ValueError):
        return {}


def _law(settings: Mapping[str, Any], configuration: str, bounds: JointBounds | None) -> Law:
    commanding, link, margins = settings["commanding"], settings["link"], settings["margins"]
    parts = ("geometry_m", "tracking_m", "model_m")
    round_trip_s = link["up_s"] + link["down_s"]
    return Law(
        period_ns=round(commanding["period_s"] * SECOND),
        depth=commanding["depth"],
        required_m=sum(margins[part] for part in parts) + margins.get("base_m", 0.0),
        configuration=bytes.fromhex(configuration),
        bounds=bounds,
        stale_ns=max(round(STALE_PERIODS * link["telemetry_period_s"] * SECOND), STALE_NS),
        patience_ns=round(PATIENT_TRIPS * round_trip_s * SECOND) + PATIENCE_NS,
        scripts=frozenset(name for name, role in settings["participants"] if role == "operator"),
        roles={name: role for name, role in settings["participants"]},  # noqa: C416 - rows are lists
        two_person=commanding.get("two_person", False),
        poll=tuple(commanding.get("poll", ())),
    )


def _age_s(settings: Mapping[str, Any]) -> float:
    """Return how old what is known of a body is when a set-point is done [s]."""
    commanding, link = settings["commanding"], settings["link"]
    link_s = link["up_s"] + link["down_s"] + 2.0 * link.get("jitter_s", 0.0)
    beyond_s = (commanding["depth"] + 1) * commanding["period_s"] + commanding["buffer_s"]
    return float(link_s + beyond_s)


def _allowances(content: bytes, age_s: float) -> dict[str, float]:
    """Return by how much more the shapes of bodies that may drift are kept clear of [m]."""
    scene = tomllib.loads(content.decode())
    drifts = {row["name"]: row.get("drift", 0.0) for row in scene.get("body", ())}
    shapes = [row for kind in SHAPES for row in scene.get(kind, ())]
    found = {row["name"]: drifts.get(row["body"], 0.0) * age_s for row in shapes}
    return {name: allowed for name, allowed in found.items() if allowed > 0.0}


def _bounds(content: bytes) -> JointBounds | None:
    """Return the limits of the commanded joints; None: they do not stand in the file in this form."""
    try:
        rows = [row for row in tomllib.loads(content.decode()).get("joint", ()) if "follows" not in row]
        limits = [_limits(row) for row in rows]
    except (AttributeError, KeyError, TypeError, ValueError):
        return None
    if not limits:
        return None
    q_min, q_max, qd_max, qdd_max, qddd_max = zip(*limits, strict=True)
    return JointBounds(q_min=q_min, q_max=q_max, qd_max=qd_max, qdd_max=qdd_max, qddd_max=qddd_max)


def _limits(row: Mapping[str, Any]) -> tuple[float, ...]:
    unit = "m" if row.get("kind") == "prismatic" else "deg"
    stated = [float(row[f"{key}_{unit}"]) if f"{key}_{unit}" in row else None for key in LIMIT_KEYS]
    if row.get("kind") == "continuous":
        stated[:2] = [-math.inf, math.inf]
    known = [value for value in stated if value is not None]
    if len(known) < len(LIMIT_KEYS):
        raise KeyError("a limit is missing")
    return tuple(known) if unit == "m" else tuple(map(math.radians, known))
