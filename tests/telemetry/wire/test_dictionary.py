"""The dictionary says of every message what is flown, and no figure is without its unit."""

from telemetry.messages.command import Motion
from telemetry.messages.queue import Verdict
from telemetry.wire.dictionary import dictionary, entry, families, parts
from telemetry.wire.routes import ROUTES

FIGURES = ("Finite", "Vector", "Joints", "Nanoseconds")
ENUMERATIONS = {"CommandState"}


def test_every_message_that_has_a_route_is_there_once():
    told = [kind.message for kinds in families().values() for kind in kinds]
    assert sorted(told, key=id) == sorted(ROUTES, key=id)


def test_a_field_says_its_unit_and_its_meaning():
    fields = {field.name: field for field in entry(Verdict).fields}
    assert fields["clearance"].unit == "m"
    assert fields["clearance"].type == "Finite"
    assert "least distance over move and stop" in fields["clearance"].text


def test_a_message_says_who_says_it_to_whom():
    rows = dictionary().families["command"]
    motion = next(row for row in rows if row.name == Motion.__name__)
    assert (motion.id, motion.apid, motion.direction) == (20, 276, "up")
    assert (motion.senders, motion.across) == (("gate",), ("bridge",))
    assert "bridge" in motion.receivers


def test_no_figure_is_without_its_unit_and_everything_has_its_text():
    told = [*map(entry, ROUTES), *parts()]
    figures = [
        (each.name, field)
        for each in told
        for field in each.fields
        if any(word in field.type for word in FIGURES)
    ]
    assert len(figures) > len(told)
    assert [(name, field.name) for name, field in figures if not field.unit] == []
    assert [each.name for each in told if not each.text] == []


def test_whatever_stands_in_a_message_is_among_the_parts():
    told = {message.__name__ for message in ROUTES} | {part.name for part in parts()} | ENUMERATIONS
    assert set(dictionary().schema) == told
