"""What is compiled before roles start."""

import msgspec
import pytest

from ground.rehearsal.roles import roles
from ground.run import warm
from ground.run.kept.run_folder import make_folder
from ground.run.run_plan import FAR_END
from ground.run.warm import WARM_PARTS, compile_part, parts_of
from ground.scenario.scenario import SpaceSettings, load, run_settings
from telemetry.agreed.run_settings import RunSettings
from telemetry.drive import factory
from telemetry.network.launch import Addresses, Launch

SCENARIO = load("short_link")
NOWHERE = Addresses(hosts={}, streams={}, link_ports={}, groups={}, group_ports={})


@pytest.mark.parametrize("name", [part for parts in WARM_PARTS.values() for part in parts])
def test_every_part_is_a_function(name):
    assert callable(factory.load(name))


def test_the_parts_of_a_run_are_those_of_roles_that_it_has(tmp_path):
    parts = parts_of(make_folder(tmp_path, "run"), {"planner": "planner", "gate": "gate"})
    assert [part.arguments[0] for part in parts] == list(WARM_PARTS["planner"])


def test_each_part_of_a_run_is_compiled_for_settings_of_the_type_that_its_role_takes(tmp_path, monkeypatch):
    folder, taken = make_folder(tmp_path, "run"), {}
    specs = {spec.participant: spec for spec in roles(SCENARIO, run_settings(SCENARIO, seed=1, run_id="run"))}
    for name in WARM_PARTS:
        settings = msgspec.Raw(msgspec.json.encode(specs[name].settings))
        launch = Launch(
            keys=None, participant=name, settings=settings, addresses=NOWHERE, seed=1, folder=str(tmp_path)
        )
        folder.launch(name).write_bytes(msgspec.json.encode(launch))
    monkeypatch.setattr(warm, "load", lambda function: lambda settings: taken.update({function: settings}))
    for part in parts_of(folder, {name: spec.role for name, spec in specs.items()}):
        compile_part(*part.arguments)
    assert {type(taken.pop(each)) for each in WARM_PARTS[FAR_END]} == {SpaceSettings}
    assert {type(each) for each in taken.values()} == {RunSettings}
