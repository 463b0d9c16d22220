import numpy as np


def softmax_weights(scores):
    if scores.shape[1] == 0 or np.isneginf(scores).all(axis=1).any():
        raise ValueError("no key to attend to")
    powers = np.exp(scores - scores.max(axis=1, keepdims=True))
    return powers / powers.sum(axis=1, keepdims=True)


def attention_weights(Q, K):
    return softmax_weights(Q @ K.T / np.sqrt(Q.shape[1]))

print(answer_0)
print(answer_1)
print(answer_2)
print(answer_3)
print(answer_4)
print(answer_5)
print(answer_6)
print(answer_7)
print(answer_8)
print(answer_9)
print(answer_10)
print(answer_11)
print(answer_12)
print(answer_13)
print(answer_14)
print(answer_15)
print(answer_16)
print(answer_17)
print(answer_18)
print(answer_19)
print(answer_20)
print(answer_21)
print(answer_22)
print(answer_23)
print(answer_24)
print(answer_25)
print(answer_26)
print(answer_27)
print(answer_28)
print(answer_29)
