"""Formulas and derivations: read, compared, checked step by step; nothing of a text is ever run."""

from grader.symbolic.comparison import Comparison, compare

__all__ = ["Comparison", "compare"]
