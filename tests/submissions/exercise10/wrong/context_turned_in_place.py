# part: fixed_context
# status: failed
# misconception: none
# points: 0.8
def fixed_context(states):
    states[:] = states[::-1]
    return states[0]
