"""Convex bodies by their corners: distance, depth, nearest points; and what is made of them.

bodies           What the methods of convex bodies put in the place of an arm's parts and of a scene's shapes
convex_layout    Arm and scene as the kernels of convex bodies read them
convex_method    The methods `convex` and `obb`: convex bodies of the arm against those of the scene, by
                 nearest features
convex_packing   Arm and scene as convex items in frames, packed for kernels: in tables, and these in one
                 array
depth_kernels    How deep two convex bodies are in each other: the expanding polytope
gjk_kernels      Distance of two convex bodies: Gilbert, Johnson and Keerthi's descent on the differences of
                 their points
hulls            Convex bodies as kernels read them: corners, a radius around them, and from each corner the
                 next ones
hulls_kernels    The corner of a hull that is farthest along a direction, compiled
inside_mesh      What is inside a closed mesh without touching its surface
mesh_method      The method `mesh`: the arm's parts and the scene's meshes as their triangles
pair_kernels     Signed distance of two convex bodies with radii, and where they are nearest
scratch_kernels  The bodies of an arm placed at a pose, and the scratch that they are placed in
search_kernels   The least distance of convex bodies in poses one by one, and where the last one has it
shares           Which capsules of its frame a piece of an arm stands for, and which triangles of a mesh lie
                 in which piece
simplex_kernels  The point of a simplex that is nearest to the origin, by its weights
sweep_kernels    Clearance of convex bodies along a motion, everywhere: on the grid of `sweep_grid_kernels`,
                 by units
walk_kernels     How near what moves alike is in one pose: a walk down two trees at once
"""
