"""The list of panels.  A new one is its file, its row here, and its facts, if it shows new ones."""

from functools import partial

from ground.console.facts.pictures import CAMERAS
from ground.console.panels.acts_panel import ActsPanel
from ground.console.panels.camera_panel import CameraPanel
from ground.console.panels.explain_card import ExplainCard
from ground.console.panels.hand_panel import HandPanel
from ground.console.panels.joints_panel import JointsPanel
from ground.console.panels.link_panel import LinkPanel
from ground.console.panels.panel_row import MODES, PanelRow, Place, Sources
from ground.console.panels.queue_panel import QueuePanel
from ground.console.panels.run_card import RunCard
from ground.console.panels.scene_panel import ScenePanel
from ground.console.replay.replay_bar import ReplayBar
from telemetry.agreed.participants import REPLAY


def _camera(camera: str, sources: Sources) -> CameraPanel:
    return CameraPanel(camera)


def _joints(sources: Sources) -> JointsPanel:
    return JointsPanel(sources.bodies.robot)


PANELS: tuple[PanelRow, ...] = (
    *(
        PanelRow(camera, Place.LEFT, partial(_camera, camera), least=(160, 140), width=250, stretch=1)
        for camera in CAMERAS
    ),
    PanelRow(
        "run", Place.MIDDLE, lambda sources: RunCard(), least=(390, 0), width=860, modes=MODES - {REPLAY}
    ),
    PanelRow(
        "scene",
        Place.MIDDLE,
        lambda sources: ScenePanel(sources.bodies, sources.view, run=sources.run, clock=sources.clock),
        least=(390, 240),
        width=860,
        stretch=1,
    ),
    PanelRow("explain", Place.MIDDLE, lambda sources: ExplainCard(), least=(390, 0), width=860),
    PanelRow(
        "acts",
        Place.RIGHT,
        ActsPanel,
        least=(324, 0),
        width=460,
        modes=MODES - {REPLAY},
        is_for_acts=True,
    ),
    PanelRow("hand", Place.RIGHT, lambda sources: HandPanel(), least=(324, 0), width=460),
    PanelRow("joints", Place.RIGHT, _joints, least=(324, 0), width=460),
    PanelRow("queue", Place.RIGHT, QueuePanel, least=(324, 212), width=460, stretch=1),
    PanelRow("link", Place.RIGHT, lambda sources: LinkPanel(sources.run), least=(324, 0), width=460),
    PanelRow(
        "replay",
        Place.BELOW,
        lambda sources: ReplayBar(sources.handover.ask),
        least=(390, 0),
        width=1200,
        modes=frozenset({REPLAY}),
    ),
)
