# part: fixed_context
# status: error
# misconception: none
# points: 0
def fixed_context(states):
    return states[states.shape[1] - 1]
