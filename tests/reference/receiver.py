"""A spacecraft of a station, as `farhand guide own-spacecraft` asks for one: nothing here is of this project.

    python receiver.py SPACECRAFT.key ROBOT.toml TC_ADDRESS:PORT TM_ADDRESS:PORT

Left out: pictures, segments, reports of single commands, physics.  The arm stands where it is commanded.
"""

import hashlib
import json
import math
import os
import socket
import struct
import sys
import time
import tomllib
from contextlib import suppress
from itertools import count
from pathlib import Path
from types import SimpleNamespace

import msgpack
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

T, LEAD = 250_000_000, 1_050_000_000  # period; buffer + period + 0.3 s [ns]
MODES = {"live": 1, "rehearsal": 2}
NUMBERS = {"bridge": 1, "spacecraft": 17, "second_uplink": 18}
TELEMETRY, START, ANSWER = 80, 84, 85
MOTION, KEEP, RESUME, HOLD = 20, 21, 22, 23
BETWEEN = bytes(8)  # run, where a pass is begun


def derived(secret, salt, info):
    return HKDF(algorithm=SHA256(), length=32, salt=salt, info=info.encode()).derive(secret)


def is_later(one, other):
    """True unless the other number is newer, or of a life that has no order with it."""
    return one >= other and (one[0] == other[0] or max(one[0], other[0]) < 1 << 31)


class Session:
    """One direction each way with one sender, under one secret and run."""

    def __init__(self, key, sender, secret, run):
        salt, self.key, self.run, self.seen = run + bytes([MODES[key["mode"]]]), key, run, set()
        self.up = AESGCM(derived(secret, salt, f"link {sender} > spacecraft "))
        self.down = AESGCM(derived(secret, salt, f"link spacecraft > {sender} "))
        self.sender, self.counts = sender, {TELEMETRY: count(), ANSWER: count()}

    def opened(self, data):
        """The message of a packet, its number and time code; None: it is not proven, or came before."""
        if len(data) < 56 or data[0] >> 3 != 3 or data[2] >> 6 != 3 or data[6] != 0x2F:
            return None
        apid, size = data[0] % 8 << 8 | data[1], int.from_bytes(data[4:6], "big")
        version, mode, key_id, run, sender, boot, sequence = struct.unpack_from("!BBH8sHIQ", data, 14)
        wanted = (len(data), 2, MODES[self.key["mode"]], self.key["key_id"], self.run, NUMBERS[self.sender])
        if (size + 7, version, mode, key_id, run, sender) != wanted or (boot, sequence) in self.seen:
            return None
        try:
            if self.key["is_confidential"]:
                payload = self.up.decrypt(data[28:40], data[40:], data[:40])
            else:
                payload = data[40:-16]
                self.up.decrypt(data[28:40], data[-16:], data[:-16])
        except InvalidTag:
            return None
        self.seen.add((boot, sequence))
        message = msgpack.unpackb(payload)
        moves = boot >= 1 << 31 and message["id"] in (MOTION, KEEP, RESUME)  # it does not know its numbers
        if moves or apid != 256 + message["id"]:
            return None
        left_ns = int.from_bytes(data[7:14], "big") * 1_000_000_000 + (1 << 23) >> 24
        return SimpleNamespace(sender=self.sender, message=message, number=(boot, sequence), left_ns=left_ns)

    def sealed(self, message, now_ns, boot, sequence):
        payload, kind = msgpack.packb(message), message["id"]
        head = struct.pack("!HHH", 0x0900 + kind, 0xC000 | next(self.counts[kind]) % 16384, len(payload) + 49)
        head += b"\x2f" + ((now_ns << 24) // 1_000_000_000).to_bytes(7, "big")
        ids = MODES[self.key["mode"]], self.key["key_id"], self.run, NUMBERS["spacecraft"], boot, sequence
        head += struct.pack("!BBH8sHIQ", 2, *ids)
        if self.key["is_confidential"]:
            return head + self.down.encrypt(head[28:40], payload, head)
        return head + payload + self.down.encrypt(head[28:40], b"", head + payload)


class Spacecraft:
    """Keys, passes and telemetry around an arm."""

    def __init__(self, key, limits, q, now_ns):
        self.key, self.arm, self.boot, self.sequence = key, Arm(limits, q, now_ns), int(time.time()), count(1)
        self.secrets = {name: bytes.fromhex(secret) for name, secret in key["pairs"].items()}
        self.starts = {n: Session(key, n, secret, BETWEEN) for n, secret in self.secrets.items()}
        self.newest, self.waiting, self.passes = {}, {}, {}  # of each sender
        self.echo, self.dropped = [0, 0, 0], 0

    def on_packet(self, data, now_ns):
        """Act on a packet; return what answers it."""
        for session in (*self.starts.values(), *self.waiting.values(), *self.passes.values()):
            came = session.opened(data)
            if came is None:
                continue
            if session is self.starts[came.sender]:
                return self.on_start(came, now_ns) if came.message["id"] == START else []
            if self.waiting.get(came.sender) is session:  # the first packet under its keys begins a pass
                self.begin_pass(came.sender, now_ns)
            if came.message["id"] in (MOTION, KEEP, RESUME, HOLD):
                self.on_command(came, now_ns)
            return []
        self.dropped += 1
        return []

    def begin_pass(self, sender, now_ns):
        self.passes[sender], self.echo = self.waiting.pop(sender), [0, 0, 0]
        self.arm.hold("pass_started", now_ns)

    def on_start(self, came, now_ns):
        start, sender, newest = came.message, came.sender, self.newest.get(came.sender)
        if newest and is_later(newest.number, came.number):
            return []
        if newest and (newest.pass_id, newest.ground) == (start["pass_id"], start["nonce"]):
            own = newest.own
        else:
            own = os.urandom(16)
            run = hashlib.sha256(start["pass_id"].encode()).digest()[:8]
            secret = derived(self.secrets[sender], start["nonce"] + own, f"pass {start['pass_id']}")
            self.waiting[sender] = Session(self.key, sender, secret, run)
        known = {"pass_id": start["pass_id"], "ground": start["nonce"], "own": own, "number": came.number}
        self.newest[sender] = SimpleNamespace(**known)
        answer = {"id": ANSWER, "to": sender, "pass_id": start["pass_id"], "nonce_ground": start["nonce"]}
        answer |= {"nonce": own, "trial": start["trial"]}
        return [self.starts[sender].sealed(answer, now_ns, self.boot, next(self.sequence))]

    def on_command(self, came, now_ns):
        if came.message["id"] != HOLD and came.left_ns != self.echo[0]:
            self.echo = [came.left_ns, now_ns, self.echo[2] + 1]
        self.arm.on_command(came.message, now_ns)

    def report(self, now_ns):
        """Telemetry, ten times a second."""
        if "bridge" not in self.passes:
            return []
        left_ns, came_ns, packets = self.echo
        message = {"id": TELEMETRY, **self.arm.report(now_ns)}
        message["echo"] = [left_ns, now_ns - came_ns, packets] if packets else None
        return [self.passes["bridge"].sealed(message, now_ns, self.boot, next(self.sequence))]


class Arm:
    """Rule R13: set-points are held until their time, and whatever is missing is a stop and a latch."""

    def __init__(self, limits, q, now_ns):
        self.limits, self.zero = limits, [0.0] * len(q)
        self.at, self.mode, self.latch = (list(q), self.zero, self.zero), "latched", "power_up"
        self.move, self.stop, self.pending, self.heard_ns = None, [], "", now_ns
        self.waiting, self.floor, self.begun = {}, (0, 0), (0, 0)
        self.seen_epoch = self.resumed = self.accepted_ns = 0
        self.accepted = self.executed = self.refused = (0, 0)
        self.refusal, self.refusals = "", {}

    def on_command(self, message, now_ns):
        self.advance(now_ns)
        if self.mode == "moving" and now_ns > self.heard_ns + 4 * T:
            self.pending = self.pending or "ground_silent"
        self.heard_ns = now_ns
        for point in (message.get("repeat"), message.get("set_point")):
            if point:
                self.on_point(point, now_ns)
        if message["id"] == RESUME:
            self.on_resume(message)
        if message["id"] == HOLD:
            self.hold("hold_commanded", now_ns)

    def on_point(self, point, now_ns):
        number = (point["epoch"], point["seq"])
        if number <= self.floor or number in self.waiting:
            return
        reason = self.refusals.get(number) or self.objection(point, now_ns)
        if reason:
            self.refuse(number, reason)
            self.seen_epoch = max(self.seen_epoch, min(number[0], self.accepted[0] + 1))
            return
        self.waiting[number], self.seen_epoch = point, max(self.seen_epoch, number[0])
        if number > self.accepted:
            self.accepted, self.accepted_ns = number, now_ns

    def refuse(self, number, reason):
        self.refused, self.refusal = number, reason
        self.refusals[number] = reason
        if len(self.refusals) > 32:
            del self.refusals[next(iter(self.refusals))]

    def objection(self, point, now_ns):
        if self.latch or point["epoch"] < self.resumed:
            return "latched" if self.latch else "old_number"
        if not now_ns < point["execute_at_ns"] <= now_ns + LEAD:
            return "late" if point["execute_at_ns"] <= now_ns else "too_far_ahead"
        if len(self.waiting) >= 16:
            return "queue_full"
        rows = [point["q"], point["qd"], point["qdd"]]
        fits = all(len(row) == len(self.limits) for row in rows) and all(
            low <= q <= high and abs(qd) <= most * 1.000001 and abs(qdd) <= a * 1.000001
            for q, qd, qdd, (low, high, most, a, _) in zip(*rows, self.limits, strict=True)
        )  # what is no number fits nothing
        return "" if fits else "limit"

    def on_resume(self, message):
        epoch, q = message["epoch"], message["q"]
        near = len(q) == len(self.zero) and all(
            abs(a - b) <= 1e-6 for a, b in zip(q, self.at[0], strict=True)
        )
        if not self.latch and epoch == self.resumed:
            return
        if epoch <= self.seen_epoch or self.mode != "latched" or not near:
            self.refuse((epoch, 0), "pose_mismatch" if epoch > self.seen_epoch else "old_number")
            return
        self.latch, self.mode = "", "ready"
        self.seen_epoch = self.resumed = epoch
        self.accepted = (epoch, 0)

    def hold(self, reason, now_ns):
        self.advance(now_ns)
        if self.mode == "moving":
            self.pending = self.pending or reason  # until the boundary
        elif self.mode == "ready":
            self.begin_stop(reason, now_ns)

    def begin_stop(self, reason, now_ns):
        for number in sorted(self.waiting):
            self.refuse(number, reason)
            self.floor = max(self.floor, number)
        self.waiting, self.pending, self.latch, self.mode = {}, "", reason, "stopping"
        self.stop = stop(self.at, self.limits)
        self.go_on_stopping(now_ns)

    def go_on_stopping(self, now_ns):
        if self.stop:
            self.move = (now_ns, self.stop.pop(0))
        else:
            self.mode = "latched"

    def advance(self, now_ns):
        """Do all that was due, each at its own instant."""
        while True:
            silent_ns = self.heard_ns + 4 * T
            if self.move:
                end_ns = self.move[0] + T
                if end_ns > now_ns:
                    return
                self.at, self.move = self.move[1], None
                if self.mode == "stopping":
                    self.go_on_stopping(end_ns)
                    continue
                self.executed, self.mode = self.begun, "ready"
                late = "ground_silent" if end_ns > silent_ns else ""
                following = [n for n, p in self.waiting.items() if abs(p["execute_at_ns"] - end_ns) <= 1e6]
                if self.pending or late:
                    self.begin_stop(self.pending or late, end_ns)
                elif following:
                    self.begin(min(following), end_ns)
                elif any(self.at[1] + self.at[2]):
                    self.begin_stop("setpoint_missing", end_ns)
            elif self.mode != "ready":
                return
            else:
                first = min(self.waiting, key=lambda n: self.waiting[n]["execute_at_ns"], default=None)
                at_ns = self.waiting[first]["execute_at_ns"] if first else silent_ns + 1
                if at_ns <= min(now_ns, silent_ns):
                    self.begin(first, at_ns)
                elif now_ns > silent_ns:
                    self.begin_stop("ground_silent", silent_ns)
                else:
                    return

    def begin(self, number, at_ns):
        """Begin the move to a set-point, if it follows the one before and is within reach of a period."""
        point = self.waiting.pop(number)
        self.floor = number
        end = (point["q"], point["qd"], point["qdd"])
        steps = zip(self.at[0], end[0], self.limits, strict=True)
        jumps = any(abs(b - a) > limit[2] * T * 1e-9 * 1.000001 for a, b, limit in steps)
        if jumps or (number[1] > 1 and self.begun != (number[0], number[1] - 1)):
            self.refuse(number, "jump" if jumps else "setpoint_missing")
            self.begin_stop("setpoint_missing", at_ns)
        else:
            self.mode, self.begun, self.move = "moving", number, (at_ns, end)

    def state(self, now_ns):
        """Commanded (q, qd) now: the quintic from boundary to boundary."""
        if not self.move:
            return self.at[0], self.at[1]
        t, q, qd = min(now_ns - self.move[0], T) * 1e-9, [], []
        for (q0, v0, a0), (q1, v1, a1) in zip(turned(self.at), turned(self.move[1]), strict=True):
            s = T * 1e-9
            dq, dv, da = q1 - q0 - v0 * s - a0 * s * s / 2, (v1 - v0 - a0 * s) * s, (a1 - a0) * s * s
            c = (q0, v0, a0 / 2, (10 * dq - 4 * dv + da / 2) / s**3)
            c += ((-15 * dq + 7 * dv - da) / s**4, (6 * dq - 3 * dv + da / 2) / s**5)
            q.append(sum(value * t**n for n, value in enumerate(c)))
            qd.append(sum(n * value * t ** (n - 1) for n, value in enumerate(c) if n))
        return q, qd

    def report(self, now_ns):
        self.advance(now_ns)
        q, qd = self.state(now_ns)
        return {
            "sampled_ns": now_ns, "mode": self.mode, "q": q, "qd": qd, "currents": self.zero,
            "temperatures": [293.15] * len(q), "brakes_on": self.mode == "latched",
            "locked": [False] * len(q), "gripper": 0.0, "quat_world_base": [1.0, 0.0, 0.0, 0.0],
            "p_world_base": [0.0] * 3, "rate_base": [0.0] * 3, "buffer": len(self.waiting),
            "epoch": self.accepted[0], "accepted": self.accepted[1], "accepted_at_ns": self.accepted_ns,
            "executed_epoch": self.executed[0], "executed": self.executed[1],
            "refused_epoch": self.refused[0], "refused": self.refused[1], "refusal": self.refusal,
            "latched": bool(self.latch), "latch_reason": self.latch, "hold_q": q,
        }  # fmt: skip


def turned(rows):
    return [list(column) for column in zip(*rows, strict=True)]


def stop(state, limits):
    """Every joint in the fewest whole periods of constant jerk; one that is done waits for the others."""
    s, columns = T * 1e-9, []
    for q, v, a, (*_, a_max, jerk) in zip(*state, limits, strict=True):
        column = []
        for after in braking(v, a, a_max, jerk * s, s) if v or a else ():
            q, v, a = q + s * (v + s * (2 * a + after) / 6), v + s * (a + after) / 2, after
            column.append((q, v, a))
        columns.append([*column[:-1], (q, 0.0, 0.0)])
    longest = max(map(len, columns)) if any(state[1] + state[2]) else 0
    rows = [column + [column[-1]] * (longest - len(column)) for column in columns]
    return [turned([row[k] for row in rows]) for k in range(longest)]


def braking(v, a, a_max, step, period):
    """Accelerations at the ends of the fewest periods: one level, as far as start and end let it."""
    wanted, slack = -v / period - a / 2, 1e-12 * (abs(v) / period + a_max)
    for n in count(1):
        bounds = [(max(-a_max, a - k * step, (k - n) * step), min(a_max, a + k * step, (n - k) * step))
                  for k in range(1, n)]  # fmt: skip
        low, high = sum(least for least, _ in bounds), sum(most for _, most in bounds)
        if abs(a) <= n * step + slack and low - slack <= wanted <= high + slack:
            break
    low, high = -a_max, a_max
    for _ in range(60):
        level = (low + high) / 2
        found = [min(max(level, least), most) for least, most in bounds]
        low, high = (level, high) if sum(found) < wanted else (low, level)
    return [*found, 0.0]


def limits_of(path):
    """Lowest, highest, speed, acceleration and jerk of each joint, and the pose at home [rad]."""
    robot = tomllib.loads(Path(path).read_text())
    keys = ("q_min_deg", "q_max_deg", "speed_max_deg", "acceleration_max_deg", "jerk_max_deg")
    limits = [[math.radians(joint[key]) for key in keys] for joint in robot["joint"]]
    return limits, [math.radians(angle) for angle in robot["home_deg"]]


def serve(spacecraft, tc, tm, clock, goes_on=lambda: True):
    """Carry packets, one in each UDP datagram."""
    due_ns = clock()
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as port:
        port.bind(tc)
        while goes_on():
            packets = []
            if clock() >= due_ns:
                packets, due_ns = spacecraft.report(clock()), due_ns + 100_000_000
            port.settimeout(max(1e-3, (due_ns - clock()) * 1e-9))
            with suppress(TimeoutError):
                packets += spacecraft.on_packet(port.recv(2048), clock())
            for packet in packets:
                port.sendto(packet, tm)


def main(key_file, robot, tc, tm):
    """Serve until killed, by a clock that counts from now."""
    begun_ns = time.monotonic_ns()
    spacecraft = Spacecraft(json.loads(Path(key_file).read_text()), *limits_of(robot), 0)
    serve(spacecraft, address(tc), address(tm), lambda: time.monotonic_ns() - begun_ns)


def address(text):
    host, port = text.split(":")
    return host, int(port)


if __name__ == "__main__":
    main(*sys.argv[1:])
