"""Marks upon a picture have smooth edges, their width and their place."""

import numpy as np
import pytest

from ground.report.figures.picture_marks import Caption, Polyline, marked

INK, PAPER = (0.0, 0.0, 0.0), (1.0, 1.0, 1.0)


def white(rows, columns):
    return np.full((rows, columns, 3), 255, dtype=np.uint8)


def test_a_stroke_has_smooth_edges_and_its_width():
    stroke = Polyline(np.array([[5.0, 10.0], [35.0, 10.0]]), INK, width=3.0)
    outside = Polyline(np.array([[-50.0, -60.0], [-40.0, -70.0]]), INK, width=3.0)
    picture = marked(white(20, 40), [stroke, outside], halo=PAPER) / 255.0
    assert (1.0 - picture[:, 20, 0]).sum() == pytest.approx(3.0, abs=0.1)
    assert picture[0].min() == picture[:, 0].min() == 1.0


def test_every_figure_of_a_scale_is_written_around_its_place():
    for figures in ("0.25 m", "134678.9 m"):
        caption = Caption(figures, np.array([100.0, 20.0]), INK, size=17.0)
        picture = marked(white(40, 200), [caption], halo=PAPER) / 255.0
        inked = np.flatnonzero(picture.min(axis=(0, 2)) < 0.5)
        assert 100 - inked.min() == pytest.approx(inked.max() - 100, abs=3)


def test_a_picture_stays_as_it_is_where_nothing_is_marked():
    picture = np.random.default_rng(1).integers(0, 256, (30, 50, 3), dtype=np.uint8)
    assert np.array_equal(marked(picture, [], halo=PAPER), picture)
