"""What a person or a script needs to act: view, lease, arming, recovery; and the script on top of it."""
