# part: fixed_context
# status: failed
# misconception: context-in-a-matrix
# points: 0
def fixed_context(states):
    return states[-1].reshape(-1, 1)
