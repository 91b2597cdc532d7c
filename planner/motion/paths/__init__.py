"""Paths of the joints: where the arm goes, without time.

arm_plane      The plane of an arm of seven joints, through its shoulder, elbow and wrist, and how far it is
               turned
course_lost    Where and why a course is lost, in words
knots_kernels  Joint values at the knots of a course, compiled: one solution after the other, each near the
               one before
path           Paths in joint space: where the arm goes, without when
plane_path     A change of the arm plane: the elbow turns about the line from shoulder to wrist, and the tool
               stays
tool_path      The joints' path along a course of the tool, by any arm that can follow it
"""
