"""A monochrome picture as PNG, 8 bits (W3C, Portable Network Graphics, third edition, 2025, section 5).

    signature | IHDR: width, height, 8 bits, grey | IDAT: rows, each behind a filter's octet, deflated | IEND

Each row is told by its difference from the one above (filter 2), which halves what deflate makes of a scene.
"""

import struct
import zlib

import numpy as np

SIGNATURE = b"\x89PNG\r\n\x1a\n"
LEVEL = 1  # of deflate: pictures come twelve times a second
_UP = 2  # the filter: difference from the octet above


def png(width: int, height: int, pixels: bytes) -> bytes:
    """Return the file of a picture, row by row from the top; ValueError: not width * height octets."""
    rows = np.frombuffer(pixels, dtype=np.uint8).reshape(height, width)
    filtered = np.full((height, width + 1), _UP, dtype=np.uint8)
    filtered[:, 1:] = np.diff(rows, axis=0, prepend=np.zeros((1, width), dtype=np.uint8))
    head = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    data = zlib.compress(filtered.tobytes(), LEVEL)
    return SIGNATURE + _chunk(b"IHDR", head) + _chunk(b"IDAT", data) + _chunk(b"IEND", b"")


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
