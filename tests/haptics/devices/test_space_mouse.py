"""A SpaceMouse by the published layout of its reports; no device was ever attached."""

import importlib

import pytest

from haptics.devices.device import DeviceMissing
from haptics.devices.space_mouse import (
    QUIET_NS,
    REACH_M,
    REACH_RAD,
    VENDORS,
    CapState,
    SpaceMouse,
    after_report,
    is_space_mouse,
    open_space_mouse,
    reading,
)

MICRON = 1e-6


def cap(*reports):
    found = CapState()
    for report in reports:
        found = after_report(found, bytes.fromhex(report))
    return found


def test_two_reports_of_seven_octets_tell_way_and_turn():
    pushed = cap(
        "01"  # the cap's way
        "5E01"  # x 350: right, to the end
        "51FF"  # y -175: away, half
        "A2FE",  # z -350: up, to the end
        "02"  # its turn
        "0000 0000"  # none about x and y
        "AF00",  # z 175: clockwise seen from above, half
    )
    told = reading(pushed)
    assert told.p_handle == pytest.approx((REACH_M, REACH_M / 2, REACH_M), abs=MICRON)
    assert told.quat_handle[3] == pytest.approx(-REACH_RAD / 4, abs=1e-3)  # about up, the other way round


def test_one_report_of_thirteen_octets_tells_the_same():
    both = cap("01 5E01 51FF A2FE 0000 0000 AF00")
    assert both == cap("01 5E01 51FF A2FE", "02 0000 0000 AF00")


@pytest.mark.parametrize(
    ("report", "pressed"),
    [
        ("03 00 00", (False, False)),
        ("03 01 00", (True, False)),
        ("03 02 00", (False, True)),
        ("03 03 00 00 00", (True, True)),
        ("03 04 00", (False, False)),  # a key further on
    ],
)
def test_the_first_button_is_the_dead_man_and_the_second_the_right_one(report, pressed):
    told = reading(cap(report))
    assert (told.dead_man, told.right_button) == pressed


@pytest.mark.parametrize("report", ["", "01", "01 5E01 51FF A2", "02 0000", "03", "17 64 01", "FF" * 64])
def test_a_report_that_is_cut_or_unknown_changes_nothing(report):
    assert cap("01 5E01 51FF A2FE", report) == cap("01 5E01 51FF A2FE")


def test_a_figure_beyond_the_caps_way_is_its_end():
    assert cap("01 FF7F 0080 0000").moved == (1.0, 1.0, 0.0)


class Attached:
    """An open HID device, as hidapi gives it."""

    def __init__(self, *reports):
        self.reports = [list(bytes.fromhex(report)) for report in reports]

    def set_nonblocking(self, is_wanted):
        assert is_wanted

    def read(self, octets):
        if self.reports is None:
            raise OSError("read error")
        return self.reports.pop(0) if self.reports else []


def test_a_pushed_cap_that_tells_nothing_any_more_has_let_go():
    device = SpaceMouse(Attached("03 01 00", "01 5E01 0000 0000"))
    assert device.read(0).dead_man and device.read(QUIET_NS).dead_man
    told = device.read(QUIET_NS + 1)
    assert (told.dead_man, told.p_handle) == (False, (0.0, 0.0, 0.0))


def test_a_cap_that_is_pushed_late_is_pushed():
    device = SpaceMouse(Attached("01 5E01 0000 0000"))
    assert device.read(10 * QUIET_NS).p_handle[0] == REACH_M


class Hid:
    """hidapi, with devices by their paths; some may not be opened."""

    def __init__(self, monkeypatch, *, closed=(), **products):
        self.products, self.closed, self.opened = products, closed, []
        monkeypatch.setattr(importlib, "import_module", lambda name: self)

    def enumerate(self):
        return [
            {"path": path, "vendor_id": VENDORS[1], "product_id": product}
            for path, product in self.products.items()
        ]

    def device(self):
        return self

    def open_path(self, path):
        if path in self.closed:
            raise OSError
        self.opened.append(path)

    def set_nonblocking(self, is_wanted):
        pass


def test_the_first_space_mouse_that_may_be_opened_is_opened_and_nothing_else(monkeypatch):
    hid = Hid(monkeypatch, closed=("b",), a=0xC52B, b=0xC62B, c=0xC62B, d=0xC62B)
    assert isinstance(open_space_mouse(), SpaceMouse) and hid.opened == ["c"]


def test_where_there_is_none_one_line_says_what_to_do(monkeypatch):
    Hid(monkeypatch, a=0xC52B)
    with pytest.raises(DeviceMissing, match="no SpaceMouse is attached"):
        open_space_mouse()


def test_a_button_may_be_held_as_long_as_one_likes_in_the_middle():
    device = SpaceMouse(Attached("03 01 00"))
    device.read(0)
    assert device.read(100 * QUIET_NS).dead_man


def test_a_device_that_is_pulled_out_is_told_in_one_line():
    attached = Attached()
    device = SpaceMouse(attached)
    attached.reports = None
    with pytest.raises(DeviceMissing, match="the SpaceMouse is gone; plug it in"):
        device.read(0)


@pytest.mark.parametrize(
    ("vendor", "product", "is_one"),
    [(0x256F, 0xC62E, True), (0x046D, 0xC62B, True), (0x046D, 0xC52B, False), (0x1234, 0xC62E, False)],
)
def test_it_is_known_by_vendor_and_product(vendor, product, is_one):
    assert is_space_mouse({"vendor_id": vendor, "product_id": product}) is is_one
