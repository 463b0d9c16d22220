"""Checking from inside a notebook: `grader.check("exercise3")`, `%check exercise3`, `%%check exercise3`.

What is graded are the cells run so far in this kernel, in the order in which they were run: what a student sees at work is
what is checked. They are run again in the sandbox, from the start, with the public key; the kernel itself is not looked into.
"""
