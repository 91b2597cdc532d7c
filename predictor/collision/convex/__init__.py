"""Convex bodies by their corners: distance, depth, nearest points; and what is made of them.

bodies           What the methods `convex` and `obb` put in the place of an arm's parts and of a scene's
                 shapes
convex_method    The methods `convex` and `obb`: convex bodies of the arm against those of the scene, by
                 nearest features
depth_kernels    How deep two convex bodies are in each other: the expanding polytope
door             An arm and a scene of convex bodies in one array, and the room that their kernels compute in
door_layout      Where in the packed table and in the scratch array of convex bodies each part stands
hulls            Convex bodies as kernels read them: corners, a radius around them, and from each corner the
                 next ones
hulls_kernels    The corner of a hull that is farthest along a direction, compiled
inside           What is inside a closed mesh without touching its surface
looker_kernels   How kernels of other rooms look at convex bodies: pose by pose, until one has something too
                 near
mesh_method      The method `mesh`: the arm's parts and the scene's meshes as their triangles
nearest_kernels  Distance of two convex bodies: Gilbert, Johnson and Keerthi's descent on the differences of
                 their points
packing          Arm and scene as convex items in frames, packed for kernels
packing_layout   Arm and scene as the kernels of convex bodies read them
pair             Signed distance of two convex bodies with radii, and where it is measured
pair_kernels     The signed distance of two bodies, and their nearest points, compiled
room_kernels     Bodies of the arm placed at a pose, compiled, and the scratch they are placed in
search_kernels   The door of the kernels that look at poses: the least distance of each, and where the last
                 one has it
shares           Which capsules of its frame a piece of an arm stands for
simplex_kernels  The point of a simplex that is nearest to the origin, by its weights
surface          Which triangles of a mesh lie in which of its convex pieces: in that out of which they stick
                 least
sweep_kernels    Clearance of convex bodies along a motion, everywhere: the grid of `sweep_kernels`, by units
triangles        What the method `mesh` puts in the place of an arm's parts and of a scene's shapes: their
                 triangles
walk_kernels     How near what moves alike is in one pose: a walk down two trees at once
"""
