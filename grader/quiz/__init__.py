"""Questions and answers: reading what a student typed, judging it piece by piece, picking re-rolled variants."""
