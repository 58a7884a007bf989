"""A third set of questions in everyday wording, each with its truth: OUT.jsonl | OUT.jsonl FOLDER

Written before the product was asked any of them. Four truths were changed after it: "Flu jab in 2017?" is answered by naming it; a prescription of penicillin says nothing of an allergy to it; and that a text
has a bruise on a hip, or "no fracture", says nothing of a hip that was replaced or a wrist that broke. Without FOLDER they are about the sample people; with the
folder `r4_2019_main` or `tietai_notes` about people of those bundles, that are not in this repository, and about all of them together.
The truths are computed from the raw JSON, as in `blind_truth.py`.
"""

from blind_truth import (A1C, ABSENT, ALT, BMI, CREATININE, EJECTION, FATS, FERRITIN, FEVER, FLOW, GFR, GLUCOSE, HDL, HEIGHT, HEMOGLOBIN,
                         INR, LDL, M, OXYGEN, PEANUT, PHQ, POTASSIUM, PRESSURE, PULSE, RETRIEVAL, SINCE, TODAY, TSH, WEIGHT, Y, begun,
                         called, count, course, current, dose, ended, ever, every, first, first_day, found, goes, had, high, high_day,
                         judged, last, last_stay, lasted, latest, low, lower, mean, never, nothing, now, often, points, run, than, times, visits,
                         years)
from records_truth import latest_entries, most_called

T4, FETAL, UPPER, LOWER, TOTAL, ANXIETY, BONES = ["3024-7"], ["55283-6"], ["8480-6"], ["8462-4"], ["2093-3"], ["70274-6"], ["38265-5"]
SUGAR = ["2339-0"]


def D(day): return {"frm": day, "to": day}


def only(of, **when):
    """The one value of a time."""
    def truth(r):
        own = points(r, of, **when)
        assert len({x.text for x in own}) == 1, (of, when, len(own))
        return own[-1].text
    return truth


def no_value(of, **when):
    """There is no value of that time, or none at all."""
    def truth(r):
        assert not points(r, of, **when), (of, when)
        return ABSENT
    return truth


def unmeasured(of, *beginnings):
    """It was never measured, and no text or entry has words that begin so."""
    def truth(r):
        assert not points(r, of)
        return nothing(*beginnings)(r)
    return truth


def low_day(of): return lambda r: min(reversed(points(r, of)), key=lambda x: x.value).day.isoformat()
def span(of): return lambda r: str((points(r, of)[-1].day - points(r, of)[0].day).days)
def nth_day(kind, name, at): return lambda r: found(r, kind, name)[at].day.isoformat()
def between(kind, name): return lambda r: str((found(r, kind, name)[-1].day - found(r, kind, name)[0].day).days)
def first_visit(r): return min(e.day for e in r.entries["visit"]).isoformat()
def stays_in(of, year): return lambda r: sum(kind == of and day.startswith(str(year)) for kind, day in r.stays)
def stayed_in(of, year): return lambda r: "yes" if stays_in(of, year)(r) else ABSENT
def ends_apart(of): return lambda r: than(of, (), (None, points(r, of)[0].day.isoformat()))(r)


def years_since(kind, name, today):
    def truth(r):
        day = found(r, kind, name)[0].day
        return today.year - day.year - ((today.month, today.day) < (day.month, day.day))
    return truth


def last_names(kind):
    def truth(r):
        newest_at = max(e.at for e in r.entries[kind])
        return sorted({e.name for e in r.entries[kind] if e.at == newest_at})
    return truth


def had_no(kind, name, **when):
    """Nothing of that name in that time, though there is at another."""
    def truth(r):
        assert not found(r, kind, name, **when)
        return ABSENT
    return truth


def age_at_death(r): return r.death.year - r.birth.year - ((r.death.month, r.death.day) < (r.birth.month, r.birth.day))
def none_taken(r): return ABSENT if not current_of(r, "medication") and r.none_of("medication", ABSENT) == ABSENT else RETRIEVAL
def current_of(r, kind): return sorted({e.name for e in r.entries.get(kind, []) if e.current})


SAMPLES = {
    "okafor": [
        ("what did I weigh the last time I stood on the scale", last(WEIGHT)),
        ("My sugar in March 2016?", only(GLUCOSE, **M(2016, 3))),
        ("Was my A1c in 2024 lower than it was in 2018?", lower(A1C, ("2024-01-01", "2024-12-31"), ("2018-01-01", "2018-12-31"))),
        ("How much lower is my LDL now than in 2015?", than(LDL, (), ("2015-01-01", "2015-12-31"))),
        ("On what day was my blood sugar highest?", high_day(GLUCOSE)),
        ("Smallest eGFR I've had", low(GFR)),
        ("How many LDL tests have I had since 2018?", count(LDL, **SINCE(2018))),
        ("List every A1c from 2018 through 2020", every(A1C, **Y(2018, 2020))),
        ("Did my A1c ever go past 9?", ever(lambda x: x > 9, A1C)),
        ("How many of my A1c tests came back under 6.5?", times(lambda x: x < 6.5, A1C)),
        ("Has my kidney function been slipping?", goes("falling", GFR)),
        ("On average, what did I weigh in 2019?", mean(WEIGHT, **Y(2019))),
        ("highest top number of my blood pressure", high(UPPER)),
        ("lowest bottom number of my blood pressure ever", low(LOWER)),
        ("Mrs Okafor's eGFR in 2023", only(GFR, **Y(2023))),
        ("How many days lie between my first A1c and my last one?", span(A1C)),
        ("Have I got sugar diabetes?", now("condition", "type 2 diabetes")),
        ("Do I have arthritis in my knee?", now("condition", "osteoarthritis of knee")),
        ("When did I get high blood pressure?", begun("condition", "hypertension")),
        ("How many years have I had diabetes?", years_since("condition", "type 2 diabetes", TODAY)),
        ("When did I begin metformin?", begun("medication", "metformin")),
        ("What dose of lisinopril am I on?", dose("lisinopril")),
        ("Did I ever take acetaminophen?", had("medication", "acetaminophen")),
        ("Is paracetamol something I still take?", now("medication", "acetaminophen")),
        ("Am I allergic to penicillin?", now("allergy", "penicillin")),
        ("Did I get my jab against covid?", had("vaccine", "covid")),
        ("when did i get my second covid shot", nth_day("vaccine", "covid", 1)),
        ("How many vaccinations did I get in 2021?", often("vaccine", "", **Y(2021))),
        ("When was my last eye exam?", latest("procedure", "retinal eye exam")),
        ("How many eye exams have I had?", often("procedure", "retinal eye exam")),
        ("How long did I have the colon polyp?", lasted("condition", "polyp of colon")),
        ("Which conditions was I diagnosed with before 2018?", called("condition", "", to="2017-12-31")),
        ("Which procedures were done in 2019?", called("procedure", "", **Y(2019))),
        ("What was the last vaccine I got?", last_names("vaccine")),
        ("How old was I when I had my colonoscopy?", years("procedure", "colonoscopy")),
        ("How many appointments did I have in 2020?", visits("2020-01-01", "2020-12-31")),
        ("When was Amara's first appointment?", first_visit),
        ("Am I allergic to bee stings?", nothing("bee\\b", "wasp", "insect", "venom")),
        ("Have I had the tetanus shot?", nothing("tetanus", "tdap", "td\\b")),
        ("When was my heart attack?", nothing("heart attack", "infarct")),
        ("What's my thyroid level?", nothing("thyroid", "tsh", "thyrotropin")),
        ("When was my hysterectomy?", nothing("hysterect", "womb", "uter")),
        ("How many times did I have pneumonia?", nothing("pneumonia")),
        ("Am I on Ozempic?", nothing("ozempic", "semaglutide")),
        ("When did I start insulin?", nothing("insulin")),
        ("What was my weight in 2012?", no_value(WEIGHT, **Y(2012))),
        ("What was my A1c in August 2015?", no_value(A1C, **M(2015, 8))),
        ("Did I have a colonoscopy in 2021?", had_no("procedure", "colonoscopy", **Y(2021))),
        ("Who prescribed my statin?", judged),
        ("Does coffee raise my blood pressure?", judged),
        ("What did the dietitian tell me?", judged),
        ("When is my next visit due?", judged),
    ],
    "tran": [
        ("What is my INR these days?", last(INR)),
        ("INR readings in 2019?", every(INR, **Y(2019))),
        ("How many INRs were below 2?", times(lambda x: x < 2, INR)),
        ("Highest INR since 2020", high(INR, **SINCE(2020))),
        ("When was my INR at its lowest?", low_day(INR)),
        ("INR on 5 March 2024", only(INR, **D("2024-03-05"))),
        ("Average heart rate over all readings?", mean(PULSE)),
        ("What was my first weight after my valve replacement?", first(WEIGHT, frm="2015-03-17")),
        ("last hemoglobin before my gallbladder surgery", last(HEMOGLOBIN, to="2021-05-13")),
        ("Has my ALT ever been over 40?", ever(lambda x: x > 40, ALT)),
        ("Is my weight holding steady since 2021?", goes("stable", WEIGHT, **SINCE(2021))),
        ("How does my newest hemoglobin compare with my first?", ends_apart(HEMOGLOBIN)),
        ("Do I have an irregular heartbeat?", now("condition", "atrial fibrillation")),
        ("When did my mitral stenosis end?", ended("condition", "mitral valve stenosis")),
        ("How long did I have gallstones?", lasted("condition", "calculus in biliary")),
        ("Am I on Coumadin?", now("medication", "warfarin")),
        ("When was warfarin last prescribed?", latest("medication", "warfarin")),
        ("Which medicines was I prescribed in 2021?", called("medication", "", **Y(2021))),
        ("Was I ever on aspirin?", had("medication", "aspirin")),
        ("Do I take tenofovir?", now("medication", "tenofovir")),
        ("How many medicines does Mrs Trần take?", lambda r: len(current("medication")(r))),
        ("When was my CT scan?", begun("procedure", "computed tomography")),
        ("How many belly ultrasounds have I had since 2018?", often("procedure", "ultrasonography", **SINCE(2018))),
        ("How many times was I in hospital in 2021?", stays_in("IMP", 2021)),
        ("How many shingles jabs have I had?", often("vaccine", "zoster")),
        ("When was my latest covid jab?", latest("vaccine", "covid")),
        ("Flu jab in 2017?", called("vaccine", "influenza", **Y(2017))),
        ("Which problems do I have at the moment?", current("condition")),
        ("How old was I when my heart valve was replaced?", years("procedure", "replacement of mitral")),
        ("Have I had a pneumonia vaccine?", nothing("pneumoc", "pneumonia", "prevnar")),
        ("Do I have COPD?", nothing("copd", "chronic obstructive")),
        ("When did I break my wrist?", nothing("wrist")),
        ("Do I take metformin?", nothing("metformin")),
        ("Am I allergic to latex?", nothing("latex")),
        ("What's my uric acid?", unmeasured(["3084-1"], "uric", "urate")),
        ("What was my ferritin?", unmeasured(FERRITIN, "ferritin")),
        ("When did I have my hip replaced?", nothing("hip repl", "hip arthro")),
        ("Do I have lupus?", nothing("lupus")),
        ("Have I ever had malaria?", nothing("malaria")),
        ("When was my last INR in 2012?", no_value(INR, **Y(2012))),
        ("Was I in hospital in 2017?", stayed_in("IMP", 2017)),
        ("Can I stop the warfarin before the dentist?", judged),
        ("What did the radiologist say about the nodule?", judged),
        ("Is my valve working properly?", judged),
        ("Was my INR in range on 5 March 2024?", judged),
    ],
    "rice": [
        ("Ferritin in March 2022?", only(FERRITIN, **M(2022, 3))),
        ("Highest TSH I ever had", high(TSH)),
        ("How has my TSH moved since 2022?", course(TSH, **SINCE(2022))),
        ("How many blood pressure checks were there during 2022?", count(PRESSURE, **Y(2022))),
        ("free T4 last time?", last(T4)),
        ("What did I score on the depression questionnaire last time?", last(PHQ)),
        ("Lowest PHQ-9 score", low(PHQ)),
        ("How long did my pregnancy diabetes last?", lasted("condition", "gestational diabetes")),
        ("Did I have high blood pressure in pregnancy?", had("condition", "pregnancy-induced")),
        ("Which pills do I take?", current("medication")),
        ("Do I still take iron?", now("medication", "ferrous")),
        ("How many times was I prescribed insulin?", often("medication", "insulin")),
        ("When was I given the Rhogam shot?", begun("medication", "rho(d)")),
        ("How many flu vaccines did I get before 2021?", often("vaccine", "influenza", to="2020-12-31")),
        ("Have I been vaccinated against COVID?", had("vaccine", "covid")),
        ("How much heavier was I in October 2022 than in March 2022?", than(WEIGHT, ("2022-10-01", "2022-10-31"), ("2022-03-01", "2022-03-31"))),
        ("fetal heart rate in March 2022", only(FETAL, **M(2022, 3))),
        ("Do I have diabetes?", now("condition", "diabetes")),
        ("Do I get migraines?", nothing("migraine")),
        ("When did I break my leg?", nothing("fractur", "broke", "leg\\b")),
        ("When was my gallbladder removed?", nothing("gallbladder", "cholecyst")),
        ("Do I have endometriosis?", nothing("endometrio")),
        ("Am I on birth control pills?", nothing("contracept", "birth control", "the pill")),
        ("What was my potassium?", unmeasured(POTASSIUM, "potassium")),
        ("Do I have HIV?", nothing("hiv\\b")),
        ("What was my A1c in 2019?", no_value(A1C, **Y(2019))),
        ("Is it safe to breastfeed on sertraline?", judged),
        ("Who delivered the baby?", judged),
        ("What did the midwife write?", judged),
    ],
    "solberg": [
        ("Average potassium since 2020?", mean(POTASSIUM, **SINCE(2020))),
        ("Has my eGFR got worse since 2016?", goes("falling", GFR, **SINCE(2016))),
        ("All my ejection fractions since 2020", every(EJECTION, **SINCE(2020))),
        ("Is my haemoglobin lower than in 2016?", lower(HEMOGLOBIN, (), ("2016-01-01", "2016-12-31"))),
        ("When was I lightest?", low_day(WEIGHT)),
        ("When did my creatinine first go over 1.5?", first_day(lambda x: x > 1.5, CREATININE)),
        ("BP on 3 September 2024?", only(PRESSURE, **D("2024-09-03"))),
        ("Am I on digoxin?", now("medication", "digoxin")),
        ("Do I take a blood thinner?", now("medication", "apixaban")),
        ("When was apixaban first prescribed?", begun("medication", "apixaban")),
        ("How many times was I prescribed furosemide?", often("medication", "furosemide")),
        ("Did I have an ECG?", had("procedure", "electrocardiographic")),
        ("When did my hearing loss start?", begun("condition", "presbycusis")),
        ("When did I last have pneumonia?", latest("condition", "pneumonia")),
        ("How many flu jabs since 2018?", often("vaccine", "influenza", **SINCE(2018))),
        ("How many years have I had heart failure?", years_since("condition", "heart failure", TODAY)),
        ("Weight on 26 August 2024?", only(WEIGHT, **D("2024-08-26"))),
        ("What's my INR?", unmeasured(INR, "inr\\b")),
        ("Do I have asthma?", nothing("asthma")),
        ("When was my hip replaced?", nothing("hip\\b")),
        ("Do I have Parkinson's?", nothing("parkinson")),
        ("When did I have shingles?", nothing("shingles", "zoster")),
        ("What's my A1c?", unmeasured(A1C, "a1c", "hba1c")),
        ("Did I get a covid shot?", nothing("covid")),
        ("How many strokes have I had?", nothing("stroke", "cerebrovascular")),
        ("Do I need a hearing aid?", judged),
        ("Should I worry about my potassium?", judged),
    ],
    "quinones": [
        ("How tall was Nahia in August 2023?", only(HEIGHT, **M(2023, 8))),
        ("What was her very first weight?", first(WEIGHT)),
        ("How many times was her peak flow tested?", count(FLOW)),
        ("Her oxygen level in November 2019?", only(OXYGEN, **M(2019, 11))),
        ("How often was her temperature over 39?", times(lambda x: x > 39, FEVER)),
        ("How much taller is she now than in August 2022?", than(HEIGHT, (), ("2022-08-01", "2022-08-31"))),
        ("When was her last emergency room visit?", last_stay("EMER")),
        ("Is she allergic to eggs?", now("allergy", "eggs")),
        ("When did she get her chickenpox shot?", begun("vaccine", "varicella")),
        ("How many flu shots has she had since 2020?", often("vaccine", "influenza", **SINCE(2020))),
        ("When was her second hepatitis A shot?", nth_day("vaccine", "hep a", 1)),
        ("When was her EEG?", begun("procedure", "electroencephalogram")),
        ("Did she ever have a febrile seizure?", had("condition", "febrile convulsion")),
        ("How long did her broken forearm last?", lasted("condition", "fracture of forearm")),
        ("Does she use an albuterol inhaler?", now("medication", "albuterol")),
        ("How old was she when her asthma was diagnosed?", years("condition", "asthma")),
        ("peanut IgE at its highest", high(PEANUT)),
        ("Does she have celiac disease?", nothing("celiac", "coeliac")),
        ("When was her appendix taken out?", nothing("append")),
        ("Is she allergic to milk?", nothing("milk", "dairy", "lactose")),
        ("Has she had scarlet fever?", nothing("scarlet")),
        ("Does she take Ritalin?", nothing("ritalin", "methylphenidate")),
        ("What's her blood sugar?", unmeasured(GLUCOSE, "glucose", "sugar")),
        ("Has she had a covid vaccine?", nothing("covid")),
        ("Does she have ADHD?", nothing("adhd", "attention")),
        ("What did the school nurse write?", judged),
        ("Is her height normal for her age?", judged),
    ],
}

MAIN = {
    "010fd829": [
        ("total cholesterol, newest one", last(TOTAL)),
        ("My bad cholesterol in November 2020?", only(LDL, **M(2020, 11))),
        ("What was my sugar on 1 September 2020?", only(SUGAR, **D("2020-09-01"))),
        ("When was my A1c at its lowest?", low_day(A1C)),
        ("How many A1c tests have I had since 2015?", count(A1C, **SINCE(2015))),
        ("Am I prediabetic?", now("condition", "prediabetes")),
        ("How many sinus infections have I had?", often("condition", "sinusitis")),
        ("When was my last sinus infection?", latest("condition", "sinusitis")),
        ("How long did the laceration of my thigh last?", lasted("condition", "laceration of thigh")),
        ("Is Mr Haley taking Benadryl?", now("medication", "diphenhydramine")),
        ("How many flu shots between 2012 and 2016?", often("vaccine", "influenza", **Y(2012, 2016))),
        ("When did Mr Haley get his tetanus shot?", latest("vaccine", "td (adult)")),
        ("What's Mr Haley's blood pressure?", last(PRESSURE)),
        ("How have my triglycerides gone since 2015?", course(FATS, **SINCE(2015))),
        ("Was my HDL higher in 2020 than in 2011?", lambda r: "yes" if points(r, HDL, **Y(2020))[-1].value > points(r, HDL, **Y(2011))[-1].value else "no"),
        ("Do I have gout?", nothing("gout")),
        ("When was my heart attack?", nothing("myocardial", "heart attack")),
        ("Am I on metformin?", nothing("metformin")),
        ("When was my colonoscopy?", nothing("colonoscop")),
        ("Have I had a shingles shot?", nothing("zoster", "shingles")),
        ("How many strokes have I had?", nothing("stroke", "cerebrovascular")),
        ("When did my asthma start?", nothing("asthma")),
        ("What's my PSA?", unmeasured(["2857-1"], "psa\\b", "prostat")),
        ("What allergies do I have?", lambda r: r.none_of("allergy", ABSENT) if "allergy" not in r.entries else RETRIEVAL),
        ("Should I be on something stronger?", judged),
    ],
    "07f741ce": [
        ("How tall was I in June 2012?", only(HEIGHT, **M(2012, 6))),
        ("How much taller am I now than in 2011?", than(HEIGHT, (), ("2011-01-01", "2011-12-31"))),
        ("How many HPV shots did I get?", often("vaccine", "hpv")),
        ("When was my last meningitis shot?", latest("vaccine", "meningococcal")),
        ("How many times have I had sinusitis?", often("condition", "sinusitis")),
        ("How long did my last sinus infection last?", lasted("condition", "sinusitis")),
        ("What pills am I on?", none_taken),
        ("Mr Eichmann's weight last summer", lambda r: points(r, WEIGHT, frm="2020-06-01", to="2020-08-31") and RETRIEVAL or ABSENT),
        ("Do I have asthma?", nothing("asthma")),
        ("When did I break my arm?", nothing("fractur", "arm\\b")),
        ("What's my LDL?", unmeasured(LDL, "ldl")),
        ("Am I on Adderall?", nothing("adderall", "amphetamine")),
        ("When did I get my hepatitis B shots?", nothing("hep b", "hepatitis")),
    ],
    "0c15e136": [
        ("How old was Loma Johns when she died?", age_at_death),
        ("Mrs Johns' last ejection fraction?", last(EJECTION)),
        ("Did Mrs Johns have heart failure?", had("condition", "heart failure")),
        ("Did Mrs Johns ever break her collarbone?", had("condition", "fracture of clavicle")),
        ("How long did the fracture of the clavicle last?", lasted("condition", "fracture of clavicle")),
        ("When was Mrs Johns first prescribed Lasix?", begun("medication", "lasix")),
        ("Did Mrs Johns ever have a miscarriage?", had("condition", "miscarriage")),
        ("How many times was the ejection fraction measured in 2006?", count(EJECTION, **Y(2006))),
        ("Did Mrs Johns ever have diabetes?", nothing("diabet")),
        ("Did Mrs Johns have a pacemaker?", nothing("pacemaker")),
        ("Mrs Johns' A1c?", unmeasured(A1C, "a1c")),
    ],
    "79c96478": [
        ("Is Mr Douglas allergic to eggs?", now("allergy", "eggs")),
        ("Am I allergic to bee stings?", now("allergy", "bee venom")),
        ("What am I allergic to?", current("allergy")),
        ("Do I have arthritis of the hip?", now("condition", "osteoarthritis of hip")),
        ("Have I ever had strep throat?", had("condition", "streptococcal")),
        ("Am I taking a water pill?", now("medication", "hydrochlorothiazide")),
        ("How much heavier am I than in 2012?", than(WEIGHT, (), ("2012-01-01", "2012-12-31"))),
        ("When was my last hepatitis A shot?", latest("vaccine", "hep a")),
        ("Am I allergic to penicillin?", never("allergy", "penicillin")),
        ("When was I diagnosed with diabetes?", nothing("diabet")),
        ("How many knee operations have I had?", nothing("knee")),
    ],
    "a656ed17": [
        ("When did Jackson break his ankle?", begun("condition", "fracture of ankle")),
        ("How long did the broken ankle last?", lasted("condition", "fracture of ankle")),
        ("Is Jackson still taking ibuprofen?", now("medication", "ibuprofen")),
        ("Was he ever given Demerol?", had("medication", "meperidine")),
        ("Jackson's weight in July 2012", only(WEIGHT, **M(2012, 7))),
        ("Did Jackson have an ankle x-ray?", had("procedure", "ankle x-ray")),
        ("Does Jackson have epilepsy?", nothing("epilep", "seizure")),
        ("Is Jackson allergic to peanuts?", nothing("peanut")),
    ],
    "cdf500b9": [
        ("What's Mr Mejía's LDL?", last(LDL)),
        ("Is Mr Mejía's weight going up?", goes("rising", WEIGHT)),
        ("Was I ever on Augmentin?", had("medication", "clavulanate")),
        ("When did I last have a throat culture?", latest("procedure", "throat culture")),
        ("Do I have high blood pressure?", nothing("hypertens", "blood pressure")),
        ("What is my A1c?", unmeasured(A1C, "a1c")),
        ("When were my tonsils taken out?", nothing("tonsil")),
    ],
    "dc877b20": [
        ("Do I have an underactive thyroid?", now("condition", "hypothyroidism")),
        ("When did I start levothyroxine?", begun("medication", "levothyroxine")),
        ("TSH in May 2017?", only(TSH, **M(2017, 5))),
        ("How many days lie between my first and my last colonoscopy?", between("procedure", "colonoscopy")),
        ("How many shingles shots did Mr Alcántar get?", often("vaccine", "zoster")),
        ("When was my hemoglobin lowest?", low_day(HEMOGLOBIN)),
        ("Do I have gallstones?", nothing("gallstone", "biliary", "cholelith")),
        ("Do I have kidney stones?", nothing("kidney stone", "renal calcul", "nephrolith")),
        ("When was I last prescribed warfarin?", nothing("warfarin", "coumadin")),
    ],
    "51764196": [
        ("Am I on Plavix?", now("medication", "clopidogrel")),
        ("Have I ever had appendicitis?", had("condition", "appendicitis")),
        ("When did Mr Macejkovic have his heart attack?", begun("condition", "myocardial infarction")),
        ("How old was I when I had my heart attack?", years("condition", "myocardial infarction")),
        ("When was my last colonoscopy?", latest("procedure", "colonoscopy")),
        ("Since when do I take amlodipine?", begun("medication", "amlodipine")),
        ("Do I have an allergy to latex?", nothing("latex")),
        ("When did I have my hip replacement?", nothing("hip\\b")),
    ],
    "4577f039": [
        ("How many lung function tests, spirometries, did Mr Wisoky have?", often("procedure", "spirometry")),
        ("Did Mr Wisoky have gout?", had("condition", "gout")),
        ("When did Mr Wisoky have his concussion?", begun("condition", "concussion")),
        ("How many echocardiograms did Mr Wisoky have?", often("procedure", "echocardiog")),
        ("When was Mr Wisoky diagnosed with cancer?", nothing("cancer", "carcinoma", "malignan", "neoplasm", "tumo")),
    ],
}

NOTES = {
    "02a88526": [
        ("How tall is Carlos now?", last(HEIGHT)),
        ("Is he allergic to aspirin?", now("allergy", "aspirin")),
        ("When did Carlos break his forearm?", begun("condition", "fracture of forearm")),
        ("How long did his whiplash last?", lasted("condition", "whiplash")),
        ("How many times did he have gingivitis?", often("condition", "gingivitis")),
        ("How many MMR shots did Carlos get?", often("vaccine", "mmr")),
        ("Carlos's pulse in November 2024?", only(PULSE, **M(2024, 11))),
        ("His anxiety score in 2022?", only(ANXIETY, **Y(2022))),
        ("When was he last prescribed ibuprofen?", latest("medication", "ibuprofen")),
        ("What is his INR?", unmeasured(INR, "inr\\b")),
        ("Does Carlos have celiac disease?", nothing("celiac", "coeliac")),
        ("When did he have his appendix removed?", nothing("append")),
    ],
    "393b57da": [
        ("Does Sacha have a seizure disorder?", now("condition", "seizure disorder")),
        ("When did Sacha break her ankle?", begun("condition", "fracture of ankle")),
        ("How many times has she had bronchitis?", often("condition", "bronchitis")),
        ("How many flu shots has Sacha had?", often("vaccine", "influenza")),
        ("When did she last get amoxicillin?", latest("medication", "amoxicillin")),
        ("How long did the sprain of her wrist last?", lasted("condition", "sprain of wrist")),
        ("When was her EEG?", begun("procedure", "electroencephalogram")),
        ("Is she allergic to animal dander?", now("allergy", "animal dander")),
        ("How much does Sacha weigh?", last(WEIGHT)),
        ("Does Sacha take Ritalin?", nothing("ritalin", "methylphenidate")),
        ("What's her cholesterol?", unmeasured(TOTAL, "cholesterol", "ldl", "lipid")),
    ],
    "3a335f61": [
        ("How tall was Tracy in July 2024?", only(HEIGHT, **M(2024, 7))),
        ("Did Tracy ever have strep throat?", had("condition", "streptococcal")),
        ("How many ear infections has Tracy had?", often("condition", "otitis media")),
        ("Is Tracy on penicillin?", now("medication", "penicillin")),
        ("Tracy's temperature in June 2024?", only(FEVER, **M(2024, 6))),
        ("How many polio shots has Tracy had?", often("vaccine", "ipv")),
        ("Does Tracy have diabetes?", nothing("diabet")),
    ],
}


def who(holds): return lambda all_of: sorted(r.name for r in all_of if holds(r)) or "none"
def how_many(holds): return lambda all_of: sum(1 for r in all_of if holds(r))
def ill(name): return lambda r: any(x.current for x in r.named("condition", name))
def once(kind, name): return lambda r: bool(r.named(kind, name))
def entry_now(kind, name): return lambda r: any(e.current and any(name in text.lower() for text in e.names) for e in r.entries.get(kind, []))
def value_now(of, holds): return lambda r: bool(r.of(of)) and holds(r.of(of)[-1].value)
def extreme(of, choose): return lambda all_of: choose((r for r in all_of if r.of(of)), key=lambda r: r.of(of)[-1].value).name


def taken_by(name):
    return lambda all_of: sorted(most_called([x for r in all_of if ill(name)(r) for x in latest_entries(r.entries.get("medication", []))])) or "none"


EVERYBODY = [
    ("Who has heart failure?", who(ill("heart failure"))),
    ("How many people have coronary heart disease?", how_many(ill("coronary heart disease"))),
    ("How many people ever broke an ankle?", how_many(once("condition", "fracture of ankle"))),
    ("Anybody allergic to eggs?", who(entry_now("allergy", "eggs"))),
    ("Who takes levothyroxine?", who(entry_now("medication", "levothyroxine"))),
    ("How many people take clopidogrel at the moment?", how_many(entry_now("medication", "clopidogrel"))),
    ("What are the people with hypothyroidism taking?", taken_by("hypothyroidism")),
    ("Which medicines do people with heart failure take?", taken_by("heart failure")),
    ("Who has the lowest hemoglobin?", extreme(HEMOGLOBIN, min)),
    ("Who weighs the most?", extreme(WEIGHT, max)),
    ("Who has an A1c over 9?", who(value_now(A1C, lambda x: x > 9))),
    ("How many people have a BMI above 40?", how_many(value_now(BMI, lambda x: x > 40))),
    ("How many people ever had a colonoscopy?", how_many(once("procedure", "colonoscopy"))),
    ("Which patients have Alzheimer's disease?", who(ill("alzheimer's disease"))),
]

RAW = {"r4_2019_main": (MAIN, EVERYBODY), "tietai_notes": (NOTES, [])}

if __name__ == "__main__":
    run("t", SAMPLES, RAW)
