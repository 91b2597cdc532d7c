"""Shapes and the scene they stand in.

bounds_tree          A tree of boxes along the axes over many items, so that what is far away is never looked
                     at one by one
bounds_tree_kernels  A tree of bounds built from the top down, compiled: each node is divided where that
                     costs least
coarse               Meshes with fewer triangles that look alike: what is too fine to be drawn is put into
                     the cells of a grid
convexity            Whether a surface is convex, told edge by edge, in time that grows with its edges alone
fit/                 Bounding volumes of a body: boxes, spheres, capsules, always conservative
fixtures/            Virtual fixtures as geometry: the set in which the hand is let be, and the shortest way
                     back into it
formats/             Readers of mesh files, one for each format: bytes in, a Mesh or a MeshError out, and no
                     library between
hull                 The convex hull of points, as a mesh; never flat, so that physics and boxes can take it
kept                 What was computed once and is kept on disk, named by the content it was made of
mesh                 Triangles: the surface of a body as files give it
mesh_file            Mesh files of all formats that are read: by the ending of the name, each by a reader of
                     its own
mesh_files           The mesh files that another file names: each in that one's folder, read through its
                     reader, and once
obj_writing          Write a mesh as an OBJ file: text that every program reads, and that holds every digit
pieces/              Meshes taken apart into convex pieces
primitive_meshes     Boxes, cylinders, cones and balls as meshes that contain them: convex, with few faces
scenes/              Scene files: what they may say, how bodies move, what covers them, what is doubtful
shape_meshes         Shapes of a scene as convex meshes, so that whatever takes a convex piece takes them too
shapes               Shapes of the scene: boxes, capsules and meshes, where they stand in the arm base at the
                     start of a run
tube                 A tube: all places within a radius of a way of lines whose corners are rounded; of two
                     points, a cylinder
winding              How often a closed surface goes around a point: once around what is inside, not at all
                     around the rest
"""
