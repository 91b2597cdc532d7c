"""When it is where: the shortest time within limits."""
