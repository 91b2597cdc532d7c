"""After a jump the screen shows what it had shown at that instant: every field, and nothing else."""

import numpy as np
import pytest
from replay_bench import Theatre, as_replayed, differing, flown

from ground.console.facts.handover import Handover
from ground.console.replay.replay_feed import ReplayFeed
from ground.series.catalogue import catalogue
from telemetry.agreed.run_settings import NS_PER_S
from telemetry.life.contract import WorkDone
from telemetry.messages.replay import Replayed
from telemetry.recording.playback import Playback

SCENARIO = "short_link"
UNTIL_S = 21.5
INSTANTS_S = (2.0, 7.77, 20.1, 20.25, UNTIL_S)
OF_THE_SEAT = {"pilot", "past", "replay.lanes", "lanes", "hold.ready", "hold.probed_ns"}  # whoever sits there
DEAR = ("observation_pass", "los_mid_plan", "rough_link")


class Recorded:
    """A recording, and what a screen shows that plays through it without a jump."""

    def __init__(self, name, path, *, instants_s, **how):
        self.flown = flown(name, path, look_s=instants_s, **how)  # as the console of the flight had it
        self.path, self.film, self.run = path, Playback(path), as_replayed(name)
        through = Theatre(self.film, self.run, is_playing=False)
        shown = [through.play_to(at_s) for at_s in instants_s]
        self.shown = {seen.place_ns / 1e9: seen for seen in shown}  # by the place where it came to stand

    def theatre(self, **settings):
        return Theatre(self.film, self.run, **settings)


@pytest.fixture(scope="module")
def recorded(tmp_path_factory):
    path = tmp_path_factory.mktemp("flown") / "pass.mcap"
    return Recorded(SCENARIO, path, instants_s=INSTANTS_S, until_s=UNTIL_S)


def jumps(recorded, theatre):
    """Go to every instant, there and back; yield what differs from playing through."""
    for at_s, through in [*recorded.shown.items(), *reversed(recorded.shown.items())]:
        yield at_s, differing(theatre.seek(at_s), through)


def test_the_instants_are_of_all_the_recording_and_show_different_things(recorded):
    assert list(recorded.shown) == pytest.approx(INSTANTS_S, abs=0.02)
    first, *_, last = recorded.shown.values()
    told = {"commands", "explanations.newest", "arm.predicted", "arm.telemetry", "authority.gate", "link.up"}
    assert told | {"processes.beats"} <= {*differing(first, last)}


def test_after_a_jump_every_field_is_as_after_playing_through(recorded):
    for at_s, different in jumps(recorded, recorded.theatre(is_playing=False)):
        assert (at_s, different) == (at_s, [])


def test_the_figures_of_a_replay_are_those_that_the_console_of_the_flight_kept(recorded):
    feed = ReplayFeed(recorded.run, handover := Handover(), recording=str(recorded.path))
    (work,) = feed.tick(0)
    feed.receive(WorkDone(work.name, work.function(*work.arguments)), "", 0)
    feed.tick(0)
    kept, read = recorded.flown[-1].series, handover.newest.series
    assert read.names and set(read.names) == set(kept.names)
    assert set(kept.names) <= {row.name for row in catalogue(recorded.run)}
    for name in read.names:
        courses = [store.series(name).course((0, NS_PER_S * 99), pixels=9999) for store in (kept, read)]
        assert all(np.array_equal(*pair, equal_nan=True) for pair in zip(*courses, strict=True)), name


@pytest.mark.parametrize("speed", [1.0, 0.0])
def test_a_jump_while_it_plays_shows_the_same(recorded, speed):
    theatre = recorded.theatre(speed=speed)
    theatre.run(0.1)
    for at_s, through in recorded.shown.items():
        theatre.ask("play").ask("seek", at_s).ask("pause")
        assert differing(theatre.arrive(), through) == []


def test_from_begins_with_the_state_of_that_instant(recorded):
    for at_s, through in recorded.shown.items():
        assert differing(recorded.theatre(from_s=at_s, is_playing=False).arrive(), through) == []


@pytest.mark.parametrize("speed", [0.5, 7.0, 0.0])
def test_at_any_speed_every_stamp_is_the_recorded_one(recorded, speed):
    theatre = recorded.theatre(speed=speed)
    last_s = list(recorded.shown)[-1]
    seen = theatre.run(last_s / speed + 1.0 if speed else 5.0)
    assert differing(seen, recorded.shown[last_s]) == []


def test_while_it_stands_nothing_grows_old(recorded):
    theatre = recorded.theatre(is_playing=False)
    before = theatre.seek(13.3)
    assert differing(theatre.run(60.0), before) == []
    assert theatre.handover.newest.time_ns(theatre.now_ns) == before.place_ns


def test_until_a_jump_is_whole_the_screen_shows_the_place_before_and_says_so(recorded):
    theatre = recorded.theatre(is_playing=False)
    before = theatre.seek(7.0)
    theatre.ask("seek", 20.0)
    seen = theatre.run(0.0)
    assert differing(seen, before) == ["replay.sought_ns"]
    assert seen.replay.sought_ns == 20_000_000_000
    assert theatre.arrive().replay.sought_ns is None


def test_what_comes_late_of_an_earlier_jump_is_dropped(recorded):
    theatre = recorded.theatre(is_playing=False)
    theatre.seek(20.0)
    late = theatre.told[-1]
    through = theatre.seek(7.0)
    jump = theatre.told[-1].jump
    theatre.hear(late)
    assert differing(theatre.run(0.5), through) == []
    assert theatre.told[-1].jump == jump


def test_a_screen_that_has_missed_a_part_asks_for_the_place_again(recorded):
    theatre = recorded.theatre(is_playing=False)
    theatre.seek(7.0)
    before, jump = theatre.handover.newest, theatre.told[-1].jump
    missed = Replayed(
        jump=jump, number=theatre.told[-1].number + 2, begins=False, is_whole=True, place_ns=0, told=()
    )
    theatre.hear(missed)
    assert differing(theatre.arrive(), before) == []
    assert theatre.told[-1].jump == jump + 1


def test_the_replay_shows_what_the_console_of_the_flight_showed(recorded):
    assert_as_in_flight(recorded)


def test_a_flight_without_a_screen_is_replayed_as_one_with_a_screen(recorded, tmp_path):
    flown(SCENARIO, tmp_path / "headless.mcap", until_s=8.0, screens=0)
    headless = Theatre(Playback(tmp_path / "headless.mcap"), recorded.run, is_playing=False)
    for at_s in (2.0, 7.77):
        with_screen = recorded.theatre(is_playing=False).seek(at_s)
        assert with_screen.processes.beats and with_screen.processes.recorder and with_screen.arm.world
        seen = headless.seek(at_s)
        assert set(differing(seen, with_screen)) - OF_THE_SEAT <= {"processes.recorder"}  # fewer records
        assert seen.processes.recorder.value.healthy == with_screen.processes.recorder.value.healthy


@pytest.mark.sweep
@pytest.mark.parametrize("name", DEAR)
def test_the_same_holds_with_pictures_losses_and_without_contact(name, tmp_path):
    instants_s = [4.1 * k for k in range(1, 30)]
    recorded = Recorded(name, tmp_path / "pass.mcap", cameras=True, instants_s=instants_s)
    for at_s, different in jumps(recorded, recorded.theatre(is_playing=False)):
        assert (at_s, different) == (at_s, [])
    assert_as_in_flight(recorded)


def assert_as_in_flight(recorded):
    theatre = recorded.theatre(is_playing=False)
    for seen in recorded.flown:
        different = differing(theatre.seek(seen.place_ns / 1e9), seen)
        assert (seen.place_ns, set(different) - OF_THE_SEAT) == (seen.place_ns, set())
