"""What a run did, told afterwards."""
