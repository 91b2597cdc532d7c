"""Cameras as files describe them, and the image monitor."""
