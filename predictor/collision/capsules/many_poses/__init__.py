"""Many poses at once, side by side in lanes: the nearest pair of each.

batch                  The least distance of many configurations, or which of them come within a distance: by
                       blocks of LANES
batch_kernels          Many poses, block after block, compiled: the nearest pair of each
pair_distance_kernels  The distance of one pair in every lane: whether it may come before what is known, then
                       the distance itself
placing_kernels        LANES configurations out of many, put side by side, and where an arm's frames are in
                       them
search_kernels         The least distance of all pairs in every lane of a block: branch and bound with one
                       known least per lane
"""
