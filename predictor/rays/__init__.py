"""Rays: what they meet first, whether anything stands in their way, and all that a segment crosses."""
