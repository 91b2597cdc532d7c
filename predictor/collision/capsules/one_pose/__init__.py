"""Poses one by one, and moves: the nearest pair, where it is nearest, and clearance along a motion.

nearest_pair_kernels  The nearest pairs of one pose, by branch and bound
packed                A world in one array, and the scratch that its kernels compute in: all that a public
                      call hands over
packed_layout         Where in the packed array and in the scratch array of `capsules` each value stands
placing_kernels       The leaves of an arm as they are placed in one pose, and the exact distance of any pair
                      of them
search_kernels        The nearest pair of poses one by one, and where that is nearest
sweep_kernels         Clearance along a motion, everywhere and not only at samples, on the grid of
                      `sweep_grid_kernels`
wide_tree             A tree of WIDE children at every node, whose bounds lie side by side: one comparison
                      takes them all
witness_kernels       Where two shapes are nearest, and along which normal the first of them gets clear of
                      the second
"""
