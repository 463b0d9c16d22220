"""Tests of the quiz room, and of the command that asks."""
