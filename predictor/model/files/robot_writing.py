"""Write a robot table as a robot file: the same table always as the same text, and read again as the same.

Values that are not known yet stand as "?", each with its unit beside it, for somebody to fill in.
"""

import json
from collections.abc import Iterator, Sequence

import msgspec

from predictor.model.files.robot_table import UNKNOWN, RobotTable

KEY_REMARKS = {
    "home_deg": "[deg] a safe pose: a value for each commanded joint that turns, in their order",
    "home_m": "[m] a safe pose: a value for each commanded joint that slides, in their order",
    "stow_deg": "[deg] the pose in which it is stowed, in the same order",
    "stow_m": "[m] the same of the joints that slide",
    "capsule": "[[capsule]] rows in place of this: the volumes that are kept apart",
    "q_min_deg": "[deg]",
    "q_max_deg": "[deg]",
    "speed_max_deg": "[deg/s]",
    "acceleration_max_deg": "[deg/s^2]",
    "jerk_max_deg": "[deg/s^3]",
    "q_min_m": "[m]",
    "q_max_m": "[m]",
    "speed_max_m": "[m/s]",
    "acceleration_max_m": "[m/s^2]",
    "jerk_max_m": "[m/s^3]",
    "bare": "it moves without any volume: give its frame a [[capsule]] in place of this, or say true",
    "mass": "[kg]",
    "com": "[m] x, y, z of the centre of mass, in the frame",
    "inertia": "[kg m^2] three rows, about the centre of mass, in axes of the frame",
}
TABLE_REMARKS = {
    "joint": "Joints from the base outwards, branch by branch; each carries a frame, the first one frame 1.",
    "tool": "Where the tools are; the first is the one that is meant where none is named.",
    "capsule": "The volumes of the arm that are kept apart from everything; frame 0 is the base.",
    "mesh": "What is seen of the arm and what physics touches; scaled, then turned and moved to its place.",
    "platform": "The free-floating body that carries the arm; without this table it is bolted to the ground.",
    "check": "What telemetry is checked against (`farhand guide data-checks`).",
    "range_sensor": "Where a range sensor sits, in a frame; the nearest echo in its beam counts.",
    "link": "One body for each joint's frame: inertia about the centre of mass, in axes of the frame.",
}


def text_of(table: RobotTable, remarks: Sequence[str]) -> str:
    """Return the robot file that says what a table says, after some remarks."""
    head = [*(f"# {line}".rstrip() for line in remarks), ""]
    return "\n".join([*head, *_plain(table), *_tables(table)]) + "\n"


def _plain(table: RobotTable) -> Iterator[str]:
    """Return what stands before all tables."""
    yield _line("name", table.name)
    for key in ("home_deg", "home_m", "stow_deg", "stow_m", "capsule"):
        value = getattr(table, key)
        if value and (key != "capsule" or value == UNKNOWN):
            yield _line(key, value)
    if table.allowed:
        yield "\n# Pairs of capsules that are not kept apart, and why."
        yield "allowed = ["
        yield from (f"  {_value(row)}," for row in table.allowed)
        yield "]"


def _tables(table: RobotTable) -> Iterator[str]:
    for key, head in TABLE_REMARKS.items():
        rows = table.tools if key == "tool" else getattr(table, key)
        if rows is None or rows == UNKNOWN or not rows:
            continue
        yield f"\n# {head}"
        if isinstance(rows, tuple):
            for i, row in enumerate(rows):
                yield ("\n" if i else "") + f"[[{key}]]"
                yield from _rows(row)
        else:
            yield f"[{key}]"
            yield from _rows(rows)


def _rows(row: msgspec.Struct) -> Iterator[str]:
    return (_line(key, value) for key, value in _stated(row))


def _stated(row: msgspec.Struct) -> Iterator[tuple[str, object]]:
    """Return the keys of a row with their values, but for those that say what is so without them."""
    for field in msgspec.structs.fields(type(row)):
        value = getattr(row, field.name)
        if value != field.default:
            yield field.name, value


def _line(key: str, value: object) -> str:
    remark = f"  # {KEY_REMARKS.get(key, '')}" if value == UNKNOWN else ""
    return f"{key} = {_value(value)}{remark}"


def _value(value: object) -> str:
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False)
    if isinstance(value, tuple):
        return f"[{', '.join(map(_value, value))}]"
    if isinstance(value, msgspec.Struct):
        return f"{{ {', '.join(f'{key} = {_value(inner)}' for key, inner in _stated(value))} }}"
    if isinstance(value, bool):
        return "true" if value else "false"
    return repr(float(value) if isinstance(value, float) else value)  # a number of numpy's is one, too
