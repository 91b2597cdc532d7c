"""How pictures are sent: spread and interleaved, so that losses leave them whole."""

import numpy as np
import pytest

from ground.pictures.camera import CAMERAS, RATE
from ground.rehearsal.pictures.onboard_cameras import SPREAD_NS, PictureDownlink
from telemetry.link.impairment import Losses
from telemetry.messages.images import Image
from telemetry.wire.shards import PictureJoiner

S = 1_000_000_000
MS = 1_000_000
PIXELS = np.random.default_rng(1).bytes(320 * 240)
PICTURES = 600  # enough that chance moves a share by less than a point


def picture(camera, number, at_ns):
    return Image(camera=camera, number=number, sampled_ns=at_ns, width=320, height=240, pixels=PIXELS)


def sent(pictures):
    """What three cameras send, 10 ms by 10 ms."""
    downlink, number = PictureDownlink(), 0
    for control in range(int(100 / RATE * pictures / len(CAMERAS)) + 25):
        now_ns = control * 10 * MS
        for index, camera in enumerate(CAMERAS):
            if control % 25 == index * 8 and number < pictures:
                number += 1
                downlink.add(picture(camera, number, now_ns), now_ns)
        yield now_ns, downlink.pop_due(now_ns)


def whole_share(*, loss, burst):
    """The share of pictures that become whole."""
    losses, rng, joiner, whole = Losses(loss, burst=burst), np.random.default_rng(7), PictureJoiner(), 0
    for now_ns, shards in sent(PICTURES):
        arrived = [shard for shard in shards if not losses.take_next(rng)]
        joined = [found for shard in arrived for found in joiner.on_shard(shard, now_ns)]
        whole += sum(not found.bands for found in joined)
    return whole / PICTURES


@pytest.mark.parametrize(("loss", "burst", "asked"), [(0.01, 1.0, 0.98), (0.03, 4.0, 0.95)])
def test_nearly_all_pictures_become_whole_also_when_losses_come_in_bursts(loss, burst, asked):
    assert whole_share(loss=loss, burst=burst) >= asked


def test_a_picture_leaves_within_its_camera_s_period():
    downlink = PictureDownlink()
    downlink.add(picture("global", 1, 0), 0)
    assert SPREAD_NS < S // RATE
    assert [shard.of.index for shard in downlink.pop_due(SPREAD_NS)] == list(range(69))
    assert downlink.pop_due(S) == []


def test_neighbours_on_the_line_are_of_different_pictures():
    stream = [shard.of.number for now_ns, shards in sent(12) if S // 2 < now_ns < S for shard in shards]
    assert len(stream) > 350
    assert all(len({*stream[k : k + 4]}) >= 2 for k in range(len(stream) - 4))
    assert sum(len({*stream[k : k + 3]}) == 3 for k in range(len(stream) - 3)) > 0.8 * len(stream)
