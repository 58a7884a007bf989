"""A thirteenth set of questions in everyday wording about people of `r4_2019_main`, each with its truth: OUT DIR

Written by somebody who has not seen the product's source, with no knowledge of how it takes questions apart, and before it was asked any of them. Today is
2021-06-01. The truths are computed here from the raw JSON with a reader of this file alone; of the other sets only the form of the output, the name of what
is absent or left to retrieval, and the meaning of a trend are taken.
"""

import calendar
import gzip
import json
import re
import sys
from datetime import date
from pathlib import Path

from blind_truth import ABSENT, RETRIEVAL, trend, write
from records_truth import rounded

TODAY = date(2021, 6, 1)

WEIGHT, HEIGHT, BMI, A1C, GLUCOSE = "29463-7", "8302-2", "39156-5", "4548-4", "2339-0"
LDL, HDL, FATS, CHOLESTEROL = "18262-6", "2085-9", "2571-8", "2093-3"
CREATININE, GFR, POTASSIUM, SODIUM, CALCIUM, UREA = "38483-4", "33914-3", "6298-4", "2947-0", "49765-1", "6299-2"
HEMOGLOBIN, PLATELETS, WHITES, HEMATOCRIT = "718-7", "777-3", "6690-2", "4544-3"
EJECTION, BNP, DXA, MMSE, PSA, ALT, AST, FEV = "10230-1", "33762-6", "38265-5", "72106-8", "2857-1", "1742-6", "1920-8", "19926-5"
FEVER, PAIN, ALBUMIN_RATIO, SMOKING, PRESSURE = "8331-1", "72514-3", "14959-1", "72166-2", "55284-4"


class Number(float):
    def __new__(cls, text):
        number = super().__new__(cls, text)
        number.text = text
        return number


class Value:
    def __init__(self, at, value, text):
        self.at, self.day, self.value, self.text = at, date.fromisoformat(at[:10]), value, text


class Entry:
    def __init__(self, kind, r, name, names, start, end, current):
        self.kind, self.r, self.name, self.names = kind, r, name, names
        self.at, self.day = start, date.fromisoformat(start[:10])
        self.end, self.current = date.fromisoformat(end[:10]) if end else None, current


def words(concept):
    return [x for x in [concept.get("text"), *(c.get("display") for c in concept.get("coding", []))] if x]


def phrases(x):
    """Every text that a resource says something with."""
    if isinstance(x, dict):
        for key, value in x.items():
            if key in ("display", "text", "div", "valueString") and isinstance(value, str):
                yield value
            yield from phrases(value)
    elif isinstance(x, list):
        for value in x:
            yield from phrases(value)


class Person:
    def __init__(self, path):
        with gzip.open(path, "rt", encoding="utf-8") as f:
            self.raw = [e["resource"] for e in json.load(f, parse_float=Number)["entry"]]
        patient = next(r for r in self.raw if r["resourceType"] == "Patient")
        self.patient, self.id, self.gender = patient, patient["id"], patient["gender"]
        self.birth = date.fromisoformat(patient["birthDate"])
        self.death = date.fromisoformat(patient["deceasedDateTime"][:10]) if "deceasedDateTime" in patient else None
        name = next(n for n in patient["name"] if n["use"] == "official")
        self.name = " ".join([*name["given"], name["family"]])
        self.entries, self.values, self.said = {}, {}, {}
        for r in self.raw:
            getattr(self, r["resourceType"], lambda r: None)(r)
        for entries in self.entries.values():
            entries.sort(key=lambda e: e.at)
        for values in self.values.values():
            values.sort(key=lambda v: v.at)
        self.everything = [p for r in self.raw if r["resourceType"] not in ("Organization", "Practitioner", "Patient") for p in phrases(r)]

    def add(self, kind, r, concept, start, end=None, current=False):
        names = words(concept)
        self.entries.setdefault(kind, []).append(Entry(kind, r, names[0], names, start, end, current))

    def Observation(self, r):
        code, at = r["code"]["coding"][0]["code"], r["effectiveDateTime"]
        if code == PRESSURE:
            part = {c["code"]["coding"][0]["code"]: c["valueQuantity"]["value"] for c in r["component"]}
            up, down = part["8480-6"], part["8462-4"]
            self.values.setdefault(code, []).append(Value(at, float(up), f"{getattr(up, 'text', up)}/{getattr(down, 'text', down)}"))
        elif "valueQuantity" in r:
            x = r["valueQuantity"]["value"]
            self.values.setdefault(code, []).append(Value(at, float(x), str(getattr(x, "text", x))))
        elif "valueCodeableConcept" in r:
            self.said.setdefault(code, []).append((at, words(r["valueCodeableConcept"])[0]))

    def Condition(self, r):
        assert r["verificationStatus"]["coding"][0]["code"] == "confirmed"
        self.add("condition", r, r["code"], r["onsetDateTime"], r.get("abatementDateTime"), r["clinicalStatus"]["coding"][0]["code"] == "active")

    def MedicationRequest(self, r):
        self.add("medication", r, r["medicationCodeableConcept"], r["authoredOn"], None, r["status"] == "active")

    def Procedure(self, r):
        self.add("procedure", r, r["code"], r["performedPeriod"]["start"], r["performedPeriod"].get("end"))

    def Immunization(self, r):
        self.add("vaccine", r, r["vaccineCode"], r["occurrenceDateTime"])

    def Encounter(self, r):
        self.add("visit", r, r["type"][0], r["period"]["start"], r["period"].get("end"))

    def AllergyIntolerance(self, r):
        self.add("allergy", r, r["code"], r["recordedDate"], None, r["clinicalStatus"]["coding"][0]["code"] == "active")

    def CarePlan(self, r):
        self.add("plan", r, r["category"][0], r["period"]["start"], r["period"].get("end"), r["status"] == "active")

    def ImagingStudy(self, r):
        series = r["series"][0]
        self.add("imaging", r, {"text": series["modality"]["display"] + " " + series["bodySite"]["display"]}, r["started"])

    def DiagnosticReport(self, r):
        self.add("report", r, r["code"], r["effectiveDateTime"])

    def Claim(self, r):
        self.add("claim", r, {"text": "claim"}, r["created"])


# ---- values


def points(r, of, frm=None, to=None):
    return [v for v in r.values.get(of, []) if (frm is None or v.day.isoformat() >= frm) and (to is None or v.day.isoformat() <= to)]


def last(of, **when): return lambda r: points(r, of, **when)[-1].text
def first(of, **when): return lambda r: points(r, of, **when)[0].text


def only(of, **when):
    def truth(r):
        own = points(r, of, **when)
        assert len({v.text for v in own}) == 1, [v.at for v in own]
        return own[0].text
    return truth


def peak(of, sign, **when):
    """The highest or the lowest one; there is one of that size."""
    def of_whom(r):
        own = sorted(points(r, of, **when), key=lambda v: -sign * v.value)
        assert len(own) > 1 and own[0].value != own[1].value, own
        return own[0]
    return of_whom


def high(of, **when): return lambda r: max(points(r, of, **when), key=lambda v: v.value).text
def low(of, **when): return lambda r: min(points(r, of, **when), key=lambda v: v.value).text
def high_day(of, **when): return lambda r: peak(of, 1, **when)(r).day.isoformat()
def low_day(of, **when): return lambda r: peak(of, -1, **when)(r).day.isoformat()
def mean(of, **when): return lambda r: rounded(sum(v.value for v in points(r, of, **when)) / len(points(r, of, **when)))
def every(of, **when): return lambda r: [v.text for v in points(r, of, **when)]
def newest(number, of): return lambda r: [v.text for v in points(r, of)[-number:]]
def course(of, **when): return lambda r: trend(points(r, of, **when), [of])
def goes(way, of, **when): return lambda r: "yes" if trend(points(r, of, **when), [of]) == way else "no"
def ever(holds, of): return lambda r: "yes" if any(holds(v.value) for v in points(r, of)) else "no"
def times(holds, of, **when): return lambda r: sum(holds(v.value) for v in points(r, of, **when))
def which(holds, of, **when): return lambda r: [v.text for v in points(r, of, **when) if holds(v.value)]
def smokes(): return lambda r: max(r.said[SMOKING])[1]


def than(of, one, other):
    """How the value of the days `one` lies to that of `other`."""
    def truth(r):
        a, b = points(r, of, **one)[-1].value, points(r, of, **other)[-1].value
        return "the same" if a == b else f"{'higher' if a > b else 'lower'} by {abs(a - b):.2f}"
    return truth


def higher(of, one, other): return lambda r: "yes" if than(of, one, other)(r).startswith("higher") else "no"
def lower(of, one, other): return lambda r: "yes" if than(of, one, other)(r).startswith("lower") else "no"


def on_day_of(kind, name, of, index=0):
    """The value of the day of that entry."""
    def truth(r):
        day = found(r, kind, name)[index].day.isoformat()
        return only(of, frm=day, to=day)(r)
    return truth


def before(kind, name, of, index=0):
    """The last value before that entry."""
    def truth(r):
        day = found(r, kind, name)[index].day
        return [v for v in points(r, of) if v.day < day][-1].text
    return truth


def after(kind, name, of, index=0):
    """The first value after that entry."""
    def truth(r):
        day = found(r, kind, name)[index].day
        return [v for v in points(r, of) if v.day > day][0].text
    return truth


def no_value(of, **when):
    def truth(r):
        assert not points(r, of, **when) and points(r, of)
        return ABSENT
    return truth


# ---- entries


def found(r, kind, name, frm=None, to=None):
    said = re.compile(r"\b" + re.escape(name), re.I) if name else re.compile("")
    own = [e for e in r.entries.get(kind, []) if any(said.search(text) for text in e.names)]
    assert own, name
    return [e for e in own if (frm is None or e.day.isoformat() >= frm) and (to is None or e.day.isoformat() <= to)]


def now(kind, name): return lambda r: "yes" if any(e.current for e in found(r, kind, name)) else "no"
def over(kind, name): return lambda r: "no" if any(e.current for e in found(r, kind, name)) else "yes"


def had(kind, name, **when):
    def truth(r):
        assert found(r, kind, name, **when)
        return "yes"
    return truth


def had_no(kind, name, **when):
    """There are some, but none of that time."""
    def truth(r):
        assert not found(r, kind, name, **when)
        return ABSENT
    return truth


def begun(kind, name, **when): return lambda r: found(r, kind, name, **when)[0].day.isoformat()
def latest(kind, name, **when): return lambda r: found(r, kind, name, **when)[-1].day.isoformat()
def nth_day(kind, name, index): return lambda r: found(r, kind, name)[index].day.isoformat()


def ended(kind, name, index=-1): return lambda r: found(r, kind, name)[index].end.isoformat()
def often(kind, name="", **when): return lambda r: len(found(r, kind, name, **when))
def days(kind, name, **when): return lambda r: [e.day.isoformat() for e in found(r, kind, name, **when)]
def called(kind, name="", **when): return lambda r: sorted({e.name for e in found(r, kind, name, **when)})
def current(kind): return lambda r: sorted({e.name for e in r.entries[kind] if e.current})
def how_many_current(kind): return lambda r: len(current(kind)(r))
def lasted(kind, name, index=-1): return lambda r: str((found(r, kind, name)[index].end - found(r, kind, name)[index].day).days)
def ago(kind, name): return lambda r: str((TODAY - found(r, kind, name)[0].day).days)
def apart(one, other): return lambda r: str((found(r, *other)[0].day - found(r, *one)[0].day).days)
def part_of(kind, name, **when): return lambda r: sorted({e.r["series"][0]["bodySite"]["display"] for e in found(r, kind, name, **when)})
def doing(name): return lambda r: sorted({a["detail"]["code"]["text"] for e in found(r, "plan", name) for a in e.r["activity"]})


def full_years(start, end): return end.year - start.year - ((end.month, end.day) < (start.month, start.day))
def age_at(kind, name, index=0): return lambda r: full_years(r.birth, found(r, kind, name)[index].day)
def age(): return lambda r: full_years(r.birth, TODAY)
def age_at_death(): return lambda r: full_years(r.birth, r.death)
def lived_on(kind, name): return lambda r: full_years(found(r, kind, name)[0].day, r.death)
def born(): return lambda r: r.birth.isoformat()
def died(): return lambda r: r.death.isoformat()


def stays(of, **when): return lambda r: sum(e.r["class"]["code"] == of for e in found(r, "visit", "", **when))
def last_stay(of): return lambda r: max(e.day.isoformat() for e in r.entries["visit"] if e.r["class"]["code"] == of)
def last_visit(): return lambda r: r.entries["visit"][-1].day.isoformat()


def seen_for(name, reason):
    """How many visits of that name were for that reason."""
    return lambda r: sum(any(reason in text.lower() for x in e.r.get("reasonCode", []) for text in words(x)) for e in found(r, "visit", name))


def given_for(kind, name, index=0):
    """What was prescribed on the day on which it began."""
    def truth(r):
        day = found(r, kind, name)[index].day
        return sorted({e.name for e in r.entries["medication"] if e.day == day})
    return truth


def nothing(*beginnings):
    """It is absent where nothing in the whole record has words that begin so."""
    said = re.compile(rf"\b({'|'.join(beginnings)})", re.I)
    return lambda r: RETRIEVAL if any(said.search(text) for text in r.everything) else ABSENT


def never(kind, *beginnings):
    """No entry of that kind has words that begin so; one of another kind that has them is something else."""
    said = re.compile(rf"\b({'|'.join(beginnings)})", re.I)
    return lambda r: RETRIEVAL if any(said.search(text) for e in r.entries.get(kind, []) for text in e.names) else ABSENT


def judged(_): return RETRIEVAL


# ---- everybody


def once(kind, name):
    said = re.compile(r"\b" + re.escape(name), re.I)
    return lambda r: any(said.search(t) for e in r.entries.get(kind, []) for t in e.names)
def who(holds): return lambda all_of: sorted(r.name for r in all_of if holds(r))
def how_many(holds): return lambda all_of: sum(map(holds, all_of))
def final(of, holds): return lambda r: bool(points(r, of)) and holds(points(r, of)[-1].value)


def Y(year, until=None):
    return {"frm": f"{year}-01-01", "to": f"{until or year}-12-31"}


def M(year, month, until=None):
    until = until or month
    return {"frm": f"{year}-{month:02}-01", "to": f"{year}-{until:02}-{calendar.monthrange(year, until)[1]}"}


def D(day): return {"frm": day, "to": day}
def SINCE(year): return {"frm": f"{year}-01-01"}


PEOPLE = {
    "9eb43ac3": [  # Mrs. Estrella Daugherty, 1969
        ("hi, could you tell me what my last A1c came out at?", last(A1C)),
        ("Mrs Daugherty LDL June 2017", only(LDL, **M(2017, 6))),
        ("On what day was my sugar-over-3-months test at its worst?", high_day(A1C)),
        ("list every creatinine since 2015 pls", every(CREATININE, **SINCE(2015))),
        ("How many kilos less did I weigh in 2013 compared to 2011?", than(WEIGHT, Y(2013), Y(2011))),
        ("when did they take my coil out", latest("procedure", "removal of intrauterine")),
        ("How old was I when the high blood pressure was diagnosed?", age_at("condition", "hypertension")),
        ("shingles vaccine - when?", begun("vaccine", "zoster")),
        ("What was my potassium on the day I got the shingles jab?", on_day_of("vaccine", "zoster", POTASSIUM)),
        ("How long after the diabetes diagnosis was the retinopathy found, in days?", apart(("condition", "diabetes"), ("condition", "retinopathy"))),
        ("When did I have my gallbladder out?", nothing("gallbladder", "cholecyst")),
        ("Thyroid results?", nothing("thyr", "tsh")),
        ("my flu jab in 2014?", had_no("vaccine", "influenza", **Y(2014))),
        ("Do you think I should lose some weight before summer?", judged),
    ],
    "27f12f19": [  # Ms. Charlotte Padberg, 1991
        ("When was my youngest born?", latest("procedure", "childbirth")),
        ("How many times has Ms Padberg given birth?", often("procedure", "childbirth")),
        ("When did I tear the ligament in my knee?", begun("condition", "medial collateral ligament")),
        ("how many days from the knee injury to the knee operation", apart(("condition", "medial collateral"), ("procedure", "surgical manipulation of joint of knee"))),
        ("Date of the blood transfusion please", begun("procedure", "blood transfusion")),
        ("Is the burn healed?", over("condition", "second degree burn")),
        ("What was my haemoglobin on the day of the transfusion?", on_day_of("procedure", "blood transfusion", HEMOGLOBIN)),
        ("How long did it take the burn to heal in days?", lasted("condition", "second degree burn")),
        ("everything that was prescribed on the day I burnt myself?", given_for("condition", "second degree burn")),
        ("Has my weight crept up since 2011?", goes("rising", WEIGHT, **SINCE(2011))),
        ("Am I still anaemic?", now("condition", "anemia")),
        ("Which part of me was X-rayed in Dec 2017?", part_of("imaging", "radiography", **M(2017, 12))),
        ("When did the burn care plan finish?", ended("plan", "burn care")),
        ("have i ever had a hysterectomy", nothing("hysterect", "uterus")),
        ("Date of my c-section", nothing("cesarean", "caesar", "c-section")),
        ("Blood pressure readings from 2020", no_value(PRESSURE, **Y(2020))),
    ],
    "389bac6b": [  # Mr. Eliseo Cummings, 1973
        ("When did Mr Cummings's PTSD start acc. to the chart?", begun("condition", "posttraumatic")),
        ("How many days did the PTSD last on paper?", lasted("condition", "posttraumatic")),
        ("sertraline since when", begun("medication", "sertraline")),
        ("what meds is he currently taking", current("medication")),
        ("How many times has he been admitted as an inpatient?", stays("IMP")),
        ("last inpatient admission date", last_stay("IMP")),
        ("highest BP ever measured on him", high(PRESSURE)),
        ("Has his eGFR been falling?", goes("falling", GFR)),
        ("on which day was his pain score the worst", high_day(PAIN)),
        ("How old was he when the migraines were diagnosed?", age_at("condition", "migraine")),
        ("How many times was he in the emergency room because of an overdose?", seen_for("emergency room admission", "drug overdose")),
        ("When was his last colonoscopy?", nothing("colonoscop")),
        ("Is he on methadone or buprenorphine?", nothing("methadon", "buprenorph", "suboxone")),
        ("A1c in 2015?", no_value(A1C, **Y(2015))),
        ("What did the psychiatrist write in her notes?", judged),
    ],
    "43b6ae50": [  # Mr. Adán Portillo, 1937
        ("Dad's warfarin, when was it first prescribed?", begun("medication", "warfarin")),
        ("Is Dad still on clopidogrel?", now("medication", "clopidogrel")),
        ("How many cardioversions has my father had?", often("procedure", "cardioversion")),
        ("What was the result of the memory test (MMSE)?", only(MMSE)),
        ("How old was Mr. Portillo when he had the stroke?", age_at("condition", "stroke")),
        ("When did he break his ankle?", begun("condition", "fracture of ankle")),
        ("How many days until the forearm fracture was healed?", lasted("condition", "fracture of forearm")),
        ("Has the bad cholesterol gone down between 2013 and 2020?", goes("falling", LDL, **Y(2013, 2020))),
        ("How often was he seen as an emergency?", stays("EMER")),
        ("What is he supposed to be doing under the dementia care plan?", doing("demential")),
        ("average weight since 2018 pls", mean(WEIGHT, **SINCE(2018))),
        ("INR?", nothing("inr\\b", "prothrombin")),
        ("How many days was Dad in intensive care in 2019?", nothing("intensive", "icu\\b")),
        ("Did he ever have prostate cancer?", nothing("prostat")),
        ("Can he still drive?", judged),
    ],
    "d8e20eac": [  # Carla Echevarría, 2005
        ("What is Carla allergic to?", called("allergy")),
        ("How tall was my daughter in May 2016?", only(HEIGHT, **M(2016, 5))),
        ("how many centimetres did she grow from 2011 to 2020", than(HEIGHT, Y(2020), Y(2011))),
        ("Dates of the HPV vaccinations?", days("vaccine", "hpv")),
        ("Is she on the pill right now?", now("medication", "yaz")),
        ("Heaviest she's ever been?", high(WEIGHT)),
        ("How old was Carla when she got the EpiPen?", age_at("medication", "epinephrine")),
        ("last tetanus booster (Tdap)", latest("vaccine", "tdap")),
        ("which jabs in may 2016", called("vaccine", **M(2016, 5))),
        ("Does she have asthma?", nothing("asthma")),
        ("Is she allergic to penicilin?", never("allergy", "penicillin")),
        ("allergic to peanuts?", nothing("peanut", "nut\\b")),
        ("How high was Carla's cholesterol in 2018?", nothing("cholesterol", "lipoprotein")),
    ],
    "8a6f7e61": [  # Versie Botsford, 2018
        ("How many ear infections has Versie had?", often("condition", "otitis media")),
        ("Is the ear infection from February gone yet?", over("condition", "otitis media")),
        ("How much did Versie weigh in Oct 2019?", only(WEIGHT, **M(2019, 10))),
        ("Her first weight on record?", first(WEIGHT)),
        ("walnut IgE result?", only("6273-7")),
        ("How long was the ankle broken (days)?", lasted("condition", "fracture of ankle")),
        ("DTaP - how many doses so far?", often("vaccine", "dtap")),
        ("How many allergies are listed for her?", often("allergy")),
        ("is she allergic to latex", now("allergy", "latex")),
        ("How old is Versie?", age()),
        ("When was the last claim filed for her?", latest("claim", "claim")),
        ("Has she had meningitis?", nothing("mening")),
        ("Covid vaccine?", nothing("covid", "sars")),
    ],
    "79c96478": [  # Mr. Tony Douglas, 1972
        ("Whats the latest BP for Tony Douglas", last(PRESSURE)),
        ("By how many kg am I heavier in 2020 than I was in 2012?", than(WEIGHT, Y(2020), Y(2012))),
        ("When was the arthritis in my hip first recorded?", begun("condition", "osteoarthritis of hip")),
        ("how long have i had it, the hip arthritis, in days?", ago("condition", "osteoarthritis of hip")),
        ("Do I smoke according to you?", smokes()),
        ("What did they give me for the strep throat?", given_for("condition", "streptococcal")),
        ("Egg allergy: yes or no?", now("allergy", "egg")),
        ("When was my eGFR at its lowest?", low_day(GFR)),
        ("How many flu shots since 2014?", often("vaccine", "influenza", **SINCE(2014))),
        ("When did I have the hip replaced?", nothing("hip replacement", "arthroplasty", "replacement")),
        ("Have I got kidney stones?", nothing("kidney", "renal", "nephrolith")),
        ("When did I quit taking the lisinopril?", nothing("lisinopril")),
        ("Why does my hip hurt more when it rains?", judged),
    ],
    "4577f039": [  # Mr. Louis Wisoky, 1938-2020
        ("What date did grandpa pass away?", died()),
        ("how old did he get", age_at_death()),
        ("When was the heart failure diagnosed?", begun("condition", "congestive heart failure")),
        ("How many full years did he live with COPD? (chronic obstructive bronchitis)", lived_on("condition", "chronic obstructive bronchitis")),
        ("Lowest ejection fraction ever measured", low(EJECTION)),
        ("grandpa's best EF?", high(EJECTION)),
        ("BNP in April 2017", only(BNP, **M(2017, 4))),
        ("FEV1/FVC: mean since 2017?", mean(FEV, **SINCE(2017))),
        ("which FEV1/FVC readings were below 12", which(lambda x: x < 12, FEV)),
        ("When was Mr Wisoky put on Lasix?", begun("medication", "lasix")),
        ("Was he still on allopurinol when he died?", now("medication", "allopurinol")),
        ("How many days did the concussion take to clear?", lasted("condition", "concussion")),
        ("did grandpa have a stroke", nothing("stroke", "cerebrovasc")),
        ("How often was he on dialysis?", nothing("dialys")),
        ("BP in 2005?", no_value(PRESSURE, **Y(2005))),
        ("Was he in pain at the end?", judged),
    ],
    "e86e9cae": [  # Mr. Tracey Witting, 1938-2018
        ("all the PSA values since 2014", every(PSA, **SINCE(2014))),
        ("When was Mr Witting's PSA highest?", high_day(PSA)),
        ("what was the lowest PSA he ever had", low(PSA)),
        ("What was the PSA on the day of the biopsy?", on_day_of("procedure", "biopsy of prostate", PSA)),
        ("the MMSE scores in order please", every(MMSE)),
        ("How many days from the Alzheimer's diagnosis to the first memantine script?", apart(("condition", "alzheimer"), ("medication", "memantine"))),
        ("Is he still listed on galantamine?", now("medication", "galantamine")),
        ("When was he admitted with pneumonia?", begun("visit", "hospital admission")),
        ("How much lower was the T-score in 2018 than in 2013?", than(DXA, Y(2018), Y(2013))),
        ("number of rectal exams", often("procedure", "digital examination of rectum")),
        ("blood presure of Mr Witting in 2015", only(PRESSURE, **Y(2015))),
        ("Did he take donepezil / Aricept?", nothing("donepezil", "aricept")),
        ("When did he get his hearing aid?", nothing("hearing")),
        ("shingles shot", nothing("zoster", "shingles")),
        ("Would he have wanted to be resuscitated?", judged),
    ],
    "806be451": [  # Mr. Rudolf Weber, 1987
        ("When did I have my wisdom teeth out?", begun("procedure", "wisdom tooth")),
        ("my highest creatinin so far?", high(CREATININE)),
        ("How many days until the collarbone was OK?", lasted("condition", "fracture of clavicle")),
        ("What did I get prescribed for the collar bone?", given_for("condition", "fracture of clavicle")),
        ("Is my A1c creeping up?", goes("rising", A1C)),
        ("How many sinus infections have I had?", often("condition", "sinusitis")),
        ("How heavy was Mr Weber at the end of 2015?", only(WEIGHT, **M(2015, 12))),
        ("Platelets: did they go up or down from 2012 to 2015?", course(PLATELETS, **Y(2012, 2015))),
        ("When was I last in A&E?", last_stay("EMER")),
        ("Tell me my newest HDL", last(HDL)),
        ("Am I allergic to anything?", nothing("allerg")),
        ("When was my spleen removed?", nothing("spleen", "splenec")),
        ("collarbone xray date", latest("imaging", "radiography clavicle")),
        ("Hep B shot date", nothing("hep b", "hepatitis b")),
        ("Flu shot in 2018?", had_no("vaccine", "influenza", **Y(2018))),
    ],
    "15e2659f": [  # Mrs. Sharmaine Yost, 1942
        ("How many simvastatin scripts has Mum had in all?", often("medication", "simvistatin")),
        ("creatinine mean 2011 thru 2020", mean(CREATININE, **Y(2011, 2020))),
        ("date of highest LDL", high_day(LDL)),
        ("How many ALTs were over 40?", times(lambda x: x > 40, ALT)),
        ("DEXA T-score of my mum?", only(DXA)),
        ("Mums highest LDL", high(LDL)),
        ("How old was Mum when osteoporosis was found?", age_at("condition", "osteoporosis")),
        ("Did her alk phos top 130 at any point?", ever(lambda x: x > 130, "6768-6")),
        ("lipid panels - how many since 2017?", often("report", "lipid panel", **SINCE(2017))),
        ("her last three sodiums", newest(3, SODIUM)),
        ("Mrs Yost, latest lipid panel when?", latest("report", "lipid panel")),
        ("lowest sodium mum ever had", low(SODIUM)),
        ("days between the two colonoscopies?", lambda r: str((found(r, "procedure", "colonoscopy")[1].day - found(r, "procedure", "colonoscopy")[0].day).days)),
        ("When did Mum break her hip?", nothing("hip\\b", "fracture of hip")),
        ("Does she take a blood thinner?", nothing("warfarin", "clopidogrel", "apixaban", "rivaroxaban", "heparin", "aspirin", "dabigatran")),
        ("Is there a history of breast cancer?", nothing("breast", "malignan", "cancer", "carcinoma")),
        ("What does the doctor think about stopping simvastatin?", judged),
    ],
    "31055311": [  # Mr. Olen Kulas, 1954-2015
        ("When did Mr Kulas die?", died()),
        ("How many days after the CHF diagnosis was the first echo done?", apart(("condition", "congestive heart failure"), ("procedure", "trans thoracic echocardiogram"))),
        ("Number of ED presentations for overdose in 2012?", often("visit", "emergency room admission", **Y(2012))),
        ("weight jan 2008", only(WEIGHT, **M(2008, 1))),
        ("Was he lighter in 2008 than in 2014?", lower(WEIGHT, Y(2008), Y(2014))),
        ("dates of his colonoscopies", days("procedure", "colonoscopy")),
        ("What was he allergic to?", called("allergy")),
        ("Which conditions were still active?", current("condition")),
        ("when did he sprain the ankle", begun("condition", "sprain of ankle")),
        ("Which meds were started on 16 January 2012?", called("medication", **D("2012-01-16"))),
        ("Digoxin?", nothing("digoxin")),
        ("date of his second heart attack", nothing("myocardial", "heart attack")),
        ("Did he have hypertension?", nothing("hypertensi")),
    ],
    "8de3051f": [  # Gerardo Botello, 2010
        ("is he taking ritalin (methylphenidate)?", now("medication", "methylphenidate")),
        ("how old was Gerardo when ADHD got diagnosed", age_at("condition", "attention deficit")),
        ("When was he in the emergency room for the asthma?", begun("visit", "emergency hospital admission for asthma")),
        ("How tall was our boy in Nov 2018?", only(HEIGHT, **M(2018, 11))),
        ("Which meds is Gerardo on now?", current("medication")),
        ("When was the second MMR?", nth_day("vaccine", "mmr", 1)),
        ("What's in the asthma plan, activities I mean?", doing("asthma self management")),
        ("How many asthma follow-ups has he had in 2018?", often("visit", "asthma follow-up", **Y(2018))),
        ("How long did the ear infection of 2013 last?", lasted("condition", "otitis media", 0)),
        ("Has he broken anything?", nothing("fractur", "broken")),
        ("Is Gerardo on montelukast?", nothing("montelukast", "singulair")),
        ("Could he outgrow the asthma?", judged),
    ],
    "af0e5952": [  # Mrs. Madalyn Frami, 1988
        ("When was my baby born?", begun("procedure", "childbirth")),
        ("when was the bladder infection (cystitis) over?", ended("condition", "cystitis")),
        ("top triglyceride value on file for Mrs Frami", high(FATS)),
        ("Good cholesterol in May 2020?", only(HDL, **M(2020, 5))),
        ("Is the nerve damage from diabetes still on my list?", now("condition", "neuropathy")),
        ("age at cardiac arrest?", age_at("condition", "cardiac arrest")),
        ("When did I last get the implant put in?", latest("procedure", "insertion of subcutaneous contraceptive")),
        ("How many bouts of viral sinusitis in 2020?", often("condition", "viral sinusitis", **Y(2020))),
        ("LDL: which ones over 90?", which(lambda x: x > 90, LDL)),
        ("A1c after the baby - the first one measured after the birth", after("procedure", "childbirth", A1C)),
        ("MMR vaccination?", nothing("mmr", "measles")),
        ("PHQ9 score", nothing("phq", "patient health questionnaire")),
        ("Should I stop the metformin when pregnant?", judged),
    ],
    "274b7371": [  # Mr. Norbert Ferry, 1952
        ("pneumovax 23 date", begun("vaccine", "pneumococcal polysaccharide")),
        ("How high was the fever in July 2014?", only(FEVER, **M(2014, 7))),
        ("A1c at least 6.2 - how often?", times(lambda x: x >= 6.2, A1C)),
        ("LDL in 2017 compared with 2020, was it higher in 2017?", higher(LDL, Y(2017), Y(2020))),
        ("When did Mr Ferry last see anyone?", last_visit()),
        ("Is he a smoker?", smokes()),
        ("Days between Prevnar and the Pneumovax?", apart(("vaccine", "pneumococcal conjugate"), ("vaccine", "pneumococcal polysaccharide"))),
        ("What was the Cr just before the broken collarbone?", before("condition", "fracture of clavicle", CREATININE)),
        ("How many check ups in 2012?", often("visit", "encounter for check up", **Y(2012))),
        ("stroke?", nothing("stroke", "cerebrovasc")),
        ("Is Mr. Ferry on a statin?", nothing("statin", "simvi", "atorva")),
    ],
    "bae2bf00": [  # Mr. Louis Maggio, 1976
        ("A1c both values", every(A1C)),
        ("valium since?", begun("medication", "diazepam")),
        ("How much higher was LDL in 2020 than in 2018", than(LDL, Y(2020), Y(2018))),
        ("date of my most recent insurance claim?", latest("claim", "claim")),
        ("How many active conditions for Mr. Maggio?", how_many_current("condition")),
        ("Which antibiotic was I given in October 2020?", called("medication", "amoxicillin", **M(2020, 10))),
        ("How bad was the pain on 4 Jan 2021?", only(PAIN, **D("2021-01-04"))),
        ("When did the bronchitis breathing-therapy plan end?", ended("plan", "respiratory therapy")),
        ("EEG?", nothing("eeg\\b", "electroenceph")),
        ("Keppra dose?", nothing("keppra", "levetiracetam")),
    ],
    "0b779465": [  # Mr. Barrett Goldner, 1992
        ("How many times was Mr Goldner brought to the ER for overdose?", stays("EMER")),
        ("detox admission date", begun("visit", "drug rehabilitation and detoxification")),
        ("when did i get the meningitis vaccine", begun("vaccine", "meningococcal")),
        ("Which vaccines were given in Jan 2015?", called("vaccine", **M(2015, 1))),
        ("BP 15 January 2018", only(PRESSURE, **D("2018-01-15"))),
        ("Was I given naloxone?", nothing("naloxone", "narcan")),
        ("When did I come off the methadone?", nothing("methadon")),
        ("HIV test?", nothing("hiv\\b", "immunodeficiency")),
        ("Is my liver ok?", judged),
    ],
}

EVERYBODY = [
    ("Which of our patients were ever diagnosed with gout?", who(once("condition", "gout"))),
    ("How many patients have ever had a prescription for warfarin?", how_many(once("medication", "warfarin"))),
    ("Who has ever had a diagnosis of appendicitis?", who(once("condition", "appendicitis"))),
    ("How many of all the patients are female?", how_many(lambda r: r.gender == "female")),
    ("Who is allergic to latex?", who(once("allergy", "latex"))),
    ("Whose latest A1c is above 7?", who(final(A1C, lambda x: x > 7))),
    ("Number of patients who ever had a colonoscopy?", how_many(once("procedure", "colonoscopy"))),
    ("Which patients have been given methylphenidate?", who(once("medication", "methylphenidate"))),
    ("Which patients are the hardest to work with?", lambda _: RETRIEVAL),
]


def main():
    out, folder = Path(sys.argv[1]), Path(sys.argv[2])
    files = sorted(f for f in folder.iterdir() if f.name.endswith(".json.gz"))
    all_of = [Person(f) for f in files]
    chosen = [(next(r for r in all_of if r.id.startswith(start)), questions) for start, questions in PEOPLE.items()]
    write(out, "t", chosen, [(question, truth(all_of)) for question, truth in EVERYBODY])


if __name__ == "__main__":
    main()
