INPUTS = ["one", "two", "three"]


def demo(x):
    return "the same"
