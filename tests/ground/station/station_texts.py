"""A station file as a person writes it, and what is put in place of a line of it."""

STATION = """\
name = "north"
mode = "rehearsal"
robot = "shiyan7_like"
scene = "adjacent_target"

[link]
up_s = 0.5
down_s = 0.5
jitter_s = 0.005
windows = [[2026-01-01T10:00:00Z, 2026-01-01T10:10:00Z], [2090-01-01T00:00:00Z, 2090-01-01T00:20:00Z]]

[spacecraft]
tc = "127.0.0.1:10025"
tm = "127.0.0.1:10015"

[margins]
geometry_m = 0.015
tracking_m = 0.01
model_m = 0.005
"""
LAN = """
[network]
ttl = 1

[[host]]
name = "control"
interface = "10.77.0.2"

[[host]]
name = "antenna"
interface = "10.77.0.1"
participants = ["bridge", "space_segment", "console-2"]
"""


def written(folder, text=STATION, **changed):
    """Write a station file; `changed`: lines by their key, and `more` at its end."""
    more = changed.pop("more", "")
    lines = [
        f"{key} = {changed.pop(key)}" if (key := line.partition(" ")[0]) in changed else line
        for line in text.splitlines()
    ]
    assert not changed, "each key stands in the text"
    path = folder / "north.toml"
    path.write_text("\n".join(lines) + "\n" + more)
    return path
