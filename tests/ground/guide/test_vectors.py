"""The test vectors of the guide are proven by the receiver, which has no code of the project."""

from tests.ground.guide.make import GUIDE
from tests.ground.guide.vectors import AGREED, EPOCH_SPACECRAFT, KEY_ID, SECRET, vectors
from tests.reference.receiver import ANSWER, HOLD, MOTION, RESUME, START, Spacecraft, derived

S = 1_000_000_000
KEY = {"key_id": KEY_ID, "mode": "rehearsal", "is_confidential": False, "pairs": {"bridge": SECRET.hex()}}
LIMITS = [(-1.0, 1.0, 0.14, 0.07, 0.28)] * 2


def read():
    """The vectors as a stranger copies them from the page."""
    text = (GUIDE / "own-spacecraft.md").read_text().split("<!-- made: vectors -->")[1].split("```")[1]
    blocks = (block.split("\n", 1) for block in text.strip().split("\n\n"))
    return {name: bytes.fromhex(octets) for name, octets in blocks}


def receiver(monkeypatch):
    monkeypatch.setattr("tests.reference.receiver.os.urandom", lambda size: AGREED.nonce_spacecraft)
    made = Spacecraft(KEY, LIMITS, (0.09, -0.2), 3600 * S)
    made.boot = EPOCH_SPACECRAFT
    return made


def test_the_page_has_the_vectors_that_the_code_makes():
    assert read() == vectors()


def test_a_receiver_without_our_code_answers_a_start_with_the_octets_of_the_page(monkeypatch):
    start, answer, *_ = read().values()
    made = receiver(monkeypatch)
    assert made.starts["bridge"].opened(start).message["id"] == START
    assert receiver(monkeypatch).on_packet(start, 3600 * S) == [answer]
    assert answer[14] == 2 and int.from_bytes(answer[:2], "big") % 2048 == 256 + ANSWER


def test_it_takes_the_commands_of_the_page_and_no_altered_one(monkeypatch):
    start, _, secret, *commands = read().values()
    assert derived(SECRET, AGREED.nonce_ground + AGREED.nonce_spacecraft, "pass north-1") == secret
    made = receiver(monkeypatch)
    made.on_packet(start, 3600 * S)
    for place in range(len(commands[1])):
        altered = bytearray(commands[1])
        altered[place] ^= 1
        assert made.on_packet(bytes(altered), 3600 * S) == []
    assert (made.dropped, made.passes) == (len(commands[1]), {})
    taken = []
    monkeypatch.setattr(made.arm, "on_command", lambda message, now_ns: taken.append(message["id"]))
    for command in (*commands, *commands):
        made.on_packet(command, 3600 * S)
    assert taken == [RESUME, MOTION, HOLD], "each once"
