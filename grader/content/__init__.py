"""What is asked: exercises as frozen data, and the answer key they compile to.

Authors write against `grader.content.authoring`; everything that grades reads a `grader.content.key`.
Nothing is imported here, so that reading a key does not pay for what only an author needs.
"""
