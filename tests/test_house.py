"""The laws of the house, read off the syntax trees: layers, rings, doors, lengths."""

import ast
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import pytest

from tests.house_map import maps

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ("ground", "telemetry", "planner", "predictor", "haptics")
SOURCES = sorted(path for package in PACKAGES for path in (ROOT / package).rglob("*.py"))
BENCHMARKS = ROOT / "tests" / "benchmarks"
MEASURING = sorted(
    {*BENCHMARKS.rglob("*.py")} - {*(BENCHMARKS / "tests").rglob("*.py")}
)  # short like SOURCES
TOP_LEVEL = {*PACKAGES, "tests", "scenarios", "pyproject.toml", "README.md", "LICENSE"}
LONGEST_FILE = 300
LONGEST_FUNCTION = 40
LONGEST_KERNEL = 60
MOST_FILES = 25  # of a folder, beside its map
MOST_FLOORS = 6  # of the rooms of `ground`, each above all that it imports
MOST_PARAMETERS = 6
MOST_POSITIONAL = 3

# A library may use these of telemetry: what is said, never how it travels.
SPOKEN = (
    "messages", "plan", "link", "hold.presses", "files.settings",
    "agreed.authority", "agreed.reasons", "agreed.limits", "agreed.run_settings",
    "agreed.hand_settings", "agreed.force_stability", "agreed.chains",
)  # fmt: skip
LIBRARY_MAY_IMPORT = {
    "telemetry": ("telemetry",),
    "predictor": ("predictor", "telemetry.files.settings", "telemetry.messages.joint_state"),
    "planner": ("planner", "predictor", *(f"telemetry.{name}" for name in SPOKEN)),
    "haptics": ("haptics", "predictor", *(f"telemetry.{name}" for name in SPOKEN)),
    "ground": ("ground", "predictor", "telemetry"),
}
ONLY_IN = {
    "numba": ("predictor/compiler/jit",),
    "mujoco": ("ground/rehearsal/",),
    "pinocchio": (),
    "coal": (),
    "fcl": (),
    "eaik": (),
    "jaik": (),
    "pytracik": (),
    "ruckig": (),
    "toppra": (),
    "ompl": (),
    "embreex": (),
    "socket": ("telemetry/network/",),
    "asyncio_dgram": ("telemetry/network/",),
    "cryptography": ("telemetry/wire/protection.py",),
    "mcap": (
        "telemetry/recording/reading/mcap_reading.py",
        "telemetry/recording/reading/mcap_glance.py",
        "telemetry/recording/writing/mcap_plain.py",
    ),
    "raptorq": ("telemetry/wire/shards.py",),
    "foxglove": ("ground/export/stream_server.py",),
    "pyarrow": ("ground/export/table_files.py",),
    "PySide6": ("ground/console/",),
    "pyqtgraph": ("ground/console/",),
    "matplotlib": ("ground/report/",),
    "jinja2": ("ground/report/",),
    "coacd": ("predictor/geometry/",),
    "scipy": ("predictor/geometry/",),
    "trimesh": (),
    "collada": (),
    "time": ("telemetry/life/clock.py",),
    "datetime": ("telemetry/life/clock.py",),
    "yourdfpy": ("predictor/model/files/urdf_file.py",),
    "random": (),
    "pickle": ("predictor/compiler/jit_entries.py",),  # as the compiler keeps its code
    "marshal": (),
    "shelve": (),
}


COMMANDS = (
    "planner.commands",
    "haptics.commands",
)  # rooms in the process ring: files of one may use one another
APART = {
    "planner.gate": (
        "planner.motion",
        "planner.teleoperation",
        "planner.plans.make_plan",
        "planner.plans.certify",
        "planner.plans.retreat",
        "planner.plans.remainder",
    ),
    "planner.motion": ("planner.gate", "planner.teleoperation"),
    "planner.plans": ("planner.gate", "planner.teleoperation"),
    "planner.teleoperation": ("planner.gate",),
}  # they share the certificate alone
DOORS = {"predictor.collision": "predictor.collision.method"}  # rooms that others enter only here
NO_SCREEN: dict[str, tuple[str, ...]] = {
    "ground.console.facts": (),
    "ground.console.texts": ("ground.console.facts",),
}  # rooms of the console that know no Qt, and of its other rooms only these
# Folders that hold too many files, and folders that import one another in a circle: both lists only shrink.
CROWDED: tuple[str, ...] = ()
IN_CIRCLES: tuple[str, ...] = ()
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
# These hold a `dict[str, Any]`: where a format, a library or a compiler has tables of anything. It only gets
# shorter: what is told of something has fields, of a class beside what computes it.
OPEN_TABLES = (
    "ground/console/facts/console_state.py",
    "ground/console/facts/snapshot.py",
    "ground/export/plain_messages.py",
    "ground/export/schemas.py",
    "ground/rehearsal/summing_up.py",
    "telemetry/wire/schemas.py",
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


def module_name(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


def in_process_ring(module: str) -> bool:
    last = module.rsplit(".", 1)[-1]
    return last in ("role", "commands", "__main__") or last.endswith("_role") or room_of(module) != ""


def room_of(module: str) -> str:
    """The room of commands that a module lies in; empty: in none."""
    return next((room for room in COMMANDS if is_under(module, room)), "")


@cache
def nodes(path: Path) -> list[ast.AST]:
    return [*ast.walk(ast.parse(path.read_text()))]


def offenders(law: Callable[[Path], list[str]], paths: list[Path] = SOURCES) -> dict[str, list[str]]:
    """What breaks a law, by module; nothing, if it holds everywhere."""
    return {module_name(path): found for path in paths if (found := law(path))}


def imports(path: Path) -> Iterator[str]:
    for node in nodes(path):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative import"
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def is_under(name: str, prefix: str) -> bool:
    return name == prefix or name.startswith(prefix + ".")


def allowed_in(module: str) -> tuple[str, ...]:
    package = module.split(".")[0]
    allowed = LIBRARY_MAY_IMPORT[package]
    return (*allowed, "telemetry") if in_process_ring(module) else allowed


def broken_laws(module: str, imported: list[str]) -> list[str]:
    """Every import that the plan of the house forbids to this module."""
    ours = [name for name in imported if name.split(".")[0] in PACKAGES]
    wrong = [name for name in ours if not any(is_under(name, prefix) for prefix in allowed_in(module))]
    others = [name for name in ours if not room_of(module) or room_of(name) != room_of(module)]
    wrong += [name for name in others if in_process_ring(name) or in_process_ring(name.rsplit(".", 1)[0])]
    for room, others in APART.items():
        in_room = ours if is_under(module, room) else []
        wrong += [name for name in in_room if any(is_under(name, other) for other in others)]
    for room, door in DOORS.items():
        wrong += [
            name
            for name in ours
            if not is_under(module, room) and is_under(name, room) and not is_under(name, door)
        ]
    for room, known in NO_SCREEN.items():
        in_room = imported if is_under(module, room) else []
        seen = [name for name in in_room if not any(is_under(name, each) for each in (room, *known))]
        wrong += [name for name in seen if name.startswith(("ground.console.", "PySide6", "pyqtgraph"))]
    wrong += [name for name in imported if is_under(name, "tests")]
    path = module.replace(".", "/") + ".py"
    for name in imported:
        places = ONLY_IN.get(name.split(".")[0])
        if places is not None and not any(path.startswith(place) for place in places):
            wrong.append(name)
    return list(dict.fromkeys(wrong))


DECORATORS = {
    "kernel", "part", "inlined_part", "array_kernel", "array_part",
    "lane_kernel", "lane_part", "inlined_lane_part", "replaceable_kernel",
}  # fmt: skip
KERNELS_MAY_IMPORT = ("numpy", "numpy.typing", "typing", "math", "collections.abc", "predictor.compiler.jit")
# Kernels have functions of these `compiled_too`.
PLAIN_LAWS = (
    "predictor.motion.stop",
    "predictor.motion.motion",
    "predictor.model.quaternions",
)


def is_of_kernels(module: str) -> bool:
    return module.endswith("_kernels")


def holds_constants_alone(source: str) -> bool:
    """True of a file of constants and of named tuples, which imports no others than such files."""
    body = ast.parse(source).body
    plain = (ast.Expr, ast.Assign, ast.AnnAssign, ast.ClassDef, ast.Import, ast.ImportFrom)
    return all(isinstance(each, plain) for each in body) and all(map(may_kernels_import, modules_of(body)))


def modules_of(body: list[ast.stmt]) -> list[str]:
    plain = [alias.name for each in body if isinstance(each, ast.Import) for alias in each.names]
    return [*plain, *(each.module or "" for each in body if isinstance(each, ast.ImportFrom))]


@cache
def may_kernels_import(module: str) -> bool:
    if module in (*KERNELS_MAY_IMPORT, *PLAIN_LAWS) or is_of_kernels(module):
        return True
    path = ROOT / (module.replace(".", "/") + ".py")
    return path.is_file() and holds_constants_alone(path.read_text())


def broken_laws_of_kernels(module: str, found: list[ast.AST]) -> list[str]:
    """What is no kernel, constant or named tuple in a kernel file; kernels anywhere else."""
    if not is_of_kernels(module):
        return sorted({each.name for each in functions(found) if is_kernel(each)})
    body = found[0].body
    plain = [each.name for each in functions(body) if not is_kernel(each)]
    return plain + [name for name in modules_of(body) if not may_kernels_import(name)]


def test_kernels_stand_in_kernel_files_alone_and_these_import_nothing_else():
    law = lambda path: broken_laws_of_kernels(module_name(path), nodes(path))  # noqa: E731
    assert offenders(law) == {}


@pytest.mark.parametrize(
    ("module", "source", "told"),
    [
        ("planner.role", "@kernel\ndef f(x):\n    return x\n", ["f"]),
        ("planner.some_kernels", "def f(x):\n    return x\n", ["f"]),
        ("planner.some_kernels", "from planner.role import KEPT_PLANS\n", ["planner.role"]),
        ("planner.some_kernels", "from predictor.model import tree_layout\n", ["predictor.model"]),
        ("planner.some_kernels", "from predictor.collision.capsules.arm_and_scene.tables import WIDE\n", []),
    ],
)
def test_what_breaks_the_law_of_kernels_is_told(module, source, told):
    assert broken_laws_of_kernels(module, [*ast.walk(ast.parse(source))]) == told


def test_the_gate_knows_of_plans_the_certificate_alone():
    plans = {module_name(path) for path in (ROOT / "planner" / "plans").glob("[a-z]*.py")}
    assert plans - {*APART["planner.gate"]} == {"planner.plans.certificate"}


def test_imports_keep_to_the_plan_of_the_house():
    assert offenders(lambda path: broken_laws(module_name(path), list(imports(path)))) == {}


@pytest.mark.parametrize(
    ("module", "imported"),
    [
        ("predictor.motion.stop", "telemetry.messages.queue"),
        ("planner.gate.state", "telemetry.drive.virtual_time"),
        ("planner.motion.paths.path", "haptics.mapping"),
        ("telemetry.wire.codec", "predictor.motion.stop"),
        ("ground.cli", "planner.role"),
        ("ground.commands.motion.plan", "planner.commands.plan"),
        ("planner.role", "planner.commands.plan"),
        ("planner.gate.state", "planner.gate.role"),
        ("planner.gate.state", "telemetry.hold.orphan"),
        ("planner.motion.ik.inverse", "numba"),
        ("planner.gate.release", "planner.motion.paths.path"),
        ("planner.gate.release", "planner.plans.certify"),
        ("planner.plans.certify", "planner.gate.release"),
        ("planner.motion.moves.trajectory", "planner.gate.set_points.queue"),
        ("telemetry.recording.reading.deliveries", "mcap"),
        ("telemetry.bridge_role", "time"),
        ("ground.scenario.scenario", "mujoco"),
        ("predictor.verdict.judge", "predictor.collision.capsules.one_pose.sweep_kernels.follow"),
        ("planner.role", "predictor.collision.world"),
        ("ground.scenario.preflight", "predictor.collision.capsules.capsules_method"),
        ("ground.comparison.compared", "tests.benchmarks.peers.way"),
        ("ground.console.facts.hand_facts", "PySide6.QtWidgets"),
        ("ground.console.facts.hand_facts", "ground.console.texts.formats"),
        ("ground.console.texts.theme", "PySide6.QtGui"),
        ("ground.console.texts.theme", "ground.console.widgets.figure"),
    ],
)
def test_the_law_sees_a_forbidden_import(module, imported):
    assert broken_laws(module, [imported]) == [imported]


def named_tests(node: ast.AST) -> bool:
    """Whether it is a text that names a module of the tests, to be imported by a loader."""
    is_text = isinstance(node, ast.Constant) and isinstance(node.value, str)
    return is_text and re.fullmatch(r"tests(\.\w+)+(:\w+)?", node.value) is not None


def test_the_product_names_no_module_of_the_tests():
    assert offenders(lambda path: lines_of(path, named_tests)) == {}


def test_the_law_sees_a_module_of_the_tests_that_a_text_names():
    assert any(map(named_tests, ast.walk(ast.parse("load('tests.benchmarks.speed:rays')"))))


def circle(graph: dict[str, set[str]]) -> list[str]:
    """Modules that import one another in a circle, or nothing: what is left when leaves fall off."""
    left = dict(graph)
    while leaves := [name for name, needs in left.items() if not needs & left.keys()]:
        for name in leaves:
            del left[name]
    return sorted(left)


def imported_modules() -> dict[str, set[str]]:
    """What every module imports of ours when it is loaded."""
    names = {module_name(path) for path in (*SOURCES, *MEASURING)}
    graph = {}
    for path in (*SOURCES, *MEASURING):
        needed = {part for name in imports(path) for part in (name, name.rpartition(".")[0])}
        graph[module_name(path)] = (needed & names) - {module_name(path)}
    return graph


def test_no_circle_of_imports_stands():
    assert circle(imported_modules()) == []


def test_the_law_sees_a_circle():
    assert circle({"a": {"b"}, "b": {"c"}, "c": {"b"}, "d": set()}) == ["a", "b", "c"]


def crowded(paths: list[Path]) -> list[str]:
    """Folders that hold more files than a stranger looks through; the map of a folder does not count."""
    counts = Counter(module_name(path.parent) for path in paths if path.name != "__init__.py")
    return sorted(folder for folder, count in counts.items() if count > MOST_FILES)


def test_no_further_folder_holds_more_files_than_a_stranger_looks_through():
    assert crowded(SOURCES) == sorted(CROWDED), "who has mended a folder takes it off the list"


def test_the_law_sees_a_crowded_folder():
    files = [ROOT / "planner" / f"file_{n}.py" for n in range(MOST_FILES + 1)]
    assert crowded(files[1:]) == [] and crowded(files) == ["planner"]


def imported_folders() -> dict[str, set[str]]:
    """Which other folders the files of a folder import from: its own rooms and the one around it too."""
    folders = {module_name(path.parent): set[str]() for path in SOURCES}
    for module, needed in imported_modules().items():
        if module.split(".")[0] in PACKAGES and module not in folders:
            own = module.rpartition(".")[0]
            folders[own] |= {name.rpartition(".")[0] for name in needed - folders.keys()} - {own}
    return folders


def in_circles(graph: dict[str, set[str]]) -> list[str]:
    """What comes back to itself, by whatever way."""
    return sorted(name for name in graph if name in reached(graph, name))


def reached(graph: dict[str, set[str]], start: str) -> set[str]:
    found, left = set[str](), [*graph[start]]
    while left:
        name = left.pop()
        if name not in found:
            found.add(name)
            left += graph[name]
    return found


def test_no_further_folders_import_one_another_in_a_circle():
    assert in_circles(imported_folders()) == sorted(IN_CIRCLES), "who has mended one takes it off the list"


def imported_rooms() -> dict[str, set[str]]:
    """What each room of `ground`, with all folders in it, imports of the others."""
    graph: dict[str, set[str]] = {}
    for module, needed in imported_modules().items():
        room = ground_room(module)
        graph.setdefault(room, set()).update({ground_room(name) for name in needed} - {room, ""})
    return {room: needed for room, needed in graph.items() if room}


def ground_room(module: str) -> str:
    parts = module.split(".")
    return parts[1] if parts[0] == "ground" and len(parts) > 1 else ""


def floors(graph: dict[str, set[str]]) -> list[list[str]]:
    """The rooms from the ground up, each above all that it imports; those in a circle stand on none."""
    left, built = dict(graph), []
    while floor := sorted(name for name, needs in left.items() if not needs & left.keys()):
        built.append(floor)
        for name in floor:
            del left[name]
    return built


def test_the_ground_stands_on_few_floors():
    rooms = imported_rooms()
    standing = floors(rooms)
    assert sum(map(len, standing)) == len(rooms) and len(standing) <= MOST_FLOORS, standing


def test_the_law_sees_a_floor_too_many_and_a_room_on_none():
    chain = {str(n): {str(n - 1)} if n else set() for n in range(MOST_FLOORS + 1)}
    assert len(floors(chain)) == MOST_FLOORS + 1
    assert floors({"a": {"b"}, "b": {"a"}, "c": set()}) == [["c"]]


def test_the_law_sees_a_folder_that_imports_the_one_around_it():
    graph = {"a": {"b"}, "b": {"b.c"}, "b.c": {"b"}, "d": {"e"}, "e": {"f"}, "f": {"d"}, "g": {"a"}}
    assert in_circles(graph) == ["b", "b.c", "d", "e", "f"]


def is_kernel(function: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    return any(ast.unparse(decorator) in DECORATORS for decorator in function.decorator_list)


def functions(found: list[ast.AST]) -> list[ast.FunctionDef | ast.AsyncFunctionDef]:
    return [node for node in found if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]


def too_long(path: Path) -> list[str]:
    """Functions of too many lines or parameters, and the file itself if it has too many lines."""
    found = ["the file"] if len(path.read_text().splitlines()) > LONGEST_FILE else []
    for function in functions(nodes(path)):
        longest = LONGEST_KERNEL if is_kernel(function) else LONGEST_FUNCTION
        names = [argument.arg for argument in (*function.args.args, *function.args.kwonlyargs)]
        parameters = len([name for name in names if name not in ("self", "cls")])
        is_long = function.end_lineno - function.lineno + 1 > longest
        if is_long or (parameters > MOST_PARAMETERS and not is_kernel(function)):
            found.append(function.name)
    return found


def test_files_and_functions_stay_short():
    assert offenders(too_long, [*SOURCES, *MEASURING]) == {}


def by_position(found: list[ast.AST]) -> list[str]:
    """Functions that take too many arguments by position; a kernel may, it is called by its wrapper alone."""
    return [each.name for each in functions(found) if not is_kernel(each) and is_crowded(each)]


def is_crowded(function: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    names = [argument.arg for argument in (*function.args.posonlyargs, *function.args.args)]
    return len([name for name in names if name not in ("self", "cls")]) > MOST_POSITIONAL


def test_what_is_beyond_three_arguments_is_named_by_the_caller():
    assert offenders(lambda path: by_position(nodes(path)), [*SOURCES, *MEASURING]) == {}


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("def crowded(a, b, c, d): ...", ["crowded"]),
        ("async def crowded(a, b, c, d=1): ...", ["crowded"]),
        ("class C:\n    def __init__(self, a, b, c, d): ...", ["__init__"]),
        ("class C:\n    def named(self, a, b, c, *, d): ...", []),
        ("@kernel\ndef distance(a, b, c, d): ...", []),
    ],
)
def test_the_law_sees_a_fourth_argument_by_position(source, found):
    assert by_position([*ast.walk(ast.parse(source))]) == found


def is_open_table(node: ast.AST) -> bool:
    """Whether it is the annotation of a table of anything."""
    is_dict = isinstance(node, ast.Subscript) and isinstance(node.value, ast.Name) and node.value.id == "dict"
    return is_dict and ast.unparse(node.slice) in ("(str, Any)", "str, Any")


def test_what_is_told_has_fields_and_only_listed_files_hold_a_table_of_anything():
    holding = {str(path.relative_to(ROOT)) for path in SOURCES if lines_of(path, is_open_table)}
    assert holding == {*OPEN_TABLES}, "list no other file; take out what holds none any more"


def test_the_law_sees_a_table_of_anything():
    assert any(map(is_open_table, ast.walk(ast.parse("def told() -> list[dict[str, Any]]: ..."))))


def forbidden(node: ast.AST) -> bool:
    """Whether it is an assert, a bare except, or a call of eval or exec."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
        return node.func.id in ("eval", "exec")
    return isinstance(node, ast.Assert) or (isinstance(node, ast.ExceptHandler) and node.type is None)


def lines_of(path: Path, is_wrong: Callable[[ast.AST], bool]) -> list[str]:
    return [f"line {node.lineno}" for node in nodes(path) if is_wrong(node)]


def test_no_assert_no_eval_and_no_bare_except_in_the_product():
    assert offenders(lambda path: lines_of(path, forbidden), [*SOURCES, *MEASURING]) == {}


@pytest.mark.parametrize("text", ["assert True", "eval('1')", "try:\n    f()\nexcept:\n    g()"])
def test_the_law_sees_what_is_forbidden(text):
    assert any(map(forbidden, ast.walk(ast.parse(text))))


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


def test_init_files_hold_a_docstring_and_nothing_else():
    for path in (*SOURCES, *MEASURING):
        if path.name == "__init__.py":
            file = nodes(path)[0]
            assert len(file.body) == 1 and ast.get_docstring(file), path


def test_the_docstring_of_a_package_is_the_map_of_its_rooms():
    stale = [str(path) for path, text in maps().items() if path.read_text() != text]
    assert stale == [], "run: python -m tests.house_map"


def test_no_two_test_files_have_one_name():
    names = Counter(path.name for path in (ROOT / "tests").rglob("test_*.py"))
    assert [name for name, count in names.items() if count > 1] == []  # pytest takes one for the other


@pytest.mark.real_time
def test_the_top_level_holds_only_what_the_house_names():
    tracked = subprocess.run(
        ["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=False
    ).stdout
    entries = {line.split("/")[0] for line in tracked.splitlines()} or {path.name for path in ROOT.iterdir()}
    assert {name for name in entries if not name.startswith(".")} - TOP_LEVEL <= {"build", "dist"}


@pytest.mark.real_time
@pytest.mark.parametrize("command", ["scenarios", "help", "runs"])
def test_commands_that_need_no_kernel_load_no_numba(command):
    code = f"import sys; from ground.cli import main; main(['{command}']); sys.exit('numba' in sys.modules)"
    subprocess.run([sys.executable, "-c", code], check=True, cwd=ROOT, capture_output=True)


@pytest.mark.real_time
def test_gate_bridge_recorder_and_image_monitor_never_load_numba():
    roles = "planner.gate.role, telemetry.bridge_role, telemetry.recording.writing.recorder_role"
    beside = "ground.pictures.image_monitor_role, ground.faults.fault_seams"
    code = f"import sys, {roles}, {beside}; sys.exit('numba' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=False).returncode == 0
