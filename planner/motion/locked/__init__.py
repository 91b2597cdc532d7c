"""Motions of an arm whose joints do not all move.

course_task    What a course asks of the tool, coordinate by coordinate, and how far the tool is from it
lock_cost      What the lock of a joint costs a course: tried at its angles, and the coordinate that had best
               give way
locked_course  A move as a plan asks for it, while joints are locked: its path, and where that begins
locked_path    A course of the tool while joints stay locked: what must hold holds, the rest gives way
locked_point   Joint values at places of a task: what is exact holds, what has a weight is missed by the
               least
"""
