"""What both views of the scene are to the window."""

from PySide6.QtWidgets import QWidget

from ground.console.scene_look import SceneLook


class SceneWidget(QWidget):
    """A widget that draws the scene; this one stays empty."""

    def draw(self, look: SceneLook) -> None:
        """Show the scene as it is now."""
