"""How the scene may be looked at, and what can be switched on and off in it: the same in both views.

    view         the eye stands                 layer       what it draws
    1 oblique    aside, in front and above      N arm now   the estimate of the arm in orbit, dotted
    2 side       at -y: x to the right, z up    P plan      way of the tool, its steps, the pose at its end
    3 front      at +x: y to the right, z up    M margin    the required clearance around the nearest body
    4 top        at +z: x to the right, y up    C cameras   what each camera of the run sees
    5 hand       as oblique, near the hand      X sky       sun, axes of world and platform, and its motion
    F fit        all in sight, as it looks      G guides    fixtures that lead the hand, and its goals
    V two        a second view beside it, at    H ground    grid, shadows, and the heights of tool and goals
                 right angles                   J axes      axes and numbers of the joints
                                                K key       what the styles mean

No key here is one of the hand's (`hand_pad`) or of another panel.
"""

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]


class ViewKey(NamedTuple):
    """A key of the scene."""

    name: str
    key: str
    hint: str


FIT = ViewKey("fit", "F", "arm and scene as they are now, all in sight")  # name, key, hint
BESIDE = ViewKey("two", "V", "a second view at right angles to this one: the depth that it cannot show")
BESIDE_TITLE = "from the right of the other view, level"


class Viewpoint(NamedTuple):
    """A direction to look from, about the arm base's axes."""

    name: str
    key: str
    title: str
    elevation: float  # of the eye [rad]
    azimuth: float  # of the eye, from x towards y [rad]
    is_near_hand: bool = False

    @property
    def R_view_base(self) -> Array:
        """Rotation (3, 3) whose rows are right, up and towards the eye."""
        return view_rotation(self.elevation, self.azimuth)


class Layer(NamedTuple):
    """Something of the scene that can be switched."""

    name: str
    key: str
    hint: str
    is_on: bool = True  # at the start


def view_rotation(elevation: float, azimuth: float) -> Array:
    """Return the rotation (3, 3) to axes right, up, towards an eye that stands so [rad]."""
    level = math.cos(elevation)
    towards = np.array([level * math.cos(azimuth), level * math.sin(azimuth), math.sin(elevation)])
    right = np.array([-math.sin(azimuth), math.cos(azimuth), 0.0])
    return np.stack([right, np.cross(towards, right), towards])


def at_right_angles(R_view_base: Array) -> Array:
    """Return the rotation (3, 3) of a level view from where the right of another one points."""
    right = R_view_base[0]
    return view_rotation(0.0, math.atan2(right[1], right[0]))


_OBLIQUE = (math.radians(24.0), math.radians(-52.0))
VIEWPOINTS = {
    view.name: view
    for view in (
        Viewpoint("oblique", "1", "oblique", *_OBLIQUE),
        Viewpoint("side", "2", "from the side (x right, z up)", 0.0, -math.pi / 2.0),
        Viewpoint("front", "3", "from the front (y right, z up)", 0.0, 0.0),
        Viewpoint("top", "4", "from above (x right, y up)", math.pi / 2.0, -math.pi / 2.0),
        Viewpoint("hand", "5", "near the hand, oblique", *_OBLIQUE, is_near_hand=True),
    )
}
NOW, PLAN, MARGIN, CAMERAS = "now", "plan", "margin", "cams"
SKY, GUIDES, GROUND, AXES, LEGEND = "sky", "guides", "ground", "axes", "key"
LAYERS = (
    Layer(NOW, "N", "arm now: the estimate of the arm in orbit at this instant"),
    Layer(PLAN, "P", "way of the tool in a plan, its steps, and the pose at its end"),
    Layer(MARGIN, "M", "the clearance that is required, around the nearest body of the arm"),
    Layer(CAMERAS, "C", "what each camera sees, from the commanded arm"),
    Layer(SKY, "X", "the sun, the axes of the world and of the platform, and how that has turned"),
    Layer(GUIDES, "G", "the fixtures that lead the hand, where one is touched, and the hand's goals"),
    Layer(GROUND, "H", "the reference plane: its grid, the shadows on it, and the heights of tool and goals"),
    Layer(AXES, "J", "axes and numbers of the joints, as on the arm's portrait", is_on=False),
    Layer(LEGEND, "K", "what the styles mean"),
)
