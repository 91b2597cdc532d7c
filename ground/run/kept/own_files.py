"""The supervisor's own files: a flight does not depend on them.

One that cannot be written is told once, tried again the next time, and told again when it can be.
"""

from collections.abc import Callable
from pathlib import Path

from telemetry.files.whole_file import write_whole


class OwnFiles:
    """Which of them could not be written."""

    def __init__(self, event: Callable[[str], None]) -> None:
        """Tell each trouble, and its end, by `event`."""
        self._event = event
        self._failed: set[Path] = set()

    def write(self, path: Path, data: bytes) -> None:
        """Write a whole file, or tell that it could not be."""
        try:
            write_whole(path, data)
        except OSError as error:
            if path not in self._failed:
                self._failed.add(path)
                self._event(f"{path.name} cannot be written ({error.strerror}); the flight goes on")
        else:
            if path in self._failed:
                self._failed.discard(path)
                self._event(f"{path.name} is written again")
