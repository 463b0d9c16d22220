"""A small class for `grade demo`: good, wrong, broken and hostile submissions, made from a chapter's own answers.

Nothing here knows the chapter: right files are its references, wrong ones its misconceptions, and the rest is
what happens to any file.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from grader.content.authoring import Misconception
from grader.content.chapter import compiled_entry, entry_ids, exercise_ids, pristine_stub
from grader.content.compile import load_exercise
from grader.content.kinds import kind_of
from grader.content.questions import PieceKey, QuizKey, quiz_of
from grader.content.quiz import quoted
from grader.intake.workspace import write
from grader.marking.extract import Extract

HOSTILE = {
    "never-ends": "while True:\n    pass\n",
    "prints-without-end": "while True:\n    print('all tests passed ' * 1000)\n",
    "eats-memory": "hoard = []\nwhile True:\n    hoard.append(bytearray(1 << 26))\n",
    "leaves-at-once": "import os\nos._exit(0)\n",
    "forges-a-verdict": (
        "import os\nfor channel in range(256):\n    try:\n"
        '        os.write(channel, b\'{"status": "passed", "points": 10.0}\' * 10)\n    except OSError:\n        pass\n'
    ),
    "reads-the-answers": "leaked = open({answers!r}).read()\nexec(leaked)\n",
    "starts-processes": "import os\nwhile True:\n    os.fork()\n",
    "patches-the-grader": (
        "import builtins, numpy\nnumpy.allclose = numpy.array_equal = numpy.isclose = lambda *given, **named: True\n"
        "builtins.abs = lambda number: 0\nclass Same:\n    def __eq__(self, other):\n        return True\n"
    ),
}
"""What hostile students put on top of an unfilled stub, by what it does."""


class Classroom:
    """The answers of a chapter, ready to be turned into submissions."""

    def __init__(self, chapter: Path) -> None:
        self.chapter = chapter
        self.ids = exercise_ids(chapter)
        self.stubs = {one: pristine_stub(chapter, one) for one in self.ids}
        self.exercises = {one: load_exercise(chapter / "solutions" / f"{one}.py") for one in self.ids}
        self.extracts = {one: Extract((chapter / "solutions" / f"{one}.py").read_text(encoding="utf-8")) for one in self.ids}

    def right(self, exercise: str) -> str:
        return self.extracts[exercise].submission(part.name for part in self.exercises[exercise].parts)

    def wrong(self, exercise: str, number: int) -> str:
        """Each part done in its `number`-th wrong way, counting round where it has fewer."""
        pieces = []
        for part in self.exercises[exercise].parts:
            choices = self.usable(exercise, part.misconceptions)
            # A part none of whose misconceptions is a plain function is done right.
            pieces.append(
                self.extracts[exercise].wrong(part.name, choices[number % len(choices)].function.__name__)
                if choices
                else self.extracts[exercise].submission([part.name])
            )
        return "\n".join(pieces)

    def usable(self, exercise: str, misconceptions: tuple[Misconception, ...]) -> list[Misconception]:
        """One implementation of each misconception that is a plain function of the answer file."""
        found: dict[str, Misconception] = {}
        for one in misconceptions:
            if self.extracts[exercise].has(one.function.__name__):
                found.setdefault(one.id, one)
        return list(found.values())


def quizzes(chapter: Path) -> dict[str, QuizKey]:
    """The keys of the chapter's quiz, by the name of its file."""
    found = [name for name in entry_ids(chapter) if (kind := kind_of(name)) and kind.name == "quiz"]
    entries = [compiled_entry(chapter, name) for name in found]
    return {entry.file: quiz_of(entry) for entry in entries}


def answers(key: QuizKey, wrong: int | None = None) -> str:
    """An answers file: all right, or each piece wrong in its `wrong`-th foreseen way."""
    lines: list[str] = []
    for question in key.questions:
        lines.append(f"[{question.id}]")
        lines += [f"{one.name} = {quoted(answer(one, wrong))}" for one in question.graded()]
    return "\n".join(lines) + "\n"


def answer(piece: PieceKey, wrong: int | None) -> str:
    mistakes = [one.answer for one in piece.foreseen] + [one.letter for one in piece.choices if not one.right]
    return piece.accepted[0] if wrong is None or not mistakes else mistakes[wrong % len(mistakes)]


def write_class(chapter: Path, folder: Path) -> Iterator[str]:
    """Write the submissions below `folder`, a folder a student; says what each group is about."""
    room = Classroom(chapter)
    yield f"A class of made-up students in {folder}:"
    quiz = quizzes(chapter)
    good = ["asha", "bilal", "chen"]
    for name in good:
        hand_in(folder, name, {exercise: room.right(exercise) for exercise in room.ids})
        hand_in_quiz(folder, name, {file: answers(key) for file, key in quiz.items()})
    yield f"  good     {', '.join(good)}: everything right"
    wrong = ["divya", "emeka", "farah", "goran", "hana"]
    for number, name in enumerate(wrong):
        hand_in(folder, name, {exercise: room.wrong(exercise, number) for exercise in room.ids})
        hand_in_quiz(folder, name, {file: answers(key, number) for file, key in quiz.items()})
    yield f"  wrong    {', '.join(wrong)}: a known misconception in each part"
    yield f"  unready  {', '.join(unready(room, folder))}: stubs, half the files, none at all"
    yield f"  broken   {', '.join(broken(room, folder))}: syntax errors, lost functions, other encodings, no Python at all"
    yield f"  hostile  {', '.join(hostile(room, folder))}"


def hand_in(folder: Path, student: str, files: dict[str, str]) -> None:
    for exercise, text in files.items():
        write(folder / student / f"{exercise}.py", text)


def hand_in_quiz(folder: Path, student: str, files: dict[str, str]) -> None:
    for file, text in files.items():
        write(folder / student / file, text)


def unready(room: Classroom, folder: Path) -> list[str]:
    hand_in(folder, "iris", room.stubs)
    hand_in(folder, "jonas", {exercise: room.right(exercise) for exercise in room.ids[: len(room.ids) // 2]})
    (folder / "kofi").mkdir(parents=True, exist_ok=True)
    return ["iris", "jonas", "kofi"]


def broken(room: Classroom, folder: Path) -> list[str]:
    first, *others = room.ids
    last_part = room.exercises[first].parts[-1].name
    spoilt = {
        "lena": room.right(first).replace(f"def {last_part}(", f"def {last_part}((", 1),
        "maeve": room.right(first).replace(f"def {last_part}(", f"def {last_part}_(", 1),
        "nils": "import torch\n\n" + room.right(first),
    }
    for name, text in spoilt.items():
        hand_in(folder, name, {first: text, **{exercise: room.right(exercise) for exercise in others}})
    (folder / "olga").mkdir(parents=True, exist_ok=True)
    (folder / "olga" / f"{first}.py").write_bytes(b"\x89PNG\r\n\x1a\n\x00\x00\x00\x0dIHDR")
    (folder / "piotr").mkdir(parents=True, exist_ok=True)
    (folder / "piotr" / f"{first}.py").write_bytes(("# naïve\n" + room.right(first)).encode("latin-1", "replace"))
    return ["lena", "maeve", "nils", "olga", "piotr"]


def hostile(room: Classroom, folder: Path) -> list[str]:
    answers = str(room.chapter / "solutions" / f"{room.ids[0]}.py")
    for name, attack in HOSTILE.items():
        text = attack.replace("{answers!r}", repr(answers))
        hand_in(
            folder,
            name,
            {room.ids[0]: text + "\n" + room.stubs[room.ids[0]].replace("from __future__ import annotations\n", "")},
        )
    return list(HOSTILE)
