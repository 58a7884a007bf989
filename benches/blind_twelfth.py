"""A twelfth set of questions in everyday wording, each with its truth: OUT.jsonl | OUT.jsonl FOLDER

Written and committed before the product was asked any of them, with knowledge of how it takes questions apart and after the work with the tenth and the eleventh.
Without FOLDER they are about the sample people; with the folder `r4_2019_main` about people of those bundles whom no earlier set asks about, and about all of
them together. The truths are computed from the raw JSON, as in `blind_tenth.py`. One was changed afterwards: of equal upper numbers the lower one tells which
blood pressure is the lowest, as the rule of the answer has it.
"""

from blind_eighth import ORAL
from blind_fourth import both, count_current, higher
from blind_tenth import Someone, at_start, died, given_at, lived_on, marked, times_in
from blind_third import (BONES, D, UPPER, between, entry_now, extreme, had_no, how_many, ill, low_day, no_value, nth_day, once, only, taken_by,
                         unmeasured, value_now, who)
from blind_truth import (A1C, BMI, BNP, CREATININE, EJECTION, FATS, FERRITIN, GFR, GLUCOSE, HDL, HEIGHT, HEMOGLOBIN, INR, LDL, M, PHQ, PLATELETS,
                         POTASSIUM, PRESSURE, RETRIEVAL, SINCE, TSH, WEIGHT, Y, apart, begun, called, count, course, current, days, dose, ended,
                         ever, every, first, first_day, found, goes, had, high, judged, last, lasted, latest, low, mean, newest, nothing, now, often,
                         over, points, run, than, times, which, years)


def second_one(kind, name):
    """Whether there was a second one."""
    return lambda r: "yes" if len({e.day for e in found(r, kind, name)}) > 1 else "no"


def lowest_pair(of):
    """The lowest of two numbers, by the upper one, and where it is equal by the lower one."""
    return lambda r: min(points(r, of), key=lambda x: [float(part) for part in x.text.split("/")]).text


def for_it(kind, name):
    """What was prescribed on the days on which it began."""
    def truth(r):
        begun_on = {e.day for e in found(r, kind, name)}
        return sorted({e.name for e in r.entries["medication"] if e.day in begun_on})
    return truth


SAMPLES = {
    "okafor": [
        ("sugar in the blood, fasting, the most recent one please", last(GLUCOSE)),
        ("Did they ever measure an A1c over 7.5 on me?", ever(lambda x: x > 7.5, A1C)),
        ("A1c, October 2018", only(A1C, **M(2018, 10))),
        ("how did my weight develop between 2015 and 2020", course(WEIGHT, **Y(2015, 2020))),
        ("What was the date my LDL was lowest?", low_day(LDL)),
        ("What's the mean of my eGFR results since 2020?", mean(GFR, **SINCE(2020))),
        ("Can you list my triglycerides from 2018?", every(FATS, **Y(2018))),
        ("Has the lab marked my last A1c as high?", marked("H", A1C)),
        ("What was my creatinine the day they diagnosed the high cholesterol?", at_start("condition", "hyperlipidemia", CREATININE)),
        ("Was I ever given clopidogrel?", nothing("clopidogrel", "plavix")),
        ("I take lisinopril 20, when did that start?", begun("medication", "lisinopril 20")),
        ("How long, in days, did they leave the polyp after finding it?", lasted("condition", "polyp of colon")),
        ("Have I had a second covid vaccine?", second_one("vaccine", "covid")),
        ("when was my last foot check", latest("procedure", "foot examination")),
        ("How old was I when the retinopathy turned up?", years("condition", "retinopathy")),
        ("Which tablets am I supposed to take every day?", current("medication")),
        ("How many conditions are active for me?", count_current("condition")),
        ("Ms Okafor's HDL in April 2022?", only(HDL, **M(2022, 4))),
        ("Do I have a hernia?", nothing("hernia")),
        ("When was my thyroid operation?", nothing("thyro")),
        ("my PSA", unmeasured(["2857-1"], "psa", "prostat")),
        ("Was my blood pressure taken in 2013?", no_value(PRESSURE, **Y(2013))),
        ("Is metformin bad for my kidneys?", judged),
        ("Who should I call about the results?", judged),
    ],
    "tran": [
        ("Mother's INR on 14 March 2023?", only(INR, **D("2023-03-14"))),
        ("What's the average INR for 2023?", mean(INR, **Y(2023))),
        ("How often was her INR under 2 in total?", times(lambda x: x < 2, INR)),
        ("How many days passed between the AFib diagnosis and the valve replacement?",
         apart(("condition", "atrial fibrillation"), ("procedure", "replacement of mitral valve"))),
        ("What was her weight just before the gallbladder surgery?", last(WEIGHT, to="2021-05-13")),
        ("Mrs Tran's hemoglobin: lowest, and on which day?", low_day(HEMOGLOBIN)),
        ("Since when has she been on metoprolol?", begun("medication", "metoprolol")),
        ("what operations were done in 2021", called("procedure", "cholecystectomy", **Y(2021))),
        ("Was the EF higher in 2022 than in 2015?", higher(EJECTION, ("2022-01-01", "2022-12-31"), ("2015-01-01", "2015-12-31"))),
        ("platelets, last three please", newest(3, PLATELETS)),
        ("Is she still taking clarithromycin?", now("medication", "clarithromycin")),
        ("Which CT scans has my mother had?", called("procedure", "computed tomography")),
        ("Does she have a stent?", nothing("stent")),
        ("Was she ever on amiodarone?", nothing("amiodar")),
        ("Should she have the gallstones checked again?", judged),
        ("What did the cardiologist say about the rhythm?", judged),
    ],
    "solberg": [
        ("Papa's potassium in November 2022?", only(POTASSIUM, **M(2022, 11))),
        ("What is the lowest blood pressure they measured on him?", lowest_pair(PRESSURE)),
        ("When was the ejection fraction at its lowest?", low_day(EJECTION)),
        ("By how many kilos is Dad lighter in 2024 than in 2020?", than(WEIGHT, ("2024-01-01", "2024-12-31"), ("2020-01-01", "2020-12-31"))),
        ("BNP values since 2021, all", every(BNP, **SINCE(2021))),
        ("How many weeks after the heart failure diagnosis was the pneumonia?",
         lambda r: str((found(r, "condition", "pneumonia")[0].day - found(r, "condition", "heart failure")[0].day).days // 7)),
        ("Is he done with the pneumonia?", over("condition", "pneumonia")),
        ("Which dose of metoprolol is Dad on?", dose("metoprolol")),
        ("Any gout medicine on his list?", nothing("allopurinol", "colchicin", "febuxostat", "gout")),
        ("Did Dad have a stroke, ever?", nothing("stroke", "cerebrovascular")),
        ("Could he drive with that heart?", judged),
    ],
    "rice": [
        ("What did my blood pressure read on 17 October 2022?", only(PRESSURE, **D("2022-10-17"))),
        ("How many TSH tests did I have in 2022?", count(TSH, **Y(2022))),
        ("Which PHQ-9 scores were 10 or more?", which(lambda x: x >= 10, PHQ)),
        ("When did my TSH first drop under 4?", first_day(lambda x: x < 4, TSH)),
        ("How much did I weigh when the gestational diabetes was found?", at_start("condition", "gestational diabetes", WEIGHT)),
        ("On which date did the anemia resolve?", ended("condition", "iron deficiency")),
        ("Was I still pregnant in December 2022?", lambda r: "no"),
        ("What was my ferritin at the lowest?", low(FERRITIN)),
        ("what's my thyroid tablet dose", dose("levothyroxine")),
        ("Have I had my tonsils out?", nothing("tonsil")),
    ],
    "quinones": [
        ("Nahia's weight on 27 August 2024", only(WEIGHT, **D("2024-08-27"))),
        ("How tall was our daughter in August 2023?", only(HEIGHT, **M(2023, 8))),
        ("Did she ever get a second MMR shot?", second_one("vaccine", "mmr")),
        ("When was the peanut allergy put on the list?", begun("allergy", "peanut")),
        ("What was the highest fever, I mean temperature, on record?", high(["8310-5", "8331-1"])),
        ("How long did the broken arm take until it was fine again, in days?", lasted("condition", "fracture of forearm")),
        ("Since when is she using the albuterol inhaler?", begun("medication", "albuterol")),
        ("Which vaccinations were given in August 2017?", called("vaccine", "", **M(2017, 8))),
        ("Has she had her HPV vaccine?", nothing("hpv", "papilloma")),
        ("Did she ever have scarlet fever?", nothing("scarlet", "scarlat")),
        ("Is she small for her age?", judged),
    ],
}

MAIN = {
    "138eac2a": [
        ("When did grandfather have his heart attack?", begun("condition", "myocardial infarction")),
        ("How many years did he live after the heart attack?", lived_on("condition", "myocardial infarction")),
        ("days from the coronary disease to the heart attack", apart(("condition", "coronary heart"), ("condition", "myocardial infarction"))),
        ("How old was Mr Dach when he had the stroke?", years("condition", "stroke")),
        ("Was he still on hydrochlorothiazide?", now("medication", "hydrochlorothiazide")),
        ("how many colonoscopies", often("procedure", "colonoscopy")),
        ("When was the bypass?", begun("procedure", "coronary artery bypass")),
        ("When did he sprain his ankle the second time?", nth_day("condition", "sprain of ankle", 1)),
        ("What did they give him for the sprained ankle in 1975?", called("medication", "acetaminophen", **Y(1975))),
        ("weight, 1970", only(WEIGHT, **Y(1970))),
        ("At what age did he die?", lambda r: r.death.year - r.birth.year - ((r.death.month, r.death.day) < (r.birth.month, r.birth.day))),
        ("Did he get the flu shot in 1967?", had_no("vaccine", "influenza", **Y(1967))),
        ("Was he on warfarin?", nothing("warfarin", "coumadin")),
        ("Did grandfather have Parkinson's?", nothing("parkinson")),
        ("What would have saved him?", judged),
    ],
    "6fed515d": [
        ("When was Mrs Yundt's bone density scan?", begun("procedure", "bone density")),
        ("her T-score please", last(BONES)),
        ("Is Mum still taking the alendronic acid?", now("medication", "alendronic")),
        ("How long did the sore throat in 2012 go on, days?", lasted("condition", "pharyngitis")),
        ("Since when has Mum had gout?", begun("condition", "gout")),
        ("How many times was allopurinol prescribed?", often("medication", "allopurinol")),
        ("What did the doctor prescribe on 7 August 2013?", called("medication", "", **D("2013-08-07"))),
        ("How old was Mum when she had the appendicitis?", years("condition", "appendicitis")),
        ("When did Mum get her last tetanus shot?", latest("vaccine", "td (adult)")),
        ("Latest BMI for Mrs Yundt?", last(BMI)),
        ("Mum's weight in April 2019?", only(WEIGHT, **M(2019, 4))),
        ("Which year did she lose the baby?", lambda r: found(r, "condition", "miscarriage")[0].day.year),
        ("Did she have a flu shot in 2011?", had_no("vaccine", "influenza", **Y(2011))),
        ("Does Mum have a hip replacement?", nothing(r"hip\b", "arthroplast")),
        ("Is she on calcium tablets?", nothing("calcium")),
        ("How careful must she be with falls?", judged),
    ],
    "7e286375": [
        ("Mr Hegmann: dates of the two colonoscopies", days("procedure", "colonoscopy")),
        ("how many days between them, the first and second colonoscopy", between("procedure", "colonoscopy")),
        ("When was the pneumonia vaccine with 23 types?", begun("vaccine", "polysaccharide")),
        ("knee arthritis, since when?", begun("condition", "osteoarthritis of knee")),
        ("what was prescribed for the bronchitis in 2012", called("medication", "", **Y(2012))),
        ("Ear infection: how many days till it was marked resolved?", lasted("condition", "otitis media")),
        ("how many episodes of bronchitis", often("condition", "acute bronchitis")),
        ("flu jabs since 2015, number", often("vaccine", "influenza", **SINCE(2015))),
        ("BP in May 2020", only(PRESSURE, **M(2020, 5))),
        ("top value ever of the systolic", high(UPPER)),
        ("ldl trend?", course(LDL)),
        ("shingles jab?", nothing("zoster", "shingles")),
        ("any med he's on now?", lambda r: r.none_of("medication", "not in the record")),
        ("prostate cancer?", nothing("prostat")),
        ("does he drink too much?", judged),
    ],
    "a539adfd": [
        ("What did James weigh at the checkup in September 2020?", only(WEIGHT, **M(2020, 9))),
        ("How many cm did she gain in height from 2018 to 2020?", than(HEIGHT, ("2020-01-01", "2020-12-31"), ("2018-01-01", "2018-12-31"))),
        ("When did my daughter have strep?", begun("condition", "streptococcal")),
        ("What was she given for strep throat?", for_it("condition", "streptococcal")),
        ("What was her temperature with the strep throat in March 2021?", only(ORAL, **M(2021, 3))),
        ("Days of all her DTaP shots?", days("vaccine", "dtap")),
        ("Did she get two MMRs?", second_one("vaccine", "mmr")),
        ("What shots did she get on 8 January 2018?", called("vaccine", "", **D("2018-01-08"))),
        ("How old was James at her ear infection?", years("condition", "otitis media")),
        ("Is she over the bronchitis?", over("condition", "acute bronchitis")),
        ("How much did James weigh when she was born?", first(WEIGHT)),
        ("flu shot 2017?", had("vaccine", "influenza", **Y(2017))),
        ("Does she have asthma?", nothing("asthma")),
        ("Was she ever in hospital overnight?", lambda r: "not in the record"),
        ("Is two years late for the second chicken pox vaccine?", judged),
    ],
    "ab245cab": [
        ("When was I told that I have epilepsy?", begun("condition", "epilepsy")),
        ("Which medicine did I get on the day of the seizure?", given_at("condition", "seizure disorder")),
        ("Am I still supposed to be on Klonopin?", now("medication", "clonazepam")),
        ("eeg date", begun("procedure", "electroencephalogram")),
        ("How often have I had sinusitis?", often("condition", "viral sinusitis")),
        ("when was my last sinus infection", latest("condition", "viral sinusitis")),
        ("How many days did the ankle sprain last?", lasted("condition", "sprain of ankle")),
        ("weight july 2018?", only(WEIGHT, **M(2018, 7))),
        ("Has my weight been rising since 2011?", goes("rising", WEIGHT, **SINCE(2011))),
        ("Both hep A dates?", days("vaccine", "hep a")),
        ("How old was I at the first seizure?", years("condition", "seizure disorder")),
        ("Was I in the ER in 2017?", had("visit", "emergency room", **Y(2017))),
        ("Am I on keppra?", nothing("keppra", "levetiracetam")),
        ("Do I have a brain tumour?", nothing("tumor", "tumour", "neoplasm", "glioma")),
        ("May I drive again?", judged),
    ],
    "c0d63c39": [
        ("wt april 2020", only(WEIGHT, **M(2020, 4))),
        ("htn since?", begun("condition", "hypertension")),
        ("How old was Jeffry when they found the high blood pressure?", years("condition", "hypertension")),
        ("on hctz still?", now("medication", "hydrochlorothiazide")),
        ("What did he get for the bronchitis in June 2020?", called("medication", "", **M(2020, 6))),
        ("When was his second hep B shot?", nth_day("vaccine", "hep b", 1)),
        ("menactra/meningitis vaccine dates", days("vaccine", "meningococcal")),
        ("bp readings above 130 systolic, how many", times_in(lambda x: x > 130, UPPER)),
        ("last A1c", last(A1C)),
        ("Is the diabetes plan still running?", now("plan", "diabetes self management")),
        ("His height now?", last(HEIGHT)),
        ("flu shot in 2011?", had_no("vaccine", "influenza", **Y(2011))),
        ("insulin?", nothing("insulin")),
        ("does he have full diabetes?", nothing("type 2", "diabetes mell")),
        ("Is it from the energy drinks?", judged),
    ],
    "d0368972": [
        ("When did I cut my foot?", begun("condition", "laceration of foot")),
        ("How many days for the cut to heal?", lasted("condition", "laceration of foot")),
        ("Was I given tetanus antitoxin for it, the foot?", had("procedure", "tetanus antitoxin")),
        ("x-ray of the arm, when?", begun("procedure", "upper arm x-ray")),
        ("Which painkiller did I get for the burn?", for_it("condition", "first degree burn")),
        ("When did I break my forearm?", begun("condition", "fracture of forearm")),
        ("How old was I when my arm broke?", years("condition", "fracture of forearm")),
        ("days between the cut and the fracture", apart(("condition", "laceration of foot"), ("condition", "fracture of forearm"))),
        ("albuterol: still an active prescription?", now("medication", "albuterol")),
        ("When did the burn care plan end?", ended("plan", "burn care")),
        ("how heavy was I in july 2019", only(WEIGHT, **M(2019, 7))),
        ("How often was I in the emergency room since 2012?", often("visit", "emergency room", **SINCE(2012))),
        ("when was prediabetes first noted", begun("condition", "prediabetes")),
        ("Flu shot in 2016?", had_no("vaccine", "influenza", **Y(2016))),
        ("When was my knee operated?", nothing("knee")),
        ("Do I have COPD?", nothing("copd", "obstructive", "emphysema")),
        ("Should the scar still itch?", judged),
    ],
    "d68b29cd": [
        ("When was Mrs Fisher diagnosed with heart failure?", begun("condition", "heart failure")),
        ("How many years did she survive after that, the heart failure?", lived_on("condition", "heart failure")),
        ("How many echocardiograms?", often("procedure", "echocardiogra")),
        ("Was she prescribed Lasix?", had("medication", "lasix")),
        ("metoprolol start", begun("medication", "metoprolol")),
        ("How long did the whiplash last?", lasted("condition", "whiplash")),
        ("date of death", lambda r: r.death.isoformat()),
        ("When was the whiplash?", begun("condition", "whiplash")),
        ("BP in 1975?", only(PRESSURE, **Y(1975))),
        ("Did she have diabetes?", nothing("type 2", "diabetes mell", "diabetes \\(")),
        ("pacemaker ever?", nothing("pacemaker")),
        ("flu shot 1971?", had_no("vaccine", "influenza", **Y(1971))),
        ("Was it peaceful?", judged),
    ],
    "84afbe27": [
        ("lung ca when diagnosed", begun("condition", "non-small cell lung cancer")),
        ("How many times did my father have chemo?", often("procedure", "chemotherapy")),
        ("How many cisplatin injections in 1986?", often("medication", "cisplatin", **Y(1986))),
        ("Date of Dad's last chemo", latest("procedure", "chemotherapy")),
        ("days from the lung biopsy to the first chemo", apart(("procedure", "biopsy of lung"), ("procedure", "chemotherapy"))),
        ("How old was Dad when he got lung cancer?", years("condition", "non-small cell lung cancer")),
        ("first colonoscopy date", begun("procedure", "colonoscopy")),
        ("When did Dad have his appendicitis?", begun("condition", "appendicitis")),
        ("lowest hgb", low(HEMOGLOBIN)),
        ("Did he have a pneumonia vaccine?", had("vaccine", "pneumococcal")),
        ("flu shot 1979", had_no("vaccine", "influenza", **Y(1979))),
        ("Was there a brain metastasis?", nothing("metasta", "secondary")),
        ("Was Dad on methadone?", nothing("methadon")),
        ("Did he suffer?", judged),
    ],
}

EVERYBODY = [
    ("Which patients have epilepsy?", who(ill("epilepsy"))),
    ("How many people are on alendronic acid?", how_many(entry_now("medication", "alendronic"))),
    ("Who has both gout and osteoporosis?", who(both(ill("gout"), ill("osteoporosis")))),
    ("How many patients have had appendicitis?", how_many(once("condition", "appendicitis"))),
    ("Which patient has the lowest BMI?", extreme(BMI, min)),
    ("Who's got a latest LDL over 180?", who(value_now(LDL, lambda x: x > 180))),
    ("Does anyone have sickle cell disease?", who(once("condition", "sickle"))),
    ("How many have had a bypass?", how_many(once("procedure", "coronary artery bypass"))),
    ("What are the epilepsy patients on?", taken_by("epilepsy")),
    ("How many patients are deceased?", how_many(died)),
    ("Whom should we invite for a flu shot?", lambda _: RETRIEVAL),
]

RAW = {"r4_2019_main": (MAIN, EVERYBODY)}

if __name__ == "__main__":
    run("c", SAMPLES, RAW, sample=Someone, person=Someone)
