"""`farhand keys`: each host gets its own part of a set, and it is exchanged latched and at rest."""

import json
import shutil

import pytest

from ground.cli import main
from ground.command_list import BAD_FILE, DONE, FAILED, UNSAFE, USAGE
from ground.commands import keys as keys_command
from ground.run.kept.known_runs import KnownRun, runs_folder, write_run_file
from ground.run.kept.locks import held, lock_path
from telemetry.agreed.participants import PARTICIPANTS
from telemetry.keys.key_file import key_in
from telemetry.keys.key_folder import in_use, installed, place_in_use, revoked
from telemetry.keys.set_folder import SetOf, drawn, write_set
from telemetry.network.launch import Addresses
from tests.ground.station.station_texts import LAN, written

NOWHERE = Addresses(hosts={}, streams={}, link_ports={}, groups={}, group_ports={})
PARTS = {"antenna": {"bridge", "console-2", "hold", "space_segment"}, "spacecraft": {"spacecraft"}}


@pytest.fixture(autouse=True)
def no_runs(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))


@pytest.fixture
def station(tmp_path):
    """A station of one host; its keys and the spacecraft's are installed."""
    path = written(tmp_path, mode='"rehearsal"\nkeys = "keys"')
    assert main(["keys", "new", str(path)]) == DONE
    [parcel] = (tmp_path / "keys").glob("for-spacecraft-*")
    assert main(["keys", "install", str(parcel), str(tmp_path / "space")]) == DONE
    return path


def refused(capsys, *arguments, code=UNSAFE):
    capsys.readouterr()
    assert main(["keys", *map(str, arguments)]) == code
    text = capsys.readouterr().err
    assert text.count("\n") == 1 or len(text) < 400
    return " ".join(text.split())


def participants(folder):
    return {path.stem for path in folder.glob("*.key")}


def test_each_host_gets_the_keys_of_its_own_participants_and_every_one_that_of_hold(tmp_path):
    path = written(tmp_path, more=LAN, mode='"rehearsal"\nkeys = "keys"')
    assert main(["keys", "new", str(path), "--host", "control"]) == DONE
    keys = tmp_path / "keys"
    own = participants(keys / in_use(keys))
    assert {"gate", "hold", "supervisor"} <= own and not own & {"bridge", "spacecraft", "console-2"}
    for host, wanted in PARTS.items():
        [parcel] = keys.glob(f"for-{host}-*")
        assert wanted <= participants(parcel) and parcel.stat().st_mode & 0o777 == 0o700
        assert not list(parcel.glob("*.numbers"))  # they begin where the keys are used


def test_a_parcel_is_gone_once_it_is_installed(station, tmp_path):
    assert list((tmp_path / "keys").glob("for-*")) == []
    assert participants(tmp_path / "space" / in_use(tmp_path / "space")) == {"spacecraft"}


def test_what_else_lies_in_a_parcel_stays_and_no_key_does(station, tmp_path):
    assert main(["keys", "rotate", str(station)]) == DONE
    [parcel] = (tmp_path / "keys").glob("for-*")
    (parcel / "thesis.txt").write_text("mine")
    assert main(["keys", "install", str(parcel), str(tmp_path / "space")]) == DONE
    assert [path.name for path in parcel.iterdir()] == ["thesis.txt"]


def test_an_installed_set_is_no_parcel_as_its_numbers_would_begin_anew(station, tmp_path, capsys):
    keys = tmp_path / "keys"
    said = refused(capsys, "install", keys / in_use(keys), tmp_path / "copy")
    assert "is an installed set, whose numbers are in use; rotate the keys" in said
    assert place_in_use(keys, "north") and not (tmp_path / "copy").exists()


def test_a_station_that_has_keys_gets_no_first_set_again(station, capsys):
    assert "holds keys already; rotate them" in refused(capsys, "new", station)


def test_a_rotation_puts_both_sides_on_the_next_set_and_the_former_can_be_revoked(station, tmp_path, capsys):
    ground, space = tmp_path / "keys", tmp_path / "space"
    former = in_use(ground)
    assert main(["keys", "rotate", str(station), "--with", str(space)]) == DONE
    told = capsys.readouterr().out
    assert in_use(ground) == in_use(space) != former
    assert all(f"key {in_use(ground)}: in use, in {folder}" in told for folder in (ground, space))
    for folder in (ground, space):
        assert main(["keys", "revoke", str(folder), former]) == DONE
        assert (installed(folder), revoked(folder)) == ([in_use(folder)], [former])


@pytest.mark.parametrize("name", ["..", ".", "in_use", "99", "8A01/.."])
@pytest.mark.parametrize("action", ["revoke", "use"])
def test_what_is_no_id_of_a_set_is_refused_and_nothing_is_removed(station, tmp_path, capsys, action, name):
    before = sorted(tmp_path.rglob("*"))
    assert "four hexadecimal digits" in refused(capsys, action, tmp_path / "keys", name, code=USAGE)
    assert sorted(tmp_path.rglob("*")) == before


def test_a_side_that_cannot_be_reached_gets_a_parcel_and_nobody_is_ahead_of_it(station, tmp_path):
    ground, space = tmp_path / "keys", tmp_path / "space"
    former = in_use(ground)
    assert main(["keys", "rotate", str(station)]) == DONE
    [parcel] = ground.glob("for-spacecraft-*")
    assert in_use(ground) == former
    carried = shutil.copytree(parcel, tmp_path / "carried")
    carried.chmod(0o700)
    assert main(["keys", "install", str(carried), str(space)]) == DONE
    for folder in (space, ground):
        assert main(["keys", "use", str(folder), installed(folder)[-1]]) == DONE
    assert in_use(ground) == in_use(space) != former


@pytest.mark.parametrize("found", ["not latched", "no telemetry"])
def test_keys_are_not_exchanged_under_an_arm_that_may_move(station, tmp_path, monkeypatch, capsys, found):
    monkeypatch.setattr(keys_command, "wait_for_latch", lambda run, pressed_ns: found)
    ground = tmp_path / "keys"
    former = in_use(ground)
    with living_run(ground):
        assert f"{found}: keys are exchanged only latched and at rest" in refused(capsys, "rotate", station)
        assert f"{found}: keys are exchanged only" in refused(capsys, "use", station, former)
    assert installed(ground) == [former]


def test_a_latched_arm_lets_keys_be_exchanged_and_its_run_keeps_its_own(
    station, tmp_path, monkeypatch, capsys
):
    monkeypatch.setattr(keys_command, "wait_for_latch", lambda run, pressed_ns: "latched")
    former = in_use(tmp_path / "keys")
    with living_run(tmp_path / "keys"):
        assert main(["keys", "rotate", str(station), "--with", str(tmp_path / "space")]) == DONE
        assert "this run lives with it" in refused(capsys, "revoke", station, former)


def living_run(keys):
    folder = runs_folder() / "north"
    folder.mkdir(parents=True, exist_ok=True)
    place = place_in_use(keys, "north")
    times = dict.fromkeys(("up_s", "down_s", "period_s"), 0.25)
    known = KnownRun(
        folder=str(folder), mode="rehearsal", run_id="north", begun="", addresses=NOWHERE, keys=place, **times
    )
    write_run_file(known)
    return held(lock_path(folder, "gate"))


def test_what_is_shown_are_ids_and_what_speaks_against_them_and_never_a_key(station, tmp_path, capsys):
    capsys.readouterr()
    assert main(["keys", "show", str(station), "--json"]) == DONE
    text = capsys.readouterr().out
    [shown] = json.loads(text)["sets"]
    assert (shown["state"], shown["scope"], shown["problems"]) == ("in use", "north", [])
    assert shown["roles"]["approver-2"] == "approver" and shown["roles"]["console"] == "console"
    folder = tmp_path / "keys" / shown["name"]
    secrets = json.loads((folder / "gate.key").read_bytes())["pairs"].values()
    (folder / "gate.numbers").unlink()
    assert main(["keys", "show", str(tmp_path / "keys")]) == FAILED
    told = capsys.readouterr().out
    assert "gate.numbers: the number state is missing" in " ".join(told.split())
    assert "observer, observer-2, observer-3: HOLD alone" in " ".join(told.split())
    assert not any(secret in text + told for secret in secrets)


def test_a_key_that_was_swapped_or_is_gone_is_shown(station, tmp_path, capsys):
    key = next((tmp_path / "keys").glob("*/gate.key"))
    key.write_bytes((key.parent / "bridge.key").read_bytes())
    assert main(["keys", "show", str(station)]) == FAILED
    assert "is the key of bridge, and not of gate: files were swapped" in " ".join(
        capsys.readouterr().out.split()
    )
    key.unlink()
    assert main(["keys", "show", str(station)]) == FAILED
    assert "gate.key: is missing; install the key again" in " ".join(capsys.readouterr().out.split())


def test_a_rotation_makes_no_weaker_set_unless_it_is_asked_for(tmp_path, capsys):
    path, keys = written(tmp_path, mode='"rehearsal"\nkeys = "keys"'), tmp_path / "keys"
    assert main(["keys", "new", str(path), "--confidential", "--days", "30"]) == DONE
    next(keys.glob("*/bridge.key")).write_text("damaged")  # a rotation is the cure
    for options in ((), ("--no-confidential", "--days", "2")):
        assert main(["keys", "rotate", str(path), *options]) == DONE
    former, same, weaker = (key_in(keys / name / "gate.key") for name in installed(keys))
    assert (former.is_confidential, same.is_confidential, weaker.is_confidential) == (True, True, False)
    lasts = [round((each.expires_ns - each.made_ns) / keys_command.DAY_NS, 3) for each in (same, weaker)]
    assert lasts == [30.0, 2.0]


def test_whoever_revokes_an_id_that_never_was_here_is_told(station, tmp_path, capsys):
    capsys.readouterr()
    for _ in range(2):
        assert main(["keys", "revoke", str(station), "BFFF"]) == DONE
    first, again = capsys.readouterr().out.split("key BFFF: revoked")[1:]
    assert "where it never was: look at the id" in " ".join(first.split())
    assert "never was" not in again


def test_the_keys_of_a_run_are_shown_too(tmp_path, capsys):
    write_set(
        tmp_path / "keys", drawn(SetOf(scope="pass-1", mode="replay", participants=PARTICIPANTS)).values()
    )
    assert main(["keys", "show", str(tmp_path / "keys")]) == DONE
    assert "pass-1, mode replay, authenticated, readable" in " ".join(capsys.readouterr().out.split())


def test_a_file_that_others_may_read_is_refused_with_what_to_do(station, tmp_path, capsys):
    key = next((tmp_path / "keys").glob("*/gate.key"))
    key.chmod(0o644)
    assert "is open to others (0644); run chmod 600" in refused(capsys, "show", station)


@pytest.mark.parametrize(
    ("arguments", "code", "why"),
    [
        (("show", "nowhere"), UNSAFE, "holds no keys"),
        (("rotate", "nowhere.toml"), BAD_FILE, "cannot be read"),
        (("use", "STATION", "FFFF"), UNSAFE, "key FFFF: is not installed"),
        (("install", "nowhere", "STATION"), UNSAFE, "holds no key file"),
        (("rotate", "STATION", "--host", "moon"), USAGE, "no such host"),
        (("new", "STATION", "--days", "0"), USAGE, "is no time (0.001 to 3650 days)"),
    ],
)
def test_every_mistake_is_one_line(station, capsys, arguments, code, why):
    asked = [str(station) if each == "STATION" else each for each in arguments]
    assert why in refused(capsys, *asked, code=code)


def test_a_place_where_nothing_can_be_written_is_told_in_one_line_and_the_parcel_stays(
    station, tmp_path, capsys
):
    assert main(["keys", "rotate", str(station)]) == DONE
    [parcel] = (tmp_path / "keys").glob("for-*")
    before = participants(parcel)
    for place in ("/proc/keys-of-nobody", "/dev/null"):
        told = refused(capsys, "install", parcel, place, code=BAD_FILE)
        assert f"{place}: cannot be written (" in told and told.endswith("on a disk of this host")
    assert participants(parcel) == before
