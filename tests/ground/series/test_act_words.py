"""Acts in words."""

from typing import get_args

from ground.series.act_words import ACT_WORDS, act_text
from telemetry.messages.acts import Act
from telemetry.messages.base import wire_name


def test_each_act_that_the_gate_answers_has_words_of_its_own():
    assert {*ACT_WORDS} == {wire_name(kind) for kind in get_args(Act)}
    assert len({*ACT_WORDS.values()}) == len(ACT_WORDS)


def test_an_act_of_another_version_stands_as_it_is():
    assert act_text("DanceAct") == "DanceAct"
