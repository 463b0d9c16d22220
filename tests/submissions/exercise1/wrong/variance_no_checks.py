# part: dot_product_variance
# status: failed
# misconception: none
# points: 1.92
def dot_product_variance(d_k, var_q=1.0, var_k=1.0, mean_q=0.0, mean_k=0.0):
    return d_k * ((var_q + mean_q**2) * (var_k + mean_k**2) - mean_q**2 * mean_k**2)
