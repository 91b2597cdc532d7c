"""A page of Markdown in a terminal: wrapped, in columns, without the marks that say nothing there."""

from pathlib import Path

import pytest

from ground.report.plain_page import plain_page

HERE = Path("/pages")


@pytest.fixture(autouse=True)
def _narrow(monkeypatch):
    monkeypatch.setenv("COLUMNS", "41")


def shown(text):
    return plain_page(text, folder=HERE).splitlines()


def test_headings_are_underlined_and_paragraphs_wrapped():
    assert shown("# Title\n\nOne sentence that is\nlonger than the terminal is.") == [
        "Title",
        "=====",
        "",
        "One sentence that is longer than the",
        "terminal is.",
    ]


def test_an_item_of_a_list_goes_on_below_its_own_begin():
    assert shown("- an item that is longer than a line has room\n- another") == [
        "- an item that is longer than a line has",
        "  room",
        "- another",
    ]


def test_a_table_stands_in_columns_and_its_widest_cells_give_way():
    table = "| key | meaning |\n|---|---|\n| `a` | what is said of it in more words than fit |\n| `b\\|c` | |"
    assert shown(table) == [
        "key    meaning",
        "`a`    what is said of it in more words",
        "       than fit",
        "`b|c`",
    ]


def test_code_stays_as_it_is():
    assert shown("```sh\nfarhand rehearse --fast --headless --no-cameras\n```") == [
        "    farhand rehearse --fast --headless --no-cameras"
    ]


def test_remarks_go_and_what_is_linked_is_named():
    text = "<!-- made: x -->\nSee **[safety](safety.md)**, [here](a.md#part), [tool](https://x.org)."
    assert shown(text) == ["See safety, here (a), tool", "(https://x.org)."]


def test_a_picture_is_told_by_what_it_shows_and_where_it_is():
    assert shown("![the arm](pictures/a.png)") == ["(picture: the arm:", "/pages/pictures/a.png)"]
