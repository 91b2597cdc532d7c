"""What is kept of a figure over time: no peak is lost, gaps stay gaps, and memory has an end."""

import numpy as np
import pytest

from ground.series.rings import BLOCK, LEVELS, Rings

MS = 1_000_000
TENTH_NS = 100 * MS
SAMPLES, BLOCKS = 512, 256  # of small rings
PIXELS = 40


def filled(count, *, seed=1, gaps=()):
    """Small rings after so many samples, 10 each second, and what came: (stamp, value of each figure)."""
    random, rings, came, at_ns = np.random.default_rng(seed), Rings(2, samples=SAMPLES, blocks=BLOCKS), [], 0
    for k in range(count):
        at_ns += 60_000 * MS if k in gaps else TENTH_NS
        values = random.normal(size=2).astype(np.float32)
        values[1] = np.nan if k % 97 < 5 else values[1]
        rings.add(at_ns, values)
        came.append((at_ns, *values))
    return rings, came


def by_brute_force(came, figure, window_ns):
    """Least and most of all samples that fall into each pixel of a window."""
    from_ns, until_ns = window_ns
    found = {}
    for at_ns, *values in came:
        if from_ns <= at_ns < until_ns and not np.isnan(values[figure]):
            pixel = (at_ns - from_ns) * PIXELS // (until_ns - from_ns)
            least, most = found.get(pixel, (np.inf, -np.inf))
            found[pixel] = (min(least, values[figure]), max(most, values[figure]))
    return found


def by_pixel(course, window_ns):
    """The same of what is to be drawn, and how many points each pixel has."""
    from_ns, until_ns = window_ns
    found, points = {}, {}
    for at_ns, value in zip(course.at_ns, course.value, strict=True):
        pixel = (at_ns - from_ns) * PIXELS // (until_ns - from_ns)
        points[pixel] = points.get(pixel, 0) + 1
        if from_ns <= at_ns < until_ns and not np.isnan(value):
            least, most = found.get(pixel, (np.inf, -np.inf))
            found[pixel] = (min(least, value), max(most, value))
    return found, points


@pytest.mark.parametrize("figure", [0, 1])
@pytest.mark.parametrize("share", [(0.0, 1.0), (0.3, 0.9), (0.71, 0.74), (0.999, 1.2)])
def test_each_pixel_shows_the_least_and_the_most_of_its_samples(figure, share):
    rings, came = filled(500, gaps=(100, 300))
    window_ns = tuple(round(part * came[-1][0]) for part in share)
    found, points = by_pixel(rings.course(figure, window_ns, pixels=PIXELS), window_ns)
    assert found == by_brute_force(came, figure, window_ns)
    assert sum(points.values()) <= 2 * (PIXELS + 2)


def in_blocks(came, size, gaps):
    """Least and most of blocks of so many samples that reach over no gap, and of the rest each by itself."""
    runs = np.split(np.array(came, np.float64), gaps)
    for i, run in enumerate(runs):
        whole = len(run) if i + 1 < len(runs) else len(run) // size * size
        for begin in range(0, whole, size):
            block = run[begin : begin + size]
            yield block[0, 0], np.fmin.reduce(block[:, 1]), np.fmax.reduce(block[:, 1])
        yield from ((at_ns, value, value) for at_ns, value, _ in run[whole:])


@pytest.mark.parametrize(("count", "level"), [(1500, 1), (12_000, 2), (70_000, 3)])
def test_of_what_is_older_no_peak_is_lost_in_blocks(count, level):
    gaps = (count - 900, count - 300)
    rings, came = filled(count, gaps=gaps)
    rows = rings.rows(0, (came[-min(count, SAMPLES * BLOCK ** (level - 1) + 300)][0], came[-1][0]))
    shown = {int(at): (low, high) for at, low, high in zip(rows.from_ns, rows.low, rows.high, strict=True)}
    kept = {at: values for at, values in shown.items() if not np.isnan(values[0])}
    expected = {int(at): (low, high) for at, low, high in in_blocks(came, BLOCK**level, gaps)}
    assert kept and kept.items() <= expected.items()
    assert [at for at in expected if at >= rows.from_ns[0]] == list(kept)


def test_a_silence_stays_a_gap_in_every_level():
    rings, came = filled(3000, gaps=(2500,))
    before_ns, after_ns = came[2499][0], came[2500][0]
    for window_ns in ((came[2450][0], came[-1][0]), (came[600][0], came[-1][0])):
        course = rings.course(0, window_ns, pixels=4000)
        between = course.value[(course.at_ns > before_ns) & (course.at_ns < after_ns)]
        assert len(between) and np.isnan(between).all()


def test_what_was_unknown_for_a_pixel_or_more_stays_a_gap():
    rings = Rings(1, samples=SAMPLES, blocks=BLOCKS)
    for k in range(400):
        rings.add(k * TENTH_NS, [np.nan if 100 <= k < 200 else 1.0])
    course = rings.course(0, (0, 400 * TENTH_NS), pixels=PIXELS)
    unknown = np.isnan(course.value)
    assert unknown.any() and (course.at_ns[unknown] >= 100 * TENTH_NS).all()
    assert (course.at_ns[unknown] < 200 * TENTH_NS).all()


def test_time_goes_never_back_and_a_window_before_all_is_empty():
    rings = Rings(1)
    rings.add(5 * TENTH_NS, [1.0])
    rings.add(3 * TENTH_NS, [2.0])
    assert list(rings.course(0, (0, 9 * TENTH_NS), pixels=9).at_ns) == [5 * TENTH_NS] * 2
    assert len(Rings(1).course(0, (0, TENTH_NS), pixels=9).at_ns) == 0


def test_the_room_of_all_levels_is_taken_once_the_first_is_full():
    rings, _ = filled(SAMPLES)
    held = [level.room for level in rings.levels]
    assert held == [SAMPLES] + [BLOCKS] * (LEVELS - 1)
    for k in range(3 * SAMPLES):
        rings.add((1000 + k) * TENTH_NS, [0.0, 0.0])
    assert [level.room for level in rings.levels] == held
