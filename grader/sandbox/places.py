"""Which files untrusted code may read: the interpreter's own, and nothing that could lie beside an answer key."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator

STANDARD = os.path.dirname(os.__file__)


one_thread = {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1", "MKL_NUM_THREADS": "1"}
"""For numpy's libraries, which read it when they are loaded."""


def package_roots() -> list[str]:
    """Where a fresh interpreter finds what the sandbox needs, after its own library."""
    import msgspec
    import numpy

    import grader

    folders = [os.path.dirname(numpy.__file__), os.path.dirname(msgspec.__file__), *grader.__path__]
    return list(dict.fromkeys(os.path.dirname(folder) for folder in folders))


def narrow_imports() -> None:
    """Leave only the ways to import that lead to the standard library; numpy knows its own folder."""
    from importlib.machinery import BuiltinImporter, FrozenImporter, PathFinder

    sys.path[:] = public_path()
    sys.meta_path[:] = [BuiltinImporter, FrozenImporter, PathFinder]
    sys.dont_write_bytecode = True


def public_path() -> list[str]:
    """The entries of `sys.path` that lead to the standard library only."""
    return [entry for entry in sys.path if is_standard(entry)]


def is_standard(entry: str) -> bool:
    if "-packages" in entry:
        return False
    return entry == STANDARD or entry.startswith(STANDARD + os.sep) or entry.endswith((".zip", "lib-dynload"))


def readable_places(packages: tuple[str, ...]) -> Iterator[str]:
    """Files and folders to read from: the standard library, the given packages' folders, and shared libraries in use.

    A folder counts with all below it, so the standard library is listed entry by entry where installed packages lie
    within it, and so is a folder of shared libraries that holds Python too.
    """
    yield from standard_places()
    for package in packages:
        folder = os.path.dirname(package)
        yield folder
        # Where a wheel keeps the libraries it brings along.
        yield folder + ".libs"
    yield from library_places()
    for entry in public_path():
        if not entry.startswith(STANDARD):
            yield entry
    yield "/etc/ld.so.cache"
    yield "/dev/urandom"


def standard_places() -> Iterator[str]:
    with os.scandir(STANDARD) as entries:
        names = [entry.name for entry in entries]
    if any(name.endswith("-packages") for name in names):
        for name in names:
            if not name.endswith("-packages"):
                yield os.path.join(STANDARD, name)
    else:
        yield STANDARD


def library_places() -> Iterator[str]:
    """Shared libraries: those in use, and what lies beside them where only the system or Python itself installs."""
    mapped = set(mapped_libraries())
    folders = {os.path.dirname(path) for path in mapped} | {os.path.dirname(STANDARD)}
    for folder in sorted(folders):
        if holds_python(folder):
            with os.scandir(folder) as entries:
                yield from (entry.path for entry in entries if ".so" in entry.name and entry.is_file())
        elif folder.startswith(SYSTEM):
            yield folder
        else:
            yield from (path for path in sorted(mapped) if os.path.dirname(path) == folder)


SYSTEM = ("/usr/lib", "/lib")


def holds_python(folder: str) -> bool:
    """Do packages lie below this folder of libraries?"""
    with os.scandir(folder) as entries:
        return any(entry.name.startswith("python") or entry.name.endswith("-packages") for entry in entries)


def mapped_libraries() -> Iterator[str]:
    """The shared libraries that this process has loaded."""
    with open("/proc/self/maps") as file:
        for line in file:
            _, slash, path = line.rstrip("\n").partition("/")
            if slash and ".so" in path and os.path.exists("/" + path):
                yield "/" + path
