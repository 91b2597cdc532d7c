"""Progress of a run in whatever the terminal is."""

from ground.report.progress_lines import event_line, progress_line
from ground.report.terminal import Terminal
from ground.run.live_run import Progress


def tell(terminal: Terminal, progress: Progress) -> None:
    """Tell an event at once, and how far the run is."""
    if progress.event:
        terminal.event(event_line(progress))
    state = progress.gate.state if progress.gate else ""
    terminal.tell(progress_line(progress), f"{progress.phase} {state}")
