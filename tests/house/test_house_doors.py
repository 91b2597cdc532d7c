"""The laws of doors: what may be imported or got by its name, and where files are read."""

import ast
from pathlib import Path

import pytest

from tests.house.syntax import (
    ROOT,
    SOURCES,
    imports,
    lines_of,
    nodes,
    offenders,
)

READ_THEIR_OWN = (
    "telemetry/files/settings.py",
    "telemetry/drive/store.py",
    "predictor/compiler/kernel_files.py",
    "predictor/compiler/jit_entries.py",
    "predictor/geometry/disk_cache.py",
)  # door, own logs, sources, what was made of them


# These import what a text names: a command, method, reader, device or role, each by a table of the code.
IMPORT_BY_TEXT = (
    "ground/__main__.py",
    "ground/cli.py",
    "ground/commands/completion.py",
    "ground/rehearsal/warming.py",
    "ground/run/processes/compiling.py",
    "ground/run/warm.py",
    "haptics/devices/device.py",
    "predictor/collision/method.py",
    "telemetry/drive/factory.py",
)
# These read attributes by their names: fields of their own tables, rows and messages.
GET_BY_TEXT = (
    *IMPORT_BY_TEXT,
    "ground/commands/motion/fixture.py",
    "ground/commands/recording/record_export.py",
    "ground/export/",
    "ground/series/columns.py",
    "ground/scenario/plan_files.py",
    "ground/operator/step_at_rest.py",
    "ground/rehearsal/roles.py",
    "ground/report/",
    "planner/commands/plan_lines.py",
    "predictor/compiler/jit.py",
    "predictor/model/",
    "telemetry/commands.py",
    "telemetry/plan/",
    "telemetry/recording/writing/mcap_file.py",
    "telemetry/wire/shards.py",
)
LOADER = "telemetry.drive.factory.load"
IMPORTERS = (
    "import_module",
    "__import__",
    "resolve_name",
    "run_module",
    "run_path",
    "spec_from_file_location",
)
GETTERS = ("getattr", "setattr", "attrgetter", "methodcaller")


def by_text(tree: list[ast.AST], names: tuple[str, ...]) -> list[str]:
    """Calls of functions of these names with a text that the code does not itself say."""
    calls = [node for node in tree if isinstance(node, ast.Call) and called(node) in names]
    return [f"line {node.lineno}" for node in calls if not is_said(named(node))]


def named(call: ast.Call) -> ast.AST:
    """What a call names: the second argument of those that get from an object, else the first."""
    return [*call.args, *(word.value for word in call.keywords), call][called(call) in ("getattr", "setattr")]


def is_said(text: ast.AST) -> bool:
    """Whether it is a text of the code, or a constant."""
    return isinstance(text, ast.Constant) or (isinstance(text, ast.Name) and text.id.isupper())


def importers(path: Path) -> tuple[str, ...]:
    """Names of the functions that import by a text in a file."""
    return (*IMPORTERS, "load") if LOADER in imports(path) else IMPORTERS


def elsewhere(places: tuple[str, ...]) -> list[Path]:
    return [path for path in SOURCES if not str(path.relative_to(ROOT)).startswith(places)]


def test_only_listed_files_import_what_a_text_names():
    broken = offenders(lambda path: by_text(nodes(path), importers(path)), elsewhere(IMPORT_BY_TEXT))
    assert broken == {}


def test_only_listed_files_get_what_a_text_names():
    assert offenders(lambda path: by_text(nodes(path), GETTERS), elsewhere(GET_BY_TEXT)) == {}


@pytest.mark.parametrize(
    "call",
    [
        "importlib.import_module(started.factory)",
        "import_module(name=launch.factory)",
        "__import__(name)",
        "load(launch.settings_type)",
        "load(f'{module}:build')",
        "runpy.run_module(name)",
        "getattr(module, name)",
        "operator.attrgetter(name)",
    ],
)
def test_the_law_sees_what_a_text_names(call):
    assert by_text([*ast.walk(ast.parse(call))], (*IMPORTERS, *GETTERS, "load"))


def called(call: ast.Call) -> str:
    """The last word of what is called."""
    return call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")


def reads_a_file(node: ast.AST) -> bool:
    """Whether a call opens a file for reading by itself, instead of by the door."""
    if not isinstance(node, ast.Call):
        return False
    modes = [arg.value for arg in node.args if isinstance(arg, ast.Constant) and isinstance(arg.value, str)]
    name = called(node)
    return name in ("read_bytes", "read_text") or (name == "open" and any("r" in m for m in modes))


def test_files_are_read_through_the_one_door():
    """That is `telemetry.files.settings`: open_file, read_file, read_toml, read_json."""
    others = [path for path in SOURCES if str(path.relative_to(ROOT)) not in READ_THEIR_OWN]
    assert offenders(lambda path: lines_of(path, reads_a_file), others) == {}


@pytest.mark.parametrize(
    "call", ["path.read_bytes()", "path.open('rb')", "open(name, 'r+b')", "p.read_text()"]
)
def test_the_law_sees_a_file_that_is_read_past_the_door(call):
    assert any(reads_a_file(node) for node in ast.walk(ast.parse(call)))
