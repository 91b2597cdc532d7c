"""Mesh files, read by the ending of their name: bytes in, a Mesh or a MeshError out, no library between.

collada       COLLADA (DAE): the surfaces that its scene shows, placed by its nodes, in metres
glb           GLB, the binary glTF 2.0: triangles of its scene, placed by its nodes, in metres
limits        How much a mesh file may hold, so that no file takes longer than 10 s to read or more than 1
              GiB
mesh_files    Mesh files of all formats that are read: by the ending of the name, alone or as another file
              names them
obj           Wavefront OBJ: vertices and polygons are read; names, normals, textures and materials are
              passed over
placed_nodes  The nodes of a scene, walked from its roots, and the affine maps (4, 4) by which they are
              placed
plain_xml     XML without what makes it dangerous: no document type, no entities, no end of elements
ply           PLY (Stanford), ASCII and binary: the elements `vertex` and `face`; others are passed over
polygons      Polygons of any shape as triangles
stl           STL, binary and ASCII
vrml          VRML 97: the shapes of its nodes, placed by what they stand in, in metres
vrml_text     The grammar of VRML 97: a text becomes nodes with fields; nothing is known here of what they
              mean
"""
