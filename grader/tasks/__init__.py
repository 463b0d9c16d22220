"""Open tasks: what a machine can tell of a program that is shown, a text, a mind map or a reflection.

Whether they are complete is checked here; what they are worth is an instructor's to say. Nothing here gives points.
"""
