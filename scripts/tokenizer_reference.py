#!/usr/bin/env python3
"""Writes tests/data/tokenizer_reference.json: the token ids of texts by every shipped tokenizer.json, by the library `tokenizers` of
Python, cut off as the manifest says; of the reranker those of pairs, with the place where the second text begins.

Run again after a change of models or texts:

    python3 models/fetch.py --for test
    python3 -m venv /tmp/reference && /tmp/reference/bin/pip install tokenizers==0.23.3
    /tmp/reference/bin/python scripts/tokenizer_reference.py
"""

import json
from pathlib import Path

from tokenizers import Tokenizer

ROOT = Path(__file__).resolve().parent.parent
TARGET = ROOT / "tests" / "data" / "tokenizer_reference.json"
# More than any model reads is cut off; the tagger reads windows of whatever length.
TAGGER_TOKENS = 1 << 20

TEXTS = [
    "",
    " ",
    " \t\r\n\u00a0\u2009 ",
    "asthma",
    "When was my last blood pressure and what was it?",
    "T2DM, AF on apixaban; CKD 3a. BP 138/86 mm[Hg], HbA1c 7.9 % (63 mmol/mol), eGFR 48 mL/min/1.73m²",
    "Metformin hydrochloride 500 MG Oral Tablet, 2x/d — with meals…",
    "line one\nline two\r\nline three\ttabbed\u2028separated",
    "Élodie Çelik, José Ñuñez, Øystein Åsgård, Zoë Ünal, Łukasz Żak",
    "E\u0301lodie n\u0303 o\u0308 a\u030a: combining marks",
    "ÀÉÎÕÜ straße STRASSE ß ẞ İstanbul ıI ǅ ŉ",
    "ﬁbrosis of the ofﬁce ﬂoor, Ⅳ, ½, ℃, µg, Ω",
    "頭痛と発熱。血圧は正常です。",
    "두통과 발열, 혈압은 정상입니다.",
    "هو يعاني من صداع شديد منذ أسبوع",
    "יש לו כאב ראש כבר שבוע",
    "У пациента головная боль и лихорадка",
    "ο ασθενής έχει πυρετό και πονοκέφαλο",
    "मरीज को सिरदर्द और बुखार है",
    "ผู้ป่วยปวดศีรษะและมีไข้",
    "🩺🧬 pain 👩‍⚕️ 👨🏾‍🦱 🇸🇪 ❤️",
    "zero\u200bwidth\u200djoined\ufeffmarks\u00adhyphen \u200e\u202eturned",
    "\u0000nul\u0001\u001f\u007f\u0085\ufffd control",
    "\U000e0041\ufffe\uffff\U0010ffff private \ue000",
    "[CLS] [SEP] [MASK] [PAD] [UNK] are words here",
    "##ing ##s #hash a##b",
    "don't can't it's o'clock rock-'n'-roll",
    "\"quoted\" ‘single’ “double” «French» „low“ `tick` ~ ^ | \\ / @ # $ % & * _ + = < >",
    "555-0142, +46 18 611 00 00, 2019-03-02T09:00:00Z, 1,234.56, 1e-9, 0x1F",
    "jonas.lindqvist@example.org https://example.org/a?b=c&d=%20#e",
    "antidisestablishmentarianism pneumonoultramicroscopicsilicovolcanoconiosis",
    "x" * 99,
    "x" * 100,
    "x" * 101,
    "é" * 101,
    "a" * 40 + "-" + "b" * 70 + " and then",
    "Blood pressure was taken twice and noted in the chart as before. " * 40,
    "1234567890" * 30,
    "、".join(["頭痛"] * 200),
]


def main():
    manifest = json.loads((ROOT / "models" / "manifest.json").read_text())
    models = {}
    for entry in manifest["models"]:
        facts = entry.get("encoder") or entry.get("reranker") or entry.get("tagger")
        if facts is None:
            continue
        path = next(file["path"] for file in entry["files"] if file["role"] == "tokenizer")
        tokenizer = Tokenizer.from_file(str(ROOT / "models" / "weights" / path))
        tokenizer.no_padding()
        tokenizer.enable_truncation(TAGGER_TOKENS if "tagger" in entry else facts["max_tokens"])
        tokenizer.encode_special_tokens = True
        models[entry["id"]] = {"ids": [tokenizer.encode(text).ids for text in TEXTS]}
        if "tagger" in entry:
            del models[entry["id"]]["ids"]
            encoded = [(text, tokenizer.encode(text, add_special_tokens=False)) for text in TEXTS]
            byte = lambda text, at: len(text[:at].encode())
            models[entry["id"]]["tokens"] = [
                [[id, byte(text, start), byte(text, end)] for id, (start, end) in zip(encoding.ids, encoding.offsets)]
                for text, encoding in encoded]
        if "reranker" in entry:
            pairs = [tokenizer.encode(TEXTS[4], text) for text in TEXTS]
            second = lambda pair: pair.type_ids.index(1) if 1 in pair.type_ids else len(pair.ids)
            models[entry["id"]]["pairs"] = [[second(pair), pair.ids] for pair in pairs]
    TARGET.write_text(json.dumps({"texts": TEXTS, "question": TEXTS[4], "models": models}, separators=(",", ":")) + "\n")


if __name__ == "__main__":
    main()
