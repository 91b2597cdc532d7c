"""What bytes say: space packets, protection, frames, segments, and who may say what to whom."""
