"""The tables `[hand.force]` and `[hand.human]` of a file: what a hand feels, how it holds the handle."""

from typing import Annotated

import msgspec

from telemetry.agreed.force_settings import ForceSettings, HumanHand, SentFrom
from telemetry.files.settings import Table

LEAST_DAMPING = 5.0  # [N s/m] K T / 2 of the stiffest wall, from which on it is passive as sampled
Damping = Annotated[float, msgspec.Meta(ge=0.0, le=1000.0)]


STEP_S = 0.001  # of the hand that is simulated
MOST_GIVEN = 2.0  # of a force that it felt, with which a hand follows it [N/N]


class ForceTable(Table, frozen=True, kw_only=True):
    """What a bilateral hand feels."""

    gain_n_m: Annotated[float, msgspec.Meta(ge=0.0, le=10_000.0)] = 40.0  # K_f, of the way sent less received
    turning_gain_nm_rad: Annotated[float, msgspec.Meta(ge=0.0, le=1000.0)] = 1.0  # the same of turns
    sent: SentFrom = "commanded"  # from where that way is measured
    passivity: bool = True  # False: comparison, rehearsal only
    device_damping_ns_m: Damping = 5.0  # of the handle itself
    centring_n_m: Annotated[float, msgspec.Meta(ge=0.0, le=1000.0)] = 0.0  # of a spring to the centre
    contact_from_m: Annotated[float, msgspec.Meta(gt=0.0, le=1.0)] = 0.05  # beyond the required clearance
    contact_stiffness_n_m: Annotated[float, msgspec.Meta(ge=0.0, le=10_000.0)] = 600.0  # of what is near
    contact_damping_ns_m: Annotated[float, msgspec.Meta(ge=LEAST_DAMPING, le=100.0)] = 10.0  # the same

    def settings(self) -> ForceSettings:
        """Return what every role of a run agrees on."""
        return ForceSettings(
            gain=self.gain_n_m,
            turning_gain=self.turning_gain_nm_rad,
            sent=self.sent,
            passivity=self.passivity,
            device_damping=self.device_damping_ns_m,
            centring=self.centring_n_m,
            contact_from=self.contact_from_m,
            contact_stiffness=self.contact_stiffness_n_m,
            contact_damping=self.contact_damping_ns_m,
        )


class HumanTable(Table, frozen=True, kw_only=True):
    """A hand that holds the handle."""

    is_simulated: bool = False  # the rehearsal's hand yields to the force like it
    mass_kg: Annotated[float, msgspec.Meta(ge=0.05, le=100.0)] = 1.0  # of hand and handle
    damping_ns_m: Damping = 5.0  # of the arm behind it
    stiffness_n_m: Annotated[float, msgspec.Meta(ge=0.0, le=100_000.0)] = 50.0  # of its grip
    reaction_s: Annotated[float, msgspec.Meta(ge=0.0, le=2.0)] = 0.2  # before it answers a force
    gives_way_m_n: Annotated[float, msgspec.Meta(ge=0.0, le=1.0)] = 0.0  # that it yields to a force

    def __post_init__(self) -> None:
        """Refuse a hand too light to be simulated in steps of a millisecond, and one that leaps away."""
        least = 0.5 * STEP_S * self.damping_ns_m + 0.25 * STEP_S**2 * self.stiffness_n_m
        if not self.mass_kg > least:
            raise ValueError(f"mass_kg must be more than {least:.3g} for this damping and stiffness")
        if self.gives_way_m_n * self.stiffness_n_m > MOST_GIVEN:
            most = MOST_GIVEN / self.stiffness_n_m
            raise ValueError(f"gives_way_m_n must be at most {most:.3g} for this stiffness")

    def settings(self) -> HumanHand:
        """Return what every role of a run agrees on."""
        return HumanHand(
            is_simulated=self.is_simulated,
            mass=self.mass_kg,
            damping=self.damping_ns_m,
            stiffness=self.stiffness_n_m,
            reaction_s=self.reaction_s,
            gives_way=self.gives_way_m_n,
        )
