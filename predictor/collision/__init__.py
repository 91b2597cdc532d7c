"""Signed distance, and clearance along a whole motion."""
