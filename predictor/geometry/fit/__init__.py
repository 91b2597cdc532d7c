"""Bounding volumes of a body: boxes, spheres, capsules, always conservative.

by_box       Sphere and capsule by the recipe of the box: its centre, and the line of its longest edge
capsules     The smallest capsule and the smallest tapered capsule around points, on any line
fitted       A fit with its proof: which convex member of a volume holds which corners of the body
merged       Capsules of one frame made fewer: two that one alone holds about as well become one
methods      The methods by name, and what each of them finds for a body
obb          The oriented box of a body: small, and with every point inside
scs          Two spheres and a cylinder between them: the ends of a body in the spheres, its middle in the
             cylinder
several      Several capsules around one body: planes across an edge of its box cut it, and each slice gets
             its own
solid        A body to be wrapped: its triangles, the corners of its hull, and what planes make of it
spheres      The smallest sphere around points
tree         A tree over convex pieces or other leaves, built by halves from the top: each node is around its
             leaves
true_volume  What a body really holds, which a fill ratio compares with what is around it
volumes      The volumes that a body can be wrapped in, and what each of them answers
"""
