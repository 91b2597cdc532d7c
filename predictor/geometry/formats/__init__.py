"""Readers of mesh files, one for each format: bytes in, a Mesh or a MeshError out, and no library between."""
