"""Rays: what they meet first, whether anything stands in their way, and all that a segment crosses.

beam_kernels          Up to LANES rays as one beam: which balls it comes near, and which of its rays come
                      near one ball
cast_kernels          What many rays meet, LANES of them at a time, like a beam
caster                Ask rays of shapes, some of which move: what they meet first, what stands in their way,
                      what they cross
crossing_kernels      All that a segment crosses, on the way in and on the way out
echo                  What a range sensor hears: the nearest of what the rays of its beam meet first
intersection_kernels  Where a line is inside a convex shape, in the shape's own axes, and where it meets a
                      triangle
normal_kernels        The outward normal of a shape where a ray has met it
pairs_kernels         Rays and solids that come near each other, collected until they are intersected
                      together, PAIRS at a time
ray_shapes            Shapes as the kernels of rays read them: a row each, in axes of its own, with a ball
                      around it
scene_shapes          What rays may meet of an arm and its scene, and where the frames of all that are
tree_walk_kernels     What one ray meets first of all that a tree holds: down the nearest child first
"""
