"""An arm of two joints whose bodies are a box, and a cylinder with a ball at its end."""

JOINT = """
[[joint]]
name = "{name}"
theta_offset_deg = 0.0
d = 0.0
a = {a}
alpha_deg = 0.0
q_min_deg = -90.0
q_max_deg = 90.0
speed_max_deg = 8.0
acceleration_max_deg = 4.0
jerk_max_deg = 16.0
"""
LINK = """
[[link]]
name = "link_{frame}"
frame = {frame}
mass = 5.0
com = [0.0, 0.0, 0.0]
inertia = [[0.1, 0.0, 0.0], [0.0, 0.1, 0.0], [0.0, 0.0, 0.1]]
"""
ARM = f"""
name = "two"
home_deg = [0.0, 0.0]
{JOINT.format(name="first", a=0.8)}
{JOINT.format(name="second", a=0.6)}
[tool]
translation = [0.0, 0.0, 0.0]
rotation = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]

[[capsule]]
name = "boom"
frame = 1
p0 = [-0.8, 0.0, 0.0]
p1 = [0.0, 0.0, 0.0]
radius = 0.1

[[capsule]]
name = "tube"
frame = 2
p0 = [-0.6, 0.0, 0.0]
p1 = [0.0, 0.0, 0.0]
radius = 0.1

[[mesh]]
name = "boom"
frame = 1
box = [0.8, 0.1, 0.1]
translation = [-0.4, 0.0, 0.0]

[[mesh]]
name = "tube"
frame = 2
cylinder = {{ radius = 0.04, length = 0.6 }}
translation = [-0.3, 0.0, 0.0]
rotation = [[0.0, 0.0, 1.0], [0.0, 1.0, 0.0], [-1.0, 0.0, 0.0]]

[[mesh]]
name = "ball"
frame = 2
sphere = 0.04
{LINK.format(frame=1)}
{LINK.format(frame=2)}
"""
