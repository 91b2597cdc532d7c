"""Where the arm goes, without when.

arc             Arcs of the tool: through three points, or about an axis by an angle
arm_plane       The plane of an arm of seven joints, through its shoulder, elbow and wrist, and how far it is
                turned
asked_course    The course of a line, an arc or an orbit, as a plan asks for it
asked_path      The path of one move, as a plan asks for it
blended         Moves that follow one another without a stop: each corner between two of them is rounded
course          Where the tool is to go, exactly: a straight way, a turn about a fixed axis, and a turn of
                its attitude
course_kernels  A tool's course, compiled: the pose of each row at s, and its rates with s
facing          Attitudes in which the tool looks at a target, and orbits on which it goes on doing so
flow_kernels    Kernels of where a redundant arm flows along a course: least effort, and back from its limits
frames          The frames in which a plan's places and attitudes may be given
guide           Which of its many solutions a redundant arm takes along a course
knots           The places of a course that are solved beforehand, each from the one before it, in one call
                of a kernel
knots_kernels   Joint values at the knots of a course, compiled: one solution after the other, each near the
                one before
line            The straight line of the tool; its attitude is kept, or turned about one axis to another one
                (slerp)
lost            Where and why a course is lost, in words
path            Paths in joint space: where the arm goes, without when
plane_path      A change of the arm plane: the elbow turns about the line from shoulder to wrist, and the
                tool stays
rounded         A way of straight lines in joint space whose corners are rounded, so that nothing stops there
tool_path       The joints' path along a course of the tool, by any arm that can follow it
"""
