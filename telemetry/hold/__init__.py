"""HOLD that nothing takes away: new presses, repeats until confirmed, and orphans that stay for it.

orphan   Processes whose supervisor is gone: those that HOLD needs stay, all others end
presses  Presses of HOLD: which are new to a receiver, and the bridge's repeats until the latch is reported
"""
