"""Questions about coded facts of FHIR R4 bundles, each with its truth: DIR OUT.jsonl [--today DATE] [--seed N] [--most N]

Reads the bundles of DIR with the standard library alone and shares no code with what is measured. Writes a line for each
question: {id, form, question, patient, answer}; `patient` is null where the question names somebody or is about all.
The rules that the truths follow are those that the product states with its answers (docs/questions.md).
"""

import argparse
import base64
import gzip
import json
import math
import random
import re
from datetime import date, datetime, timedelta, timezone
from pathlib import Path

# What is measured: codes, and what people call it.
MEASURES = [
    (["29463-7"], ["weight", "body weight"]),
    (["8302-2"], ["height", "body height"]),
    (["39156-5"], ["BMI", "body mass index"]),
    (["4548-4"], ["HbA1c", "A1c", "hemoglobin A1c", "glycated haemoglobin"]),
    (["2339-0", "2345-7"], ["blood sugar", "glucose", "blood glucose"]),
    (["2093-3"], ["cholesterol", "total cholesterol"]),
    (["18262-6"], ["LDL", "bad cholesterol", "LDL cholesterol"]),
    (["2085-9"], ["HDL", "good cholesterol", "HDL cholesterol"]),
    (["2571-8"], ["triglycerides", "triglyceride"]),
    (["38483-4", "2160-0"], ["creatinine", "serum creatinine"]),
    (["6299-2", "3094-0"], ["BUN", "urea nitrogen", "blood urea nitrogen"]),
    (["2947-0", "2951-2"], ["sodium", "serum sodium"]),
    (["6298-4", "2823-3"], ["potassium"]),
    (["49765-1", "17861-6"], ["calcium"]),
    (["2069-3", "2075-0"], ["chloride"]),
    (["718-7"], ["hemoglobin", "haemoglobin", "Hb"]),
    (["777-3"], ["platelets", "platelet"]),
    (["6690-2"], ["white blood cell", "WBC", "leukocyte"]),
    (["789-8"], ["red blood cell", "RBC"]),
    (["33914-3"], ["eGFR", "kidney function", "GFR"]),
    (["8480-6"], ["systolic blood pressure", "systolic"]),
    (["8462-4"], ["diastolic blood pressure", "diastolic"]),
    (["8867-4"], ["heart rate", "pulse"]),
    (["9279-1"], ["respiratory rate", "breathing rate"]),
    (["2708-6"], ["oxygen saturation"]),
    (["1742-6"], ["ALT"]),
    (["1751-7"], ["albumin"]),
    (["14959-1"], ["microalbumin creatinine ratio"]),
    (["10230-1"], ["ejection fraction"]),
    (["2857-1"], ["PSA"]),
    (["72514-3"], ["pain score", "pain severity"]),
]
PRESSURE = ["85354-9", "55284-4"]
ABSENT_MEASURES = [(["3084-1"], ["uric acid"]), (["2132-9"], ["vitamin B12 level"]), (["1989-3"], ["vitamin D"]), (["19935-6"], ["peak flow"])]
LAY = [
    ("hypertension", ["high blood pressure", "hypertension"]),
    ("sinusitis", ["sinusitis", "a sinus infection"]),
    ("otitis media", ["an ear infection", "otitis media"]),
    ("myocardial infarction", ["a heart attack", "a myocardial infarction"]),
    ("anemia", ["anemia", "anaemia"]),
    ("osteoporosis", ["osteoporosis"]),
    ("prediabetes", ["prediabetes"]),
    ("diabetes", ["diabetes"]),
    ("gout", ["gout"]),
    ("epilepsy", ["epilepsy"]),
    ("migraine", ["migraine", "migraines"]),
    ("asthma", ["asthma"]),
    ("bronchitis", ["bronchitis"]),
    ("pharyngitis", ["pharyngitis"]),
    ("obesity", ["obesity"]),
]
DRUGS = ["simvastatin", "acetaminophen", "ibuprofen", "naproxen", "hydrochlorothiazide", "amlodipine", "metformin", "warfarin",
         "clopidogrel", "aspirin", "omeprazole", "sertraline", "digoxin", "allopurinol", "nitroglycerin", "lisinopril"]
VACCINES = [("influenza", ["flu shot", "influenza vaccination", "flu vaccine"]), ("zoster", ["shingles vaccine"]),
            ("hep b", ["hepatitis B vaccine"]), ("hpv", ["HPV vaccine", "HPV shot"]), ("varicella", ["chickenpox vaccine"]),
            ("pneumococcal", ["pneumococcal vaccine"]), ("mmr", ["measles vaccine", "MMR vaccine"])]
QUALIFIED = ("history of", "past ", "suspected", "awaiting", "at risk", "risk of", "family history", "no known", "no history",
             "personal history", "screening for")
CAUSES = (" due to ", " associated with ", " caused by ", " following ", " secondary to ", " with no ", " without ")


def words(text):
    return set(re.findall(r"[a-z0-9]+", text.lower()))


def untagged(text):
    return re.sub(r" \((disorder|finding|situation|procedure|regime/therapy|substance|organism|person|observable entity|morphologic abnormality|physical object|event|product)\)$", "", text.strip())


def rounded(value):
    """Two decimals, with a half away from zero, as an answer is told; `round` takes the binary number, which may lie below the half."""
    return math.copysign(math.floor(round(abs(value) * 100, 6) + 0.5) / 100, value)


def display(concept):
    """The text of a concept, else its shortest display."""
    displays = [c["display"].strip() for c in (concept or {}).get("coding") or [] if c.get("display", "").strip()]
    return (concept or {}).get("text") or min(displays, key=len, default="")


def names(concept):
    """What a concept is found by: what it is called, and what the terminology calls its first code."""
    coding = next((c for c in (concept or {}).get("coding") or [] if "code" in c), {})
    return {display(concept), coding.get("display") or display(concept)}


def codes(concept):
    return [c.get("code") for c in (concept or {}).get("coding") or []]


def identity(concept):
    """The code by which entries are of one thing, with the system that it is a code of."""
    return next(((c.get("system"), c["code"]) for c in (concept or {}).get("coding") or [] if "code" in c), None)


# Where no entry of a kind answers, it is only said that there is none if no text writes of any, and no entry of another kind does.
SPEAKS = {
    "allergy": re.compile(r"\b(allerg|anaphyla|intoleran|hypersensitiv|urticaria|hives\b|reaction|reacted|nkda|epipen)", re.I),
    "medication": re.compile(r"\b(medic|prescri|tablet|capsule|pill|dose|dosage|drug|inhaler|puff|injection|insulin|aspirin|t[ao]k(e|es|en|ing)\b|took\b|daily\b)|\d ?(mg|mcg)\b", re.I),
    "condition": re.compile(r"\b(diagnos|condition|disease|disorder|syndrome|histor|problem|illness|infection|chronic|pain|diabet|hypertens|cancer|asthma)|itis\b", re.I),
}
# Entries of other kinds that write of it by their names; looking for something does not say that it is there.
NAMED = {"allergy": re.compile(r"\b(allerg|anaphyla|intoleran|hypersensitiv|urticari)", re.I), "medication": re.compile(r"\b(medication|insulin|anticoagula|prescri)", re.I)}
LOOKED_FOR = re.compile(r"\b(screen|test|assess|reconcil|review|educ|counsel|document)", re.I)


def instant(text):
    if text is None:
        return None
    if len(text) <= 10:
        day = date.fromisoformat(text + "-01-01"[len(text) - 4:] if len(text) < 10 else text)
        return datetime(day.year, day.month, day.day, tzinfo=timezone.utc)
    return datetime.fromisoformat(text.replace("Z", "+00:00"))


class Reading:
    def __init__(self, order, when, value, unit, text):
        self.order, self.when, self.value, self.unit, self.text = order, when, value, unit, text
        self.at = instant(when)
        self.day = date.fromisoformat(when[:10])


class Entry:
    def __init__(self, order, concept, when, end, current):
        self.order, self.name, self.names = order, display(concept), names(concept)
        self.code = identity(concept)
        self.at = instant(when)
        self.day = date.fromisoformat(when[:10]) if when else None
        self.end = date.fromisoformat(end[:10]) if end else None
        self.current = current


class Record:
    """One patient as the bundle has them."""

    def __init__(self, path):
        raw = gzip.open(path).read() if path.suffix == ".gz" else path.read_bytes()
        # Numbers stay as they are written.
        bundle = json.loads(raw, parse_float=lambda digits: ("number", digits))
        self.entries = {}
        self.readings = {}
        self.pressures = []
        self.texts = []
        self.given = False
        for order, entry in enumerate(bundle["entry"]):
            r = entry["resource"]
            getattr(self, "read_" + r["resourceType"], lambda *_: None)(order, r)
        for known in self.entries.values():
            known.sort(key=lambda e: (e.at is not None, e.at or 0, e.order))
        for code in list(self.readings):
            self.readings[code].sort(key=lambda x: (x.at, x.order))

    def read_Patient(self, order, r):
        name = next((n for n in r["name"] if n.get("use") == "official"), r["name"][0])
        self.id = r["id"]
        self.name = " ".join(name.get("given", []) + [name.get("family", "")])
        self.birth = date.fromisoformat(r["birthDate"])
        self.death = date.fromisoformat(r["deceasedDateTime"][:10]) if "deceasedDateTime" in r else None
        self.gender = r.get("gender")

    def read_Observation(self, order, r):
        when = r.get("effectiveDateTime") or r.get("issued")
        if when is None or r.get("status") in ("entered-in-error", "cancelled"):
            return

        def add(concept, node):
            quantity = node.get("valueQuantity")
            if quantity is not None and "value" in quantity:
                raw = quantity["value"]
                digits = raw[1] if isinstance(raw, tuple) else str(raw)
                for code in codes(concept):
                    self.readings.setdefault(code, []).append(Reading(order, when, float(digits), quantity.get("unit"), digits))

        add(r["code"], r)
        parts = {}
        for component in r.get("component", []):
            add(component["code"], component)
            if "valueQuantity" in component:
                for code in codes(component["code"]):
                    raw = component["valueQuantity"]["value"]
                    parts[code] = raw[1] if isinstance(raw, tuple) else str(raw)
        if "8480-6" in parts and "8462-4" in parts:
            self.pressures.append(Reading(order, when, float(parts["8480-6"]), "mmHg", parts["8480-6"] + "/" + parts["8462-4"]))

    def add(self, kind, order, concept, when, end, current):
        self.entries.setdefault(kind, []).append(Entry(order, concept, when, end, current))

    def read_Condition(self, order, r):
        status = (codes(r.get("clinicalStatus")) or [None])[0]
        end = r.get("abatementDateTime")
        self.add("condition", order, r.get("code"), r.get("onsetDateTime") or r.get("recordedDate"), end,
                 status in ("active", "recurrence", "relapse") and end is None)

    def read_MedicationRequest(self, order, r):
        if "medicationCodeableConcept" in r:
            self.add("medication", order, r["medicationCodeableConcept"], r.get("authoredOn"), None, r.get("status") == "active")

    def read_AllergyIntolerance(self, order, r):
        self.add("allergy", order, r.get("code"), r.get("onsetDateTime") or r.get("recordedDate"), None,
                 "active" in codes(r.get("clinicalStatus")))

    def read_Procedure(self, order, r):
        period = r.get("performedPeriod", {})
        self.add("procedure", order, r.get("code"), r.get("performedDateTime") or period.get("start"), None, True)

    def read_Immunization(self, order, r):
        self.add("vaccine", order, r.get("vaccineCode"), r.get("occurrenceDateTime"), None, True)

    def read_Encounter(self, order, r):
        self.add("visit", order, (r.get("type") or [{}])[0], r.get("period", {}).get("start"), None, True)

    def read_text(self, attachments):
        for attachment in attachments:
            if attachment.get("data"):
                self.texts.append(base64.b64decode(attachment["data"]).decode("utf-8", "replace"))

    def read_DocumentReference(self, order, r):
        self.read_text(content.get("attachment", {}) for content in r.get("content", []))

    def read_DiagnosticReport(self, order, r):
        self.read_text(r.get("presentedForm", []))

    def read_MedicationAdministration(self, order, r):
        self.given = True

    def none_of(self, kind, said):
        """`said` where no text and no entry of another kind writes of `kind`; else that is for whoever reads them."""
        others = [name for other in ("condition", "procedure", "vaccine") if other != kind for x in self.entries.get(other, []) for name in x.names]
        named = NAMED.get(kind) and any(NAMED[kind].search(name) and not LOOKED_FOR.search(name) for name in others)
        given = kind == "medication" and self.given
        return "left to retrieval" if named or given or any(SPEAKS[kind].search(text) for text in self.texts) else said

    def of(self, wanted):
        found = [x for code in wanted for x in self.readings.get(code, [])]
        found.sort(key=lambda x: (x.at, x.order))
        kept = []
        for x in found:
            if not any(y.at == x.at and y.value == x.value for y in kept[-6:]):
                kept.append(x)
        return kept

    def pressure(self):
        # Upper and lower numbers in entries of their own belong together where their moment is the same.
        known = list(self.pressures)
        paired = {x.at for x in known}
        lower = {}
        for x in self.readings.get("8462-4", []):
            lower.setdefault(x.at, x)
        known += [Reading(x.order, x.when, x.value, x.unit, x.text + "/" + lower[x.at].text)
                  for x in self.readings.get("8480-6", []) if x.at not in paired and x.at in lower]
        known.sort(key=lambda x: (x.at, x.order))
        kept = []
        for x in known:
            if not any(y.at == x.at and y.text == x.text for y in kept[-4:]):
                kept.append(x)
        return kept

    def named(self, kind, wanted):
        """Entries whose name holds every word of `wanted`; conditions that are due to it where there is no other."""
        asked = words(wanted)
        strict, loose = [], []
        for e in self.entries.get(kind, []):
            if untagged(e.name).lower().startswith(QUALIFIED) and not wanted.lower().startswith(QUALIFIED):
                continue
            heads, wholes = set(), set()
            for name in e.names:
                name = untagged(name).lower()
                wholes |= words(name)
                for cause in CAUSES if kind == "condition" else ():
                    name = name.split(cause)[0]
                heads |= words(name)
            if asked <= heads:
                strict.append(e)
            elif asked <= wholes:
                loose.append(e)
        found = strict or (loose if kind == "condition" else [])
        # What has the code of one of them is of the same thing, whatever it is called.
        same = {e.code for e in found if e.code}
        plain = lambda e: not untagged(e.name).lower().startswith(QUALIFIED) or wanted.lower().startswith(QUALIFIED)
        return [e for e in self.entries.get(kind, []) if e in found or e.code in same and plain(e)]


def shown(x):
    """A value with its unit as an answer may write it; only the number is compared where the unit has many spellings."""
    return x.text


def latest_per_code(entries):
    seen = {}
    for e in entries:
        seen[e.code or e.name] = e.name
    return sorted(seen.values())


# From which difference on, in the unit of the records, a course is not stable, where a share says nothing of that; over more than a month
# weight goes by its share alone.
NOTICED = {"8302-2": 2, "2708-6": 2, "2947-0": 3, "2951-2": 3, "6298-4": 0.2, "2823-3": 0.2, "49765-1": 0.4, "17861-6": 0.4,
           "2069-3": 3, "2075-0": 3, "8310-5": 0.5}
SOON = {"29463-7": 1}


def within(change, first, step):
    return abs(change) <= 0.05 * abs(first) and (step is None or abs(change) < step - 1e-9)


def trend(points, codes=()):
    """The way of `points`, which are of these codes: of a measure that is known by several, any of them."""
    if len(points) < 2 or points[0].day == points[-1].day:
        return None
    first, last = points[0].value, points[-1].value
    change = last - first
    values = [point.value for point in points]
    steps = {**NOTICED, **(SOON if (points[-1].day - points[0].day).days <= 31 else {})}
    step = next((steps[code] for code in codes if code in steps), None)
    if within(change, first, step):
        return "stable" if within((max(values) - min(values)) / 2, first, step) else "no clear direction"
    slopes = sorted((b.value - a.value) / (b.day - a.day).days
                    for i, a in enumerate(points) for b in points[i + 1:] if b.day > a.day)
    middle = len(slopes) // 2
    median = slopes[middle] if len(slopes) % 2 else (slopes[middle] + slopes[middle - 1]) / 2
    if change > 0 and median > 0:
        return "rising"
    if change < 0 and median < 0:
        return "falling"
    return "no clear direction"


class Writer:
    def __init__(self, rng, today):
        self.rng, self.today, self.lines, self.seen = rng, today, [], set()

    def ask(self, form, templates, fill, patient, answer):
        question = self.rng.choice(templates).format(**fill)
        key = (question, patient)
        if answer is None or key in self.seen:
            return
        self.seen.add(key)
        self.lines.append({"id": f"q{len(self.lines):05}", "form": form, "question": question, "patient": patient, "answer": answer})


LATEST = ["What is my latest {m}?", "What was my last {m}?", "Show me the most recent {m}.", "What's my current {m}?", "My newest {m}, please",
          "What was my {m} the last time it was checked?", "Can you tell me my most recent {m} result?", "latest {m}", "What is my {m} now?",
          "How much was my last {m} reading?"]
FIRST = ["What was my first {m}?", "What was the earliest {m} on record?", "What is the oldest {m} in my records?", "Show the first {m} value."]
WHEN = ["When was my last {m}?", "When was my {m} last measured?", "On what date was my {m} last checked?", "When did I last have my {m} taken?",
        "What is the date of my most recent {m}?"]
HIGH = ["What was my highest {m}?", "What is the highest {m} ever recorded?", "What was my maximum {m}?", "What has been my peak {m}?"]
LOW = ["What was my lowest {m}?", "What is the minimum {m} on record?", "What was the lowest {m} I ever had?", "Smallest {m} value?"]
WHEN_HIGH = ["When was my {m} highest?", "On which date was my {m} at its highest?"]
MEAN = ["What is my average {m}?", "What's the mean {m} over all readings?", "What has my {m} been on average?", "Average {m}?"]
COUNT = ["How many times was my {m} measured?", "How often has my {m} been checked?", "How many {m} readings do I have?", "How many {m} results are in my record?"]
TREND = ["How has my {m} changed over time?", "What is the trend of my {m}?", "How did my {m} develop over time?", "Is there a trend in my {m}?"]
UP = ["Is my {m} going up?", "Has my {m} increased?", "Has my {m} been rising?"]
DOWN = ["Is my {m} going down?", "Has my {m} decreased?", "Has my {m} been falling?"]
YEAR_LIST = ["What was my {m} in {y}?", "List my {m} readings in {y}.", "Show all {m} values from {y}.", "What were my {m} results in {y}?"]
YEAR_COUNT = ["How many times was my {m} checked in {y}?", "How many {m} readings were there in {y}?"]
YEAR_MEAN = ["What was my average {m} in {y}?", "On average, what was my {m} during {y}?"]
SINCE_HIGH = ["What is my highest {m} since {y}?", "What was the highest {m} after the beginning of {y}?"]
EVER_ABOVE = ["Has my {m} ever been above {b}?", "Was my {m} ever over {b}?", "Did my {m} ever exceed {b}?"]
EVER_BELOW = ["Has my {m} ever been below {b}?", "Was my {m} ever under {b}?"]
NOW_ABOVE = ["Is my {m} above {b}?", "Is my latest {m} over {b}?", "Is my {m} higher than {b}?"]
COUNT_ABOVE = ["How many times was my {m} above {b}?", "How many of my {m} readings were over {b}?"]
AGO = ["How many days ago was my last {m}?", "How long ago was my {m} last measured?", "How long has it been since my last {m}?"]
SPAN = ["How many days lie between my first and my last {m}?", "How long is it between my first and last {m}?"]
COMPARE = ["Compare my first and my latest {m}.", "How does my latest {m} compare with the first?", "What is the difference between my first and last {m}?"]
COMPARE_YEARS = ["Was my {m} higher in {y} than in {z}?", "Was my {m} in {y} higher than in {z}?"]
PREVIOUS = ["Is my latest {m} higher than the previous one?", "Is my {m} higher than last time?"]


def measures(out, record, most):
    rng, p = out.rng, record.id
    known = [(wanted, names) for wanted, names in MEASURES if record.of(wanted)]
    rng.shuffle(known)
    for wanted, names in known[:most]:
        points = record.of(wanted)
        m = {"m": rng.choice(names)}
        by = lambda value, last: [x for x in points if x.value == value][-1 if last else 0]
        high, low = max(x.value for x in points), min(x.value for x in points)
        years = sorted({x.day.year for x in points})
        y = rng.choice(years)
        of_year = [x for x in points if x.day.year == y]
        mean = sum(x.value for x in points) / len(points)
        options = [
            lambda: out.ask("latest", LATEST, m, p, shown(points[-1])),
            lambda: out.ask("latest", ["What is {n}'s latest {m}?", "Latest {m} of {n}?", "What was the last {m} for patient {n}?"],
                            {**m, "n": record.name}, None, shown(points[-1])),
            lambda: out.ask("earliest", FIRST, m, p, shown(points[0])),
            lambda: out.ask("latest", WHEN, m, p, points[-1].day.isoformat()),
            lambda: out.ask("highest", HIGH, m, p, by(high, True).text),
            lambda: out.ask("lowest", LOW, m, p, by(low, True).text),
            lambda: out.ask("highest", WHEN_HIGH, m, p, by(high, True).day.isoformat()),
            lambda: out.ask("average", MEAN, m, p, rounded(mean)),
            lambda: out.ask("count", COUNT, m, p, len({x.at for x in points})),
            lambda: out.ask("trend", TREND, m, p, trend(points, wanted)),
            lambda: out.ask("trend", UP, m, p, trend(points, wanted) and ("yes" if trend(points, wanted) == "rising" else "no")),
            lambda: out.ask("trend", DOWN, m, p, trend(points, wanted) and ("yes" if trend(points, wanted) == "falling" else "no")),
            lambda: out.ask("list", YEAR_LIST, {**m, "y": y}, p, [x.text for x in of_year] if len(of_year) > 1 else of_year[0].text),
            lambda: out.ask("count", YEAR_COUNT, {**m, "y": y}, p, len({x.at for x in of_year})),
            lambda: out.ask("average", YEAR_MEAN, {**m, "y": y}, p, rounded(sum(x.value for x in of_year) / len(of_year))),
            lambda: out.ask("highest", SINCE_HIGH, {**m, "y": y}, p, max((x.value for x in points if x.day.year >= y))),
            lambda: out.ask("whether", EVER_ABOVE, {**m, "b": round(mean)}, p, "yes" if any(x.value > round(mean) for x in points) else "no"),
            lambda: out.ask("whether", EVER_BELOW, {**m, "b": int(low)}, p, "yes" if any(x.value < int(low) for x in points) else "no"),
            lambda: out.ask("whether", NOW_ABOVE, {**m, "b": round(mean)}, p, "yes" if points[-1].value > round(mean) else "no"),
            lambda: out.ask("count", COUNT_ABOVE, {**m, "b": round(mean)}, p, len({x.at for x in points if x.value > round(mean)})),
            lambda: out.ask("interval", AGO, m, p, f"{(out.today - points[-1].day).days}"),
            lambda: len(points) > 1 and out.ask("interval", SPAN, m, p, f"{(points[-1].day - points[0].day).days}"),
            lambda: len(points) > 1 and out.ask("comparison", PREVIOUS, m, p, "yes" if points[-1].value > points[-2].value else "no"),
            lambda: compare_years(out, m, p, points, years),
            lambda: len(points) > 1 and compare_ends(out, m, p, points),
        ]
        for option in rng.sample(options, 4):
            option()


def compare_years(out, m, p, points, years):
    if len(years) < 2:
        return
    y, z = out.rng.sample(years, 2)
    last = lambda year: [x for x in points if x.day.year == year][-1].value
    out.ask("comparison", COMPARE_YEARS, {**m, "y": y, "z": z}, p, "yes" if last(y) > last(z) else "no")


def compare_ends(out, m, p, points):
    a, b = points[-1].value, points[0].value
    text = "the same" if a == b else f"{'higher' if a > b else 'lower'} by {abs(a - b):.2f}"
    out.ask("comparison", COMPARE, m, p, text)


def pressure(out, record):
    points = record.pressure()
    if not points:
        return
    p = record.id
    out.ask("latest", ["What is my latest blood pressure?", "What was my last BP?", "My most recent blood pressure reading?", "Current BP?"], {}, p, points[-1].text)
    out.ask("earliest", ["What was my first blood pressure?", "What was the earliest recorded BP?"], {}, p, points[0].text)
    out.ask("latest", ["When was my blood pressure last taken?", "When was my last BP check?"], {}, p, points[-1].day.isoformat())
    out.ask("count", ["How many times has my blood pressure been measured?", "How many BP readings do I have?"], {}, p, len({x.at for x in points}))


def listed(out, record):
    rng, p = out.rng, record.id
    e = record.entries
    active = lambda kind: [x for x in e.get(kind, []) if x.current]
    meds, conditions, allergies = active("medication"), active("condition"), active("allergy")
    none = "not in the record"
    no = lambda kind: record.none_of(kind, none)
    out.ask("list", ["What medications am I on?", "Which medicines do I currently take?", "List my current medications.", "What drugs am I taking at the moment?",
                     "What are my active prescriptions?", "What meds am I on right now?"], {}, p, latest_per_code(meds) or no("medication"))
    out.ask("count", ["How many medications am I taking?", "How many different medicines am I on?", "How many active medications do I have?"], {}, p, len(latest_per_code(meds)) or record.none_of("medication", 0))
    out.ask("list", ["What conditions do I have?", "What are my current diagnoses?", "List my active conditions.", "Which active health conditions do I have?"], {}, p, latest_per_code(conditions) or no("condition"))
    out.ask("list", ["What am I allergic to?", "What are my allergies?", "List my allergies.", "Do you know which allergies I have?"], {}, p, latest_per_code(allergies) or no("allergy"))
    out.ask("list", ["List all medications I was ever prescribed.", "Which medicines have I ever been prescribed?"], {}, p, latest_per_code(e.get("medication", [])) or no("medication"))
    visits = [x for x in e.get("visit", []) if x.at]
    if visits:
        years = sorted({x.day.year for x in visits})
        y = rng.choice(years)
        out.ask("latest", ["When was my last visit?", "When was my most recent appointment?", "What was the date of my latest encounter?"], {}, p, visits[-1].day.isoformat())
        out.ask("count", ["How many visits did I have in {y}?", "How many appointments were there in {y}?", "How often did I have a visit in {y}?"], {"y": y}, p, sum(x.day.year == y for x in visits))
    procedures = [x for x in e.get("procedure", []) if x.at]
    if procedures:
        last = [x.name for x in procedures if x.at == procedures[-1].at]
        out.ask("latest", ["What was my last procedure?", "Which procedure did I have most recently?", "What was my most recent procedure?"], {}, p, sorted(set(last)))
        chosen = rng.choice(procedures)
        name = untagged(chosen.name)
        same = record.named("procedure", name)
        out.ask("latest", ["When was my last {n}?", "When did I last have {n}?", "What date was my most recent {n}?"], {"n": name}, p, [x for x in same if x.at][-1].day.isoformat())
        out.ask("count", ["How many times did I have {n}?", "How often was {n} done?", "How many {n} procedures are in my record?"], {"n": name}, p, len(same))
        y = rng.choice(sorted({x.day.year for x in procedures}))
        out.ask("list", ["Which procedures did I have in {y}?", "List the procedures from {y}."], {"y": y}, p, latest_per_code([x for x in procedures if x.day.year == y]))
    for token, names in rng.sample(VACCINES, 3):
        given = [x for x in e.get("vaccine", []) if words(token) <= set().union(*map(words, x.names))]
        fill = {"v": rng.choice(names)}
        if given:
            out.ask("latest", ["When was my last {v}?", "When did I get my most recent {v}?", "What was the date of my latest {v}?"], fill, p, given[-1].day.isoformat())
            out.ask("count", ["How many {v}s have I had?", "How many times did I get a {v}?"], fill, p, len(given))
            out.ask("whether", ["Have I had a {v}?", "Did I ever get a {v}?", "Have I ever received the {v}?"], fill, p, "yes")
            out.ask("interval", ["How many days ago was my last {v}?", "How long ago did I get my last {v}?"], fill, p, f"{(out.today - given[-1].day).days}")
        else:
            out.ask("absent", ["When was my last {v}?", "Have I had a {v}?", "Did I ever get the {v}?"], fill, p, none)


def conditions(out, record):
    rng, p = out.rng, record.id
    own = [x for x in record.entries.get("condition", []) if x.at]
    for chosen in rng.sample(own, min(3, len(own))):
        name = untagged(chosen.name)
        same = record.named("condition", name)
        same = same or [x for x in own if untagged(x.name) == name]
        fill = {"c": name[0].lower() + name[1:] if not name[:2].isupper() else name}
        out.ask("fact", ["When was I first diagnosed with {c}?", "When was I diagnosed with {c}?", "When did my {c} start?"], fill, p, same[0].day.isoformat())
        out.ask("whether", ["Have I ever had {c}?", "Did I ever have {c}?", "Was I ever diagnosed with {c}?"], fill, p, "yes")
        out.ask("count", ["How many times have I had {c}?", "How many episodes of {c} did I have?", "How often have I had {c}?"], fill, p, len(same))
        last = same[-1]
        out.ask("fact", ["When did my last {c} end?", "When was my {c} resolved?"], fill, p, last.end.isoformat() if last.end else "not in the record")
        current = [x for x in same if x.current]
        if current:
            # Of who died nothing goes on.
            lived = min(record.death or out.today, out.today)
            out.ask("interval", ["How long have I had {c}?", "For how many days have I had {c}?"], fill, p, f"{(lived - current[0].day).days}")
        elif last.end:
            out.ask("interval", ["How long did my last {c} last?", "How many days did my {c} last?"], fill, p, f"{(last.end - last.day).days}")
    for token, names in rng.sample(LAY, 4):
        fill = {"c": rng.choice(names)}
        same = record.named("condition", token)
        if same:
            out.ask("whether", ["Have I ever had {c}?", "Did I ever have {c}?"], fill, p, "yes")
            out.ask("whether", ["Do I have {c}?", "Do I currently have {c}?"], fill, p, "yes" if any(x.current for x in same) else "no")
        elif not any(words(token) & set().union(*map(words, x.names)) for x in own):
            out.ask("absent", ["Have I ever had {c}?", "Do I have {c}?", "When was I diagnosed with {c}?", "Was I ever diagnosed with {c}?"], fill, p, "not in the record")


def medicines(out, record):
    rng, p = out.rng, record.id
    for drug in rng.sample(DRUGS, 4):
        spelt = {"simvastatin": {"simvastatin", "simvistatin"}, "hydrochlorothiazide": {"hydrochlorothiazide"}}.get(drug, {drug})
        same = [x for x in record.entries.get("medication", []) if spelt & set().union(*map(words, x.names))]
        fill = {"d": drug}
        if same:
            out.ask("whether", ["Am I on {d}?", "Am I taking {d}?", "Do I currently take {d}?"], fill, p, "yes" if any(x.current for x in same) else "no")
            out.ask("fact", ["When was I first prescribed {d}?", "When did I start taking {d}?", "When did I start {d}?"], fill, p, same[0].day.isoformat())
            out.ask("count", ["How many times was I prescribed {d}?", "How many {d} prescriptions have I had?"], fill, p, len(same))
            out.ask("latest", ["When was I last prescribed {d}?", "When was my last prescription for {d}?"], fill, p, same[-1].day.isoformat())
        else:
            out.ask("absent", ["Am I on {d}?", "Do I take {d}?", "When was I prescribed {d}?", "Have I ever been prescribed {d}?"], fill, p, "not in the record")


def absences(out, record):
    rng, p = out.rng, record.id
    wanted, names = rng.choice(ABSENT_MEASURES + [x for x in MEASURES if not record.of(x[0])])
    if not record.of(wanted):
        fill = {"m": rng.choice(names)}
        out.ask("absent", ["What is my latest {m}?", "When was my {m} last checked?", "What was my highest {m}?", "Has my {m} ever been measured?"], fill, p, "not in the record")
    thing = rng.choice(["a pacemaker", "a hip replacement", "malaria", "a tonsillectomy", "cataract surgery", "tuberculosis", "a liver transplant", "lupus", "celiac disease", "glaucoma surgery"])
    all_words = set().union(*(words(name) for name in set().union(*(x.names for kind in record.entries.values() for x in kind)))) if record.entries else set()
    if not (words(thing) - {"a", "disease", "surgery"}) & all_words:
        out.ask("absent", ["When did I have {c}?", "Have I ever had {c}?", "Did I ever have {c}?"], {"c": thing}, p, "not in the record")


def person(out, record):
    p = record.id
    until = record.death or out.today
    age = until.year - record.birth.year - ((until.month, until.day) < (record.birth.month, record.birth.day))
    out.ask("fact", ["How old am I?", "What is my age?"], {}, p, age)
    out.ask("fact", ["When was {n} born?", "What is {n}'s date of birth?"], {"n": record.name}, None, record.birth.isoformat())
    out.ask("fact", ["What is {n}'s gender?", "What sex is {n}?"], {"n": record.name}, None, record.gender)


def cohorts(out, records):
    for token, names in LAY:
        ever = [r for r in records if r.named("condition", token)]
        now = [r for r in records if any(x.current for x in r.named("condition", token))]
        if not ever:
            continue
        for lay in names:
            fill = {"c": lay, "b": re.sub("^an? ", "", lay)}
            out.ask("cohort", ["Which patients have {c}?", "Who has {c}?", "List all patients with {c}.", "Show me the patients who have {c}."], fill, None, sorted(r.name for r in now) or "none")
            out.ask("cohort", ["How many patients have {c}?", "How many people have {c}?"], fill, None, len(now))
            out.ask("cohort", ["How many patients have ever had {c}?", "How many patients had {c}?"], fill, None, len(ever))
            meds = sorted(most_called([x for r in now for x in latest_entries(r.entries.get("medication", []))]))
            out.ask("cohort", ["What medications are {b} patients on?", "Which medicines do patients with {c} take?", "What drugs are patients with {c} taking?"], fill, None, meds or "none")
    for drug in DRUGS:
        now = [r for r in records if any(x.current and drug in set().union(*map(words, x.names)) for x in r.entries.get("medication", []))]
        if now and drug not in ("simvastatin",):
            out.ask("cohort", ["Which patients take {d}?", "Who is on {d}?", "Which patients are taking {d}?"], {"d": drug}, None, sorted(r.name for r in now))
            out.ask("cohort", ["How many patients are on {d}?", "How many people take {d}?"], {"d": drug}, None, len(now))
    for wanted, names in MEASURES:
        latest = [(r.of(wanted)[-1].value, r) for r in records if r.of(wanted)]
        if len(latest) < 5:
            continue
        m = {"m": names[0]}
        top = max(value for value, _ in latest)
        holders = [r for value, r in latest if value == top]
        if len(holders) == 1:
            out.ask("cohort", ["Who has the highest {m}?", "Which patient has the highest {m}?"], m, None, holders[0].name)
        limit = round(sorted(value for value, _ in latest)[len(latest) // 2])
        out.ask("cohort", ["Which patients have a {m} above {b}?", "Who has a {m} over {b}?"], {**m, "b": limit}, None, sorted(r.name for value, r in latest if value > limit) or "none")
        out.ask("cohort", ["How many patients have a {m} above {b}?"], {**m, "b": limit}, None, sum(value > limit for value, _ in latest))


def most_called(entries):
    """What is called by most, of several the first by letters, of each code."""
    called = {}
    for e in entries:
        names = called.setdefault(e.code or e.name, {})
        names[e.name] = names.get(e.name, 0) + 1
    return {min(names, key=lambda name: (-names[name], name)) for names in called.values()}


def latest_entries(entries):
    seen = {}
    for e in entries:
        if e.current:
            seen[e.code or e.name] = e
    return seen.values()


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--today", type=date.fromisoformat, required=True)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--most", type=int, default=3, help="things measured that are asked about of one patient")
    asked = parser.parse_args()
    files = sorted(f for f in asked.folder.iterdir() if f.name.endswith((".json", ".json.gz")) and f.name != "MANIFEST.json")
    records = [Record(f) for f in files]
    out = Writer(random.Random(asked.seed), asked.today)
    for record in records:
        measures(out, record, asked.most)
        pressure(out, record)
        listed(out, record)
        conditions(out, record)
        medicines(out, record)
        absences(out, record)
        person(out, record)
    cohorts(out, records)
    out.rng.shuffle(out.lines)
    asked.out.write_text("".join(json.dumps(line, ensure_ascii=False) + "\n" for line in out.lines), encoding="utf-8")


if __name__ == "__main__":
    main()
