"""Grading put together: one submission, a whole batch, and the proof that the content is sound."""
