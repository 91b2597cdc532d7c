"""Meshes taken apart into convex pieces.

allowance        How much work a mesh may be to take apart: each step that may be long counts its own before
                 it begins
close_pieces     Convex pieces of a mesh, each with a box, that reach no farther from it than is allowed
coacd_pieces     Convex pieces of a mesh by CoACD, made to contain it
decompose        Convex pieces of a mesh, which together contain it: by its surface, or by another tool; kept
                 on disk
excess_kernels   Compiled loops for how far a box or a hull reaches from the triangles and the inside of a
                 mesh
flush_kernels    A compiled search for the directions of a small box, flush with a face of a hull and with
                 one of its edges
inside_lattice   The inside of a closed surface, as points of a lattice: what blocks fill of it, and what
                 they leave open
lattice_kernels  Compiled loops over a lattice of points: which lie inside a closed surface, which in convex
                 hulls
material         What a mesh is made of: its triangles, and where it is closed its inside; how far a box
                 reaches from it
patch_kernels    Compiled loops of the surface decomposition: a patch that grows, and faces that cut through
                 a hull
patches          Convex patches of a surface: each face in exactly one, and no face inside the hull of any
surface_pieces   Convex pieces of a mesh by its surface: patches, their hulls, and what is open inside of a
                 solid
"""
