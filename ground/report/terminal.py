"""Progress on a terminal, or as plain lines in a pipe or a file.

    a terminal                   one line, rewritten and cut to the width; what happens stays above it
    TERM=dumb, a pipe, a file    plain lines: what happens at once, what goes on every few seconds

What goes on is shown again by a thread of its own, with how long it has lasted, while no progress comes.
"""

import os
import re
import sys
import textwrap
import threading
from contextlib import suppress
from types import TracebackType
from typing import TextIO

from telemetry.agreed.run_settings import NS_PER_S
from telemetry.life.clock import monotonic_ns

PLAIN_LINE_EVERY_S, REPEATED_EVERY_S = 5.0, 1.0  # plain lines; in a terminal
LEAST_WIDTH, USUAL_WIDTH = 20, 80
CLEAR_LINE = "\r\033[K"
RED, PLAIN = "\033[31m", "\033[0m"


class ProgressLines:
    """The lines of progress and when they are written; it knows no stream and no clock."""

    def __init__(self, *, rewrites: bool) -> None:
        """`rewrites`: the line of what goes on, as a terminal can."""
        self._rewrites = rewrites
        self._line, self._what = "", ""
        self._since_ns = 0
        self._written_ns: int | None = None  # never

    def begin(self, line: str, now_ns: int) -> None:
        """Keep the line of what goes on now, which is written only if it lasts."""
        self._line, self._since_ns, self._written_ns = line, now_ns, now_ns

    def update(self, line: str, now_ns: int, *, width: int | None, what: str = "") -> str:
        """Return what to write of what goes on now.

        Args:
            line: about it.
            now_ns: when.
            width: of the terminal; None: there is none.
            what: a name for it: a new one is told at once, its lines only now and then.
        """
        if line != self._line:
            self._line, self._since_ns = line, now_ns
        is_new, self._what = what != self._what, what
        is_due = self._written_ns is None or now_ns - self._written_ns >= PLAIN_LINE_EVERY_S * NS_PER_S
        return self._written(line, now_ns, width) if self._rewrites or is_new or is_due else ""

    def repeat(self, now_ns: int, *, width: int | None) -> str:
        """Return what to write if nothing was written for a while."""
        pause_s = REPEATED_EVERY_S if self._rewrites else PLAIN_LINE_EVERY_S
        if self._written_ns is None or now_ns - self._written_ns < pause_s * NS_PER_S:
            return ""
        lasts_s = (now_ns - self._since_ns) / NS_PER_S
        return self._written(f"{self._line}   ({lasts_s:.0f} s)", now_ns, width)

    def event(self, line: str, *, width: int | None) -> str:
        """Return what to write of something that has happened."""
        return (CLEAR_LINE if self._rewrites else "") + fitted(line, width) + "\n"

    def end(self) -> str:
        """Return what to write at the end."""
        return CLEAR_LINE if self._rewrites and self._written_ns is not None else ""

    def _written(self, line: str, now_ns: int, width: int | None) -> str:
        self._written_ns = now_ns
        text = cut(line, width)
        return f"{CLEAR_LINE}{text}" if self._rewrites else f"{text}\n"


class Terminal:
    """A stream that shows progress as its other end can take it; a context manager."""

    def __init__(self, stream: TextIO | None = None) -> None:
        """Tell on a stream; None: standard error."""
        self._stream = stream or sys.stderr
        rewrites = self._stream.isatty() and os.environ.get("TERM") != "dumb"
        self._narration = ProgressLines(rewrites=rewrites)
        # Later than progress that the caller shows.
        self._look_s = REPEATED_EVERY_S if rewrites else PLAIN_LINE_EVERY_S + REPEATED_EVERY_S
        self._lock, self._ended = threading.Lock(), threading.Event()
        self._thread = threading.Thread(target=self._repeat_progress, name="terminal", daemon=True)

    def __enter__(self) -> "Terminal":
        """Begin."""
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Leave the line to others."""
        self._ended.set()
        with self._lock:
            self._write(self._narration.end())

    def begin_progress(self, line: str) -> None:
        """Show what goes on if it lasts."""
        with self._lock:
            self._narration.begin(line, monotonic_ns())

    def show_progress(self, line: str, what: str = "") -> None:
        """Show what goes on; `what`: a name for it, whose first line is written at once everywhere."""
        with self._lock:
            self._write(self._narration.update(line, monotonic_ns(), width=width_of(self._stream), what=what))

    def show_event(self, line: str) -> None:
        """Show an event."""
        with self._lock:
            self._write(self._narration.event(line, width=width_of(self._stream)))

    def _repeat_progress(self) -> None:
        while not self._ended.wait(self._look_s):
            with self._lock:
                self._write(self._narration.repeat(monotonic_ns(), width=width_of(self._stream)))

    def _write(self, text: str) -> None:
        with suppress(OSError, ValueError):  # the terminal may be gone; nothing depends on it
            if text:
                self._stream.write(text)
                self._stream.flush()


def print_fitted(text: str, stream: TextIO | None = None) -> None:
    """Print text whose lines fit the stream's terminal; None: on standard output."""
    output = stream or sys.stdout
    print(fitted(text, width_of(output)), file=output, flush=True)


def print_alarm(text: str, stream: TextIO) -> None:
    """Print text as `print_fitted`, in red where it is a terminal."""
    is_coloured = stream.isatty()
    print_fitted(f"{RED}{text}{PLAIN}" if is_coloured else text, stream)


def width_of(stream: TextIO) -> int | None:
    """Return how many characters a line may have; None: any number, it is no terminal."""
    if not stream.isatty():
        return None
    columns = os.environ.get("COLUMNS", "")
    if columns.isdigit():
        return max(int(columns), LEAST_WIDTH)
    try:
        return max(os.get_terminal_size(stream.fileno()).columns or USUAL_WIDTH, LEAST_WIDTH)
    except (OSError, ValueError):
        return USUAL_WIDTH


def cut(line: str, width: int | None) -> str:
    """Return a line that fits, with an ellipsis where something is missing."""
    if width is None or len(line) < width:  # in the last column a terminal would begin a new line
        return line
    return line[: width - 2].rstrip() + "…"


def fitted(text: str, width: int | None) -> str:
    """Return text whose lines fit: what is too long goes on below, further in."""
    if width is None:
        return text
    return "\n".join("\n".join(_folded(line, width)) for line in text.split("\n"))


def _folded(line: str, width: int) -> list[str]:
    if len(line) < width:
        return [line]
    indent = len(line) - len(line.lstrip())
    columns = re.match(r"\s*\S+(?: \S+)*\s{2,}", line)  # what stands before the text, as in a list
    inset = min(columns.end() if columns else indent + 2, width // 2)
    return textwrap.wrap(
        line,
        width - 1,
        subsequent_indent=" " * inset,
        drop_whitespace=True,
        break_long_words=False,
        break_on_hyphens=False,
    )
