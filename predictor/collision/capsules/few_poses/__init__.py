"""A few poses at once, free or not: as fast as a search for a path asks.

capsule_query          Whether an arm of capsules keeps a distance from all in AT_ONCE poses side by side,
                       and no more than that
capsule_query_kernels  Whether all is farther than required in AT_ONCE poses side by side, compiled
near_kernels           Whether a volume is within reach of another, or of an obstacle, in any of AT_ONCE
                       poses
placing_kernels        Where an arm's frames and the axes of its volumes are in AT_ONCE poses side by side,
                       in single precision
"""
