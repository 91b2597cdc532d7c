"""What a page keeps to itself unless it is asked for: names of people, hosts, addresses, places, key ids.

/home/someone/pass.mcap     pass.mcap
192.0.2.7:4100, fe80::1     (address)
key 0123456789abcdef        (key)
a login name                (name), wherever it stands
"""

import re
from collections.abc import Collection
from typing import TypeVar, cast

import msgspec

from ground.report.page.campaign_data import CampaignPage
from ground.report.page.page_data import ReportPage

Page = TypeVar("Page", ReportPage, CampaignPage)

PLACE = re.compile(r"(?<![\w.<:/])(?:~|[A-Za-z]:)?/(?:[^\s/:;,'\"()]+/)*([^\s/:;,'\"()]*)")
ADDRESS = re.compile(
    r"\b(?:\d{1,3}\.){3}\d{1,3}(?::\d+)?\b"
    r"|(?<![\w:])(?=[0-9a-f:]*::|(?:[0-9a-f]{1,4}:){7})[0-9a-f:]{3,}(?![\w:])",
    re.IGNORECASE,
)
KEY = re.compile(r"\bkey(?: id)? (?:[0-9a-f]{8,}|\d+)\b", re.IGNORECASE)


def discreet(page: Page, names: Collection[str] = ()) -> Page:
    """Return a page without them; `names`: of people and hosts that the recordings name."""
    return cast(Page, _without(page, names))


def discreet_text(text: str, names: Collection[str] = ()) -> str:
    """Return a text without them."""
    text = PLACE.sub(lambda found: found[0] if found[0] == "/" else found[1] or "(place)", text)
    text = KEY.sub("(key)", ADDRESS.sub("(address)", text))
    for name in filter(None, names):
        text = re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", "(name)", text)
    return text


def _without(value: object, names: Collection[str]) -> object:
    match value:
        case str():
            return discreet_text(value, names)
        case msgspec.Struct():
            fields = msgspec.structs.asdict(value)
            return type(value)(**{name: _without(each, names) for name, each in fields.items()})
        case list() | tuple():
            return type(value)(_without(each, names) for each in value)
        case dict():
            return {_without(name, names): _without(each, names) for name, each in value.items()}
    return value
