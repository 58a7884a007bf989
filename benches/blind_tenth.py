"""A tenth set of questions in everyday wording, each with its truth: OUT.jsonl | OUT.jsonl FOLDER

Written before the product was asked any of them, and by one who had read neither how it takes questions apart nor what was mended after earlier sets. Without
FOLDER they are about two of the sample people; with the folder `r4_2019_main` about people of those bundles whom no earlier set asks about, and about all of
them together. The truths are computed from the raw JSON, as in `blind_ninth.py`; what a laboratory marked as high or low, who did or ordered something, and how
long somebody stayed are read, too.
"""

from datetime import date

from blind_eighth import ORAL, PAIN, Person
from blind_fourth import MAIN_TODAY, MENTAL, both, higher, no_allergies
from blind_third import (BONES, D, LOWER, SUGAR, TOTAL, UPPER, between, entry_now, extreme, had_no, how_many, ill, low_day, no_value, none_taken,
                         nth_day, once, only, taken_by, unmeasured, value_now, who, years_since)
from blind_truth import (A1C, BMI, BNP, CREATININE, EJECTION, FATS, FERRITIN, FEVER, GFR, GLUCOSE, HDL, HEIGHT, HEMOGLOBIN, INR, LDL, M, PLATELETS,
                         POTASSIUM, PRESSURE, PULSE, RETRIEVAL, SINCE, TSH, WEIGHT, Y, apart, begun, called, count, course, current, days, dose,
                         ended, ever, first, first_day, found, goes, had, high, high_day, in_words, judged, last, last_day, lasted, latest, low,
                         lower, mean, newest, nothing, now, often, over, points, run, than, times, visits, which, years)
from records_truth import codes


class Someone(Person):
    """A person of whom it is also read what a laboratory marked, who did or ordered something, and when a stay ended."""

    def __init__(self, path):
        self.marks, self.doctors, self.acted, self.spans = {}, {}, {}, []
        super().__init__(path)

    def read_Observation(self, order, r):
        super().read_Observation(order, r)
        for mark in r.get("interpretation", []):
            self.marks[order] = codes(mark)[0]

    def read_Practitioner(self, order, r):
        name = r["name"][0]
        self.doctors[r["id"]] = " ".join(name.get("given", []) + [name["family"]])

    def read_Procedure(self, order, r):
        super().read_Procedure(order, r)
        for one in r.get("performer", []):
            self.acted[order] = one["actor"]["reference"]

    def read_MedicationRequest(self, order, r):
        super().read_MedicationRequest(order, r)
        self.acted[order] = r.get("requester", {}).get("reference")

    def read_Encounter(self, order, r):
        super().read_Encounter(order, r)
        for one in r.get("participant", []):
            self.acted[order] = one["individual"]["reference"]
        self.spans.append((r["class"].get("code"), date.fromisoformat(r["period"]["start"][:10]), date.fromisoformat(r["period"]["end"][:10])))


def marked(mark, of, **when):
    """Whether the laboratory marked the last value of that time so."""
    def truth(r):
        order = points(r, of, **when)[-1].order
        assert order in r.marks, of
        return "yes" if r.marks[order] == mark else "no"
    return truth


def by(kind, name, **when):
    """Who did or ordered it, the last time."""
    return lambda r: r.doctors[r.acted[found(r, kind, name, **when)[-1].order].removeprefix("urn:uuid:")]


def nights(of, frm, to):
    """How many nights the one stay of that kind and time was."""
    def truth(r):
        (start, end), = [(start, end) for kind, start, end in r.spans if kind == of and frm <= start.isoformat() <= to]
        return str((end - start).days)
    return truth


def times_in(holds, of, **when): return lambda r: sum(holds(x.value) for x in points(r, of, **when))
def past(kind): return lambda r: sorted({e.name for e in r.entries[kind]} - {e.name for e in r.entries[kind] if e.current})


def mean_higher(of, one, other):
    """Whether the average of the year `one` is higher than that of `other`."""
    return lambda r: "yes" if mean(of, **Y(one))(r) > mean(of, **Y(other))(r) else "no"


def at_extreme(choose, of, other):
    """The value of `other` on the day of the value of `of` that `choose` takes."""
    def truth(r):
        day = choose(points(r, of), key=lambda x: x.value).day.isoformat()
        return only(other, **D(day))(r)
    return truth


def at_start(kind, name, of):
    """The value of the day on which it was first recorded."""
    return lambda r: only(of, **D(begun(kind, name)(r)))(r)


def given_at(kind, name):
    """What was prescribed on the day on which it last began."""
    return lambda r: called("medication", "", **D(latest(kind, name)(r)))(r)


def age_at(kind, name, number):
    """How old one was the time that is counted from nought."""
    def truth(r):
        day = found(r, kind, name)[number].day
        return day.year - r.birth.year - ((day.month, day.day) < (r.birth.month, r.birth.day))
    return truth


def lived_on(kind, name):
    """How many whole years somebody lived after it."""
    return lambda r: years_since(kind, name, r.death)(r)


SAMPLES = {
    "okafor": [
        ("Sorry to bother you so late, what was my fasting sugar in April 2021?", only(GLUCOSE, **M(2021, 4))),
        ("Good evening. My very first A1c, how high was it please?", first(A1C)),
        ("What's the highest my triglycerides have been since 2018?", high(FATS, **SINCE(2018))),
        ("blood pressure oct 2019", only(PRESSURE, **M(2019, 10))),
        ("weight 16 October 2018?", only(WEIGHT, **D("2018-10-16"))),
        ("When was my blood pressure at its highest?", high_day(PRESSURE)),
        ("How many kilos have I lost since April 2021?", than(WEIGHT, (), ("2021-04-01", "2021-04-30"))),
        ("Average LDL for 2017?", mean(LDL, **Y(2017))),
        ("When did my eGFR first fall below 80?", first_day(lambda x: x < 80, GFR)),
        ("How many times was the bottom number of my blood pressure 85 or more?", times(lambda x: x >= 85, LOWER)),
        ("Which triglyceride results were under 130?", which(lambda x: x < 130, FATS)),
        ("Did I ever have an A1c of 8 or higher?", ever(lambda x: x >= 8, A1C)),
        ("Mum's triglycerides - when were they last checked?", last_day(FATS)),
        ("Was my average A1c higher in 2018 than in 2016?", mean_higher(A1C, 2018, 2016)),
        ("What did I weigh when my A1c was at its highest?", at_extreme(max, A1C, WEIGHT)),
        ("What was my blood pressure on the day they found the arthritis in my knee?", at_start("condition", "osteoarthritis of knee", PRESSURE)),
        ("How many days after the diabetes was diagnosed did I have my first eye exam for it?",
         apart(("condition", "type 2 diabetes"), ("procedure", "retinal eye exam"))),
        ("How old was I when they put me on atorvastatin?", years("medication", "atorvastatin")),
        ("Am I still on the 10 mg lisinopril?", now("medication", "lisinopril 10")),
        ("When did they put my metformin up to 1000 mg?", begun("medication", "metformin hydrochloride 1000")),
        ("Which medicines were prescribed to my mother in 2017 and 2018?", called("medication", "", **Y(2017, 2018))),
        ("Which procedures did Mum have in 2023?", called("procedure", "", **Y(2023))),
        ("Since when is the adhesive tape allergy on my list?", begun("allergy", "adhesive tape")),
        ("Which of my conditions are resolved?", past("condition")),
        ("all dates of my flu shots please", days("vaccine", "influenza")),
        ("How many visits did Mrs Okafor have in 2016?", visits("2016-01-01", "2016-12-31")),
        ("Did the lab mark my last creatinine as normal?", marked("N", CREATININE)),
        ("Was my newest fasting sugar flagged high by the lab?", marked("H", GLUCOSE)),
        ("Which doctor did my amoxicillin test in May 2022?", by("procedure", "amoxicillin")),
        ("Got my flu jab in 2017?", had_no("vaccine", "influenza", **Y(2017))),
        ("my A1c in February 2015", no_value(A1C, **M(2015, 2))),
        ("Date of my last smear test?", nothing("pap ", "smear", "cervical")),
        ("Have I ever had a bone density scan?", nothing("bone", "dxa", "dexa", "densit")),
        ("Do I have the rheumatic kind of arthritis too?", nothing("rheumat")),
        ("Am I taking Eliquis?", nothing("eliquis", "apixaban")),
        ("When did I have my bypass operation?", nothing("bypass", "cabg")),
        ("ferritin, last one", unmeasured(FERRITIN, "ferritin")),
        ("urine albumin?", unmeasured(["14959-1", "1754-1", "9318-7"], "albumin")),
        ("I can't sleep for worry, am I going to go blind?", judged),
        ("Can I stop the metformin now that my sugar is so much better?", judged),
        ("What did the doctor tell me on the phone about my knee?", judged),
        ("Why does the pharmacy still print penicillin on my bags?", judged),
    ],
    "tran": [
        ("please, the newest creatinine of my mother", last(CREATININE)),
        ("INR 21 Nov 2023", only(INR, **D("2023-11-21"))),
        ("What was mother's INR on the 20th of May 2021?", only(INR, **D("2021-05-20"))),
        ("highest INR between 2020 and 2022?", high(INR, **Y(2020, 2022))),
        ("How many INR tests were made in May 2021?", count(INR, **M(2021, 5))),
        ("What was the first INR after her valve operation?", first(INR, frm="2015-03-18")),
        ("When was the first time that mother's INR was over 4?", first_day(lambda x: x > 4, INR)),
        ("How many INRs below 2.5 since 2021?", times_in(lambda x: x < 2.5, INR, **SINCE(2021))),
        ("How much did my mother weigh in February 2024?", only(WEIGHT, **M(2024, 2))),
        ("At what date was her weight the lowest?", low_day(WEIGHT)),
        ("Hb since 2020, trend?", course(HEMOGLOBIN, **SINCE(2020))),
        ("BP 27.3.2015", only(PRESSURE, **D("2015-03-27"))),
        ("lowest BP on record", low(PRESSURE)),
        ("How much lower was her NT-proBNP in 2020 than in 2014?", than(BNP, ("2020-01-01", "2020-12-31"), ("2014-01-01", "2014-12-31"))),
        ("EF in March 2015", only(EJECTION, **M(2015, 3))),
        ("platelets 2021", only(PLATELETS, **Y(2021))),
        ("good cholesterol in 2018 please?", only(HDL, **Y(2018))),
        ("How high was mother's fever in August 2019?", only(FEVER, **M(2019, 8))),
        ("What was her pulse on the day when her hemoglobin was lowest?", at_extreme(min, HEMOGLOBIN, PULSE)),
        ("What pills does my mother take at the momment?", current("medication")),
        ("How much metoprolol and when in the day does she take it?", dose("metoprolol")),
        ("How many nights did Mrs Tran stay in hospital in March 2015?", nights("IMP", "2015-03-01", "2015-03-31")),
        ("From finding the gallstones until the gallbladder operation, how many days was it?",
         apart(("condition", "calculus in biliary"), ("procedure", "cholecystectomy"))),
        ("abdominal ultrasounds since 2020, number?", often("procedure", "ultrasonography of abdomen", **SINCE(2020))),
        ("Did mother receive the flu vaccine in 2020?", had("vaccine", "influenza", **Y(2020))),
        ("What day was her 2nd covid vaccination?", nth_day("vaccine", "covid", 1)),
        ("How old was she when atrial fibrillation was diagnosed?", years("condition", "atrial fibrillation")),
        ("Which vaccines were given to Mrs Tran in 2020?", called("vaccine", "", **Y(2020))),
        ("new diagnoses in 2022?", called("condition", "", **Y(2022))),
        ("Which surgeon did the valve replacement?", by("procedure", "replacement of mitral valve")),
        ("Did the lab flag the last hemoglobin as low?", marked("L", HEMOGLOBIN)),
        ("echo in 2020?", had_no("procedure", "echocardiography", **Y(2020))),
        ("what was her INR in January 2024?", no_value(INR, **M(2024, 1))),
        ("LDL 2023", no_value(LDL, **Y(2023))),
        ("Does my mother have glaucoma?", nothing("glaucom")),
        ("potassium?", unmeasured(POTASSIUM, "potassium")),
        ("When did mother have chemotherapy?", nothing("chemo")),
        ("Is she on Lantus?", nothing("lantus", "glargine", "insulin")),
        ("Allergic to amoxicillin, my mother?", nothing("amoxi", "penicill")),
        ("How long has she had Parkinson?", nothing("parkinson")),
        ("Did she get the RSV vaccine?", nothing("rsv", "respiratory sync")),
        ("Can mother eat spinach with the warfarin?", judged),
        ("What did the pharmacist write to her about the blue 4 mg tablets?", judged),
        ("Will this nodule in the lung become cancer?", judged),
        ("Why nobody called us about the INR in December?", judged),
    ],
}

MAIN_CREATININE = ["38483-4"]

MAIN = {
    "d64b37f5": [
        ("Good morning, what was Papa's last MMSE score?", last(MENTAL)),
        ("How many points did his MMSE go down from 2017 to 2020?", than(MENTAL, ("2020-01-01", "2020-12-31"), ("2017-01-01", "2017-12-31"))),
        ("Since when does Papa have Alzheimer's?", begun("condition", "alzheimer")),
        ("How old was my father when they found the polyp in his colon?", years("condition", "polyp of colon")),
        ("Is he still on galantamine?", now("medication", "galantamine")),
        ("When did he get the donepezil with memantine for the first time?", begun("medication", "donepezil")),
        ("Papa's LDL in September 2019", only(LDL, **M(2019, 9))),
        ("highest LDL he ever had?", high(LDL)),
        ("Was a biopsy taken from his colon?", had("procedure", "biopsy of colon")),
        ("How many kilos less does Papa weigh now than in 2015?", than(WEIGHT, (), ("2015-01-01", "2015-12-31"))),
        ("What day did my father have his concussion?", begun("condition", "concussion")),
        ("Average HDL of the years 2017 to 2019?", mean(HDL, **Y(2017, 2019))),
        ("Which medicines does he take now?", current("medication")),
        ("Who saw Papa on 11 June 2019?", by("visit", "check up", **D("2019-06-11"))),
        ("Did Papa have a flu shot in 2016?", had_no("vaccine", "influenza", **Y(2016))),
        ("Was he in the emergency room since 2015?", had_no("visit", "emergency room", **SINCE(2015))),
        ("Any allergies in Papa's file?", no_allergies),
        ("When was his hernia operated on?", nothing("hernia")),
        ("Is my father on risperidone?", nothing("risperid")),
        ("Papa's last TSH?", unmeasured(TSH, "tsh", "thyro")),
        ("Should Papa still be driving?", judged),
        ("How long until he will not recognise us any more?", judged),
    ],
    "ebb1f0e2": [
        ("hi, what was my a1c in april 2016?", only(A1C, **M(2016, 4))),
        ("Has my A1c come down since 2013?", goes("falling", A1C, **SINCE(2013))),
        ("How much lower was my A1c in 2019 than in 2013?", than(A1C, ("2019-01-01", "2019-12-31"), ("2013-01-01", "2013-12-31"))),
        ("Metformin since when?", begun("medication", "metformin")),
        ("Were my triglycerides ever over 300?", ever(lambda x: x > 300, FATS)),
        ("date of my miscarriage please", begun("condition", "miscarriage")),
        ("When was my first child born?", begun("procedure", "childbirth")),
        ("How old was I when my second baby was born?", age_at("procedure", "childbirth", 1)),
        ("For how many days did I have the contraceptive implant in my arm?",
         apart(("procedure", "insertion of subcutaneous"), ("procedure", "removal of subcutaneous"))),
        ("Which birth control pill am I on now?", lambda r: sorted({e.name for e in found(r, "medication", "camila") if e.current})),
        ("Did I have eclampsia with my first one?", had("condition", "eclampsia")),
        ("my blod pressure in April 2019?", only(PRESSURE, **M(2019, 4))),
        ("When was my last tetanus shot?", latest("vaccine", "td (adult)")),
        ("Is the oxycodone still an active prescription?", now("medication", "oxycodone")),
        ("pain score in june 2014", only(PAIN, **M(2014, 6))),
        ("my urine microalbumin/creatinine ratio, the latest", last(["14959-1"])),
        ("When was my C-section?", nothing("cesarean", "caesarean")),
        ("Is endometriosis anywhere in my record?", nothing("endometrio")),
        ("Am I on Trulicity?", nothing("trulicity", "dulaglutide")),
        ("When did they last check my eyes for the diabetes?", nothing("retin", r"eyes?\b", "ophthalm")),
        ("Could I get pregnant again with this sugar?", judged),
        ("Was it my fault that I lost the baby?", judged),
    ],
    "dbc100c0": [
        ("Please, how much is my last blood sugar?", last(SUGAR)),
        ("How high was my A1c in September 2016?", only(A1C, **M(2016, 9))),
        ("What day my A1c was the highest?", high_day(A1C)),
        ("How many times the A1c was more than 6.2?", times(lambda x: x > 6.2, A1C)),
        ("I am prediabetic since when?", begun("condition", "prediabetes")),
        ("Do I still have the acute bacterial sinusitis?", now("condition", "acute bacterial sinusitis")),
        ("When I had the burn, which medicine did they prescribe me?", given_at("condition", "first degree burn")),
        ("When I had the whiplash in the neck?", begun("condition", "whiplash")),
        ("How many years do I have already the arthritis in the hand?", years_since("condition", "osteoarthritis of the hand", MAIN_TODAY)),
        ("Am I still taking naproxen?", now("medication", "naproxen")),
        ("All dates of my colonoscopies, please", days("procedure", "colonoscopy")),
        ("How many visits I had in 2013?", visits("2013-01-01", "2013-12-31")),
        ("The total colesterol, is it rising since 2013?", goes("rising", TOTAL, **SINCE(2013))),
        ("What is written about my smoking?", in_words("72166-2")),
        ("blood pressure 25 september 2019", only(PRESSURE, **D("2019-09-25"))),
        ("How high I had the fever in February 2017?", only(ORAL, **M(2017, 2))),
        ("Flu vaccine in 2021, I had it?", had_no("vaccine", "influenza", **Y(2021))),
        ("When I was vaccinated for the shingles?", nothing("zoster", "shingles")),
        ("Have I hepatitis C?", nothing("hepatitis", "hep c")),
        ("Do I inject insulin?", nothing("insulin")),
        ("What food must I avoid so that I don't become diabetic?", judged),
    ],
    "dc7d5e40": [
        ("What was the T-score of my bone density scan in February 2021?", only(BONES, **M(2021, 2))),
        ("When was my osteoperosis diagnosed?", begun("condition", "osteoporosis")),
        ("Which new medicine was I given when the osteoporosis was found?", given_at("condition", "osteoporosis")),
        ("What was my LDL before I started simvastatin in January 2012?", last(LDL, to="2012-01-12")),
        ("On which date were my triglicerides the worst, I mean highest?", high_day(FATS)),
        ("average LDL since 2018?", mean(LDL, **SINCE(2018))),
        ("Did I weigh less in 2021 than in 2019?", lower(WEIGHT, ("2021-01-01", "2021-12-31"), ("2019-01-01", "2019-12-31"))),
        ("Did they give me a tetanus antitoxin injection when I cut my foot?", had("procedure", "tetanus antitoxin")),
        ("How many days did the cut on my foot take to heal?", lasted("condition", "laceration of foot")),
        ("Which shots did I get in 2012?", called("vaccine", "", **Y(2012))),
        ("total cholesterol Jan 2021", only(TOTAL, **M(2021, 1))),
        ("How many of my HDL results were below 40?", times(lambda x: x < 40, HDL)),
        ("How many follow-up visits for hyperlipidemia have I had since 2018?", often("visit", "hyperlipidemia", **SINCE(2018))),
        ("Is the alendronic acid prescription active?", now("medication", "alendronic")),
        ("Most recent hemoglobin?", last(HEMOGLOBIN)),
        ("flu shot in 2013?", had_no("vaccine", "influenza", **Y(2013))),
        ("Did I ever break my hip?", nothing("fractur", r"hip\b")),
        ("Am I on vitamin D?", nothing("vitamin d", "cholecalc", "ergocalc")),
        ("Have I ever had breast cancer?", nothing("breast", "cancer", "neoplas", "malig")),
        ("my A1c?", unmeasured(A1C, "a1c", "hba1c")),
        ("Can I take the alendronic acid together with my morning coffee?", judged),
    ],
    "203dd3d9": [
        ("a1c last 3", newest(3, A1C)),
        ("BMI trend since 2018", course(BMI, **SINCE(2018))),
        ("wt oct 2020", only(WEIGHT, **M(2020, 10))),
        ("PCV13 date", begun("vaccine", "pcv 13")),
        ("rotator cuff injury resolved when", ended("condition", "rotator cuff")),
        ("abx for sinusitis feb 2018", called("medication", "", **M(2018, 2))),
        ("Hb 2020 vs 2015", than(HEMOGLOBIN, ("2020-01-01", "2020-12-31"), ("2015-01-01", "2015-12-31"))),
        ("mean a1c 2016", mean(A1C, **Y(2016))),
        ("bp 25 sept 2016", only(PRESSURE, **D("2016-09-25"))),
        ("active problems", current("condition")),
        ("colonoscopy x how many", often("procedure", "colonoscopy")),
        ("bronchitis 2016, duration in days", lasted("condition", "acute bronchitis")),
        ("creat 2014", only(MAIN_CREATININE, **Y(2014))),
        ("lowest glucose on record", low(SUGAR)),
        ("current rx?", none_taken),
        ("flu vax 2021?", had_no("vaccine", "influenza", **Y(2021))),
        ("shoulder MRI?", nothing("mri", "magnetic")),
        ("on a statin?", nothing("simva", "simvi", "atorva", "rosuva", "prava", "statin")),
        ("HTN hx?", nothing("hypertens")),
        ("T-score", unmeasured(BONES, "bone dens", "dxa", "dexa")),
        ("reason for the wt loss?", judged),
    ],
    "5c79bba4": [
        ("How bad was Mom's T-score in 2014?", only(BONES, **Y(2014))),
        ("For how many years has my mother had osteoporosis?", years_since("condition", "osteoporosis", MAIN_TODAY)),
        ("Is Mom still supposed to take the alendronic acid?", now("medication", "alendronic")),
        ("What medecine did Mom get in June 2019?", called("medication", "", **M(2019, 6))),
        ("How many days did her last bronchitis go on?", lasted("condition", "acute bronchitis")),
        ("When did my mother have her tubal pregnancy?", begun("condition", "tubal pregnancy")),
        ("Mrs Shields pneumonia vaccinations, which dates?", days("vaccine", "pneumococcal")),
        ("blood pressure at the January 2021 visit", only(PRESSURE, **M(2021, 1))),
        ("What is the highest systolic Mom ever had?", high(UPPER)),
        ("Was Mom's total cholesterol higher in 2019 than in 2016?", higher(TOTAL, ("2019-01-01", "2019-12-31"), ("2016-01-01", "2016-12-31"))),
        ("how old was mom at her first colonoscopy", years("procedure", "colonoscopy")),
        ("Mom's A1c from the end of 2019, December?", only(A1C, **M(2019, 12))),
        ("Which of her creatinine values were above 1?", which(lambda x: x > 1, MAIN_CREATININE)),
        ("Her flu shot in 2020?", had_no("vaccine", "influenza", **Y(2020))),
        ("Has my mother ever broken a bone?", nothing("fractur", "broke")),
        ("Is she taking Evista?", nothing("evista", "raloxifene")),
        ("Does Mom have a thyroid problem?", nothing("thyro")),
        ("LDL 2020?", no_value(LDL, **Y(2020))),
        ("Is it time for Mom to take a break from the alendronate?", judged),
        ("What did they tell her about avoiding falls?", judged),
    ],
    "d63abf62": [
        ("How tall was Steve in December 2019?", only(HEIGHT, **M(2019, 12))),
        ("How many centimetres did my son grow from 2018 to 2020?", than(HEIGHT, ("2020-01-01", "2020-12-31"), ("2018-01-01", "2018-12-31"))),
        ("What did he weigh in November 2014?", only(WEIGHT, **M(2014, 11))),
        ("When did his ADHD start?", begun("condition", "attention deficit")),
        ("On which date was the attention deficit disorder marked as resolved?", ended("condition", "attention deficit")),
        ("How many sessions of cognitive and behavioral therapy did Steve have in 2019?", often("procedure", "cognitive and behavioral", **Y(2019))),
        ("When was his last behavioral therapy session?", latest("procedure", "cognitive and behavioral")),
        ("Is Steve still on Ritalin?", now("medication", "methylphenidate")),
        ("dates of the HPV shots?", days("vaccine", "hpv")),
        ("When did my son get the meningitis shot?", begun("vaccine", "meningococcal")),
        ("Was his BMI in 2020 lower than in 2018?", lower(BMI, ("2020-01-01", "2020-12-31"), ("2018-01-01", "2018-12-31"))),
        ("How old was he when ADHD was diagnosed?", years("condition", "attention deficit")),
        ("Which vaccines did he get in December 2018?", called("vaccine", "", **M(2018, 12))),
        ("how long did the bacterial sinusitis last", lasted("condition", "acute bacterial sinusitis")),
        ("Does Steve have dyslexia?", nothing("dyslex")),
        ("Hepatitis A shot, did he get it?", nothing("hep a", "hepatitis")),
        ("Is he on Strattera?", nothing("strattera", "atomoxetine")),
        ("When did my son break his wrist?", nothing("fractur", "wrist")),
        ("Steve's cholesterol?", unmeasured(TOTAL, "cholesterol", "ldl", "lipid")),
        ("Is it all right that he stopped his medicine?", judged),
    ],
    "f3d887cf": [
        ("What did little Vinnie weigh when she was born?", first(WEIGHT)),
        ("Height in July 2019?", only(HEIGHT, **M(2019, 7))),
        ("How many kilos did my granddaughter put on between July 2019 and August 2020?",
         than(WEIGHT, ("2020-08-01", "2020-08-31"), ("2019-07-01", "2019-07-31"))),
        ("When was her most recent ear infection?", latest("condition", "otitis media")),
        ("What was prescribed in January 2017 for her ear?", called("medication", "", **M(2017, 1))),
        ("When did Vinnie have strep throat?", begun("condition", "streptococcal")),
        ("Is she still on penicillin?", now("medication", "penicillin v")),
        ("Both dates of the chicken pox vaccine please", days("vaccine", "varicella")),
        ("How many Hib shots has she had?", often("vaccine", "hib (")),
        ("Which vacinations did Vinnie get in July 2019?", called("vaccine", "", **M(2019, 7))),
        ("How many check-ups did she have in 2015?", often("visit", "check up", **Y(2015))),
        ("How warm was she, the temperature in February 2020?", only(ORAL, **M(2020, 2))),
        ("What's her BMI now?", last(BMI)),
        ("Has Vinnie ever had pneumonia?", nothing("pneumonia")),
        ("Did she ever have a seizure?", nothing("seizure", "convuls", "epilep")),
        ("HPV vaccine, has she had it already?", nothing("hpv", "papilloma")),
        ("When did Vinnie get her ear tubes?", nothing("tympano", r"tubes?\b", "grommet")),
        ("What did the doctor say about how she talks?", judged),
    ],
    "d1934daf": [
        ("My triglycerides in December 2019?", only(FATS, **M(2019, 12))),
        ("How much lower was my LDL in December 2020 than in December 2019?", than(LDL, ("2020-12-01", "2020-12-31"), ("2019-12-01", "2019-12-31"))),
        ("Since when do I have hyperlipidemia?", begun("condition", "hyperlipidemia")),
        ("Am I on simvastatin right now?", now("medication", "simvistatin")),
        ("How many days until the cut on my hand was healed?", lasted("condition", "laceration of hand")),
        ("What was my hemoglobin when they found the anemia?", at_start("condition", "anemia", HEMOGLOBIN)),
        ("Did I have a colonoscopy in 2020?", had("procedure", "colonoscopy", **Y(2020))),
        ("How old was I at my first colonoscopy?", years("procedure", "colonoscopy")),
        ("Has my A1c been stable since 2017?", goes("stable", A1C, **SINCE(2017))),
        ("What was I prescribed in June 2018?", called("medication", "", **M(2018, 6))),
        ("When did the wound care plan end?", ended("plan", "wound care")),
        ("egfr december 2020", only(GFR, **M(2020, 12))),
        ("How many days after the high cholesterol was found did I get simvastatin?",
         apart(("condition", "hyperlipidemia"), ("medication", "simvistatin"))),
        ("When was I last here, the last visit?", lambda r: max(e.day for e in r.entries["visit"]).isoformat()),
        ("Which doctor treated me in the emergency room in August 2018?", by("visit", "emergency room", **M(2018, 8))),
        ("Any flu jab in 2014?", had_no("vaccine", "influenza", **Y(2014))),
        ("Am I on Crestor?", nothing("crestor", "rosuva")),
        ("Do I have a fatty liver?", nothing("fatty", "steato", "liver")),
        ("When was my cardiac catheter?", nothing("catheter", "coronary", "cardiac")),
        ("Is there an allergy noted for me?", no_allergies),
        ("Do I really need the simvastatin?", judged),
    ],
    "74bbd61f": [
        ("What day was my caesarean?", begun("procedure", "cesarean")),
        ("How many days after my C-section was the coil put in?", apart(("procedure", "cesarean"), ("procedure", "insertion of intrauterine"))),
        ("How many times did I have an IUD inserted?", often("procedure", "insertion of intrauterine")),
        ("B12 injections, still on my list?", now("medication", "vitamin b 12")),
        ("On which days did I get the RhD immunization?", days("procedure", "rhd passive")),
        ("By what date was my concussion over?", ended("condition", "concussion")),
        ("weight april 2017?", only(WEIGHT, **M(2017, 4))),
        ("Have I been putting on weight since 2017?", goes("rising", WEIGHT, **SINCE(2017))),
        ("What's the least I have weighed?", low(WEIGHT)),
        ("LDL, which way is it going?", course(LDL)),
        ("How many sinus infections since 2015?", often("condition", "sinusitis", **SINCE(2015))),
        ("Date of my second colonoscopy?", nth_day("procedure", "colonoscopy", 1)),
        ("Which shots did I get in April 2016?", called("vaccine", "", **M(2016, 4))),
        ("How old was I when I had the C-section?", years("procedure", "cesarean")),
        ("Flu shot 2012?", had_no("vaccine", "influenza", **Y(2012))),
        ("Did I get diabetes in my pregnancy?", nothing("diabet", "gestational")),
        ("creatinine?", unmeasured(CREATININE + MAIN_CREATININE, "creatin")),
        ("When did my menopause begin?", nothing("menopaus")),
        ("Am I taking hormone replacement?", nothing("estradiol", "estrogen", "hormone")),
        ("Should I worry about my head after the concussion?", judged),
    ],
    "e4d83502": [
        ("How old was Mrs Bailey when she had her stroke?", years("condition", "stroke")),
        ("How many years did my grandmother live after the stroke?", lived_on("condition", "stroke")),
        ("her lowest MMSE", low(MENTAL)),
        ("Was clopidogrel ever prescribed to her?", had("medication", "clopidogrel")),
        ("How many days after the stroke was the clopidogrel prescribed?", apart(("condition", "stroke"), ("medication", "clopidogrel"))),
        ("blood pressure in 1998?", only(PRESSURE, **Y(1998))),
        ("What was the highest systolic that grandma had?", high(UPPER)),
        ("average systolic from 1999 to 2001", mean(UPPER, **Y(1999, 2001))),
        ("When was her thrombectomy?", begun("procedure", "thrombectomy")),
        ("Which medicines were prescribed in September 1998?", called("medication", "", **M(1998, 9))),
        ("Bone density T-score, 1995", only(BONES, **Y(1995))),
        ("How many flu shots did she get after 1999?", often("vaccine", "influenza", **SINCE(2000))),
        ("date she died", lambda r: r.death.isoformat()),
        ("Did grandma have heart failure?", nothing("heart fail")),
        ("Did she ever have breast cancer?", nothing("breast", "cancer", "neoplas", "malig")),
        ("When did my grandmother break her hip?", nothing("fractur", r"hip\b")),
        ("Was she on oxygen?", nothing("oxygen")),
        ("Could the stroke have been prevented?", judged),
    ],
    "ca3d7b05": [
        ("number of cardioversions in 2009", often("procedure", "electrical cardioversion", **Y(2009))),
        ("first cardioversion, date", begun("procedure", "electrical cardioversion")),
        ("Mr Stracke: days between the two ablations", between("procedure", "catheter ablation")),
        ("What was he given on the day of the stroke?", given_at("condition", "stroke")),
        ("days from AFib dx to stroke", apart(("condition", "atrial fibrillation"), ("condition", "stroke"))),
        ("Was warfarin still active for Mr Stracke?", now("medication", "warfarin")),
        ("pain score sept 2011", only(PAIN, **M(2011, 9))),
        ("Hgb 2009", only(HEMOGLOBIN, **Y(2009))),
        ("How many viral sinusitis episodes did he have?", often("condition", "viral sinusitis")),
        ("temp when he had strep throat in Nov 2009", only(ORAL, **M(2009, 11))),
        ("BP june 2004", only(PRESSURE, **M(2004, 6))),
        ("highest a1c", high(A1C)),
        ("impacted molars - when recorded", begun("condition", "impacted molars")),
        ("When did Mr Stracke start with digoxin?", begun("medication", "digoxin")),
        ("LDL 2011", no_value(LDL, **Y(2011))),
        ("amiodarone?", nothing("amiodar")),
        ("ejection fraction, most recent", unmeasured(EJECTION, "ejection")),
        ("Any MI?", nothing("infarct", "myocard")),
        ("what were his wishes about resuscitation?", judged),
        ("Was the overdose intentional?", judged),
    ],
    "a92edacf": [
        ("When was my pregnancy first recorded?", begun("condition", "normal pregnancy")),
        ("When did I have the ultrasound for the baby?", begun("procedure", "ultrasound scan")),
        ("Which prescriptions did I get in 2019?", called("medication", "", **Y(2019))),
        ("my last intramuscular injection, what date", latest("procedure", "intramuscular injection")),
        ("How many intramuscular injections did I have in 2016?", often("procedure", "intramuscular injection", **Y(2016))),
        ("How many kilos heavier was I in 2018 than in 2011?", than(WEIGHT, ("2018-01-01", "2018-12-31"), ("2011-01-01", "2011-12-31"))),
        ("When did I last have bronchitis?", latest("condition", "acute bronchitis")),
        ("Hep B vaccin date", begun("vaccine", "hep b")),
        ("hemoglobin june 2018", only(HEMOGLOBIN, **M(2018, 6))),
        ("How many meningitis shots did I get?", often("vaccine", "meningococcal")),
        ("Yaz - am I still on it?", now("medication", "yaz")),
        ("blood pressure at my check-up in June 2018", only(PRESSURE, **M(2018, 6))),
        ("Is my bronchitis from October 2020 over?", over("condition", "acute bronchitis")),
        ("When was my first baby born?", nothing("childbirth", "deliver", "cesarean")),
        ("My blood group?", nothing("blood typ", "blood group", r"rh\b")),
        ("Have I been vaccinated against rubella?", nothing("rubella", "mmr")),
        ("Am I HIV positive?", nothing(r"hiv\b", "immunodef")),
        ("Is my baby healthy?", judged),
        ("Did the cough medicine I took harm the baby?", judged),
    ],
    "274b7371": [
        ("clavicle fx - date", begun("condition", "fracture of clavicle")),
        ("days to healing of clavicle fx", lasted("condition", "fracture of clavicle")),
        ("analgesics given for the clavicle fx", given_at("condition", "fracture of clavicle")),
        ("strep throat, number of episodes", often("condition", "streptococcal")),
        ("abx jan 2020", called("medication", "", **M(2020, 1))),
        ("Who prescribed the penicillin in jan 2020?", by("medication", "penicillin v", **M(2020, 1))),
        ("LDL 2020 vs 2017", than(LDL, ("2020-01-01", "2020-12-31"), ("2017-01-01", "2017-12-31"))),
        ("A1c > 6.3, how many times", times(lambda x: x > 6.3, A1C)),
        ("PPSV23 when", begun("vaccine", "polysaccharide")),
        ("glucose june 2016", only(SUGAR, **M(2016, 6))),
        ("temp 8 jul 2014", only(ORAL, **D("2014-07-08"))),
        ("Mr Ferry's prediabetes since", begun("condition", "prediabetes")),
        ("last TC", last(TOTAL)),
        ("Hb rising or falling?", course(HEMOGLOBIN)),
        ("active meds", none_taken),
        ("metformin?", nothing("metformin")),
        ("AAA screening?", nothing("aneurysm", "aort")),
        ("plating of the clavicle?", nothing("plat", "fixation", "osteosynth", "open reduction")),
        ("mechanism of the clavicle injury?", judged),
        ("what is the plan for his prediabetes?", judged),
    ],
}


def died(r): return r.death is not None


EVERYBODY = [
    ("How many patients with osteoporosis are on alendronic acid?", how_many(both(ill("osteoporosis"), entry_now("medication", "alendronic")))),
    ("Which patients on warfarin have had a stroke?", who(both(entry_now("medication", "warfarin"), once("condition", "stroke")))),
    ("hctz - how many pts on it?", how_many(entry_now("medication", "hydrochlorothiazide"))),
    ("Who is taking digoxin?", who(entry_now("medication", "digoxin"))),
    ("Which patients with prediabetes have an A1c above 6.3?", who(both(ill("prediabetes"), value_now(A1C, lambda x: x > 6.3)))),
    ("How many patients have a BMI over 30?", how_many(value_now(BMI, lambda x: x > 30))),
    ("Who has had a cesarean section?", who(once("procedure", "cesarean section"))),
    ("Anyone allergic to bee venom?", who(entry_now("allergy", "bee venom"))),
    ("Which patient has the lowest eGFR?", extreme(GFR, min)),
    ("How many patients have died?", how_many(died)),
    ("Does anybody have multiple sclerosis?", who(ill("multiple sclerosis"))),
    ("What medicines are patients with coronary heart disease on?", taken_by("coronary heart disease")),
    ("Which of them would you see first tomorrow?", lambda _: RETRIEVAL),
]

RAW = {"r4_2019_main": (MAIN, EVERYBODY)}

if __name__ == "__main__":
    run("a", SAMPLES, RAW, sample=Someone, person=Someone)
