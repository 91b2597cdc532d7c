"""A role in a thread of its own, in a process whose main thread has something else to do."""

import threading

from telemetry.drive.runtime import DIED, DONE, Runtime

JOIN_S = 3.0


class RoleThread:
    """The runtime of a role, from `start` to `stop`."""

    def __init__(self, runtime: Runtime, name: str) -> None:
        """Prepare to run."""
        self._runtime = runtime
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)
        self.code = DONE

    def start(self) -> None:
        """Begin to receive."""
        self._thread.start()

    @property
    def is_alive(self) -> bool:
        """True while it receives."""
        return self._thread.is_alive()

    def stop(self) -> int:
        """End it; return its exit code."""
        self._runtime.stop()
        self._thread.join(JOIN_S)
        return self.code

    def _run(self) -> None:
        self.code = DIED  # unless it says otherwise
        self.code = self._runtime.run()
