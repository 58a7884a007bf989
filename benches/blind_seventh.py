"""A seventh set of questions in everyday wording, each with its truth: OUT.jsonl | OUT.jsonl FOLDER

Written before the product was asked any of them, and by one who had read neither how it takes questions apart nor what was mended after earlier sets. Without
FOLDER they are about the sample people; with the folder `r4_2019_main` about people of those bundles whom no earlier set asks about, and about all of them
together. The truths are computed from the raw JSON, as in `blind_truth.py`, by the rules of docs/questions.md.
"""

import sys
from pathlib import Path

from blind_fourth import both, higher
from blind_third import (T4, TOTAL, D, age_at_death, between, current_of, entry_now, extreme, had_no, how_many, ill, low_day, no_value, nth_day, once,
                         only, taken_by, unmeasured, value_now, who)
from blind_truth import (A1C, BMI, CREATININE, EJECTION, FATS, FLOW, FOLDER, GFR, HDL, HEIGHT, HEMOGLOBIN, INR, LDL, M, OXYGEN, PEANUT, PHQ, POTASSIUM,
                         PRESSURE, PULSE, RETRIEVAL, SINCE, TSH, WEIGHT, Y, Sample, ago, apart, begun, called, course, current, dose, ended, ever,
                         every, first_day, goes, had, high, in_words, judged, last, last_day, lasted, latest, low, lower, mean, newest, nothing, now,
                         often, points, than, times, which, write, years)
from records_truth import Record

SERUM_CREATININE, SERUM_POTASSIUM, BREATH = ["38483-4"], ["6298-4"], ["19926-5"]


def last_time(holds, of): return lambda r: [x for x in points(r, of) if holds(x.value)][-1].day.isoformat()


SAMPLES = {
    "okafor": [
        ("whats the newest number for my A1C", last(A1C)),
        ("how heavy was I in Apr 2022", only(WEIGHT, **M(2022, 4))),
        ("top HDL value I've ever had", high(HDL)),
        ("Which of my LDLs came in under 90?", which(lambda x: x < 90, LDL)),
        ("How many A1c results do I have that are 7 or above?", times(lambda x: x >= 7, A1C)),
        ("my blood presure in September 2015", only(PRESSURE, **M(2015, 9))),
        ("avg A1c for 2018", mean(A1C, **Y(2018))),
        ("By how much did my triglycerides drop from 2016 to 2024?", than(FATS, ("2024-01-01", "2024-12-31"), ("2016-01-01", "2016-12-31"))),
        ("Did my eGFR go down between 2018 and 2024?", goes("falling", GFR, **Y(2018, 2024))),
        ("Is my creatinine higher than it was in 2020?", higher(CREATININE, (), ("2020-01-01", "2020-12-31"))),
        ("My first LDL below 100, when was that?", first_day(lambda x: x < 100, LDL)),
        ("How many days were there between my two covid jabs?", between("vaccine", "covid")),
        ("How many days after I was diagnosed with hypertension was I first prescribed lisinopril?",
         apart(("condition", "hypertension"), ("medication", "lisinopril"))),
        ("How many diabetic foot checks have I had?", often("procedure", "foot examination")),
        ("date of my latest diabetic eye exam", latest("procedure", "retinal eye exam")),
        ("metformin, what dose am I at", dose("metformin")),
        ("flu shot 2021 - did I have it?", had_no("vaccine", "influenza", **Y(2021))),
        ("Have I ever had a blood clot?", nothing("clot", "thromb", "embol", "dvt")),
        ("Do I have fibromyalgia?", nothing("fibromyalg")),
        ("When was my mastectomy?", nothing("mastect", "breast")),
        ("How much gabapentin am I on?", nothing("gabapentin", "neurontin")),
        ("vit B12 level?", unmeasured(["2132-9"], "b12", "b-12", "cobalamin")),
        ("How old was I when I had my stroke?", nothing("stroke", "cerebrovascular")),
        ("my creatinine in 2012", no_value(CREATININE, **Y(2012))),
        ("What did the allergy clinic conclude about the penicillin?", judged),
        ("Should I come off lisinopril now that my pressure is good?", judged),
        ("what did Dr Anaya-Whitlock write about my eyes", judged),
        ("is 6.4 good for an a1c", judged),
        ("Read me the report about the polyp removal", judged),
        ("Why did they double my metformin?", judged),
        ("What did the eye clinic say about driving?", judged),
    ],
    "tran": [
        ("Nhung's INR in Sept 2019?", only(INR, **M(2019, 9))),
        ("How many of mom's INRs were 4 or more?", times(lambda x: x >= 4, INR)),
        ("When was her INR last below 2.5?", last_time(lambda x: x < 2.5, INR)),
        ("Has her creatinine crept up since 2019?", goes("rising", CREATININE, **SINCE(2019))),
        ("hgb feb 2024", only(HEMOGLOBIN, **M(2024, 2))),
        ("Is Mrs Tran's Hb lower now than in 2023?", lower(HEMOGLOBIN, (), ("2023-01-01", "2023-12-31"))),
        ("Latest ejection fracton?", last(EJECTION)),
        ("What did she weigh in Aug 2019?", only(WEIGHT, **M(2019, 8))),
        ("Every hemoglobin since 2022, please", every(HEMOGLOBIN, **SINCE(2022))),
        ("How many days after the mitral valve replacement was her gallbladder removed?",
         apart(("procedure", "replacement of mitral valve"), ("procedure", "cholecystectomy"))),
        ("Is Lovenox still active?", now("medication", "enoxaparin")),
        ("How long has she been taking metoprolol?", ago("medication", "metoprolol")),
        ("How old was Mrs Tran when the lung nodule was found?", years("condition", "nodule of lung")),
        ("When was Viread started?", begun("medication", "tenofovir")),
        ("Which vaccines did Mrs Tran get in 2021?", called("vaccine", "", **Y(2021))),
        ("any flu shot in 2014 for Mrs Tran?", had_no("vaccine", "influenza", **Y(2014))),
        ("Has she got cataracts?", nothing("catarac")),
        ("Does Mrs Tran take allopurinol?", nothing("allopurinol", "zyloprim")),
        ("When was her stent put in?", nothing("stent")),
        ("her calcium?", unmeasured(["17861-6", "49765-1"], "calcium")),
        ("Does my mother have Crohn's disease?", nothing("crohn")),
        ("What was said on the phone about the nosebleed?", judged),
        ("why was Mrs Tran in the hospital in 2019", judged),
        ("What does the report of her chest CT say?", judged),
        ("Who told her to stop the aspirin?", judged),
        ("Can she have grapefruit juice with her pills?", judged),
        ("Summarise the discharge summary after her gallbladder surgery", judged),
    ],
    "rice": [
        ("When was my free T4 last done?", last_day(T4)),
        ("PHQ-9 Jan 2023", only(PHQ, **M(2023, 1))),
        ("How many points did my PHQ-9 fall from January 2023 to July 2024?", than(PHQ, ("2024-07-01", "2024-07-31"), ("2023-01-01", "2023-01-31"))),
        ("How much weight did Imani put on between March 2022 and October 2022?", than(WEIGHT, ("2022-10-01", "2022-10-31"), ("2022-03-01", "2022-03-31"))),
        ("last hemoglobin before my cesarean", last(HEMOGLOBIN, to="2022-10-23")),
        ("When did the postpartum depression resolve?", ended("condition", "postpartum depression")),
        ("How long did I have pregnancy-induced hypertension?", lasted("condition", "pregnancy-induced hypertension")),
        ("Zoloft - am I still on it?", now("medication", "sertraline")),
        ("What is Imani's Rh factor?", in_words("10331-7")),
        ("TSH in February 2019?", no_value(TSH, **M(2019, 2))),
        ("Have I got PCOS?", nothing("pcos", "polycystic")),
        ("Did I ever get the HPV vaccine?", nothing("hpv", "papilloma", "gardasil")),
        ("When did I have knee surgery?", nothing("knee")),
        ("Am I on methotrexate?", nothing("methotrexate")),
        ("why was my levothyroxine lowered after the birth", judged),
        ("What did I tell the doctor about my mood after the baby?", judged),
        ("Can I try for a vaginal birth next time?", judged),
        ("What did the diabetes nurse write about my sugars?", judged),
    ],
    "solberg": [
        ("Dad's potassium in Aug 2024", only(POTASSIUM, **M(2024, 8))),
        ("When was his creatinine first above 1.3?", first_day(lambda x: x > 1.3, CREATININE)),
        ("Lightest he's been since 2020?", low(WEIGHT, **SINCE(2020))),
        ("Has Dad's hemoglobin been dropping since 2018?", goes("falling", HEMOGLOBIN, **SINCE(2018))),
        ("pulse on 3 Sept 2024", only(PULSE, **D("2024-09-03"))),
        ("Which ejection fractions were 40 or lower?", which(lambda x: x <= 40, EJECTION)),
        ("Does Mr Solberg still have a cataract?", now("condition", "cataract")),
        ("When did he get over his pneumonia?", ended("condition", "pneumonia")),
        ("What health problems does Mr Solberg currently have?", current("condition")),
        ("Did he get a flu vaccine in 2023?", had_no("vaccine", "influenza", **Y(2023))),
        ("Is he on Flomax?", nothing("flomax", "tamsulosin")),
        ("Does Mr Solberg have glaucoma?", nothing("glaucom")),
        ("When did my father break his hip?", nothing("hip\\b", "fractur")),
        ("His total cholesterol?", unmeasured(TOTAL, "cholesterol", "ldl", "lipid")),
        ("What did the visiting nurse find in the pill box?", judged),
        ("Could his poor appetite come from the digoxin?", judged),
        ("what does the hearing clinic recommend", judged),
        ("What is Marit worried about?", judged),
    ],
    "quinones": [
        ("Nahia's height on Sept 1, 2020", only(HEIGHT, **D("2020-09-01"))),
        ("How many cm has she grown since August 2021?", than(HEIGHT, (), ("2021-08-01", "2021-08-31"))),
        ("When was her O2 sat lowest?", low_day(OXYGEN)),
        ("Has her peak flow ever reached 200 or more?", ever(lambda x: x >= 200, FLOW)),
        ("Average peak flow in 2022?", mean(FLOW, **Y(2022))),
        ("When did the peanut IgE first go below 1?", first_day(lambda x: x < 1, PEANUT)),
        ("When was the second rotavirus dose?", nth_day("vaccine", "rotavirus", 1)),
        ("Is Nahia on Flovent?", now("medication", "fluticasone")),
        ("How long has she had eczema?", ago("condition", "atopic dermatitis")),
        ("last three BMIs for Nahia", newest(3, BMI)),
        ("Did my daughter ever have croup?", nothing("croup")),
        ("Is she taking Singulair?", nothing("singulair", "montelukast")),
        ("Does Nahia have scoliosis?", nothing("scolio")),
        ("Has she been vaccinated against yellow fever?", nothing("yellow fever")),
        ("What did the school say about her missing shots?", judged),
        ("Does the allergist say she may eat peanut butter now?", judged),
        ("Can we stop carrying the EpiPen around?", judged),
        ("How many puffs does the asthma clinic's letter say she should take?", judged),
    ],
}

MAIN = {
    "31055311": [
        ("How old was Mr Kulas when he died?", age_at_death),
        ("When did Olen develop congestive heart failure?", begun("condition", "congestive heart failure")),
        ("Was Olen ever diagnosed with migraine?", had("condition", "migraine")),
        ("lowest potassium since 2010", low(SERUM_POTASSIUM, **SINCE(2010))),
        ("Did he have COPD?", nothing("copd", "chronic obstructive", "emphys")),
        ("When was Mr Kulas's bypass surgery?", nothing("bypass", "cabg")),
        ("Should he have been sent to the hospital sooner?", judged),
    ],
    "d00b766a": [
        ("Mr Delarosa's creatinine in March 2021?", only(SERUM_CREATININE, **M(2021, 3))),
        ("When was his colon cancer diagnosed?", begun("condition", "malignant neoplasm of colon")),
        ("Does Luis Miguel have emphysema?", now("condition", "emphysema")),
        ("When did he have part of his colon removed?", begun("procedure", "partial resection of colon")),
        ("How many spirometries since 2016?", often("procedure", "spirometry", **SINCE(2016))),
        ("most recent FEV1/FVC", last(BREATH)),
        ("Is he still using Advair?", now("medication", "salmeterol")),
        ("Has his eGFR ever dropped below 30?", ever(lambda x: x < 30, GFR)),
        ("Is Mr Delarosa on insulin?", nothing("insulin")),
        ("Has he had a shingles vaccine?", nothing("shingles", "zoster")),
        ("Is the chemo working?", judged),
        ("Should Mr Delarosa be using the inhaler more often?", judged),
    ],
    "af0e5952": [
        ("How old was Madalyn when she had her cardiac arrest?", years("condition", "cardiac arrest")),
        ("Does Ms Frami have neuropathy?", now("condition", "neuropathy")),
        ("When did I have cystitis?", begun("condition", "cystitis")),
        ("triglycerides Apr 2013", only(FATS, **M(2013, 4))),
        ("What's the trend in my total cholesterol since 2013?", course(TOTAL, **SINCE(2013))),
        ("When was my contraceptive implant taken out?", begun("procedure", "removal of subcutaneous")),
        ("Was I ever on Macrobid?", had("medication", "nitrofurantoin")),
        ("Do I have retinopathy?", nothing("retinop")),
        ("my TSH", unmeasured(TSH, "tsh", "thyro")),
        ("Is metformin the right drug for me?", judged),
    ],
    "0c2a34a4": [
        ("Is Ardith allergic to dairy?", now("allergy", "dairy")),
        ("How many allergies does Ardith have?", lambda r: len(current_of(r, "allergy"))),
        ("How much did she grow between October 2018 and October 2020?", than(HEIGHT, ("2020-10-01", "2020-10-31"), ("2018-10-01", "2018-10-31"))),
        ("When was her second MMR?", nth_day("vaccine", "mmr", 1)),
        ("Was she given prednisone?", had("medication", "prednisone")),
        ("When did Ardith have the acute allergic reaction?", begun("condition", "acute allergic reaction")),
        ("Does Ardith have eczema?", nothing("eczema", "dermatitis")),
        ("Is my daughter allergic to penicillin?", nothing("penicillin")),
        ("Can she go to a party where there's ice cream?", judged),
    ],
    "27f12f19": [
        ("How many times has Charlotte given birth?", often("procedure", "childbirth")),
        ("When was my IUD taken out?", begun("procedure", "removal of intrauterine")),
        ("When did I get a blood transfusion?", begun("procedure", "blood transfusion")),
        ("Am I on HCTZ?", now("medication", "hydrochlorothiazide")),
        ("Has my hemoglobin ever been under 10?", ever(lambda x: x < 10, HEMOGLOBIN)),
        ("Was I ever on Zoloft?", nothing("zoloft", "sertraline")),
        ("When did Ms Padberg have her C-section?", nothing("cesarean", "caesarean", "c-section")),
        ("Is my blood pressure too high for my age?", judged),
        ("Would another pregnancy be risky for me?", judged),
    ],
}

EVERYBODY = [
    ("Who has emphysema?", who(ill("emphysema"))),
    ("How many patients have migraines?", how_many(ill("migraine"))),
    ("Who is on both digoxin and warfarin?", who(both(entry_now("medication", "digoxin"), entry_now("medication", "warfarin")))),
    ("Which patients have an HDL below 50?", who(value_now(HDL, lambda x: x < 50))),
    ("Is anyone allergic to mold?", who(entry_now("allergy", "mould"))),
    ("Who has the highest triglycerides?", extreme(FATS, max)),
    ("How many people have had a heart attack?", how_many(once("condition", "myocardial infarction"))),
    ("What drugs are patients with emphysema taking?", taken_by("emphysema")),
    ("Which patients with hypertension take hydrochlorothiazide?", who(both(ill("hypertension"), entry_now("medication", "hydrochlorothiazide")))),
    ("Who do you think needs a doctor most urgently?", lambda _: RETRIEVAL),
]

RAW = {"r4_2019_main": (MAIN, EVERYBODY)}


def main():
    out = Path(sys.argv[1])
    if len(sys.argv) == 2:
        write(out, "x", [(Sample(FOLDER / f"{name}.json"), questions) for name, questions in SAMPLES.items()])
        return
    folder = Path(sys.argv[2])
    people, everybody = RAW[folder.name]
    files = sorted(f for f in folder.iterdir() if f.name.endswith(".json.gz"))
    chosen = [(Record(next(f for f in files if f.name.startswith(start))), questions) for start, questions in people.items()]
    all_of = [Record(f) for f in files] if everybody else []
    write(out, folder.name[0], chosen, [(question, truth(all_of)) for question, truth in everybody])


if __name__ == "__main__":
    main()
