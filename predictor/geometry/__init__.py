"""Shapes and the scene they stand in."""
