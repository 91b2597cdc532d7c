"""Convex bodies by their corners: distance, depth, nearest points; and what is made of them."""
