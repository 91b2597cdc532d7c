"""A base that floats: momentum, where it goes, and how fast.

base_path_kernels  Where a free base goes while its arm moves: momentum integrated on the group of poses
floating_base      A spacecraft whose base floats: how it answers its arm, and what that means for the tool
momentum_kernels   Masses gathered from the tips to the base, and what momentum makes of them, compiled
"""
