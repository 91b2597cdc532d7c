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


def _camera(camera: str, sources: PanelSources) -> CameraPanel:
    return CameraPanel(camera)


PANELS: tuple[PanelRow, ...] = (
    *(
        PanelRow(
            camera,
            PanelPlace.LEFT,
            partial(_camera, camera),
            least_px=(160, 140),
            width_px=250,
            stretch=1,
        )
        for camera in USUAL_CAMERAS
    ),
    PanelRow(
        "run",
        PanelPlace.MIDDLE,
        lambda sources: RunCard(),
        least_px=(390, 0),
        width_px=860,
        modes=RUN_MODES - {REPLAY},
    ),
    PanelRow(
        "scene",
        PanelPlace.MIDDLE,
        lambda sources: ScenePanel(sources.bodies, sources.view, run=sources.run, clock=sources.clock),
        least_px=(390, 240),
        width_px=860,
        stretch=1,
    ),
    PanelRow("explain", PanelPlace.MIDDLE, lambda sources: ExplainCard(), least_px=(390, 0), width_px=860),
    PanelRow(
        "acts",
        PanelPlace.RIGHT,
        ActsPanel,
        least_px=(324, 0),
        width_px=460,
        modes=RUN_MODES - {REPLAY},
        is_for_acts=True,
    ),
    PanelRow("hand", PanelPlace.RIGHT, lambda sources: HandPanel(), least_px=(324, 0), width_px=460),
    PanelRow(
        "joints",
        PanelPlace.RIGHT,
        lambda sources: JointsPanel(sources.bodies.robot),
        least_px=(324, 0),
        width_px=460,
    ),
    PanelRow("queue", PanelPlace.RIGHT, QueuePanel, least_px=(324, 212), width_px=460, stretch=1),
    PanelRow(
        "link", PanelPlace.RIGHT, lambda sources: LinkPanel(sources.run), least_px=(324, 0), width_px=460
    ),
    PanelRow(
        "replay",
        PanelPlace.BELOW,
        lambda sources: ReplayBar(sources.handover.act),
        least_px=(390, 0),
        width_px=1200,
        modes=frozenset({REPLAY}),
    ),
)
