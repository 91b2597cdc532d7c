"""Progress in a terminal, under TERM=dumb and piped: never silent, never too wide, no stray codes."""

import fcntl
import io
import os
import pty
import struct
import termios

import pytest

from ground.report.terminal import PLAIN_LINE_EVERY_S, ProgressLines, Terminal, cut, fitted, width_of

S = 1_000_000_000
LONG = "flies the plan   queue 4, in flight 29   round trip 7.01 s   latched on board"


@pytest.fixture
def plain():
    return ProgressLines(rewrites=False)


def test_what_goes_on_is_a_plain_line_every_few_seconds_and_at_once_when_it_is_another(plain):
    told = [plain.update(f"{n}", n * S // 4, width=None, what="running") for n in range(60)]
    assert [line for line in told if line] == ["0\n", "20\n", "40\n"]
    assert plain.update("ends", 15 * S, width=None, what="stopping") == "ends\n"


def test_an_event_is_told_at_once(plain):
    plain.update("flies", 0, width=None)
    assert plain.event("gate died", width=None) == "gate died\n"


def test_who_is_silent_is_told_on_with_how_long_it_lasts(plain):
    assert plain.repeat(S, width=None) == ""
    plain.update("compiling", S, width=None)
    assert plain.repeat(3 * S, width=None) == ""
    assert plain.repeat(round((1 + PLAIN_LINE_EVERY_S) * S), width=None) == "compiling   (5 s)\n"
    assert plain.repeat(round((1 + 2 * PLAIN_LINE_EVERY_S) * S), width=None) == "compiling   (10 s)\n"


def test_what_is_over_in_a_moment_is_not_told(plain):
    plain.begin("counting", S)
    assert plain.repeat(3 * S, width=None) == ""
    assert plain.repeat(round((1 + PLAIN_LINE_EVERY_S) * S), width=None) == "counting   (5 s)\n"


def test_in_a_terminal_the_line_is_rewritten_and_an_event_stays_above_it():
    narration = ProgressLines(rewrites=True)
    told = (
        narration.update("a", 0, width=80)
        + narration.event("b", width=80)
        + narration.update("c", 1, width=80)
    )
    assert told == "\r\033[Ka\r\033[Kb\n\r\033[Kc"
    assert narration.end() == "\r\033[K"


@pytest.mark.parametrize("width", range(20, 90, 7))
def test_no_line_of_progress_reaches_the_edge_and_what_is_cut_says_so(width):
    line = cut(LONG, width)
    assert len(line) < width
    assert line == LONG or line.endswith("…")


@pytest.mark.parametrize("width", [40, 60, 80])
def test_text_is_folded_and_nothing_of_it_is_lost(width):
    text = f"  warning   51.00 s  {LONG}\n\nrecording  /a/path/that/stays/whole"
    lines = fitted(text, width).split("\n")
    assert all(len(line) < width for line in lines)
    assert " ".join("\n".join(lines).split()) == " ".join(text.split())
    assert lines[1].startswith(" " * 10)


def test_a_pipe_has_no_width_and_gets_no_codes():
    stream = io.StringIO()
    with Terminal(stream) as terminal:
        terminal.show_progress(LONG * 3)
        terminal.show_event("gate died")
    assert stream.getvalue() == f"{LONG * 3}\ngate died\n"


def on_a_terminal(monkeypatch, term, *, columns):
    """What comes out of a terminal of that many columns."""
    monkeypatch.setenv("TERM", term)
    monkeypatch.delenv("COLUMNS", raising=False)
    outer, inner = pty.openpty()
    fcntl.ioctl(inner, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    with open(inner, "w") as stream:
        assert width_of(stream) == columns
        with Terminal(stream) as terminal:
            terminal.show_progress(LONG)
            terminal.show_event("gate died")
        told = ""
        while "gate died" not in told:
            told += os.read(outer, 4096).decode()
    os.close(outer)
    return told


def test_a_terminal_is_rewritten_within_its_width(monkeypatch):
    told = on_a_terminal(monkeypatch, "xterm", columns=40)
    assert told.startswith(f"\r\033[K{cut(LONG, 40)}\r\033[Kgate died")


def test_a_dumb_terminal_gets_plain_lines_within_its_width(monkeypatch):
    told = on_a_terminal(monkeypatch, "dumb", columns=40)
    assert told.replace("\r\n", "\n").rstrip() == f"{cut(LONG, 40)}\ngate died"


class Gone(io.StringIO):
    """What a terminal is when its window was closed."""

    def write(self, text):
        raise OSError(5, "Input/output error")


def test_a_terminal_that_is_gone_ends_nothing():
    with Terminal(Gone()) as terminal:
        terminal.show_progress(LONG)
        terminal.show_event("gate died")
