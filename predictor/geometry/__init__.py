"""Shapes and the scene they stand in.

body_motion          The stated motion of a body: where it is at each instant of a run, known before the run
                     begins
bounds_tree          A tree of boxes along the axes over many items, so that what is far away is never looked
                     at one by one
bounds_tree_kernels  A tree of bounds built from the top down, compiled: each node is divided where that
                     costs least
coarse               Meshes with fewer triangles that look alike: what is too fine to be drawn is put into
                     the cells of a grid
disk_cache           What was computed once and is kept on disk, named by the content it was made of
drift                What a scene's bodies may have drifted beside what is said of them: their shapes, larger
                     by that
fit/                 Bounding volumes of a body: boxes, spheres, capsules, always conservative
fixtures/            Virtual fixtures as geometry: the set in which the hand is let be, and the shortest way
                     back into it
formats/             Mesh files, read by the ending of their name: bytes in, a Mesh or a MeshError out, no
                     library between
hull                 The convex hull of points, as a mesh; never flat, so that physics and boxes can take it
mesh                 Triangles: the surface of a body as files give it
pieces/              Meshes taken apart into convex pieces
primitive_meshes     Boxes, cylinders, cones, balls and capsules as meshes that contain them: convex, with
                     few faces
scenes/              Scene files: what they may say, what covers their bodies, what is doubtful
shapes               Shapes of the scene: boxes, capsules and meshes, where they stand in the arm base at the
                     start of a run
surfaces             Properties of a surface of triangles: open edges, bodies, volume, winding number,
                     convexity
"""
