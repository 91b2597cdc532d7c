"""Every key of the files that people write, told from the tables that read them.

    key    as it stands in the file; in the meaning `[table]` or `[[tables]]` where it holds others
    value  what is allowed, from the field's type and its bounds
    else   what holds if it is left out, or that it must be there

What a key means is the comment behind its field, so that the file that reads it tells it in one place.
"""

import ast
import inspect
import io
import re
import tokenize
from functools import cache
from itertools import groupby

import msgspec
from msgspec import inspect as kinds

from ground.report.expect.table import EXPECTATIONS, ExpectTable
from ground.scenario.scenario_table import Scenario
from ground.station.station_tables import StationFile
from predictor.geometry.scenes.scene_table import SceneTable
from predictor.model.files.dh_table import DhRows
from predictor.model.files.robot_table import UNTURNED, RobotTable
from telemetry.files.settings import FILE_NAME, Table
from telemetry.plan.plan_file import PlanFile

REQUIRED = "**required**"
HEAD = ["| key | value | if left out | meaning |", "|---|---|---|---|"]

FILES = {
    "plan": PlanFile,
    "scenario": Scenario,
    "station": StationFile,
    "robot": RobotTable,
    "dh": DhRows,
    "scene": SceneTable,
}
PLACES = {  # the page on which a table stands that is no file of its own; else the page of its file
    "HandSettingsTable": "hand",
    "ForceTable": "hand",
    "HumanTable": "hand",
    "TeleopTable": "hand",
    "StrokeTable": "hand",
    "FixtureTable": "hand",
    "StandingFixtureTable": "hand",
    "ExpectTable": "expect",
    "AnyFault": "expect",
    "ScriptAct": "acts",
    "PlanTable": "acts",
    "ReachTable": "acts",
    "RetreatTable": "acts",
    "HoldTable": "acts",
    "WaitTable": "plan",
    "StepTable": "plan",
    "MoveTable": "moves",
    "ArcTable": "moves",
    "OrbitTable": "moves",
    "MarginsTable": "scenario",
    "FollowsRow": "parts",
    "FourBarRow": "parts",
    "MeshRow": "parts",
    "CylinderRow": "parts",
    "RangeSensorRow": "parts",
}
PAGES = ("scenario", "station", "acts", "expect", "plan", "moves", "hand", "robot", "parts", "dh", "scene")


def told(page):
    """Return the block of a page: a heading, what the table is, and a row for each of its keys."""
    tables = [(heads, kind) for kind, (heads, where) in found().items() if where == page]
    tables.sort(key=lambda table: min(map(_depth, table[0])))  # the file itself first
    blocks = []
    for heads, group in groupby(tables, key=lambda table: table[0]):
        kinds_there = [kind for _, kind in group]
        is_choice = tag_of(kinds_there[0]) != ""
        blocks += (
            [_choice(heads, kinds_there)] if is_choice else [_table(heads, kind) for kind in kinds_there]
        )
    return "\n\n".join(blocks)


def tag_of(kind):
    """Return the name by which a table is chosen among several; empty: it is the only one at its place."""
    return kind.__struct_config__.tag or ""


def _choice(heads, several):
    """One of several tables, by a key: what each is and which keys it has, then all their keys."""
    field = several[0].__struct_config__.tag_field
    rows, named = {}, []
    for kind in several:
        keys = _listed([each.encode_name for each in fields(kind)])
        named.append(f"| `{tag_of(kind)}` | {first_words(kind)} | {keys} |")
        for each in fields(kind):
            row = _row(each, comment(kind, each.name))
            rows.setdefault(each.encode_name, {}).setdefault(row, []).append(tag_of(kind))
    lines = [
        row if tags == max(ways.values(), key=len) else row.replace(" |", f" of {_listed(tags)} |", 1)
        for ways in rows.values()
        for row, tags in ways.items()
    ]
    head = [f"| `{field}` | what it is | its keys |", "|---|---|---|", *named, ""]
    return "\n".join([f"### `{heads[0]}`", "", *head, *HEAD, *lines])


def _depth(head):
    return len(head.strip("[]").split(".")) if head else 0


@cache
def found():
    """Return every table of every file: how it is headed there, and on which page it stands."""
    tables = {}
    for file, root in FILES.items():
        _collect(tables, root, file, "")
    return {kind: (tuple(dict.fromkeys(heads)), where) for kind, (heads, where) in tables.items()}


def tables_of(file):
    """Return the tables of a file by where they stand in it: `act.plan.move`; several, if a key chooses."""
    tables, places = {}, {}
    _collect(tables, FILES[file], file, "")
    for kind, (heads, _) in tables.items():
        for head in heads:
            places.setdefault(head.strip("[]"), []).append(kind)
    return places


def _collect(tables, kind, file, head):
    where = next((PLACES[owner.__name__] for owner in kind.__mro__ if owner.__name__ in PLACES), file)
    heads, where = tables.setdefault(kind, ([], where))
    if head in heads:
        return
    heads.append(head)
    for field in fields(kind):
        for inner, is_many in _tables_in(field.type):
            path = f"{head.strip('[]')}.{field.encode_name}".lstrip(".")
            _collect(tables, inner, file, f"[[{path}]]" if is_many else f"[{path}]")


def fields(kind):
    """Return the fields of a table, in order."""
    return kinds.type_info(kind).fields


def _tables_in(kind, is_many=False):
    if isinstance(kind, kinds.StructType):
        yield kind.cls, is_many
    for inner in _inside(kind):
        yield from _tables_in(inner, is_many or isinstance(kind, kinds.VarTupleType))


def _inside(kind):
    match kind:
        case kinds.UnionType(types=types):
            return types
        case kinds.VarTupleType(item_type=item):
            return (item,)
        case kinds.TupleType(item_types=items):
            return items
    return ()


def _listed(names):
    return ", ".join(f"`{name}`" for name in names)


def _table(heads, kind):
    title = ", ".join(f"`{head}`" for head in _outer(heads) if head) or "The file"
    rows = [_row(field, comment(kind, field.name) or _of_its_table(field)) for field in fields(kind)]
    text = first_words(kind)
    if not rows:
        return f"### {title}\n\n{text} It has no keys."
    return "\n".join([f"### {title}", "", *([text, ""] if text else []), *HEAD, *rows])


def first_words(kind):
    """Return what a table says of itself."""
    return inspect.cleandoc(kind.__doc__ or "").split("\n\n")[0].replace("\n", " ")


def _of_its_table(field):
    """Return what a key means that says nothing itself: what its table says, up to where it goes on."""
    below = next((kind for kind, _ in _tables_in(field.type)), None)
    said = re.split(r"[.:;,]", first_words(below))[0] if below else ""
    return said if said[:2].isupper() else said[:1].lower() + said[1:]


def _outer(heads):
    """Return where a table stands, without those places that stand in another one's steps."""
    return [head for head in heads if not head.strip("[]").startswith("act.plan.")] or heads


def _row(field, meaning):
    cells = (
        f"`{field.encode_name}`",
        value(field.type),
        _usual(field),
        in_toml(meaning),
    )
    return f"| {' | '.join(cells)} |".replace("  ", " ")


def in_toml(meaning):
    """Return what a key means in the words of a file."""
    return meaning.replace("None:", "left out:").replace("False:", "false:")


def _usual(field):
    if field.required:
        return REQUIRED
    usual = field.default if field.default_factory is msgspec.NODEFAULT else None
    if usual is None or usual in ("", ()) or isinstance(usual, msgspec.Struct):
        return ""
    if usual == UNTURNED:
        return "unturned"
    if isinstance(usual, bool):
        return str(usual).lower()
    if isinstance(usual, tuple):
        return f"`{msgspec.json.encode(usual).decode().replace(',', ', ')}`"
    return (
        f"{usual:g}" if isinstance(usual, float) else f"`{usual}`" if isinstance(usual, str) else f"{usual}"
    )


def value(kind):
    """Return in words what a key may be given."""
    match kind:
        case kinds.FloatType() | kinds.IntType():
            return _bounds(kind)
        case kinds.StrType(pattern=pattern):
            return "name" if pattern == FILE_NAME else "text"
        case kinds.BoolType():
            return "true or false"
        case kinds.LiteralType(values=values):
            return ", ".join(f"`{each}`" for each in values)
        case kinds.EnumType():  # too many to be listed
            return "code"
        case kinds.StructType():
            return "table"
        case kinds.DictType():
            return "table of joints by name"
        case kinds.VarTupleType(item_type=item):
            return "tables" if _is_table(item) else f"list: {value(item)}"
        case kinds.TupleType(item_types=items):
            return _fixed(items)
        case kinds.UnionType(types=types):
            return " or ".join(
                dict.fromkeys(value(each) for each in types if not isinstance(each, kinds.NoneType))
            )
        case kinds.DateTimeType():
            return "instant of UTC"
        case kinds.AnyType():
            return "any"
    raise TypeError(kind)


def _is_table(kind):
    return all(isinstance(each, kinds.StructType) for each in getattr(kind, "types", (kind,)))


def _fixed(items):
    inner = [value(item) for item in items]
    return f"{len(inner)} x {inner[0]}" if len(set(inner)) == 1 else f"[{', '.join(inner)}]"


def _bounds(kind):
    low, high = kind.ge if kind.ge is not None else kind.gt, kind.le if kind.le is not None else kind.lt
    if low is None and high is None:
        return "number"
    least = f"{low:g}" if kind.ge is not None else f"above {low:g}"
    most = f"to {high:g}" if kind.le is not None else f"to below {high:g}"
    return f"({least} {most})"


def comment(kind, name):
    """Return what stands behind a field in the code, or what an expectation says of itself."""
    if kind is ExpectTable:
        return EXPECTATIONS[name].meaning
    owners = [owner for owner in kind.__mro__ if name in _comments(owner)]
    return _comments(owners[0])[name] if owners else ""


@cache
def _comments(owner):
    """Return by field the comment on its lines, or on the lines below it."""
    if not issubclass(owner, Table) or owner is Table:
        return {}
    text = inspect.cleandoc("\n" + inspect.getsource(owner))
    lines = text.splitlines()
    notes = {
        token.start[0]: token.string.lstrip("# ").strip()
        for token in tokenize.generate_tokens(io.StringIO(text + "\n").readline)
        if token.type == tokenize.COMMENT
    }
    found = {}
    for node in ast.parse(text).body[0].body:
        if isinstance(node, ast.AnnAssign):
            last = node.end_lineno
            while last < len(lines) and lines[last].lstrip().startswith("#"):
                last += 1
            words = [notes[line] for line in range(node.lineno, last + 1) if line in notes]
            found[node.target.id] = " ".join(words)
    return found
