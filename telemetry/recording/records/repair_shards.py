"""Shards of a picture without the data that its other shards make again (`telemetry.wire.shards`).

    given    0 1 2 3 ... 59 | 60 61 62 ... 68        0 1 lost 3 ... 59 | 60 61 62 ... 68
    kept     0 1 2 3 ... 59 | -  -  -  ... -         0 1      3 ... 59 | 60 -  -  ... -
                              '-- its name and place, `data` empty

What repairs a picture cannot be compressed.  So once the shards that are kept with their data suffice for
the picture, a later one is kept without, if its data are octet for octet what the encoder makes of the
picture.  Only shards of its own chunk count; in older recordings those of the one before did too, so a reader
knows them.  Writer and reader go through the same messages in the same order.

A reader to whom some of them are missing cannot put the data back: to it that shard is missing, never empty.
"""

from contextlib import suppress

import msgspec

from telemetry.messages.base import wire_name
from telemetry.messages.images import ImageShard, ShardOf
from telemetry.wire.shards import SYMBOL_BYTES, fits, protect, restore, source_symbols

_KEY = b"\xa4data"  # the last of a shard's map; then octets and how many
_FULL = _KEY + b"\xc5" + SYMBOL_BYTES.to_bytes(2, "big")
_EMPTY = _KEY + b"\xc4\x00"
_NAME_END = -len(_FULL) - SYMBOL_BYTES  # of a payload with its data

_Symbols = dict[int, bytes]  # by their places


class _Named(msgspec.Struct):
    """The one key that names the shard."""

    of: ShardOf


_NAMED = msgspec.msgpack.Decoder(_Named).decode
_CLASS = wire_name(ImageShard)


def is_stripped(name: str, payload: bytes) -> bool:
    """True if a message of a class stands in the file as a shard whose data were left out."""
    return name == _CLASS and payload.endswith(_EMPTY)


class RepairShards:
    """Knows the shards that this chunk, and to a reader the one before, hold with their data."""

    def __init__(self) -> None:
        """Begin at any chunk."""
        self._here: dict[ShardOf, _Symbols] = {}  # by shard 0 of each picture
        self._before: dict[ShardOf, _Symbols] = {}
        self._made: dict[ShardOf, list[bytes]] = {}  # all symbols of pictures for which they suffice

    def begin_chunk(self) -> None:
        """Begin another chunk."""
        self._here, self._before = {}, self._here
        self._made.clear()

    def drop_earlier_chunk(self) -> None:
        """Drop what the chunk before held."""
        self._before.clear()

    def stripped(self, name: str, payload: bytes) -> bytes:
        """Return what is kept of the message that comes next: a shard without data that are made again."""
        of = _of(payload) if name == _CLASS and payload.startswith(_FULL, _NAME_END) else None
        if of is None:
            return payload
        symbol = payload[-SYMBOL_BYTES:]
        if self._symbol(of) == symbol:
            return payload[:_NAME_END] + _EMPTY
        self._here.setdefault(_picture(of), {}).setdefault(of.index, symbol)
        return payload

    def restored(self, name: str, payload: bytes) -> bytes | None:
        """Return the message of which this was kept next; None: what its data are made of is missing."""
        if not is_stripped(name, payload):
            self.stripped(name, payload)  # so that it is known
            return payload
        of = _of(payload)
        symbol = self._symbol(of) if of else None
        return payload[: -len(_EMPTY)] + _FULL + symbol if symbol else None

    def _symbol(self, of: ShardOf) -> bytes | None:
        """Return the data of a shard as the others make them; None: they do not suffice."""
        picture = _picture(of)
        made = self._made.get(picture)
        if made is None:
            before, here = self._before.get(picture, {}), self._here.get(picture, {})
            data_bytes = of.width * of.height
            if len(before) + len(here) < source_symbols(data_bytes):
                return None
            pixels = restore(before | here, data_bytes)
            if pixels is None:
                return None
            made = self._made[picture] = protect(pixels)
        return made[of.index]


def _of(payload: bytes) -> ShardOf | None:
    """Return which shard a payload is; None: no picture has such a one."""
    with suppress(msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        of = _NAMED(payload).of
        return of if fits(of) else None
    return None


def _picture(of: ShardOf) -> ShardOf:
    return msgspec.structs.replace(of, index=0)
