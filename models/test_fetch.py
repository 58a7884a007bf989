#!/usr/bin/env python3
"""Tests of fetch.py with the real pip, npm and cargo, made-up packages in a local folder and on this machine, and no network.

    python3 models/test_fetch.py
"""

import base64
import hashlib
import http.server
import io
import json
import os
import subprocess
import sys
import tarfile
import tempfile
import threading
import unittest
import zipfile
from pathlib import Path

FETCH = Path(__file__).resolve().parent / "fetch.py"
WEIGHTS = bytes(range(256)) * 40
ARCHIVE = "toy_weights-1.0-py3-none-any.whl"


def sha256(data):
    return hashlib.sha256(data).hexdigest()


class Fetch(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.weights = self.folder / "weights"
        self.target = self.weights / "toy" / "model.bin"
        self.archive = self.folder / ARCHIVE
        with zipfile.ZipFile(self.archive, "w") as box:
            box.writestr("toy_weights/model.bin", WEIGHTS)
            box.writestr("toy_weights/unwanted.bin", b"unwanted")
            box.writestr("toy_weights-1.0.dist-info/METADATA", "Metadata-Version: 2.1\nName: toy-weights\nVersion: 1.0\n")
            box.writestr("toy_weights-1.0.dist-info/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n")
            box.writestr("toy_weights-1.0.dist-info/RECORD", "")
        archive = self.archive.read_bytes()
        self.manifest = {
            "format": 1,
            "packages": [{"name": "toy-weights", "version": "1.0", "archive": ARCHIVE, "bytes": len(archive), "sha256": sha256(archive)}],
            "models": [{"id": "toy", "sets": ["demo"], "files": [
                {"path": "toy/model.bin", "bytes": len(WEIGHTS), "sha256": sha256(WEIGHTS),
                 "origin": {"package": "toy-weights", "member": "toy_weights/model.bin"}},
                {"path": "toy/made.bin", "bytes": 1, "sha256": sha256(b"."), "origin": {"converted_from": "weights"}}]}],
        }

    def fetch(self, wanted="demo", *options):
        manifest = self.folder / "manifest.json"
        manifest.write_text(json.dumps(self.manifest))
        surroundings = dict(os.environ, PIP_NO_INDEX="1", PIP_FIND_LINKS=str(self.folder), PIP_CONFIG_FILE=os.devnull)
        return subprocess.run([sys.executable, FETCH, "--for", wanted, "--manifest", manifest, "--weights", self.weights, *options],
                              env=surroundings, capture_output=True, text=True, timeout=120)

    def assert_fails(self, done, *words):
        self.assertEqual(done.returncode, 1, done.stdout)
        last = done.stderr.strip().splitlines()[-1]
        for word in words:
            self.assertIn(word, last)
        self.assertNotIn("Traceback", done.stderr)
        self.assertFalse(self.target.exists())

    def test_only_the_named_member_is_taken(self):
        done = self.fetch()
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(self.target.read_bytes(), WEIGHTS)
        names = sorted(path.name for path in self.weights.rglob("*") if path.is_file())
        self.assertEqual(names, [".verified.json", "model.bin"])
        self.assertIn(f"{len(self.archive.read_bytes()) / 1e6:.1f} MB", done.stderr)

    def test_a_second_run_needs_no_source(self):
        self.fetch()
        self.archive.unlink()
        self.assertEqual(self.fetch().returncode, 0)
        self.assertEqual(self.fetch("demo", "--verify").returncode, 0)

    def test_a_truncated_file_is_named_and_fetched_again(self):
        self.fetch()
        self.target.write_bytes(WEIGHTS[:-1])
        done = self.fetch()
        self.assertIn("toy/model.bin has", done.stdout)
        self.assertEqual(self.target.read_bytes(), WEIGHTS)

    def test_an_altered_file_is_named_and_fetched_again(self):
        self.fetch()
        self.target.write_bytes(b"\x01" + WEIGHTS[1:])
        done = self.fetch()
        self.assertIn("toy/model.bin was altered", done.stdout)
        self.assertEqual(self.target.read_bytes(), WEIGHTS)

    def test_verify_finds_what_keeps_size_and_time(self):
        self.fetch()
        state = self.target.stat()
        self.target.write_bytes(b"\x01" + WEIGHTS[1:])
        os.utime(self.target, ns=(state.st_atime_ns, state.st_mtime_ns))
        self.assertIn("was altered", self.fetch("demo", "--verify").stdout)
        self.assertEqual(self.target.read_bytes(), WEIGHTS)

    def test_an_archive_that_is_not_the_pinned_one_leaves_nothing(self):
        self.manifest["packages"][0]["sha256"] = sha256(b"another")
        self.assert_fails(self.fetch(), ARCHIVE, "SHA-256")

    def test_a_member_that_is_not_the_pinned_one_leaves_nothing(self):
        self.manifest["models"][0]["files"][0]["sha256"] = sha256(b"another")
        self.assert_fails(self.fetch(), "toy_weights/model.bin", "not the pinned file")

    def test_a_member_that_is_not_there_is_named(self):
        self.manifest["models"][0]["files"][0]["origin"]["member"] = "toy_weights/elsewhere.bin"
        self.assert_fails(self.fetch(), "toy_weights/elsewhere.bin")

    def test_without_a_member_the_archive_itself_is_taken(self):
        archive = self.archive.read_bytes()
        self.manifest["models"][0]["files"][0].update(
            origin={"package": "toy-weights"}, bytes=len(archive), sha256=sha256(archive), path="toy/lists.whl")
        self.assertEqual(self.fetch().returncode, 0)
        self.assertEqual((self.weights / "toy" / "lists.whl").read_bytes(), archive)

    def test_a_package_that_cannot_be_had_is_named(self):
        self.archive.unlink()
        self.assert_fails(self.fetch(), "toy-weights 1.0")

    def test_an_unknown_set_names_the_known_ones(self):
        self.assert_fails(self.fetch("dmeo"), "dmeo", "demo", "toy")

    def test_a_broken_manifest_is_named(self):
        (self.folder / "manifest.json").write_text("{")
        done = subprocess.run([sys.executable, FETCH, "--for", "demo", "--manifest", self.folder / "manifest.json",
                               "--weights", self.weights], capture_output=True, text=True, timeout=60)
        self.assert_fails(done, "manifest.json", "JSON")


class Registry(http.server.BaseHTTPRequestHandler):
    """Answers as a registry with one package in it."""

    def do_GET(self):
        answer = self.server.answers.get(self.path.replace("%2f", "/").replace("%2F", "/"))
        self.send_response(404 if answer is None else 200)
        self.send_header("Content-Length", str(len(answer or b"")))
        self.end_headers()
        self.wfile.write(answer or b"")

    def log_message(self, *_):
        pass


class FetchFromNpm(unittest.TestCase):
    NAME, FILE = "@toys/words", "toys-words-1.0.0.tgz"

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.weights = self.folder / "weights"
        described = {"name": self.NAME, "version": "1.0.0", "scripts": {"prepack": "touch ran", "prepare": "touch ran", "install": "touch ran"}}
        buffer = io.BytesIO()
        with tarfile.open(fileobj=buffer, mode="w:gz") as box:
            for name, data in (("package/package.json", json.dumps(described).encode()), ("package/words.json", b'["word"]')):
                entry = tarfile.TarInfo(name)
                entry.size = len(data)
                box.addfile(entry, io.BytesIO(data))
        self.archive = buffer.getvalue()
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Registry)
        self.address = f"http://127.0.0.1:{server.server_address[1]}/"
        integrity = "sha512-" + base64.b64encode(hashlib.sha512(self.archive).digest()).decode()
        dist = {"tarball": f"{self.address}words.tgz", "integrity": integrity}
        listed = {"name": self.NAME, "dist-tags": {"latest": "1.0.0"}, "versions": {"1.0.0": {**described, "dist": dist}}}
        server.answers = {f"/{self.NAME}": json.dumps(listed).encode(), "/words.tgz": self.archive}
        self.server = server
        threading.Thread(target=server.serve_forever, daemon=True).start()
        self.addCleanup(server.server_close)
        self.addCleanup(server.shutdown)
        self.package = {"name": self.NAME, "version": "1.0.0", "registry": "npm", "archive": self.FILE,
                        "bytes": len(self.archive), "sha256": sha256(self.archive)}

    def fetch(self, **surroundings):
        manifest = self.folder / "manifest.json"
        file = {"path": "toy/words.tgz", "bytes": len(self.archive), "sha256": sha256(self.archive), "origin": {"package": self.NAME}}
        manifest.write_text(json.dumps({"format": 1, "packages": [self.package], "models": [{"id": "toy", "sets": ["demo"], "files": [file]}]}))
        surroundings = {**os.environ, "npm_config_registry": self.address, "npm_config_userconfig": os.devnull, "npm_config_cache": str(self.folder / "cache"),
                        "npm_config_fetch_retries": "0", **surroundings}
        return subprocess.run([sys.executable, FETCH, "--for", "demo", "--manifest", manifest, "--weights", self.weights],
                              env=surroundings, capture_output=True, text=True, timeout=120)

    def assert_fails(self, done, *words):
        self.assertEqual(done.returncode, 1, done.stdout)
        for word in words:
            self.assertIn(word, done.stderr.strip().splitlines()[-1])
        self.assertNotIn("Traceback", done.stderr)
        self.assertFalse((self.weights / "toy" / "words.tgz").exists())

    def test_the_archive_is_taken_as_it_is_and_nothing_of_it_runs(self):
        done = self.fetch()
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual((self.weights / "toy" / "words.tgz").read_bytes(), self.archive)
        self.assertEqual([*self.folder.rglob("ran")], [])
        self.server.answers = {}
        self.assertEqual(self.fetch().returncode, 0)

    def test_an_archive_that_is_not_the_pinned_one_leaves_nothing(self):
        self.package["sha256"] = sha256(b"another")
        self.assert_fails(self.fetch(), self.FILE, "SHA-256")

    def test_a_package_that_cannot_be_had_is_named(self):
        self.server.answers = {}
        self.assert_fails(self.fetch(), f"{self.NAME} 1.0.0")

    def test_without_npm_it_says_so(self):
        self.assert_fails(self.fetch(PATH=str(self.folder)), "npm is missing")


class FetchFromCargo(unittest.TestCase):
    NAME, FILE = "toy-weights", "toy-weights-1.0.0.crate"

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.weights = self.folder / "weights"
        described = f'[package]\nname = "{self.NAME}"\nversion = "1.0.0"\nedition = "2021"\nbuild = "build.rs"\n'
        buffer = io.BytesIO()
        with tarfile.open(fileobj=buffer, mode="w:gz") as box:
            for name, data in (("Cargo.toml", described.encode()), ("build.rs", b'fn main() { panic!() }'), ("src/lib.rs", b""), ("model.json", WEIGHTS)):
                entry = tarfile.TarInfo(f"{self.NAME}-1.0.0/{name}")
                entry.size = len(data)
                box.addfile(entry, io.BytesIO(data))
        self.archive = buffer.getvalue()
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Registry)
        address = f"http://127.0.0.1:{self.server.server_address[1]}"
        listed = {"name": self.NAME, "vers": "1.0.0", "deps": [], "cksum": sha256(self.archive), "features": {}, "yanked": False}
        self.server.answers = {"/config.json": json.dumps({"dl": f"{address}/crates"}).encode(), "/to/y-/toy-weights": json.dumps(listed).encode(),
                               "/crates/toy-weights/1.0.0/download": self.archive}
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.addCleanup(self.server.server_close)
        self.addCleanup(self.server.shutdown)
        self.home = self.folder / "cargo"
        self.home.mkdir()
        (self.home / "config.toml").write_text(f'[source.crates-io]\nreplace-with = "toys"\n[source.toys]\nregistry = "sparse+{address}/"\n')
        self.package = {"name": self.NAME, "version": "1.0.0", "registry": "cargo", "archive": self.FILE,
                        "bytes": len(self.archive), "sha256": sha256(self.archive)}
        self.file = {"path": "toy/model.json", "bytes": len(WEIGHTS), "sha256": sha256(WEIGHTS),
                     "origin": {"package": self.NAME, "member": "toy-weights-1.0.0/model.json"}}

    def fetch(self, **surroundings):
        manifest = self.folder / "manifest.json"
        manifest.write_text(json.dumps({"format": 1, "packages": [self.package], "models": [{"id": "toy", "sets": ["demo"], "files": [self.file]}]}))
        surroundings = {**os.environ, "CARGO_HOME": str(self.home), **surroundings}
        return subprocess.run([sys.executable, FETCH, "--for", "demo", "--manifest", manifest, "--weights", self.weights],
                              env=surroundings, capture_output=True, text=True, timeout=120)

    def assert_fails(self, done, *words):
        self.assertEqual(done.returncode, 1, done.stdout)
        for word in words:
            self.assertIn(word, done.stderr.strip().splitlines()[-1])
        self.assertNotIn("Traceback", done.stderr)
        self.assertFalse((self.weights / "toy" / "model.json").exists())

    def test_only_the_named_member_is_taken_and_nothing_is_built(self):
        done = self.fetch()
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual((self.weights / "toy" / "model.json").read_bytes(), WEIGHTS)
        self.server.answers = {}
        self.assertEqual(self.fetch().returncode, 0)

    def test_what_cargo_kept_and_is_not_the_pinned_archive_is_fetched_again(self):
        self.fetch()
        for kept in self.home.glob(f"registry/cache/*/{self.FILE}"):
            kept.write_bytes(self.archive[:-1])
        (self.weights / "toy" / "model.json").unlink()
        done = self.fetch()
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual((self.weights / "toy" / "model.json").read_bytes(), WEIGHTS)

    def test_an_archive_or_a_member_that_is_not_the_pinned_one_leaves_nothing(self):
        pinned = self.package["sha256"]
        self.package["sha256"] = sha256(b"another")
        self.assert_fails(self.fetch(), self.FILE, "SHA-256")
        self.package["sha256"] = pinned
        self.file["origin"]["member"] = "toy-weights-1.0.0/elsewhere.json"
        self.assert_fails(self.fetch(), "elsewhere.json")

    def test_a_crate_that_cannot_be_had_is_named(self):
        self.server.answers = {}
        self.assert_fails(self.fetch(), f"{self.NAME} 1.0.0")


if __name__ == "__main__":
    unittest.main()
