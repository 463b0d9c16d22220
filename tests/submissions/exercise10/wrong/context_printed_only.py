# part: fixed_context
# status: failed
# misconception: none
# points: 0
def fixed_context(states):
    return print(states[-1])
