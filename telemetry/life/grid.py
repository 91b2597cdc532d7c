"""Instants of a grid: a role that works at t0 + k P keeps to it, and does not make up for a stall."""


def next_instant(on_grid_ns: int, *, period_ns: int, now_ns: int) -> int:
    """Return the first instant after `now_ns` of the grid that `on_grid_ns` belongs to [ns]."""
    return on_grid_ns + period_ns * ((now_ns - on_grid_ns) // period_ns + 1)
