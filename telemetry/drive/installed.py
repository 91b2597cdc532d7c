"""The installed roles: launch files and recordings name a role, and this table alone maps it to code.

    "gate" ---> INSTALLED ---> planner.gate.role:build ---> its settings are of the type that it declares

A role of one's own (a test's, a station's adapter) is named by its place, `package.module:build`: in
code or on the command line of a child, never in a file.

Faults are a rehearsal's: a launch file carries them as they are written, and only the code that makes seams
of them reads them.
"""

INSTALLED = {
    "bridge": "telemetry.bridge_role:build",
    "recorder": "telemetry.recording.writing.recorder_role:build",
    "predictor": "predictor.role:build",
    "planner": "planner.role:build",
    "gate": "planner.gate.role:build",
    "haptics": "haptics.role:build",
    "operator": "ground.operator.script.operator_role:build",
    "space_segment": "ground.rehearsal.spacecraft.space_segment_role:build",
    "image_monitor": "ground.pictures.image_monitor_role:build",
    "console": "ground.console.feed_role:build",
    "observer": "ground.console.feed_role:build",
    "approver": "ground.console.feed_role:build",
    "supervisor": "ground.run.processes.supervisor_role:build",
    "replay": "telemetry.recording.replay_role:build",
}
SEAMS = "ground.faults.fault_seams:build"  # makes the seams of a process of its launch file's faults
# Where roles that decide stood when recordings named places; nothing in it is imported.
FORMERLY = {
    "telemetry.bridge_role:build": "bridge",
    "predictor.role:build": "predictor",
    "planner.role:build": "planner",
    "planner.gate_role:build": "gate",
    "planner.gate.role:build": "gate",
    "haptics.role:build": "haptics",
    "ground.operator_role:build": "operator",
    "ground.operator.script.operator_role:build": "operator",
    "ground.image_monitor_role:build": "image_monitor",
    "ground.pictures.image_monitor_role:build": "image_monitor",
}


def is_own(role: str) -> bool:
    """True if the name is a place in code: a role of one's own that is not installed."""
    return ":" in role


def place_of(role: str) -> str:
    """Return where a role stands; ValueError: no such role is installed."""
    if is_own(role):
        return role
    if role not in INSTALLED:
        raise ValueError(f"no role {role!r} is installed; installed: {', '.join(INSTALLED)}")
    return INSTALLED[role]
