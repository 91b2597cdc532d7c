"""The laws of motion and stop: what a joint does from one set-point to the next, or instead of it.

motion          Describe and judge joint motion: extremes of a move, the first limit it breaks, a whole track
motion_kernels  Moves between set-points and the stops after them, with their limits: many at once, compiled
motion_rows     States and limits as the rows that `motion_kernels` reads, and the limit that it found broken
stop            The one motion law and the one stop law (plain floats, one joint at a time)
"""
