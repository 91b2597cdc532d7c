"""The OpenGL items of the 3-D view: solid bodies, fixtures and lines.

shadows                    flat, on the reference plane; what stands before that hides them
solid bodies               meshes made once, moved by their transforms only; the eye is the lamp, so that no
                           side is black
fixtures                   translucent, over all that is opaque, so that the arm is seen inside of them
lines that bodies hide     one item for each width, drawn with the bodies: an item costs more than its lines
lines on top               one item for each width, drawn after them, without a depth test
"""

from collections.abc import Iterable, Sequence

import numpy as np
import pyqtgraph.opengl as gl
from numpy.typing import NDArray
from OpenGL import GL
from pyqtgraph import Transform3D
from pyqtgraph.opengl.shaders import FragmentShader, ShaderProgram, VertexShader
from PySide6.QtGui import QColor

from ground.console.scene.bodies import box_corners
from ground.console.scene.fixture_shapes import FixtureShape, SweptBall
from ground.console.scene.scene_look import FixtureLook
from ground.console.scene.scene_marks import SceneLine, fixture_colour, fixture_opacity
from ground.console.scene.scene_wires import cut_lines, frame_along
from ground.console.scene.visible_bodies import Segment
from predictor.geometry.mesh import Mesh
from predictor.geometry.shapes import Box, Capsule

Array = NDArray[np.float64]
SIDES, CAP_RINGS = 20, 5
TINY = 1e-12  # [m]
SOLID_OPTIONS = {GL.GL_DEPTH_TEST: True, GL.GL_BLEND: False, GL.GL_CULL_FACE: True}
OPEN_OPTIONS = {**SOLID_OPTIONS, GL.GL_CULL_FACE: False}

_VERTEX = """
uniform mat4 u_mvp;
uniform mat3 u_normal;
attribute vec4 a_position;
attribute vec3 a_normal;
attribute vec4 a_color;
varying vec4 v_color;
varying vec3 v_normal;
void main() {
    v_normal = normalize(u_normal * a_normal);
    v_color = a_color;
    gl_Position = u_mvp * a_position;
}
"""
_FRAGMENT = """
#ifdef GL_ES
precision mediump float;
#endif
varying vec4 v_color;
varying vec3 v_normal;
void main() {
    vec3 n = normalize(v_normal);
    if (!gl_FrontFacing) n = -n;
    float head = max(n.z, 0.0);
    float side = max(dot(n, normalize(vec3(-0.5, 0.8, 0.4))), 0.0);
    gl_FragColor = vec4(v_color.rgb * (0.30 + 0.50 * head + 0.25 * side), v_color.a);
}
"""
HIDDEN_OPTIONS = {GL.GL_DEPTH_TEST: True, GL.GL_BLEND: False, GL.GL_CULL_FACE: False}
ON_TOP_OPTIONS = {**HIDDEN_OPTIONS, GL.GL_DEPTH_TEST: False}
DEPTH_LAST = 10  # in the order of drawing
LineKind = tuple[float, bool]  # width, and whether it is on top
TRANSLUCENT_OPTIONS = {
    **SOLID_OPTIONS,
    GL.GL_BLEND: True,
    "glBlendFunc": (GL.GL_SRC_ALPHA, GL.GL_ONE_MINUS_SRC_ALPHA),
}
DEPTH_AFTER_BODIES = 5  # in the order of drawing; before lines that no body hides


def head_light() -> ShaderProgram:
    """Return the shader of solid bodies; the context that draws it compiles it."""
    return ShaderProgram("head_light", [VertexShader(_VERTEX), FragmentShader(_FRAGMENT)])


def solid(
    mesh: Mesh,
    colour: tuple[float, ...],
    shader: ShaderProgram,
    *,
    smooth: bool = True,
    is_open: bool = False,
) -> gl.GLMeshItem:
    """Return an opaque body; of one that may be open, or wound either way, both sides are drawn."""
    return gl.GLMeshItem(
        vertexes=mesh.vertices,
        faces=mesh.faces,
        color=colour,
        shader=shader,
        smooth=smooth,
        glOptions=OPEN_OPTIONS if is_open else SOLID_OPTIONS,
    )


def solid_of(
    shape: Segment | Box | Capsule | Mesh, colour: tuple[float, ...], shader: ShaderProgram
) -> gl.GLMeshItem:
    """Return an opaque body of this shape."""
    if isinstance(shape, Mesh):
        return solid(shape, colour, shader, smooth=False, is_open=True)
    if isinstance(shape, Box):
        return solid(box_mesh(shape), colour, shader, smooth=False)
    return solid(capsule_mesh(shape.p0, shape.p1, float(shape.radius)), colour, shader)


def transform(T: Array) -> Transform3D:
    """Return a pose (4, 4) as the view wants it."""
    return Transform3D(*T.ravel().tolist())


def capsule_mesh(p0: Array, p1: Array, radius: float) -> Mesh:
    """Return a capsule's triangles; ends that coincide make a sphere."""
    return swept_mesh(np.stack([p0, p1]), radius)


def swept_mesh(way: Array, radius: float) -> Mesh:
    """Return the triangles of a ball that is swept along a way (k, 3) of at least two places."""
    angles = np.linspace(np.pi / 2.0, 0.0, CAP_RINGS, endpoint=False)[1:]
    cap = [(radius * float(np.cos(a)), radius * float(np.sin(a))) for a in [*angles, 0.0]]
    frames = _frames(way)
    ends = way[0], way[-1]
    rings = [_ring(ends[0] - h * frames[0][2], frames[0], r) for r, h in cap]
    rings += [_ring(p, frame, radius) for p, frame in zip(way[1:-1], frames[1:-1], strict=True)]
    rings += [_ring(ends[1] + h * frames[-1][2], frames[-1], r) for r, h in reversed(cap)]
    poles = [ends[0] - radius * frames[0][2], ends[1] + radius * frames[-1][2]]
    return Mesh(vertices=np.concatenate([*rings, np.array(poles)]), faces=_ring_faces(len(rings)))


def _frames(way: Array) -> list[Array]:
    """Return a frame (rows x, y, z along the way) at each place, turned about it as little as can be."""
    along = np.concatenate([way[1:2] - way[:1], way[2:] - way[:-2], way[-1:] - way[-2:-1]])
    frames = [frame_along(along[0])]
    for z in along[1:] / np.maximum(np.linalg.norm(along[1:], axis=1), TINY)[:, None]:
        x = frames[-1][0] - (frames[-1][0] @ z) * z
        x /= np.linalg.norm(x)
        frames.append(np.stack([x, np.cross(z, x), z]) if z.any() else frames[-1])
    return frames


def _ring(centre: Array, frame: Array, radius: float) -> Array:
    angles = np.linspace(0.0, 2.0 * np.pi, SIDES, endpoint=False)
    circle: Array = radius * np.stack([np.cos(angles), np.sin(angles)], axis=1) @ frame[:2]
    return centre + circle


def _ring_faces(rings: int) -> NDArray[np.int64]:
    first_pole, last_pole, last_ring = rings * SIDES, rings * SIDES + 1, (rings - 1) * SIDES
    faces = []
    for i in range(SIDES):
        j = (i + 1) % SIDES
        faces.append((first_pole, j, i))
        faces.append((last_pole, last_ring + i, last_ring + j))
        for k in range(0, last_ring, SIDES):
            faces.append((k + i, k + j, k + SIDES + j))
            faces.append((k + i, k + SIDES + j, k + SIDES + i))
    return np.array(faces)


def box_mesh(box: Box) -> Mesh:
    """Return a box's triangles; every face has its own corners, so that its edges stay sharp."""
    corners = box_corners(box)
    quads = ((0, 2, 3, 1), (4, 5, 7, 6), (0, 1, 5, 4), (2, 6, 7, 3), (0, 4, 6, 2), (1, 3, 7, 5))
    vertices = np.concatenate([corners[list(quad)] for quad in quads])
    faces = [(4 * k, 4 * k + a, 4 * k + b) for k in range(6) for a, b in ((1, 2), (2, 3))]
    return Mesh(vertices=vertices, faces=np.array(faces))


class SceneLines:
    """The items, made when the first line of their kind is drawn."""

    def __init__(self, view: gl.GLViewWidget) -> None:
        """Draw in a view."""
        self._view = view
        self._items: dict[LineKind, gl.GLLinePlotItem] = {}

    def draw(self, lines: Iterable[SceneLine]) -> None:
        """Show these lines, and no others."""
        kinds: dict[LineKind, list[SceneLine]] = {}
        for line in lines:
            kinds.setdefault((line.width, line.is_on_top), []).append(line)
        for kind, item in self._items.items():
            item.setVisible(kind in kinds)
        for kind, alike in kinds.items():
            ends = [cut_lines(line.ends, line.style) for line in alike]
            colours = [
                np.tile(rgba(line.colour), (len(part), 1)) for line, part in zip(alike, ends, strict=True)
            ]
            self._item(kind).setData(pos=np.concatenate(ends), color=np.concatenate(colours))

    def _item(self, kind: LineKind) -> gl.GLLinePlotItem:
        if kind not in self._items:
            width, is_on_top = kind
            options = ON_TOP_OPTIONS if is_on_top else HIDDEN_OPTIONS
            item = gl.GLLinePlotItem(pos=np.zeros((2, 3)), mode="lines", width=width, glOptions=options)
            item.setDepthValue(DEPTH_LAST if is_on_top else 0)
            self._view.addItem(item)
            self._items[kind] = item
        return self._items[kind]


def rgba(colour: str) -> tuple[float, float, float, float]:
    """Return a colour as OpenGL takes it."""
    made = QColor(colour)
    return made.redF(), made.greenF(), made.blueF(), 1.0


class SceneShadows:
    """One item for all of them."""

    def __init__(self, view: gl.GLViewWidget) -> None:
        """Draw in a view."""
        self._item = gl.GLMeshItem(computeNormals=False, smooth=False, glOptions=HIDDEN_OPTIONS)
        self._item.hide()
        view.addItem(self._item)

    def draw(self, alike: Sequence[tuple[str, Sequence[Array]]]) -> None:
        """Show these convex outlines (k, 3) in their colours, and no others."""
        triangles = [(colour, fan(outline)) for colour, outlines in alike for outline in outlines]
        self._item.setVisible(bool(triangles))
        if triangles:
            colours = [np.full((*part.shape[:2], 4), rgba(colour)) for colour, part in triangles]
            corners = np.concatenate([part for _, part in triangles])
            self._item.setMeshData(vertexes=corners, vertexColors=np.concatenate(colours))


def fan(outline: Array) -> Array:
    """Return the triangles (k - 2, 3, 3) of a convex outline (k, 3)."""
    return np.stack([np.broadcast_to(outline[0], outline[2:].shape), outline[1:-1], outline[2:]], axis=1)


class SceneFixtures:
    """One item for each; made again only when another fixture is there."""

    def __init__(self, view: gl.GLViewWidget, shader: ShaderProgram) -> None:
        """Draw in a view, with the light of its bodies."""
        self._view, self._shader = view, shader
        self._made: list[tuple[FixtureShape, gl.GLMeshItem]] = []

    def draw(self, looks: Sequence[FixtureLook]) -> None:
        """Show these fixtures, and no others."""
        if [id(look.shape) for look in looks] != [id(fixture) for fixture, _ in self._made]:
            self._make([look.shape for look in looks])
        for look, (_, item) in zip(looks, self._made, strict=True):
            item.setColor((*rgba(fixture_colour(look))[:3], fixture_opacity(look)))

    def _make(self, wanted: list[FixtureShape]) -> None:
        for _, item in self._made:
            self._view.removeItem(item)
        self._made = [(fixture, self._item(fixture)) for fixture in wanted]

    def _item(self, fixture: FixtureShape) -> gl.GLMeshItem:
        shape = fixture.solid
        is_swept = isinstance(shape, SweptBall)
        mesh = swept_mesh(shape.path, shape.radius) if isinstance(shape, SweptBall) else box_mesh(shape)
        item = solid(mesh, (1.0, 1.0, 1.0, 0.0), self._shader, smooth=is_swept)
        item.setGLOptions(TRANSLUCENT_OPTIONS)
        item.setDepthValue(DEPTH_AFTER_BODIES)
        self._view.addItem(item)
        return item
