"""Chains of digests: each names all that came before, or all that follows.

chain       The chain of queue entries: H_j = SHA-256(H_(j-1) | c_(j-1) | entry | h), first 16 bytes,
            starting from r
stop_chain  The chain of a stop: each released set-point names, by one digest, the very samples of its stop
"""
