"""Meshes taken apart into convex pieces."""
