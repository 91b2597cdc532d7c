"""Updates of the world in a summary: each once, when the predictor first spoke of it, in words."""

from ground.report.facts.world_changes import WorldChanges, as_lines
from telemetry.messages.prediction import World
from telemetry.messages.world import BodyPlaced, LimitTightened, WorldUpdates

MOVED = BodyPlaced("target", (0.0, 0.02, 0.0), (1.0, 0.0, 0.0, 0.0))
SLOWER = LimitTightened("joint_1", -1.0, 1.0, 0.01)


def world(*, count, bodies=(), limits=()):
    return World(version=count, configuration=b"", updates=WorldUpdates(count, bodies, limits))


def test_each_update_is_told_once_with_its_time_and_words():
    changes = WorldChanges()
    for at_s, told in ((1.0, world(count=0)), (2.0, world(count=1, bodies=(MOVED,)))):
        changes.on_world(at_s, told)
        changes.on_world(at_s + 0.5, told)
    changes.on_world(4.0, world(count=2, bodies=(MOVED,), limits=(SLOWER,)))
    assert [row.at_s for row in changes.rows] == [2.0, 4.0]
    [line] = as_lines(changes.rows)
    assert line.startswith("world      2.00 s target stands y +20 mm from its file; 4.00 s joint_1 within")


def test_without_an_update_there_is_no_line():
    assert as_lines(WorldChanges().rows) == []
