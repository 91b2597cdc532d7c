"""Every role of a run works with the very model that the configuration hash binds, or is not built."""

from pathlib import Path

import msgspec
import pytest

from ground.rehearsal.world import roles
from ground.scenario import load, run_settings
from telemetry.factory import load as factory
from telemetry.factory import stream
from telemetry.settings import FileError
from telemetry.store import MemoryStore


@pytest.fixture
def own_files(tmp_path):
    """Return a scenario whose robot and scene lie in a folder of their own."""
    scenario = load("short_link")
    copies = {part: tmp_path / f"{part}.toml" for part in ("robot", "scene")}
    for part, copy in copies.items():
        copy.write_bytes(Path(getattr(scenario, part)).read_bytes())
    return msgspec.structs.replace(scenario, **{part: str(copy) for part, copy in copies.items()})


def refusals(specs):
    """Return which roles are not built, and why."""
    told = {}
    for spec in specs:
        try:
            factory(spec.factory)(spec.settings, MemoryStore(), stream(1, spec.name))
        except FileError as error:
            told[spec.name] = str(error)
    return told


@pytest.mark.parametrize("part", ["robot", "scene"])
def test_no_role_that_reads_the_model_is_built_on_an_edited_one(own_files, part):
    specs = roles(own_files, run_settings(own_files, seed=1, run_id="run"), cameras=True)
    path = Path(getattr(own_files, part))
    path.write_text(path.read_text() + "# edited\n")
    edited = refusals(specs)
    path.unlink()
    assert set(edited) == set(refusals(specs)) >= {"gate", "predictor", "planner", "space_segment"}
    assert all(reason.startswith(f"{path}: is not what this run began with") for reason in edited.values())
