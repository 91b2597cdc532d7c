"""The output of a child process, line by line, as far as it has come."""

import os
import subprocess


class ChildLines:
    """The output of a process, line by line."""

    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        """Begin with what it has not printed yet."""
        self._descriptor = process.stdout.fileno() if process.stdout else -1
        os.set_blocking(self._descriptor, False)
        self._begun = b""

    def new(self) -> list[bytes]:
        """Return the lines that have ended since the last time."""
        try:
            while output := os.read(self._descriptor, 65_536):
                self._begun += output
        except BlockingIOError:
            pass
        *lines, self._begun = self._begun.split(b"\n")
        return lines
