"""Many configurations at once, side by side in lanes.

angles_kernels        Sine and cosine of many angles side by side, without a branch: the compiler takes
                      several at once
apart_kernels         How far segments and boxes are apart in many lanes: no branches, in the precision of
                      what is given
arm_and_scene         Arm and scene as the kernels over lanes read them: all in the arm base, wherever that
                      stands
arm_and_scene_layout  Arm and scene as the kernels of blocks read them
batch                 The least distance of many configurations, or which of them come within a distance: by
                      blocks of LANES
batch_kernels         Many poses, block after block, compiled: the nearest pair of each
chain                 The joints of an arm as rows of few numbers, so that a frame costs little where many
                      are computed
chain_layout          Columns of a chain's rows
exact_kernels         The distance of one pair in every lane, in double precision, taken where it comes
                      before what is known
frames_kernels        Where an arm's frames and the axes of its volumes are in LANES configurations side by
                      side
near_kernels          Which lanes of a block may come nearer than is known, in single precision
order                 In which order to take many configurations, so that those of one block are near one
                      another
search_kernels        The least distance of all pairs in every lane of a block: branch and bound with one
                      known least per lane
"""
