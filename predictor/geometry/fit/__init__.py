"""Bounding volumes of a body: boxes, spheres, capsules, always conservative."""
