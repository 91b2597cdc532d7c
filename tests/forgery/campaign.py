"""One campaign: a flight comes to its receivers, altered packets before each of its own, replays after.

What is genuine must be taken every time, so nothing that was refused has moved anything at its receiver.
"""

from collections import Counter
from collections.abc import Callable
from itertools import cycle, islice
from typing import NamedTuple

from tests.forgery.alterations import Alterations, Offer
from tests.forgery.captured import Came, Capture
from tests.forgery.forgers import PROVEN, Forgers
from tests.forgery.replays import after_restarts, scenes
from tests.forgery.victims import Victims

FORGED_SHARE = 5  # each fifth is forged
SHOWN = 20
OnProgress = Callable[[str, int], None]


class Outcome(NamedTuple):
    """What came of it."""

    altered: int
    replayed: int
    genuine: int  # offered, and taken unless they are among `refused`
    taken: list[str]  # of what should not have been, the first ones
    taken_count: int
    refused: list[str]  # of what is genuine, the first ones
    refused_count: int
    reasons: dict[str, dict[str, int]]  # by kind: why, how often

    @property
    def ok(self) -> bool:
        """True if all that was altered or replayed is refused, and all that is genuine is taken."""
        return not self.taken_count and not self.refused_count


class Tally:
    """Counts as it goes."""

    def __init__(self) -> None:
        """Start before the first offer."""
        self.altered = self.replayed = self.genuine = 0
        self.taken, self.refused = list[str](), list[str]()
        self.taken_count = self.refused_count = 0
        self._reasons = Counter[tuple[str, str]]()

    def offer(self, victims: Victims, offer: Offer) -> None:
        """Offer what must be refused."""
        reason = victims.offer(offer.data, offer.receiver, offer.way, offer.sender)
        if reason is None:
            self.taken_count += 1
            if len(self.taken) < SHOWN:
                self.taken.append(f"{offer.kind}: {offer.receiver} by {offer.way}: {offer.data.hex()}")
            reason = "TAKEN"
        self._reasons[offer.kind, reason] += 1

    def genuine_one(self, victims: Victims, came: Came) -> None:
        """Offer what must be taken."""
        self.genuine += 1
        reason = victims.offer_as_it_came(came)
        if reason is not None:
            self.refused_count += 1
            if len(self.refused) < SHOWN:
                self.refused.append(f"{came.sender} to {came.receiver} by {came.way}: {reason}")

    def outcome(self) -> Outcome:
        """Return what came of it."""
        reasons: dict[str, dict[str, int]] = {}
        for (kind, reason), times in sorted(self._reasons.items()):
            reasons.setdefault(kind, {})[reason] = times
        return Outcome(
            self.altered, self.replayed, self.genuine, self.taken, self.taken_count,
            self.refused, self.refused_count, reasons,
        )  # fmt: skip


def campaign(
    flown: Capture,
    *,
    altered: int,
    replayed: int,
    seed: int = 1,
    on_progress: OnProgress = lambda what, done: None,
) -> Outcome:
    """Offer so many, or a few more, and return what came of it."""
    tally, victims = Tally(), Victims(flown)
    _alter(flown, victims, tally, each=-(-altered // len(flown.came)), seed=seed, on_progress=on_progress)
    _replay(flown, victims, tally, wanted=replayed, on_progress=on_progress)
    return tally.outcome()


def _alter(
    flown: Capture, victims: Victims, tally: Tally, *, each: int, seed: int, on_progress: OnProgress
) -> None:
    alterations, forgers = Alterations(flown, seed=seed), Forgers(flown, seed=seed)
    others = Victims(flown)  # of those who forge in their own name, whose own numbers that moves
    for place, came in enumerate(flown.came):
        for number in range(each):
            is_forged = (place + number) % FORGED_SHARE == 0
            offer = forgers.next() if is_forged else alterations.of(came)
            tally.offer(others if offer.kind in PROVEN else victims, offer)
        tally.altered += each
        tally.genuine_one(victims, came)
        tally.offer(victims, Offer("again, at once", came.data, came.receiver, came.way, came.sender))
        tally.replayed += 1
        on_progress("altered", tally.altered)


def _replay(flown: Capture, victims: Victims, tally: Tally, *, wanted: int, on_progress: OnProgress) -> None:
    """Replay it all in every scene, then again in turn until it is enough."""
    shown = [*scenes(flown, victims)]
    again = shown[0][2]
    for _, others, offers in shown:
        _offer_all(tally, others, offers, on_progress=on_progress)
    for name, others, first_words in after_restarts(flown, victims):
        for came in first_words:
            tally.genuine_one(others, came)
        offers = [each._replace(kind=name) for each in again]
        _offer_all(tally, others, offers, on_progress=on_progress)
        shown.append((name, others, offers))
    more = cycle([(others, each) for _, others, offers in shown for each in offers])
    for others, each in islice(more, max(0, wanted - tally.replayed)):
        tally.offer(others, each)
        tally.replayed += 1
        on_progress("replayed", tally.replayed)


def _offer_all(tally: Tally, victims: Victims, offers: list[Offer], *, on_progress: OnProgress) -> None:
    for offer in offers:
        tally.offer(victims, offer)
        tally.replayed += 1
        on_progress("replayed", tally.replayed)
