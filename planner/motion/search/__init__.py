"""A free way where the direct one is not: searched, shortened, and its corners rounded."""
