"""Motions of an arm: inverse kinematics, tool courses, paths, their timing, and the search for free routes.

ik/            Inverse kinematics
locked/        Motions of an arm whose joints do not all move
locked_joints  Which joints of an arm do not move, by their names, and the arm as it is without them
moves/         From moves to set-points: the path of each move, blended corners, and moves adapted to locked
               joints
paths/         Paths of the joints: where the arm goes, without time
rates          Which joint rates give the tool a wanted rate: the one least-squares solution behind lines and
               the hand
redundancy/    The freedom of a redundant arm while its tool follows a course
search/        A free route where the direct path is not: searched, shortened, and its corners rounded
timing/        Timing of paths: the shortest time within limits, in whole periods
tool_courses/  Courses of the tool: lines, arcs and orbits, and the frames that they are given in
"""
