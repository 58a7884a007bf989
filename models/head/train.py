#!/usr/bin/env python3
"""Trains the head and the adapters of the tagger together: what the tagger holds of a text, bent to clinical texts, and the small
network over it and `features.py` that says of each unit what it identifies.

    python3 -m venv /tmp/head && /tmp/head/bin/pip install -r models/head/requirements.txt
    /tmp/head/bin/python models/head/train.py --out FOLDER [--sentences presidio_synth_v2.jsonl …] [--with-dev] [--from FOLDER]

Reads the texts of `texts/`, the sentences made of `sentences.txt`, `documents.txt` and `harmless.txt`, of the files of `--sentences`
those with an even template number, and with `--with-dev` the `dev` texts of tests/data/privacy; without it they are what each epoch is
measured on. Fixed seeds; where the processor multiplies in bfloat16 so does training, so that the files differ between processors. `docs/head.md` has the form of the files."""

import argparse
import hashlib
import json
import random
import struct
import time
from pathlib import Path

import numpy as np
import torch
from tokenizers import Tokenizer

from features import LABELS, features, lexicon, plain, units
from reference import read
from states import adapters
from tagger import Tagger
from values import Values, composed, innocent, paged, refilled, spoken
from written import written

ROOT = Path(__file__).resolve().parent.parent.parent
SOURCE = ROOT / "models" / "weights" / "rampart-q4"
DATA = ROOT / "tests" / "data" / "privacy"
# The encoder layers, from 0, whose states are read: the fourth of six and the last.
LAYERS = (3, 5)
# The most tokens of a window in training, without those of the frame. In use it is longer: `WINDOW` of src/model/tagger.rs.
WINDOW = 252
HIDDEN, REACH, DROPOUT, STATE_DROPOUT = 64, 5, 0.2, 0.1
DEV_COPIES, COMPOSED, PAGED, INNOCENT, SPOKEN = 1, 200, 120, 1800, 2200
EPOCHS, BATCH_TOKENS, WARM = 6, 2048, 100
HEAD_RATE, ADAPTER_RATE, DECAY = 2e-3, 1e-3, 0.02
# A missed identifier costs more than a word taken in vain.
IDENTIFYING = 1.5
# Every which batch the tagger's own labels are held to what they are without adapters, and how much that counts.
HELD, HELD_WEIGHT = 4, 1.0
# Casings a text is trained in: as it is, lower, upper.
CASINGS = (0.6, 0.25, 0.15)
IGNORED = -100
# Whether this processor multiplies in bfloat16; where it does not, that is slower than f32.
NARROW = torch.ops.mkldnn._is_mkldnn_bf16_supported()
# Labels of presidio-research in ours; `None`: may identify or not, as a country and a town are one label there.
PRESIDIO = {
    "PERSON": "NAME", "STREET_ADDRESS": "STREET", "ADDRESS": "STREET", "PHONE_NUMBER": "PHONE", "EMAIL_ADDRESS": "EMAIL", "US_SSN": "SSN",
    "US_DRIVER_LICENSE": "LICENSE", "CREDIT_CARD": "ACCOUNT", "IBAN_CODE": "ACCOUNT", "IP_ADDRESS": "IP", "ORGANIZATION": "ORGANIZATION",
    "ZIP_CODE": "ZIP", "DOMAIN_NAME": "URL", "GPE": None, "LOCATION": None, "DATE_TIME": None, "AGE": None,
}
# Those that `speech.txt` has places for and that identify nobody.
NOBODY = {"NRP", "TITLE"}
# Of the texts whose files are named to be held out, every which one is.
HELD_OUT = 8


def lines(path):
    return list(map(json.loads, path.read_text(encoding="utf-8").splitlines()))


def dev(name):
    return [item for item in lines(DATA / name) if item["split"] == "dev"]


def sentences(paths):
    """Yields text and spans of those with an even template, none of which stands in the odd half too."""
    items = [item for path in paths for item in lines(path)]
    odd, seen = {item["text"] for item in items if item["template_id"] % 2}, set()
    for item in items:
        if item["text"] in odd or item["text"] in seen:
            continue
        seen.add(item["text"])
        yield item["text"], [{**span, "label": PRESIDIO[span["label"]]} for span in item["spans"] if span["label"] in PRESIDIO]


def lend(values, general, paths):
    """Gives `values` what stands in the sentences of presidio-research that are trained on, by their labels and ours."""
    kept = {text for text, _ in general}
    for item in (item for path in paths for item in lines(path)):
        if item["text"] not in kept:
            continue
        for span in item["spans"]:
            value, label = item["text"][span["start"]:span["end"]], span["label"]
            ours = {"PERSON": "NAME", "ADDRESS": "STREET", "STREET_ADDRESS": "STREET", "PHONE_NUMBER": "PHONE", "LOCATION": "GPE"}.get(label, label)
            # A part of an address that stands alone says little: its number, its flat.
            if ours != "STREET" or len(value) > 9:
                values.lent.setdefault(ours, []).append(value)


def speech(values, r):
    """Returns lines of `speech.txt` and their spans in our labels."""
    text, spans = spoken(values, r)
    return text, [{**span, "label": PRESIDIO.get(span["label"], span["label"])} for span in spans if span["label"] not in NOBODY]


def held_out(files):
    """Returns the texts that are left out of training: every eighth of `files` of `texts/`."""
    return [item for file in files for item in list(written(file))[HELD_OUT - 1::HELD_OUT]]


def texts(values, turn, general, with_dev, without, part):
    """Yields what the epoch `turn` is trained on: texts as they are, or refilled in every second. Of each text, spans, and of a phrase the
    harmless stretch."""
    left = {name for name, *_ in held_out(without)}
    for number, (name, _, text, spans) in enumerate(written()):
        if name in left or number % part != turn % part:
            continue
        yield *(refilled(values, random.Random(f"{turn}:{name}"), text, spans) if turn % 2 else (text, spans)), None
    for number in range(COMPOSED):
        yield *composed(values, random.Random(f"composed {turn}:{number}")), None
    for number in range(PAGED):
        yield *paged(values, random.Random(f"paged {turn}:{number}")), None
    for number in range(INNOCENT):
        yield *innocent(values, random.Random(f"innocent {turn}:{number}")), None
    for number in range(SPOKEN):
        yield *speech(values, random.Random(f"spoken {turn}:{number}")), None
    for text, spans in general[turn % 2::2]:
        yield text, spans, None
    if with_dev:
        for item in dev("clinical.jsonl"):
            for copy in range(DEV_COPIES):
                changed = refilled(values, random.Random(f"{copy}:{item['id']}"), item["text"], item["spans"])
                yield *(changed if turn % 2 else (item["text"], item["spans"])), None
        for item in dev("must_not_flag.jsonl"):
            yield from [(item["text"], [], item["span"])] * DEV_COPIES


def targets(bounds, origins, spans, harmless):
    """Returns the label of each unit, whose code points have `origins` in the text that `spans` mark; of a phrase only the
    harmless stretch counts."""
    out = np.zeros(len(bounds), np.int64)
    for at, (first, last) in enumerate(bounds):
        start, end = origins[first][0], origins[last - 1][1]
        if harmless:
            out[at] = 0 if harmless["start"] < end and start < harmless["end"] else IGNORED
        for span in spans:
            if span["start"] < end and start < span["end"]:
                out[at] = LABELS.index(span["label"]) if span["label"] else IGNORED
    return out


class Reader:
    """Text → windows: tokens, which token belongs to which unit, what is seen of the units, what they are."""

    def __init__(self, words):
        self.words = words
        self.tokenizer = Tokenizer.from_file(str(SOURCE / "tokenizer.json"))
        self.tokenizer.no_padding()
        self.tokenizer.no_truncation()

    def windows(self, text, spans, harmless):
        text, origins = plain(text)
        bounds = units(text)
        if not bounds:
            return
        goal = targets(bounds, origins, spans, harmless)
        others = [other if len(other) == len(text) else text for other in (text, text.lower(), text.upper())]
        shapes = [features(other, bounds, self.words) for other in others]
        encoding = self.tokenizer.encode(text)
        ids, offsets = encoding.ids, encoding.offsets
        pairs, at = [], 1
        for unit, (start, end) in enumerate(bounds):
            while at < len(ids) - 1 and offsets[at][1] <= start:
                at += 1
            last = at
            while last < len(ids) - 1 and offsets[last][0] < end:
                pairs.append((unit, last))
                last += 1
            at = max(at, last - 1)
        first = 1
        while first < len(ids) - 1:
            last = min(len(ids) - 1, first + WINDOW)
            inside = [(unit, token) for unit, token in pairs if first <= token < last]
            if inside:
                low, high = inside[0][0], inside[-1][0] + 1
                yield {
                    "ids": [ids[0], *ids[first:last], ids[-1]], "pairs": [(unit - low, token - first + 1) for unit, token in inside],
                    "shapes": [shape[low:high] for shape in shapes], "targets": goal[low:high],
                }
            first = last


class Head(torch.nn.Module):
    """unit → HIDDEN; a window of REACH units → HIDDEN; both → labels."""

    def __init__(self, values):
        super().__init__()
        self.register_buffer("mean", torch.zeros(values))
        self.register_buffer("scale", torch.ones(values))
        self.unit = torch.nn.Linear(values, HIDDEN)
        self.window = torch.nn.Conv1d(HIDDEN, HIDDEN, REACH, padding=REACH // 2)
        self.labels = torch.nn.Linear(2 * HIDDEN, len(LABELS))
        self.dropout, self.state_dropout = torch.nn.Dropout(DROPOUT), torch.nn.Dropout(STATE_DROPOUT)

    def forward(self, values, there):
        unit = self.dropout(torch.relu(self.unit(self.state_dropout((values - self.mean) / self.scale))) * there[..., None])
        window = torch.relu(self.window(unit.transpose(1, 2))).transpose(1, 2)
        return self.labels(torch.cat([unit, self.dropout(window)], -1))


class Both(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.tagger = Tagger(SOURCE / "source.onnx", LAYERS)
        self.head = None

    def sink(self, windows):
        """Adds to the windows what the tagger holds of them below the adapted layers."""
        for batch in batches(np.random.default_rng(0), windows):
            ids, seen = self.tokens(batch)
            with torch.no_grad():
                states = self.tagger.below(ids, seen)
            for window, rows in zip(batch, states):
                window["below"] = rows[:len(window["ids"])].half()

    def tokens(self, batch):
        tokens = max(len(w["ids"]) for w in batch)
        ids, seen = torch.zeros(len(batch), tokens, dtype=torch.long), torch.zeros(len(batch), tokens, dtype=torch.bool)
        for at, window in enumerate(batch):
            ids[at, :len(window["ids"])], seen[at, :len(window["ids"])] = torch.tensor(window["ids"]), True
        return ids, seen

    def values(self, batch, casings):
        """Returns the values of the units in their casings, `[windows, units, values]`, those that are there, their targets, and of
        the tagger the logits, the states below, the tokens that are there."""
        count, tokens, most = len(batch), max(len(w["ids"]) for w in batch), max(len(w["targets"]) for w in batch)
        _, seen = self.tokens(batch)
        below = torch.zeros(count, tokens, batch[0]["below"].shape[1])
        shapes = torch.zeros(count, most, batch[0]["shapes"][0].shape[1])
        there, goal = torch.zeros(count, most), torch.full((count, most), IGNORED)
        for at, (window, casing) in enumerate(zip(batch, casings)):
            below[at, :len(window["ids"])] = window["below"].float()
            shapes[at, :len(window["targets"])] = torch.from_numpy(window["shapes"][casing])
            there[at, :len(window["targets"])], goal[at, :len(window["targets"])] = 1, torch.from_numpy(window["targets"])
        with torch.autocast("cpu", torch.bfloat16, enabled=self.training and NARROW):
            logits, states = self.tagger(below, seen)
        logits, states = logits.float(), [state.float() for state in states]
        to = torch.tensor([at * most + unit for at, window in enumerate(batch) for unit, _ in window["pairs"]])
        by = torch.tensor([at * tokens + token for at, window in enumerate(batch) for _, token in window["pairs"]])
        held = torch.cat(states, -1).flatten(0, 1)[by]
        sums = torch.zeros(count * most, held.shape[1]).index_add(0, to, held)
        sums = sums / torch.zeros(count * most).index_add(0, to, torch.ones(len(to))).clamp(min=1)[:, None]
        with torch.no_grad():
            shares = torch.softmax(logits, -1)
            # `B-` and `I-` of a label are one.
            shares = torch.cat([shares[..., :1], shares[..., 1::2] + shares[..., 2::2]], -1).flatten(0, 1)[by]
            index = to[:, None].expand_as(shares)
            tags = torch.zeros(count * most, shares.shape[1]).scatter_reduce(0, index, shares, "amax", include_self=False)
            tags[:, :1] = torch.zeros(count * most, 1).scatter_reduce(0, index[:, :1], shares[:, :1], "amin", include_self=False)
        return torch.cat([tags.view(count, most, -1), sums.view(count, most, -1), shapes], -1), there, goal, (logits, below, seen)

    def settle(self, batches):
        """Makes the head, its inputs scaled by what the first batches hold."""
        with torch.no_grad():
            rows = torch.cat([values[there > 0] for values, there, *_ in (self.values(batch, [0] * len(batch)) for batch in batches)])
        self.head = Head(rows.shape[1])
        self.head.mean.copy_(rows.mean(0))
        self.head.scale.copy_(rows.std(0) + 0.1)


def batches(r, windows):
    """Returns the windows in batches of those of like length, in any order."""
    windows, out, most = sorted(windows, key=lambda window: len(window["ids"])), [[]], 0
    for window in windows:
        if out[-1] and (len(out[-1]) + 1) * len(window["ids"]) > BATCH_TOKENS:
            out.append([])
        out[-1].append(window)
    return [out[at] for at in r.permutation(len(out))]


def measured(both, reader, values, cuts=(0.5, 0.7, 0.8, 0.9)):
    """Returns for each cut what the head by itself finds of the `dev` texts: spans whole, letters and digits in vain, harmless
    phrases that it takes."""
    both = both.eval()
    found, spans, vain, free, taken, phrases = (dict.fromkeys(cuts, 0) for _ in range(6))
    with torch.no_grad():
        for item in dev("clinical.jsonl") + dev("must_not_flag.jsonl"):
            clean, origins = plain(item["text"])
            p = []
            windows = list(reader.windows(item["text"], item.get("spans", []), item.get("span")))
            both.sink(windows)
            for window in windows:
                rows, there, *_ = both.values([window], [0])
                p.extend((1 - torch.softmax(both.head(rows, there)[0], -1)[:, 0]).tolist())
            bounds = units(clean)
            p, places = p[:len(bounds)], [(origins[a][0], origins[b - 1][1]) for a, b in bounds]
            for cut in cuts:
                if "span" in item:
                    phrases[cut] += 1
                    taken[cut] += any(q >= cut for q, (a, b) in zip(p, places) if a < item["span"]["end"] and item["span"]["start"] < b)
                    continue
                marked = np.zeros(len(item["text"]), bool)
                for span in item["spans"]:
                    marked[span["start"]:span["end"]] = True
                    inside = [q for q, (a, b) in zip(p, places) if a < span["end"] and span["start"] < b]
                    spans[cut] += 1
                    found[cut] += bool(inside) and min(inside) >= cut
                for q, (a, b) in zip(p, places):
                    if not marked[a:b].any():
                        free[cut] += b - a
                        vain[cut] += (b - a) * (q >= cut)
    both.train()
    return "; ".join(f"{cut}: {found[cut] / spans[cut]:.4f}, {vain[cut] / free[cut]:.2%}, {taken[cut]}/{phrases[cut]}" for cut in cuts)


def packed(head):
    """Returns the head's file: magic, version, sizes, weights, SHA-256 of all before it."""
    weight = {name: value.detach().numpy() for name, value in head.state_dict().items()}
    # The scale of the inputs goes into the first layer.
    unit = weight["unit.weight"] / weight["scale"]
    bias = weight["unit.bias"] - unit @ weight["mean"]
    arrays = [unit, bias, weight["window.weight"], weight["window.bias"], weight["labels.weight"], weight["labels.bias"]]
    body = b"CHAPHEAD" + struct.pack("<5I", 1, unit.shape[1], HIDDEN, REACH, len(LABELS))
    body += b"".join(np.ascontiguousarray(array, "<f4").tobytes() for array in arrays)
    return body + hashlib.sha256(body).digest()


def save(both, folder):
    (folder / "head.bin").write_bytes(packed(both.head))
    (folder / "adapters.bin").write_bytes(both.tagger.adapters())


def resume(both, folder):
    """Takes over the head and the adapters that an earlier training left in `folder`; the inputs keep the scale of now."""
    pairs = [(m.a, m.b) for m in both.tagger.matrices.values() if m.is_adapted]
    for made, learnt in zip(pairs, adapters(folder / "adapters.bin"), strict=True):
        for parameter, value in zip(made, learnt):
            parameter.data.copy_(torch.tensor(value))
    unit, bias, window, window_bias, label, label_bias = (torch.tensor(array, dtype=torch.float32) for array in read(folder / "head.bin"))
    head = both.head
    head.unit.weight.data, head.unit.bias.data = unit * head.scale, bias + unit @ head.mean
    head.window.weight.data, head.window.bias.data = window, window_bias
    head.labels.weight.data, head.labels.bias.data = label, label_bias


def fit(both, epochs, reader, after, count, begun):
    """Trains on `epochs`, a function of the epoch's number that returns its windows, `count` times; `after` is called with it.
    `begun` is the folder of a training that this one goes on from, at half its rates."""
    torch.manual_seed(0)
    r = np.random.default_rng(0)
    weight = torch.full((len(LABELS),), IDENTIFYING)
    weight[0] = 1
    optimizer = None
    for epoch in range(count):
        rounds, began, total = batches(r, epochs(epoch)), time.monotonic(), 0.0
        if optimizer is None:
            both.settle(rounds[:60])
            if begun:
                resume(both, begun)
            rate = 0.5 if begun else 1.0
            optimizer = torch.optim.AdamW([
                {"params": both.head.parameters(), "lr": rate * HEAD_RATE, "weight_decay": DECAY},
                {"params": [p for p in both.tagger.parameters() if p.requires_grad], "lr": rate * ADAPTER_RATE, "weight_decay": 0.0},
            ])
            steps = count * len(rounds) * 1.02
            schedule = torch.optim.lr_scheduler.LambdaLR(optimizer, lambda step: min(1.0, (step + 1) / WARM) * max(0.02, 1 - step / steps))
        for number, batch in enumerate(rounds):
            values, there, goal, (logits, below, seen) = both.values(batch, r.choice(3, len(batch), p=CASINGS))
            loss = torch.nn.functional.cross_entropy(both.head(values, there).flatten(0, 1), goal.flatten(), weight, ignore_index=IGNORED)
            if number % HELD == 0:
                with torch.no_grad(), torch.autocast("cpu", torch.bfloat16, enabled=NARROW):
                    alone = torch.log_softmax(both.tagger.alone(below, seen)[seen].float(), -1)
                own = torch.log_softmax(logits[seen], -1)
                loss = loss + HELD_WEIGHT * torch.nn.functional.kl_div(own, alone, log_target=True, reduction="batchmean")
            optimizer.zero_grad()
            loss.backward()
            torch.nn.utils.clip_grad_norm_(both.parameters(), 1.0)
            optimizer.step()
            schedule.step()
            total += loss.item()
            if number % 50 == 49:
                print(f"epoch {epoch + 1}, {number + 1} of {len(rounds)}, loss {total / 50:.4f}, {time.monotonic() - began:.0f} s", flush=True)
                total = 0.0
        after(epoch)


def main():
    parser = argparse.ArgumentParser(description="Trains the head and the tagger's adapters.")
    parser.add_argument("--out", type=Path, required=True, help="the folder for head.bin and adapters.bin")
    parser.add_argument("--sentences", type=Path, nargs="*", default=[], help="files of presidio-research, of which the even templates are read")
    parser.add_argument("--with-dev", action="store_true", help="train on the dev texts too, so that they cannot be measured on")
    parser.add_argument("--without", nargs="*", default=[], metavar="FILE", help="of these files of texts/, leave out every eighth text, and write those to held.jsonl")
    parser.add_argument("--part", type=int, default=1, help="take in each epoch but one text of so many")
    parser.add_argument("--from", dest="begun", type=Path, help="go on from the head and the adapters in this folder")
    parser.add_argument("--epochs", type=int, default=EPOCHS)
    parser.add_argument("--threads", type=int, default=1)
    options = parser.parse_args()
    torch.set_num_threads(options.threads)
    options.out.mkdir(parents=True, exist_ok=True)
    words = lexicon(ROOT / "models" / "weights" / "lexicon" / "words.tsv")
    reader, values, general = Reader(words), Values(words), list(sentences(options.sentences))
    lend(values, general, options.sentences)
    if options.without:
        held = [{"id": name, "text": text, "spans": spans} for name, _, text, spans in held_out(options.without)]
        (options.out / "held.jsonl").write_text("".join(f"{json.dumps(item, ensure_ascii=False)}\n" for item in held), encoding="utf-8")
    torch.manual_seed(0)
    both = Both()

    def epoch_windows(epoch):
        began = time.monotonic()
        marked = texts(values, epoch, general, options.with_dev, options.without, options.part)
        windows = [window for text, spans, harmless in marked for window in reader.windows(text, spans, harmless)]
        both.sink(windows)
        print(f"epoch {epoch + 1}: {len(windows)} windows, {sum(len(w['ids']) for w in windows)} tokens, {time.monotonic() - began:.0f} s", flush=True)
        return windows

    def after(epoch):
        save(both, options.out)
        kept = options.out / f"epoch-{epoch + 1}"
        kept.mkdir(exist_ok=True)
        save(both, kept)
        if not options.with_dev:
            print(f"epoch {epoch + 1}, dev: {measured(both, reader, values)}", flush=True)

    fit(both, epoch_windows, reader, after, options.epochs, options.begun)


if __name__ == "__main__":
    main()
