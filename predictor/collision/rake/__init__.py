"""A few poses at once, free or not: as fast as a search for a way asks."""
