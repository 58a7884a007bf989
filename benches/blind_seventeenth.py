"""A seventeenth set of questions in everyday wording, each with its truth: OUT.jsonl FOLDER

The questions were written by somebody who has not seen the product's source before it was asked any of them. Their truths are computed by
blind_people.py, and by the few functions below, from the raw JSON of the bundles.
"""

from blind_people import *

BMI, HEIGHT, FEVER, DXA = "39156-5", "8302-2", "8331-1", "38265-5"
WHITE, PLATELETS, CREATININE, CALCIUM, SODIUM, UREA = "6690-2", "777-3", "38483-4", "49765-1", "2947-0", "6299-2"
ALBUMIN, BILIRUBIN, ALKALINE, PROTEIN = "1751-7", "1975-2", "6768-6", "2885-2"
CAUSE = "69453-9"


def died(r):
    assert r.death
    return r.death.isoformat()


def death_age(r):
    assert r.death
    return years(r.birth, r.death)


def after(code, thing):
    """The first value after the only day of that."""
    def truth(r):
        day = one(r, thing).day
        found = [x for x in clear(r.of(code), 2) if x.day > day]
        assert found and not r.of(code, D(day.isoformat()))
        return found[0].text
    return truth


def nobody(*beginnings):
    """No record of anybody has a word that begins so."""
    def truth(people):
        assert all(nothing(*beginnings)(r) == ABSENT for r in people)
        return ABSENT
    return truth


PEOPLE = {
    "0c2a34a4": [  # Ardith Welch, a girl, 2014
        (FACT, "what was my daughter's peanut IgE when they tested her in January 2016?", only("6206-7", M(2016, 1))),
        (LIST, "Everything Ardith is allergic to, please", names("allergy")),
        (COUNT, "How many DTaP shots has my little one had so far?", often(V("DTaP"))),
        (STEPS, "How old was she when she needed the adrenaline injection?", age_at(P("Injection of adrenaline"))),
        (FACT, "On what date did Ardith get her HPV jab?", none_of(V("HPV"), "hpv", "papilloma")),
        (ENDS, "When was her most recent polio shot?", newest(V("IPV"))),
        (INTERVAL, "How many days apart were her two chickenpox vaccinatons?", apart(V("varicella"))),
        (TREND, "Is Ardith's weight going up or down since 2016?", trend(WEIGHT, SINCE(2016))),
    ],
    "138eac2a": [  # Andrea Dach, a man, 1910 to 1978
        (ENDS, "What was the last potassium on record for my grandfather?", last(POTASSIUM)),
        (FACT, "What did my grandfather die of?", words(CAUSE)),
        (INTERVAL, "From his stroke to his death, how many days did Mr. Dach live?", to_death(C("Stroke"))),
        (MEAN, "What did his calcium average over the years?", mean(CALCIUM)),
        (EXTREME, "Highest blood urea nitrogen he ever had?", high(UREA)),
        (EXTREME, "On which day were Mr Dach's triglycerides at their lowest?", low_day(FATS)),
        (STEPS, "At what age was grandpa diagnosed with high blood pressure?", age_at(C("Hypertension"))),
        (ENDS, "his latest HbA1c?", unmeasured(A1C, "a1c", "glycated", "hba1c")),
        (COMPARISON, "Was his sodium higher in 1974 than it was in 1971?", higher(SODIUM, Y(1974), Y(1971))),
        (TREND, "Did his weight go up between 1968 and 1973?", goes("rising", WEIGHT, Y(1968, 1973))),
    ],
    "14b0104f": [  # Mrs. Fannie Kutch, 1972
        (ENDS, "When did they last insert an IUD for me?", newest(P("Insertion of intrauterine"))),
        (INTERVAL, "How many days did my ear infection drag on?", lasted(C("Otitis media"))),
        (COUNT, "How often did they listen to my baby's heartbeat while I was pregnant?", often(P("Auscultation of the fetal heart"))),
        (LIST, "Could you list the dates of all my flu shots?", days(V("influenza"))),
        (STEPS, "My age at the preeclampsia diagnosis?", age_at(C("Preeclampsia"))),
        (STEPS, "What medicines was I prescribed the day my ear infection was diagnosed?", with_it(C("Otitis media"))),
        (FACT, "When was my C-section?", nothing("cesarean", "caesarean", "c-section")),
        (COMPARISON, "By how much did my LDL differ in 2018 compared with 2014?", differs(LDL, Y(2018), Y(2014))),
    ],
    "1fc53917": [  # Mr. Mario Dietrich, 1965
        (EXTREME, "What's the worst systolic I've ever had?", high(UPPER)),
        (COUNT, "How many times did Mr. Dietrich land in the ER for an overdose?", for_reason("Drug overdose", "EMER")),
        (MEAN, "my average creatinine please", mean(CREATININE)),
        (ENDS, "What was my very first A1c?", first(A1C)),
        (LIST, "Show me every potasium result since 2017.", all_of(POTASSIUM, SINCE(2017))),
        (FACT, "What was my PSA level?", unmeasured(PSA, "psa", "prostat")),
        (FACT, "am I still on hydrochlorothiazide?", now(RX("Hydrochlorothiazide"))),
        (TREND, "Has my weight been climbing, dropping or steady since 2014?", trend(WEIGHT, SINCE(2014))),
        (OPINION, "Would it be wise to have my wisdom teeth taken out now?", judged),
    ],
    "25477ae6": [  # Mr. Stan Steuber, 1969
        (FACT, "Mr. Steuber's temperature in November 2011?", only(FEVER, M(2011, 11))),
        (ENDS, "most recent ALT?", last(ALT)),
        (INTERVAL, "How long, in days, did the cut on my hand take to heal?", lasted(C("Laceration of hand"))),
        (COMPARISON, "How does my creatinine from 2021 compare with the one from 2019?", differs(CREATININE, Y(2021), Y(2019))),
        (LIST, "On which days did I get stitches?", days(P("Suture open wound"))),
        (FACT, "What did the doctor prescribe for my migraines?", nothing("migraine")),
        (TREND, "Is my potassium rising over the years?", goes("rising", POTASSIUM)),
        (OPINION, "Do I really need to keep taking the simvastatin?", judged),
    ],
    "27f12f19": [  # Mrs. Charlotte Padberg, 1991
        (COUNT, "How many times has Charlotte given birth?", often(P("Childbirth"))),
        (FACT, "When did she get the blood transfusion?", on(P("transfusion"))),
        (STEPS, "What was her hemoglobn the day she was transfused?", at(HEMOGLOBIN, P("transfusion"))),
        (INTERVAL, "How many days did my second-degree burn last?", lasted(C("Second degree burn"))),
        (ENDS, "When did my latest pregnacy start?", newest(C("Normal pregnancy"))),
        (EXTREME, "What is the most I have ever weighed?", high(WEIGHT)),
        (FACT, "What's my total cholesterol?", unmeasured(CHOLESTEROL, "cholesterol", "lipoprotein")),
        (MEAN, "Ms. Padberg: mean BMI across all visits?", mean(BMI)),
    ],
    "31055311": [  # Mr. Olen Kulas, 1954 to 2015
        (INTERVAL, "How many days did Dad live after his heart failure was diagnosed?", to_death(C("congestive heart failure"))),
        (LIST, "Give me the dates of all of Mr. Kulas' echocardiograms.", days(P("echocardiogra"))),
        (COMPARISON, "How did his 2008 weight compare to 2007?", differs(WEIGHT, Y(2008), Y(2007))),
        (MEAN, "Average systolic for Mr Kulas from 2009 to 2012?", mean(UPPER, Y(2009, 2012))),
        (LIST, "Which insulins was my late father on?", nothing("insulin")),
    ],
    "43b6ae50": [  # Mr. Adán Portillo, 1937
        (STEPS, "Which medications were started on the day the a-fib was diagnosed?", with_it(C("Atrial Fibrillation"))),
        (COUNT, "Dad's cardioversions - how many in total?", often(P("Electrical cardioversion"))),
        (ENDS, "first cardioversion on record?", began(P("Electrical cardioversion"))),
        (EXTREME, "On what date was his systolic pressure the lowest?", low_day(UPPER)),
        (TREND, "What's the trend of my dad's LDL?", trend(LDL)),
        (LIST, "What is Mr. Portillo taking at the moment?", names("medication", current=True)),
        (FACT, "When was my father's pacemaker implanted?", nothing("pacemaker", "pacing", "cardiac pacem")),
        (MEAN, "What's his average A1c?", unmeasured(A1C, "a1c", "hba1c")),
        (OPINION, "Is it safe for Dad to stay on warfarin at his age?", judged),
    ],
    "4577f039": [  # Mr. Louis Wisoky, 1938 to 2020
        (FACT, "What was the T-score on grandad's bone density test?", only(DXA)),
        (EXTREME, "best FEV1/FVC he ever blew?", high(SPIROMETRY)),
        (MEAN, "Mr. Wisoky's mean haemoglobin A1c over the whole record?", mean(A1C)),
        (COUNT, "How many of his FEV1/FVC readings were above 20?", above(SPIROMETRY, 20)),
        (ENDS, "When did he last attend pulmonary rehab?", newest(P("Pulmonary rehabilitation"))),
        (COMPARISON, "How far apart are his hemoglobin of 2017 and the one of 2011?", differs(HEMOGLOBIN, Y(2017), Y(2011))),
        (FACT, "When did my grandfather start using a CPAP for his sleep apnea?", nothing("sleep", "cpap", "apnea", "apnoea")),
        (LIST, "Which drugs was he given on April 22, 2017?", names("medication", D("2017-04-22"))),
        (FACT, "When did Mr Wisoky pass away?", died),
    ],
    "57a5a683": [  # Mrs. Beatriz Salazar, 1967
        (ENDS, "What did I weigh at my earliest recorded weigh-in?", first(WEIGHT)),
        (COMPARISON, "Did I weigh less in 2019 than in 2018?", lower(WEIGHT, Y(2019), Y(2018))),
        (STEPS, "What was I prescribed lisinopril for, and how old was I?", nothing("lisinopril")),
        (FACT, "when was my contraceptive implant removed", on(P("Removal of subcutaneous"))),
    ],
    "6fed515d": [  # Mrs. Sina Yundt, 1937
        (INTERVAL, "How many days were there between my two allopurinol prescriptions?", apart(RX("Allopurinol"))),
        (EXTREME, "Which day was my pain the worst?", high_day(PAIN)),
        (TREND, "Is my cholestrol getting higher or lower?", trend(CHOLESTEROL)),
        (COUNT, "number of visits Mrs Yundt had because of gout?", for_reason("Gout")),
        (ENDS, "Latest platelet count, Mrs. Yundt?", last(PLATELETS)),
        (ENDS, "What was my last eGFR?", unmeasured(GFR, "glomerular", "gfr", "egfr")),
        (COMPARISON, "is my HDL in 2019 lower than the one in 2013?", lower(HDL, Y(2019), Y(2013))),
    ],
    "720b9118": [  # Mr. Micah Schinner, 1959 to 2020
        (LIST, "On which dates did my brother have chemo and radiation?", days(P("Combined chemotherapy"))),
        (EXTREME, "What was the lowest his white count dropped to?", low(WHITE)),
        (EXTREME, "When did Mr. Schinner's platelets bottom out?", low_day(PLATELETS)),
        (MEAN, "avg bilirubin in Micah's blood?", mean(BILIRUBIN)),
        (INTERVAL, "How many days after the colon cancer diagnosis did my brother die?", to_death(C("Secondary malignant neoplasm of colon"))),
        (FACT, "When was the colostomy done?", on(P("colostomy"))),
        (STEPS, "What was his hemoglobin on the day the anemia was diagnosed?", at(HEMOGLOBIN, C("Anemia"))),
        (ENDS, "Last hemoglobin we have on Micah?", last(HEMOGLOBIN)),
        (TREND, "Was his LDL heading up or down?", trend(LDL)),
        (FACT, "When was the lung cancer found?", nothing("lung", "pulmon")),
        (COMPARISON, "Comparing January 2018 with February 2018, was the haemoglobin lower in January?", lower(HEMOGLOBIN, M(2018, 1), M(2018, 2))),
    ],
    "79c96478": [  # Mr. Tony Douglas, 1972
        (FACT, "BP on 22 July 2014?", only(PRESSURE, D("2014-07-22"))),
        (TREND, "Which way is my weight heading?", trend(WEIGHT)),
        (COMPARISON, "What's the difference between my GFR in 2020 and in 2018?", differs(GFR, Y(2020), Y(2018))),
        (COUNT, "how many flu shots did I get since 2014?", often(V("influenza"), SINCE(2014))),
        (FACT, "What did I weigh in 2013?", none_then(WEIGHT, Y(2013))),
        (FACT, "When was my peanut allergy discovered?", nothing("peanut")),
        (INTERVAL, "My bacterial sinus infection: how many days did it last?", lasted(C("Acute bacterial sinusitis"))),
        (OPINION, "Is my blood pressure dangerously high for someone my age?", judged),
    ],
    "8a6f7e61": [  # Versie Botsford, a girl, 2018
        (COUNT, "How many ear infections has my toddler had?", often(C("Otitis media"))),
        (FACT, "Does my little girl still have an ear infection?", now(C("Otitis media"))),
        (FACT, "Which inhaler is she on for her asthma?", nothing("asthma", "albuterol", "inhaler")),
        (COUNT, "How many seizures has Versie had?", nothing("seizure", "epilep", "convuls")),
        (OPINION, "Is my little girl developing the way a child of three should?", judged),
        (LIST, "Which vaccines did she get on July 31, 2019?", names("vaccine", D("2019-07-31"))),
    ],
    "8ff20ff8": [  # Basil Champlin, a boy, 2010
        (LIST, "What dates did Basil have EEGs?", days(P("Electroencephalogram"))),
        (FACT, "Is my son still taking Tegretol?", now(RX("Tegretol"))),
        (STEPS, "Basil's epilepsy diagnosis: how old was he at that time?", age_at(C("Epilepsy"))),
        (TREND, "Is my son's BMI rising since 2015?", goes("rising", BMI, SINCE(2015))),
        (FACT, "When did Basil start on Ritalin?", nothing("attention", "adhd", "methylphenidate", "ritalin")),
        (COMPARISON, "How much did his white blood cell count change from 2015 to 2020?", differs(WHITE, Y(2020), Y(2015))),
        (OPINION, "Is Basil too small for a boy his age?", judged),
    ],
    "948e608d": [  # Mr. Dirk Kuhlman, 1971
        (ENDS, "last microalbumin/creatinine ratio?", last(RATIO)),
        (EXTREME, "On which date was my microalbumin creatinine ratio highest?", high_day(RATIO)),
        (FACT, "Mr. Kuhlman, A1c March 2019?", only(A1C, M(2019, 3))),
        (MEAN, "What was my average LDL in 2020?", mean(LDL, Y(2020))),
        (COUNT, "How many blood pressure readings do you have for me from 2020?", measured(PRESSURE, Y(2020))),
        (STEPS, "What was I given the day they operated on my shoulder?", with_it(P("Surgical manipulation of shoulder"))),
        (INTERVAL, "Rotator cuff injury - duration in days?", lasted(C("rotator cuff"))),
        (LIST, "current meds for Mr Kuhlman?", names("medication", current=True)),
        (FACT, "When did they find diabetic retinopathy in my eyes?", nothing("retinopath")),
        (OPINION, "Should Mr. Kuhlman's insulin dose be changed?", judged),
    ],
    "ab4e7a7d": [  # Mrs. Renea Quigley, 1957
        (FACT, "Do I still have arthritis in my hip?", now(C("Osteoarthritis of hip"))),
        (COUNT, "How many of my total cholesterol readings were over 220?", above(CHOLESTEROL, 220)),
        (MEAN, "What's the mean of all my microalbumin creatinine ratios?", mean(RATIO)),
        (STEPS, "What was my pain score on the day the hip osteoarthritis was diagnosed?", at(PAIN, C("Osteoarthritis of hip"))),
        (ENDS, "When was mum's first colonscopy?", began(P("Colonoscopy"))),
        (ENDS, "What was my last TSH?", unmeasured(TSH, "thyro", "tsh")),
    ],
    "bae2bf00": [  # Mr. Louis Maggio, 1976
        (STEPS, "What was my A1c on the day I was diagnosed with diabetes?", at(A1C, C("Diabetes"))),
        (COMPARISON, "What's the difference in my LDL between 2020 and 2018?", differs(LDL, Y(2020), Y(2018))),
        (ENDS, "When was my last colonoscopy?", none_of(P("Colonoscopy"), "colonoscop")),
    ],
    "d0190651": [  # Mr. Chadwick Von, 1938 to 2008
        (LIST, "Please list all of my late husband's PSA values", all_of(PSA)),
        (EXTREME, "When was his PSA highest?", high_day(PSA)),
        (MEAN, "Average PSA from 1999 through 2002?", mean(PSA, Y(1999, 2002))),
        (INTERVAL, "Time from Mr. Von's prostatectomy to his death, in days?", to_death(P("Prostatectomy"))),
        (COUNT, "Mr. Von, inpatient stays for migraine: how many?", for_reason("migraine", "IMP")),
        (STEPS, "What was his PSA on the day of the prostatectomy?", at(PSA, P("Prostatectomy"))),
        (FACT, "When did my husband begin dialysis?", nothing("dialysis", "hemodialysis", "haemodialysis")),
        (STEPS, "Which drugs was he put on the day coronary heart disease was diagnosed?", with_it(C("Coronary Heart Disease"))),
    ],
    "d63abf62": [  # Steve Nikolaus, a boy, 2007
        (COUNT, "Could you tell me how many cognitive behavioural therapy sessions Steve has had?", often(P("Cognitive and behavioral"))),
        (INTERVAL, "How many days did my son's ADHD last, according to the record?", lasted(C("attention deficit"))),
        (LIST, "What is Steve allergic to?", nothing("allerg")),
        (COMPARISON, "Did Steve weigh more in 2018 than in 2019?", higher(WEIGHT, Y(2018), Y(2019))),
        (LIST, "When did my son get his HPV shots?", days(V("HPV"))),
        (TREND, "Is his BMI falling since 2018?", goes("falling", BMI, SINCE(2018))),
    ],
    "d64b37f5": [  # Mr. Benito Lucio, 1936
        (TREND, "How's grandpa's MMSE developing over time?", trend(MEMORY)),
        (FACT, "How big was Dad's colon polyp?", only(POLYP)),
        (INTERVAL, "How many days after the Alzheimer's diagnosis did he get donepezil?", between(C("Alzheimer"), RX("Donepezil"))),
        (MEAN, "Would you work out Mr Lucio's mean GFR for me, please?", mean(GFR)),
        (EXTREME, "The highest systolic my grandfather ever had?", high(UPPER)),
        (FACT, "MMSE in 2019?", none_then(MEMORY, Y(2019))),
        (FACT, "Does Mr. Lucio still have a concussion?", now(C("Concussion"))),
    ],
    "e4d83502": [  # Mrs. Tai Bailey, 1924 to 2004
        (LIST, "All the MMSE scores grandma got?", all_of(MEMORY)),
        (MEAN, "Mrs. Bailey's average diastolic?", mean(LOWER)),
        (COUNT, "How many MMSE tests did my gran do?", measured(MEMORY)),
        (FACT, "When did grandma break her hip?", nothing("hip", "fracture")),
        (COUNT, "How many times was she admitted for pneumonia?", nothing("pneumonia")),
    ],
    "d8e20eac": [  # Carla Echevarría, a girl, 2005
        (COMPARISON, "How much taller was Carla in 2020 than in 2015?", differs(HEIGHT, Y(2020), Y(2015))),
        (FACT, "When did my daughter have her Tdap?", on(V("Tdap"))),
        (MEAN, "What is my daughter's average BMI since 2016?", mean(BMI, SINCE(2016))),
    ],
    "c2128e3c": [  # Mr. Granville Crooks, 1953 to 2006
        (EXTREME, "What's the lowest hemoglobin my uncle had?", low(HEMOGLOBIN)),
        (MEAN, "mean ALT for Mr. Crooks", mean(ALT)),
        (INTERVAL, "How many days from the colon cancer diagnosis to the bowel resection?",
         between(C("Overlapping malignant"), P("Partial resection"))),
        (STEPS, "Mr. Crooks died at what age?", death_age),
        (LIST, "every GFR we have on Mr. Crooks", all_of(GFR)),
        (COMPARISON, "Was his alkaline phosphatase in September 2004 lower than in August 2004?", lower(ALKALINE, M(2004, 9), M(2004, 8))),
    ],
    "15e2659f": [  # Mrs. Sharmaine Yost, 1942
        (STEPS, "What age had I reached when they found my osteoperosis?", age_at(C("Osteoporosis"))),
        (EXTREME, "On what day was my sodium lowest?", low_day(SODIUM)),
        (COUNT, "How many times was Mrs. Yost's potassium above 5?", above(POTASSIUM, 5)),
        (MEAN, "Averge albumin, Mrs Yost?", mean(ALBUMIN)),
        (FACT, "What is my vitamin D level?", nothing("vitamin d", "25-hydroxy", "calcidiol", "cholecalciferol")),
        (INTERVAL, "How many days have gone by since I was diagnosed with osteoporosis?", since(C("Osteoporosis"))),
    ],
    "b13bd1f1": [  # Jene Cummings, a woman, 1989 to 2009
        (COUNT, "How many allergy shots (immunotherapy) did Jene get?", often(P("Subcutaneous immunotherapy"))),
        (ENDS, "When was her last intramuscular injection?", newest(P("Intramuscular injection"))),
        (EXTREME, "What was my sister's highest cholesterol?", unmeasured(CHOLESTEROL, "cholesterol", "lipoprotein")),
    ],
    "775ae455": [  # Mrs. Mariana Acuña, 1988
        (INTERVAL, "The pregnancy of mine that began in February 2020: how many days was it from beginning to end?",
         lasted(C("Normal pregnancy"), M(2020, 2))),
        (ENDS, "When was my last mammogram?", nothing("mammogra", "mammo")),
    ],
    "c0d63c39": [  # Mr. Jeffry Jenkins, 1998
        (COMPARISON, "How did my systolic in 2016 differ from 2015?", differs(UPPER, Y(2016), Y(2015))),
        (TREND, "What direction is my BMI going?", trend(BMI)),
        (STEPS, "How old was I when I was told I had hypertension?", age_at(C("Hypertension"))),
        (FACT, "Which statin am I taking?", nothing("simva", "statin", "atorva", "simvi", "rosuva", "prava")),
        (INTERVAL, "gap in days between my 1st and 2nd hep B jab", apart(V("Hep B"))),
        (MEAN, "What's my mean total cholesterol?", unmeasured(CHOLESTEROL, "cholesterol", "lipoprotein")),
    ],
    "84afbe27": [  # Mr. Austin Franecki, 1920 to 1989
        (EXTREME, "lowest PSA, Franecki?", low(PSA)),
        (COUNT, "How many times was he prescribed cisplatin?", often(RX("Cisplatin"))),
        (TREND, "Was Mr. Franecki's potassium falling in the eighties?", goes("falling", POTASSIUM, Y(1980, 1989))),
        (INTERVAL, "How many days were there from the chest CT to the needle biopsy of his lung?",
         between(P("Computed tomography of chest"), P("Fine needle"))),
        (MEAN, "What did my grandfather's blood glucose average?", mean(SUGAR)),
        (COMPARISON, "Was his TSH in 1985 higher than in 1984?", unmeasured(TSH, "thyro", "tsh")),
    ],
    "fd5d9368": [  # Mr. Donnell Green, 1936
        (EXTREME, "What was my lowest total protein?", low(PROTEIN)),
        (COMPARISON, "was my A1c in 2018 better than in 2012?", unmeasured(A1C, "a1c", "hba1c")),
        (OPINION, "Why do I keep getting these headaches?", judged),
    ],
    "ca3d7b05": [  # Mr. Jarred Stracke, 1915 to 2012
        (LIST, "Both dates of the catheter ablation?", days(P("Catheter ablation"))),
        (TREND, "Did Mr. Stracke's creatinine fall, rise, or stay the same from 2002 to 2011?", trend(CREATININE, Y(2002, 2011))),
        (TREND, "Was his NT-proBNP going up?", unmeasured(BNP, "natriuretic", "nt-probnp", "bnp", "probnp")),
        (FACT, "When did great-grandpa have his knee replaced?", nothing("knee")),
    ],
    "dc7d5e40": [  # Mrs. Catina Sawayn, 1961
        (MEAN, "What is my average urea nitrogen?", mean(UREA)),
        (COMPARISON, "Was my bone density T-score better in 2021 than in 2016?", none_then(DXA, Y(2016))),
        (TREND, "Has my weight been going up from 2011 to 2015?", goes("rising", WEIGHT, Y(2011, 2015))),
        (EXTREME, "Highest triglicerides, Mrs. Sawayn?", high(FATS)),
        (STEPS, "What was my first weight after I cut my foot?", after(WEIGHT, C("Laceration of foot"))),
        (TREND, "Is my A1c trending up?", unmeasured(A1C, "a1c", "hba1c")),
    ],
}

EVERYBODY = [
    (COHORT, "Which patients have ever had gout?", who(ever(*C("gout")))),
    (COHORT, "Who has been prescribed warfarin at any time?", who(ever(*RX("Warfarin")))),
    (COHORT, "How many of the patients have died?", how_many(lambda r: bool(r.death))),
    (COHORT, "Which patients have a recorded allergy to shellfish?", who(ever(*A("shellfish")))),
    (COHORT, "Who underwent coronary bypass surgery?", who(ever(*P("Coronary artery bypass")))),
    (COHORT, "which women had a caesarean", who(ever(*P("Cesarean")))),
    (COHORT, "How many people had a bone density scan?", how_many(ever(*P("Bone density")))),
    (COHORT, "Patients with both atrial fibrillation and stroke?", who(both(C("Atrial Fibrillation"), C("Stroke")))),
    (COHORT, "Who has ever been diagnosed with rheumatoid arthritis?", who(ever(*C("Rheumatoid")))),
    (COHORT, "Which patients currently take levothyroxine?", who(current(*RX("Levothyroxine")))),
    (COHORT, "Who ever broke a collarbone?", who(ever(*C("Fracture of clavicle")))),
    (COHORT, "What are our emphysema patients taking these days?", taken_by(*C("emphysema"))),
    (COHORT, "Who is on albuterol right now?", who(current(*RX("Albuterol")))),
    (COHORT, "How many patients got a shingles shot?", how_many(ever(*V("zoster")))),
    (COHORT, "Who had a cardioversion and also a catheter ablation?", who(both(P("Electrical cardioversion"), P("Catheter ablation")))),
    (COHORT, "Which patients have lupus?", nobody("lupus")),
    (COHORT, "Who had a kidney transplant?", nobody("transplant", "kidney transplant", "renal transplant")),
    (COHORT, "How many patients are on lithium?", nobody("lithium")),
]

if __name__ == "__main__":
    write(PEOPLE, EVERYBODY, "s")
