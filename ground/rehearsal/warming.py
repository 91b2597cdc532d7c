"""What of a rehearsal's space segment is compiled: the rays of its cameras."""

from ground.scenario import SpaceSettings
from predictor.rays.caster import warm


def rays(settings: object) -> None:
    """Compile what cameras see by, if there are any; a far end that is no rehearsal's has none."""
    if isinstance(settings, SpaceSettings) and settings.cameras != ():
        warm()
