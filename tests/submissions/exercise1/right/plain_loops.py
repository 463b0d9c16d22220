"""Loops and lists, one normal number at a time."""
import math


def sample_dot_products(d_k, n, rng):
    if n < 1:
        raise ValueError("n")
    if d_k < 1 or d_k != int(d_k):
        raise ValueError("d_k")
    draws = []
    for _ in range(n):
        total = 0.0
        for _ in range(d_k):
            total += rng.normal() * rng.normal()
        draws.append(total)
    return draws


def dot_product_variance(d_k, var_q=1.0, var_k=1.0, mean_q=0.0, mean_k=0.0):
    if d_k < 1 or d_k % 1:
        raise ValueError
    for variance in (var_q, var_k):
        if variance < 0:
            raise ValueError
    total = 0.0
    one = var_q * var_k + var_q * mean_k * mean_k + var_k * mean_q * mean_q
    if d_k > 1000:
        return d_k * one
    for _ in range(d_k):
        total += one
    return total


def scale_factor(d_k):
    if d_k < 1 or math.floor(d_k) != d_k:
        raise ValueError("at least one, and whole")
    return math.exp(-math.log(d_k) / 2)


def variance_derivation():
    return [
        ("Variance of an independent sum", "V(S) = ∑ V(q_i k_i)"),
        ("Definition of variance", "V(q_i k_i) = E(q_i² k_i²) − E(q_i k_i)²"),
        ("Independence", "E(q_i² k_i²) − E(q_i k_i)² = E(q_i²) E(k_i²) − (E(q_i) E(k_i))²"),
        ("Zero mean", "E(q_i) = E(k_i) = 0"),
        ("Unit second moment", "E(q_i²) = E(k_i²) = 1"),
        ("Substitution of an earlier line", "V(S) = d_k"),
        ("Variance of a scaled variable", "V(S/√d_k) = V(S)/d_k"),
        ("Substitution of an earlier line", "V(S/√d_k) = 1"),
    ]
