"""The list of panels.  A new one is its file, its row here, and its facts, if it shows new ones."""

from functools import partial

from ground.console.close_up.close_up_panel import CloseUpPanel
from ground.console.close_up.tool_panel import ToolPanel
from ground.console.facts.camera_pictures import USUAL_CAMERAS
from ground.console.lanes.lanes_panel import LanesPanel
from ground.console.motion.motion_panel import MotionPanel, MotionSources
from ground.console.panels.camera_panel import CamerasPanel
from ground.console.panels.equipment_panel import EquipmentPanel
from ground.console.panels.explain_card import ExplainCard
from ground.console.panels.hand_panel import HandPanel
from ground.console.panels.history_panel import HistoryPanel
from ground.console.panels.joints_panel import JointsPanel
from ground.console.panels.link_panel import LinkPanel
from ground.console.panels.messages_panel import MessagesPanel
from ground.console.panels.panel_layout import RUN_MODES, PanelPlace, PanelRow, PanelSources
from ground.console.panels.plan_panel import PlanPanel
from ground.console.panels.queue_panel import QueuePanel
from ground.console.panels.run_card import RunCard
from ground.console.panels.scene_panel import ScenePanel
from ground.console.plots.plots_panel import PlotsPanel
from ground.console.plots.trends_panel import TrendsPanel
from ground.console.replay.replay_bar import ReplayBar
from telemetry.agreed.participants import REPLAY

FLOWN = RUN_MODES - {REPLAY}
REPLAYED = frozenset({REPLAY})
_scene = partial(PanelRow, place=PanelPlace.SCENE)
_side = partial(PanelRow, place=PanelPlace.SIDE)
_work = partial(PanelRow, place=PanelPlace.WORK)
_below = partial(PanelRow, place=PanelPlace.BELOW)
_drawer = partial(PanelRow, place=PanelPlace.DRAWER)


def _scene_panel(sources: PanelSources) -> ScenePanel:
    return ScenePanel(sources.bodies, sources.view)


def _plots(sources: PanelSources) -> PlotsPanel:
    cameras = dict.fromkeys((*USUAL_CAMERAS, *(camera.name for camera in sources.bodies.cameras)))
    return PlotsPanel(sources.run, sources.bodies.robot, sources.folder, cameras=[*cameras])


def _motion_panel(sources: PanelSources) -> MotionPanel:
    acts = sources.commands and sources.run.mode != REPLAY
    return MotionPanel(
        MotionSources(
            sources.run,
            sources.bodies,
            sources.view,
            sources.handover,
            sources.clock,
            sources.chosen,
            acts,
        )
    )


PANELS: tuple[PanelRow, ...] = (
    _scene("run", build=lambda sources: RunCard(), modes=FLOWN),
    _scene("scene", build=_scene_panel, stretch=1),
    _side("close-up", build=lambda sources: CloseUpPanel(sources.bodies)),
    _side("trends", build=lambda sources: TrendsPanel(sources.run, sources.bodies.robot)),
    _side("tool", build=lambda sources: ToolPanel(sources.bodies)),
    _work("motion", build=_motion_panel, tab="MOTION", stretch=1),
    _work("plan", build=PlanPanel, tab="PLAN"),
    _work("hand", build=HandPanel, tab="HAND"),
    _work("equipment", build=EquipmentPanel, tab="EQUIP"),
    _work("explain", build=lambda sources: ExplainCard(), tab="WHY"),
    _work("cameras", build=lambda sources: CamerasPanel(), tab="CAMERAS", stretch=1, alone_from_px=770),
    _below("lanes", build=lambda sources: LanesPanel(sources.run), modes=FLOWN),
    _below("replay", build=lambda sources: ReplayBar(sources.handover.act, sources.run), modes=REPLAYED),
    _drawer("queue", build=QueuePanel, tab="QUEUE", stretch=1),
    _drawer("history", build=HistoryPanel, tab="HISTORY", stretch=1),
    _drawer("plots", build=_plots, tab="PLOTS", stretch=1),
    _drawer("joints", build=lambda sources: JointsPanel(sources.bodies.robot), tab="STATE"),
    _drawer("link", build=lambda sources: LinkPanel(sources.run), tab="STATE"),
    _drawer("messages", build=MessagesPanel, tab="MESSAGES", stretch=1),
)
