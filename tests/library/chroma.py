#!/usr/bin/env python3
"""Loads a library into a real Chroma, kills the server in the middle of it, starts it again, and looks for every passage.

    python3 -m venv .tools/chroma && .tools/chroma/bin/pip install chromadb==1.5.9
    .tools/chroma/bin/python tests/library/chroma.py target/release/chaperone LIBRARY.pack

Prints how many passages a second were loaded, beside those of Chroma's own client with the same passages and batches.
"""

import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import chromadb

BATCH = 256


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

    def client(self):
        for _ in range(240):
            try:
                return chromadb.HttpClient(host="127.0.0.1", port=self.port)
            except Exception:
                time.sleep(0.25)
        sys.exit("chroma: the server does not start")


def push(program, pack, state, port, name):
    command = [program, "library", "push", "--json", "--collection", name, "--state", state, "--chroma", f"http://127.0.0.1:{port}", pack]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)


def everything(collection):
    found, at = {}, 0
    while True:
        page = collection.get(limit=2000, offset=at, include=["embeddings", "documents", "metadatas"])
        if not page["ids"]:
            return found
        for number, id in enumerate(page["ids"]):
            if id in found:
                sys.exit("chroma: a passage is there twice")
            found[id] = (page["embeddings"][number], page["documents"][number], page["metadatas"][number])
        at += len(page["ids"])


def main(program, pack):
    with tempfile.TemporaryDirectory() as scratch:
        server = Server(f"{scratch}/db")
        try:
            server.client()
            whole = push(program, pack, f"{scratch}/whole.json", server.port, "whole")
            told = json.loads(whole.communicate()[0])
            print(f"loaded without a stop: {told['sent']} passages, {told['sent'] / told['seconds']:.0f} a second")

            state = Path(scratch, "killed.json")
            loading = push(program, pack, str(state), server.port, "killed")
            while not (state.exists() and json.loads(state.read_text() or '{"done":0}')["done"] * 3 > told["passages"]):
                time.sleep(0.01)
            server.kill()
            done = json.loads(state.read_text())["done"]
            time.sleep(2)
            server.start()
            killed = json.loads(loading.communicate()[0])
            print(f"killed after {done} passages, started again: {killed['counted']} of {killed['passages']}, asked again {killed['again']} times")

            client = server.client()
            one, other = everything(client.get_collection("whole")), everything(client.get_collection("killed"))
            if len(other) != told["passages"] or one.keys() != other.keys():
                sys.exit("chroma: passages are missing, or others are there")
            for id, (vector, text, about) in one.items():
                if list(vector) != list(other[id][0]) or (text, about) != other[id][1:]:
                    sys.exit("chroma: a passage is not the same")
            print(f"nothing lost and nothing doubled: {len(other)} passages, the same in both collections")

            own = client.create_collection("own", configuration={"hnsw": {"space": "cosine"}})
            ids = list(one)
            begun = time.perf_counter()
            for at in range(0, len(ids), BATCH):
                some = ids[at : at + BATCH]
                own.upsert(ids=some, embeddings=[one[id][0] for id in some], documents=[one[id][1] for id in some], metadatas=[one[id][2] for id in some])
            print(f"by Chroma's own client: {len(ids) / (time.perf_counter() - begun):.0f} a second")
        finally:
            server.kill()


if __name__ == "__main__":
    main(*sys.argv[1:3])
