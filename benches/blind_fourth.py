"""A fourth set of questions in everyday wording, each with its truth: OUT.jsonl | OUT.jsonl FOLDER

Written before the product was asked any of them, and by somebody who had not read how it takes questions apart. Four truths were changed after it: what has no verb is answered by its name, how
something changed, and "over time", are answered by the course; and that a text has the appendage of a heart says nothing of an appendix. Without FOLDER they are about the sample
people; with the folder `r4_2019_main` or `tietai_notes` about people of those bundles, none of whom the third set asks about, and about all of `r4_2019_main`
together. The truths are computed from the raw JSON, as in `blind_truth.py`, by the rules of docs/questions.md.
"""

import sys
from datetime import date
from pathlib import Path

from blind_third import (LOWER, T4, TOTAL, UPPER, D, age_at_death, between, current_of, entry_now, extreme, had_no, how_many, ill, low_day, no_value,
                         nth_day, once, only, stays_in, taken_by, unmeasured, value_now, who, years_since)
from blind_truth import (A1C, ABSENT, ALT, BMI, BNP, CREATININE, EJECTION, FERRITIN, FEVER, FLOW, FOLDER, GFR, GLUCOSE, HDL, HEAD, HEIGHT, HEMOGLOBIN,
                         INR, LDL, FATS, M, OXYGEN, PEANUT, PHQ, PLATELETS, POTASSIUM, PRESSURE, PULSE, RETRIEVAL, SINCE, TODAY, TSH, WEIGHT, Y, Sample,
                         ago, apart, begun, called, count, course, current, days, dose, ever, every, first, first_day, found, goes, had, high, high_day,
                         in_words, judged, last, lasted, latest, low, lower, mean, newest, nothing, now, often, points, stays, than, times, visits, which,
                         write, years)
from records_truth import Record

PSA, MENTAL = ["2857-1"], ["72106-8"]
MAIN_TODAY = date(2021, 6, 1)


def weeks(kind, name, today):
    return lambda r: str((today - found(r, kind, name)[0].day).days // 7)


def months_lasted(kind, name):
    def truth(r):
        own = found(r, kind, name)[-1]
        return (own.end.year - own.day.year) * 12 + own.end.month - own.day.month - (own.end.day < own.day.day)
    return truth


def kilos_most(r):
    """The highest weight, those in pounds as kilograms."""
    return max(points(r, WEIGHT), key=lambda x: x.value * (0.45359237 if "lb" in (x.unit or "") else 1)).text


def ago_by(kind, name, today): return lambda r: str((today - found(r, kind, name)[0].day).days)
def over(kind, name): return lambda r: "no" if any(e.current for e in found(r, kind, name)) else "yes"
def said_is(code, word): return lambda r: "yes" if word in in_words(code)(r).lower() else "no"
def no_allergies(r): return r.none_of("allergy", ABSENT) if "allergy" not in r.entries else RETRIEVAL
def count_current(kind): return lambda r: len(current_of(r, kind))
def higher(of, one, other): return lambda r: "yes" if than(of, one, other)(r).startswith("higher") else "no"


SAMPLES = {
    "okafor": [
        ("weight at my most recent visit", last(WEIGHT)),
        ("What did I weigh in Oct 2018?", only(WEIGHT, **M(2018, 10))),
        ("Fasting sugar, latest", last(GLUCOSE)),
        ("what was my hba1c in march 2020", only(A1C, **M(2020, 3))),
        ("A1Cs for 2017 please", every(A1C, **Y(2017))),
        ("Was there ever a time my A1c was under 6.3?", ever(lambda x: x < 6.3, A1C)),
        ("When did my A1c first drop below 7?", first_day(lambda x: x < 7, A1C)),
        ("When was my A1c the worst, I mean highest?", high_day(A1C)),
        ("How many a1c results since the beginning of 2020", count(A1C, **SINCE(2020))),
        ("Cholesterol - LDL - in April 2019?", only(LDL, **M(2019, 4))),
        ("is my ldl cholestrol going down", goes("falling", LDL)),
        ("How did my HDL change from 2015 to 2024?", course(HDL, **Y(2015, 2024))),
        ("Average LDL since I started atorvastatin?", mean(LDL, frm="2017-03-21")),
        ("my last three blood pressure readings", newest(3, PRESSURE)),
        ("What was my BP before I was put on lisinopril?", last(PRESSURE, to="2015-03-16")),
        ("Highest systolic since 2020", high(UPPER, **SINCE(2020))),
        ("Has my diastolic ever been 95 or more?", ever(lambda x: x >= 95, LOWER)),
        ("How many times was the top number 140 or higher?", times(lambda x: x >= 140, UPPER)),
        ("creatinin last result", last(CREATININE)),
        ("Did my kidney function get worse since 2018?", goes("falling", GFR, **SINCE(2018))),
        ("How many points has my eGFR dropped since 2015?", than(GFR, (), ("2015-01-01", "2015-12-31"))),
        ("Do I still have polyps?", now("condition", "polyp of colon")),
        ("Do I have a bad knee, osteoarthritis?", now("condition", "osteoarthritis of knee")),
        ("How many weeks ago did they find my colon polyp?", weeks("condition", "polyp of colon", TODAY)),
        ("which year was I told I have diabetes", begun("condition", "type 2 diabetes")),
        ("Since when have I had retinopathy?", begun("condition", "retinopathy")),
        ("What are my ongoing health problems?", current("condition")),
        ("metformin - how much and how often?", dose("metformin")),
        ("What was I prescribed in 2019?", called("medication", "", **Y(2019))),
        ("When was my lisinopril changed to 20 mg?", begun("medication", "lisinopril 20")),
        ("How long have I taken metformin?", ago("medication", "metformin")),
        ("Is Mrs Okafor on a statin?", now("medication", "atorvastatin")),
        ("Am I taking Glucophage?", now("medication", "metformin")),
        ("How many meds is Ms. Okafor on currently?", count_current("medication")),
        ("Amoxicillin allergy test, when was it?", begun("procedure", "amoxicillin")),
        ("When did I have my last flu vaccine?", latest("vaccine", "influenza")),
        ("Did I get a flu shot in 2019?", had_no("vaccine", "influenza", **Y(2019))),
        ("How many days were between my two covid shots?", between("vaccine", "covid")),
        ("How many times has anyone looked at my feet for diabetes, foot exams?", often("procedure", "foot examination")),
        ("Have I been a smoker?", in_words("72166-2")),
        ("When was Amara Okafor last at the clinic?", lambda r: max(e.day for e in r.entries["visit"]).isoformat()),
        ("How many visits have I had since January 2022?", visits("2022-01-01", "2024-12-31")),
        ("Am I allergic to sulfa drugs?", nothing("sulf")),
        ("Have I had a mammogram?", nothing("mammogra")),
        ("When did I have my stroke?", nothing("stroke", "cerebrovascular")),
        ("What's my vitamin B12?", nothing("b12", "cobalamin", "b 12")),
        ("Am I on Jardiance?", nothing("jardiance", "empagli")),
        ("How many times did I break my arm?", nothing("fractur", "arm\\b")),
        ("Do I have sleep apnea?", nothing("apnea", "apnoea")),
        ("What was my TSH?", unmeasured(TSH, "tsh", "thyro")),
        ("Have I had my gallbladder removed?", nothing("gallbladder", "cholecyst")),
        ("blood pressure in 2012?", no_value(PRESSURE, **Y(2012))),
        ("Do I have to fast before my next blood test?", judged),
        ("Which of my numbers should worry me?", judged),
        ("What did Dr Brandt-Nielsen write after the last visit?", judged),
        ("Did my mother have diabetes?", judged),
    ],
    "tran": [
        ("newest INR pls", last(INR)),
        ("INR, Aug 2019?", every(INR, **M(2019, 8))),
        ("What was my INR on the 11th of May 2021", only(INR, **D("2021-05-11"))),
        ("Average INR from 2020 to 2022", mean(INR, **Y(2020, 2022))),
        ("how often has my inr been above 3.5", times(lambda x: x > 3.5, INR)),
        ("Which INR values were under 2.3?", which(lambda x: x < 2.3, INR)),
        ("When was the last time my INR was over 4?", lambda r: [x for x in points(r, INR) if x.value > 4][-1].day.isoformat()),
        ("Did my liver value ALT ever go over 80?", ever(lambda x: x > 80, ALT)),
        ("ALT now?", last(ALT)),
        ("Mrs Tran's weight in May 2024", only(WEIGHT, **M(2024, 5))),
        ("How much less do I weigh now than in 2018?", than(WEIGHT, (), ("2018-01-01", "2018-12-31"))),
        ("lowest hemaglobin ever", low(HEMOGLOBIN)),
        ("Hb in February 2024?", only(HEMOGLOBIN, **M(2024, 2))),
        ("Is my creatinine creeping up since 2020?", goes("rising", CREATININE, **SINCE(2020))),
        ("What was my platelet count before my gallbladder operation?", last(PLATELETS, to="2021-05-13")),
        ("When was my heart pumping worst, lowest ejection fraction?", low_day(EJECTION)),
        ("pulse at the first visit", first(PULSE)),
        ("Do I have an arrhythmia called AFib?", now("condition", "atrial fibrillation")),
        ("Do I still have mitral stenosis?", now("condition", "mitral valve stenosis")),
        ("When was the spot on my lung found, the nodule?", begun("condition", "nodule of lung")),
        ("How many days did I have bronchitis?", lasted("condition", "bronchitis")),
        ("What blood thinner am I on?", lambda r: [e.name for e in found(r, "medication", "warfarin") if e.current]),
        ("When was my warfarin last changed?", latest("medication", "warfarin")),
        ("Tenofovir since when?", begun("medication", "tenofovir")),
        ("Does Mrs. Trần take her hepatitis medicine, tenofovir?", now("medication", "tenofovir")),
        ("Have I ever had Lovenox shots?", had("medication", "enoxaparin")),
        ("How many heart ultrasounds did I have since 2015?", often("procedure", "echocardiography", **SINCE(2015))),
        ("When did they take out my gall bladder?", begun("procedure", "cholecystectomy")),
        ("How old was I at my mitral valve surgery?", years("procedure", "replacement of mitral")),
        ("How many years since my valve operation?", years_since("procedure", "replacement of mitral", TODAY)),
        ("How many hospitalisations have I had in total?", stays("IMP")),
        ("Shingrix dates?", days("vaccine", "zoster")),
        ("How many flu shots after 2019?", often("vaccine", "influenza", **SINCE(2020))),
        ("Do I have psoriasis?", nothing("psoria")),
        ("Am I allergic to penicillin?", nothing("penicillin")),
        ("When was my last mammogram?", nothing("mammogra")),
        ("Do I have high blood pressure?", nothing("hypertens", "high blood pressure", "high pressure")),
        ("Am I on insulin?", nothing("insulin")),
        ("When did I have my appendix out?", nothing("appendi\\b", "appendix", "appendec")),
        ("What is my PSA?", unmeasured(PSA, "psa\\b", "prostat")),
        ("Do I have thyroid disease?", nothing("thyroid")),
        ("Have I had a colonoscopy?", nothing("colonoscop")),
        ("What was my INR in December 2016?", no_value(INR, **M(2016, 12))),
        ("Was I hospitalised in 2018?", lambda r: "yes" if stays_in("IMP", 2018)(r) else ABSENT),
        ("What happened in France in 2019?", judged),
        ("Can I take ibuprofen with warfarin?", judged),
        ("Who is my cardiologist?", judged),
    ],
    "rice": [
        ("TSH most recent", last(TSH)),
        ("What was my tsh in Dec 2022?", only(TSH, **M(2022, 12))),
        ("How many times has my thyroid been checked, TSH tests?", count(TSH)),
        ("Was my TSH ever above 9?", ever(lambda x: x > 9, TSH)),
        ("free T4 in 2017", every(T4, **Y(2017))),
        ("PHQ-9 trend since 2023?", course(PHQ, **SINCE(2023))),
        ("When was my depression score at its worst - highest PHQ9?", high_day(PHQ)),
        ("How much weight did I gain between March and October 2022?", than(WEIGHT, ("2022-10-01", "2022-10-31"), ("2022-03-01", "2022-03-31"))),
        ("Weight right before the C-section", last(WEIGHT, to="2022-10-23")),
        ("Was my haemoglobin below 10 at any point?", ever(lambda x: x < 10, HEMOGLOBIN)),
        ("When did my hemoglobin hit its lowest?", low_day(HEMOGLOBIN)),
        ("ferritin over time", course(FERRITIN)),
        ("highest bp while pregnant, top number", high(UPPER, frm="2022-03-22", to="2022-10-24")),
        ("When did I get gestational diabetes?", begun("condition", "gestational diabetes")),
        ("How many months did the postpartum depression last?", months_lasted("condition", "postpartum depression")),
        ("Is my anemia gone?", over("condition", "anemia")),
        ("Do I still have postpartum depression?", now("condition", "postpartum depression")),
        ("Do I have any thyroid trouble, hypothyroidism?", now("condition", "hypothyroidism")),
        ("What's my levothyroxine dose?", dose("levothyroxine")),
        ("Zoloft - am I still taking it?", now("medication", "sertraline")),
        ("List everything I was prescribed in 2022", called("medication", "", **Y(2022))),
        ("How old was I when my baby was delivered by cesarean?", years("procedure", "cesarean")),
        ("When was my last pregnancy ultrasound?", latest("procedure", "ultrasound scan")),
        ("Which shots did I get in 2021?", called("vaccine", "", **Y(2021))),
        ("How long between my two covid vaccines in days?", between("vaccine", "covid")),
        ("Am I Rh negative?", said_is("10331-7", "negative")),
        ("Ms Rice's blood type?", in_words("883-9")),
        ("Have I ever had kidney stones?", nothing("kidney stone", "renal calcul", "nephrolith")),
        ("Do I take Lexapro?", nothing("lexapro", "escitalopram")),
        ("Did I have twins?", nothing("twin")),
        ("When was my tubal ligation?", nothing("tubal", "steriliz", "ligation")),
        ("What's my vitamin D?", unmeasured(["1989-3"], "vitamin d")),
        ("Do I have PCOS?", nothing("pcos", "polycystic")),
        ("Have I had chickenpox shots?", nothing("varicella", "chickenpox")),
        ("Which allergies are on file for me?", called("allergy")),
        ("What was my TSH in 2015?", no_value(TSH, **Y(2015))),
        ("What do I need to watch out for in another pregnancy?", judged),
    ],
    "solberg": [
        ("Latest kidney numbers: creatinine?", last(CREATININE)),
        ("Potassium in November 2023", only(POTASSIUM, **M(2023, 11))),
        ("Has my potassium ever been above 5?", ever(lambda x: x > 5, POTASSIUM)),
        ("When was my BNP highest?", high_day(BNP)),
        ("bnp values since 2020", every(BNP, **SINCE(2020))),
        ("What's my EF?", last(EJECTION)),
        ("average pulse since 2019", mean(PULSE, **SINCE(2019))),
        ("How many kg lighter is he than in 2016?", than(WEIGHT, (), ("2016-01-01", "2016-12-31"))),
        ("Is Mr Solberg's haemoglobin dropping?", goes("falling", HEMOGLOBIN)),
        ("water tablet dose", dose("furosemide")),
        ("When was the furosemide raised to 80?", begun("medication", "furosemide 80")),
        ("Is he on Eliquis?", now("medication", "apixaban")),
        ("Is he hard of hearing, presbycusis?", now("condition", "presbycusis")),
        ("Does he still have a cataract?", now("condition", "cataract")),
        ("How many days did the pneumonia last?", lasted("condition", "pneumonia")),
        ("Since when CKD?", begun("condition", "chronic kidney disease")),
        ("allergies of Mr Solberg", called("allergy")),
        ("When was his hearing tested?", begun("procedure", "audiometry")),
        ("How many echos has he had?", often("procedure", "echocardiography")),
        ("Was he vaccinated for pneumonia?", had("vaccine", "pneumococcal")),
        ("How old is Mr. Solberg?", years()),
        ("Does Mr Solberg have diabetes?", nothing("diabet")),
        ("Is he on warfarin?", nothing("warfarin", "coumadin")),
        ("When was his prostate operation?", nothing("prostat")),
        ("Does he have a pacemaker?", nothing("pacemaker")),
        ("LDL?", unmeasured(LDL, "ldl", "cholesterol")),
        ("Did he break his hip?", nothing("hip\\b", "fractur")),
        ("What did the visiting nurse find at home?", judged),
    ],
    "quinones": [
        ("Nahia's height, latest", last(HEIGHT)),
        ("How many centimeters did she grow between 2020 and 2022?", than(HEIGHT, ("2022-01-01", "2022-12-31"), ("2020-01-01", "2020-12-31"))),
        ("What's the heaviest she's ever been?", kilos_most),
        ("BMI Aug 2023", only(BMI, **M(2023, 8))),
        ("best peak flow so far", high(FLOW)),
        ("What was her o2 sat when it was lowest?", low(OXYGEN)),
        ("Fever in February 2018, how high?", only(FEVER, **M(2018, 2))),
        ("Peanut IgE in 2020?", only(PEANUT, **Y(2020))),
        ("head size at 1 year, August 2017", only(HEAD, **M(2017, 8))),
        ("Is she still allergic to eggs?", now("allergy", "eggs")),
        ("When did she have the peanut challenge?", begun("procedure", "food challenge")),
        ("Does Nahia take Flovent?", now("medication", "fluticasone")),
        ("What's her albuterol dose?", dose("albuterol")),
        ("When was she given amoxicillin?", begun("medication", "amoxicillin")),
        ("How long was her arm broken?", lasted("condition", "fracture of forearm")),
        ("How old was Nahia when she broke her arm?", years("condition", "fracture of forearm")),
        ("How many ear infections has she had?", often("condition", "otitis media")),
        ("Does she have eczema, atopic dermatitis?", now("condition", "atopic dermatitis")),
        ("last dtap?", latest("vaccine", "dtap")),
        ("What shots did she get in August 2017?", called("vaccine", "", **M(2017, 8))),
        ("How many vaccines did she get in 2018?", often("vaccine", "", **Y(2018))),
        ("Was there a flu shot in 2020?", had_no("vaccine", "influenza", **Y(2020))),
        ("Has she had the meningitis vaccine?", nothing("mening")),
        ("Does she have a heart murmur?", nothing("murmur")),
        ("Is Nahia allergic to amoxicillin?", nothing("amoxicillin")),
        ("When did she get tubes in her ears?", nothing("tympanost", "grommet", "ear tube", "tubes")),
        ("Is she allergic to cashews?", nothing("cashew")),
        ("Does she take Singulair?", nothing("singulair", "montelukast")),
        ("What was her INR?", unmeasured(INR, "inr\\b")),
        ("Can she go on the school trip?", judged),
        ("What does the asthma action plan say?", judged),
    ],
}

MAIN = {
    "25477ae6": [
        ("my cholesterol now", last(TOTAL)),
        ("Trigs in Dec 2017", every(FATS, **M(2017, 12))),
        ("Is my total cholesterol higher now than in 2013?", higher(TOTAL, (), ("2013-01-01", "2013-12-31"))),
        ("How many times have I needed stitches?", often("procedure", "suture open wound")),
        ("When did I cut my hand?", begun("condition", "laceration of hand")),
        ("How long did the cut on my thigh take to heal, the laceration of thigh?", lasted("condition", "laceration of thigh")),
        ("Am I on a cholesterol drug?", now("medication", "simvistatin")),
        ("Have I had strep?", had("condition", "streptococcal")),
        ("When did Mr Steuber get his second shingles shot?", nth_day("vaccine", "zoster", 1)),
        ("Was I ever on penicillin?", had("medication", "penicillin")),
        ("creatinine above 3 - when first?", first_day(lambda x: x > 3, ["38483-4"])),
        ("Do I have diabetes?", nothing("diabet")),
        ("What is my PSA?", unmeasured(PSA, "psa\\b", "prostat")),
        ("Any allergies?", no_allergies),
        ("Am I taking Lisinopril?", nothing("lisinopril")),
    ],
    "948e608d": [
        ("Do I have kidney disease?", now("condition", "chronic kidney disease")),
        ("When was Mr Kuhlman diagnosed with epilepsy?", begun("condition", "epilepsy")),
        ("Nerve damage from diabetes?", called("condition", "neuropathy due to type 2")),
        ("Am I still on Tegretol?", now("medication", "carbamazepine")),
        ("When was I put on insulin?", begun("medication", "insulin")),
        ("How many days after my high blood pressure diagnosis did I start insulin?", apart(("condition", "hypertension"), ("medication", "insulin"))),
        ("A1C Dec 2019", only(A1C, **M(2019, 12))),
        ("Has my a1c come down since 2019?", goes("falling", A1C, **SINCE(2019))),
        ("highest upper blood pressure number ever", high(UPPER)),
        ("When was my shoulder operated on?", begun("procedure", "surgical manipulation of shoulder")),
        ("How many flu shots did I have in 2019?", often("vaccine", "influenza", **Y(2019))),
        ("flu shot in 2014?", had_no("vaccine", "influenza", **Y(2014))),
        ("How long have I had diabetes, in days?", ago_by("condition", "diabetes", MAIN_TODAY)),
        ("Do I have asthma?", nothing("asthma")),
        ("When did I have a heart attack?", nothing("infarct", "heart attack")),
        ("Have I had a colonoscopy?", nothing("colonoscop")),
        ("What should my blood pressure be?", judged),
    ],
    "43b6ae50": [
        ("When was Mr Portillo's last cardioversion?", latest("procedure", "electrical cardioversion")),
        ("How many cardioversions has he had since 2015?", often("procedure", "electrical cardioversion", **SINCE(2015))),
        ("When did Mr Portillo have his stroke?", begun("condition", "stroke")),
        ("Is Adan on a blood thinner?", now("medication", "warfarin")),
        ("Is he still on Plavix?", now("medication", "clopidogrel")),
        ("How old was he when Alzheimer's was diagnosed?", years("condition", "alzheimer")),
        ("How long did the broken forearm last?", lasted("condition", "fracture of forearm")),
        ("Has he had a colonoscopy since 2015?", had("procedure", "colonoscopy", **SINCE(2015))),
        ("mini mental score?", last(MENTAL)),
        ("Mr Portillo's weight in October 2020", only(WEIGHT, **M(2020, 10))),
        ("Does Mr Portillo have diabetes?", nothing("diabet")),
        ("Is he allergic to aspirin?", nothing("aspirin")),
        ("When was his knee replaced?", nothing("knee")),
    ],
    "8a6f7e61": [
        ("Is Versie allergic to wheat?", now("allergy", "wheat")),
        ("Is Versie allergic to latex?", now("allergy", "latex")),
        ("Does she have an ear infection now?", now("condition", "otitis media")),
        ("how many ear infections so far", often("condition", "otitis media")),
        ("How tall was she in Oct 2019?", only(HEIGHT, **M(2019, 10))),
        ("When did Versie break her ankle?", begun("condition", "fracture of ankle")),
        ("Does she have an epi pen?", now("medication", "epinephrine")),
        ("When was her second hep A shot?", nth_day("vaccine", "hep a", 1)),
        ("How many DTaPs has Versie had?", often("vaccine", "dtap")),
        ("Does Versie have asthma?", nothing("asthma")),
        ("Is she allergic to penicillin?", nothing("penicillin")),
        ("Has she had chickenpox?", nothing("varicella", "chickenpox")),
    ],
    "beabfaa9": [
        ("When was my EEG done?", begun("procedure", "electroencephalogram")),
        ("Was I ever on Valium?", had("medication", "diazepam")),
        ("Am I on birth control?", now("medication", "seasonique")),
        ("How many pounds or kilos have I gained since 2011?", than(WEIGHT, (), ("2011-01-01", "2011-12-31"))),
        ("BMI Oct 2015?", only(BMI, **M(2015, 10))),
        ("Am I anaemic?", now("condition", "anemia")),
        ("Did I get the HPV vacine?", had("vaccine", "hpv")),
        ("When did Ms Stark sprain her ankle?", begun("condition", "sprain of ankle")),
        ("Do I have an overactive thyroid?", nothing("thyroid")),
        ("what's my cholesterol", unmeasured(TOTAL, "cholesterol", "ldl", "lipid")),
        ("Have I ever been treated for depression?", nothing("depress")),
    ],
    "d8e20eac": [
        ("Is Carla allergic to mold?", now("allergy", "mould")),
        ("Does Carla have hay fever?", now("condition", "allergic rhinitis")),
        ("Is she on Claritin?", now("medication", "loratadine")),
        ("Carla's height in June 2019?", only(HEIGHT, **M(2019, 6))),
        ("How many HPV shots has Carla had?", often("vaccine", "hpv")),
        ("When did she get her whooping cough booster, the Tdap?", latest("vaccine", "tdap")),
        ("How many allergies does she have?", count_current("allergy")),
        ("When did Carla sprain her ankle?", begun("condition", "sprain of ankle")),
        ("Is Carla allergic to peanuts?", nothing("peanut", "nut\\b")),
        ("Has Carla had her appendix out?", nothing("append")),
        ("Is she on Adderall?", nothing("adderall", "amphetamine")),
    ],
    "d0190651": [
        ("How old was Mr Von when he died?", age_at_death),
        ("last psa for Mr Von", last(PSA)),
        ("When was his prostate taken out?", begun("procedure", "prostatectomy")),
        ("Did he suffer from migraines?", had("condition", "migraine")),
        ("When was Mr Von diagnosed with heart failure?", begun("condition", "heart failure")),
        ("Was he ever on Taxotere?", had("medication", "docetaxel")),
        ("How many colonoscopies did he have?", often("procedure", "colonoscopy")),
        ("lowest EF", low(EJECTION)),
        ("Was there ever an overdose?", had("condition", "drug overdose")),
        ("Did Mr Von have a stroke?", nothing("stroke", "cerebrovascular")),
        ("Did Mr Von have a pacemaker?", nothing("pacemaker")),
    ],
    "14b0104f": [
        ("When did I give birth?", begun("procedure", "childbirth")),
        ("Did I have preeclampsia?", had("condition", "preeclampsia")),
        ("When was my IUD removed?", begun("procedure", "removal of intrauterine")),
        ("Did I have an epidural?", had("procedure", "epidural")),
        ("How long did my concussion last?", lasted("condition", "concussion")),
        ("Am I pregnant?", now("condition", "normal pregnancy")),
        ("Was I ever on Mirena?", had("medication", "mirena")),
        ("Did I have a C-section?", nothing("cesarean", "caesarean", "c-section")),
        ("Have I had a miscarriage?", nothing("miscarr", "abort")),
        ("What's my A1c?", unmeasured(A1C, "a1c")),
    ],
}

NOTES = {
    "05787283": [
        ("Russell's A1c in Nov 2015", only(A1C, **M(2015, 11))),
        ("How many times did he have bronchitis?", often("condition", "bronchitis")),
        ("Is Russell allergic to penicillin?", now("allergy", "penicillin")),
        ("When did Russell hurt his knee?", begun("condition", "injury of knee")),
        ("lowest hgb since 2010", low(HEMOGLOBIN, **SINCE(2010))),
        ("How many flu shots between 2010 and 2020?", often("vaccine", "influenza", **Y(2010, 2020))),
        ("When did he have a tooth pulled?", begun("procedure", "simple extraction of tooth")),
        ("Does Mr Hagenes have asthma?", nothing("asthma")),
        ("vitamin D level?", unmeasured(["1989-3"], "vitamin d")),
        ("Is he on metformin?", nothing("metformin")),
        ("Has Russell had shingles?", nothing("shingles", "zoster")),
    ],
    "3b3a636a": [
        ("Is Lon allergic to shellfish?", now("allergy", "shellfish")),
        ("When did Mr Balistreri have pneumonia?", begun("condition", "pneumonia")),
        ("Does he still have pneumonia?", now("condition", "pneumonia")),
        ("Which medicines was Lon given in October 2025?", called("medication", "", **M(2025, 10))),
        ("When did he break his collarbone?", begun("condition", "fracture of clavicle")),
        ("How long did his whiplash last?", lasted("condition", "whiplash")),
        ("HDL in June 2018?", only(HDL, **M(2018, 6))),
        ("When was his last tetanus shot?", latest("vaccine", "td (adult)")),
        ("Does Lon have gout?", nothing("gout")),
        ("Is he on Lipitor?", nothing("lipitor", "atorva")),
        ("What does his wife think about his drinking?", judged),
    ],
    "2c3cc6a2": [
        ("Does Dana have strep throat right now?", now("condition", "streptococcal")),
        ("When did she have her bladder infection?", begun("condition", "cystitis")),
        ("Is Dana's LDL lower than in 2017?", lower(LDL, (), ("2017-01-01", "2017-12-31"))),
        ("When was her IUD last put in?", latest("procedure", "insertion of intrauterine")),
        ("highest bmi on record", high(BMI)),
        ("How many times has Dana had a sinus infection?", often("condition", "sinusitis")),
        ("Has Dana had a hysterectomy?", nothing("hysterect")),
        ("Is Dana on insulin?", nothing("insulin")),
    ],
    "47050f6d": [
        ("How many DTaP shots has Miquel had?", often("vaccine", "dtap")),
        ("Miquel's weight in Sept 2025?", only(WEIGHT, **M(2025, 9))),
        ("How high was his fever?", high(FEVER)),
        ("Is Miquel allergic to sulfa?", now("allergy", "sulfamethoxazole")),
        ("Has Miquel had his MMR?", nothing("mmr", "measles")),
        ("Does he have eczema?", nothing("eczema", "atopic")),
    ],
    "281d88d7": [
        ("How old was Mr Hansen when he died?", age_at_death),
        ("Last colonoscopy of Mr Hansen?", latest("procedure", "colonoscopy")),
        ("Was he allergic to ramipril?", now("allergy", "ramipril")),
        ("When did he start losartan?", begun("medication", "losartan")),
        ("Did Gonzalo have ADHD as a child?", had("condition", "attention deficit")),
        ("Mr Hansen's last blood pressure", last(PRESSURE)),
        ("Did he ever have a heart attack?", nothing("heart attack", "infarct")),
        ("Did Mr Hansen have diabetes?", nothing("diabet")),
    ],
}


def both(*holds): return lambda r: all(one(r) for one in holds)


EVERYBODY = [
    ("Who has gout?", who(ill("gout"))),
    ("Which patients are on insulin?", who(entry_now("medication", "insulin"))),
    ("How many people have osteoporosis?", how_many(ill("osteoporosis"))),
    ("Who is taking warfarin?", who(entry_now("medication", "warfarin"))),
    ("Which patients have had a stroke?", who(once("condition", "stroke"))),
    ("Who has the highest A1c right now?", extreme(A1C, max)),
    ("Who has the highest total cholesterol?", extreme(TOTAL, max)),
    ("How many people have an LDL above 160?", how_many(value_now(LDL, lambda x: x > 160))),
    ("Who has a hemoglobin under 10?", who(value_now(HEMOGLOBIN, lambda x: x < 10))),
    ("What do people with epilepsy take?", taken_by("epilepsy")),
    ("Which drugs are patients with atrial fibrillation on?", taken_by("atrial fibrillation")),
    ("How many patients have both diabetes and hypertension?", how_many(both(ill("diabetes"), ill("hypertension")))),
    ("Which patients with diabetes are on insulin?", who(both(ill("diabetes"), entry_now("medication", "insulin")))),
    ("How many patients ever had a concussion?", how_many(once("condition", "concussion"))),
    ("Is anybody allergic to shellfish?", who(entry_now("allergy", "shellfish"))),
    ("How many people had their appendix out?", how_many(once("procedure", "appendectomy"))),
    ("Which patients with coronary heart disease take clopidogrel?", who(both(ill("coronary heart disease"), entry_now("medication", "clopidogrel")))),
    ("Who should be called in for a check-up?", lambda _: RETRIEVAL),
]

RAW = {"r4_2019_main": (MAIN, EVERYBODY), "tietai_notes": (NOTES, [])}


def main():
    out = Path(sys.argv[1])
    if len(sys.argv) == 2:
        write(out, "u", [(Sample(FOLDER / f"{name}.json"), questions) for name, questions in SAMPLES.items()])
        return
    folder = Path(sys.argv[2])
    people, everybody = RAW[folder.name]
    files = sorted(f for f in folder.iterdir() if f.name.endswith(".json.gz"))
    chosen = [(Record(next(f for f in files if f.name.startswith(start))), questions) for start, questions in people.items()]
    all_of = [Record(f) for f in files] if everybody else []
    write(out, folder.name[0], chosen, [(question, truth(all_of)) for question, truth in everybody])


if __name__ == "__main__":
    main()
