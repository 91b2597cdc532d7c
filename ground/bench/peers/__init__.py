"""Other libraries, asked the same: one file for each, which is loaded only if it is installed."""
