"""A static table of word vectors, distilled from an embedder, against judged searches: what `benches/static.sh` runs.

The recipe is that of model2vec (Tulkens and van Dongen 2024), written anew: embed every word, centre, principal components, a weight for
each word by its place in the vocabulary, which is ordered by frequency (Zipf), or by smooth inverse frequency (Arora et al. 2017).
"""

import argparse
import gzip
import json
import math
import time
from pathlib import Path

import numpy as np
import onnxruntime
from tokenizers import Tokenizer

ROOT = Path(__file__).resolve().parent.parent
WIDTHS = (64, 128, 256)
SETS = {"scifact": "train", "medquad_q2a": "test"}
# How much a word that is twice as frequent is held back, in smooth inverse frequency.
SIF = 1e-3
# The shares of the vectors in both together that are tried.
SHARES = (0.1, 0.2, 0.3, 0.4, 0.5)
BATCH = 512


def word_vectors(model, tokenizer, pooling):
    """Returns the vector of each word of the vocabulary between [CLS] and [SEP], `[words, width] f32`."""
    options = onnxruntime.SessionOptions()
    options.log_severity_level = 3
    session = onnxruntime.InferenceSession(str(ROOT / "models/weights" / model / "source.onnx"), options)
    frame = tokenizer.encode("").ids
    words = tokenizer.get_vocab_size()
    rows = []
    for start in range(0, words, BATCH):
        middle = np.arange(start, min(words, start + BATCH), dtype=np.int64)
        ids = np.stack([np.full_like(middle, frame[0]), middle, np.full_like(middle, frame[-1])], 1)
        feed = {"input_ids": ids, "attention_mask": np.ones_like(ids), "token_type_ids": np.zeros_like(ids)}
        states = session.run(None, {given.name: feed[given.name] for given in session.get_inputs()})[0]
        rows.append(states.mean(1) if pooling == "mean" else states[:, 0])
    return np.concatenate(rows)


def table(vectors, width, weights):
    """Returns the table as it would be shipped and read: principal components, weighted, in eight bits with a scale for each word."""
    centred = vectors - vectors.mean(0)
    _, axes = np.linalg.eigh(centred.T @ centred)
    turned = centred @ axes[:, ::-1][:, :width] * weights[:, None]
    scales = np.abs(turned).max(1, keepdims=True) / 127
    return np.round(turned / np.where(scales > 0, scales, 1)) * scales


def zipf(words):
    return np.log(1 + np.arange(words, dtype=np.float64))


def sif(words):
    share = 1 / (np.arange(words, dtype=np.float64) + 1)
    return SIF / (SIF + share / share.sum())


def read(folder, split):
    corpus = [json.loads(line) for line in gzip.open(folder / "corpus.jsonl.gz", "rt")]
    queries = {each["_id"]: each["text"] for each in map(json.loads, (folder / "queries.jsonl").open())}
    judged = {}
    for line in (folder / f"qrels.{split}.tsv").read_text().splitlines():
        query, document, *_, grade = line.split("\t")
        if grade.lstrip("-").isdigit() and int(grade) > 0:
            judged.setdefault(query, {})[document] = int(grade)
    documents = {each["_id"]: f"{each.get('title', '')} {each['text']}".strip() for each in corpus}
    return documents, {query: queries[query] for query in judged}, judged


def ndcg(ranking, judged, depth=10):
    gain = lambda grades: sum((2**grade - 1) / math.log2(at + 2) for at, grade in enumerate(grades[:depth]))
    best = gain(sorted(judged.values(), reverse=True))
    return gain([judged.get(document, 0) for document in ranking]) / best


def fused(words, vectors, share):
    """Returns the documents by the sum of their scores, each a share of the best of its ranking; the vectors' counts `share`."""
    scores = {}
    for found, part in [(words, 1 - share), (vectors, share)]:
        best = max(found.values(), default=1)
        for document, score in found.items():
            scores[document] = scores.get(document, 0) + part * score / best
    return sorted(scores, key=lambda document: (-scores[document], document))


def of_words(path):
    rankings = {}
    for line in path.read_text().splitlines():
        query, _, document, _, score, _ = line.split()
        rankings.setdefault(query, {})[document] = float(score)
    return rankings


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--runs", type=Path, required=True)
    parser.add_argument("--model", default="all-minilm-l6-v2-int8")
    parser.add_argument("--json", type=Path)
    chosen = parser.parse_args()
    manifest = json.loads((ROOT / "models/manifest.json").read_text())
    facts = next(entry for entry in manifest["models"] if entry["id"] == chosen.model)["encoder"]
    tokenizer = Tokenizer.from_file(str(ROOT / "models/weights" / chosen.model / "tokenizer.json"))
    tokenizer.no_padding()
    tokenizer.no_truncation()
    start = time.perf_counter()
    vectors = word_vectors(chosen.model, tokenizer, facts["pooling"])
    words = len(vectors)
    print(f"{chosen.model}: {words} words embedded in {time.perf_counter() - start:.0f} s")
    tables = {(name, width): table(vectors, width, weigh(words)) for name, weigh in [("Zipf", zipf), ("SIF", sif)] for width in WIDTHS}
    report = {"model": chosen.model, "words": words, "sets": {}}
    for name, split in SETS.items():
        documents, queries, judged = read(chosen.data / name, split)
        rankings = of_words(chosen.runs / f"{name}.trec")
        ids = list(documents)
        encode = lambda texts: [encoding.ids for encoding in tokenizer.encode_batch(list(texts), add_special_tokens=False)]
        of_documents, of_queries = encode(documents.values()), encode(queries.values())
        mean = lambda figures: sum(figures) / len(figures)
        told = {"documents": len(ids), "questions": len(queries)}
        told["words"] = mean([ndcg(list(rankings.get(query, {})), judged[query]) for query in queries])
        print(f"{name}, {len(ids)} documents, {len(queries)} questions: words alone {told['words']:.3f}")
        for (weights, width), rows in tables.items():
            def embed(texts):
                sums = np.stack([rows[ids].sum(0) if ids else np.zeros(width) for ids in texts])
                return sums / np.maximum(np.linalg.norm(sums, axis=1, keepdims=True), 1e-12)
            start = time.perf_counter()
            matrix = embed(of_documents)
            millis = (time.perf_counter() - start) / len(ids) * 1e3
            found = {}
            for query, vector in zip(queries, embed(of_queries)):
                scores = matrix @ vector
                best = np.argpartition(-scores, 100)[:100]
                best = best[np.argsort(-scores[best], kind="stable")]
                found[query] = {ids[at]: float(scores[at]) for at in best}
            alone = mean([ndcg(list(found[query]), judged[query]) for query in queries])
            tried = {
                share: mean([ndcg(fused(rankings.get(query, {}), found[query], share), judged[query]) for query in queries])
                for share in SHARES}
            both, share = max((figure, -share) for share, figure in tried.items())
            told[f"{weights} {width}"] = {"alone": alone, "with words": tried, "millis": millis}
            size = words * (width + 4) / 1e6
            print(f"  {weights:4} {width:3} dimensions, {size:.1f} MB: alone {alone:.3f}, with the words {both:.3f} at best, at a share of {-share}; {millis:.3f} ms a passage without its tokens")
        report["sets"][name] = told
    if chosen.json:
        chosen.json.write_text(json.dumps(report, indent=1) + "\n")


if __name__ == "__main__":
    main()
