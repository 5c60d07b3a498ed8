"""Lets single machines fetch single files by HTTP, under paths that nobody can guess."""

import os
import shutil
import time
from contextlib import suppress
from pathlib import Path
from secrets import token_urlsafe

from bessemer.model.errors import ConfigurationError

FOLDER, NAME = "agent_images", "image"
TOKEN_BYTES = 32
LONGEST_S = 24 * 3600.0
"""After which a file is withdrawn that was forgotten, as its machine was taken over by another conductor."""


class Publishing:
    """The folder of what machines may fetch: agent_images/UUID/TOKEN/image."""

    def __init__(self, root: Path, url: str | None, source: Path) -> None:
        """Prepare; the URL is that of the root, and files come from the source."""
        self._folder = root / FOLDER
        self._source = source
        self.url = url

    def open(self) -> None:
        """Make the folder, which has to be on the disk of the source: files are in both and on the disk once."""
        # Readable for others, as the operator's web server may be the one that reads it; names are the secret.
        self._folder.mkdir(mode=0o711, parents=True, exist_ok=True)
        if self._folder.stat().st_dev != self._source.stat().st_dev:
            raise ConfigurationError(
                f"[deploy] http_root ({self._folder.parent}) and [pxe] instance_master_path ({self._source}) are on "
                "different file systems. Put them on one: images are handed out without being copied."
            )
        self.withdraw_forgotten()

    def publish(self, file: Path, uuid: str) -> str | None:
        """Let a machine fetch a file, and nothing else any more; None where the file is gone."""
        self.withdraw(uuid)
        self.withdraw_forgotten()
        token = token_urlsafe(TOKEN_BYTES)
        place = self._folder / uuid / token
        place.parent.mkdir(mode=0o711, exist_ok=True)
        place.mkdir(mode=0o711)
        with suppress(FileNotFoundError):
            os.link(file, place / NAME)
            return f"{self.url}/{FOLDER}/{uuid}/{token}/{NAME}"
        return None

    def withdraw(self, uuid: str) -> None:
        """Let a machine fetch nothing any more."""
        shutil.rmtree(self._folder / uuid, ignore_errors=True)

    def withdraw_forgotten(self) -> None:
        """Remove what has been there for longer than any machine needs."""
        for each in self._folder.iterdir():
            if time.time() - each.stat().st_mtime > LONGEST_S:
                shutil.rmtree(each, ignore_errors=True)
