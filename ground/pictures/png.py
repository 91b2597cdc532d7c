"""A picture as PNG, 8 bits, grey or RGB (W3C, Portable Network Graphics, third edition, 2025, section 5).

    signature | IHDR: size, 8 bits, colour | IDAT: rows, each behind a filter's octet, deflated | IEND

Each row is told by its difference from the one above (filter 2), which halves what deflate makes of a scene.
"""

import struct
import zlib

import numpy as np

SIGNATURE = b"\x89PNG\r\n\x1a\n"
DEFLATE_LEVEL = 1  # of deflate: pictures come twelve times a second
CHANNELS = {0: 1, 2: 3}  # octets of a pixel by the standard's colour type: grey, RGB
COLOUR = {channels: colour for colour, channels in CHANNELS.items()}
_UP = 2  # the filter: difference from the octet above


def png(width: int, height: int, pixels: bytes) -> bytes:
    """Return the file of a picture, row by row from the top: an octet for each pixel, or red, green, blue.

    Raises:
        ValueError: it is another number of octets.
    """
    colour = COLOUR.get(len(pixels) // (width * height), 0)
    octets = width * CHANNELS[colour]
    rows = np.frombuffer(pixels, dtype=np.uint8).reshape(height, octets)
    filtered = np.full((height, octets + 1), _UP, dtype=np.uint8)
    filtered[:, 1:] = np.diff(rows, axis=0, prepend=np.zeros((1, octets), dtype=np.uint8))
    head = struct.pack(">IIBBBBB", width, height, 8, colour, 0, 0, 0)
    data = zlib.compress(filtered.tobytes(), DEFLATE_LEVEL)
    return SIGNATURE + _chunk(b"IHDR", head) + _chunk(b"IDAT", data) + _chunk(b"IEND", b"")


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
