"""The key cache: bounded, keeps what was used lately, and several processes may use and prune it at once."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest
from conftest import ROOT

from grader.content import cache
from grader.content.cache import keep_key, known_key, write_quietly


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("WORKBOOK_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(cache, "MOST_BYTES", 1000)
    return tmp_path / "cache"


def aged(path: Path, hours: float) -> None:
    then = time.time() - 3600 * hours
    os.utime(path, (then, then))


def names(folder: Path) -> set[str]:
    return set(os.listdir(folder))


def test_what_was_used_longest_ago_goes_first(folder: Path) -> None:
    for age, name in enumerate(("c", "b", "a")):
        keep_key(name, bytes(300))
        aged(folder / f"{name}.key", 10 + 10 * age)
    assert known_key("a") == bytes(300)
    keep_key("d", bytes(300))
    assert names(folder) == {"a.key", "c.key", "d.key"}
    assert known_key("b") == b""


def test_a_key_that_is_too_large_alone_is_kept_alone(folder: Path) -> None:
    keep_key("a", bytes(300))
    keep_key("b", bytes(5000))
    assert names(folder) == {"b.key"}


def test_stubs_stay_and_what_a_killed_process_left_goes(folder: Path) -> None:
    write_quietly(folder / "old.stub", bytes(5000))
    (folder / "left.part").write_bytes(b"half")
    (folder / "now.part").write_bytes(b"half")
    aged(folder / "old.stub", 10_000)
    aged(folder / "left.part", 2)
    keep_key("a", bytes(10))
    assert names(folder) == {"old.stub", "now.part", "a.key"}


def test_where_nothing_can_be_written_nothing_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("WORKBOOK_CACHE", str(tmp_path / "file"))
    keep_key("a", b"1")
    assert known_key("a") == b""


MANY = """
import random, sys
from grader.content import cache
cache.MOST_BYTES = 20_000
dice = random.Random(int(sys.argv[1]))
hits = 0
for turn in range(400):
    name = str(dice.randrange(30))
    data = cache.known_key(name)
    if data:
        assert data == name.encode() * (1000 // len(name)), name
        hits += 1
    else:
        cache.keep_key(name, name.encode() * (1000 // len(name)))
print(hits)
"""


def test_several_processes_at_once(folder: Path) -> None:
    """Each finds a key whole or not at all, none stumbles over what another has removed, and the bound holds in the end."""
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    processes = [
        subprocess.Popen([sys.executable, "-c", MANY, str(seed)], env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        for seed in range(4)
    ]
    ended = [process.communicate(timeout=60) for process in processes]
    assert [err for _, err in ended] == [b""] * 4
    assert all(int(out) > 100 for out, _ in ended)
    assert sum(path.stat().st_size for path in folder.glob("*.key")) <= 20_000 + 4 * 1000
    assert not list(folder.glob("*.part"))
