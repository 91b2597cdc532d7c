"""News of kernels: listeners get the name of each that is there, compiled or loaded."""

from collections.abc import Callable

_LISTENERS: list[Callable[[str], None]] = []


def add_listener(listener: Callable[[str], None]) -> None:
    """Call a listener with each name from now on."""
    _LISTENERS.append(listener)


def announce(name: str) -> None:
    """Call all listeners: a kernel, or a part of some, is there."""
    for listener in _LISTENERS:
        listener(name)
