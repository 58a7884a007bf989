"""Questions about one person's records that take more than one look: OUT.jsonl DIR... [--seed N] [--most N]

Reads the FHIR R4 bundles of each DIR with the standard library alone and shares no code with what is measured. Writes a line for each
question: {id, form, question, patient, file, split, sex, age, answer, needed, misleading}.
`needed` are the facts that the answer takes, each as the ids of the entries of which any one holds it; `misleading` are entries of the
same things at other times, which say something else. `split` (train, dev, test) goes by the patient: half, a fifth, the rest. `age` is
that at the last visit. Only what the entries say without doubt is asked: one reading of a day, one first day of a disease.
"""

import argparse
import hashlib
import json
import random
from datetime import date
from pathlib import Path

from records_truth import MEASURES, Record, untagged

import base64
import gzip
import re

MONTHS = "January February March April May June July August September October November December".split()
COMPLAINTS = re.compile(r"^# Chief Complaint\n((?:- .+\n)+)", re.M)


class Person(Record):
    """A record with the ids of its entries, and its notes."""

    def __init__(self, path):
        self.ids, self.notes, self.last = {}, {}, None
        super().__init__(path)
        raw = gzip.open(path).read() if path.suffix == ".gz" else path.read_bytes()
        for order, entry in enumerate(json.loads(raw)["entry"]):
            self.ids[order] = entry["resource"].get("id")

    def read_Encounter(self, order, r):
        super().read_Encounter(order, r)
        day = r.get("period", {}).get("start", "")[:10]
        self.last = max(filter(None, [self.last, day]), default=None)

    def read_DocumentReference(self, order, r):
        super().read_DocumentReference(order, r)
        text = base64.b64decode(r["content"][0]["attachment"].get("data", "")).decode("utf-8", "replace")
        self.notes.setdefault(date.fromisoformat(r["date"][:10]), []).append((r["id"], text))

    def id_of(self, entry):
        return self.ids[entry.order]

    def age(self):
        end = self.death or date.fromisoformat(self.last)
        return end.year - self.birth.year - ((end.month, end.day) < (self.birth.month, self.birth.day))

    def split(self):
        share = hashlib.sha256(self.id.encode()).digest()[0] / 256
        return "train" if share < 0.5 else "dev" if share < 0.7 else "test"

    def diseases(self):
        """Each disease with its entries, the first one first, where its first day is sure."""
        found = {}
        for entry in self.entries.get("condition", []):
            if entry.name.endswith("(disorder)") and entry.day is not None:
                found.setdefault(entry.code, []).append(entry)
        for entries in found.values():
            entries.sort(key=lambda e: e.day)
            if len(entries) == 1 or entries[0].day < entries[1].day:
                yield untagged(entries[0].name).lower(), entries

    def readings_of(self, wanted):
        """The readings of a thing by their days, where there is one alone of a day."""
        days = {}
        for reading in self.of(wanted):
            days.setdefault(reading.day, []).append(reading)
        return {day: found[0] for day, found in days.items() if len(found) == 1}


def in_words(day):
    return f"{MONTHS[day.month - 1]} {day.year}"


def rounded(reading):
    return {"value": float(reading.text.strip("'")), "unit": reading.unit}


class Questions:
    def __init__(self, rng):
        self.rng, self.lines = rng, []

    def ask(self, person, file, form, question, answer, needed, misleading):
        held = {id for ids in needed for id in ids}
        self.lines.append({
            "form": form, "question": question, "patient": person.id, "file": file, "split": person.split(), "sex": person.gender,
            "age": person.age(), "answer": answer, "needed": needed,
            "misleading": sorted({id for id in misleading if id not in held}),
        })

    def of(self, person, file, most):
        measured = []
        for wanted, names in MEASURES:
            readings = person.readings_of(wanted)
            if len(readings) >= 3:
                measured.append((names[0], wanted, readings))
        diseases = list(person.diseases())
        self.rng.shuffle(measured)
        self.rng.shuffle(diseases)
        forms = [self.in_a_month, self.at_diagnosis, self.above_at_diagnosis, self.change, self.interval, self.medicine, self.before, self.complaint]
        for form in forms:
            made = 0
            for line in form(person, measured, diseases):
                self.ask(person, file, form.__name__, *line)
                made += 1
                if made == most:
                    break

    def in_a_month(self, person, measured, diseases):
        for name, _, readings in measured:
            day = self.rng.choice(sorted(readings))
            if sum((other.year, other.month) == (day.year, day.month) for other in readings) > 1:
                continue
            yield (f"What was my {name} in {in_words(day)}?", rounded(readings[day]), [[person.id_of(readings[day])]],
                   [person.id_of(other) for other in readings.values()])

    def at_diagnosis(self, person, measured, diseases):
        for name, _, readings in measured:
            for disease, entries in diseases:
                reading = readings.get(entries[0].day)
                if reading is None:
                    continue
                others = [person.id_of(x) for x in [*readings.values(), *entries]]
                yield (f"What was my {name} on the day I was first diagnosed with {disease}?", rounded(reading),
                       [[person.id_of(entries[0])], [person.id_of(reading)]], others)
                break

    def above_at_diagnosis(self, person, measured, diseases):
        for name, _, readings in measured:
            middle = sorted(x.value for x in readings.values())[len(readings) // 2]
            for disease, entries in diseases:
                reading = readings.get(entries[0].day)
                # One that is not just beside the limit.
                if reading is None or abs(reading.value - middle) < 0.03 * abs(middle):
                    continue
                limit = round(middle, 0 if middle >= 20 else 1)
                others = [person.id_of(x) for x in [*readings.values(), *entries]]
                yield (f"Was my {name} above {limit:g} when I was first diagnosed with {disease}?", "yes" if reading.value > limit else "no",
                       [[person.id_of(entries[0])], [person.id_of(reading)]], others)
                break

    def change(self, person, measured, diseases):
        for name, _, readings in measured:
            known = [(disease, entries) for disease, entries in diseases if entries[0].day in readings]
            known.sort(key=lambda one: one[1][0].day)
            if len(known) < 2 or known[0][1][0].day == known[-1][1][0].day:
                continue
            (first, early), (second, late) = known[0], known[-1]
            a, b = readings[early[0].day], readings[late[0].day]
            others = [person.id_of(x) for x in [*readings.values(), *early, *late]]
            yield (f"By how much did my {name} change between my first diagnosis of {first} and my first diagnosis of {second}?",
                   {"value": round(b.value - a.value, 3), "unit": a.unit},
                   [[person.id_of(x)] for x in (early[0], late[0], a, b)], others)

    def interval(self, person, measured, diseases):
        for (first, early), (second, late) in zip(diseases, diseases[1:]):
            if early[0].day == late[0].day:
                continue
            days = abs((late[0].day - early[0].day).days)
            yield (f"How many days lie between my first diagnosis of {first} and my first diagnosis of {second}?", {"value": days, "unit": "d"},
                   [[person.id_of(early[0])], [person.id_of(late[0])]], [person.id_of(x) for x in [*early, *late]])

    def medicine(self, person, measured, diseases):
        medicines = [m for m in person.entries.get("medication", []) if m.day is not None]
        for disease, entries in diseases:
            then = {m.name: m for m in medicines if m.day == entries[0].day}
            if len(then) != 1 or len({m.name for m in medicines}) < 2:
                continue
            (name, found), = then.items()
            yield (f"Which medicine, in which dose, was prescribed on the day I was first diagnosed with {disease}?", name,
                   [[person.id_of(entries[0])], [person.id_of(found)]], [person.id_of(x) for x in [*medicines, *entries]])

    def before(self, person, measured, diseases):
        vaccines = {}
        for entry in person.entries.get("vaccine", []):
            if entry.day is not None:
                vaccines.setdefault(entry.name, []).append(entry)
        for disease, entries in diseases:
            for name in sorted(vaccines):
                given = sorted(vaccines[name], key=lambda e: e.day)
                if len(given) < 2 or any(e.day == entries[0].day for e in given):
                    continue
                yield (f"Had I been given {name} before I was first diagnosed with {disease}?", "yes" if given[0].day < entries[0].day else "no",
                       [[person.id_of(entries[0])], [person.id_of(given[0])]], [person.id_of(x) for x in [*given, *entries]])
                break

    def complaint(self, person, measured, diseases):
        for disease, entries in diseases:
            notes = person.notes.get(entries[0].day, [])
            found = COMPLAINTS.search(notes[0][1]) if len(notes) == 1 else None
            if found is None:
                continue
            complaints = [untagged(line[2:]) for line in found.group(1).strip().split("\n")]
            if len(complaints) > 2 or any(disease in each.lower() for each in complaints):
                continue
            others = [id for all in person.notes.values() for id, text in all if "# Chief Complaint" in text]
            yield (f"What was my chief complaint on the day I was first diagnosed with {disease}?", complaints,
                   [[person.id_of(entries[0])], [notes[0][0]]], [*others, *(person.id_of(x) for x in entries)])


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("out", type=Path)
    parser.add_argument("folders", type=Path, nargs="+")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--most", type=int, default=2, help="questions of a form about one person")
    asked = parser.parse_args()
    questions = Questions(random.Random(asked.seed))
    for folder in asked.folders:
        for file in sorted(folder.iterdir()):
            if file.name.endswith((".json", ".json.gz")) and file.name != "MANIFEST.json":
                questions.of(Person(file), f"{folder.name}/{file.name}", asked.most)
    for number, line in enumerate(questions.lines):
        line["id"] = f"t{number}"
    asked.out.write_text("".join(json.dumps(line, ensure_ascii=False) + "\n" for line in questions.lines), encoding="utf-8")


if __name__ == "__main__":
    main()
