"""Exercise 1 · Dot-product variance

A support message says "UPI payment failed". To decide what "failed" belongs to, a model compares the query of
"failed" with the key of every word: it multiplies two lists of d_k numbers entry by entry and adds up the products.
Early in training those entries are little more than noise, with mean 0 and variance 1. The longer the lists, the
further their dot product strays from 0, and a softmax that is fed large scores puts all of its weight on one word.

In this exercise you measure how far scores stray, work out the same by theory, and find the factor that undoes it.

    grade exercise1         checks this file
    grade hint exercise1    helps when you are stuck
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def sample_dot_products(d_k: int, n: int, rng: np.random.Generator) -> NDArray[np.float64]:
    """Draw n dot products q·k of random queries and keys.

    Each of the n draws has a query and a key of its own, both with d_k independent components from the normal
    distribution with mean 0 and variance 1. All randomness comes from `rng`.

    d_k: number of components, at least 1.      n: number of draws, at least 1.
    Returns an array of shape (n,).
    Raises ValueError where d_k or n is below 1, or d_k is not a whole number.

    By hand: q = [0.5, -1.0] and k = [2.0, 1.5] would be one draw for d_k = 2, worth 0.5·2.0 + (-1.0)·1.5 = -0.5.
    """
    raise NotImplementedError("TODO: sample_dot_products")


def dot_product_variance(d_k: int, var_q: float = 1.0, var_k: float = 1.0, mean_q: float = 0.0, mean_k: float = 0.0) -> float:
    """The variance of q·k, by theory.

    The components of q are independent of each other and of those of k. Each component of q has mean `mean_q` and
    variance `var_q`, each of k has `mean_k` and `var_k`.

    Returns Var(q·k), a number.
    Raises ValueError where d_k is below 1 or not a whole number, or a variance is negative.

    By hand: a coin that shows +1 or -1 has mean 0 and variance 1. With d_k = 1 the product of two such coins is again
    +1 or -1, so its variance is 1.
    """
    raise NotImplementedError("TODO: dot_product_variance")


def scale_factor(d_k: int) -> float:
    """What every score q·k is multiplied by, so that its variance is 1 whatever d_k is.

    Queries and keys are as in `sample_dot_products`: independent components, mean 0, variance 1.

    Returns the factor, a positive number.
    Raises ValueError where d_k is below 1 or not a whole number.

    By hand: with d_k = 1 a score has variance 1 already, so the factor is 1.
    """
    raise NotImplementedError("TODO: scale_factor")


def variance_derivation() -> list[tuple[str, str]]:
    """Derive Var(S) = d_k and Var(S/√d_k) = 1, step by step.

    S = Σ q_i k_i over i = 1…d_k is the dot product. All q_i and k_i are independent, with mean 0 and second moment 1.

    Returns a list of steps, each a pair of texts (rule, equation). A step is right when its two sides agree under
    algebra and the rule that it names, and nothing else; the steps together lead from Var(S) to d_k, and from
    Var(S/√d_k) to 1. Their order, and how many there are, is up to you. The rules:

        algebra · definition of variance · linearity of expectation · independence · zero mean · unit second moment ·
        unit variance · identical distribution · variance of a scaled variable · variance of an independent sum ·
        substitution of an earlier line

    Write E(q_i^2) or E[q_i²], Var(q_i*k_i), √d_k or sqrt(d_k), Sum(q_i*k_i, (i, 1, d_k)) or Σ_{i=1}^{d_k} q_i k_i.

    By hand: ("linearity of expectation", "E(q_i + 1) = E(q_i) + 1") is a right step, though not one you need.
    """
    raise NotImplementedError("TODO: variance_derivation")
