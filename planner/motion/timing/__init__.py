"""Timing of paths: the shortest time within limits, in whole periods.

flown_peaks           How fast the joints really go between set-points: the greatest speed, acceleration and
                      jerk of a flight
joint_flight          A joint move as it is flown: every joint by the law of whole periods, all in the same
                      number of them
path_flight           A path as it is flown: set-points exactly on the path at the ends of whole periods,
                      from rest to rest
path_timing_kernels   How fast a path can be flown from rest to rest under speed, acceleration and jerk: the
                      optimisation
quintic_law           The first law of every path: the quintic from rest to rest, and the shortest duration
                      that limits allow it
rest_to_rest          The time-optimal motion of joints from rest to rest under speed, acceleration and jerk,
                      compiled
rest_to_rest_kernels  The phases of motion from rest to rest, compiled
"""
