# part: sample_dot_products
# status: failed
# misconception: none
# points: 0


def sample_dot_products(d_k, n, rng):
    if d_k < 1 or n < 1 or d_k != int(d_k):
        raise ValueError
    return (rng.standard_normal((n, d_k)) * rng.standard_normal((n, d_k))).sum(1).squeeze()
