"""Which peers there are, and asking them: one that is not installed is told as missing."""

import importlib
from collections.abc import Callable
from typing import Any

from ground.run.kept.usage_error import UsageError
from telemetry.drive.factory import load
from telemetry.files.settings import with_extra
from tests.benchmarks.peers.way import Missing, Way

EXTRA = "peers"  # of this project, which brings them

# To add a peer: its file, which answers those questions that it can, and a row here.
PEERS = {
    "pinocchio": "tests.benchmarks.peers.pinocchio",
    "mujoco": "tests.benchmarks.peers.mujoco",
    "coal": "tests.benchmarks.peers.coal",
    "fcl": "tests.benchmarks.peers.fcl",
    "embree": "tests.benchmarks.peers.embree",
    "eaik": "tests.benchmarks.peers.eaik",
    "jaik": "tests.benchmarks.peers.jaik",
    "tracik": "tests.benchmarks.peers.tracik",
    "ruckig": "tests.benchmarks.peers.ruckig",
    "toppra": "tests.benchmarks.peers.toppra",
}


def asked(peers: tuple[str, ...], question: str, *given: Any, **named: Any) -> tuple[Way | Missing, ...]:
    """Return how the peers answer a question, by the function of that name in their files."""
    ways: list[Way | Missing] = []
    for name in peers:
        try:
            module = importlib.import_module(PEERS[name])
        except ImportError as error:
            ways.append(Missing(name, _why(error)))
            continue
        answer: Callable[..., list[Way]] | None = getattr(module, question, None)
        if answer is not None:
            ways += answer(*given, **named)
    return tuple(ways)


def needed(place: str) -> Any:
    """Return what `module:name` names in the file of a peer.

    Raises:
        UsageError: the peer is not installed.
    """
    try:
        return load(place)
    except ImportError as error:
        raise UsageError(_why(error)) from None


def _why(error: ImportError) -> str:
    return f"{error.name} is not installed; {with_extra(EXTRA)} brings it"
