"""The space link: what is measured of it, what is believed of what it brings, and what is done to it."""
