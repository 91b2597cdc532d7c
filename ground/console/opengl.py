"""Whether OpenGL can be used here, asked before anything is built that would crash without it."""

import os

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtGui import QGuiApplication, QOffscreenSurface, QOpenGLContext, QSurfaceFormat

WITHOUT_OPENGL = ("offscreen", "minimal", "minimalegl", "vnc", "eglfs", "linuxfb")
OLDEST = (2, 1)
DEPTH_BITS = 24


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
    if QGuiApplication.platformName() in WITHOUT_OPENGL:
        return False
    context, surface = QOpenGLContext(), QOffscreenSurface()
    surface.create()
    if not context.create() or not context.makeCurrent(surface):
        return False
    version = context.format().version()
    context.doneCurrent()
    return (version[0], version[1]) >= OLDEST
