"""Is it right, and why not: from what a submission answered to a `Result`.

Everything here compares data with data; no student code and no reference runs in this room.
"""
