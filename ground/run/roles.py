"""Who takes part in a run with an arm: the ground segment, and whoever is at the far end of the link.

bridge <--- link ---> far end: a rehearsal's spacecraft, or the adapter of a station
"""

from collections.abc import Sequence

from ground.run.kept.locks import SUPERVISOR
from telemetry.agreed.run_settings import RunSettings
from telemetry.life.contract import RoleSpec

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
    monitor = RoleSpec("image_monitor", "image_monitor", run)
    return [
        RoleSpec("recorder", "recorder", run),
        RoleSpec("bridge", "bridge", run),
        far_end,
        RoleSpec("predictor", "predictor", run),
        RoleSpec("planner", "planner", run),
        RoleSpec("gate", "gate", run),
        RoleSpec("haptics", "haptics", run),
        *([monitor] if cameras else []),
        *others,
    ]


def supervision(run: RunSettings) -> RoleSpec:
    """Return what the supervisor hears with, in its own process."""
    return RoleSpec(SUPERVISOR, "supervisor", run)
