"""Two widgets of one window that change places: a camera's picture and the picture of the scene.

A picture drawn by OpenGL keeps its context, as it stays in its window.
"""

from PySide6.QtWidgets import QWidget


def exchange(one: QWidget, other: QWidget) -> None:
    """Put each of two widgets where the other one is; both stand in layouts."""
    holder = QWidget()
    _put(holder, one)
    _put(one, other)
    _put(other, holder)
    holder.deleteLater()


def _put(new: QWidget, old: QWidget) -> None:
    """Put a widget in the place of another one, which then has none."""
    parent = old.parentWidget()
    layout = parent.layout() if parent else None
    if layout is None or layout.replaceWidget(old, new) is None:
        raise ValueError(f"{old} stands in no layout")


class LargePicture:
    """Which picture stands in the large place."""

    def __init__(self, scene: QWidget, cameras: dict[str, QWidget]) -> None:
        """Begin with the scene's; the others have their names."""
        self._scene, self._cameras = scene, cameras
        self.name = ""  # of a camera; empty: the scene is large

    def show(self, name: str) -> None:
        """Have a camera's picture large, and the scene's in its place; empty or unknown: the scene's."""
        wanted = name if name in self._cameras else ""
        if wanted == self.name:
            return
        if self.name:
            exchange(self._cameras[self.name], self._scene)
        self.name = wanted
        if self.name:
            exchange(self._scene, self._cameras[self.name])

    @property
    def next(self) -> str:
        """The one that comes after it: the scene, then each camera."""
        names = ["", *self._cameras]
        return names[(names.index(self.name) + 1) % len(names)]
