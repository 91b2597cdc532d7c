"""The laws of layers: which file may import what, and which library stands where."""

import ast
import re
import subprocess
import sys

import pytest

from tests.house.syntax import (
    PACKAGES,
    ROOT,
    imports,
    is_under,
    lines_of,
    module_name,
    offenders,
)

# A library may use these of telemetry: what is said, never how it travels.
SPOKEN = (
    "messages", "plan", "link", "hold.presses", "files.settings",
    "agreed.authority", "agreed.reasons", "agreed.limits", "agreed.run_settings",
    "agreed.hand_settings", "agreed.force_stability", "agreed.chains", "agreed.critical",
    "agreed.world_words",
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
    "cryptography": ("telemetry/wire/protection/",),
    "mcap": (
        "telemetry/recording/reading/mcap_reading.py",
        "telemetry/recording/reading/mcap_glance.py",
        "telemetry/recording/writing/mcap_plain.py",
    ),
    "raptorq": ("telemetry/wire/shards.py",),
    "distributed": ("ground/campaign/cluster.py",),
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
        "planner.plans.searches",
        "planner.plans.ways_out",
    ),
    "planner.motion": ("planner.gate", "planner.teleoperation"),
    "planner.plans": ("planner.gate", "planner.teleoperation"),
    "planner.teleoperation": ("planner.gate",),
}  # they share the certificate alone
DOORS = {"predictor.collision": "predictor.collision.method"}  # rooms that others enter only here
RINGS = {
    "ground.audit": ("telemetry.recording.reading", "telemetry.messages"),
}  # rooms that use of ours nothing but this, so that they share nothing with what they judge
NO_SCREEN: dict[str, tuple[str, ...]] = {
    "ground.console.facts": (),
    "ground.console.texts": ("ground.console.facts",),
}  # rooms of the console that know no Qt, and of its other rooms only these


def in_process_ring(module: str) -> bool:
    last = module.rsplit(".", 1)[-1]
    return last in ("role", "commands", "__main__") or last.endswith("_role") or room_of(module) != ""


def room_of(module: str) -> str:
    """The room of commands that a module lies in; empty: in none."""
    return next((room for room in COMMANDS if is_under(module, room)), "")


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
    for room, known in RINGS.items():
        in_room = ours if is_under(module, room) else []
        wrong += [name for name in in_room if not any(is_under(name, each) for each in (room, *known))]
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
        ("ground.audit.releases", "predictor.motion.stop"),
        ("ground.audit.observer", "telemetry.recording.records.lives"),
        ("ground.audit.observer", "ground.report.terminal"),
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
