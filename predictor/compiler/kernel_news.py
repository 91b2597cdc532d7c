"""Who wants to know how far kernels are is told the name of each that is there, compiled or loaded."""

from collections.abc import Callable

_LISTENERS: list[Callable[[str], None]] = []


def add_listener(listener: Callable[[str], None]) -> None:
    """Tell it from now on."""
    _LISTENERS.append(listener)


def announce(name: str) -> None:
    """Tell that a kernel, or a part of some, is there."""
    for listener in _LISTENERS:
        listener(name)
