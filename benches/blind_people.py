"""The people of a folder of Synthea bundles, and what is true of them: a reader that the sets of questions in everyday wording share.

It reads the raw JSON and shares no code with what is measured. Today is 2021-06-01. Each truth asserts that it is neither trivial nor open to
a second reading.
"""

import gzip
import json
import re
import sys
from collections import Counter
from datetime import date
from pathlib import Path

from records_truth import rounded

TODAY = date(2021, 6, 1)
RETRIEVAL, ABSENT = "left to retrieval", "not in the record"

WEIGHT, A1C, SUGAR = "29463-7", "4548-4", "2339-0"
LDL, HDL, CHOLESTEROL, FATS = "18262-6", "2085-9", "2093-3", "2571-8"
GFR, POTASSIUM, RATIO, URATE = "33914-3", "6298-4", "14959-1", "3084-1"
HEMOGLOBIN, ALT, PAIN, POLYP, PSA = "718-7", "1742-6", "72514-3", "33756-8", "2857-1"
SPIROMETRY, MEMORY, TSH, THYROXINE, BNP = "19926-5", "72106-8", "3016-3", "3024-7", "33762-6"
UPPER, LOWER, PRESSURE, SMOKING = "8480-6", "8462-4", "pressure", "72166-2"


class Value:
    def __init__(self, when, text):
        self.when, self.day, self.text = when, date.fromisoformat(when[:10]), text
        self.value = float(text.split("/")[0])


class Thing:
    def __init__(self, name, day, end=None, current=False, sort=None):
        self.name, self.current, self.sort = name, current, sort
        self.day = date.fromisoformat(day[:10])
        self.end = date.fromisoformat(end[:10]) if end else None


def texts(node):
    """Every string that says something in a resource."""
    if isinstance(node, dict):
        for key, value in node.items():
            if key in ("display", "text", "div", "description", "title", "valueString", "name", "comment", "note"):
                if isinstance(value, str):
                    yield value.lower()
            yield from texts(value)
    elif isinstance(node, list):
        for value in node:
            yield from texts(value)


class Person:
    def __init__(self, file):
        resources = [e["resource"] for e in json.loads(gzip.open(file).read(), parse_float=str, parse_int=str)["entry"]]
        self.values, self.words, self.said = {}, {}, set()
        self.things = {kind: [] for kind in ("condition", "medication", "procedure", "vaccine", "allergy", "visit")}
        for r in resources:
            if r["resourceType"] not in ("Claim", "ExplanationOfBenefit", "Organization", "Practitioner"):
                self.said.update(texts(r))
            getattr(self, "take" + r["resourceType"], lambda r: None)(r)
        for known in [*self.values.values(), *self.things.values()]:
            known.sort(key=lambda x: (x.day, getattr(x, "when", "")))

    def takePatient(self, r):
        official = [n for n in r["name"] if n["use"] == "official"]
        assert len(official) == 1
        self.id, self.name = r["id"], " ".join(official[0]["given"] + [official[0]["family"]])
        self.birth, self.gender = date.fromisoformat(r["birthDate"]), r["gender"]
        self.death = date.fromisoformat(r["deceasedDateTime"][:10]) if "deceasedDateTime" in r else None

    def takeObservation(self, r):
        assert r["status"] == "final"
        codes, when = {c["code"] for c in r["code"]["coding"]}, r["effectiveDateTime"]
        if "valueQuantity" in r:
            for code in codes:
                self.values.setdefault(code, []).append(Value(when, r["valueQuantity"]["value"]))
        elif "valueCodeableConcept" in r:
            for code in codes:
                self.words.setdefault(code, []).append((when, r["valueCodeableConcept"]["text"]))
        parts = {c["code"]["coding"][0]["code"]: c["valueQuantity"]["value"] for c in r.get("component", []) if "valueQuantity" in c}
        if UPPER in parts:
            self.values.setdefault(PRESSURE, []).append(Value(when, parts[UPPER] + "/" + parts[LOWER]))
            self.values.setdefault(UPPER, []).append(Value(when, parts[UPPER]))
            self.values.setdefault(LOWER, []).append(Value(when, parts[LOWER]))

    def takeCondition(self, r):
        assert r["verificationStatus"]["coding"][0]["code"] == "confirmed"
        end = r.get("abatementDateTime")
        current = r["clinicalStatus"]["coding"][0]["code"] == "active"
        assert current == (end is None)
        self.things["condition"].append(Thing(r["code"]["text"], r["onsetDateTime"], end, current))

    def takeMedicationRequest(self, r):
        if "medicationCodeableConcept" in r:
            self.things["medication"].append(Thing(r["medicationCodeableConcept"]["text"], r["authoredOn"], None, r["status"] == "active"))

    def takeProcedure(self, r):
        self.things["procedure"].append(Thing(r["code"]["text"], r["performedPeriod"]["start"]))

    def takeImmunization(self, r):
        assert r["status"] == "completed"
        self.things["vaccine"].append(Thing(r["vaccineCode"]["text"], r["occurrenceDateTime"]))

    def takeAllergyIntolerance(self, r):
        self.things["allergy"].append(Thing(r["code"]["text"], r["recordedDate"], None, r["clinicalStatus"]["coding"][0]["code"] == "active"))

    def takeEncounter(self, r):
        reason = " ".join(c["display"] for x in r.get("reasonCode", []) for c in x["coding"])
        self.things["visit"].append(Thing(r["type"][0]["text"] + "|" + reason, r["period"]["start"], r["period"]["end"], False, r["class"]["code"]))

    def of(self, code, when=None):
        """The values of that code; two of one moment that agree are one."""
        kept = []
        for x in self.values.get(code, []):
            if (when is None or when[0] <= x.day.isoformat() <= when[1]) and not any(x.when == y.when and x.text == y.text for y in kept):
                kept.append(x)
        return kept

    def have(self, kind, *names, when=None):
        return [x for x in self.things[kind] if any(n.lower() in x.name.lower() for n in names or [""])
                and (when is None or when[0] <= x.day.isoformat() <= when[1])]


# Times.
def Y(year, until=None): return f"{year}-01-01", f"{until or year}-12-31"
def M(year, month): return f"{year}-{month:02}-01", f"{year}-{month:02}-31"
def D(day): return day, day
def SINCE(year): return f"{year}-01-01", "2021-06-01"


# Values.
def clear(found, least=1):
    """So many values at least, and never two of one day, where one would have to be chosen."""
    assert len(found) >= least, len(found)
    assert len({x.day for x in found}) == len(found), [x.when for x in found]
    return found


def only(code, when=None):
    def truth(r):
        found = r.of(code, when)
        assert len(found) == 1, [x.when for x in found]
        return found[0].text
    return truth


def last(code, when=None):
    def truth(r):
        found = clear(r.of(code, when), 2)
        assert found[-1].text != found[-2].text
        return found[-1].text
    return truth


def first(code, when=None):
    def truth(r):
        found = clear(r.of(code, when), 2)
        assert found[0].text != found[1].text
        return found[0].text
    return truth


def extreme(code, pick, when):
    def truth(r):
        found = r.of(code, when)
        best = pick(x.value for x in found)
        assert len(found) >= 3 and sum(x.value == best for x in found) == 1
        return next(x for x in found if x.value == best)
    return truth


def high(code, when=None): return lambda r: extreme(code, max, when)(r).text
def low(code, when=None): return lambda r: extreme(code, min, when)(r).text
def high_day(code, when=None): return lambda r: extreme(code, max, when)(r).day.isoformat()
def low_day(code, when=None): return lambda r: extreme(code, min, when)(r).day.isoformat()


def mean(code, when=None):
    def truth(r):
        found = clear(r.of(code, when), 2)
        assert len({x.text for x in found}) > 1
        return rounded(sum(x.value for x in found) / len(found))
    return truth


def measured(code, when=None): return lambda r: len(clear(r.of(code, when)))
def above(code, limit, when=None): return lambda r: near(code, limit, r) or sum(x.value > limit for x in clear(r.of(code, when), 2))
def all_of(code, when=None): return lambda r: [x.text for x in clear(r.of(code, when), 2)]


def near(code, limit, r):
    """No value lies so near the limit that rounding it would tell otherwise."""
    assert all(abs(x.value - limit) > 0.005 * limit for x in r.of(code))


def yes(holds): return "yes" if holds else "no"
def ever_above(code, limit, when=None): return lambda r: near(code, limit, r) or yes(any(x.value > limit for x in clear(r.of(code, when), 2)))
def ever_below(code, limit, when=None): return lambda r: near(code, limit, r) or yes(any(x.value < limit for x in clear(r.of(code, when), 2)))


def now_above(code, limit):
    def truth(r):
        near(code, limit, r)
        return yes(clear(r.of(code), 2)[-1].value > limit)
    return truth


def two(r, code, one, other):
    """The only value of either time."""
    found = [r.of(code, when) for when in (one, other)]
    assert all(len({x.text for x in f}) == 1 for f in found), [[x.when for x in f] for f in found]
    a, b = (f[0].value for f in found)
    assert abs(a - b) > 0.01 * b
    return a, b


def differs(code, one, other):
    def truth(r):
        a, b = two(r, code, one, other)
        return f"{'higher' if a > b else 'lower'} by {abs(a - b):.2f}"
    return truth


def higher(code, one, other):
    def truth(r):
        a, b = two(r, code, one, other)
        return yes(a > b)
    return truth


def lower(code, one, other):
    def truth(r):
        a, b = two(r, code, one, other)
        return yes(a < b)
    return truth


def trend(code, when=None):
    """Rising or falling by more than a twentieth, as three of four pairs of values do; or steady, within a twentieth."""
    def truth(r):
        found = clear(r.of(code, when), 3)
        values = [x.value for x in found]
        if max(values) - min(values) <= 0.05 * values[0]:
            return "stable"
        change = (values[-1] - values[0]) / values[0]
        pairs = [(b > a) - (b < a) for i, a in enumerate(values) for b in values[i + 1:] if a != b]
        assert abs(change) > 0.055, values
        way = 1 if change > 0 else -1
        assert pairs.count(way) >= 0.75 * len(pairs), values
        return "rising" if way > 0 else "falling"
    return truth


def goes(way, code, when=None): return lambda r: yes(trend(code, when)(r) == way)


def words(code):
    def truth(r):
        said = {text for _, text in r.words[code]}
        assert len(said) == 1
        return said.pop()
    return truth


# Entries. A thing is a kind and what its name has in it.
def some(r, thing, when=None):
    found = r.have(thing[0], *thing[1:], when=when)
    assert found, thing
    return found


def one(r, thing, when=None):
    found = some(r, thing, when)
    assert len({x.day for x in found}) == 1, (thing, [x.day for x in found])
    return found[0]


def C(*names): return "condition", *names
def RX(*names): return "medication", *names
def P(*names): return "procedure", *names
def V(*names): return "vaccine", *names
def A(*names): return "allergy", *names


def on(thing, when=None): return lambda r: one(r, thing, when).day.isoformat()


def began(thing):
    def truth(r):
        found = some(r, thing)
        assert len(found) > 1 and found[0].day != found[1].day
        return found[0].day.isoformat()
    return truth


def newest(thing):
    def truth(r):
        found = some(r, thing)
        assert len(found) > 1 and found[-1].day != found[-2].day
        return found[-1].day.isoformat()
    return truth


def now(thing): return lambda r: yes(any(x.current for x in some(r, thing)))


def often(thing, when=None):
    def truth(r):
        found = some(r, thing, when)
        assert len({x.day for x in found}) == len(found)
        return len(found)
    return truth


def days(thing, when=None):
    def truth(r):
        found = sorted({x.day.isoformat() for x in some(r, thing, when)})
        assert len(found) > 1
        return found
    return truth


def names(kind, when=None, current=False, least=2):
    def truth(r):
        found = sorted({x.name for x in r.have(kind, when=when) if x.current or not current})
        assert len(found) >= least, found
        return found
    return truth


def visits(when=None, sort=None, least=2):
    def truth(r):
        found = [x for x in r.have("visit", when=when) if sort in (None, x.sort)]
        assert len(found) >= least
        return len(found)
    return truth


def for_reason(reason, sort=None):
    def truth(r):
        found = [x for x in r.have("visit", reason) if sort in (None, x.sort)]
        assert len(found) > 1 and len({x.day for x in found}) == len(found)
        return len(found)
    return truth


# Time between.
def span(a, b):
    assert (b - a).days > 1
    return str((b - a).days)


def between(thing, other): return lambda r: span(one(r, thing).day, one(r, other).day)
def lasted(thing, when=None): return lambda r: span(one(r, thing, when).day, one(r, thing, when).end)
def since(thing): return lambda r: span(one(r, thing).day, TODAY)
def since_newest(thing): return lambda r: span(date.fromisoformat(newest(thing)(r)), TODAY)
def to_death(thing): return lambda r: span(one(r, thing).day, r.death)


def apart(thing):
    def truth(r):
        found = some(r, thing)
        assert len(found) == 2
        return span(found[0].day, found[1].day)
    return truth


# Two steps.
def at(code, thing, when=None):
    def truth(r):
        day = one(r, thing, when).day.isoformat()
        assert len(r.of(code)) > 1 or code == MEMORY
        return only(code, D(day))(r)
    return truth


def before(code, thing):
    def truth(r):
        day = one(r, thing).day
        found = [x for x in clear(r.of(code), 2) if x.day < day]
        assert found and not r.of(code, D(day.isoformat()))
        return found[-1].text
    return truth


def age_at(thing):
    def truth(r):
        found = some(r, thing)
        return years(r.birth, found[0].day)
    return truth


def years(birth, day): return day.year - birth.year - ((day.month, day.day) < (birth.month, birth.day))
def with_it(thing, when=None, least=2): return lambda r: names("medication", D(one(r, thing, when).day.isoformat()), False, least)(r)


# What is not there.
def nothing(*beginnings):
    """No text of the record has a word that begins so."""
    def truth(r):
        assert not any(re.search(rf"\b({'|'.join(beginnings)})", text) for text in r.said), beginnings
        return ABSENT
    return truth


def unmeasured(code, *beginnings):
    def truth(r):
        assert code not in r.values
        return nothing(*beginnings)(r)
    return truth


def none_then(code, when):
    """It was measured, but not then."""
    def truth(r):
        assert r.of(code) and not r.of(code, when)
        return ABSENT
    return truth


def none_of(thing, *beginnings):
    """No entry of that kind, though a word of it may be there for something else."""
    def truth(r):
        assert not r.have(*thing)
        return nothing(*beginnings)(r) if beginnings else ABSENT
    return truth


def judged(_): return RETRIEVAL


FACT, ENDS, EXTREME, MEAN, COUNT, TREND, INTERVAL, LIST, COMPARISON, COHORT, STEPS, OPINION = (
    "single fact", "latest and earliest", "highest and lowest", "average", "count", "trend", "interval", "list", "comparison", "cohort",
    "two steps", "opinion")


# Everybody.
def ever(*thing): return lambda r: bool(r.have(*thing))


def both(*things): return lambda r: all(r.have(*t) for t in things)


def current(*thing):
    """Whoever has it now; nobody who died has an entry of it that was never closed."""
    def holds(r):
        found = any(x.current for x in r.have(*thing))
        assert not (found and r.death), r.name
        return found
    return holds


def who(holds):
    def truth(people):
        found = sorted(r.name for r in people if holds(r))
        assert 0 < len(found) < len(people) / 2, found
        return found
    return truth


def how_many(holds):
    def truth(people):
        found = sum(holds(r) for r in people)
        assert 1 < found < len(people), found
        return found
    return truth


def final(code, test):
    def holds(r):
        found = r.of(code)
        result = bool(found) and test(found[-1].value)
        assert not (result and r.death), r.name
        return result
    return holds


def taken_by(*thing):
    """What those who have it take now."""
    def truth(people):
        found = sorted({x.name for r in people if current(*thing)(r) for x in r.have("medication") if x.current})
        assert len(found) > 2
        return found
    return truth


def write(people_asked, everybody_asked, letter):
    """Writes OUT.jsonl of FOLDER, the arguments of the program: a line for each question, its id the letter and its place."""
    out, folder = Path(sys.argv[1]), Path(sys.argv[2])
    people = [Person(f) for f in sorted(folder.iterdir()) if f.name.endswith(".json.gz")]
    asked, kinds = [], Counter()
    for start, questions in people_asked.items():
        person, = (r for r in people if r.id.startswith(start))
        asked += [(person.id, person, *q) for q in questions]
    asked += [(None, people, *q) for q in everybody_asked]
    assert len({(a[0], a[3]) for a in asked}) == len(asked)
    lines = []
    for patient, of, kind, question, truth in asked:
        try:
            answer = truth(of)
        except Exception as error:
            raise SystemExit(f"{question}: {error!r}") from error
        form = "retrieval" if answer == RETRIEVAL else "absent" if answer == ABSENT else "cohort" if patient is None else "blind"
        kinds[kind, form == "absent"] += 1
        lines.append({"id": f"{letter}{len(lines):03}", "form": form, "question": question, "patient": patient, "answer": answer})
    out.write_text("".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines), encoding="utf-8")
    for kind in dict.fromkeys(kind for kind, _ in kinds):
        print(f"{kind}: {kinds[kind, False]}, and {kinds[kind, True]} absent", file=sys.stderr)
    print(f"{len(lines)} in all, {sum(line['form'] == 'absent' for line in lines)} absent", file=sys.stderr)
