"""What a harsh link lets through to the software on board: as it was sent, once, and carried out in order."""

from itertools import product

import numpy as np
import pytest

from telemetry.messages.command import Motion
from telemetry.wire.codec import Reader, Received, Wire
from tests.ground.rehearsal.spacecraft.conftest import PERIODS, T, planned
from tests.telemetry.wire.protection.test_sealing import speakers

S = 1_000_000_000
ALONE = [(0.5, 0.0, 0, 0.0, 0.0), (0.0, 0.5, 0, 0.0, 0.0), (0.0, 0.0, 64, 0.0, 0.0)]
ALONE += [(0.0, 0.0, 0, 1e-3, 0.0), (0.0, 0.0, 0, 0.0, 30.0)]
MIXED = [*product((0.1, 0.5), (0.1, 0.5), (2, 64), (1e-4, 1e-3), (0.0, 30.0))]


def sealed(ground):
    """Each set-point of the move with the one before it, as the bridge sends it up, and when it leaves."""
    bridge = Wire("bridge", speakers("bridge"))
    for seq in range(1, PERIODS + 1):
        before = ground.point(seq - 1) if seq > 1 else None
        leaves_ns = ground.first_ns + (seq - 3) * T
        yield leaves_ns, bridge.packets(Motion(set_point=ground.point(seq), repeat=before), leaves_ns)[0]


def arriving(sent, rng, link):
    """Lose, double, overtake, alter and delay packets; return each as it comes, and whether it is altered."""
    loss, doubled, depth, bit_error, delay_s = link
    came = []
    for leaves_ns, packet in sent:
        for _ in range((rng.random() >= loss) + (rng.random() < doubled)):
            wrong = rng.random(8 * len(packet)) < bit_error
            data = (np.frombuffer(packet, np.uint8) ^ np.packbits(wrong)).tobytes()
            held_ns = int(rng.integers(0, depth + 1)) * T // 8  # by as many packets others overtake it
            came.append((leaves_ns + round(delay_s * S) + held_ns, data, bool(wrong.any())))
    return sorted(came)


@pytest.mark.parametrize("link", [*ALONE, *MIXED], ids=str)
def test_over_any_link_only_what_was_sent_is_carried_out_once_and_in_order(new_ground, link):
    altered, harmed = 0, False
    for seed in range(8):
        ground, reader = new_ground(lead_ns=8 * T), Reader(speakers("spacecraft"))
        ground.resume()
        sent, taken, executed = [*sealed(ground)], [], []
        came = arriving(sent, np.random.default_rng(seed), link)
        for at_ns, data, is_altered in came:
            result = reader.decode(data, "up")
            assert not (is_altered and isinstance(result, Received))
            if isinstance(result, Received):
                taken.append(result.message.set_point.seq)
                ground.board.receive(result.message, at_ns)
            ground.board.advance(at_ns)
            executed.append(ground.board.report(at_ns).executed)
            altered += is_altered
        assert len(set(taken)) == len(taken)
        assert executed == sorted(executed)
        assert ground.board.reference(came[-1][0] if came else 0).q[0] <= planned(PERIODS).q[0]
        harmed |= came != [(at_ns, packet, False) for at_ns, packet in sent]
    assert harmed and (altered > 0) == (link[3] > 0.0)
