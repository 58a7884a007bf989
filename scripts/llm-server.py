"""Serves one GGUF model on loopback, with the chat completions of the OpenAI API, until it is ended.

    .tools/llm/bin/python scripts/llm-server.py MODEL.gguf [--port PORT]

Prints one line, `listening on http://127.0.0.1:PORT`, when it takes requests. Port 0, the default,
takes a free one.
"""

import argparse
import signal

import xllamacpp

CONTEXT_TOKENS = 4096


def main():
    parser = argparse.ArgumentParser(description="Serves one GGUF model on loopback.")
    parser.add_argument("model", help="path of the GGUF file")
    parser.add_argument("--port", type=int, default=0)
    parser.add_argument("--threads", type=int, default=1)
    options = parser.parse_args()

    params = xllamacpp.CommonParams()
    params.model.path = options.model
    params.n_ctx = CONTEXT_TOKENS
    params.n_parallel = 1
    params.cpuparams.n_threads = options.threads
    params.hostnames = ["127.0.0.1"]
    params.port = options.port
    params.use_jinja = True
    server = xllamacpp.Server(params)
    print(f"listening on {server.listening_address}", flush=True)
    signal.sigwait({signal.SIGINT, signal.SIGTERM})


if __name__ == "__main__":
    main()
