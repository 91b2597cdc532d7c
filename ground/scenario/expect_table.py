"""The outcomes that a scenario expects, as its file names them; `ground.report.expectations` judges them."""

from typing import Annotated

import msgspec

from telemetry.messages.base import Share
from telemetry.reasons import Reason
from telemetry.settings import Table

Count = Annotated[int, msgspec.Meta(ge=0, le=100_000)]
Metres = Annotated[float, msgspec.Meta(ge=-10.0, le=10.0)]
Newtons = Annotated[float, msgspec.Meta(ge=0.0, le=1000.0)]
Degrees = Annotated[float, msgspec.Meta(ge=0.0, le=180.0)]
Seconds = Annotated[float, msgspec.Meta(ge=0.0, le=240.0)]


OF_ANY_OPERATOR = (  # what must hold whoever flies; the rest asks for what only the script is to do
    "completed",
    "contacts_max",
    "round_trip_s",
    "one_end_state",
    "unexplained_holds_max",
    "still_at_aos",
    "rates_kept_min",
)


OF_WHOEVER_IS_LED = ("fixture_end_max_m", "fixture_beyond_max_m", "fixture_around")  # who had the tube made


class ExpectTable(Table, frozen=True, kw_only=True):
    """The outcomes that must hold; what is not named is not asked."""

    completed: bool | None = None  # the acts were done to their end
    contacts_max: Count | None = None  # touches that physics saw
    rollbacks_min: Count | None = None  # set-points that were refused
    re_engaged_min: Count | None = None  # times the hand took the arm again
    backed_off: bool | None = None  # the hand led away from what refused it
    round_trip_s: tuple[Seconds, Seconds] | None = None  # lowest, highest
    one_end_state: bool | None = None  # everybody agrees where the arm is
    mission_max_s: Annotated[float, msgspec.Meta(gt=0.0, le=3600.0)] | None = None  # time that it took
    unexplained_holds_max: Count | None = None  # holds that no fault explains
    safe_and_held: bool | None = None  # at the end: reported as latched by HOLD at a named pose
    holds_min: Count | None = None  # of any reason
    hold_reasons: tuple[Reason, ...] = ()  # codes, as a summary's JSON has them; each must occur
    still_at_aos: bool | None = None  # nothing moves as a window opens
    resumes_min: Count | None = None  # that were done
    pictures_whole_min: Share | None = None  # of each camera's pictures; not asked where there are no cameras
    rates_kept_min: Share | None = None  # of each promised rate, of pictures where there are cameras
    warned_first: bool | None = None  # whoever was rolled back, or touched something, was being warned
    range_off_max_m: Metres | None = None  # measured by the range sensor less computed, at the same instants
    range_apart_max: Count | None = (
        None  # cycles between the signals by what is computed and what is measured
    )
    recognised_joint: str | None = None  # that failed, by its name
    recognised_within_s: Seconds | None = None  # of its failure
    fixture_end_max_m: Metres | None = None  # between the commanded tool at last and the end of its tube
    fixture_beyond_max_m: Metres | None = None  # by which it was outside of the tube at most
    fixture_around: bool | None = None  # a tube had to lead around something
    finished: bool | None = None  # after that a plan was armed, and the script done to its end
    force_peak_n: tuple[Newtons, Newtons] | None = None  # lowest, highest: the greatest that the hand felt
    force_left_max_n: Newtons | None = None  # that is asked for when the hand is bilateral last
    port_energy_min_j: Annotated[float, msgspec.Meta(ge=-1.0, le=0.0)] | None = None  # least from the hand
    tool_moved_m: tuple[Metres, Metres] | None = None  # lowest, highest: by the hand, from where it took it
    tool_turned_deg: tuple[Degrees, Degrees] | None = None  # the same of its attitude
    tool_strays_max_m: Metres | None = None  # of its place, anywhere under the hand
    clearance_min_m: Metres | None = None  # of what was predicted
    warned_least_m: tuple[Metres, Metres] | None = None  # lowest, highest: the least that warnings tell
