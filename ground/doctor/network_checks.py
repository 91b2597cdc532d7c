"""Checks of the network: interfaces, groups, receive buffers, ports."""

from collections.abc import Iterator

from ground.doctor.host import Host
from ground.doctor.host_findings import Figures, Finding, doubtful, fine, wrong
from telemetry.network.host_network import Interface
from telemetry.network.launch import LOOPBACK
from telemetry.network.reservation import BLOCK, BLOCKS, FIRST_PORT

PACKET_BYTES = 1400  # of the longest
KERNEL_SHARE = 2304  # bytes of a receive buffer that the kernel counts for a packet of that length
PACKETS_PER_S = 1000  # of a busy pass
OUTGOING = "/proc/sys/net/ipv4/ip_local_port_range"
MEBIBYTE = 1 << 20
MS_PER_S = 1e3


def interfaces(host: Host) -> Iterator[Finding]:
    """Look for a loopback, on which rehearsals fly, and for another interface, by which a station does."""
    found = host.interfaces()
    if not any(_serves(each) and each.is_loopback for each in found):
        yield wrong("interfaces", "there is no loopback that is up", "run `ip link set lo up`", item="lo")
    yield from (_interface(each) for each in found if _serves(each) or not each.is_loopback)
    if not any(_serves(each) and not each.is_loopback for each in found):
        yield doubtful(
            "interfaces",
            "only the loopback serves: rehearsals fly here, no station on several hosts",
            "give an interface an IPv4 address, as groups are of IPv4",
        )


def _interface(each: Interface) -> Finding:
    state = "up" if each.is_up else "down, not used"
    found = f"{each.address or 'no IPv4 address'}, {state}, packets of {each.mtu} bytes"
    facts: Figures = {"address": each.address, "is_up": each.is_up, "mtu": each.mtu}
    if _serves(each) and each.mtu < PACKET_BYTES:
        cure = (
            f"run `ip link set {each.name} mtu 1500`: a packet of {PACKET_BYTES} bytes would come in pieces"
        )
        return doubtful("interfaces", found, cure, item=each.name, figures=facts)
    return fine("interfaces", found, item=each.name, figures=facts)


def _serves(each: Interface) -> bool:
    return each.is_up and each.address is not None


def multicast(host: Host) -> Iterator[Finding]:
    """Send a packet to a group on each interface, and receive it there; it does not leave the host."""
    addresses = host.free_addresses()
    group, port = addresses.groups["tm"], addresses.group_ports["tm"]
    for each in host.interfaces():
        if each.is_up and each.address is not None:
            yield _multicast(host, each, (group, port))


def _multicast(host: Host, each: Interface, group: tuple[str, int]) -> Finding:
    try:
        took_s = host.echo_s(*group, each.address or LOOPBACK)
        why = "did not come back"
    except OSError as error:
        took_s, why = None, f"could not be sent or received ({error.strerror})"
    to = f"a packet to {group[0]}"
    if took_s is not None:
        return fine(
            "multicast",
            f"{to} came back in {took_s * MS_PER_S:.2f} ms",
            item=each.name,
            figures={"took_s": took_s},
        )
    cure = f"let the firewall pass UDP to 239.192.0.0/16 on {each.name}"
    if not each.is_loopback and not each.can_multicast:
        cure = f"run `ip link set {each.name} multicast on`"
    bad = wrong if each.is_loopback else doubtful
    return bad("multicast", f"{to} {why}", cure, item=each.name, figures={"took_s": None})


def buffers(host: Host) -> Iterator[Finding]:
    """Ask for the receive buffer that roles ask for, and see how much of it is granted."""
    asked, granted = host.buffer_size()
    stalled_s = 2 * granted / KERNEL_SHARE / PACKETS_PER_S
    found = (
        f"{granted / MEBIBYTE:.2f} of {asked / MEBIBYTE:g} MiB granted: a receiver may stall for"
        f" {stalled_s:.1f} s at {PACKETS_PER_S} packets/s"
    )
    facts: Figures = {"asked_bytes": asked, "granted_bytes": granted, "may_stall_s": stalled_s}
    if granted >= asked:
        yield fine("receive buffer", found, figures=facts)
    else:
        cure = f"run `sysctl -w net.core.rmem_max={asked}` as root"
        yield doubtful("receive buffer", found, cure, figures=facts)


def ports(host: Host) -> Iterator[Finding]:
    """See that a run finds ports, and that the system gives none of them away."""
    used = host.free_addresses()  # a FileError tells that there are none
    first = min(used.group_ports.values())
    yield fine("ports", f"free for a run from {first} on", item="of a run", figures={"first_port": first})
    limits = (host.system_file(OUTGOING) or "").split()
    if len(limits) != 2:
        return
    low, high = map(int, limits)
    end = FIRST_PORT + BLOCKS * BLOCK
    facts: Figures = {"low": low, "high": high}
    found = f"outgoing connections have {low} to {high}, runs {FIRST_PORT} to {end - 1}"
    if low >= end or high < FIRST_PORT:
        yield fine("ports", found, item="outgoing", figures=facts)
    else:
        cure = "run `sysctl -w net.ipv4.ip_local_port_range='32768 60999'`: a connection could have a run's"
        yield doubtful("ports", found, cure, item="outgoing", figures=facts)
