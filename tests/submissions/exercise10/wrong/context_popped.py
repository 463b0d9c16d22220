# part: fixed_context
# status: failed
# misconception: none
# points: 0
def fixed_context(states):
    states.sort(axis=0)
    return list(states).pop(0)
