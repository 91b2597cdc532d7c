"""A device's program, written from the page of `farhand messages handle` alone: it imports nothing of ours.

It reads no device: `hand(t)` says where the handle is [m], and whether the dead-man is pressed, at t seconds
after the first force has come.
"""

import json
import socket
import struct
import threading
import time
from pathlib import Path

import msgpack

RATE_HZ = 500.0


class PageClient(threading.Thread):
    """Speaks until it is stopped or sent away."""

    def __init__(self, run_folder, hand, *, udp=False):
        super().__init__(daemon=True)
        self.folder, self.hand, self.udp = Path(run_folder), hand, udp
        self.forces, self.states, self.told, self.token = [], 0, "", ""
        self.round_trips_s = []
        self._stopped = threading.Event()
        self._held, self._since = b"", 0.0

    def stop(self):
        self._stopped.set()
        self.join()

    def run(self):
        door = json.loads((self.folder / "handle.json").read_text())
        self.token = door["token"]
        kind = socket.SOCK_DGRAM if self.udp else socket.SOCK_STREAM
        with socket.socket(socket.AF_INET, kind) as opened:
            opened.connect((door["host"], door["port"]))
            opened.setblocking(False)
            self._speak(opened)

    def _speak(self, opened):
        hello = {"token": self.token, "name": "page client", "rate": RATE_HZ, "peak_force": 10.0}
        hello |= {"continuous_force": 5.0, "peak_torque": 1.0, "continuous_torque": 1.0}
        began = None
        while not self._stopped.is_set() and not self.told:
            self._read(opened)
            if self.forces and began is None:
                began = time.monotonic()
            p_handle, pressed = self.hand(time.monotonic() - began) if began else ((0.0, 0.0, 0.0), False)
            pressed = self._pressed_anew(pressed)
            self.states += 1
            state = {
                "id": 37,
                "number": self.states,
                "device_ns": time.monotonic_ns(),
                "heard": self.forces[-1]["number"] if self.forces else 0,
                "p_handle": p_handle,
                "dead_man": pressed,
            }
            if not self.forces:
                state["hello"] = hello
            body = msgpack.packb(state)
            opened.sendall(body if self.udp else struct.pack("!I", len(body)) + body)
            time.sleep(1 / RATE_HZ)

    def _pressed_anew(self, pressed):
        """Let go for a moment whenever the dead-man has not counted for half a second."""
        now = time.monotonic()
        if not pressed or self.forces[-1]["is_pressed"] or now > self._since + 0.6:
            self._since = now
        return pressed and now < self._since + 0.5

    def _read(self, opened):
        while True:
            try:
                data = opened.recv(65_536)
            except BlockingIOError:
                return
            if not data:
                self.told = self.told or "closed"
                return
            for body in [data] if self.udp else self._frames(data):
                force = msgpack.unpackb(body)
                if not force["is_taken"]:
                    self.told = force["told"]
                    return
                self.forces.append(force)
                self.round_trips_s.append((time.monotonic_ns() - force["device_ns"]) / 1e9)

    def _frames(self, data):
        self._held += data
        while len(self._held) >= 4:
            (length,) = struct.unpack("!I", self._held[:4])
            if len(self._held) < 4 + length:
                return
            body, self._held = self._held[4 : 4 + length], self._held[4 + length :]
            yield body
