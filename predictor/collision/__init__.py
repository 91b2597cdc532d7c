"""Signed distance, and clearance along a whole motion.

Others enter by `method` alone.  A method supplies three things: it measures poses, follows moves and looks
for searches; `world` derives all answers from these, for every method alike.  Of capsules, packing makes the
tables, search and nearest find the nearest pair by exact distances, sweep follows a motion.

blocks/                 Many configurations at once, side by side in lanes
capsule_tree            The method `capsule_tree`: two binary trees of boxes along the axes, walked down side
                        by side
capsule_tree_kernels    Two trees of boxes walked down together, compiled: nearest obstacles of the method
                        `capsule_tree`
capsules                The method `capsules`: capsules of the arm against boxes and capsules of the scene,
                        by exact distances
convex/                 Convex bodies by their corners: distance, depth, nearest points; and what is made of
                        them
distance_kernels        Exact distances between the shapes of arm and scene: segments, points and boxes
door                    A world in one array, and the room that its kernels compute in: all that a public
                        call hands over
door_layout             Where in the packed table and in the scratch array of `capsules` each value stands
gradient_kernels        How the distance of a pair changes with the joints: its normal times how fast its
                        nearest points move
lanes/                  What the engines for a few poses (`rake`) and for many (`blocks`) share: poses side
                        by side in lanes
measured_layout         What a method is asked to measure, and where in its answer each value stands
method                  What every collision method answers, and the list of methods that a scenario may name
nearest_kernels         The nearest pairs of one pose, by branch and bound
nearest_points_kernels  Where two shapes are nearest, and along which normal the first of them gets clear of
                        the second
packing                 Pack an arm and a scene into the tables that kernels read
                        (`predictor.collision.tables`)
pair_names              What every pair is called, made when it is asked for: 10,000 bodies and 13 leaves are
                        130,000 pairs
placing_kernels         The leaves of an arm as they are placed in one pose, and the exact distance of any
                        pair of them
rake/                   A few poses at once, free or not: as fast as a search for a way asks
rates                   How the distance of a pair changes with the joints, for methods whose kernels do not
                        tell it
scs_projection          The method `scs_projection`: three shadows of a leaf and an obstacle, before their
                        exact distance
scs_projection_kernels  Distances of shadows on three planes, compiled
search_kernels          The door of the kernels that look at poses one by one: the nearest pair, and where
                        that is nearest
sweep_kernels           Clearance along a motion, everywhere and not only at samples: conservative
                        advancement on a grid
tables                  Arm and scene as capsules and boxes, in the few tables that kernels read; constants
                        computed once
wide_tree               A tree of WIDE children at every node, whose bounds lie side by side: one look
                        compares them all
wide_tree_layout        Where in a wide node each value stands
world                   One arm in one scene: all that is asked of it, derived here from three things that a
                        method supplies
"""
