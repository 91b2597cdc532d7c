"""All names that stand on the wire and in recordings, as a table: of each class its keys in order.

    messages, what drivers tell, parts     by their names on the wire, with id or tag
    settings, logs, results of works       by where they stand: they have no names there, but keys

What a scenario's file says (acts, faults, truth) the guide's pages of keys hold.
"""

import msgspec

from planner.fixtures.kept_fixtures import carry_out
from planner.gate.guards.person_hold import PersonHoldRecord
from planner.gate.set_points.stream import Released
from planner.plans.make_plan import make_plan
from telemetry.agreed.run_settings import ReplaySettings, RunSettings
from telemetry.messages.base import NAMES
from telemetry.network.launch import Launch
from telemetry.recording.given.driver_records import DriverRecord, PictureTaken
from telemetry.recording.records.receptions import Receptions
from telemetry.recording.records.record import About
from telemetry.recording.records.totals import Totals
from telemetry.wire.routes import ROUTES

ROOTS = {
    **{message.__name__: message for message in ROUTES},
    "told": DriverRecord,
    "receptions": Receptions,
    "about": About,
    "totals": Totals,
    "picture taken": PictureTaken,
    "run settings": RunSettings,
    "replay settings": ReplaySettings,
    "launch file": Launch,
    "release log": Released,
    "person's hold log": PersonHoldRecord,
    "plan made": make_plan.__annotations__["return"],
    "fixture made": carry_out.__annotations__["return"],
}


def names_on_record():
    """Return of each class its tag, if it has one, and its keys."""
    rows = {}
    for place, kind in ROOTS.items():
        _visit(msgspec.inspect.type_info(kind), place, rows)
    return rows


def _visit(info, place, rows):
    name = NAMES.get(getattr(info, "cls", None), place)
    if isinstance(info, msgspec.inspect.StructType | msgspec.inspect.DataclassType):
        if name in rows:
            return
        rows[name] = [*_head(info), *(field.encode_name for field in info.fields)]
        for field in info.fields:
            _visit(field.type, f"{name}.{field.encode_name}", rows)
    elif isinstance(info, msgspec.inspect.NamedTupleType):  # an array: its fields have places and no keys
        for number, field in enumerate(info.fields):
            _visit(field.type, f"{name}[{number}]", rows)
    elif isinstance(info, msgspec.inspect.EnumType):
        rows[name] = [member.value for member in info.cls]
    else:
        for part in _parts(info):
            _visit(part, f"{place}:{part.tag}" if getattr(part, "tag", None) else place, rows)


def _head(info):
    """Return tag, and that it is an array."""
    tag = [f"{info.tag_field} = {info.tag!r}"] if getattr(info, "tag", None) is not None else []
    return [*tag, "[]"] if getattr(info, "array_like", False) else tag


def _parts(info):
    """Return the types in a union or a collection."""
    for name in ("types", "item_types"):
        yield from getattr(info, name, ())
    for name in ("item_type", "key_type", "value_type"):
        if hasattr(info, name):
            yield getattr(info, name)
