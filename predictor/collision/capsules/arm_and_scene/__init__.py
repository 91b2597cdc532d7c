"""Arm and scene as capsules and boxes: packed in tables, placed in a pose, and how far they are apart.

chain                  The joints of an arm as rows of few numbers, so that a frame costs little where many
                       are computed
distance_kernels       Exact distances between the shapes of arm and scene: segments, points and boxes
lane_distance_kernels  How far segments and boxes are apart in many lanes: no branches, in the precision of
                       what is given
lane_frames_kernels    Where an arm's frames and the axes of its volumes are in poses side by side, in either
                       precision
packing                Pack an arm and a scene into the tables that kernels read, and turn these with a
                       floating base
tables                 Arm and scene as capsules and boxes, in the few tables that kernels read; constants
                       computed once
"""
