"""Which view of the scene can be used here: OpenGL is tried before anything is built that would crash."""

import json
import os
import sys

from PySide6.QtCore import QCoreApplication, Qt, qVersion
from PySide6.QtGui import QGuiApplication, QOffscreenSurface, QOpenGLContext, QSurfaceFormat

from ground.console.scene.bodies import Bodies
from ground.console.scene.flat_view import FlatView
from ground.console.scene.scene_widget import SceneWidget

PLATFORMS_WITHOUT_OPENGL = ("offscreen", "minimal", "minimalegl", "vnc", "eglfs", "linuxfb")
OLDEST_VERSION = (2, 1)
DEPTH_BITS = 24
GL_RENDERER = 0x1F01
SOFTWARE_RENDERERS = ("llvmpipe", "softpipe", "swrast")


def prepare_opengl() -> None:
    """Ask for plain OpenGL surfaces; to be called before the application is made.

    On a software renderer multisampling costs three quarters of the frames, and more than one thread takes
    the cores of the processes that fly.  Contexts are shared, because the 3-D library keeps its compiled
    shaders for the whole process.
    """
    os.environ.setdefault("LP_NUM_THREADS", "1")
    QCoreApplication.setAttribute(Qt.ApplicationAttribute.AA_ShareOpenGLContexts)
    plain = QSurfaceFormat()
    plain.setSamples(0)
    plain.setDepthBufferSize(DEPTH_BITS)
    QSurfaceFormat.setDefaultFormat(plain)


def has_opengl() -> bool:
    """Return whether a trial context works; needs the application."""
    renderer, version = _trial()
    return bool(renderer) and version >= OLDEST_VERSION


def draws_by_software() -> bool:
    """Return whether OpenGL is a program of this machine's own processor, and each picture takes its time."""
    renderer, _ = _trial()
    return any(name in renderer for name in SOFTWARE_RENDERERS)


def _trial() -> tuple[str, tuple[int, int]]:
    """Return what draws in a trial context, and its version; empty: there is no context."""
    if QGuiApplication.platformName() in PLATFORMS_WITHOUT_OPENGL:
        return "", (0, 0)
    context, surface = QOpenGLContext(), QOffscreenSurface()
    surface.create()
    if not context.create() or not context.makeCurrent(surface):
        return "", (0, 0)
    found = context.format().version()
    renderer = str(context.functions().glGetString(GL_RENDERER))
    context.doneCurrent()
    return renderer, (found[0], found[1])


def print_renderer() -> None:
    """Print what windows and OpenGL are here, as JSON: what a child process does, that may end of it."""
    prepare_opengl()
    application = QGuiApplication([])
    renderer, version = _trial()
    found = {
        "platform": application.platformName(),
        "qt": qVersion(),
        "renderer": renderer if version >= OLDEST_VERSION else "",
        "opengl": "{}.{}".format(*version) if renderer else "",
        "is_software": draws_by_software(),
    }
    sys.stdout.write(json.dumps(found))


def usable_view(bodies: Bodies, *, flies: bool) -> SceneWidget:
    """Return the 3-D view where OpenGL works, else the flat one; no hand waits for a picture."""
    if not has_opengl() or (flies and draws_by_software()):
        return FlatView(bodies)
    from ground.console.scene.scene_view import SceneView  # loads OpenGL

    return SceneView(bodies)
