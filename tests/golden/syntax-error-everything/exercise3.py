def softmax_weights(scores)
    return scores 1
