def sample_dot_products(d_k, n, rng):
    if d_k < 1 or n < 1:
        raise ValueError("at least one")
    return (rng.standard_normal((n, d_k)) * rng.standard_normal((n, d_k))).sum(axis=1)


def dot_product_variance(d_k, var_q=1.0, var_k=1.0, mean_q=0.0, mean_k=0.0):
    if d_k < 1 or var_q < 0 or var_k < 0:
        raise ValueError("no such vector")
    return d_k * (var_q + mean_q**2) * (var_k + mean_k**2)


def scale_factor(d_k):
    return 1 / d_k
