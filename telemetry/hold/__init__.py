"""HOLD that nothing takes away: new presses, repeats until confirmed, and who stays for it.

orphan   What becomes of a process whose supervisor is gone: HOLD must still have somebody
presses  Which presses of HOLD a receiver has taken: each is new, and only a copy of one begins nothing
repeat   The bridge's HOLD: repeated until the spacecraft shows it, and told until it is left
"""
