INPUTS = [1, 2]


def dem(x):
    return x
