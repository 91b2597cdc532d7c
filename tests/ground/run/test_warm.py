"""What is compiled before roles start."""

import pytest

from ground.run.kept.run_folder import make_folder
from ground.run.warm import WARM_PARTS, parts_of
from telemetry.drive.factory import load


@pytest.mark.parametrize("name", [part for parts in WARM_PARTS.values() for part in parts])
def test_every_part_is_a_function(name):
    assert callable(load(name))


def test_the_parts_of_a_run_are_those_of_roles_that_it_has(tmp_path):
    folder = make_folder(tmp_path, "run")
    folder.launch("planner").write_text("{}")
    assert [part.arguments[0] for part in parts_of(folder)] == list(WARM_PARTS["planner"])
