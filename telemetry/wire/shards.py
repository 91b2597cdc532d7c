"""A picture in shards, and shards joined to pictures: whole, mended, or with what is missing of them.

    picture --- shards ---> 0 ... k-1 its rows, k ... n-1 to repair them --- link ---> joiner ---> picture

    payload of a shard   | map | id 93 | of: [camera, number, sampled, width, height, index] | data     |
    octets                 1     4       3 + about 30                                          8 + 1280

Each shard names its picture and its place, so they may come in any order, doubled, and mixed with those of
other pictures; of 320 x 240 pixels they are k = 60 and n = 69.  A camera's picture is given up, with what
came of it, when a later one of it is whole, when two later ones have begun, or when nothing more came for
a while; what comes of it then is no loss.

The data of a shard are a symbol of RaptorQ (RFC 6330), of whose symbols any as many as the data fill suffice:

    symbol   0 | 1 | 2 | ... | k-1     the data as they are, the last filled up with zeros
             k | ... | n-1             to repair: each replaces any one that is missing

Of k symbols taken at random 1 set in 400 does not suffice yet; then the next symbol is waited for.  The code
knows which symbols are missing, and no damage: what is damaged has been dropped before.
"""

from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

import msgspec
import numpy as np
from raptorq import Decoder, Encoder

from telemetry.agreed.run_settings import NS_PER_S
from telemetry.messages.images import Image, ImageShard, ShardOf

SYMBOL_BYTES = 1280  # four rows of a camera's picture
REPAIR_PERCENT = 15  # more symbols than the data fill
_BLOCK = 0  # all data are one source block: there are far fewer symbols than one may have
_PAYLOAD_ID_BYTES = 4  # number of the block, number of the symbol


def source_symbols(data_bytes: int) -> int:
    """Return how many symbols data fill."""
    return -(-data_bytes // SYMBOL_BYTES)


def all_symbols(data_bytes: int) -> int:
    """Return how many symbols are made of data."""
    source = source_symbols(data_bytes)
    return source - (-source * REPAIR_PERCENT // 100)


def protect(data: bytes) -> list[bytes]:
    """Return the symbols of data that are not empty: first the data themselves."""
    repairs = all_symbols(len(data)) - source_symbols(len(data))
    encoded = Encoder.with_defaults(data, SYMBOL_BYTES).get_encoded_packets(repairs)
    return [symbol[_PAYLOAD_ID_BYTES:] for symbol in encoded]


def restore(symbols: Mapping[int, bytes], data_bytes: int) -> bytes | None:
    """Return the data; None: these symbols do not suffice.

    Args:
        symbols: by number, each below `all_symbols` and of SYMBOL_BYTES.
        data_bytes: how long the data are.
    """
    source = range(source_symbols(data_bytes))
    if len(symbols) < len(source):
        return None
    if all(number in symbols for number in source):
        return b"".join(symbols[number] for number in source)[:data_bytes]
    decoder = Decoder.with_defaults(data_bytes, SYMBOL_BYTES)
    for number in sorted(symbols):
        data = decoder.decode((_BLOCK << 24 | number).to_bytes(_PAYLOAD_ID_BYTES, "big") + symbols[number])
        if data is not None:
            return bytes(data)
    return None


CAMERAS_MAX = 8
OPEN_MAX = 2  # pictures of one camera that are waited for
DONE_KEPT = 8  # pictures of one camera of which late shards are known
PICTURE_MAX = 4 * 1024 * 1024  # bytes
PATIENCE_NS = 2 * NS_PER_S  # without a shard: nothing more will come; a busy process may lag by less

Rows = tuple[int, int]  # the first that is missing, and the first after it that is not
_Key = tuple[int, ...]  # which picture of its camera


class Joined(NamedTuple):
    """A picture joined from its shards, whole or not."""

    image: Image  # black where it is missing
    bands: tuple[Rows, ...]  # that are missing, from the top; empty: it is whole
    missing: float  # share of its data, 0 to 1
    mended: bool  # whole only thanks to repair shards


def shards(image: Image) -> list[ImageShard]:
    """Return the shards of a picture, in their order; ValueError: its pixels do not fill it."""
    if len(image.pixels) != image.width * image.height:
        raise ValueError(f"{len(image.pixels)} pixels do not fill {image.width} x {image.height}")
    about = msgspec.structs.asdict(image)
    del about["pixels"]
    return [
        ImageShard(of=ShardOf(**about, index=index), data=symbol)
        for index, symbol in enumerate(protect(image.pixels))
    ]


def fits(of: ShardOf) -> bool:
    """True if a picture of that size has such a shard."""
    data_bytes = of.width * of.height
    return data_bytes <= PICTURE_MAX and of.index < all_symbols(data_bytes)


@dataclass(slots=True)
class _Open:
    """What came so far of a picture."""

    of: ShardOf
    newest_ns: int = 0
    symbols: dict[int, bytes] = field(default_factory=dict)

    @property
    def data_bytes(self) -> int:
        return self.of.width * self.of.height

    def joined(self, pixels: bytes) -> Joined:
        """Return the whole picture."""
        source = source_symbols(self.data_bytes)
        return Joined(self._image(pixels), (), 0.0, any(k not in self.symbols for k in range(source)))

    def given_up(self) -> Joined:
        """Return the picture with what is missing."""
        source = source_symbols(self.data_bytes)
        lost = [k for k in range(source) if k not in self.symbols]
        black = bytes(SYMBOL_BYTES)
        pixels = b"".join(self.symbols.get(k, black) for k in range(source))[: self.data_bytes]
        return Joined(self._image(pixels), _bands(lost, self.of), len(lost) / source, mended=False)

    def _image(self, pixels: bytes) -> Image:
        about = msgspec.structs.asdict(self.of)
        del about["index"]
        return Image(**about, pixels=pixels)


class _Camera:
    """The pictures of one camera that are waited for, and those that are done."""

    def __init__(self) -> None:
        self._open: dict[_Key, _Open] = {}
        self._done = deque[_Key](maxlen=DONE_KEPT)

    def on_shard(self, shard: ImageShard, now_ns: int) -> list[Joined]:
        key = _key(shard.of)
        if key in self._done:
            return []
        picture = self._open.setdefault(key, _Open(shard.of))
        picture.newest_ns = now_ns
        picture.symbols.setdefault(shard.of.index, shard.data)
        pixels = restore(picture.symbols, picture.data_bytes)
        if pixels is None:
            return self._give_up([*self._open][:-OPEN_MAX])
        earlier = [key for key, other in self._open.items() if other.of.sampled_ns < shard.of.sampled_ns]
        self._finish(key)
        return [*self._give_up(earlier), picture.joined(pixels)]

    def expire(self, now_ns: int) -> list[Joined]:
        return self._give_up([k for k, one in self._open.items() if now_ns - one.newest_ns > PATIENCE_NS])

    def _give_up(self, keys: list[_Key]) -> list[Joined]:
        return [self._finish(key).given_up() for key in keys]

    def _finish(self, key: _Key) -> _Open:
        self._done.append(key)
        return self._open.pop(key)


class PictureJoiner:
    """Joins the shards that one receiver gets; what fits no picture is counted in `rejected`."""

    def __init__(self) -> None:
        """Start with nothing received."""
        self._cameras: dict[str, _Camera] = {}
        self.rejected = 0

    def on_shard(self, shard: ImageShard, now_ns: int) -> list[Joined]:
        """Return the pictures that are whole or given up with this shard, the earlier one first."""
        is_known = shard.of.camera in self._cameras or len(self._cameras) < CAMERAS_MAX
        if not (is_known and fits(shard.of) and len(shard.data) == SYMBOL_BYTES):
            self.rejected += 1
            return []
        camera = self._cameras.setdefault(shard.of.camera, _Camera())
        return [*camera.on_shard(shard, now_ns), *camera.expire(now_ns)]

    def expire(self, now_ns: int) -> list[Joined]:
        """Return the pictures of which nothing more will come."""
        return [joined for camera in self._cameras.values() for joined in camera.expire(now_ns)]


def _key(of: ShardOf) -> _Key:
    return of.number, of.sampled_ns, of.width, of.height


def _bands(lost: list[int], of: ShardOf) -> tuple[Rows, ...]:
    """Return the rows of the symbols that are lost, neighbours as one band."""
    is_lost = np.zeros(of.width * of.height, dtype=bool)
    for k in lost:
        is_lost[k * SYMBOL_BYTES : (k + 1) * SYMBOL_BYTES] = True
    rows = is_lost.reshape(of.height, of.width).any(axis=1)
    edges = np.flatnonzero(np.diff(rows, prepend=False, append=False))
    return tuple(zip(edges[::2].tolist(), edges[1::2].tolist(), strict=True))
