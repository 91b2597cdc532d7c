"""The sets of a host: which is in use, which are taken, and what a cut in their exchange leaves."""

import sys

import pytest

from telemetry.agreed.participants import PARTICIPANTS
from telemetry.files.refused import SafetyError
from telemetry.keys import key_folder
from telemetry.keys.key_folder import accepted, in_use, install, installed, keys_in, place_in_use, revoked
from telemetry.keys.set_folder import OwnKeys, SetOf, drawn, write_set

TABLE = tuple(row for row in PARTICIPANTS if row.name in ("bridge", "gate", "spacecraft"))
WHAT = SetOf(scope="kiruna", mode="rehearsal", participants=TABLE)
MOST_STEPS = 200


class CutError(BaseException):
    """The process is gone."""


class _Power:
    """Cuts the process off at its file operation number `at`, and at each one after it."""

    def __init__(self):
        self.at, self.steps = None, 0

    def __call__(self, event, arguments):
        if self.at is not None and (event == "open" or event.startswith(("os.", "shutil."))):
            self.steps += 1
            if self.steps >= self.at:
                raise CutError


POWER = _Power()
sys.addaudithook(POWER)


def cut_at(step, act):
    """Do an act that is cut at one of its file operations; False: it was done before."""
    POWER.at, POWER.steps = step, 0
    try:
        act()
    except CutError:
        return True
    finally:
        POWER.at = None
    return False


def parts_of(number):
    files = drawn(WHAT, number=number)
    return [files["spacecraft"]], [files["bridge"], files["gate"]]


@pytest.fixture
def ends(tmp_path):
    """The far end and the ground, with set 8001."""
    folders = tmp_path / "space", tmp_path / "ground"
    for folder, files in zip(folders, parts_of(1), strict=True):
        install(folder, files)
    return folders


def rotated(ends, number=2):
    return lambda: key_folder.rotate(dict(zip(ends, parts_of(number), strict=True)))


def keys_at(place):
    return OwnKeys(place=place, mode="rehearsal", participants=TABLE)


def works_as_a_pair(ends):
    """Whether what the ground would speak under now is known at the far end, and under one secret."""
    space, ground = ends
    speaks = keys_at(place_in_use(ground, "kiruna")).ring("bridge")
    known = {
        ring.key_id: ring
        for ring in (keys_at(place).ring("spacecraft") for place in accepted(space, "kiruna"))
    }
    return known[speaks.key_id].pairs["bridge"] == speaks.pairs["spacecraft"]


def test_the_first_set_of_a_host_is_in_use_and_a_further_one_waits(ends):
    install(ends[1], parts_of(2)[1])
    assert (in_use(ends[1]), installed(ends[1])) == ("8001", ["8001", "8002"])


def test_after_a_rotation_both_ends_use_the_new_set_and_still_know_the_former(ends):
    assert rotated(ends)() == "8002"
    assert [in_use(end) for end in ends] == ["8002", "8002"]
    assert [place.folder[-4:] for place in accepted(ends[0], "kiruna")] == ["8002", "8001"]
    assert works_as_a_pair(ends)


def test_a_rotation_that_is_cut_at_any_file_operation_leaves_a_pair_that_works_and_can_be_done_again(
    tmp_path,
):
    step, used = 0, set()
    while True:
        step += 1
        ends = tmp_path / f"{step}-space", tmp_path / f"{step}-ground"
        for folder, files in zip(ends, parts_of(1), strict=True):
            install(folder, files)
        was_cut = cut_at(step, rotated(ends))
        used.add(in_use(ends[1]))
        assert works_as_a_pair(ends), f"cut at step {step}"
        rotated(ends, number=3)()
        assert [in_use(end) for end in ends] == ["8003", "8003"] and works_as_a_pair(ends)
        if not was_cut:
            break
    assert 40 < step < MOST_STEPS  # the cuts did happen
    assert used == {"8001", "8002"}


def test_a_revocation_that_is_cut_leaves_the_set_taken_or_gone_and_can_be_done_again(ends):
    rotated(ends)()
    step = 1
    while cut_at(step, lambda: key_folder.revoke(ends[0], "8001")):
        assert works_as_a_pair(ends)
        step += 1
    assert step > 5
    assert [place.folder[-4:] for place in accepted(ends[0], "kiruna")] == ["8002"]
    assert (installed(ends[0]), revoked(ends[0])) == (["8002"], ["8001"])


def test_a_revoked_set_is_never_installed_or_used_again(ends):
    space, former = ends[0], parts_of(1)[0]
    rotated(ends)()
    key_folder.revoke(space, "8001")
    with pytest.raises(SafetyError, match="key 8001: was revoked; rotate the keys"):
        install(space, former)
    with pytest.raises(SafetyError, match="key 8001: was revoked, and is never used again"):
        key_folder.use(space, "8001")


def test_a_set_that_was_revoked_behind_its_use_is_told_as_revoked(ends):
    (ends[0] / "revoked").write_text("8001\n")
    with pytest.raises(SafetyError, match="key 8001: was revoked; rotate the keys"):
        in_use(ends[0])


def test_after_the_last_id_comes_the_first_that_no_host_has_had(ends):
    space, ground = ends
    (space / "revoked").write_text("BFFF\n8000\n")
    assert key_folder.next_number(ends) == 2
    rotated(ends, key_folder.next_number(ends))()
    assert in_use(ground) == "8002"
    (space / "revoked").write_text("".join(f"{number:04X}\n" for number in range(0x8000, 0xC000)))
    with pytest.raises(SafetyError, match="has had every key id"):
        key_folder.next_number(ends)


@pytest.mark.parametrize("mode", [0o777, 0o720])
def test_a_folder_in_which_others_can_exchange_the_set_in_use_is_refused(ends, mode):
    ends[0].chmod(mode)
    with pytest.raises(SafetyError, match=rf"can be changed by others \({mode:04o}\); run chmod 700"):
        place_in_use(ends[0], "kiruna")


def test_nothing_is_revoked_where_no_keys_are(tmp_path):
    (tmp_path / "empty").mkdir()
    for folder, why in ((tmp_path / "nowhere", "holds no keys"), (tmp_path / "empty", "holds no key set")):
        with pytest.raises(SafetyError, match=why):
            key_folder.revoke(folder, "8001")
    assert [path.name for path in tmp_path.rglob("*")] == ["empty"]


def test_two_keys_of_one_participant_are_not_installed_and_what_a_cut_left_goes_with_the_next(ends):
    (ends[0] / "8009.part").mkdir()
    with pytest.raises(SafetyError, match="key 8002: would have two keys of spacecraft; bring one"):
        install(ends[0], parts_of(2)[0] * 2)
    install(ends[0], parts_of(2)[0])
    assert installed(ends[0]) == ["8001", "8002"] and not list(ends[0].glob("*.part"))


def test_what_is_no_set_is_never_removed(ends):
    with pytest.raises(ValueError, match="is no id of a set"):
        key_folder.revoke(ends[0], "..")
    assert in_use(ends[0]) == "8001"


def test_what_is_in_use_is_not_revoked(ends):
    with pytest.raises(SafetyError, match="key 8001: is in use; rotate the keys first"):
        key_folder.revoke(ends[1], "8001")


def test_a_set_is_installed_once_or_its_numbers_would_begin_anew(ends):
    with pytest.raises(SafetyError, match="key 8001: is installed here"):
        install(ends[1], parts_of(1)[1])


def test_files_of_two_sets_are_no_parcel(tmp_path):
    write_set(tmp_path / "parcel", [parts_of(1)[1][0], parts_of(2)[1][1]])
    with pytest.raises(SafetyError, match=r"holds keys of several sets \(8001, 8002\)"):
        keys_in(tmp_path / "parcel")


@pytest.mark.parametrize(
    ("held", "why"), [("", "has no set in use"), ("8009\n", "key 8009: is in use and is not there")]
)
def test_a_host_without_a_set_in_use_is_told_what_to_do(ends, held, why):
    (ends[1] / "in_use").write_text(held)
    with pytest.raises(SafetyError, match=why):
        place_in_use(ends[1], "kiruna")


def test_a_folder_that_is_not_there_holds_no_keys(tmp_path):
    with pytest.raises(SafetyError, match="holds no keys"):
        place_in_use(tmp_path / "nowhere", "kiruna")


@pytest.mark.parametrize("held", [b"8A0", b"\xff\xfe", b"8A01\n../x", b"\0" * 8])
def test_a_damaged_list_of_revoked_sets_lets_no_set_be_taken(ends, held):
    ground, _ = ends
    (ground / key_folder.REVOKED).write_bytes(held)
    for look in (key_folder.in_use, lambda folder: key_folder.next_number([folder])):
        with pytest.raises(SafetyError, match=r"revoked.*is damaged"):
            look(ground)
