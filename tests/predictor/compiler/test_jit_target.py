"""Machine code is for the highest level of processors that this one is of, unless somebody names another."""

from types import SimpleNamespace

import pytest

from predictor.compiler import jit_target
from predictor.compiler.jit_target import LEVELS, levels_here, pin

V4, V3 = LEVELS


@pytest.fixture
def config(monkeypatch):
    """The compiler's settings, of which none was made."""
    settings = SimpleNamespace(CPU_NAME=None, CPU_FEATURES=None)
    monkeypatch.setattr(jit_target.numba, "config", settings)
    return settings


@pytest.mark.parametrize(
    ("has", "levels"),
    [
        (f"{LEVELS[V4]},+amx-tile", [V4, V3]),
        (f"{LEVELS[V3]},+avx512f,-avx512vl", [V3]),
        (LEVELS[V3].replace("+fma", "-fma"), []),
        ("", []),
    ],
    ids=["AVX-512", "a part of AVX-512", "no FMA", "nothing is known"],
)
def test_a_processor_is_of_the_levels_whose_every_feature_it_has(monkeypatch, config, has, levels):
    monkeypatch.setattr(jit_target, "get_host_cpu_features", lambda: has)
    pin()
    assert levels_here() == levels
    expected = (levels[0], LEVELS[levels[0]]) if levels else (None, None)
    assert expected == (config.CPU_NAME, config.CPU_FEATURES)


def test_whoever_names_a_processor_is_obeyed(monkeypatch, config):
    monkeypatch.setattr(jit_target, "get_host_cpu_features", lambda: LEVELS[V4])
    config.CPU_NAME = "nehalem"
    pin()
    assert (config.CPU_NAME, config.CPU_FEATURES) == ("nehalem", None)
