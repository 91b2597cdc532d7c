"""Groups and the link port over real sockets on loopback."""

import asyncio
import socket
from itertools import pairwise

import pytest

from telemetry.network import backlog, multicast
from telemetry.network.launch import LOOPBACK
from telemetry.network.multicast import (
    ARRIVED_CAP,
    LEAVING_CAP,
    Datagrams,
    granted_buffer,
    group_receiver,
    group_sender,
    link_port,
)
from tests.telemetry.drive.runtime_bench import GROUPS, PATIENCE_S, free_port

pytestmark = pytest.mark.real_time

TTL = 0


def free_group():
    return next(GROUPS), free_port(socket.SOCK_DGRAM)


class Ends:
    """Ends of one test, opened in its loop and closed with it."""

    def __init__(self):
        self.opened = []

    async def open(self, opened, heard):
        datagrams = Datagrams(opened, heard.append)
        self.opened.append(datagrams)
        await datagrams.open()
        return datagrams

    async def receiver(self, address):
        heard = []
        await self.open(group_receiver(*address, LOOPBACK), heard)
        return heard

    async def sender(self):
        return await self.open(group_sender(LOOPBACK, TTL), [])

    async def close(self):
        for datagrams in self.opened:
            await datagrams.close()


def run(scenario):
    async def whole():
        ends = Ends()
        try:
            await asyncio.wait_for(scenario(ends), PATIENCE_S)
        finally:
            await ends.close()

    asyncio.run(whole())


async def until(condition):
    while not condition():
        await asyncio.sleep(0.002)


def test_every_member_of_a_group_hears_what_is_sent_to_it():
    async def scenario(ends):
        group = free_group()
        first, second, sender = await ends.receiver(group), await ends.receiver(group), await ends.sender()
        sender.send(b"here", group, "state")
        await until(lambda: first and second)
        assert first == second == [b"here"]

    run(scenario)


def test_another_group_on_the_same_port_is_not_heard():
    async def scenario(ends):
        port = free_port(socket.SOCK_DGRAM)
        group, other = (next(GROUPS), port), (next(GROUPS), port)
        heard, elsewhere, sender = await ends.receiver(group), await ends.receiver(other), await ends.sender()
        sender.send(b"elsewhere", other, "state")
        sender.send(b"here", group, "state")
        await until(lambda: heard and elsewhere)
        assert (heard, elsewhere) == ([b"here"], [b"elsewhere"])

    run(scenario)


def test_what_is_sent_to_the_port_but_not_to_the_group_is_not_heard():
    async def scenario(ends):
        group = free_group()
        heard, sender = await ends.receiver(group), await ends.sender()
        sender.send(b"to the port", (LOOPBACK, group[1]), "state")
        sender.send(b"to the group", group, "state")
        await until(lambda: heard)
        assert heard == [b"to the group"]

    run(scenario)


def test_a_burst_arrives_whole_and_in_order(monkeypatch):
    monkeypatch.setattr(backlog, "FRESH_NS", 10**12)  # however slow this machine is

    async def scenario(ends):
        group = free_group()
        heard, sender = await ends.receiver(group), await ends.sender()
        burst = [number.to_bytes(4, "big") for number in range(LEAVING_CAP)]
        for datagram in burst:
            sender.send(datagram, group, "state")
        await until(lambda: len(heard) == len(burst))
        assert heard == burst

    run(scenario)


def test_a_burst_behind_a_busy_loop_keeps_its_order():
    async def scenario(ends):
        group = free_group()
        heard = await ends.receiver(group)
        count = 3000
        with group_sender(LOOPBACK, TTL) as plain:
            for number in range(count):
                plain.sendto(number.to_bytes(4, "big"), group)
                if number % 500 == 0:
                    await asyncio.sleep(0)  # the loop takes some of it meanwhile
        await until(lambda: len(heard) == count)
        assert heard == [number.to_bytes(4, "big") for number in range(count)]

    run(scenario)


def test_a_turn_of_the_loop_ends_in_time_however_much_has_come(monkeypatch):
    monkeypatch.setattr(multicast, "TURN_NS", 0)

    async def scenario(ends):
        group, seen = free_group(), []

        def on_datagram(data):
            seen.append(data)
            asyncio.get_running_loop().call_soon(seen.append, "what is due")

        datagrams = Datagrams(group_receiver(*group, LOOPBACK), on_datagram)
        ends.opened.append(datagrams)
        with group_sender(LOOPBACK, TTL) as plain:
            for number in range(5):
                plain.sendto(bytes([number]), group)
        await datagrams.open()
        await until(lambda: len(seen) == 10)
        after_the_first = pairwise(seen[1:])
        assert not any(isinstance(one, bytes) and isinstance(two, bytes) for one, two in after_the_first)

    run(scenario)


def test_a_datagram_that_finds_none_waiting_leaves_at_once():
    async def scenario(ends):
        group = free_group()
        receiver, sender = group_receiver(*group, LOOPBACK), await ends.sender()
        with receiver:
            assert sender.send(b"now", group, "state")
            assert receiver.recv(10) == b"now"  # the loop has not turned

    run(scenario)


def test_what_waits_leaves_before_what_is_sent_later(monkeypatch):
    async def scenario(ends):
        group = free_group()
        heard, sender = await ends.receiver(group), await ends.sender()
        with monkeypatch.context() as full:
            full.setattr(Datagrams, "_has_left", lambda *_: False)
            sender.send(b"1", group, "act")
        sender.send(b"2", group, "act")
        await until(lambda: len(heard) == 2)
        assert heard == [b"1", b"2"]

    run(scenario)


def test_what_waits_for_a_slow_receiver_is_bounded_and_counted():
    async def scenario(ends):
        datagrams = await ends.open(group_sender(LOOPBACK, TTL), heard := [])
        for number in range(ARRIVED_CAP + 5):
            datagrams._arrive(b"%d" % number)
        assert datagrams.counts.arrived_dropped == 5
        datagrams._pump()
        assert heard[0] == b"5"

    run(scenario)


def test_the_link_port_speaks_both_ways_and_outlives_a_dead_peer():
    async def scenario(ends):
        here, there = ((LOOPBACK, free_port(socket.SOCK_DGRAM)) for _ in range(2))
        bridge = await ends.open(link_port(*here), heard_here := [])
        for _ in range(3):
            bridge.send(b"anybody?", there, "state")  # nobody is: refused by the kernel, and no error for us
            await asyncio.sleep(0)
        space = await ends.open(link_port(*there), heard_there := [])
        bridge.send(b"up", there, "state")
        space.send(b"down", here, "state")
        await until(lambda: b"up" in heard_there and heard_here)
        assert heard_here == [b"down"]

    run(scenario)


def test_an_error_of_the_network_is_counted_and_the_next_datagram_leaves():
    async def scenario(ends):
        group = free_group()
        heard, sender = await ends.receiver(group), await ends.sender()
        sender.send(bytes(70_000), group, "state")  # longer than any datagram
        sender.send(b"next", group, "state")
        await until(lambda: heard)
        assert heard == [b"next"]
        assert sender.counts.errors > 0

    run(scenario)


def test_an_empty_or_oversized_datagram_is_handed_on_to_be_judged():
    async def scenario(ends):
        group = free_group()
        heard = await ends.receiver(group)
        with group_sender(LOOPBACK, TTL) as plain:
            for datagram in (b"", bytes(60_000), b"next"):
                plain.sendto(datagram, group)
        await until(lambda: len(heard) == 3)
        assert heard[0] == b""
        assert heard[2] == b"next"

    run(scenario)


def test_the_granted_buffer_is_read_back_from_the_kernel():
    group, port = free_group()
    with group_receiver(group, port, LOOPBACK) as opened:
        assert granted_buffer(opened) == opened.getsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF) // 2 > 0


def test_multicast_stays_on_the_host_by_default():
    with group_sender(LOOPBACK, TTL) as opened:
        assert opened.getsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_TTL) == 0
        assert opened.getsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_LOOP) == 1


@pytest.mark.parametrize(("group", "interface"), [("10.1.2.3", LOOPBACK), ("239.1.2.3", "203.0.113.9")])
def test_an_address_that_is_no_group_or_no_interface_is_an_error(group, interface):
    with pytest.raises(OSError):
        group_receiver(group, free_port(socket.SOCK_DGRAM), interface)
