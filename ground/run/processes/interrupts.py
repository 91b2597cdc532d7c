"""Signals that ask for the end of a run: counted while something flies, and called by their names.

Ctrl-C (SIGINT) 130      SIGTERM 143      SIGHUP 129      SIGQUIT 131      exit code of a run that one ended
"""

import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType, TracebackType
from typing import Any

CTRL_C = "Ctrl-C"
SIGNAL_NAMES = {
    signal.SIGINT: CTRL_C,
    signal.SIGTERM: "SIGTERM",
    signal.SIGHUP: "SIGHUP",
    signal.SIGQUIT: "SIGQUIT",
}
AGAIN_S = 0.05  # after an interrupt that nobody took
BY_SIGNAL = 128  # exit codes of what a signal ended begin beyond this


def exit_code(name: str) -> int:
    """Return the exit code of what the signal of this name has ended."""
    return BY_SIGNAL + next(number for number, known in SIGNAL_NAMES.items() if known == name)


class Interrupted(KeyboardInterrupt):
    """A signal ended what was going on; the message says what was done, `code` is the exit code."""

    def __init__(self, by: str, what: str) -> None:
        """State which signal did, and what was done."""
        self.code = exit_code(by)
        super().__init__(f"{by} {what}")


@contextmanager
def as_ctrl_c() -> Iterator[None]:
    """Let each of these signals end what goes on as Ctrl-C does: by a KeyboardInterrupt, which names it.

    A compiler that is ended in its midst may drop that, and go on, or fail by something else: it is raised
    again a moment later, and what fails after a signal was ended by it.  Signals that are ignored stay so.
    """
    asked: list[str] = []

    def on_signal(number: int, frame: FrameType | None) -> None:
        asked.extend([] if number == signal.SIGALRM else [SIGNAL_NAMES[signal.Signals(number)]])
        raise KeyboardInterrupt(asked[0])

    def dropped(what: "sys.UnraisableHookArgs") -> None:
        if isinstance(what.exc_value, KeyboardInterrupt):
            signal.setitimer(signal.ITIMER_REAL, AGAIN_S)
        else:
            sys.__unraisablehook__(what)

    with _handling(on_signal, dropped):
        try:
            yield
        except Exception:
            if asked:
                raise KeyboardInterrupt(asked[0]) from None
            raise


@contextmanager
def _handling(
    on_signal: Callable[[int, FrameType | None], None], dropped: Callable[["sys.UnraisableHookArgs"], None]
) -> Iterator[None]:
    """Handle signals, and exceptions that no caller receives; only the main thread can."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    numbers = [
        number for number in (*SIGNAL_NAMES, signal.SIGALRM) if signal.getsignal(number) != signal.SIG_IGN
    ]
    before = {number: signal.signal(number, on_signal) for number in numbers}
    hook, sys.unraisablehook = sys.unraisablehook, dropped
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0.0)
        sys.unraisablehook = hook
        for number, handler in before.items():
            signal.signal(number, handler)


class Interrupts:
    """Counts SIGINT, SIGTERM, SIGHUP and SIGQUIT instead of dying of them; for the main thread."""

    def __init__(self) -> None:
        """Count from zero."""
        self.count = 0
        self.first = ""  # name of the first one
        self._before: dict[int, Any] = {}

    def __enter__(self) -> "Interrupts":
        """Take the signals over."""
        self._before = {number: signal.signal(number, self._on_signal) for number in SIGNAL_NAMES}
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Give the signals back."""
        for number, handler in self._before.items():
            signal.signal(number, handler)

    def _on_signal(self, number: int, frame: FrameType | None) -> None:
        self.count += 1
        self.first = self.first or SIGNAL_NAMES[signal.Signals(number)]
