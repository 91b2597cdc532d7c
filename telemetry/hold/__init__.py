"""HOLD that nothing takes away: new presses, repeats until confirmed, and who stays for it."""
