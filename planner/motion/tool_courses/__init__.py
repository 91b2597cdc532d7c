"""Courses of the tool: lines, arcs and orbits, and the frames that they are given in.

arc                  Arcs of the tool: through three points, or about an axis by an angle
facing               Attitudes in which the tool looks at a target, and orbits on which it goes on doing so
frames               The frames in which a plan's places and attitudes may be given, and where a floating
                     base stands
move_course          The course of a line, an arc or an orbit, as a plan asks for it
tool_course          The exact course of the tool: a straight shift, a turn about a fixed axis, and a turn of
                     its attitude
tool_course_kernels  A tool's course, compiled: the pose of each row at s, and its rates with s
"""
