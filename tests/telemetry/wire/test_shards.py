"""Pictures in shards: joined in any order and mixture, mended, or given up with what is missing."""

import msgspec
import numpy as np
import pytest

from telemetry.messages.images import Image
from telemetry.wire.shards import (
    CAMERAS_MAX,
    OPEN_MAX,
    PATIENCE_NS,
    SYMBOL_BYTES,
    PictureJoiner,
    all_symbols,
    protect,
    restore,
    shards,
    source_symbols,
)

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


S = 1_000_000_000


def picture(number=1, camera="global", *, width=320, height=240):
    pixels = np.random.default_rng(number).bytes(width * height)
    return Image(
        camera=camera, number=number, sampled_ns=number * S, width=width, height=height, pixels=pixels
    )


def joined(*heard, joiner=None, now_ns=0):
    joiner = joiner or PictureJoiner()
    return [picture for shard in heard for picture in joiner.on_shard(shard, now_ns)]


def test_a_picture_comes_back_as_it_was():
    [found] = joined(*shards(picture()))
    assert (found.image, found.bands, found.missing, found.mended) == (picture(), (), 0.0, False)


def test_the_first_sixty_shards_are_enough_and_the_others_change_nothing():
    joiner = PictureJoiner()
    assert len(joined(*shards(picture())[:60], joiner=joiner)) == 1
    assert joined(*shards(picture())[60:], joiner=joiner) == []


@pytest.mark.parametrize("seed", range(10))
def test_any_sixty_one_of_sixty_nine_shards_in_any_order_and_doubled_make_it_whole(seed):
    rng = np.random.default_rng(seed)
    sent = [shards(picture())[k] for k in rng.permutation(69)[:61]]
    sent = [sent[k] for k in rng.integers(0, 61, 40)] + sent
    [found] = joined(*sent)
    assert (found.image, found.mended) == (picture(), True)


def test_pictures_of_three_cameras_and_two_of_one_may_come_mixed():
    sent = [picture(1, "a"), picture(2, "a"), picture(1, "b"), picture(1, "c")]
    mixed = [shard for row in zip(*map(shards, sent), strict=True) for shard in row]
    assert [found.image for found in joined(*mixed)] == sent


def test_of_a_picture_that_is_given_up_the_missing_rows_are_told_and_black():
    joiner = PictureJoiner()
    heard = [shard for shard in shards(picture()) if shard.of.index not in (3, 4, 30, *range(60, 69))]
    assert joined(*heard, joiner=joiner) == []
    [found] = joiner.expire(PATIENCE_NS + 1)
    assert (found.bands, found.missing) == (((12, 20), (120, 124)), pytest.approx(3 / 60))
    assert found.image.pixels[12 * 320 : 20 * 320] == bytes(8 * 320)
    assert found.image.pixels[20 * 320 : 120 * 320] == picture().pixels[20 * 320 : 120 * 320]


def test_a_band_takes_in_every_row_of_which_a_part_is_missing():
    odd = picture(width=500, height=8)  # 2.56 rows in each symbol, 0.32 in the last
    joiner = PictureJoiner()
    assert joined(*[shard for shard in shards(odd) if shard.of.index in (0, 2)], joiner=joiner) == []
    [found] = joiner.expire(PATIENCE_NS + 1)
    assert found.bands == ((2, 6), (7, 8))


def test_a_picture_is_given_up_when_a_later_one_is_whole_before_it():
    first, second = picture(1), picture(2)
    found = joined(*shards(first)[:50], *shards(second), *shards(first)[50:])
    assert [(one.image.number, one.bands) for one in found] == [(1, ((200, 240),)), (2, ())]


def test_a_picture_whose_receiver_was_busy_for_a_second_is_waited_for():
    joiner = PictureJoiner()
    assert joined(*shards(picture())[:30], joiner=joiner, now_ns=0) == []
    assert joiner.expire(S) == []
    assert len(joined(*shards(picture())[30:], joiner=joiner, now_ns=S)) == 1


def test_not_more_pictures_of_a_camera_are_waited_for_than_the_memory_is_meant_for():
    begun = [shards(picture(number))[0] for number in range(1, OPEN_MAX + 4)]
    assert [found.image.number for found in joined(*begun)] == [1, 2, 3]


def test_a_camera_that_counts_anew_is_not_taken_for_its_old_pictures():
    joiner = PictureJoiner()
    assert len(joined(*shards(picture()), joiner=joiner)) == 1
    again = msgspec.structs.replace(picture(), sampled_ns=77 * S)
    assert [found.image for found in joined(*shards(again), joiner=joiner)] == [again]


def test_a_shard_that_no_picture_has_is_counted_and_harms_none():
    good = shards(picture())
    wrong = [
        msgspec.structs.replace(good[0], data=good[0].data[:-1]),
        msgspec.structs.replace(good[0], data=b""),
        msgspec.structs.replace(good[0], of=msgspec.structs.replace(good[0].of, index=69)),
        msgspec.structs.replace(good[0], of=msgspec.structs.replace(good[0].of, width=4096, height=4096)),
    ]
    joiner = PictureJoiner()
    assert [found.image for found in joined(*wrong, *good, joiner=joiner)] == [picture()]
    assert joiner.rejected == len(wrong)


def test_no_more_cameras_are_waited_for_than_there_can_be():
    joiner = PictureJoiner()
    begun = [shards(picture(1, f"camera_{k}"))[0] for k in range(CAMERAS_MAX + 2)]
    assert joined(*begun, joiner=joiner) == []
    assert joiner.rejected == 2


def test_pixels_that_do_not_fill_their_picture_are_the_callers_mistake():
    with pytest.raises(ValueError, match="do not fill 321 x 240"):
        shards(msgspec.structs.replace(picture(), width=321))
