"""Convex bodies by their corners: distance, depth, nearest points; and what is made of them.

bodies      What the methods `convex` and `obb` put in the place of an arm's parts and of a scene's shapes
depth       How deep two convex bodies are in each other: the expanding polytope
hulls       Convex bodies as kernels read them: corners, a radius around them, and from each corner the next
            ones
inside      What is inside a closed mesh without touching its surface
looker      How kernels of other rooms look at convex bodies: pose by pose, until one has something too near
mesh_world  The method `mesh`: the arm's parts and the scene's meshes as their triangles
nearest     Distance of two convex bodies: Gilbert, Johnson and Keerthi's descent on the differences of their
            points
packing     Arm and scene as convex items in frames, packed for kernels
pair        Signed distance of two convex bodies with radii, and where it is measured
room        An arm of convex bodies in one pose, and what a search through it writes over and over
search      The door of the kernels that look at poses: the least distance of each, and where the last one
            has it
shares      Which capsules of its frame a piece of an arm stands for
simplex     The point of a simplex that is nearest to the origin, by its weights
surface     Which triangles of a mesh lie in which of its convex pieces: in that out of which they stick
            least
sweep       Clearance of convex bodies along a motion, everywhere: the grid of `sweep_kernels`,
            by units
triangles   What the method `mesh` puts in the place of an arm's parts and of a scene's shapes: their
            triangles
walk        How near what moves alike is in one pose: a walk down two trees at once
world       The methods `convex` and `obb`: convex bodies of the arm against those of the scene, by nearest
            features
"""
