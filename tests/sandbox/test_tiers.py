"""Which tier one gets, and that it holds as whoever runs it."""

from __future__ import annotations

import errno
import os
import shutil
import subprocess
import sys
import tempfile
import textwrap
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from grader.sandbox import Refused, SandboxFault, open_sandbox
from grader.sandbox.best import BestSandbox
from grader.sandbox.confinement import packages
from grader.sandbox.places import readable_places
from grader.sandbox.portable import ProcessSandbox
from grader.sandbox.strict import StrictSandbox
from sandbox.asking import Asked

linux = pytest.mark.skipif(sys.platform != "linux", reason="the strict tier is for Linux")
ROOT = Path(__file__).parents[2]


@linux
def test_all_layers_hold(strict: Asked) -> None:
    layers = strict.sandbox.layers()
    assert [layer.name for layer in layers] == ["Landlock", "seccomp", "limits", "environment"]
    assert all(layer.holds for layer in layers)
    assert strict.sandbox.isolation == "strict"


@linux
def test_what_may_be_read_holds_no_key() -> None:
    """No folder that may be read is, or lies above, the clone, a home, or a folder of installed packages."""
    places = [Path(place) for place in readable_places(packages())]
    kept = [ROOT, ROOT / "solutions", Path.home(), Path("/tmp"), Path("/etc/passwd"), *map(Path, sys.path[1:])]
    installed = [folder for folder in kept if folder.name.endswith("-packages")]
    assert installed
    for folder in (*kept[:5], *installed):
        assert not [place for place in places if folder == place or folder.is_relative_to(place)]
    for place in places:
        assert (
            not any(part.endswith("-packages") for part in place.parts)
            or {"numpy", "numpy.libs"} & set(place.parts)
            or ".so" in place.name
        )


@linux
def test_a_fresh_interpreter() -> None:
    with closing(open_sandbox("strict", fork=False)) as sandbox:
        asked = Asked(sandbox)
        asked.still_works()
        assert all(layer.holds for layer in sandbox.layers())
        source = "import os, numpy.random, dataclasses, asyncio\ndef f(x):\n    open('/etc/passwd')\n"
        run = asked.run(source)
        assert run.troubles == ()
        assert run.parts[0].outcomes[0].answer.name == "PermissionError"  # type: ignore[union-attr]


@linux
def test_many_runs_and_plans(strict: Asked) -> None:
    for _ in range(80):
        strict.still_works()


@linux
def test_a_python_built_long_ago(monkeypatch: pytest.MonkeyPatch) -> None:
    """Some interpreters are built with old headers, and lack what the kernel has."""
    for name in ("os.memfd_create", "os.pidfd_open", "signal.pidfd_send_signal"):
        monkeypatch.delattr(name)
    with closing(StrictSandbox()) as sandbox:
        asked = Asked(sandbox)
        asked.still_works()
        assert asked.part("def f(x):\n    while True: pass\n").line == 2
        assert asked.part("import os\ndef f(x):\n    os._exit(1)\n").ended == "killed"
        asked.still_works()


def test_the_scratch_folder_goes_with_the_sandbox(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setattr("tempfile.tempdir", None)
    for isolation in ("best", "process"):
        sandbox = open_sandbox(isolation)
        Asked(sandbox).still_works()
        Asked(sandbox).run("open('left.txt', 'w').write('x')\n")
        sandbox.close()
        sandbox.close()
        assert list(tmp_path.iterdir()) == []


def test_the_process_tier_says_what_it_is(process: Asked) -> None:
    assert process.sandbox.isolation == "process"
    assert process.run("def f(x): return x\n").isolation == "process"
    assert process.sandbox.layers()[0].name == "process"


class TestWhereStrictCanNotBe:
    def test_it_is_refused(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(sys, "platform", "darwin")
        with pytest.raises(Refused, match="Linux"):
            open_sandbox("strict")
        with closing(open_sandbox("best")) as best:
            assert best.isolation == "process"
            assert [layer.name for layer in best.layers() if not layer.holds] == ["strict isolation"]

    @linux
    def test_a_layer_that_does_not_hold_is_named(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("grader.sandbox.confinement.restrict_files", lambda places, scratch: None)
        with closing(StrictSandbox()) as sandbox:
            with pytest.raises(Refused, match="Landlock"):
                Asked(sandbox).run("")
            assert [layer.holds for layer in sandbox.layers()] == [False, True, True, True]
        with closing(BestSandbox(fork=True)) as best:
            assert best.isolation == "process"
            Asked(best).still_works()
            assert not best.layers()[0].holds

    @linux
    @pytest.mark.parametrize("name", ["zygote_filter", "child_filter"])
    def test_half_a_filter_is_none(self, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
        from grader.sandbox.syscalls import ALLOW, assemble

        monkeypatch.setattr(f"grader.sandbox.confinement.{name}", lambda machine: assemble(machine, (), ALLOW))
        with closing(StrictSandbox()) as sandbox:
            assert {layer.name: layer.holds for layer in sandbox.layers()}["seccomp"] is False

    @linux
    def test_a_kernel_without_landlock(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("grader.sandbox.confine.Landlock.create", 9999)
        self.lacks("Landlock", "Function not implemented")

    @linux
    def test_a_kernel_without_seccomp(self, monkeypatch: pytest.MonkeyPatch) -> None:
        def refuse(one: object) -> None:
            raise OSError(errno.EINVAL, "Invalid argument")

        monkeypatch.setattr("grader.sandbox.confine.Filter.install", refuse)
        # What sets limits may also lift them, so that these do not hold either.
        self.lacks("seccomp", "Invalid argument", "limits")

    @linux
    def test_a_kernel_with_neither(self, monkeypatch: pytest.MonkeyPatch) -> None:
        def refuse(*values: object) -> None:
            raise OSError(errno.ENOSYS, "Function not implemented")

        monkeypatch.setattr("grader.sandbox.confine.Filter.install", refuse)
        monkeypatch.setattr("grader.sandbox.confine.Landlock.__init__", refuse)
        with closing(StrictSandbox()) as sandbox:
            held = {layer.name: layer.holds for layer in sandbox.layers()}
        assert (held["Landlock"], held["seccomp"]) == (False, False)

    @linux
    def test_limits_that_can_not_be_set(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("grader.sandbox.confinement.soften", lambda space: None)
        self.lacks("limits", "take all memory")

    @linux
    def test_an_environment_that_is_not_emptied(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("grader.sandbox.confine.forget_surroundings", lambda: None)
        self.lacks("environment", "passwords")

    @linux
    def test_rights_that_can_not_be_given_up(self, monkeypatch: pytest.MonkeyPatch) -> None:
        def refuse() -> None:
            raise OSError(errno.EPERM, "Operation not permitted")

        monkeypatch.setattr("grader.sandbox.confine.drop_capabilities", refuse)
        with closing(StrictSandbox()) as sandbox, pytest.raises(Refused, match="not permitted"):
            sandbox.isolation  # noqa: B018

    def lacks(self, name: str, meaning: str, *also: str) -> None:
        """A layer does not hold, the others do: strict is refused for it, best is a process and runs code."""
        with closing(StrictSandbox()) as sandbox:
            layers = sandbox.layers()
            assert [layer.name for layer in layers if not layer.holds] == [name, *also]
            assert meaning in next(layer.meaning for layer in layers if not layer.holds)
            with pytest.raises(Refused, match=name):
                sandbox.isolation  # noqa: B018
            with pytest.raises(Refused, match=name):
                Asked(sandbox).run("")
        with closing(BestSandbox(fork=True)) as best:
            assert best.isolation == "process"
            assert best.layers() == layers
            assert Asked(best).run("def f(x): return x\n").isolation == "process"

    @linux
    def test_a_zygote_that_can_not_start_is_our_fault(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("grader.sandbox.starting.BOOT", "raise SystemExit")
        with closing(StrictSandbox(fork=False)) as sandbox, pytest.raises(SandboxFault):
            sandbox.layers()
        with closing(BestSandbox(fork=False)) as best:
            assert best.isolation == "process"

    def test_no_interpreter(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(sys, "executable", "/nowhere/python")
        with closing(ProcessSandbox()) as sandbox, pytest.raises(SandboxFault):
            Asked(sandbox).still_works()


script = """
    import os, sys
    import numpy
    from contextlib import closing
    from sandbox.asking import Asked
    from grader.sandbox import open_sandbox
    assert os.getuid() == 65534
    for fork in (True, False):
        with closing(open_sandbox("strict", fork=fork)) as sandbox:
            assert sandbox.isolation == "strict"
            asked = Asked(sandbox)
            asked.still_works()
            bad = [
                "open('/etc/passwd')", "os.fork()", "os.kill(os.getppid(), 9)", "open('/proc/self/maps')", "os.listdir('/')",
                f"open('/proc/{os.getpid()}/mem')", f"open('/proc/{os.getpid()}/environ')", "open('../x', 'w')",
                "os.symlink('/', 'x')", "os.mkdir('x')", "os.kill(-1, 9)", f"os.kill({os.getpid()}, 9)",
                "os.setpriority(0, 0, 5)",
                "__import__('socket').socket()", "os.execv('/bin/true', ['true'])", "os.memfd_create('x')",
                "os.link('/etc/passwd', 'x')",
                "os.chmod('.', 0o777)", "os.rename('.', '../x')", "open('/dev/shm/x', 'w')", "os.pidfd_open(os.getppid())",
            ]
            for statement in bad:
                answer = asked.part(f"import os\\ndef f(x):\\n    {statement}\\n").outcomes[0].answer
                assert answer.name == "PermissionError", (statement, answer)
            run = asked.run("import numpy.random, decimal, asyncio\\ndef f(x):\\n    while True: pass\\n")
            assert (run.troubles, run.parts[0].ended, run.parts[0].line) == ((), "timeout", 3)
            asked.still_works()
    print("all well")
"""


@linux
@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root can become someone else")
def test_as_a_user_without_rights(own_folder: Path) -> None:
    interpreter = readable_interpreter()
    if interpreter is None:
        pytest.skip("no interpreter of this version that everyone may run")
    place = own_folder
    copy_packages(place)
    command = [interpreter, "-c", textwrap.dedent(script)]
    environment = {"PYTHONPATH": str(place), "OPENBLAS_NUM_THREADS": "1"}
    done = subprocess.run(
        command, env=environment, user=65534, group=65534, extra_groups=[], capture_output=True, text=True, check=False, cwd="/"
    )
    assert done.stdout == "all well\n", done.stderr


@pytest.fixture
def own_folder() -> Iterator[Path]:
    """One that everyone may enter; pytest's own are closed to others, and so are their parents."""
    with tempfile.TemporaryDirectory() as folder:
        yield Path(folder)


def readable_interpreter() -> str | None:
    """One of this version that nobody (the user) can run."""
    version = f"{sys.version_info.major}.{sys.version_info.minor}"
    for candidate in (sys.executable, shutil.which(f"python{version}", path="/usr/bin:/usr/local/bin")):
        if candidate is None:
            continue
        try:
            subprocess.run(
                [candidate, "-c", ""], user=65534, group=65534, extra_groups=[], check=True, capture_output=True, cwd="/"
            )
        except (OSError, subprocess.CalledProcessError):
            continue
        return candidate
    return None


def copy_packages(place: Path) -> None:
    import msgspec
    import numpy

    for package in (Path(numpy.__file__).parent, Path(msgspec.__file__).parent, ROOT / "grader"):
        shutil.copytree(package, place / package.name, ignore=shutil.ignore_patterns("__pycache__", "tests"))
        libraries = package.with_name(package.name + ".libs")
        if libraries.exists():
            shutil.copytree(libraries, place / libraries.name)
    (place / "sandbox").mkdir()
    for name in ("__init__.py", "asking.py"):
        shutil.copy(Path(__file__).with_name(name), place / "sandbox")
    for path in (place, *place.rglob("*")):
        path.chmod(0o755 if path.is_dir() else 0o644)
