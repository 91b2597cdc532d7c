"""Collision methods beside one another, along one motion."""
