# part: scale_factor
# status: failed
# misconception: none
# points: 0
import decimal


def scale_factor(d_k):
    if d_k < 1 or d_k != int(d_k):
        raise ValueError
    return decimal.Decimal(d_k).sqrt() ** -1
