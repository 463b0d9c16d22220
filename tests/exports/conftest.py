"""What the tests of releases share: things that take a while to make are made once, also where several processes test."""

from __future__ import annotations

import os
import subprocess
import sys
import sysconfig
import time
from collections.abc import Callable
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


def grade_in_clone(cache: Path, *arguments: object) -> Ended:
    """`grade` in this clone; a machine without the build tool and without a network can't make a release."""
    code = "import sys; sys.argv[0] = 'grade'; from grader.cli.main import main; main()"
    done = subprocess.run(
        [sys.executable, "-c", code, *map(str, arguments)],
        cwd=ROOT,
        env=environment(cache),
        capture_output=True,
        text=True,
        check=False,
    )
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
        ended = grade_in_clone(folder / "cache", "release", folder / "copy")
        assert ended.status == 0, ended
        (folder / "said").write_text(ended.out)
        subprocess.run([sys.executable, "-m", "venv", "--without-pip", folder / "venv"], check=True)
        python = folder / "venv" / SCRIPTS / "python"
        wheel = next((folder / "copy").glob("*.whl"))
        command = [sys.executable, "-m", "pip", "--python", python, "install", "--no-deps", "--no-index", "--quiet", wheel]
        subprocess.run(command, check=True, capture_output=True)
        lend_packages(folder / "venv")

    folder = once(tmp_path_factory, "student-copy", make)
    return Copy(folder / "copy", folder / "venv", (folder / "said").read_text(), folder / "cache")
