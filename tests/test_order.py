"""Right arrays in another order than asked for are told to be that, and nothing else is."""

from __future__ import annotations

from pathlib import Path

import pytest
from conftest import Grade, fill

ATTENTION = """
import numpy as np

def attention(Q, K, V, mask=None):
    scores = Q @ K.T / np.sqrt(Q.shape[1]) + (0 if mask is None else mask)
    powers = np.exp(scores - scores.max(axis=1, keepdims=True))
    weights = powers / powers.sum(axis=1, keepdims=True)
    return RETURNED
"""
SWAPPED = "the first and second are swapped"


@pytest.mark.parametrize(
    ("returned", "told"),
    [("weights, weights @ V", True), ("weights, 2 * weights @ V", False), ("weights.T, weights @ V", False)],
)
def test_two_arrays_that_changed_places(grade: Grade, workspace: Path, returned: str, told: bool) -> None:
    fill(workspace, "exercise7", ATTENTION.replace("RETURNED", returned))
    ended = grade("exercise7", cwd=workspace)
    assert ended.status == 1
    assert (SWAPPED in " ".join(ended.out.split())) is told
