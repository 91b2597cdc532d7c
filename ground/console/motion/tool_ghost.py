"""The ghost of the tool in the scene: the pose that the form asks for, pulled or stepped; no Qt.

form --numbers--> ghost --look--> both views          press on a handle: the ghost goes with the mouse, and
form <--pose----- ghost <--rays-- mouse               fills the numbers; on a body: a point is picked
"""

from collections.abc import Callable
from typing import Literal

import numpy as np

from ground.console.motion.ghost_handles import Pull, handle_at, stepped
from ground.console.motion.motion_draft import MotionDraft
from ground.console.motion.picked_points import picked_point
from ground.console.scene.bodies import Array, Bodies, moved
from ground.console.scene.scene_look import SceneLook
from ground.console.scene.scene_wires import capsule_lines, mesh_lines
from ground.console.scene.sight import GhostLook, SightRay
from predictor.geometry.mesh import Mesh
from predictor.model.kinematics import tool_pose
from predictor.model.reach import tool_reach
from predictor.model.robot import Robot
from predictor.model.spatial import inverse_pose

GHOST_SHARE = 0.2  # of the radius of what is in sight: length of its arrows
TOO_FAR = "out of reach"
PickedPoint = Literal["A", "B", "via"]


class ToolGhost:
    """What the mouse and the arrow keys do to the pose that is asked for."""

    def __init__(
        self,
        bodies: Bodies,
        draft: MotionDraft,
        *,
        seen: Callable[[], SceneLook],
        changed: Callable[[], None],
    ) -> None:
        """Fill the numbers of a form; `seen` returns what the scene shows, `changed` has both drawn anew."""
        self._bodies, self._draft, self._seen, self._changed = bodies, draft, seen, changed
        self._pull: Pull | None = None
        self._wires: dict[str, Array] = {}
        self._look: GhostLook | None = None
        self.size = 1.0  # length of its arrows [m]
        self.picks: PickedPoint | None = None  # the point that the next press on a body picks

    @property
    def can_be_pulled(self) -> bool:
        """True if a pose is asked for by place and attitude."""
        return self._draft.kind in ("place", "line", "arc")

    @property
    def look(self) -> GhostLook | None:
        """How it is drawn, the same object as long as it looks the same; None: nothing is drawn."""
        draft, T = self._draft, self._pose()
        if T is None:
            return None
        look = GhostLook(
            T_base_tool=T,
            R_base_handles=draft.T_base_frame[:3, :3],
            size=self.size,
            wire=self._wire(),
            held=self._pull.handle if self._pull else "",
            note=TOO_FAR if np.linalg.norm(T[:3, 3]) > tool_reach(draft.robot) else "",
            has_handles=self.can_be_pulled,
            picked=self._picked(),
            radius=draft.values["radius"],
        )
        if self._look is None or not look.is_same(self._look):
            self._look = look
        return self._look

    def step(self, name: str, sign: float) -> None:
        """Go a step of the form along an axis of its frame, or turn about it."""
        T = self._draft.T_base_goal
        if T is None or not self.can_be_pulled:
            return
        size = self._draft.values["turn" if name.startswith("turn") else "step"]
        self._draft.go_to(stepped(T, self._draft.T_base_frame[:3, :3], name=name, step=sign * size))
        self._changed()

    def press(self, ray: SightRay) -> bool:
        """Pick a point of a body, if one is to be picked, or take a handle; returns whether it did."""
        if self.picks is not None:
            point = picked_point(self._bodies, self._seen(), ray)
            if point is not None:
                self._draft.put(self.picks, point)
                self.picks = "B" if self.picks == "A" else None
                self._changed()
            return point is not None
        shown = self._seen().ghost
        handle = handle_at(shown, ray) if shown is not None and shown.has_handles else ""
        if shown is None or not handle:
            return False
        self._pull = Pull(shown, handle, ray)
        self._changed()
        return True

    def drag(self, ray: SightRay) -> None:
        """Go with the mouse."""
        if self._pull is not None:
            self._draft.go_to(self._pull.at(ray))
            self._changed()

    def release(self) -> None:
        """Stay there."""
        self._pull = None
        self._changed()

    def _pose(self) -> Array | None:
        draft = self._draft
        if draft.arm is None:
            return None
        if draft.kind == "joints":
            return tool_pose(draft.robot, [draft.values[row.name] for row in draft.joint_rows])
        if draft.kind == "pose":
            return tool_pose(draft.robot, draft.robot.poses[draft.pose_name])
        return draft.T_base_goal

    def _picked(self) -> tuple[tuple[str, Array], ...]:
        """Return the points that this kind asks for, by their names."""
        names = {"tube": ("A", "B"), "arc": ("via",)}.get(self._draft.kind, ())
        return tuple((name, self._draft.place(name)) for name in names)

    def _wire(self) -> Array:
        tool = self._draft.tool
        if tool not in self._wires:
            self._wires[tool] = tool_wire(self._bodies, self._draft.robot)
        return self._wires[tool]


def tool_wire(bodies: Bodies, robot: Robot) -> Array:
    """Return the ends (2 k, 3) of the lines of what carries a robot's tool, in the frame of the tool [m]."""
    lines = [np.zeros((0, 3))]
    for part in bodies.visible.arm:
        if part.frame == robot.tool.frame:
            shape = part.shape
            if isinstance(shape, Mesh):
                lines.append(mesh_lines(shape))
            else:
                lines.append(capsule_lines(shape.p0, shape.p1, shape.radius))
    return moved(inverse_pose(robot.tool.T_frame_tool), np.concatenate(lines))
