"""A few poses at once, free or not: as fast as a search for a way asks.

angles_kernels   Sine and cosine of RAKE angles side by side in single precision, without a branch
arm              An arm as rakes look at it: its joints, its leaves, a ball around all leaves of a frame, and
                 who may meet
look             Whether an arm of capsules keeps a distance from all in RAKE poses side by side, and no more
                 than that
look_kernels     Whether all is farther than required in a few poses side by side, compiled
near_kernels     Whether a volume is within reach of another, or of an obstacle, in any of RAKE poses
placing_kernels  Where an arm's frames and the axes of its volumes are in RAKE poses side by side, in single
                 precision
"""
