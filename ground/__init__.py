"""What people see and start."""
