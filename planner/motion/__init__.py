"""Which motion to ask for: paths, their timing, inverse kinematics, evidence for a plan.

ik/           Inverse kinematics
locked/       Motions of an arm whose joints do not all move
paths/        Where the arm goes, without when
rates         Which joint rates give the tool a wanted rate: the one least-squares solution behind lines and
              the hand
rates_layout  How many rows a rate of the tool has: place and attitude, or the place alone
redundancy/   What a redundant arm does with its freedom while its tool follows a course
remainder     What is left of a plan that was interrupted, as new moves from where the arm came to rest
search/       A free way where the direct one is not: searched, shortened, and its corners rounded
timing/       When it is where: the shortest time within limits
trajectory    From moves to set-points: each move, or several that are blended, from rest to rest, one a
              period
verify        Judge a whole plan with the very function that gives the verdicts, and certify it
"""
