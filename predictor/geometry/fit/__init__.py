"""Bounding volumes of a body: boxes, spheres, capsules, always conservative.

by_box            Sphere and capsule by the recipe of the box: its centre, and the line of its longest edge
methods           The methods by name, and what each of them finds for a body
obb               The oriented box of a body: small, and with every point inside
scs               Two spheres and a cylinder between them: the ends of a body in the spheres, its middle in
                  the cylinder
several           Several capsules around one body, and capsules of one frame made fewer
smallest_volumes  The smallest sphere, capsule and tapered capsule around points
solid             A body to be wrapped: its triangles, the corners of its hull, what it holds, and a fit with
                  its proof
tree              A tree over convex pieces or other leaves, built by halves from the top: each node is
                  around its leaves
volumes           The volumes that a body can be wrapped in, and what each of them answers
"""
