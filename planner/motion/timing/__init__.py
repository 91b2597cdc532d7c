"""When it is where: the shortest time within limits.

figures               How long a path takes: two figures, the published one and the least
flown_peaks           How fast the joints really go between set-points: the greatest speed, acceleration and
                      jerk of a flight
joint_flight          A joint move as it is flown: every joint by the law of whole periods, all in the same
                      number of them
limits                How fast a path may be flown: the shortest duration within speed, acceleration and jerk
                      of every joint
path_flight           A path as it is flown: set-points exactly on the path at the ends of whole periods,
                      from rest to rest
path_law              When a path is where: the fastest law from rest to rest, as a smooth function of time
path_timing_kernels   How fast a path can be flown from rest to rest under speed, acceleration and jerk: the
                      optimisation
profile               The first law of every path: the quintic from rest to rest, by which durations are
                      published
rest_to_rest          The time-optimal motion of joints from rest to rest under speed, acceleration and jerk,
                      compiled
rest_to_rest_kernels  The phases of motion from rest to rest, compiled: of one change, and of many
whole_periods         What is flown from rest to rest over a straight distance: whole periods, with constant
                      jerk in each
without_jerk_kernels  The fastest timing of a path under speed and acceleration alone, compiled: for
                      comparisons, never flown
"""
