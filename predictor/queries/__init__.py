"""Questions of people about an arm in a scene: one door in front of model, collision methods and rays."""
