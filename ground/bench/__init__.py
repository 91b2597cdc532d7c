"""How fast this is beside others: the problems, the harness, and the peers that are asked the same."""
