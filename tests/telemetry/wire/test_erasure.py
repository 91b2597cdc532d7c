"""The erasure code: any 60 of 69 symbols give a picture back."""

import numpy as np
import pytest

from telemetry.wire.erasure import SYMBOL_BYTES, all_symbols, protect, restore, source_symbols

PICTURE_BYTES = 320 * 240
DATA = np.random.default_rng(1).bytes(PICTURE_BYTES)
SYMBOLS = protect(DATA)


def some(rng, count):
    """So many of the symbols, by chance."""
    return {int(k): SYMBOLS[k] for k in rng.permutation(len(SYMBOLS))[:count]}


def test_a_picture_is_sixty_symbols_as_it_is_and_nine_to_repair_it():
    assert (source_symbols(PICTURE_BYTES), len(SYMBOLS)) == (60, 69)
    assert b"".join(SYMBOLS[:60]) == DATA
    assert {len(symbol) for symbol in SYMBOLS} == {SYMBOL_BYTES}


@pytest.mark.parametrize("data_bytes", [1, SYMBOL_BYTES, SYMBOL_BYTES + 1, 7 * SYMBOL_BYTES - 3, 640 * 480])
def test_data_of_any_length_come_back_without_their_first_symbols(data_bytes):
    data = np.random.default_rng(data_bytes).bytes(data_bytes)
    symbols = dict(enumerate(protect(data)))
    assert len(symbols) == all_symbols(data_bytes) <= 1.15 * source_symbols(data_bytes) + 1
    for k in range(len(symbols) - source_symbols(data_bytes) - (source_symbols(data_bytes) > 9)):
        del symbols[k]
    assert restore(symbols, data_bytes) == data


def test_any_sixty_one_symbols_suffice_and_nearly_any_sixty():
    rng = np.random.default_rng(2)
    assert all(restore(some(rng, 61), PICTURE_BYTES) == DATA for _ in range(300))
    of_sixty = [restore(some(rng, 60), PICTURE_BYTES) for _ in range(300)]
    assert set(of_sixty) <= {DATA, None}
    assert of_sixty.count(None) <= 6


def test_fifty_nine_symbols_never_suffice():
    rng = np.random.default_rng(3)
    assert all(restore(some(rng, 59), PICTURE_BYTES) is None for _ in range(50))


def test_repair_symbols_have_their_golden_bytes_so_that_another_release_still_mends():
    data = bytes(range(256)) * 50
    assert len(data) == 10 * SYMBOL_BYTES
    assert [symbol[:8].hex() for symbol in protect(data)[10:]] == ["00831b9836b52dae", "00fbeb10cb3020db"]
