"""Mesh files, read by the ending of their name: bytes in, a Mesh or a MeshError out, no library between.

collada             COLLADA (DAE): the surfaces that its scene shows, placed by its nodes, in metres
collada_primitives  The geometry of a COLLADA file: its sources of positions, and the primitives that name
                    them
glb                 GLB, the binary glTF 2.0: triangles of its scene, placed by its nodes, in metres
limits              How much a mesh file may hold, so that no file takes longer than 10 s to read or more
                    than 1 GiB
mesh_file           Mesh files of all formats that are read: by the ending of the name, each by a reader of
                    its own
mesh_files          The mesh files that another file names: each in that one's folder, read through its
                    reader, and once
obj                 Wavefront OBJ: vertices and polygons; names, normals, textures and materials are passed
                    over
obj_writing         Write a mesh as an OBJ file: text that every program reads, and that holds every digit
placement           Affine maps (4, 4) as mesh files write them, in steps
plain_xml           XML without what makes it dangerous: no document type, no entities, no end of elements
ply                 PLY (Stanford), ASCII and binary: the elements `vertex` and `face`; others are passed
                    over
polygons            Polygons of any shape as triangles
stl                 STL, binary and ASCII
vrml                VRML 97: the shapes of its nodes, placed by what they stand in, in metres
vrml_text           The grammar of VRML 97: a text becomes nodes with fields; nothing is known here of what
                    they mean
"""
