"""HOLD that nothing takes away: new presses, repeats until confirmed, and who stays for it.

orphan   What becomes of a process whose supervisor is gone: HOLD must still have somebody
presses  Presses of HOLD: which are new to a receiver, and the bridge's repeats until the latch is reported
"""
