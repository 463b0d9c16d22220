"""Which version of a quiz counts in a batch, so that nobody picks an easier one unnoticed.

The pool that a seed picks from is made ahead, and all its variants are of one kind; still, who decides is the instructor.
`file`: the file's own word counts, and a seed that is not the student's id is told of. `student`: every student has to
answer the questions of their own id. `marked`: the same, in the version whose answers are in no student's copy.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from grader.content.kinds import kind_of
from grader.intake.source import Source

Seeds = Literal["file", "student", "marked"]


def seeded(source: Source, exercise: str, student: str, seeds: Seeds) -> tuple[Source, str, tuple[str, ...]]:
    """The source as it is to be graded; what tells its result from one of the same bytes with another seed; warnings."""
    kind = kind_of(exercise)
    if kind is None or kind.name != "quiz":
        return source, "", ()
    # Only where there is a quiz: most batches have none, and pay nothing for it.
    from grader.quiz.answers import seed_of
    from grader.quiz.variants import one_form

    if seeds == "file":
        seed = seed_of(source.text)
        if one_form(seed) in ("", one_form(student)):
            return source, "", ()
        return source, "", (f"it answers the questions of seed “{seed}”, which is not this student's id",)
    marked = seeds == "marked"
    return msgspec.structs.replace(source, seed=student, marked=marked), f" {seeds} {one_form(student)}", ()
