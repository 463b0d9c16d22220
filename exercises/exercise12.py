"""Exercise 12: computational cost.

The support bot is to read the whole chat before it answers, not just "UPI payment failed". Yesterday's chat had 1,000
tokens, today's has 10,000. How much longer will the attention take? Each token looks at each token, so there is a
score for every pair: ten times the tokens are a hundred times the pairs.

You count the work in *multiply-adds*: one multiplication and the addition that collects its result, together one
step. A dot product of two vectors with d_k components takes d_k of them.

1. `multiply_adds` counts those of one attention.
2. `cost_ratio` compares two lengths.
3. `longest_sequence` turns the question round: how long a text can you afford?

Replace each line that says TODO, then run

    grade exercise12          checks all three functions
    grade hint exercise12     one hint at a time, three for each function
"""


def multiply_adds(n: int, d_k: int, d_v: int) -> int:
    """How many multiply-adds one attention takes over a sequence of n tokens.

    n       how many tokens there are, at least 1; each is a query and a key
    d_k     components of a query and of a key
    d_v     components of a value
    returns a whole number, as an int: the multiply-adds of queries times transposed keys and those of weights times
            values, together

    Only these two matrix products count: not the projections that make queries, keys and values, not the scaling, not
    the softmax. Nothing is masked. The count is exact, however large it gets.

    By hand, with n = 3, d_k = 2 and d_v = 4. The scores are 3 times 3 numbers, each a dot product of 2 components:
    18 multiply-adds. The output is 3 times 4 numbers, each a sum over 3 weights: 36 multiply-adds. So
    multiply_adds(3, 2, 4) = 54.
    """
    raise NotImplementedError("TODO: multiply_adds")


def cost_ratio(n_long: int, n_short: int) -> float:
    """How many times as much attention over n_long tokens costs as over n_short, with the same d_k and d_v.

    n_long   tokens of the longer sequence
    n_short  tokens of the shorter one, at least 1
    returns  the longer one's multiply-adds divided by the shorter one's, a number that need not be whole

    You may call `multiply_adds`, or work out what is left after the division.

    By hand: with d_k = d_v = 1, 6 tokens take 72 multiply-adds and 4 tokens take 32, so cost_ratio(6, 4) = 2.25. Any
    other widths give the same.
    """
    raise NotImplementedError("TODO: cost_ratio")


def longest_sequence(budget: int, d_k: int, d_v: int) -> int:
    """The most tokens whose attention stays within a budget of multiply-adds.

    budget  how many multiply-adds there are to spend, 0 or more
    d_k     components of a query and of a key
    d_v     components of a value
    returns a whole number, as an int: the largest n for which multiply_adds(n, d_k, d_v) is at most `budget`, and 0
            when not even one token fits

    The answer is exact for every budget up to 10 to the power of 30. With so large a budget counting up one token at
    a time takes years, and a float, which holds only 16 digits, can be off by a token.

    By hand, with d_k = 2 and d_v = 3: 4 tokens take 80 multiply-adds and 5 tokens take 125. So
    longest_sequence(100, 2, 3) = 4, longest_sequence(80, 2, 3) = 4 and longest_sequence(79, 2, 3) = 3.
    """
    raise NotImplementedError("TODO: longest_sequence")
