# parts: symmetric_scores_asymmetric_weights asymmetric_scores_symmetric_weights
"""Scores so far apart that every weight is 0 or 1; and evidence made of Python integers beyond 32 bits."""


def symmetric_scores_asymmetric_weights():
    return ((30_000, 0), (0, 1)), ((30_000, 0), (0, 1))


def asymmetric_scores_symmetric_weights():
    large = 5_000_000_000
    return [[large, 0.5], [1, large]]
