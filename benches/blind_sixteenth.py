"""A sixteenth set of questions in everyday wording, each with its truth: OUT.jsonl FOLDER

The questions were written by somebody who has not seen the product's source before it was asked any of them. Their truths are computed by
blind_people.py, and by the few functions below, from the raw JSON of the bundles.
"""

from blind_people import *

BILIRUBIN, ALBUMIN, AST, PHOSPHATASE, PLATELETS, WHITE = "1975-2", "1751-7", "1920-8", "6768-6", "777-3", "6690-2"
CREATININE, SODIUM, HEIGHT, BMI, BONE, CAUSE = "38483-4", "2947-0", "8302-2", "39156-5", "38265-5", "69453-9"
PEANUT, WALNUT, OAK, RAGWEED, BEE = "6206-7", "6273-7", "6189-5", "6085-5", "6844-5"


def sorts(thing, when=None, least=2):
    """The different names of the entries of a sort."""
    def truth(r):
        found = sorted({x.name for x in some(r, thing, when)})
        assert len(found) >= least, found
        return found
    return truth


def stronger(code, other):
    """Either was measured once, on the same day, and they differ clearly."""
    def truth(r):
        (a,), (b,) = r.of(code), r.of(other)
        assert a.day == b.day and abs(a.value - b.value) > 0.05 * max(a.value, b.value)
        return yes(a.value > b.value)
    return truth


def nobody(*beginnings):
    """No text of anybody's record has a word that begins so."""
    def truth(people):
        for r in people:
            nothing(*beginnings)(r)
        return ABSENT
    return truth


def died_of(word):
    def holds(r):
        found = any(word in text.lower() for _, text in r.words.get(CAUSE, []))
        assert not found or r.death
        return found
    return holds


def ever_over(code, limit):
    def holds(r):
        near(code, limit, r)
        return any(x.value > limit for x in r.of(code))
    return holds


PEOPLE = {
    "082fd114": [  # Willy Koepp, 1977
        (FACT, "What was my good cholesterol on 18 April 2017?", only(HDL, D("2017-04-18"))),
        (STEPS, "What was Mr Koepp prescribed on the day his rheumatoid arthritis was diagnosed?", with_it(C("rheumatoid"))),
        (INTERVAL, "For how many days did I have strep throat in 2014?", lasted(C("streptococcal"))),
        (INTERVAL, "How many days went by between my whiplash and my sprained ankle?", between(C("whiplash"), C("sprain of ankle"))),
        (COMPARISON, "was my LDL lower in 2017 than in 2013", lower(LDL, Y(2017), Y(2013))),
        (MEAN, "avg hemoglobin?", mean(HEMOGLOBIN)),
        (COUNT, "How many trips to the ER have I made?", visits(sort="EMER")),
        (FACT, "Which day was my appendix taken out?", nothing("append")),
        (COUNT, "How many shingles shots have I had?", none_of(V("zoster"), "zoster", "shingl")),
    ],
    "0c2a34a4": [  # Ardith Welch, 2014
        (LIST, "What is my daughter Ardith allergic to?", names("allergy")),
        (FACT, "Ardith's peanut IgE?", only(PEANUT)),
        (COMPARISON, "Was Ardith's IgE against oak higher than the one against ragweed?", stronger(OAK, RAGWEED)),
        (STEPS, "How old was my little girl when she was given the adrenaline injection?", age_at(P("adrenaline"))),
        (COUNT, "How many doses of DTaP has she had so far?", often(V("dtap"))),
        (INTERVAL, "how much time was there between her two chickenpox vaccinations", apart(V("varicella"))),
        (ENDS, "When was my daughter's most recent polio shot?", newest(V("ipv"))),
        (TREND, "Has Ardith's weight been rising or falling since the start of 2017?", trend(WEIGHT, SINCE(2017))),
        (FACT, "When did Ardith get her HPV vaccine?", none_of(V("hpv"), "hpv", "papillom")),
        (ENDS, "When did Ardith last have an asthma attack?", nothing("asthma")),
    ],
    "1826f231": [  # Korey Toy, 1913 to 1993
        (INTERVAL, "How many days did my grandfather live after he was diagnosed with Alzheimer's?", to_death(C("alzheimer"))),
        (ENDS, "What was Grandpa's last MMSE score?", last(MEMORY)),
        (TREND, "Which way were Mr. Toy's mini-mental scores heading?", trend(MEMORY)),
        (LIST, "Which procedures were done on Korey Toy on December 6, 1993?", names("procedure", D("1993-12-06"))),
        (STEPS, "At what age did grandad have his heart attack?", age_at(C("myocardial infarction"))),
        (EXTREME, "lowest A1c ever, pls", low(A1C)),
        (FACT, "When was Mr. Toy's pacemaker put in?", nothing("pacemaker", "pacing")),
        (TREND, "Did Mr Toy's PSA go up over the years?", unmeasured(PSA, "psa", "prostat")),
    ],
    "27f12f19": [  # Charlotte Padberg, 1991
        (COUNT, "How many times have I given birth?", often(P("childbirth"))),
        (FACT, "On what date did I get the blood transfusion?", on(P("transfusion"))),
        (INTERVAL, "How long was my IUD in, from insertion to removal?", between(P("insertion of intrauterine"), P("removal of intrauterine"))),
        (TREND, "Is my eGFR dropping?", goes("falling", GFR)),
        (MEAN, "What do I weigh on average, taking all the readings you have?", mean(WEIGHT)),
        (STEPS, "What did they prescribe me when I burned myself?", with_it(C("second degree burn"))),
        (LIST, "What medications am I on right now?", names("medication", None, True)),
        (EXTREME, "Higest systolic I've ever had?", high(UPPER)),
        (MEAN, "Average A1c for Charlotte?", unmeasured(A1C, "a1c", "hba", "glycat")),
    ],
    "2a86d65b": [  # Cody Larson, 1951
        (ENDS, "last creat?", last(CREATININE)),
        (EXTREME, "On which day was my albumin at its lowest?", low_day(ALBUMIN)),
        (MEAN, "What's my average eGFR since 2015?", mean(GFR, SINCE(2015))),
        (COUNT, "How many of my eGFR results were over 80?", above(GFR, 80)),
        (COMPARISON, "By how much did my sodium differ in 2020 from what it was in 2011?", differs(SODIUM, Y(2020), Y(2011))),
        (STEPS, "What was his weight at the visit where he received the 23-valent pneumococcal vaccine?", at(WEIGHT, V("23 valent"))),
        (LIST, "What was I prescribed on 24 May 1999?", names("medication", D("1999-05-24"))),
        (ENDS, "Most recent HbA1c for Cody Larson?", unmeasured(A1C, "a1c", "hba", "glycat")),
        (FACT, "What dose of warfarin is he taking?", nothing("warfarin", "coumadin")),
        (LIST, "On which dates did I have a colonscopy?", days(P("colonoscopy"))),
    ],
    "340044b6": [  # Nicholle Crist, 2003
        (TREND, "How is Nicholle's height developing - up, down, or flat?", trend(HEIGHT)),
        (ENDS, "What was the first weight recorded for Nicholle?", first(WEIGHT)),
        (COMPARISON, "By how much were my platelets lower or higher in 2019 compared with 2014?", differs(PLATELETS, Y(2019), Y(2014))),
        (EXTREME, "At which visit was Nicholle's pain score at its highest (date)?", high_day(PAIN)),
    ],
    "31055311": [  # Olen Kulas, 1954 to 2015
        (COUNT, "How many times was my husband taken to the emergency room for an overdose?", for_reason("Drug overdose", "EMER")),
        (EXTREME, "What was the worst pain score Olen ever reported?", high(PAIN)),
        (LIST, "When did my husband have echocardiograms? All the dates please.", days(P("echocardio"))),
        (TREND, "LDL trend?", trend(LDL)),
        (INTERVAL, "How long was my late husband on dialysis?", nothing("dialy", "hemodia", "haemodia")),
    ],
    "389bac6b": [  # Eliseo Cummings, 1973
        (COUNT, "How many telephone sessions have I had for my PTSD?", for_reason("Telephone encounter")),
        (EXTREME, "On which date was Mr. Cummings' systolic pressure the highest?", high_day(UPPER)),
        (TREND, "GFR going which way in this man?", trend(GFR)),
        (STEPS, "What pain score did I give on the day of my first psychiatric interview?", at(PAIN, ("visit", "Initial Psychiatric"))),
        (FACT, "What was my A1c in 2017?", none_then(A1C, Y(2017))),
        (OPINION, "Is my PTSD likely to come back?", judged),
    ],
    "43b6ae50": [  # Adan Portillo, 1937
        (COUNT, "How often has my dad been cardioverted?", often(P("cardioversion"))),
        (FACT, "What did my father score on the mini-mental test?", only(MEMORY)),
        (COMPARISON, "How much did his total cholesterol change between 2013 and 2020?", differs(CHOLESTEROL, Y(2020), Y(2013))),
        (TREND, "dad's LDL - rising or falling", trend(LDL)),
        (FACT, "When did Dad start on insulin?", nothing("insulin", "humulin")),
        (OPINION, "Would my father be better off without the warfarin?", judged),
    ],
    "4d56ac0a": [  # Catalina Cantu, 1940
        (MEAN, "What was her mean systolic pressure from 2015 onwards?", mean(UPPER, SINCE(2015))),
        (INTERVAL, "How long did Mum's ear infection drag on?", lasted(C("otitis"))),
        (STEPS, "BP on the day Mrs Cantú was diagnosed with Alzheimer's?", at(PRESSURE, C("alzheimer"))),
        (EXTREME, "peak triglycerides", high(FATS)),
        (LIST, "Give me both LDL results from 2015.", all_of(LDL, Y(2015))),
        (ENDS, "What was Mum's latest vitamin B12 level?", nothing("vitamin b", "b12", "cobalamin")),
        (STEPS, "What was her blood pressure on the day she had the stroke?", nothing("stroke", "cerebrovasc")),
    ],
    "720b9118": [  # Micah Schinner, 1959 to 2020
        (COUNT, "How many rounds of combined chemo and radiation did Micah have?", often(P("chemotherapy"))),
        (EXTREME, "What was the lowest my brother's hemoglobin ever fell?", low(HEMOGLOBIN)),
        (EXTREME, "Date of Mr Schinner's lowest white cell count?", low_day(WHITE)),
        (LIST, "All hemoglobin values of 2018, please.", all_of(HEMOGLOBIN, Y(2018))),
        (INTERVAL, "How long after the colonoscopy was the colostomy made?", between(P("colonoscopy"), P("colostomy"))),
        (STEPS, "How bad was his pain, on the 0-10 scale, on the day he got the colostomy?", at(PAIN, P("colostomy"))),
        (MEAN, "Average leukocyte count in 2018 for Mr. Schinner?", mean(WHITE, Y(2018))),
        (FACT, "Was my brother a smoker? What does the record say?", words(SMOKING)),
        (COMPARISON, "Platelets in January vs February 2018: what's the difference?", differs(PLATELETS, M(2018, 1), M(2018, 2))),
    ],
    "775ae455": [  # Mariana Acuna, 1988
        (INTERVAL, "How long was I pregnant in 2020, in days?", lasted(C("normal pregnancy"), Y(2020))),
        (ENDS, "When was medroxyprogesterone first perscribed to me?", began(RX("medroxyprogesterone"))),
        (COMPARISON, "By how many points has my upper blood pressure value changed from 2011 to 2020?", differs(UPPER, Y(2020), Y(2011))),
    ],
    "79c96478": [  # Tony Douglas, 1972
        (TREND, "Have I been putting on weight over the years?", goes("rising", WEIGHT)),
        (COMPARISON, "How much heavier or lighter was I in 2020 than in 2012?", differs(WEIGHT, Y(2020), Y(2012))),
        (ENDS, "Mr. Douglas's latest HDL?", last(HDL)),
        (EXTREME, "What is the lowest diastolic pressure on file for Tony?", low(LOWER)),
        (MEAN, "mean of all his GFRs", mean(GFR)),
        (FACT, "When was I diagnosed with diabetes?", nothing("diabet", "prediabet")),
        (INTERVAL, "How many days have I had hypertension for?", since(C("hypertension"))),
    ],
    "7e60f506": [  # Idalia Kertzmann, 1941
        (FACT, "What T-score did Mrs. Kertzmann's bone scan give?", only(BONE)),
        (COUNT, "On how many occassions was my total cholesterol above 200?", above(CHOLESTEROL, 200)),
        (ENDS, "Last total bilirubin?", last(BILIRUBIN)),
        (COMPARISON, "Was my AST lower in 2020 than it was in 2018?", lower(AST, Y(2020), Y(2018))),
        (OPINION, "Do you think I should keep taking that statin at my age?", judged),
    ],
    "84680516": [  # Constance Grimes, 1983
        (LIST, "On what days did I have my C-sections?", days(P("cesarean"))),
        (FACT, "When did I have my tubes tied?", on(P("tubal ligation"))),
        (STEPS, "What was my hemoglobin the day they found I was anaemic?", at(HEMOGLOBIN, C("anemia"))),
        (INTERVAL, "How long did Ms Grimes's anemia go on for?", lasted(C("anemia"))),
        (COUNT, "Total number of IM injections Constance had?", often(P("intramuscular"))),
        (ENDS, "what was my frist recorded platelet count?", first(PLATELETS)),
        (LIST, "Which drugs have I been given for depression?", nothing("sertral", "fluoxet", "antidepress", "citalo", "escital", "venlaf", "bupropion", "paroxet", "duloxet")),
    ],
    "8a6f7e61": [  # Versie Botsford, 2018
        (STEPS, "What did Versie weigh at her last check-up before she broke her ankle?", before(WEIGHT, C("fracture of ankle"))),
        (COMPARISON, "Is her walnut IgE higher than her bee one?", stronger(WALNUT, BEE)),
        (FACT, "Does Versie still have an ear infection at present?", now(C("otitis"))),
        (FACT, "On which day did Versie have her tonsils out?", nothing("tonsil")),
    ],
    "8de3051f": [  # Gerardo Botello, 2010
        (COUNT, "How many asthma follow-up appointments has Gerardo been to?", for_reason("Asthma follow-up")),
        (FACT, "When did Gerardo have to go to the emergency department for his asthma?", on(("visit", "Emergency hospital admission for asthma"))),
        (TREND, "From 2015 on, which direction has Gerardo's BMI taken?", trend(BMI, SINCE(2015))),
        (COUNT, "How many seizures has Gerardo had?", nothing("seizure", "epilep", "convuls")),
        (EXTREME, "Gerardo's highest cholesterol so far?", unmeasured(CHOLESTEROL, "cholest", "lipid")),
        (OPINION, "Should Gerardo stop the methylphenidate over the summer holidays?", judged),
    ],
    "8ff20ff8": [  # Basil Champlin, 2010
        (INTERVAL, "How many days lay between Basil's two EEGs?", apart(P("eeg"))),
        (LIST, "Which meds was Basil prescribed in 2012?", names("medication", Y(2012))),
        (STEPS, "How old was our boy when epilepsy was diagnosed?", age_at(C("epilepsy"))),
        (COUNT, "How many times has Basil had pnuemonia?", nothing("pneumonia")),
        (LIST, "What is Basil allergic to?", none_of(A(""), "allerg")),
        (COMPARISON, "Is Basil's HDL better now than in 2015?", unmeasured(HDL, "high density", "hdl")),
    ],
    "948e608d": [  # Dirk Kuhlman, 1971
        (EXTREME, "Kuhlman - max A1c and nothing else", high(A1C)),
        (ENDS, "most recent microalbumin/creatinine ratio", last(RATIO)),
        (MEAN, "Average systolic during 2020?", mean(UPPER, Y(2020))),
        (TREND, "Is Mr Kuhlman's A1c coming down?", goes("falling", A1C)),
        (LIST, "What new prescriptions did I get in 2019?", names("medication", Y(2019))),
        (COMPARISON, "How does my HDL of 2021 compare with 2015's - how much difference?", differs(HDL, Y(2021), Y(2015))),
        (MEAN, "What was my avarage A1c in 2016?", none_then(A1C, Y(2016))),
        (OPINION, "Would you say my diabetes is well controlled?", judged),
    ],
    "9efca32a": [  # Vito Feeney, 1910 to 1979
        (COUNT, "How many PSA tests did Mr Feeney have in his lifetime?", measured(PSA)),
        (EXTREME, "When did great-grandfather's PSA peak?", high_day(PSA)),
        (STEPS, "What PSA did he have the day the prostate tumour was found?", at(PSA, C("neoplasm of prostate"))),
        (FACT, "What did Vito die of?", words(CAUSE)),
        (MEAN, "Mean PSA?", mean(PSA)),
        (FACT, "When was Vito Feeney's prostate removed?", nothing("prostatectomy")),
    ],
    "a5d58f24": [  # Dedra Bergnaum, 1980
        (TREND, "Am I gaining or losing weight?", trend(WEIGHT)),
        (LIST, "When did I come down with sinusitis? I need the dates.", days(C("sinusitis"))),
        (ENDS, "When was my last mammogram?", nothing("mammo")),
        (TREND, "Is my A1c going up?", unmeasured(A1C, "a1c", "hba", "glycat")),
    ],
    "a6889c6d": [  # Buddy MacGyver, 1915 to 1983
        (TREND, "How did Mr. MacGyver's FEV1/FVC develop over the years?", trend(SPIROMETRY)),
        (ENDS, "Buddy's final FEV1/FVC reading?", last(SPIROMETRY)),
        (EXTREME, "lowest GFR in this chart?", low(GFR)),
        (MEAN, "What was his average FEV1/FVC from 1979 on?", mean(SPIROMETRY, SINCE(1979))),
        (COUNT, "How many times was Uncle Buddy admitted to hospital as an inpatient?", visits(sort="IMP")),
        (INTERVAL, "How long after his lung transplant did he die?", nothing("transplant")),
    ],
    "ab4e7a7d": [  # Renea Quigley, 1957
        (EXTREME, "My worst ever LDL - what day was that?", high_day(LDL)),
        (MEAN, "What is Ms. Quigley's average HDL?", mean(HDL)),
        (TREND, "Would you call my A1c stable, rising or falling?", trend(A1C)),
        (COMPARISON, "Was my HDL in 2020 higher than in 2012?", higher(HDL, Y(2020), Y(2012))),
        (LIST, "Dates of my emergency room admissions?", days(("visit", "Emergency room admission"))),
        (INTERVAL, "How long have I been taking metformin?", nothing("metformin")),
        (OPINION, "Should I be frightened by my kidney disease?", judged),
    ],
    "af0e5952": [  # Madalyn Frami, 1988
        (MEAN, "Average potasium?", mean(POTASSIUM)),
        (TREND, "What has her systolic BP been doing since 2013?", trend(UPPER, SINCE(2013))),
    ],
    "beabfaa9": [  # Oralia Stark, 1998
        (LIST, "Birth control pills prescribed to me so far?", sorts(RX("day pack"))),
        (FACT, "Do I still take Tegretol?", now(RX("tegretol"))),
        (INTERVAL, "How many days after my seizure disorder was diagnosed did I get clonazepam?", between(C("seizure disorder"), RX("clonazepam"))),
        (STEPS, "What was my blood pressure the day I was prescribed Klonopin?", at(PRESSURE, RX("klonopin"))),
        (TREND, "weight trend for Ms Stark", trend(WEIGHT)),
        (EXTREME, "What's the highest my vitamin D has been?", nothing("vitamin d", "calcidiol", "cholecalc", "25-hydroxy")),
        (COMPARISON, "Was my weight in 2017 higher than in 2018?", none_then(WEIGHT, Y(2018))),
    ],
    "d00b766a": [  # Luis Miguel Delarosa, 1948
        (INTERVAL, "How many days after the bowel resection did the chemo start?", between(P("resection"), P("chemotherapy"))),
        (FACT, "How big was the polyp they measured?", only(POLYP)),
        (STEPS, "FEV1/FVC on the day of the emphysema diagnosis?", at(SPIROMETRY, C("emphysema"))),
        (COMPARISON, "By how much did my eGFR differ in Feb 2021 from March 2021?", differs(GFR, M(2021, 2), M(2021, 3))),
        (LIST, "When did they remove rectal polyps from me?", days(P("polypectomy"))),
        (ENDS, "What was the last PSA my husband had?", unmeasured(PSA, "psa", "prostat")),
        (OPINION, "Will the chemotherapy cure my husband?", judged),
    ],
    "d48ac962": [  # Jerrell Gerlach, 1939
        (STEPS, "Which medications were ordered the day his prostate neoplasm was discovered?", with_it(C("neoplasm of prostate"))),
        (ENDS, "last K+?", last(POTASSIUM)),
        (COMPARISON, "Was my A1c higher in 2020 than in 2019?", higher(A1C, Y(2020), Y(2019))),
        (MEAN, "What has my average pain score been?", mean(PAIN)),
        (MEAN, "My dad's average PSA?", unmeasured(PSA, "psa", "prostate specific", "prostate-specific")),
    ],
    "d64b37f5": [  # Benito Lucio, 1936
        (INTERVAL, "How long was Benito dealing with that concussion?", lasted(C("concussion"))),
        (COMPARISON, "How much did Mr. Lucio's hemoglobin change from 2014 to 2020?", differs(HEMOGLOBIN, Y(2020), Y(2014))),
        (EXTREME, "Lucio, highest alk phos?", high(PHOSPHATASE)),
        (STEPS, "How old was he when his hearing aid was fitted?", nothing("hearing")),
    ],
    "d8e20eac": [  # Carla Echevarria, 2005
        (MEAN, "What's the mean of Carla's systolic readings since 2016?", mean(UPPER, SINCE(2016))),
        (STEPS, "How old was Carla when she was first prescribed Camila?", age_at(RX("camila"))),
    ],
    "dc877b20": [  # David Alcantar, 1962
        (FACT, "TSH?", only(TSH)),
        (OPINION, "Is my levothyroxine dose right for me?", judged),
    ],
    "e4d83502": [  # Tai Bailey, 1924 to 2004
        (TREND, "Were Nana's MMSE scores going up or down?", trend(MEMORY)),
        (ENDS, "What did Grandma score on her very first memory test?", first(MEMORY)),
        (INTERVAL, "How long did Mrs. Bailey live after her stroke?", to_death(C("stroke"))),
        (ENDS, "What was her latest MMSE in 2002?", none_then(MEMORY, Y(2002))),
    ],
    "fd5d9368": [  # Donnell Green, 1936
        (COUNT, "How many emergency visits are there for Mr. Green altogether?", visits(sort="EMER")),
        (MEAN, "Mean diastolic since 2017?", mean(LOWER, SINCE(2017))),
        (COUNT, "How many COVID shots have I had?", nothing("covid", "sars", "coronavirus")),
    ],
    "e86e9cae": [  # Tracey Witting, 1938 to 2018
        (COMPARISON, "By how much did Tracey's bone density T-score differ in 2018 from 2013?", differs(BONE, Y(2018), Y(2013))),
        (COUNT, "How many times was Mr Witting's PSA over 3?", above(PSA, 3)),
        (LIST, "Which chemo drugs did my uncle get?", nothing("chemo", "cisplat", "oxalipl", "docetax", "paclit", "leucov", "etopos")),
    ],
    "c2128e3c": [  # Granville Crooks, 1953 to 2006
        (MEAN, "What did his creatinine average in 2004?", mean(CREATININE, Y(2004))),
        (ENDS, "what was his last total cholestrol?", last(CHOLESTEROL)),
        (EXTREME, "What was Mr Crooks's highest eGFR in 2002?", none_then(GFR, Y(2002))),
        (MEAN, "Average weight of Granville in 1998?", none_then(WEIGHT, Y(1998))),
    ],
}

EVERYBODY = [
    (COHORT, "Which patients have ever had gout?", who(ever(*C("gout")))),
    (COHORT, "Who has had a heart attack at some point?", who(ever(*C("myocardial infarction")))),
    (COHORT, "List everyone ever diagnosed with atrial fibrillation.", who(ever(*C("atrial fibrillation")))),
    (COHORT, "Which patients have had both AF and a stroke?", who(both(C("atrial fibrillation"), C("stroke")))),
    (COHORT, "Who underwent coronary bypass surgery?", who(ever(*P("bypass")))),
    (COHORT, "How many people here have had a colonoscopy?", how_many(ever(*P("colonoscopy")))),
    (COHORT, "How many patients have been vaccinated against shingles?", how_many(ever(*V("zoster")))),
    (COHORT, "Patients allergic to shellfish?", who(ever(*A("shellfish")))),
    (COHORT, "How many were ever diagnosed with osteoporosis?", how_many(ever(*C("osteoporosis (disorder)")))),
    (COHORT, "Who currently uses an albuterol inhaler?", who(current(*RX("albuterol")))),
    (COHORT, "Who was ever prescribed allopurinal?", who(ever(*RX("allopurinol")))),
    (COHORT, "Which patients died of Alzheimer's?", who(died_of("alzheimer"))),
    (COHORT, "What do our emphysema patients take at the moment?", taken_by(*C("emphysema"))),
    (COHORT, "How many of the patients are female?", how_many(lambda r: r.gender == "female")),
    (COHORT, "Which patients have ever had a PSA over 5?", who(ever_over(PSA, 5))),
    (COHORT, "Who has lupus?", nobody("lupus")),
    (COHORT, "Which patients are on semaglutide?", nobody("semaglut", "ozempic", "wegovy", "rybelsus")),
    (COHORT, "How many patients have multiple sclerosis?", nobody("multiple scler", "sclerosis")),
]

if __name__ == "__main__":
    write(PEOPLE, EVERYBODY, "h")
