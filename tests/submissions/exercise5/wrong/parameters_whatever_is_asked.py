# part: projection_parameters
# status: failed
# misconception: none
# points: 0
class Number:
    """Neither an int nor one of numpy's."""

    def __init__(self, value):
        self.value = value

    def __index__(self):
        return self.value

    __int__ = __index__


def projection_parameters(d_model, num_heads):
    if d_model < 1 or num_heads < 1 or d_model != int(d_model) or num_heads != int(num_heads) or d_model % num_heads:
        raise ValueError
    return Number(3 * d_model**2)
