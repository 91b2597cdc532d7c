"""What runs beside the device."""
