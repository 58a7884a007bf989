"""Questions in everyday wording about the sample people, each with its truth: first|second OUT.jsonl

The questions were written before the planner was asked any of them, and are not changed after it (one truth was: "Any known allergies?" is
answered by the entry that says so). The second set was written after the planner was worked on for the first. Their truths are computed here from the
raw JSON of `examples/records`, with the reader of `records_truth.py`, that shares no code with what is measured. What a text of the
record speaks of is not said to be absent from it: such a question is one for retrieval, like those for a judgement or for somebody's words.
"""

import calendar
import json
import re
import sys
from datetime import date
from pathlib import Path

from records_truth import Record, rounded, trend

TODAY = date(2024, 11, 15)
RETRIEVAL, ABSENT = "left to retrieval", "not in the record"
FOLDER = Path(__file__).parent.parent / "examples/records"

WEIGHT, HEIGHT, BMI, A1C = ["29463-7"], ["8302-2"], ["39156-5"], ["4548-4"]
GLUCOSE, LDL, HDL, FATS = ["1558-6"], ["18262-6"], ["2085-9"], ["2571-8"]
CREATININE, GFR, INR, ALT = ["2160-0"], ["33914-3"], ["6301-6"], ["1742-6"]
HEMOGLOBIN, PULSE, PLATELETS, BNP = ["718-7"], ["8867-4"], ["777-3"], ["33762-6"]
EJECTION, TSH, PHQ, FERRITIN = ["10230-1"], ["3016-3"], ["44261-6"], ["2276-4"]
POTASSIUM, LEAD, FLOW, OXYGEN, FEVER = ["2823-3"], ["10368-9"], ["19935-6"], ["2708-6"], ["8310-5"]
PEANUT, HEAD, PRESSURE = ["6206-7"], ["9843-4"], "pressure"


class Sample(Record):
    """One sample person; what is refuted is not there, and answers in words are read, too."""

    def __init__(self, path):
        self.said, self.doses, self.stays = {}, {}, []
        super().__init__(path)

    def read_Observation(self, order, r):
        super().read_Observation(order, r)
        answer = r.get("valueCodeableConcept")
        if answer:
            for coding in r["code"]["coding"]:
                self.said.setdefault(coding["code"], []).append((r["effectiveDateTime"], answer.get("text") or answer["coding"][0]["display"]))

    def read_Condition(self, order, r):
        if "refuted" not in [c["code"] for c in r.get("verificationStatus", {}).get("coding", [])]:
            super().read_Condition(order, r)

    def read_MedicationRequest(self, order, r):
        super().read_MedicationRequest(order, r)
        for dose in r.get("dosageInstruction", []):
            self.doses[order] = dose["text"]

    def read_Encounter(self, order, r):
        super().read_Encounter(order, r)
        self.stays.append((r.get("class", {}).get("code"), r["period"]["start"][:10]))


def points(r, of, frm=None, to=None):
    every = r.pressure() if of == PRESSURE else r.of(of)
    low, high = (date.fromisoformat(x) if x else None for x in (frm, to))
    return [x for x in every if (low is None or x.day >= low) and (high is None or x.day <= high)]


def last(of, **when): return lambda r: points(r, of, **when)[-1].text
def first(of, **when): return lambda r: points(r, of, **when)[0].text
def high(of, **when): return lambda r: max(points(r, of, **when), key=lambda x: x.value).text
def low(of, **when): return lambda r: min(points(r, of, **when), key=lambda x: x.value).text
def last_day(of): return lambda r: points(r, of)[-1].day.isoformat()
def high_day(of): return lambda r: max(reversed(points(r, of)), key=lambda x: x.value).day.isoformat()
def mean(of, **when): return lambda r: rounded(sum(x.value for x in points(r, of, **when)) / len(points(r, of, **when)))
def count(of, **when): return lambda r: len({x.at for x in points(r, of, **when)})
def every(of, **when): return lambda r: [x.text for x in points(r, of, **when)]
def course(of, **when): return lambda r: trend(points(r, of, **when), of)
def goes(way, of, **when): return lambda r: "yes" if trend(points(r, of, **when), of) == way else "no"
def ever(holds, of): return lambda r: "yes" if any(holds(x.value) for x in points(r, of)) else "no"
def times(holds, of): return lambda r: sum(holds(x.value) for x in points(r, of))
def which(holds, of): return lambda r: [x.text for x in points(r, of) if holds(x.value)]
def first_day(holds, of): return lambda r: next(x.day.isoformat() for x in points(r, of) if holds(x.value))
def newest(number, of): return lambda r: [x.text for x in points(r, of)[-number:]]


def than(of, one, other):
    """How the last value of the days `one` lies to the last of `other`."""
    def truth(r):
        a, b = points(r, of, *one)[-1].value, points(r, of, *other)[-1].value
        return "the same" if a == b else f"{'higher' if a > b else 'lower'} by {abs(a - b):.2f}"
    return truth


def lower(of, one, other): return lambda r: "yes" if than(of, one, other)(r).startswith("lower") else "no"


def found(r, kind, name, frm=None, to=None):
    own = [e for e in r.entries.get(kind, []) if any(name.lower() in text.lower() for text in e.names)]
    assert own, name
    return [e for e in own if (frm is None or e.day.isoformat() >= frm) and (to is None or e.day.isoformat() <= to)]


def now(kind, name): return lambda r: "yes" if any(e.current for e in found(r, kind, name)) else "no"
def over(kind, name): return lambda r: "no" if any(e.current for e in found(r, kind, name)) else "yes"
def had(kind, name, **when): return lambda r: "yes" if found(r, kind, name, **when) else ABSENT
def begun(kind, name): return lambda r: found(r, kind, name)[0].day.isoformat()
def latest(kind, name): return lambda r: found(r, kind, name)[-1].day.isoformat()
def ended(kind, name): return lambda r: found(r, kind, name)[-1].end.isoformat()
def often(kind, name, **when): return lambda r: len(found(r, kind, name, **when))
def days(kind, name): return lambda r: [e.day.isoformat() for e in found(r, kind, name)]
def called(kind, name="", **when): return lambda r: sorted({e.name for e in found(r, kind, name, **when)})
def current(kind): return lambda r: sorted({e.name for e in r.entries[kind] if e.current})
def lasted(kind, name): return lambda r: str((found(r, kind, name)[-1].end - found(r, kind, name)[-1].day).days)
def ago(kind, name): return lambda r: str((TODAY - found(r, kind, name)[0].day).days)
def dose(name): return lambda r: r.doses[found(r, "medication", name)[-1].order]
def apart(one, other): return lambda r: str((found(r, *other)[0].day - found(r, *one)[0].day).days)
def visits(frm, to): return lambda r: sum(frm <= e.day.isoformat() <= to for e in r.entries["visit"])
def stays(of): return lambda r: sum(kind == of for kind, _ in r.stays)
def last_stay(of): return lambda r: max(day for kind, day in r.stays if kind == of)
def last_visit(r): return max(e.day for e in r.entries["visit"]).isoformat()
def in_words(code): return lambda r: max(r.said[code])[1]


def years(kind=None, name=None):
    def truth(r):
        day = found(r, kind, name)[0].day if kind else TODAY
        return day.year - r.birth.year - ((day.month, day.day) < (r.birth.month, r.birth.day))
    return truth


def nothing(*beginnings):
    """It is absent where neither an entry nor a text has words that begin so."""
    said = re.compile(rf"\b({'|'.join(beginnings)})", re.I)

    def truth(r):
        texts = [text for entries in r.entries.values() for e in entries for text in e.names] + r.texts
        return RETRIEVAL if any(said.search(text) for text in texts) else ABSENT
    return truth


def never(kind, *beginnings):
    """No entry of that kind, and no text, has words that begin so; one of another kind that has them is something else."""
    said = re.compile(rf"\b({'|'.join(beginnings)})", re.I)

    def truth(r):
        texts = [text for e in r.entries.get(kind, []) for text in e.names] + r.texts
        return RETRIEVAL if any(said.search(text) for text in texts) else ABSENT
    return truth


def judged(_): return RETRIEVAL


def Y(year, until=None):
    return {"frm": f"{year}-01-01", "to": f"{until or year}-12-31"}


def M(year, month, until=None):
    until = until or month
    return {"frm": f"{year}-{month:02}-01", "to": f"{year}-{until:02}-{calendar.monthrange(year, until)[1]}"}


def SINCE(year):
    return {"frm": f"{year}-01-01"}


QUESTIONS = {
    "okafor": [
        ("Whats my weight at the moment?", last(WEIGHT)),
        ("How many kilos am I?", last(WEIGHT)),
        ("my last sugar reading please", last(GLUCOSE)),
        ("How high was my pressure when it was first taken?", first(PRESSURE)),
        ("When did anyone last check my bad cholesterol?", last_day(LDL)),
        ("Has my LDL ever been under 80?", ever(lambda x: x < 80, LDL)),
        ("Was my A1c ever above eight percent?", ever(lambda x: x > 8, A1C)),
        ("When did I weigh the most?", high_day(WEIGHT)),
        ("How much lighter am I now than in March 2016?", than(WEIGHT, (), ("2016-03-01", "2016-03-31"))),
        ("What was my blood pressure in the fall of 2019?", last(PRESSURE, **M(2019, 9, 11))),
        ("blood pressure March 2020", last(PRESSURE, **M(2020, 3))),
        ("BP on 15 Sept 2020?", last(PRESSURE, **M(2020, 9))),
        ("How was my kidney function in 2020?", last(GFR, **Y(2020))),
        ("Is my creatinine going up over the years?", goes("rising", CREATININE)),
        ("Has my good cholesterol gone up?", goes("rising", HDL)),
        ("What are my triglycerides?", last(FATS)),
        ("Trigs in 2018?", last(FATS, **Y(2018))),
        ("When did my triglycerides peak?", high_day(FATS)),
        ("What's my average blood sugar since 2020?", mean(GLUCOSE, **SINCE(2020))),
        ("How many blood pressure readings are on file for 2019?", count(PRESSURE, **Y(2019))),
        ("How many times have I been weighed?", count(WEIGHT)),
        ("Am I hypertensive?", now("condition", "hypertension")),
        ("Do I have knee arthritis?", now("condition", "osteoarthritis of knee")),
        ("Do I have nerve damage from my diabetes?", nothing("neuropath", "nerve")),
        ("Do I have eye damage from my diabetes?", now("condition", "retinopathy")),
        ("When was my retinopathy found?", begun("condition", "retinopathy")),
        ("Did I ever have colon polyps?", had("condition", "polyp of colon")),
        ("When were my polyps removed?", begun("procedure", "polypectomy")),
        ("When was I last vaccinated against flu?", latest("vaccine", "influenza")),
        ("Which vaccines did I get in 2021?", called("vaccine", "", **Y(2021))),
        ("Did I have a flu jab in 2021?", had("vaccine", "influenza", **Y(2021))),
        ("Have I been vaccinated against pneumonia?", had("vaccine", "pneumococcal")),
        ("Have I had my shingles jab?", nothing("shingles", "zoster")),
        ("Am I on any water pills?", nothing("diuretic", "water", "furosemide", "hydrochlorothiazide")),
        ("Am I on a cholesterol pill?", now("medication", "atorvastatin")),
        ("Which tablets was I put on before 2016?", called("medication", "", to="2015-12-31")),
        ("Since when am I taking atorvastatin?", begun("medication", "atorvastatin")),
        ("How long have I been on atorvastatin?", ago("medication", "atorvastatin")),
        ("Am I allergic to plasters?", now("allergy", "adhesive tape")),
        ("Any drug allergies?", called("allergy", "penicillin")),
        ("Am I allergic to shellfish?", nothing("shellfish", "seafood", "shrimp")),
        ("How old was I when I got diabetes?", years("condition", "type 2 diabetes")),
        ("When was Mrs Okafor last seen?", last_visit),
        ("How many visits did Amara have in 2019?", visits("2019-01-01", "2019-12-31")),
        ("Who is my family doctor?", judged),
        ("Is my cholesterol too high?", judged),
        ("What's my blood type?", nothing("blood group", "blood type", "abo ")),
        ("What was my potassium last time?", nothing("potassium")),
        ("When was my last dental visit?", nothing("dental", "dentist")),
        ("When did I break my hip?", nothing(r"hip\b", "fractur")),
        ("What did the eye clinic find?", judged),
        ("How tall is Mrs. Okafor?", last(HEIGHT)),
        ("My BMI in 2015?", last(BMI, **Y(2015))),
        ("lowest BMI", low(BMI)),
        ("Was my LDL lower in 2024 than in 2015?", lower(LDL, ("2024-01-01", "2024-12-31"), ("2015-01-01", "2015-12-31"))),
        ("Did my A1c go up or down since 2021?", course(A1C, **SINCE(2021))),
        ("three most recent LDLs", newest(3, LDL)),
        ("Which A1c results were over 7?", which(lambda x: x > 7, A1C)),
        ("How many days after my colonoscopy was the polyp taken out?", apart(("procedure", "colonoscopy"), ("procedure", "polypectomy"))),
        ("Am I still taking Tylenol?", now("medication", "acetaminophen")),
        ("Do I smoke cigarettes?", in_words("72166-2")),
        ("Was there a colonoscopy in 2018?", had("procedure", "colonoscopy", **Y(2018))),
        ("What should I do about my knee?", judged),
    ],
    "tran": [
        ("INR right now?", last(INR)),
        ("What was Mrs Tran's INR on 20 Feb 2024?", last(INR, frm="2024-02-20", to="2024-02-20")),
        ("INR in May 2021", every(INR, **M(2021, 5))),
        ("What's the lowest my INR has ever been?", low(INR)),
        ("How many INRs did I have in 2023?", count(INR, **Y(2023))),
        ("How often was my INR over 4?", times(lambda x: x > 4, INR)),
        ("INR average in 2022", mean(INR, **Y(2022))),
        ("When was my heart valve replaced?", begun("procedure", "replacement of mitral valve")),
        ("When was my gallbladder taken out?", begun("procedure", "cholecystectomy")),
        ("Do I still have my gallstones?", now("condition", "calculus in biliary")),
        ("Am I on a blood thinner?", now("medication", "warfarin")),
        ("How much warfarin do I take?", dose("warfarin")),
        ("Do I take aspirin?", now("medication", "aspirin")),
        ("Which antibiotic did I get in December 2023?", called("medication", "clarithromycin")),
        ("How many times have I been in hospital?", stays("IMP")),
        ("When was I last admitted?", last_stay("IMP")),
        ("What was my pulse in 2014?", last(PULSE, **Y(2014))),
        ("latest pulse", last(PULSE)),
        ("My weight in spring 2022?", last(WEIGHT, **M(2022, 3, 5))),
        ("Has my haemoglobin dropped since 2022?", goes("falling", HEMOGLOBIN, **SINCE(2022))),
        ("ALT in 2016", every(ALT, **Y(2016))),
        ("highest ALT?", high(ALT)),
        ("last platelet count", last(PLATELETS)),
        ("What's my BNP?", last(BNP)),
        ("Have I got hepatitis B?", now("condition", "viral hepatitis")),
        ("Do I have a lung nodule?", now("condition", "nodule of lung")),
        ("Did I ever have a stroke?", nothing("stroke", "cerebrovascular", "ischemic")),
        ("Am I allergic to morphine?", nothing("morphine")),
        ("When did I get my covid shots?", days("vaccine", "covid")),
        ("How many flu shots between 2018 and 2020?", often("vaccine", "influenza", **Y(2018, 2020))),
        ("Have I had the measles vaccine?", nothing("measles", "mmr")),
        ("All my ejection fractions", every(EJECTION)),
        ("When was my last ultrasound of the belly?", latest("procedure", "ultrasonography of abdomen")),
        ("When was my last chest CT?", latest("procedure", "tomography of chest")),
        ("Did I have bronchitis last winter?", had("condition", "bronchitis", frm="2023-12-01", to="2024-02-29")),
        ("How long did my nosebleed last?", lasted("condition", "epistaxis")),
        ("How long did the bronchitis last?", lasted("condition", "bronchitis")),
        ("Is Mrs Trần on metoprolol?", now("medication", "metoprolol")),
        ("How many different pills am I on?", lambda r: len(current("medication")(r))),
        ("HDL?", last(HDL)),
        ("When was my LDL measured for the last time?", last_day(LDL)),
        ("Has my weight stayed the same since 2020?", goes("stable", WEIGHT, **SINCE(2020))),
        ("What was my eGFR in March 2023?", last(GFR, **M(2023, 3))),
        ("Did my eGFR ever fall below 60?", ever(lambda x: x < 60, GFR)),
        ("Have I ever had an MRI?", nothing("mri", "magnetic")),
        ("When was my pacemaker put in?", nothing("pacemaker")),
        ("vitamin D level?", nothing("vitamin d")),
        ("Do I have asthma?", nothing("asthma")),
        ("What did Dr Price prescribe for the cough?", judged),
        ("Is an INR of 4.6 dangerous?", judged),
        ("How long ago was my valve surgery?", ago("procedure", "replacement of mitral valve")),
    ],
    "rice": [
        ("Mrs Rice's latest TSH", last(TSH)),
        ("TSH in April 2022", last(TSH, **M(2022, 4))),
        ("When was my TSH highest?", high_day(TSH)),
        ("When did I have my C-section?", begun("procedure", "cesarean")),
        ("Was I pregnant in 2022?", had("condition", "pregnancy", **Y(2022))),
        ("Am I pregnant?", now("condition", "pregnancy")),
        ("When was I diagnosed with postpartum depression?", begun("condition", "postpartum depression")),
        ("Do I still have depression?", now("condition", "depress")),
        ("PHQ-9 scores in 2023", every(PHQ, **Y(2023))),
        ("What's my ferritin?", last(FERRITIN)),
        ("lowest ferritin", low(FERRITIN)),
        ("iron stores last time?", last(FERRITIN)),
        ("What's my blood group?", in_words("883-9")),
        ("Do I take thyroid pills?", now("medication", "levothyroxine")),
        ("how much levothyroxine do i take", dose("levothyroxine")),
        ("Am I on insulin?", now("medication", "insulin")),
        ("Was I ever on insulin?", had("medication", "insulin")),
        ("Am I still taking sertraline?", now("medication", "sertraline")),
        ("How many times was I prescribed sertraline?", often("medication", "sertraline")),
        ("When was my tetanus shot?", latest("vaccine", "tdap")),
        ("When did I get the whooping cough vaccine?", latest("vaccine", "tdap")),
        ("What was my highest weight in 2022?", high(WEIGHT, **Y(2022))),
        ("Last weight before my C-section?", last(WEIGHT, to="2022-10-23")),
        ("Did I have gestational diabetes?", had("condition", "gestational diabetes")),
        ("Do I have preeclampsia?", nothing("pre-?eclampsia")),
        ("Am I anaemic?", now("condition", "anemia")),
        ("When did my anemia go away?", ended("condition", "anemia")),
        ("What was my hemoglobin on 25 October 2022?", last(HEMOGLOBIN, frm="2022-10-25", to="2022-10-25")),
        ("Any known allergies?", called("allergy")),
        ("What was my fasting sugar in August 2021?", last(GLUCOSE, **M(2021, 8))),
        ("How many flu shots have I had since 2020?", often("vaccine", "influenza", **SINCE(2020))),
        ("Did I get a covid shot in 2022?", had("vaccine", "covid", **Y(2022))),
        ("Is my depression score improving?", judged),
        ("PHQ-9 trend since 2023", course(PHQ, **SINCE(2023))),
        ("When was my last pap smear?", nothing("pap ", "smear", "cervical")),
        ("What's Imani's birthday?", lambda r: r.birth.isoformat()),
        ("How old is Imani Rice?", years()),
        ("Why did they do a C-section?", judged),
        ("When was my appendix removed?", nothing("appendi", "appendectomy")),
    ],
    "solberg": [
        ("What's Mr Solberg's weight?", last(WEIGHT)),
        ("How much did Mr Solberg weigh in January 2019?", last(WEIGHT, **M(2019, 1))),
        ("NT-proBNP peak", high(BNP)),
        ("potassium now?", last(POTASSIUM)),
        ("Has my potassium ever been above 5?", ever(lambda x: x > 5, POTASSIUM)),
        ("GFR in 2021", last(GFR, **Y(2021))),
        ("When did my GFR first drop below 50?", first_day(lambda x: x < 50, GFR)),
        ("Do I have heart failure?", now("condition", "heart failure")),
        ("How long have I had afib?", ago("condition", "atrial fibrillation")),
        ("Do I have kidney disease?", now("condition", "kidney disease")),
        ("When was my cataract operation?", begun("procedure", "extraction of cataract")),
        ("Am I hard of hearing?", now("condition", "presbycusis")),
        ("When was my hearing test?", begun("procedure", "audiometry")),
        ("Have I had a stroke?", nothing("stroke", "cerebrovascular")),
        ("Do I take water tablets?", now("medication", "furosemide")),
        ("Am I on Eliquis?", now("medication", "apixaban")),
        ("How much Eliquis do I take?", dose("apixaban")),
        ("Do I take warfarin?", nothing("warfarin", "coumadin")),
        ("Did I have pneumonia in 2022?", had("condition", "pneumonia", **Y(2022))),
        ("Last flu shot date?", latest("vaccine", "influenza")),
        ("Did I get a flu shot this autumn?", had("vaccine", "influenza", frm="2024-09-01")),
        ("Am I allergic to sulfa?", now("allergy", "sulfonamide")),
        ("How many echos have I had?", often("procedure", "echocardiography")),
        ("EF in 2022?", last(EJECTION, **Y(2022))),
        ("lowest ejection fraction", low(EJECTION)),
        ("heart rate in September 2024", last(PULSE, **M(2024, 9))),
        ("Is my pulse slower than last year?", lower(PULSE, (), ("2023-01-01", "2023-12-31"))),
        ("How old is Mr. Solberg?", years()),
        ("When did I get the pneumonia vaccine?", latest("vaccine", "pneumococcal")),
        ("Do I have diabetes?", nothing("diabet")),
        ("When did I have my knee replaced?", nothing("knee")),
        ("When was my last colonoscopy?", nothing("colonoscop")),
        ("Do I have glaucoma?", nothing("glaucoma")),
        ("Should I drink less?", judged),
        ("What did the nurse see at the home visit?", judged),
        ("Compare my first and last creatinine", than(CREATININE, (), ("2016-01-01", "2016-12-31"))),
    ],
    "quinones": [
        ("How much does Nahia weigh?", last(WEIGHT)),
        ("How tall is she now?", last(HEIGHT)),
        ("How tall was she in September 2020?", last(HEIGHT, **M(2020, 9))),
        ("Does she have asthma?", now("condition", "asthma")),
        ("When was her asthma diagnosed?", begun("condition", "asthma")),
        ("Is she allergic to peanuts?", now("allergy", "peanut")),
        ("Does she have epilepsy?", nothing("epilep")),
        ("When did she break her arm?", begun("condition", "fracture of forearm")),
        ("When did she get her MMR?", begun("vaccine", "mmr")),
        ("How many DTaP doses has she had?", often("vaccine", "dtap")),
        ("Was she vaccinated against chickenpox?", had("vaccine", "varicella")),
        ("How many polio shots has she had?", often("vaccine", "ipv")),
        ("Did she get the rotavirus vaccine?", had("vaccine", "rotavirus")),
        ("How many times has she been to the ER?", stays("EMER")),
        ("When was she last in the emergency room?", last_stay("EMER")),
        ("What was her lead level?", last(LEAD)),
        ("latest peak flow", last(FLOW)),
        ("Has her peak flow gone up?", goes("rising", FLOW)),
        ("Lowest oxygen saturation?", low(OXYGEN)),
        ("What was her highest temperature?", high(FEVER)),
        ("Is her peanut IgE coming down?", goes("falling", PEANUT)),
        ("Does she have an EpiPen?", now("medication", "epinephrine")),
        ("When was the EpiPen prescribed?", begun("medication", "epinephrine")),
        ("Is she on a steroid inhaler?", now("medication", "fluticasone")),
        ("Does she use Ventolin?", now("medication", "albuterol")),
        ("How many flu shots did she get?", often("vaccine", "influenza")),
        ("head circumference, last measurement", last(HEAD)),
        ("Did she have an ear infection in 2018?", had("condition", "otitis media", **Y(2018))),
        ("How long did the ear infection last?", lasted("condition", "otitis media")),
        ("Has she had her tonsils out?", nothing("tonsil")),
        ("Does Nahia have diabetes?", nothing("diabet")),
        ("Has she had the HPV vaccine?", nothing("hpv", "papilloma")),
        ("What did Dr Achterberg say about peanuts?", judged),
        ("What was her weight in November 2019?", last(WEIGHT, **M(2019, 11))),
        ("When was her last spirometry?", latest("procedure", "spirometry")),
        ("Does she have eczema?", now("condition", "atopic dermatitis")),
        ("When did she have the febrile seizure?", begun("condition", "febrile convulsion")),
        ("Can she eat eggs?", judged),
    ],
}

# Written after the planner was made to answer more of the questions above.
SECOND = {
    "okafor": [
        ("How heavy am I now?", last(WEIGHT)),
        ("weight in kg, newest", last(WEIGHT)),
        ("What did the scales say in October 2017?", last(WEIGHT, **M(2017, 10))),
        ("What's my blood pressure been like since 2022?", every(PRESSURE, **SINCE(2022))),
        ("Blood pressure readings for 2015", every(PRESSURE, **Y(2015))),
        ("What was my BP the first time in 2016?", first(PRESSURE, **Y(2016))),
        ("A1C from September 2016?", last(A1C, **M(2016, 9))),
        ("Has my A1c ever been below 6.3?", ever(lambda x: x < 6.3, A1C)),
        ("How many times has my A1c been at least 7?", times(lambda x: x >= 7, A1C)),
        ("Give me my last two A1c results", newest(2, A1C)),
        ("What's the highest my LDL has ever been?", high(LDL)),
        ("lowest triglycerides ever", low(FATS)),
        ("average LDL in the last years since 2021", mean(LDL, **SINCE(2021))),
        ("When was my creatinine last tested?", last_day(CREATININE)),
        ("What was my creatinine back in 2016?", last(CREATININE, **Y(2016))),
        ("Is my eGFR falling?", goes("falling", GFR)),
        ("Has my weight gone down since 2021?", goes("falling", WEIGHT, **SINCE(2021))),
        ("Was my weight higher in 2016 than in 2023?", lambda r: "yes" if than(WEIGHT, ("2016-01-01", "2016-12-31"), ("2023-01-01", "2023-12-31"))(r).startswith("higher") else "no"),
        ("HDL in 2015 please", last(HDL, **Y(2015))),
        ("Do I have type 2 diabetes?", now("condition", "type 2 diabetes")),
        ("When did doctors diagnose my high cholesterol?", judged),
        ("When was my high cholesterol diagnosed?", begun("condition", "hyperlipidemia")),
        ("Did I ever have sinusitis?", had("condition", "sinusitis")),
        ("Is my sinus infection over?", over("condition", "sinusitis")),
        ("How long have I had osteoarthritis?", ago("condition", "osteoarthritis")),
        ("How long did my sinus infection last?", lasted("condition", "sinusitis")),
        ("Am I taking lisinopril?", now("medication", "lisinopril")),
        ("When was I first prescribed atorvastatin?", begun("medication", "atorvastatin")),
        ("How many different medicines am I taking?", lambda r: len(current("medication")(r))),
        ("My current prescriptions?", current("medication")),
        ("Am I on Plavix?", nothing("clopidogrel", "plavix")),
        ("Do I take ibuprofen?", nothing("ibuprofen")),
        ("What are my allergies?", called("allergy")),
        ("Am I allergic to tape?", now("allergy", "adhesive tape")),
        ("Am I allergic to latex?", nothing("latex")),
        ("How many pneumonia shots have I had?", often("vaccine", "pneumococcal")),
        ("When was my covid booster?", judged),
        ("When did I get my first covid shot?", begun("vaccine", "covid")),
        ("Flu shots since 2018, how many?", often("vaccine", "influenza", **SINCE(2018))),
        ("Have I ever had a colonoscopy?", had("procedure", "colonoscopy")),
        ("Have I had my tonsils removed?", nothing("tonsil")),
        ("When was my foot last examined for diabetes?", judged),
        ("How many foot exams have I had?", often("procedure", "foot examination")),
        ("Do I have cancer?", nothing("cancer", "carcinoma", "malignan", "tumo")),
        ("Do I have kidney stones?", nothing("kidney stone", "renal calcul", "nephrolith")),
        ("Did I have an MRI last year?", nothing("mri\\b", "magnetic")),
        ("How old am I now?", years()),
        ("Mrs Okafor date of birth", lambda r: r.birth.isoformat()),
        ("Is my blood pressure dangerous?", judged),
        ("What can I do about my cholesterol?", judged),
        ("How long have I had high cholesterol?", ago("condition", "hyperlipidemia")),
    ],
    "tran": [
        ("my INR on 11 May 2021", last(INR, frm="2021-05-11", to="2021-05-11")),
        ("Which INRs were above 4?", which(lambda x: x > 4, INR)),
        ("When was my INR last above 4?", lambda r: [x for x in points(r, INR) if x.value > 4][-1].day.isoformat()),
        ("mean INR 2023", mean(INR, **Y(2023))),
        ("first INR on record", first(INR)),
        ("lowest pulse", low(PULSE)),
        ("What was my heart rate in November 2018?", last(PULSE, **M(2018, 11))),
        ("hemoglobin trend since 2023", course(HEMOGLOBIN, **SINCE(2023))),
        ("Is my creatinine rising?", goes("rising", CREATININE)),
        ("When was my ALT highest?", high_day(ALT)),
        ("How many platelet counts are there?", count(PLATELETS)),
        ("Do I have atrial fibrillation?", now("condition", "atrial fibrillation")),
        ("Have I had gallstones?", had("condition", "calculus in biliary")),
        ("When did the gallstones go away?", ended("condition", "calculus in biliary")),
        ("Do I have bronchitis now?", now("condition", "bronchitis")),
        ("When was I diagnosed with hepatitis B?", begun("condition", "viral hepatitis")),
        ("Am I taking metoprolol?", now("medication", "metoprolol")),
        ("dose of metoprolol?", dose("metoprolol")),
        ("How many times was I prescribed warfarin?", often("medication", "warfarin")),
        ("Was I ever given clarithromycin?", had("medication", "clarithromycin")),
        ("Do I take a statin?", nothing("statin", "atorva", "simva", "rosuva")),
        ("Am I allergic to codeine?", now("allergy", "codeine")),
        ("Am I allergic to peanuts?", nothing("peanut", "nut\\b")),
        ("When was I first admitted to hospital?", lambda r: min(day for kind, day in r.stays if kind == "IMP")),
        ("How many hospital stays?", stays("IMP")),
        ("When was my valve replaced?", begun("procedure", "replacement of mitral valve")),
        ("How many ultrasounds have I had?", often("procedure", "ultrasonography")),
        ("When was my first echo?", begun("procedure", "echocardiography")),
        ("Did I have a flu jab in 2022?", had("vaccine", "influenza", **Y(2022))),
        ("When was my last flu jab?", latest("vaccine", "influenza")),
        ("When was my second shingles shot?", lambda r: found(r, "vaccine", "zoster")[1].day.isoformat()),
        ("Have I had a hepatitis A vaccine?", nothing("hep a\\b", "hepatitis a\\b")),
        ("Do I smoke?", in_words("72166-2")),
        ("How tall am I?", last(HEIGHT)),
        ("Do I have diabetes?", nothing("diabet")),
        ("Do I have gout?", nothing("gout")),
        ("What is my A1c?", nothing("a1c", "hba1c", "4548")),
        ("Why is my INR so high?", judged),
        ("What does the liver doctor think?", judged),
        ("May I fly with my valve?", judged),
        ("Do I have hepatitis C?", nothing("hepatitis c")),
    ],
    "rice": [
        ("How much did I weigh in June 2022?", last(WEIGHT, **M(2022, 6))),
        ("lightest weight ever", low(WEIGHT)),
        ("When was my TSH last checked?", last_day(TSH)),
        ("How often was my TSH measured in 2022?", count(TSH, **Y(2022))),
        ("Highest PHQ-9?", high(PHQ)),
        ("last hemoglobin", last(HEMOGLOBIN)),
        ("lowest hemoglobin ever", low(HEMOGLOBIN)),
        ("Do I have an underactive thyroid?", now("condition", "hypothyroidism")),
        ("Since when do I have hypothyroidism?", begun("condition", "hypothyroidism")),
        ("Was I ever anemic?", had("condition", "anemia")),
        ("Do I have gestational diabetes?", now("condition", "gestational diabetes")),
        ("When did my pregnancy end?", lambda r: next(e for e in found(r, "condition", "pregnancy") if e.name == "Pregnancy").end.isoformat()),
        ("Did I have postpartum depression?", had("condition", "postpartum depression")),
        ("Do I take Synthroid?", now("medication", "levothyroxine")),
        ("Was I ever prescribed iron?", had("medication", "ferrous")),
        ("When was I first prescribed sertraline?", begun("medication", "sertraline")),
        ("Have I had a caesarean?", had("procedure", "cesarean")),
        ("When was my last flu shot?", latest("vaccine", "influenza")),
        ("How many covid shots?", often("vaccine", "covid")),
        ("Do I have asthma?", nothing("asthma")),
        ("Have I ever had a mammogram?", nothing("mammogra")),
        ("Should I have another baby?", judged),
        ("What was my ferritin in July 2022?", last(FERRITIN, **M(2022, 7))),
    ],
    "solberg": [
        ("latest creatinine", last(CREATININE)),
        ("highest creatinine", high(CREATININE)),
        ("potassium in 2020", last(POTASSIUM, **Y(2020))),
        ("When was my potassium last checked?", last_day(POTASSIUM)),
        ("ejection fraction in December 2023", last(EJECTION, **M(2023, 12))),
        ("Has my BNP come down since 2022?", goes("falling", BNP, **SINCE(2022))),
        ("Do I have afib?", now("condition", "atrial fibrillation")),
        ("Do I still have pneumonia?", now("condition", "pneumonia")),
        ("How long did my pneumonia last?", lasted("condition", "pneumonia")),
        ("When did my cataract go away?", ended("condition", "cataract")),
        ("Am I on furosemide?", now("medication", "furosemide")),
        ("what dose of lasix do I take", dose("furosemide")),
        ("Am I on insulin?", nothing("insulin")),
        ("Am I allergic to penicillin?", nothing("penicillin")),
        ("When was my last heart ultrasound?", latest("procedure", "echocardiography")),
        ("How many flu shots since 2020?", often("vaccine", "influenza", **SINCE(2020))),
        ("When was Mr Solberg born?", lambda r: r.birth.isoformat()),
        ("Do I have gout?", nothing("gout")),
    ],
    "quinones": [
        ("What is her latest height?", last(HEIGHT)),
        ("Her weight in August 2022?", last(WEIGHT, **M(2022, 8))),
        ("lowest peak flow", low(FLOW)),
        ("How many spirometries has she had?", often("procedure", "spirometry")),
        ("When was her splint put on?", judged),
        ("Did she ever break a bone?", had("condition", "fracture")),
        ("Does she still have the ear infection?", now("condition", "otitis media")),
        ("When did she last get a flu shot?", latest("vaccine", "influenza")),
        ("When was her first hepatitis B shot?", begun("vaccine", "hep b")),
        ("Has she had the measles vaccine?", had("vaccine", "mmr")),
        ("How many hepatitis A shots?", often("vaccine", "hep a")),
        ("Does she use albuterol?", now("medication", "albuterol")),
        ("Was she ever given amoxicillin?", had("medication", "amoxicillin")),
        ("Is Nahia allergic to penicillin?", nothing("penicillin")),
        ("What is her cholesterol?", nothing("cholesterol", "ldl", "lipid")),
        ("How old is Nahia?", years()),
        ("When was Nahia born?", lambda r: r.birth.isoformat()),
        ("Will she outgrow it?", judged),
        ("Has she had the chickenpox vaccine?", had("vaccine", "varicella")),
    ],
}



def write(out, letter, asked, everybody=()):
    """Writes the questions about each person of `asked`, and then those about everybody, a line each."""
    golds = [(person.id, question, truth(person)) for person, questions in asked for question, truth in questions]
    lines = []
    for patient, question, gold in golds + [(None, question, gold) for question, gold in everybody]:
        form = "retrieval" if gold == RETRIEVAL else "absent" if gold == ABSENT else "cohort" if patient is None else "blind"
        lines.append({"id": f"{letter}{len(lines):03}", "form": form, "question": question, "patient": patient, "answer": gold})
    out.write_text("".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines), encoding="utf-8")


def run(letter, samples, folders, sample=Sample, person=Record):
    """Does what a set is called for: writes its questions about the sample people, numbered behind `letter`, or, with a folder, those about its people.

    `folders` has for each folder by name the questions about people, by the beginnings of their files' names, and those about everybody. `sample` and
    `person` read a file of each kind."""
    out = Path(sys.argv[1])
    if len(sys.argv) == 2:
        write(out, letter, [(sample(FOLDER / f"{name}.json"), questions) for name, questions in samples.items()])
        return
    folder = Path(sys.argv[2])
    people, everybody = folders[folder.name]
    files = sorted(f for f in folder.iterdir() if f.name.endswith(".json.gz"))
    chosen = [(person(next(f for f in files if f.name.startswith(start))), questions) for start, questions in people.items()]
    all_of = [person(f) for f in files] if everybody else []
    write(out, folder.name[0], chosen, [(question, truth(all_of)) for question, truth in everybody])


def main():
    chosen = {"first": QUESTIONS, "second": SECOND}[sys.argv[1]]
    write(Path(sys.argv[2]), sys.argv[1][0], [(Sample(FOLDER / f"{name}.json"), questions) for name, questions in chosen.items()])


if __name__ == "__main__":
    main()
