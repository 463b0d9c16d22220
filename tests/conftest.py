"""What the tests share: the command `grade` as a process of its own, and a student's workspace with the public key."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import unicodedata
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from grader.content.chapter import entry_ids

if TYPE_CHECKING:
    from gradebooks import Desk

    from grader.judge.result import PartResult
    from grader.sandbox import Sandbox

    Graded = Callable[[Path, bool], dict[str, PartResult]]

ROOT = Path(__file__).parent.parent

# A shell's background job ignores Ctrl-C, and so would every command that the tests start and interrupt.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
GRADE = [sys.executable, "-c", "import sys; sys.argv[0] = 'grade'; from grader.cli.main import main; main()"]


@dataclass(frozen=True)
class Ended:
    """A command that has ended."""

    status: int
    out: str
    err: str

    def document(self) -> Any:
        """What `--json` printed: one document, and no NaN or Infinity in it."""

        def refuse(constant: str) -> None:
            raise AssertionError(f"{constant} in a JSON document")

        return json.loads(self.out, parse_constant=refuse)

    def sentence(self) -> str:
        """The one sentence of a command that could do nothing: one line on stderr, nothing on stdout, exit 2."""
        assert self.status == 2, (self.status, self.out, self.err)
        assert self.out == ""
        lines = self.err.strip().split("\n")
        assert len(lines) == 1, self.err
        assert lines[0].startswith("grade: "), self.err
        return lines[0].removeprefix("grade: ")


def environment(cache: Path, **more: str) -> dict[str, str]:
    """That of a student's terminal: nothing of whoever runs the tests shines through."""
    kept = {name: os.environ[name] for name in ("PATH", "SYSTEMROOT", "TMPDIR", "LANG", "LC_ALL") if name in os.environ}
    return {**kept, "PYTHONPATH": str(ROOT), "HOME": str(cache), "WORKBOOK_CACHE": str(cache), **more}


@pytest.fixture(scope="session")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One user's cache folder; keys are compiled into it once for each process that runs tests."""
    return tmp_path_factory.mktemp("cache")


Grade = Callable[..., Ended]

EXERCISES = sorted((path.stem for path in (ROOT / "solutions").glob("exercise*.py")), key=lambda name: int(name[8:]))
WORK = entry_ids(ROOT)
"""Everything that is graded: the exercises, the quiz, the tasks."""
TASKS = [name for name in WORK if name.startswith(("practice", "reflection"))]
SCORED = [name for name in WORK if name not in TASKS]
"""What a machine gives points for."""
on_posix = pytest.mark.skipif(os.name != "posix", reason="made for POSIX")
as_root = os.name == "posix" and os.geteuid() == 0

WRONG = """
import numpy as np

def softmax_weights(scores):
    powers = np.exp(scores - scores.max(axis=0))
    return powers / powers.sum(axis=0)

def attention_weights(Q, K):
    return softmax_weights(Q @ K.T / np.sqrt(Q.shape[1]))
"""


def fill(workspace: Path, exercise: str, text: str) -> Path:
    path = workspace / "exercises" / f"{exercise}.py"
    path.write_text(text, encoding="utf-8")
    return path


def progress(workspace: Path) -> dict[str, object]:
    document = json.loads((workspace / ".workbook-progress.json").read_text())
    assert isinstance(document, dict)
    return document


@pytest.fixture(scope="session")
def grade(cache: Path) -> Grade:
    """Runs `grade` with some arguments. No traceback may ever come out of it."""

    def run(
        *args: object, cwd: Path = ROOT, env: dict[str, str] | None = None, code: str | None = None, **options: Any
    ) -> Ended:
        command = [*GRADE[:-1], code or GRADE[-1], *map(str, args)]
        done = subprocess.run(
            command,
            cwd=cwd,
            env=environment(cache, **(env or {})),
            capture_output=True,
            timeout=120,
            stdin=subprocess.DEVNULL,
            **options,
        )
        ended = Ended(done.returncode, done.stdout.decode(), done.stderr.decode())
        assert "Traceback" not in ended.err, ended.err
        return ended

    return run


@pytest.fixture(scope="session")
def public_key(grade: Grade, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("key") / "public.key"
    assert grade("compile", "--public", path).status == 0
    return path


@pytest.fixture(scope="session")
def full_key(grade: Grade, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("key") / "full.key"
    assert grade("compile", path).status == 0
    return path


@pytest.fixture(scope="session")
def strict(grade: Grade, tmp_path_factory: pytest.TempPathFactory) -> tuple[str, ...]:
    """The options that make a batch run on this machine."""
    folder = tmp_path_factory.mktemp("probe")
    (folder / "exercise5.py").write_text("x = 1\n")
    ended = grade("batch", folder, "--jobs", 1)
    return () if ended.status == 0 else ("--isolation", "process")


Batch = Callable[..., Ended]


@pytest.fixture
def batch(grade: Grade, strict: tuple[str, ...], full_key: Path) -> Batch:
    def run(path: Path, *options: object, key: Path = full_key, **more: Any) -> Ended:
        return grade("--key", key, "batch", path, *strict, *options, **more)

    return run


@pytest.fixture(scope="session")
def tiny_keys(grade: Grade, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """Keys of a tiny chapter: `first`; `second` with a hidden case more and an error case less in exercise 1 alone."""
    from gradebooks import LARGE, write_chapter

    keys = {}
    for name, changed in {"first": {}, "second": {"more": LARGE, "odd": ""}}.items():
        chapter = write_chapter(tmp_path_factory.mktemp("chapter") / name, **changed)
        keys[name] = chapter / "full.key"
        assert grade("compile", keys[name], cwd=chapter).status == 0
    return keys


@pytest.fixture
def desk(grade: Grade, cache: Path, tiny_keys: dict[str, Path], strict: tuple[str, ...], tmp_path: Path) -> Desk:
    """An instructor's desk, with nothing handed in yet."""
    from gradebooks import Desk

    return Desk(grade, cache, tiny_keys, strict, tmp_path)


@pytest.fixture
def workspace(grade: Grade, tmp_path: Path) -> Path:
    """A student's fresh workspace, outside the clone."""
    folder = tmp_path / "work"
    assert grade("start", folder).status == 0
    return folder


@pytest.fixture(scope="session")
def schema() -> dict[str, Any]:
    """The published JSON Schema of a result."""
    return json.loads((ROOT / "grader" / "report" / "result.schema.json").read_text(encoding="utf-8"))


def cells(text: str) -> int:
    """How many columns a text takes in a terminal."""
    return sum(0 if unicodedata.combining(one) else 2 if unicodedata.east_asian_width(one) in "WF" else 1 for one in text)


@pytest.fixture(scope="session")
def right() -> Callable[[str], str]:
    """A right submission of an exercise, made from its answer file."""
    from grader.content.compile import load_exercise
    from grader.marking.extract import Extract

    def text(exercise: str) -> str:
        path = ROOT / "solutions" / f"{exercise}.py"
        parts = [part.name for part in load_exercise(path).parts]
        return Extract(path.read_text(encoding="utf-8")).submission(parts)

    return text


@pytest.fixture(scope="session")
def sandbox() -> Iterator[Sandbox]:
    from grader.sandbox import open_sandbox

    with closing(open_sandbox("best", fork=False)) as sandbox:
        yield sandbox


@pytest.fixture(scope="session")
def graded(sandbox: Sandbox, cache: Path) -> Iterator[Graded]:
    """Grades a file with the full key, or with the public one; gives its parts by name."""
    from grader.content.catalog import ChapterCatalog
    from grader.marking.grading import Grader

    catalogs = {public: ChapterCatalog(ROOT, "Attention", public=public) for public in (False, True)}
    # A grader each: it keeps one key for an exercise.
    graders = {public: Grader(sandbox) for public in catalogs}

    def grade(path: Path, public: bool) -> dict[str, PartResult]:
        exercise = path.parts[-3]
        result = graders[public].grade_file(catalogs[public].entry(exercise), path, f"{exercise}.py")
        return {part.part: part for part in result.parts}

    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("WORKBOOK_CACHE", str(cache))
        yield grade


def controlling_terminal() -> None:
    """Makes the pty the child's terminal, so that Ctrl-C typed there reaches it."""
    import fcntl
    import termios

    fcntl.ioctl(0, termios.TIOCSCTTY, 0)


def read_until(terminal: int, words: str, seen: str = "", seconds: float = 20.0) -> str:
    """Reads on behind what was `seen` until these words are in it; returns all of it."""
    import select
    import time

    ends = time.monotonic() + seconds
    while words not in seen:
        # Reading alone would wait for ever for what does not come.
        assert select.select([terminal], [], [], max(0.0, ends - time.monotonic()))[0], seen
        seen += os.read(terminal, 4096).decode(errors="replace")
    return seen


def press_ctrl_c(terminal: int, words: str) -> str:
    """Types Ctrl-C until `words` come; returns what came. Python's own line editor misses a signal that arrives in the
    instant between its prompt and its waiting: a person would press the key once more."""
    import select
    import time

    came, ends = "", time.monotonic() + 60
    while words not in came:
        assert time.monotonic() < ends, came
        os.write(terminal, b"\x03")
        while words not in came and select.select([terminal], [], [], 3.0)[0]:
            came += os.read(terminal, 4096).decode(errors="replace")
    return came


def readable(path: Path) -> str:
    """What a test of the submission at `path` is called."""
    return f"{path.parts[-3]}-{path.stem}"


def said_on_top(path: Path) -> dict[str, str]:
    """The `# name: value` comments of a submission."""
    return dict(re.findall(r"^# (\w+): (.+)$", path.read_text(encoding="utf-8"), re.MULTILINE))
