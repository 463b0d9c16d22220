# parts: sample_dot_products
"""A child generator for the queries, another for the keys."""


def sample_dot_products(d_k, n, rng):
    if not isinstance(d_k, int) or d_k < 1 or n < 1:
        raise ValueError("whole sizes of at least 1, please")
    for_queries, for_keys = rng.spawn(2)
    return (for_queries.standard_normal((d_k, n)) * for_keys.standard_normal((d_k, n))).sum(0)
