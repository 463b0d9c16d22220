"""Run by the build of a wheel: compiles the public key and puts it into the package.

An installed package is all that a student has: engine, stubs and public key, no answers. An editable install gets
none of this; there the checkout itself is used.
"""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class PublicKeyHook(BuildHookInterface):  # type: ignore[type-arg]
    """Adds `grader/public.key` to a wheel."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable":
            return
        sys.path.insert(0, self.root)
        from grader.content.catalog import ChapterCatalog, whole
        from grader.content.chapter import title_of
        from grader.content.key import dumps

        # `grade release` may be for another chapter than the engine's own.
        root = Path(os.environ.get("WORKBOOK_CHAPTER") or self.root)
        key = whole(ChapterCatalog(root, title_of(root), public=True))
        self.folder = tempfile.TemporaryDirectory(prefix="workbook-key-")
        path = Path(self.folder.name) / "public.key"
        path.write_bytes(dumps(key))
        build_data["force_include"][str(path)] = "grader/public.key"

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        folder = getattr(self, "folder", None)
        if folder is not None:
            folder.cleanup()
