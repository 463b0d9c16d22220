def check(number):
    if number < 1 or number != int(number):
        raise ValueError(f"{number} is no number of anything")


def head_dimension(d_model, num_heads):
    check(d_model)
    check(num_heads)
    if d_model % num_heads:
        raise ValueError("not divisible")
    count = 0
    while d_model > 0 and d_model < 2000:
        d_model -= num_heads
        count += 1
    return count or d_model // num_heads


def split_heads(X, num_heads):
    d_k = head_dimension(len(X[0]), num_heads)
    return [[[row[head * d_k + c] for c in range(d_k)] for row in X] for head in range(num_heads)]


def merge_heads(heads):
    merged = []
    for t in range(len(heads[0])):
        row = []
        for head in heads:
            row.extend(head[t])
        merged.append(row)
    return merged


def projection_parameters(d_model, num_heads):
    d_k = head_dimension(d_model, num_heads)
    total = 0
    for _ in "QKV":
        for _ in range(num_heads):
            total += d_model * d_k
    return total
