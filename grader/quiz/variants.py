"""Which version of the questions a seed stands for: the same one on every machine, for ever, with the same key."""

from __future__ import annotations

import hashlib
import unicodedata

from grader.content.questions import QuestionKey, QuizKey, unpacked


def one_form(seed: str) -> str:
    """Seeds that look alike are alike: Maeve and maeve, and é however it is encoded."""
    return unicodedata.normalize("NFC", seed.strip()).casefold()


def questions_of(key: QuizKey, seed: str, marked: bool = False) -> tuple[QuestionKey, ...]:
    """The questions of a seed; the chapter's own for no seed. `marked`: those whose answers a public key lacks."""
    if not one_form(seed):
        return key.questions
    found = []
    for question, pool in zip(key.questions, key.pools, strict=True):
        variants = unpacked(pool.marked if marked else pool.practice)
        found.append(variants[place(seed, question.id, marked) % len(variants)])
    return tuple(found)


def place(seed: str, question: str, marked: bool) -> int:
    """A number that nobody can steer: the beginning of a hash, never Python's own, which differs from run to run."""
    text = "\0".join((one_form(seed), question, "marked" * marked))
    return int.from_bytes(hashlib.sha256(text.encode("utf-8", "surrogatepass")).digest()[:8])
