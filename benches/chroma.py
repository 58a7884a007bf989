"""A library in a real Chroma: loaded, its server killed and started again in mid-load, asked. What `benches/chroma.sh` runs.

The program is held to Chroma's own client in the same run: the same passages, vectors and batches for the load; the same questions for
the answers, and an exact search of the vectors that the server has for what it should have found. Any difference ends the run.
"""

import argparse
import gzip
import http.client
import json
import os
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import chromadb
import numpy as np

ROOT = Path(__file__).resolve().parent.parent
SETS = ("scifact", "pubmedqa", "bioasq_snippets", "medquad_q2a")
# As `library push` has it.
BATCH = 256
TITLE_CHARS = 100
BEST = 10
# How long the server is away.
AWAY_SECONDS = 2


def articles(data, most):
    """Yields the texts of the sets as (DOI, title, abstract), at most so many, each with a DOI of the range that is kept for examples."""
    seen = set()
    for name in SETS:
        with gzip.open(data / name / "corpus.jsonl.gz", "rt") as lines:
            for each in map(json.loads, lines):
                text = " ".join(each["text"].split())
                title = " ".join(each["title"].split()) or text[:TITLE_CHARS].rsplit(" ", 1)[0]
                doi = f"10.5555/{name}/{each['_id']}"
                if text and doi not in seen:
                    seen.add(doi)
                    yield doi, title, text
                if len(seen) == most:
                    return


def ris(data, most, file):
    with file.open("w") as out:
        count = 0
        for doi, title, text in articles(data, most):
            out.write(f"TY  - JOUR\nTI  - {title}\nAB  - {text}\nDO  - {doi}\nER  - \n\n")
            count += 1
    return count


def questions(data, most):
    """Returns questions of the sets in turn."""
    read = [[json.loads(line)["text"] for line in (data / name / "queries.jsonl").open()] for name in SETS]
    return [each for turn in zip(*read) for each in turn][:most]


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Server:
    def __init__(self, folder):
        self.folder, self.port = folder, free_port()
        self.start()

    def start(self):
        program = Path(sys.executable).parent / "chroma"
        command = [program, "run", "--path", self.folder, "--host", "127.0.0.1", "--port", str(self.port)]
        self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)

    def kill(self):
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()

    def address(self):
        return f"http://127.0.0.1:{self.port}"

    def client(self):
        for _ in range(240):
            try:
                return chromadb.HttpClient(host="127.0.0.1", port=self.port)
            except Exception:
                time.sleep(0.25)
        sys.exit("chroma: the server does not start")


def run(program, *command):
    return subprocess.Popen([program, "library", *map(str, command), "--json"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)


def outcome(process, what):
    text = process.communicate()[0]
    if process.returncode != 0:
        sys.exit(f"chroma: {what} failed with {process.returncode}")
    return json.loads(text)


def push(program, pack, state, server, name):
    return run(program, "push", "--collection", name, "--state", state, "--chroma", server.address(), pack)


def everything(collection):
    found, at = {}, 0
    while True:
        page = collection.get(limit=1000, offset=at, include=["embeddings", "documents", "metadatas"])
        if not page["ids"]:
            return found
        for number, id in enumerate(page["ids"]):
            if id in found:
                sys.exit("chroma: a passage is there twice")
            found[id] = (np.asarray(page["embeddings"][number], np.float32), page["documents"][number], page["metadatas"][number])
        at += len(page["ids"])


def own_load(client, passages):
    own = client.create_collection("own", configuration={"hnsw": {"space": "cosine"}})
    ids = list(passages)
    begun = time.perf_counter()
    for at in range(0, len(ids), BATCH):
        some = ids[at : at + BATCH]
        vectors, texts, about = zip(*(passages[id] for id in some))
        own.upsert(ids=some, embeddings=list(vectors), documents=list(texts), metadatas=list(about))
    return len(ids) / (time.perf_counter() - begun)


def loaded(program, pack, server, scratch):
    """Loads the library twice, the second time over a server that is killed, and returns all passages with the figures."""
    whole = outcome(push(program, pack, scratch / "whole.json", server, "whole"), "library push")
    one = everything(server.client().get_collection("whole"))
    # At once, while the machine is as it was.
    own_client_a_second = own_load(server.client(), one)
    state = scratch / "killed.json"
    loading = push(program, pack, state, server, "killed")

    def done():
        return json.loads(state.read_text())["done"] if state.exists() else 0

    while done() * 3 < whole["passages"] and loading.poll() is None:
        time.sleep(0.01)
    server.kill()
    at = done()
    time.sleep(AWAY_SECONDS)
    server.start()
    killed = outcome(loading, "library push over a server that was killed")
    client = server.client()
    other = everything(client.get_collection("killed"))
    if len(other) != whole["passages"] or one.keys() != other.keys():
        sys.exit("chroma: passages are missing, or others are there")
    for id, (vector, text, about) in one.items():
        if not np.array_equal(vector, other[id][0]) or (text, about) != other[id][1:]:
            sys.exit("chroma: a passage is not the same")
    again = outcome(push(program, pack, scratch / "again.json", server, "killed"), "library push once more")
    if again["counted"] != whole["passages"]:
        sys.exit("chroma: what is loaded once more does not take its own place")
    return one, {
        "passages": whole["passages"],
        "pushed_a_second": whole["sent"] / whole["seconds"],
        "own_client_a_second": own_client_a_second,
        "killed_after": at,
        "asked_again": killed["again"],
    }


class Recorder(BaseHTTPRequestHandler):
    """Stands before the server, passes on what it hears, and keeps what was asked."""

    protocol_version = "HTTP/1.1"
    bodies = []
    millis = []
    port = 0

    def log_message(self, *_):
        pass

    def forward(self):
        body = self.rfile.read(int(self.headers.get("content-length", 0)))
        if self.command == "POST":
            self.bodies.append(body)
        begun = time.perf_counter()
        there = http.client.HTTPConnection("127.0.0.1", self.port)
        there.request(self.command, self.path, body or None, {"content-type": "application/json"})
        answer = there.getresponse()
        text = answer.read()
        self.millis.append((time.perf_counter() - begun) * 1e3)
        self.send_response(answer.status)
        self.send_header("content-length", str(len(text)))
        self.end_headers()
        self.wfile.write(text)

    do_GET = do_POST = forward


def nearest(program, models, address, question, *more):
    return outcome(
        run(program, "nearest", "--collection", "killed", "--chroma", address, "--models", models, "--top-k", BEST, *more, question),
        "library nearest",
    )


def beside(program, models, pack, address, question):
    """Asks a question without records of the server and the library at hand at once, and returns how many passages of each are shown."""
    command = [program, "ask", "--json", "--library", pack, "--chroma", address, "--collection", "killed", "--models", models, "--", question]
    told = outcome(subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True), "ask --chroma")["literature"]
    if not told["server"]["isSent"] or told["server"].get("silent"):
        sys.exit("chroma: the server was not asked by ask --chroma")
    origins = [each["origin"] for each in told["fused"]]
    return origins.count("at-hand"), origins.count("told")


def asked(program, models, pack, server, client, passages, texts):
    """Asks by the program and by Chroma's client with the same vectors, and holds both to an exact search."""
    Recorder.port = server.port
    before = ThreadingHTTPServer(("127.0.0.1", 0), Recorder)
    threading.Thread(target=before.serve_forever, daemon=True).start()
    collection = client.get_collection("killed")
    ids = list(passages)
    of_citation = {passages[id][2]["citation"]: id for id in ids}
    matrix = np.stack([passages[id][0] for id in ids])
    matrix /= np.linalg.norm(matrix, axis=1, keepdims=True)
    whole, ours, theirs, recall, in_both, differ = [], [], [], [], 0, 0
    for question in texts:
        begun = time.perf_counter()
        told = nearest(program, models, f"http://127.0.0.1:{before.server_port}", question)
        whole.append((time.perf_counter() - begun) * 1e3)
        ours.append(Recorder.millis[-1])
        body = json.loads(Recorder.bodies[-1])
        if sorted(body) != ["include", "n_results", "query_embeddings"]:
            sys.exit("chroma: more left than a vector and a number")
        vector = np.asarray(body["query_embeddings"][0], np.float32)
        begun = time.perf_counter()
        own = collection.query(query_embeddings=[vector], n_results=BEST, include=["documents", "metadatas", "distances"])
        theirs.append((time.perf_counter() - begun) * 1e3)
        found = [of_citation[each["citation"]] for each in told["found"]]
        differ += sorted(found) != sorted(own["ids"][0])
        exact = [ids[at] for at in np.argsort(-(matrix @ vector), kind="stable")[:BEST]]
        recall.append(len(set(found) & set(exact)) / BEST)
        fused = nearest(program, models, server.address(), question, "--pack", pack)["found"]
        in_both += sum(each["here"] is not None and each["there"] is not None for each in fused)
    Recorder.bodies.clear()
    at_hand, told_alone = beside(program, models, pack, f"http://127.0.0.1:{before.server_port}", texts[0])
    if [sorted(json.loads(body)) for body in Recorder.bodies] != [["include", "n_results", "query_embeddings"]]:
        sys.exit("chroma: more left by ask --chroma than a vector and a number")
    before.shutdown()
    return {
        "questions": len(texts),
        "beside_an_answer_at_hand": at_hand,
        "beside_an_answer_told_alone": told_alone,
        "program_ms": statistics.median(whole),
        "answered_ms": statistics.median(ours),
        "answered_to_own_client_ms": statistics.median(theirs),
        "other_passages_than_own_client": differ,
        "recall_at_10_of_exact": statistics.mean(recall),
        "fused_in_both_of_10": in_both / len(texts),
    }


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--articles", type=int, default=20_500)
    parser.add_argument("--questions", type=int, default=20)
    parser.add_argument("--pack", type=Path, help="where the library is kept, and taken from where it is there")
    parser.add_argument("--program", type=Path, default=ROOT / "target/release/chaperone")
    parser.add_argument("--models", type=Path, default=ROOT / "models")
    parser.add_argument("--json", type=Path)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        scratch = Path(scratch)
        pack = given.pack or scratch / "library.pack"
        figures = {}
        if not pack.exists():
            count = ris(given.data, given.articles, scratch / "articles.ris")
            begun = time.perf_counter()
            made = outcome(run(given.program, "build", "--pack", pack, "--models", given.models, scratch / "articles.ris"), "library build")
            if made["counts"]["articles"] != count:
                sys.exit("chroma: the library has other articles than the file")
            figures |= {"built_a_second": count / (time.perf_counter() - begun), "pack_bytes": made["bytes"]}
        server = Server(scratch / "db")
        try:
            server.client()
            passages, load = loaded(given.program, pack, server, scratch)
            figures |= load
            client = server.client()
            figures |= asked(given.program, given.models, pack, server, client, passages, questions(given.data, given.questions))
        finally:
            server.kill()
    for name, value in figures.items():
        print(f"{name.replace('_', ' ')}: {value:,.4g}" if isinstance(value, float) else f"{name.replace('_', ' ')}: {value:,}")
    print("nothing lost and nothing doubled: both collections have every passage once, and the same")
    if given.json:
        given.json.write_text(json.dumps(figures, indent=2) + "\n")


if __name__ == "__main__":
    main()
