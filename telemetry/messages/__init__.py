"""The interface control document: one file per message family."""
