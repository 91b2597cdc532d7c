"""What a hand feels, as every role of a run must agree on; what is not said is as below."""

from typing import Literal

import msgspec

SentFrom = Literal["commanded", "released"]  # of the tool: as the hand asks, or as it leaves for orbit


class _Settings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    pass


class ForceSettings(_Settings, frozen=True):
    """The force of a bilateral hand."""

    gain: float = 40.0  # K_f of the delayed spring, by the tool's displacement [N/m]
    turning_gain: float = 1.0  # K_r, by the tool's turn [N m/rad]
    sent: SentFrom = "commanded"  # so T is the operator's whole loop; released: the link's round trip alone
    passivity: bool = True  # False: plain, for comparison in a rehearsal only
    device_damping: float = 5.0  # of the device itself [N s/m]
    centring: float = 0.0  # of a spring to where the hand asks for nothing [N/m]
    contact_from: float = 0.05  # clearance beyond what is required from which the hand is led away [m]
    contact_stiffness: float = 600.0  # of the hand's displacement, at the required clearance [N/m]
    contact_damping: float = 10.0  # of the same wall [N s/m]


class HumanHand(_Settings, frozen=True):
    """A hand that holds the handle: what is stable is told for it, and a simulated one may be like it."""

    is_simulated: bool = False  # the simulated hand yields to the force; False: it goes where it is told
    mass: float = 1.0  # with the handle's [kg]
    damping: float = 5.0  # with the device's [N s/m]
    stiffness: float = 50.0  # [N/m]
    reaction_s: float = 0.2  # after which it does what it is told, and gives way to what it felt
    gives_way: float = 0.0  # by what it aims at, to a force [m/N]
