"""A base that floats: momentum, where it goes, and how fast."""
