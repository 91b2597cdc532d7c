"""Fixtures of the 3-D view: translucent, over all that is opaque, so that the arm is seen inside of them."""

from collections.abc import Sequence
from typing import Any

from OpenGL import GL

from ground.console.scene.fixture_shapes import FixtureShape, SweptBall
from ground.console.scene.scene_items import SOLID_OPTIONS, box_mesh, solid, swept_mesh
from ground.console.scene.scene_lines import rgba
from ground.console.scene.scene_look import FixtureLook
from ground.console.scene.scene_marks import fixture_colour, fixture_opacity

TRANSLUCENT_OPTIONS = {
    **SOLID_OPTIONS,
    GL.GL_BLEND: True,
    "glBlendFunc": (GL.GL_SRC_ALPHA, GL.GL_ONE_MINUS_SRC_ALPHA),
}
DEPTH_AFTER_BODIES = 5  # in the order of drawing; before lines that no body hides


class SceneFixtures:
    """One item for each; made again only when another fixture is there."""

    def __init__(self, view: Any, shader: Any) -> None:
        """Draw in a view, with the light of its bodies."""
        self._view, self._shader = view, shader
        self._made: list[tuple[FixtureShape, Any]] = []

    def draw(self, looks: Sequence[FixtureLook]) -> None:
        """Show these fixtures, and no others."""
        if [id(look.shape) for look in looks] != [id(outside) for outside, _ in self._made]:
            self._make([look.shape for look in looks])
        for look, (_, item) in zip(looks, self._made, strict=True):
            item.setColor((*rgba(fixture_colour(look))[:3], fixture_opacity(look)))

    def _make(self, wanted: list[FixtureShape]) -> None:
        for _, item in self._made:
            self._view.removeItem(item)
        self._made = [(outside, self._item(outside)) for outside in wanted]

    def _item(self, outside: FixtureShape) -> Any:
        shape = outside.solid
        is_swept = isinstance(shape, SweptBall)
        mesh = swept_mesh(shape.path, shape.radius) if isinstance(shape, SweptBall) else box_mesh(shape)
        item = solid(mesh, (1.0, 1.0, 1.0, 0.0), self._shader, smooth=is_swept)
        item.setGLOptions(TRANSLUCENT_OPTIONS)
        item.setDepthValue(DEPTH_AFTER_BODIES)
        self._view.addItem(item)
        return item
