"""Turn a scenario into the list of participants that both drivers take."""

from ground.pictures.camera import CameraTable
from ground.rehearsal.by_person import OperatorName
from ground.run.roles import FAR_END, ground_segment
from ground.scenario import Scenario, operator_settings, space_settings
from predictor.run_model import read_model
from telemetry.contract import RoleSpec
from telemetry.run_settings import RunSettings


def roles(
    scenario: Scenario, run: RunSettings, *, cameras: bool = False, operator: OperatorName = "script"
) -> list[RoleSpec]:
    """Return everybody of a rehearsal but its screens, in the order in which they start."""
    space = space_settings(scenario, run, cameras=cameras_of(scenario, run) if cameras else ())
    spacecraft = RoleSpec(FAR_END, "ground.rehearsal.space_segment_role:build", space)
    script = RoleSpec("operator", "ground.operator.operator_role:build", operator_settings(scenario, run))
    acting = [script] if operator == "script" else []
    return ground_segment(run, spacecraft, others=acting, cameras=cameras)


def cameras_of(scenario: Scenario, run: RunSettings) -> tuple[CameraTable, ...]:
    """Return the cameras that a scenario names, or those that suit its arm and scene."""
    if scenario.cameras is not None:
        return scenario.cameras
    from ground.pictures.default_cameras import default_cameras  # needs kernels: only here

    model = read_model(run)
    return default_cameras(model.robot, model.scene)
