"""Plain reference: one tick of the published rule, for commands that can be repeated as they are."""

from typing import NamedTuple


class PublishedTick(NamedTuple):
    """What one tick does to the queue."""

    filled: tuple[object, ...]  # n_d + 1 entries, after push and fill
    leaves: object
    remains: tuple[object, ...]  # n_d entries


def published_tick(queue, command, *, collision):
    """Push the operator's command, fill with the oldest on the collision signal, pop; in this order."""
    pushed = (*queue, command)
    filled = (pushed[0],) * len(pushed) if collision else pushed
    return PublishedTick(filled, filled[0], filled[1:])
