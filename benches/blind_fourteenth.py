"""A fourteenth set of questions in everyday wording, each with its truth: OUT.jsonl FOLDER

FOLDER is a folder of Synthea bundles (r4_2019_main); today is 2021-06-01. The questions were written by somebody who has not seen the
product's source, before it was asked any of them. The truths are computed here from the raw JSON by a reader that shares no code with what
is measured, nor with the other sets; each asserts that it is neither trivial nor open to a second reading. How many there are of each
kind is told on the error output.
"""

import gzip
import json
import re
import sys
from collections import Counter
from datetime import date
from pathlib import Path

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
        return round(sum(x.value for x in found) / len(found), 2)
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

PEOPLE = {
    "010fd829": [  # Mr. Chung Haley, 1958
        (FACT, "What was my BP on November 6, 2018?", only(PRESSURE, D("2018-11-06"))),
        (FACT, "Smoking status of Mr. Haley?", words(SMOKING)),
        (ENDS, "hi, what's my newest A1c please", last(A1C)),
        (ENDS, "When did I last get a tetanus shot?", on(V("Td (adult)"))),
        (EXTREME, "What's the highest my bad cholesterol has ever been?", high(LDL)),
        (EXTREME, "lowest sugar on record, Mr. Haley", low(SUGAR)),
        (MEAN, "What was my average LDL in 2014?", mean(LDL, Y(2014))),
        (COUNT, "How many flu shots have I had since 2015?", often(V("influenza"), SINCE(2015))),
        (TREND, "Has my ALT been coming down since 2016?", goes("falling", ALT, SINCE(2016))),
        (TREND, "Is my weight going up, going down or staying the same?", trend(WEIGHT)),
        (LIST, "Could you give me all my A1c results since 2018?", all_of(A1C, SINCE(2018))),
        (INTERVAL, "How many days did the sinus infection of July 2015 last?", lasted(C("sinusitis"), M(2015, 7))),
        (COMPARISON, "Was my A1c higher in 2020 than in 2015?", higher(A1C, Y(2020), Y(2015))),
        (FACT, "When did I have my heart attack?", nothing("heart attack", "infarct", "myocard")),
        (ENDS, "What is my latest TSH?", unmeasured(TSH, "thyro", "tsh", "thyrot")),
        (MEAN, "What was my average A1c in 2009?", none_then(A1C, Y(2009))),
        (OPINION, "Should I be worried about my cholesterol?", judged),
    ],
    "0a616e8d": [  # Mrs. Peter Wunsch, 1956
        (FACT, "When did Mrs. Wunsch hurt her shoulder?", on(C("rotator cuff"))),
        (ENDS, "Mrs. Wunsch's last FEV1/FVC?", last(SPIROMETRY)),
        (ENDS, "when was my first spirometry", began(P("spirometry"))),
        (EXTREME, "What's the least I ever weighed?", low(WEIGHT)),
        (MEAN, "my average ALT since 2017?", mean(ALT, SINCE(2017))),
        (COUNT, "How many lung function tests (spirometry) has my wife had?", often(P("spirometry"))),
        (TREND, "Did my weight go up between 2013 and 2017?", goes("rising", WEIGHT, Y(2013, 2017))),
        (INTERVAL, "How long did it take for my shoulder tendon injury to heal?", lasted(C("rotator cuff"))),
        (LIST, "On which dates did I have spirometry since 2018?", days(P("spirometry"), SINCE(2018))),
        (COMPARISON, "Did I weigh less in 2013 than in 2012?", lower(WEIGHT, Y(2013), Y(2012))),
        (FACT, "Does Mrs. Wunsch take warfarin?", nothing("warfarin", "coumadin")),
        (INTERVAL, "How long ago was I vacinated against shingles?", nothing("zoster", "shingles")),
    ],
    "1fc53917": [  # Mr. Mario Dietrich, 1965
        (FACT, "Am I on a water pill?", now(RX("hydrochlorothiazide"))),
        (ENDS, "weight at last check up", lambda r: clear(r.of(WEIGHT), 2)[-1].text),
        (EXTREME, "When was my A1c at its lowest?", low_day(A1C)),
        (MEAN, "Average blood sugar since 2018, please.", mean(SUGAR, SINCE(2018))),
        (COUNT, "How many times was Mario taken to the emergency room because of an overdose?", for_reason("overdose", "EMER")),
        (TREND, "Is my weight climbing since 2014?", goes("rising", WEIGHT, SINCE(2014))),
        (INTERVAL, "days between my two shingles shots?", apart(V("zoster"))),
        (COMPARISON, "How much heavier was I in 2020 than in 2014?", differs(WEIGHT, Y(2020), Y(2014))),
        (COMPARISON, "has my A1c ever gone over 6.5", ever_above(A1C, 6.5)),
        (INTERVAL, "How long ago did I get my hip replaced?", nothing("hip\\b", "replacement")),
        (COMPARISON, "Was I heavier in 2013 than in 2012?", none_then(WEIGHT, Y(2013))),
        (STEPS, "What was my blood presure the day I got my second shingles vaccine?", at(PRESSURE, V("zoster"), Y(2017))),
    ],
    "3d3d63e8": [  # Mr. Fermin Kassulke, 1941
        (ENDS, "What was my very first recorded LDL?", first(LDL)),
        (EXTREME, "When was my FEV1/FVC lowest?", low_day(SPIROMETRY)),
        (MEAN, "What's my mean FEV1/FVC since 2018?", mean(SPIROMETRY, SINCE(2018))),
        (COUNT, "How many sinus infections have I had?", often(C("sinusitis"))),
        (TREND, "Has Dad's A1c gone up since 2015?", goes("rising", A1C, SINCE(2015))),
        (LIST, "What meds am I on right now?", names("medication", current=True)),
        (COMPARISON, "Was my good cholesterol higher in 2017 than in 2014?", higher(HDL, Y(2017), Y(2014))),
        (STEPS, "Which medicines was Mr. Kassulke started on the day his heart disease was diagnosed?", with_it(C("coronary"))),
        (FACT, "How much insulin does my father take?", nothing("insulin", "humulin")),
        (FACT, "Do I have gout?", nothing("gout")),
    ],
    "43b6ae50": [  # Mr. Adán Portillo, 1937
        (FACT, "Since when has Mr. Portillo been taking a blood thinner (warfarin)?", on(RX("warfarin"))),
        (ENDS, "When was my father's last cardioversion?", newest(P("cardioversion"))),
        (EXTREME, "lowest weight on record for Mr. Portillo", low(WEIGHT)),
        (MEAN, "What's his average weight since 2019?", mean(WEIGHT, SINCE(2019))),
        (COUNT, "How many times was Dad's heart shocked back into rhythm (cardioversion) last year?", often(P("cardioversion"), Y(2020))),
        (TREND, "Is my father losing weight since 2018?", goes("falling", WEIGHT, SINCE(2018))),
        (TREND, "LDL trend, Mr. Portillo?", trend(LDL)),
        (INTERVAL, "How many days between the broken ankle and the broken forearm?", between(C("fracture of ankle"), C("fracture of forearm"))),
        (LIST, "Please list the medications Mr. Portillo takes at present.", names("medication", current=True)),
        (COMPARISON, "How much less did he weigh in January 2020 than in January 2019?", differs(WEIGHT, M(2020, 1), M(2019, 1))),
        (STEPS, "How old was my dad when he was diagnosed with Alzheimer's?", age_at(C("alzheimer"))),
        (ENDS, "What was his last PSA?", unmeasured(PSA, "prostate", "psa\\b")),
        (FACT, "When was Dad's pacemaker put in?", nothing("pacemaker")),
        (OPINION, "Is it safe for Dad to drive with his dementia?", judged),
    ],
    "4d56ac0a": [  # Mrs. Catalina Cantú, 1940
        (FACT, "What did mum score on the MMSE?", only(MEMORY)),
        (EXTREME, "What was my mother's highest systolic blood pressure?", high(UPPER)),
        (MEAN, "What is my mum's average A1c?", mean(A1C)),
        (COUNT, "How often was her systolic above 180?", above(UPPER, 180)),
        (INTERVAL, "How long did Mum's ear infection last?", lasted(C("otitis media"))),
        (COMPARISON, "Has my systolic ever been under 150?", ever_below(UPPER, 150)),
        (STEPS, "What was Mum prescribed for her ear infection in March 2020?", with_it(C("otitis media"))),
        (FACT, "When did mum's asthma start?", nothing("asthma")),
        (OPINION, "What did the memory clinic say to my mother?", judged),
    ],
    "51764196": [  # Mr. Rudy Macejkovic, 1961
        (FACT, "When did Mr. Macejkovic have his heart attack?", on(C("myocardial infarction"))),
        (EXTREME, "What's my highest ever diastolic?", high(LOWER)),
        (COUNT, "How many apointments did Mr. Macejkovic have in 2016?", visits(Y(2016))),
        (TREND, "Is my bad cholesterol falling?", goes("falling", LDL)),
        (TREND, "Has my weight stayed steady over the years?", goes("stable", WEIGHT)),
        (COMPARISON, "By how much is my LDL of 2020 lower than the one from 2011?", differs(LDL, Y(2020), Y(2011))),
        (MEAN, "What's my average A1c?", unmeasured(A1C, "hba1c", "hemoglobin a1c")),
        (EXTREME, "What was the highest blood sugar I ever had?", unmeasured(SUGAR, "glucose")),
        (ENDS, "BP in June 2016?", none_then(PRESSURE, M(2016, 6))),
    ],
    "72d8a40a": [  # Mr. Jed Pollich, 1968
        (EXTREME, "Just my highest total cholesterol please", high(CHOLESTEROL)),
        (MEAN, "mean triglycerides since 2019", mean(FATS, SINCE(2019))),
        (LIST, "All my potassium results from 2020?", all_of(POTASSIUM, Y(2020))),
        (STEPS, "Which drug was I given on the day of my seizure?", with_it(C("seizure disorder"), least=1)),
        (ENDS, "What was my weight in 2017?", none_then(WEIGHT, Y(2017))),
        (ENDS, "When was my last colonoscopy?", nothing("colonosc")),
        (INTERVAL, "How long have I been on Keppra?", nothing("keppra", "levetir")),
    ],
    "79c96478": [  # Mr. Tony Douglas, 1972
        (ENDS, "When did I get my first hepatitis A shot?", began(V("hep a"))),
        (TREND, "How has my husband's weight been going - up or down?", trend(WEIGHT)),
        (FACT, "Is Tony allergic to shellfish?", none_of(A("shellfish"), "shellfish", "shrimp")),
    ],
    "7f445dad": [  # Mr. Leonel Hand, 1963
        (FACT, "How big was the polyp that was found in my bowel in 2013, in mm?", only(POLYP)),
        (MEAN, "avg LDL since 2019", mean(LDL, SINCE(2019))),
        (COUNT, "How many of my LDL results were above 140?", above(LDL, 140)),
        (TREND, "Is my A1c rising, falling or steady?", trend(A1C)),
        (COMPARISON, "Is my latest A1c above 7?", now_above(A1C, 7)),
        (STEPS, "What was my hemoglobin when I was put on iron?", at(HEMOGLOBIN, RX("ferrous"))),
        (STEPS, "What was my A1c when I started metformin?", nothing("metformin", "glucophage")),
        (FACT, "When was the eye damage from my diabetes found?", nothing("retinop", "eye")),
    ],
    "8de3051f": [  # Gerardo Botello, 2010
        (FACT, "When was my son diagnosed with ADHD?", on(C("attention deficit"))),
        (ENDS, "What does my boy weigh now?", last(WEIGHT)),
        (ENDS, "When was his last MMR jab?", newest(V("mmr"))),
        (COUNT, "How many pneumococcal shots did my son get?", often(V("pneumococcal"))),
        (INTERVAL, "How long has my son had asthma?", since(C("asthma"))),
        (LIST, "What medecines is Gerardo on currently?", names("medication", current=True)),
        (COMPARISON, "Is he over 35 kilos now?", now_above(WEIGHT, 35)),
        (STEPS, "Which inhalers did he get when the asthma was diagnosed?", with_it(C("asthma"))),
        (STEPS, "What was the last weight taken before his ADHD was diagnosed?", before(WEIGHT, C("attention deficit"))),
        (ENDS, "When did my son have his rotavirus vaccine?", nothing("rotavir")),
        (FACT, "What's Gerardo's cholesterol?", unmeasured(CHOLESTEROL, "cholest")),
        (STEPS, "How old was he when his tonsils came out?", nothing("tonsil")),
    ],
    "8a6f7e61": [  # Versie Botsford, 2018
        (INTERVAL, "How long was my daughter's ankle broken for?", lasted(C("fracture of ankle"))),
        (LIST, "List Versie's allergies please", names("allergy", current=True)),
        (LIST, "Which jabs did she get in July 2019?", names("vaccine", M(2019, 7))),
        (FACT, "When did she get the meningitis vaccine?", nothing("mening")),
        (STEPS, "How old was my daughter when she had croup?", nothing("croup")),
    ],
    "948e608d": [  # Mr. Dirk Kuhlman, 1971
        (ENDS, "last LDL, Kuhlman", last(LDL)),
        (EXTREME, "highest microalbumin creatinine ratio?", high(RATIO)),
        (EXTREME, "On what day was my A1c highest?", high_day(A1C)),
        (MEAN, "What was my average LDL last year?", mean(LDL, Y(2020))),
        (COUNT, "How many times was Mr. Kuhlman's A1c checked last year?", measured(A1C, Y(2020))),
        (COUNT, "Number of encounters in 2020?", visits(Y(2020))),
        (TREND, "Has my A1c come down since 2019?", goes("falling", A1C, SINCE(2019))),
        (INTERVAL, "How many days after starting metformin was I put on insulin?", between(RX("metformin"), RX("insulin"))),
        (LIST, "Which diagnoses were made in November 2019?", names("condition", M(2019, 11))),
        (COMPARISON, "Was my A1c ever over 7 percent?", ever_above(A1C, 7)),
        (STEPS, "what was my A1c when I was put on metformin?", at(A1C, RX("metformin"))),
        (STEPS, "How old was I when I had my stroke?", nothing("stroke", "cerebro")),
        (ENDS, "What was my A1c back in 2014?", none_then(A1C, Y(2014))),
        (OPINION, "Is insulin better for me than metformin?", judged),
    ],
    "ab4e7a7d": [  # Mrs. Renea Quigley, 1957
        (MEAN, "Could you work out my mean LDL since 2019?", mean(LDL, SINCE(2019))),
        (COUNT, "How often has my mother been to the emergency room?", visits(sort="EMER")),
        (TREND, "A1c trend for Mrs. Quigley", trend(A1C)),
        (LIST, "What new diagnoses did I get this year?", names("condition", Y(2021))),
    ],
    "af0e5952": [  # Mrs. Madalyn Frami, 1988
        (FACT, "When was the nerve damage from my diabetes (neuropathy) diagnosed?", on(C("neuropathy"))),
        (ENDS, "When did I last have a pregnancy test?", newest(P("pregnancy test"))),
        (COUNT, "How many times has Mrs. Frami had bronchitis?", often(C("bronchitis"))),
        (INTERVAL, "How long did my bladder infection (cystitis) last?", lasted(C("cystitis"))),
        (COMPARISON, "Was my LDL lower in 2014 than in 2013?", lower(LDL, Y(2014), Y(2013))),
        (FACT, "When was my last mammogram?", nothing("mammog", "breast")),
        (ENDS, "A1c in 2015?", none_then(A1C, Y(2015))),
        (OPINION, "What did the doctor write in the note about my last pregnancy?", judged),
    ],
    "d48ac962": [  # Mr. Jerrell Gerlach, 1939
        (MEAN, "What was his average potassium in 2018?", mean(POTASSIUM, Y(2018))),
        (STEPS, "How old was Mr. Gerlach when the prostate cancer was found?", age_at(C("carcinoma in situ of prostate"))),
        (FACT, "When did Grandpa have his bypass?", nothing("bypass")),
        (LIST, "List grandpa's LDL values from 2016.", none_then(LDL, Y(2016))),
        (OPINION, "Can he drink wine with his blood thinner?", judged),
    ],
    "d64b37f5": [  # Mr. Benito Lucio, 1936
        (ENDS, "What was my father's latest memory score (MMSE)?", last(MEMORY)),
        (EXTREME, "Dad's best MMSE so far?", high(MEMORY)),
        (MEAN, "What's the average of his three MMSE scores?", mean(MEMORY)),
        (TREND, "Is Dad's MMSE getting worse, I mean going down?", goes("falling", MEMORY)),
        (LIST, "Show me all of Dad's MMSE scores.", all_of(MEMORY)),
        (COMPARISON, "By how much did the MMSE differ in 2020 from 2017?", differs(MEMORY, Y(2020), Y(2017))),
        (STEPS, "What was Dad's MMSE when he was started on donepezil?", at(MEMORY, RX("donepezil"))),
        (FACT, "When was his cataract surgery?", nothing("catarac")),
        (FACT, "Does Dad take aspirin?", nothing("aspirin")),
        (OPINION, "Why did the doctor stop Dad's galantamine?", judged),
    ],
    "dc877b20": [  # Mr. David Alcántar, 1962
        (FACT, "free T4 result Mr. Alcántar?", only(THYROXINE)),
        (ENDS, "When did I get my last shingles shot?", newest(V("zoster"))),
        (INTERVAL, "How long have I been on thyroxine (levothyroxine)?", since(RX("levothyroxine"))),
        (STEPS, "What was my hemoglobin when they found I was anemic?", at(HEMOGLOBIN, C("anemia"))),
        (TREND, "Has my sugar been going up?", unmeasured(SUGAR, "glucose", "sugar")),
        (ENDS, "TSH in 2019?", none_then(TSH, Y(2019))),
    ],
    "d00b766a": [  # Mr. Luis Miguel Delarosa, 1948
        (FACT, "When did Dad get the chemo and radiation?", on(P("chemotherapy"))),
        (EXTREME, "What was the worst pain score Mr. Delarosa reported?", high(PAIN)),
        (MEAN, "What was my average A1c from 2019 on?", mean(A1C, SINCE(2019))),
        (INTERVAL, "How many days from the colon cancer diagnosis to the operation?", between(C("malignant neoplasm of colon"), P("partial resection"))),
        (LIST, "Which medicines was Dad put on in March 2021?", names("medication", M(2021, 3))),
        (STEPS, "What was his last weight before the colon cancer was diagnosed?", before(WEIGHT, C("malignant neoplasm of colon"))),
        (OPINION, "How is Dad coping with the chemo?", judged),
    ],
    "ebb1f0e2": [  # Mrs. Jessi Parisian, 1988
        (FACT, "When did Jessi have her miscarriage?", on(C("miscarriage"))),
        (LIST, "On which dates did I give birth?", days(P("childbirth"))),
        (COUNT, "How many times did Mrs. Parisian give birth?", often(P("childbirth"))),
        (COMPARISON, "How much lower were my triglycerides in 2019 than in 2016?", differs(FATS, Y(2019), Y(2016))),
        (FACT, "When was my C-section?", nothing("cesar", "caesar", "c-section")),
        (MEAN, "What was my average weight in 2017?", none_then(WEIGHT, Y(2017))),
    ],
    "c4d8bbb7": [  # Mr. Marcos Barrows, 1951
        (MEAN, "my average systolic since 2018?", mean(UPPER, SINCE(2018))),
        (EXTREME, "whats my lowest eGFR", low(GFR)),
        (INTERVAL, "How many days ago was my last flu jab?", since_newest(V("influenza"))),
        (LIST, "When did my sinus infections start? All dates please.", days(C("sinusitis"))),
        (STEPS, "What was prescribed at the gout visit in July 2020?", names("medication", D("2020-07-26"))),
        (EXTREME, "What's my highest uric acid?", unmeasured(URATE, "uric", "urate")),
    ],
    "4577f039": [  # Mr. Louis Wisoky, 1938, died 2020-10-05
        (FACT, "What was my late father's BNP?", only(BNP)),
        (INTERVAL, "How many days passed between Dad's heart failure diagnosis and his death?", to_death(C("heart failure"))),
    ],
    "8ff20ff8": [  # Basil Champlin, 2010
        (INTERVAL, "How long did Basil's strep throat last?", lasted(C("streptococcal"))),
        (FACT, "When did Basil have his appendix out?", nothing("append")),
    ],
}


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


EVERYBODY = [
    (COHORT, "Which patients have emphysema?", who(current(*C("emphysema")))),
    (COHORT, "What medications are emphysema patients on?", taken_by(*C("emphysema"))),
    (COHORT, "Which patients were ever prescribed metformin?", who(ever(*RX("metformin")))),
    (COHORT, "How many patients have ever been on warfarin?", how_many(ever(*RX("warfarin")))),
    (COHORT, "How many people ever had appendicitis?", how_many(ever(*C("appendicitis")))),
    (COHORT, "Which patients have an allergy to bee venom?", who(current(*A("bee venom")))),
    (COHORT, "Who has an underactive thyroid (hypothyroidism)?", who(current(*C("hypothyroidism")))),
    (COHORT, "Who has had a C-section?", who(ever(*P("cesarean")))),
    (COHORT, "Which patients were ever diagnosed with rheumatoid arthritis?", who(ever(*C("rheumatoid arthritis")))),
    (COHORT, "Which patients have ever had a diagnosis of attention deficit disorder?", who(ever(*C("attention deficit")))),
    (COHORT, "How many patients have had whiplash at some point?", how_many(ever(*C("whiplash")))),
    (COHORT, "Which patients with gout have ever been given colchicine?", who(both(C("gout"), RX("colchicine")))),
    (COHORT, "Whose latest A1c is above 7?", who(final(A1C, lambda x: x > 7))),
    (COHORT, "How many of our patients were born before 1930?", how_many(lambda r: r.birth.year < 1930)),
]


def main():
    out, folder = Path(sys.argv[1]), Path(sys.argv[2])
    people = [Person(f) for f in sorted(folder.iterdir()) if f.name.endswith(".json.gz")]
    asked, kinds, wrong = [], Counter(), 0
    for start, questions in PEOPLE.items():
        person, = (r for r in people if r.id.startswith(start))
        asked += [(person.id, person, *q) for q in questions]
    asked += [(None, people, *q) for q in EVERYBODY]
    assert len({(a[0], a[3]) for a in asked}) == len(asked)
    lines = []
    for patient, of, kind, question, truth in asked:
        try:
            answer = truth(of)
        except Exception as error:
            raise SystemExit(f"{question}: {error!r}") from error
        form = "retrieval" if answer == RETRIEVAL else "absent" if answer == ABSENT else "cohort" if patient is None else "blind"
        kinds[kind, form == "absent"] += 1
        lines.append({"id": f"f{len(lines):03}", "form": form, "question": question, "patient": patient, "answer": answer})
    out.write_text("".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines), encoding="utf-8")
    for kind in dict.fromkeys(kind for kind, _ in kinds):
        print(f"{kind}: {kinds[kind, False]}, and {kinds[kind, True]} absent", file=sys.stderr)
    print(f"{len(lines)} in all, {sum(line['form'] == 'absent' for line in lines)} absent", file=sys.stderr)


if __name__ == "__main__":
    main()
