"""Which peers there are, and asking them: one that is not installed is told as missing."""

import importlib
from collections.abc import Callable
from typing import Any

from ground.bench.way import Missing, Way

# To add a peer: its file, which answers those questions that it can, and a row here.
PEERS = {
    "pinocchio": "ground.bench.peers.pinocchio",
    "mujoco": "ground.bench.peers.mujoco",
    "coal": "ground.bench.peers.coal",
    "fcl": "ground.bench.peers.fcl",
    "embree": "ground.bench.peers.embree",
    "eaik": "ground.bench.peers.eaik",
    "jaik": "ground.bench.peers.jaik",
    "tracik": "ground.bench.peers.tracik",
    "ruckig": "ground.bench.peers.ruckig",
    "toppra": "ground.bench.peers.toppra",
}


def asked(peers: tuple[str, ...], question: str, *given: Any, **named: Any) -> tuple[Way | Missing, ...]:
    """Return how the peers answer a question, by the function of that name in their files."""
    ways: list[Way | Missing] = []
    for name in peers:
        try:
            module = importlib.import_module(PEERS[name])
        except ImportError as error:
            ways.append(Missing(name, f"not installed ({error.name})"))
            continue
        answer: Callable[..., list[Way]] | None = getattr(module, question, None)
        if answer is not None:
            ways += answer(*given, **named)
    return tuple(ways)
