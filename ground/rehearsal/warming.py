"""What of a rehearsal's space segment is compiled: the rays of its cameras and of the arm's range sensor."""

from ground.scenario import SpaceSettings
from predictor.rays.caster import warm
from predictor.run_model import read_model


def rays(settings: object) -> None:
    """Compile what cameras and sensor see by, if there are any; a far end that is no rehearsal's has none."""
    if not isinstance(settings, SpaceSettings):
        return
    if settings.cameras != () or read_model(settings.run).robot.range_sensor:
        warm()
