"""The lines and words of a pose that a person asks for: what carries the tool, its handles, picked points."""

import numpy as np

from ground.console.scene.bodies import Array, moved
from ground.console.scene.scene_marks import AXES as CROSS
from ground.console.scene.scene_marks import MEDIUM_PX, THICK_PX, THIN_PX, Marks, SceneLine
from ground.console.scene.scene_wires import capsule_lines, lines_through
from ground.console.scene.sight import ARROW, AXES, MIDDLE, SQUARE, GhostLook, handle_points
from ground.console.texts import theme
from ground.console.widgets.painting import PlacedText

PICK_CROSS = 0.25  # half of the cross at a picked point, in the size of a ghost
GHOST_WORD = "asked"
TIP = 1.12  # where the letter of an axis stands, in the length of its arrow


def with_ghost(marks: Marks, ghost: GhostLook | None) -> Marks:
    """Return the marks of a scene with those of a ghost."""
    if ghost is None:
        return marks
    is_tube = len(ghost.picked) == 2
    lines, words = _picked(ghost)
    for more, texts in () if is_tube else (_pose(ghost), _handles(ghost)):
        lines, words = [*lines, *more], [*words, *texts]
    return Marks((*marks.lines, *lines), (*marks.words, *words))


Drawn = tuple[list[SceneLine], list[PlacedText]]


def _colour(ghost: GhostLook) -> str:
    return theme.BAD if ghost.note else theme.GOAL


def _pose(ghost: GhostLook) -> Drawn:
    colour = _colour(ghost)
    wire = SceneLine(moved(ghost.T_base_tool, ghost.wire), colour, THIN_PX, is_on_top=True)
    note = f"{theme.COLOUR_SYMBOLS[theme.BAD]} {ghost.note}" if ghost.note else GHOST_WORD
    return [wire], [PlacedText(ghost.p, note, colour, is_large=bool(ghost.note))]


def _handles(ghost: GhostLook) -> Drawn:
    if not ghost.has_handles:
        return [], []
    lines = []
    for name, points in (*handle_points(ghost).items(), (MIDDLE, None)):
        is_held = name == ghost.held
        width = THICK_PX if is_held else MEDIUM_PX if name in AXES else THIN_PX
        ends = _middle(ghost) if points is None else lines_through(points)
        lines.append(SceneLine(ends, theme.TEXT if is_held else _colour(ghost), width, is_on_top=True))
    tips = ghost.p + TIP * ARROW * ghost.size * ghost.R_base_handles.T
    return lines, [PlacedText(tip, name, theme.GOAL) for tip, name in zip(tips, AXES, strict=True)]


def _middle(ghost: GhostLook) -> Array:
    """Return the edges of the small box in its middle."""
    half = SQUARE * ghost.size * 0.5
    corners = [np.array([x, y, z]) for x in (-1.0, 1.0) for y in (-1.0, 1.0) for z in (-1.0, 1.0)]
    edges = [(i, i | 1 << k) for i in range(8) for k in range(3) if not i >> k & 1]
    ends = np.array([corners[k] for pair in edges for k in pair])
    placed: Array = ghost.p + half * ends @ ghost.R_base_handles.T
    return placed


def _picked(ghost: GhostLook) -> Drawn:
    """Return crosses at picked points, and the tube between two of them."""
    half = PICK_CROSS * ghost.size
    lines = [SceneLine(p + half * CROSS, theme.FIXTURE, MEDIUM_PX, is_on_top=True) for _, p in ghost.picked]
    words = [PlacedText(p, name, theme.FIXTURE) for name, p in ghost.picked]
    if len(ghost.picked) == 2:
        (_, begin), (_, end) = ghost.picked
        lines.append(
            SceneLine(capsule_lines(begin, end, ghost.radius), theme.FIXTURE, THIN_PX, is_on_top=True)
        )
    return lines, words
