"""Formulas and derivations: read, compared, checked step by step; nothing of a text is ever run."""

from grader.symbolic.comparison import Comparison, compare
from grader.symbolic.derivation import Derivation, Step, check_derivation
from grader.symbolic.equations import compare_equations
from grader.symbolic.moment_comparison import compare_moments

__all__ = ["Comparison", "Derivation", "Step", "check_derivation", "compare", "compare_equations", "compare_moments"]
