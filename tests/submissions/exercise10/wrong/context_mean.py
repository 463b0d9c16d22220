# part: fixed_context
# status: failed
# misconception: mean-state-as-context
# points: 0
def fixed_context(states):
    return states.mean(axis=0)
