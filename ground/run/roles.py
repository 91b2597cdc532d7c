"""Who takes part in a run with an arm: the ground segment, and whoever is at the far end of the link.

bridge <--- link ---> far end: a rehearsal's spacecraft, or the adapter of a station
"""

from collections.abc import Sequence

from ground.run.locks import SUPERVISOR
from telemetry.contract import RoleSpec
from telemetry.run_settings import RunSettings

FAR_END = "space_segment"  # the participant at the far end, whatever it is made of


def ground_segment(
    run: RunSettings, far_end: RoleSpec, *, others: Sequence[RoleSpec] = (), cameras: bool = False
) -> list[RoleSpec]:
    """Return everybody who flies, in the order in which they start; the recorder is the first.

    Args:
        run: what they agree on.
        far_end: who is `FAR_END` in this run.
        others: who acts, as an operator's script.
        cameras: whether somebody watches pictures.
    """
    monitor = RoleSpec("image_monitor", "ground.pictures.image_monitor_role:build", run)
    return [
        RoleSpec("recorder", "telemetry.recording.recorder_role:build", run),
        RoleSpec("bridge", "telemetry.bridge_role:build", run),
        far_end,
        RoleSpec("predictor", "predictor.role:build", run),
        RoleSpec("planner", "planner.role:build", run),
        RoleSpec("gate", "planner.gate.role:build", run),
        RoleSpec("haptics", "haptics.role:build", run),
        *([monitor] if cameras else []),
        *others,
    ]


def supervision(run: RunSettings) -> RoleSpec:
    """Return what the supervisor hears with, in its own process."""
    return RoleSpec(SUPERVISOR, "ground.run.supervisor_role:build", run)
