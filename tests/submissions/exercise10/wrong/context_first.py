# part: fixed_context
# status: failed
# misconception: first-state-as-context
# points: 0
def fixed_context(states):
    return states[0]
