"""The list of panels.  A new one is its file, its row here, and its facts, if it shows new ones."""

from functools import partial

from ground.console.facts.camera_pictures import USUAL_CAMERAS
from ground.console.panels.acts_panel import ActsPanel
from ground.console.panels.camera_panel import CameraPanel
from ground.console.panels.explain_card import ExplainCard
from ground.console.panels.hand_panel import HandPanel
from ground.console.panels.joints_panel import JointsPanel
from ground.console.panels.link_panel import LinkPanel
from ground.console.panels.panel_layout import RUN_MODES, PanelPlace, PanelRow, PanelSources
from ground.console.panels.queue_panel import QueuePanel
from ground.console.panels.run_card import RunCard
from ground.console.panels.scene_panel import ScenePanel
from ground.console.replay.replay_bar import ReplayBar
from telemetry.agreed.participants import REPLAY

FLOWN = RUN_MODES - {REPLAY}
_middle = partial(PanelRow, place=PanelPlace.MIDDLE, width_px=860)
_right = partial(PanelRow, place=PanelPlace.RIGHT, width_px=460)


def _camera(camera: str) -> PanelRow:
    def build(sources: PanelSources) -> CameraPanel:
        return CameraPanel(camera)

    return PanelRow(camera, PanelPlace.LEFT, build, least_px=(160, 140), width_px=250, stretch=1)


def _scene(sources: PanelSources) -> ScenePanel:
    return ScenePanel(sources.bodies, sources.view, run=sources.run, clock=sources.clock)


PANELS: tuple[PanelRow, ...] = (
    *map(_camera, USUAL_CAMERAS),
    _middle("run", build=lambda sources: RunCard(), least_px=(390, 0), modes=FLOWN),
    _middle("scene", build=_scene, least_px=(390, 240), stretch=1),
    _middle("explain", build=lambda sources: ExplainCard(), least_px=(390, 0)),
    _right("acts", build=ActsPanel, least_px=(324, 0), modes=FLOWN, is_for_acts=True),
    _right("hand", build=lambda sources: HandPanel(), least_px=(324, 0)),
    _right("joints", build=lambda sources: JointsPanel(sources.bodies.robot), least_px=(324, 0)),
    _right("queue", build=QueuePanel, least_px=(324, 212), stretch=1),
    _right("link", build=lambda sources: LinkPanel(sources.run), least_px=(324, 0)),
    PanelRow(
        "replay",
        PanelPlace.BELOW,
        lambda sources: ReplayBar(sources.handover.act),
        least_px=(390, 0),
        width_px=1200,
        modes=frozenset({REPLAY}),
    ),
)
