"""A sixth set of questions in everyday wording, each with its truth: OUT.jsonl | OUT.jsonl FOLDER

Written before the product was asked any of them, after it was worked on with the fifth set, and by one who had done that work. Without FOLDER they are about
the sample people; with the folder `r4_2019_main` or `tietai_notes` about people of those bundles whom no earlier set asks about, and about all of `r4_2019_main`
together. The truths are computed from the raw JSON, as in `blind_truth.py`, by the rules of docs/questions.md. One was changed after it: that a tooth
was broken says nothing of a leg.
"""

import sys
from pathlib import Path

from blind_fourth import both
from blind_third import (TOTAL, UPPER, D, age_at_death, between, entry_now, extreme, had_no, how_many, ill, low_day, no_value, once, only, taken_by,
                         unmeasured, value_now, who)
from blind_truth import (A1C, BMI, BNP, CREATININE, EJECTION, FERRITIN, FLOW, FOLDER, GFR, GLUCOSE, HEIGHT, HEMOGLOBIN, INR, LDL, M, OXYGEN, PHQ,
                         POTASSIUM, PULSE, RETRIEVAL, SINCE, TSH, WEIGHT, Y, Sample, ago, apart, begun, called, count, course, current, dose, ended,
                         ever, every, first, found, goes, had, high, high_day, in_words, judged, last, last_day, lasted, latest, lower, mean,
                         nothing, now, often, than, times, which, write, years)
from records_truth import Record

SAMPLES = {
    "okafor": [
        ("Hi, could you tell me what my last LDL was?", last(LDL)),
        ("hba1c april 2024", only(A1C, **M(2024, 4))),
        ("When was my A1c last checked?", last_day(A1C)),
        ("all my a1c values since 2022", every(A1C, **SINCE(2022))),
        ("A1C on 10/16/2018", only(A1C, **D("2018-10-16"))),
        ("weight trend since 2020", course(WEIGHT, **SINCE(2020))),
        ("What's the most I've ever weighed?", high(WEIGHT)),
        ("average glucose over the last years since 2019", mean(GLUCOSE, **SINCE(2019))),
        ("Number of LDL tests after 2018?", count(LDL, **SINCE(2019))),
        ("Is my systolic lower than it was in 2015?", lower(UPPER, (), ("2015-01-01", "2015-12-31"))),
        ("which of my A1cs were at or below 6.5", which(lambda x: x <= 6.5, A1C)),
        ("When did I weigh the least?", low_day(WEIGHT)),
        ("Show me my creatinine results from 2019 to 2021.", every(CREATININE, **Y(2019, 2021))),
        ("Do I have HTN?", now("condition", "hypertension")),
        ("When was I told about the diabetes, i.e. diagnosed?", begun("condition", "type 2 diabetes")),
        ("Is hyperlipidemia on my problem list?", now("condition", "hyperlipidemia")),
        ("Which conditions do I have at present?", current("condition")),
        ("When did the sinusitis of 2018 end?", ended("condition", "sinusitis")),
        ("When was my last prescription for lisinopril?", latest("medication", "lisinopril")),
        ("How many times has metformin been prescribed?", often("medication", "metformin")),
        ("dose of atorvastatin", dose("atorvastatin")),
        ("Am I on blood pressure medication?", now("medication", "lisinopril")),
        ("Do I take Lipitor?", now("medication", "atorvastatin")),
        ("Is there an allergy to penicillin?", now("allergy", "penicillin")),
        ("When did I have my first colonoscopy?", begun("procedure", "colonoscopy")),
        ("How many days from the colonoscopy to the polypectomy?", apart(("procedure", "colonoscopy"), ("procedure", "polypectomy"))),
        ("Had I had a pneumococcal vaccine before 2020?", had_no("vaccine", "pneumococcal", to="2019-12-31")),
        ("Flu shots in 2022?", called("vaccine", "influenza", **Y(2022))),
        ("What's my smoking status?", in_words("72166-2")),
        ("Am I taking aspirin?", nothing("aspirin")),
        ("Hx of MI?", nothing("myocardial", "heart attack", "infarct", "mi\\b")),
        ("When was my appendectomy?", nothing("append")),
        ("Do I have gout?", nothing("gout")),
        ("Have I been vaccinated for hepatitis B?", nothing("hep b", "hepatitis")),
        ("When did I break my wrist?", nothing("wrist", "fractur")),
        ("What is my magnesium?", nothing("magnesium")),
        ("Was I ever prescribed prednisone?", nothing("prednis")),
        ("How many migraines have I had?", nothing("migraine")),
        ("Have I had breast cancer?", nothing("breast", "cancer", "carcinoma", "malignan", "neoplasm")),
        ("LDL in 2013?", no_value(LDL, **Y(2013))),
        ("Are my sugars well managed?", judged),
        ("When should I have my eyes checked again?", judged),
    ],
    "tran": [
        ("Current INR for Mrs Tran?", last(INR)),
        ("INR 2024, all of them", every(INR, **Y(2024))),
        ("On what date was the INR highest?", high_day(INR)),
        ("How often was the INR under 2.5?", times(lambda x: x < 2.5, INR)),
        ("INR before the gallbladder operation?", last(INR, to="2021-05-13")),
        ("last pulse recorded", last(PULSE)),
        ("Did her hemoglobin ever go under 11?", ever(lambda x: x < 11, HEMOGLOBIN)),
        ("How much has her eGFR dropped since 2022?", than(GFR, (), ("2022-01-01", "2022-12-31"))),
        ("Do I have chronic hepatitis B?", now("condition", "viral hepatitis")),
        ("lung nodule found when?", begun("condition", "nodule of lung")),
        ("How long did I have mitral stenosis?", lasted("condition", "mitral valve stenosis")),
        ("Is metoprolol active?", now("medication", "metoprolol")),
        ("When was clarithromycin prescribed?", begun("medication", "clarithromycin")),
        ("Was she ever on Coumadin?", had("medication", "warfarin")),
        ("list of allergies", called("allergy")),
        ("date of the chest CT", begun("procedure", "tomography of chest")),
        ("How many shingles shots were given?", often("vaccine", "zoster")),
        ("How old was she when her gallbladder was removed?", years("procedure", "cholecystectomy")),
        ("Does she have sleep apnea?", nothing("apnea", "apnoea")),
        ("Is she taking Lipitor?", nothing("lipitor", "atorva")),
        ("Has she ever had a mammogram?", nothing("mammogra")),
        ("Does she have psoriasis?", nothing("psoria")),
        ("When was her knee replaced?", nothing("knee")),
        ("Has she been vaccinated against rabies?", nothing("rabies")),
        ("Her ferritin?", unmeasured(FERRITIN, "ferritin")),
        ("Explain why the dose was lowered", judged),
        ("Who saw her in the emergency room in France?", judged),
    ],
    "rice": [
        ("Imani's TSH in June 2022", only(TSH, **M(2022, 6))),
        ("Did the TSH ever exceed 5?", ever(lambda x: x > 5, TSH)),
        ("Is her PHQ-9 going down since 2023?", goes("falling", PHQ, **SINCE(2023))),
        ("When was ferritin lowest?", low_day(FERRITIN)),
        ("weight on 17 October 2022", only(WEIGHT, **D("2022-10-17"))),
        ("How long did the anemia last?", lasted("condition", "anemia")),
        ("Is she still pregnant?", now("condition", "pregnancy")),
        ("When was sertraline last prescribed?", latest("medication", "sertraline")),
        ("Is she taking Synthroid?", now("medication", "levothyroxine")),
        ("When did she start iron tablets?", begun("medication", "ferrous")),
        ("How many covid shots has Imani had?", often("vaccine", "covid")),
        ("When was the C-section?", begun("procedure", "cesarean")),
        ("Does she have asthma?", nothing("asthma")),
        ("Has she had a colonoscopy?", nothing("colonoscop")),
        ("Does she take lithium?", nothing("lithium")),
        ("Does she have celiac disease?", nothing("celiac", "coeliac")),
        ("INR?", unmeasured(INR, "inr\\b")),
        ("Did the midwife worry about the blood pressure?", judged),
    ],
    "solberg": [
        ("Potassium, most recent", last(POTASSIUM)),
        ("Has his BNP been above 5000?", ever(lambda x: x > 5000, BNP)),
        ("His weight in December 2022?", only(WEIGHT, **M(2022, 12))),
        ("All EF readings", every(EJECTION)),
        ("What dose of apixaban does he take?", dose("apixaban")),
        ("How long has Mr Solberg had atrial fibrillation?", ago("condition", "atrial fibrillation")),
        ("Does he have kidney disease?", now("condition", "chronic kidney disease")),
        ("Is he on metoprolol?", now("medication", "metoprolol")),
        ("When was his last echo?", latest("procedure", "echocardiography")),
        ("Has he had a stroke?", nothing("stroke", "cerebrovascular")),
        ("Does he have COPD?", nothing("copd", "chronic obstructive")),
        ("Is he on amiodarone?", nothing("amiodar")),
        ("Has he been vaccinated against covid?", nothing("covid")),
        ("Can he drive?", judged),
    ],
    "quinones": [
        ("Nahia height Aug 2022", only(HEIGHT, **M(2022, 8))),
        ("When was her peak flow highest?", high_day(FLOW)),
        ("How many peak flow readings are there?", count(FLOW)),
        ("Has her oxygen ever been below 95?", ever(lambda x: x < 95, OXYGEN)),
        ("When was the EpiPen first prescribed?", begun("medication", "epinephrine")),
        ("How many doses of hepatitis B vaccine has she had?", often("vaccine", "hep b")),
        ("When was her last DTaP?", latest("vaccine", "dtap")),
        ("Does she still have the forearm fracture?", now("condition", "fracture of forearm")),
        ("How old was she when she got asthma?", years("condition", "asthma")),
        ("Has Nahia had chickenpox vaccine?", had("vaccine", "varicella")),
        ("When was the febrile seizure?", begun("condition", "febrile convulsion")),
        ("Does Nahia have diabetes?", nothing("diabet")),
        ("Has she had an MRI?", nothing("mri\\b", "magnetic")),
        ("Is she on prednisone?", nothing("prednis")),
        ("When did she have scarlet fever?", nothing("scarlet")),
        ("Her cholesterol level?", unmeasured(TOTAL, "cholesterol", "ldl", "lipid")),
        ("May she eat peanut butter?", judged),
    ],
}

MAIN = {
    "57a5a683": [
        ("Beatriz Salazar's last A1c", last(A1C)),
        ("Is Mrs Salazar prediabetic?", now("condition", "prediabetes")),
        ("When did I have my miscarriage?", begun("condition", "miscarriage")),
        ("Am I still on simvastatin?", now("medication", "simvistatin")),
        ("How many simvastatin prescriptions have I had?", often("medication", "simvistatin")),
        ("How many days between my two shingles shots?", between("vaccine", "zoster")),
        ("When was the subcutaneous contraceptive removed?", begun("procedure", "removal of subcutaneous")),
        ("When did I sprain my ankle?", begun("condition", "sprain of ankle")),
        ("weight june 2019", only(WEIGHT, **M(2019, 6))),
        ("What was my LDL before I started simvastatin?", last(LDL, to="2014-01-11")),
        ("Do I have asthma?", nothing("asthma")),
        ("Am I diabetic?", nothing("diabetes\\b", "diabetic")),
        ("Have I had a colonoscopy?", nothing("colonoscop")),
        ("Am I on metformin?", nothing("metformin")),
    ],
    "2a86d65b": [
        ("Do I have CAD?", now("condition", "coronary heart disease")),
        ("Since when does Cody Larson have coronary heart disease?", begun("condition", "coronary heart disease")),
        ("Is he on Plavix?", now("medication", "clopidogrel")),
        ("When did Mr Larson start nitroglycerin?", begun("medication", "nitroglycerin")),
        ("How many colonoscopies has he had?", often("procedure", "colonoscopy")),
        ("Days between the two colonoscopies?", between("procedure", "colonoscopy")),
        ("When did he hurt his shoulder?", begun("condition", "rotator cuff")),
        ("hemoglobin Aug 2018", only(HEMOGLOBIN, **M(2018, 8))),
        ("Has he had his pneumonia shots?", had("vaccine", "pneumococcal")),
        ("Did he ever have a heart attack?", nothing("infarct", "heart attack")),
        ("Is he on warfarin?", nothing("warfarin")),
        ("Is Cody allergic to penicillin?", nothing("penicillin", "allerg")),
    ],
    "b13bd1f1": [
        ("How old was Jene Cummings when she died?", age_at_death),
        ("Did Jene have epilepsy?", had("condition", "epilepsy")),
        ("When did Jene first have a seizure disorder?", begun("condition", "seizure disorder")),
        ("How long did her hay fever last?", lasted("condition", "allergic rhinitis")),
        ("How many allergy shots did she get?", often("procedure", "subcutaneous immunotherapy")),
        ("Was she ever on Yaz?", had("medication", "yaz")),
        ("Did Jene ever have diabetes?", nothing("diabet")),
        ("Did she have a tetanus shot?", nothing("tetanus", "tdap", "td\\b")),
    ],
}

NOTES = {
    "18642563": [
        ("Merrill's latest BMI", last(BMI)),
        ("Is Merrill allergic to grass pollen?", now("allergy", "grass pollen")),
        ("How many times did he have a sore throat?", often("condition", "pharyngitis")),
        ("How long did his last sinus infection last?", lasted("condition", "sinusitis")),
        ("When was his sinus endoscopy?", begun("procedure", "nasal sinus endoscopy")),
        ("Does Merrill still have hay fever?", now("condition", "allergic rhinitis")),
        ("How many hep B shots has he had?", often("vaccine", "hep b")),
        ("Is Merrill allergic to dogs?", now("allergy", "dander")),
        ("Does Merrill have asthma?", nothing("asthma")),
        ("Is he on insulin?", nothing("insulin")),
        ("His LDL?", unmeasured(LDL, "ldl", "cholesterol", "lipid")),
        ("Did he break his leg?", nothing("leg\\b")),
    ],
}

EVERYBODY = [
    ("Who has a seizure disorder?", who(ill("seizure disorder"))),
    ("How many patients are on clopidogrel?", how_many(entry_now("medication", "clopidogrel"))),
    ("Who has a total cholesterol over 240?", who(value_now(TOTAL, lambda x: x > 240))),
    ("Which patients take both clopidogrel and simvastatin?", who(both(entry_now("medication", "clopidogrel"), lambda r: any(
        e.current and any(x in t.lower() for t in e.names for x in ("simvastatin", "simvistatin")) for e in r.entries.get("medication", []))))),
    ("How many people broke their collarbone at some time?", how_many(once("condition", "fracture of clavicle"))),
    ("Who has the highest BMI?", extreme(BMI, max)),
    ("What are patients with osteoporosis taking?", taken_by("osteoporosis")),
    ("Does anyone have lupus?", who(ill("lupus"))),
    ("Who's in the best shape?", lambda _: RETRIEVAL),
]

RAW = {"r4_2019_main": (MAIN, EVERYBODY), "tietai_notes": (NOTES, [])}


def main():
    out = Path(sys.argv[1])
    if len(sys.argv) == 2:
        write(out, "w", [(Sample(FOLDER / f"{name}.json"), questions) for name, questions in SAMPLES.items()])
        return
    folder = Path(sys.argv[2])
    people, everybody = RAW[folder.name]
    files = sorted(f for f in folder.iterdir() if f.name.endswith(".json.gz"))
    chosen = [(Record(next(f for f in files if f.name.startswith(start))), questions) for start, questions in people.items()]
    all_of = [Record(f) for f in files] if everybody else []
    write(out, folder.name[0], chosen, [(question, truth(all_of)) for question, truth in everybody])


if __name__ == "__main__":
    main()
