"""Turn a scenario into the list of participants that both drivers take."""

from ground.rehearsal.by_person import OperatorName
from ground.run.roles import FAR_END, ground_segment
from ground.scenario.scenario import Scenario, operator_settings, space_settings
from telemetry.agreed.run_settings import RunSettings
from telemetry.life.contract import RoleSpec


def roles(
    scenario: Scenario, run: RunSettings, *, cameras: bool = False, operator: OperatorName = "script"
) -> list[RoleSpec]:
    """Return everybody of a rehearsal but its screens, in the order in which they start."""
    space = space_settings(scenario, run, cameras=scenario.cameras if cameras else ())
    spacecraft = RoleSpec(FAR_END, "space_segment", space)
    script = RoleSpec("operator", "operator", operator_settings(scenario, run))
    acting = [script] if operator == "script" else []
    return ground_segment(run, spacecraft, others=acting, cameras=cameras)
