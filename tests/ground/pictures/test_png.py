"""A picture as PNG is the picture: read again by the rules of the format, and by an independent reader."""

import struct
import zlib

import numpy as np
import pytest

from ground.pictures.png import SIGNATURE, png

PIXELS = np.random.default_rng(1).integers(0, 256, (7, 5), dtype=np.uint8)


def chunks(data):
    assert data.startswith(SIGNATURE)
    at = len(SIGNATURE)
    while at < len(data):
        length, kind = struct.unpack_from(">I4s", data, at)
        body = data[at + 8 : at + 8 + length]
        assert struct.unpack_from(">I", data, at + 8 + length) == (zlib.crc32(kind + body),)
        yield kind, body
        at += 12 + length


def test_undone_by_the_rules_of_the_format_it_is_the_picture():
    head, data, end = chunks(png(5, 7, PIXELS.tobytes()))
    assert head == (b"IHDR", bytes.fromhex("00000005 00000007 08 00 00 00 00"))
    assert end == (b"IEND", b"")
    rows = np.frombuffer(zlib.decompress(data[1]), dtype=np.uint8).reshape(7, 6)
    assert set(rows[:, 0]) == {2}  # each row is told by its difference from the one above
    assert np.array_equal(np.cumsum(rows[:, 1:], axis=0, dtype=np.uint8), PIXELS)


def test_a_smooth_picture_shrinks():
    wedge = np.tile(np.arange(200, dtype=np.uint8), (100, 1))
    assert len(png(200, 100, wedge.tobytes())) < wedge.size / 30


def test_octets_that_do_not_fill_the_picture_are_the_callers_mistake():
    with pytest.raises(ValueError, match="reshape"):
        png(5, 7, b"\0" * 34)


def test_three_octets_for_a_pixel_are_a_picture_in_colour():
    pixels = np.random.default_rng(2).integers(0, 256, (7, 5, 3), dtype=np.uint8)
    head, data, _ = chunks(png(5, 7, pixels.tobytes()))
    assert head[1][9] == 2  # RGB
    rows = np.frombuffer(zlib.decompress(data[1]), dtype=np.uint8).reshape(7, 16)
    assert np.array_equal(np.cumsum(rows[:, 1:], axis=0, dtype=np.uint8), pixels.reshape(7, 15))
