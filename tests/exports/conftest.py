"""What the tests of releases share: things that take a while to make are made once, also where several processes test."""

from __future__ import annotations

import os
import subprocess
import sys
import sysconfig
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest
from conftest import ROOT, Ended, environment

SCRIPTS = "Scripts" if os.name == "nt" else "bin"


def once(factory: pytest.TempPathFactory, name: str, make: Callable[[Path], None]) -> Path:
    """A folder that one process fills, and the others wait for. What `make` raises is everybody's."""
    base = factory.getbasetemp()
    folder = (base.parent if os.environ.get("PYTEST_XDIST_WORKER") else base) / name
    done = folder / ".made"
    try:
        folder.mkdir()
    except FileExistsError:
        ends = time.monotonic() + 180
        while not done.exists() and time.monotonic() < ends:
            time.sleep(0.1)
    else:
        problem = ""
        try:
            make(folder)
        except BaseException as error:
            problem = f"{type(error).__name__}: {error}"
            raise
        finally:
            done.write_text(problem)
    said = done.read_text() if done.exists() else "never made"
    assert not said, said
    return folder


@contextmanager
def a_terminal() -> Iterator[tuple[int, Callable[[], str]]]:
    """A terminal to write to, and what was written to it, a few lines at most; a pipe where there are no terminals."""
    ours, theirs = os.openpty() if hasattr(os, "openpty") else os.pipe()

    def told() -> str:
        os.write(theirs, b"(end)")
        seen = b""
        while not seen.endswith(b"(end)"):
            seen += os.read(ours, 1 << 16)
        return seen.decode().replace("\r\n", "\n").removesuffix("(end)")

    try:
        yield theirs, told
    finally:
        os.close(ours)
        os.close(theirs)


def grade_in_clone(cache: Path, *arguments: object, errors: int = subprocess.PIPE) -> Ended:
    """`grade` in this clone; a machine without the build tool and without a network can't make a release."""
    code = "import sys; sys.argv[0] = 'grade'; from grader.cli.main import main; main()"
    done = subprocess.run(
        [sys.executable, "-c", code, *map(str, arguments)],
        cwd=ROOT,
        env=environment(cache),
        stdout=subprocess.PIPE,
        stderr=errors,
        text=True,
        check=False,
    )
    done.stderr = done.stderr or ""
    if done.returncode == 2 and "wheel can't be built" in done.stderr:
        probe = subprocess.run([sys.executable, "-c", "import hatchling"], capture_output=True, check=False)
        if probe.returncode:
            pytest.skip(f"NO RELEASE TESTED: there is no hatchling here: {done.stderr}")
    return Ended(done.returncode, done.stdout, done.stderr)


def lend_packages(venv: Path) -> None:
    """What we depend on is lent by the environment that runs the tests: its folders only, no editable install of it."""
    packages = next(venv.glob("lib/python*/site-packages")) if os.name != "nt" else venv / "Lib" / "site-packages"
    (packages / "lent.pth").write_text("\n".join({sysconfig.get_path("purelib"), sysconfig.get_path("platlib")}))


@dataclass(frozen=True)
class Copy:
    """A student's copy, and a virtual environment into which it was installed as its README says, without a network."""

    folder: Path
    venv: Path
    said: str
    told: str
    """On its way, at a terminal."""
    cache: Path

    @property
    def wheel(self) -> Path:
        return next(self.folder.glob("*.whl"))

    def grade(self, *arguments: object, cwd: Path | None = None) -> Ended:
        env = {name: value for name, value in environment(self.cache).items() if name != "PYTHONPATH"}
        done = subprocess.run(
            [self.venv / SCRIPTS / "grade", *map(str, arguments)],
            cwd=cwd or self.folder, env=env, capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL, timeout=120,
        )  # fmt: skip
        return Ended(done.returncode, done.stdout, done.stderr)


@pytest.fixture(scope="session")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Copy:
    def make(folder: Path) -> None:
        with a_terminal() as (terminal, told):
            ended = grade_in_clone(folder / "cache", "release", folder / "copy", errors=terminal)
            (folder / "told").write_text(told())
        if ended.status == 2:
            # Once more over a pipe, which tells a machine that can't make one from a fault.
            ended = grade_in_clone(folder / "cache", "release", folder / "copy")
        assert ended.status == 0, (ended, (folder / "told").read_text())
        (folder / "said").write_text(ended.out)
        subprocess.run([sys.executable, "-m", "venv", "--without-pip", folder / "venv"], check=True)
        python = folder / "venv" / SCRIPTS / "python"
        wheel = next((folder / "copy").glob("*.whl"))
        command = [sys.executable, "-m", "pip", "--python", python, "install", "--no-deps", "--no-index", "--quiet", wheel]
        subprocess.run(command, check=True, capture_output=True)
        lend_packages(folder / "venv")

    folder = once(tmp_path_factory, "student-copy", make)
    said, told = ((folder / one).read_text() for one in ("said", "told"))
    return Copy(folder / "copy", folder / "venv", said, told, folder / "cache")
