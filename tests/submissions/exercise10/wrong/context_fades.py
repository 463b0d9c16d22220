# part: fixed_context
# status: failed
# misconception: none
# points: 0
def fixed_context(states):
    return sum(0.5 ** (len(states) - 1 - t) * state for t, state in enumerate(states))
