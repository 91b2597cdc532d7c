"""Many configurations at once, side by side in lanes.

angles_kernels        Sine and cosine of many angles side by side, without a branch: the compiler takes
                      several at once
arm_and_scene         Pack an arm and a scene as the kernels of blocks read them (`arm_and_scene_layout`)
arm_and_scene_layout  Arm and scene as the kernels of blocks read them
batch                 The least distance of many configurations, or which of them come within a distance: by
                      blocks of LANES
batch_kernels         Many poses, block after block, compiled: the nearest pair of each
exact_kernels         The distance of one pair in every lane, in double precision, taken where it comes
                      before what is known
load_kernels          LANES configurations out of many, put side by side, and where an arm's frames are in
                      them
near_kernels          Which lanes of a block may come nearer than is known, in single precision
order                 In which order to take many configurations, so that those of one block are near one
                      another
search_kernels        The least distance of all pairs in every lane of a block: branch and bound with one
                      known least per lane
"""
