"""Motions of an arm whose joints do not all move."""
