"""The methods that see arm and scene as capsules and boxes: `capsules`, `capsule_tree`, `scs_projection`.

arm_and_scene/          Arm and scene as capsules and boxes: packed in tables, placed in a pose, and how far
                        they are apart
capsule_tree            The method `capsule_tree`: two binary trees of boxes along the axes, walked down side
                        by side
capsule_tree_kernels    Two trees of boxes walked down together, compiled: nearest obstacles of the method
                        `capsule_tree`
capsules_method         The method `capsules`: capsules of the arm against boxes and capsules of the scene,
                        by exact distances
few_poses/              A few poses at once, free or not: as fast as a search for a path asks
many_poses/             Many poses at once, side by side in lanes: the nearest pair of each
one_pose/               Poses one by one, and moves: the nearest pair, where it is nearest, and clearance
                        along a motion
scs_projection          The method `scs_projection`: three shadows of a leaf and an obstacle, before their
                        exact distance
scs_projection_kernels  Distances of shadows on three planes, compiled
"""
