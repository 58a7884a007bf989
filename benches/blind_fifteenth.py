"""A fifteenth set of questions in everyday wording, each with its truth: OUT.jsonl FOLDER

The questions were written by somebody who has not seen the product's source before it was asked any of them. Their truths are computed by
blind_people.py, and by the few functions below, from the raw JSON of the bundles.
"""

from blind_people import *

BMI, WHITE, CREATININE, SODIUM = "39156-5", "6690-2", "38483-4", "2947-0"
FEVER, BONES, DEATH = "8331-1", "38265-5", "69453-9"


def exactly(r, name):
    """The only condition of just that name (diabetes, and not prediabetes)."""
    found, = [x for x in r.things["condition"] if x.name == name]
    return found


def at_exactly(code, name): return lambda r: only(code, D(exactly(r, name).day.isoformat()))(r)
def has_exactly(name): return lambda r: any(x.name == name for x in r.things["condition"])


def done_with(thing, least=2):
    """The procedures of the day of a thing."""
    return lambda r: names("procedure", D(one(r, thing).day.isoformat()), False, least)(r)


def named(kind, *parts):
    """The names of that kind with any of the parts; each part is met, and the person has others, too."""
    def truth(r):
        assert all(r.have(kind, p) for p in parts)
        found = sorted({x.name for x in r.have(kind, *parts)})
        assert 1 < len(found) < len({x.name for x in r.things[kind]})
        return found
    return truth


def newest_to_death(thing): return lambda r: span(date.fromisoformat(newest(thing)(r)), r.death)
def age_at_death(r): return years(r.birth, r.death)


def first_to_last(thing):
    def truth(r):
        found = some(r, thing)
        assert len(found) > 2
        return span(found[0].day, found[-1].day)
    return truth


def earlier(thing, other):
    """Whether the one began before the other; neither has more than one day."""
    def truth(r):
        a, b = one(r, thing).day, one(r, other).day
        assert a != b
        return yes(a < b)
    return truth


def when_extreme(code, pick, other, when=None):
    """Another value of the day of the highest or lowest value."""
    return lambda r: only(other, D(extreme(code, pick, when)(r).day.isoformat()))(r)


def after(code, thing):
    """The first value of a later day than the thing's."""
    def truth(r):
        day = one(r, thing).day
        found = clear([x for x in r.of(code) if x.day > day], 1)
        assert not r.of(code, D(day.isoformat()))
        return found[0].text
    return truth


def nobody(*beginnings):
    """No text of any record has a word that begins so."""
    def truth(people):
        assert all(nothing(*beginnings)(r) == ABSENT for r in people)
        return ABSENT
    return truth


def died_of(part):
    return lambda r: any(part in text.lower() for _, text in r.words.get(DEATH, []))


PEOPLE = {
    "080e29a2": [  # Vannessa Batz, a girl of 2007
        (FACT, "How much did my daughter weigh at her checkup in July 2014?", only(WEIGHT, M(2014, 7))),
        (LIST, "Which jabs did Vannessa get in 2012?", names("vaccine", Y(2012))),
        (INTERVAL, "How many days did that ear infection of hers from 2012 hang around?", lasted(C("otitis"))),
        (COUNT, "how many HPV shots has she had so far", often(V("hpv"))),
        (ENDS, "When did Vannessa last come down with sinusitis?", newest(C("sinusitis"))),
        (FACT, "On what date did she get her covid vaccine?", nothing("covid", "sars", "corona")),
        (COMPARISON, "Was her systolic higher in 2018 than in 2020?", higher(UPPER, Y(2018), Y(2020))),
        (TREND, "Is Vannessa's weight going up or down?", trend(WEIGHT)),
    ],
    "0c2a34a4": [  # Ardith Welch, a girl of 2014
        (LIST, "What is Ardith allergic to? Please list everything.", names("allergy")),
        (FACT, "peanut IgE level?", only("6206-7")),
        (STEPS, "How old was my granddaughter when she had her acute allergic reaction?", age_at(C("acute allergic reaction"))),
        (INTERVAL, "Days since her adrenaline injection last December?", since(P("injection of adrenaline"))),
        (EXTREME, "Lowest BMI on file for Ardith?", low(BMI)),
        (EXTREME, "What was the highest HbA1c Ardith ever had?", unmeasured(A1C, "a1c", "hba1c", "glycated")),
        (ENDS, "Date of Ardith's first MMR?", began(V("mmr"))),
    ],
    "05feb4fd": [  # Catina Witting, 1948-1959
        (FACT, "What did little Catina die of?", words(DEATH)),
        (EXTREME, "What was the highest temperature ever taken on her?", high(FEVER)),
        (LIST, "On which dates did she come down with strep throat?", days(C("streptococcal"))),
        (COUNT, "How many asthma attacks did she have?", nothing("asthma")),
        (COMPARISON, "Did Catina have the wrist sprain before the concussion?", earlier(C("sprain of wrist"), C("concussion"))),
    ],
    "14b0104f": [  # Fannie Kutch, 1972
        (FACT, "Hello, I was wondering whether you could tell me the date on which I gave birth?", on(P("childbirth"))),
        (INTERVAL, "For how many days did I have preeclampsia?", lasted(C("preeclampsia"))),
        (ENDS, "When did I get my first contraceptive implant put in?", began(P("insertion of subcutaneous"))),
        (LIST, "Which kinds of birth control have I been prescribed over the years?",
         named("medication", "errin", "mirena", "etonogestrel", "trinessa", "levora", "kyleena")),
        (STEPS, "What was I prescribed when the middle ear infection was diagnosed?", with_it(C("otitis"))),
        (MEAN, "Average of my LDL results, please", mean(LDL)),
        (FACT, "What did my last mammogram show?", nothing("mammo")),
        (INTERVAL, "I had a C-section with the baby, how many days ago was that?", none_of(P("cesarean"), "cesarean", "caesarean", "c-section")),
        (COMPARISON, "was my total cholestrol lower in 2018 than in 2014", lower(CHOLESTEROL, Y(2018), Y(2014))),
    ],
    "15e2659f": [  # Sharmaine Yost, 1942
        (EXTREME, "What's the highest my LDL has ever been?", high(LDL)),
        (MEAN, "Could you tell me my average potassium over the years 2015 to 2020?", mean(POTASSIUM, Y(2015, 2020))),
        (FACT, "DXA T-score?", only(BONES)),
        (ENDS, "most recent triglycerides", last(FATS)),
        (INTERVAL, "How many days were there between my two colonoscopies?", apart(P("colonoscopy"))),
        (COUNT, "How many flu shots have I had since 2015?", often(V("influenza"), SINCE(2015))),
        (MEAN, "What was my average LDL in 2009?", none_then(LDL, Y(2009))),
        (FACT, "Which hospital did my hip replacement in 2016?", nothing("hip", "arthroplast", "prosthe")),
        (OPINION, "Is it dangerous that I stayed on the cholesterol pill for so many years?", judged),
    ],
    "1826f231": [  # Korey Toy, 1913-1993
        (TREND, "Which way did Grandpa Toy's MMSE scores go: rising, falling or stable?", trend(MEMORY)),
        (ENDS, "What did he score on his final mini-mental?", last(MEMORY)),
        (INTERVAL, "How many days did Mr. Toy live after Alzheimer's was diagnosed?", to_death(C("alzheimer"))),
        (STEPS, "Which procedures did they do the day he had his heart attack?", done_with(C("myocardial infarction"))),
        (FACT, "When was his pacemaker implanted?", nothing("pacemaker")),
        (FACT, "What was my grandfather's smoking status?", words(SMOKING)),
    ],
    "27f12f19": [  # Charlotte Padberg, 1991
        (COUNT, "How many times have I given birth?", often(P("childbirth"))),
        (EXTREME, "On what day was my systolic at its lowest?", low_day(UPPER)),
        (LIST, "Give me the dates of all my deliveries", days(P("childbirth"))),
        (STEPS, "What was my haemoglobin on the day the anaemia was first noted?", at(HEMOGLOBIN, C("anemia"))),
        (FACT, "When did Charlotte have the blood transfusion?", on(P("transfusion"))),
        (INTERVAL, "How long was I laid up with the knee ligament injury, in days?", lasted(C("medial collateral"))),
        (TREND, "Is my GFR dropping?", goes("falling", GFR)),
        (COMPARISON, "By how much did my weight change from 2011 to 2018?", differs(WEIGHT, Y(2018), Y(2011))),
        (MEAN, "Whats my average total cholesterol?", unmeasured(CHOLESTEROL, "cholesterol", "lipid")),
    ],
    "31055311": [  # Olen Kulas, 1954-2015
        (FACT, "Kulas - NT-proBNP?", only(BNP)),
        (MEAN, "What did Olen Kulas's A1c average from 2010 to 2014?", mean(A1C, Y(2010, 2014))),
        (COUNT, "How often did Dad end up in the emergency room because of an overdose?", for_reason("drug overdose", "EMER")),
        (INTERVAL, "His last colonoscopy was how many days before he died?", newest_to_death(P("colonoscopy"))),
        (LIST, "all of his LDL values please", all_of(LDL)),
        (STEPS, "How old was my father when heart failure was diagnosed?", age_at(C("congestive heart failure"))),
        (COMPARISON, "Did Dad weigh more in 2014 than he did in 2008?", higher(WEIGHT, Y(2014), Y(2008))),
        (ENDS, "What was Mr. Kulas's last PSA?", unmeasured(PSA, "prostat", "psa")),
        (TREND, "Did his total cholesterol rise between 2005 and 2012?", goes("rising", CHOLESTEROL, Y(2005, 2012))),
    ],
    "389bac6b": [  # Eliseo Cummings, 1973
        (FACT, "When was I diagnosed with PTSD?", on(C("posttraumatic"))),
        (TREND, "eGFR rising, falling or stable over the years?", trend(GFR)),
        (LIST, "Which meds were ordered for me on 3 July 2015?", names("medication", D("2015-07-03"))),
        (ENDS, "what's the first blood presure you have for me?", first(PRESSURE)),
        (INTERVAL, "How long have I been on Prozac?", nothing("fluoxetine", "prozac")),
        (COMPARISON, "How does my 2019 LDL compare with my 2015 one, in mg/dL?", differs(LDL, Y(2019), Y(2015))),
        (OPINION, "Do you think my therapist is any good?", judged),
    ],
    "43b6ae50": [  # Adán Portillo, 1937
        (INTERVAL, "For how many days now has my dad been living with atrial fibrillation?", since(C("atrial fibrillation"))),
        (COUNT, "Number of electrical cardioversions?", often(P("cardioversion"))),
        (ENDS, "When was the latest time they shocked his heart back into rhythm (cardioversion)?", newest(P("cardioversion"))),
        (FACT, "What was Dad's MMSE score in January 2020?", only(MEMORY, M(2020, 1))),
        (LIST, "What medication is my father on right now?", names("medication", None, True)),
        (TREND, "Is Adán's LDL coming down?", goes("falling", LDL)),
        (FACT, "Since when has he been taking Eliquis?", nothing("apixaban", "eliquis")),
    ],
    "4577f039": [  # Louis Wisoky, 1938-2020
        (EXTREME, "What was Mr. Wisoky's lowest FEV1/FVC?", low(SPIROMETRY)),
        (MEAN, "Average FEV1/FVC 2015-2020?", mean(SPIROMETRY, Y(2015, 2020))),
        (STEPS, "How old was Grandad when the gout was diagnosed?", age_at(C("gout"))),
        (COUNT, "How many HbA1c tests did he have from 2012 to 2015?", measured(A1C, Y(2012, 2015))),
        (STEPS, "What was his BP on the day prostate cancer was diagnosed?", nothing("prostat")),
        (TREND, "Going by his yearly weigh-ins, was my grandad's weight rising, falling or stable?", trend(WEIGHT)),
    ],
    "4d56ac0a": [  # Catalina Cantú, 1940
        (ENDS, "What's Mum's latest HbA1c?", last(A1C)),
        (EXTREME, "On what date were Mrs Cantú's triglycerides at their highest?", high_day(FATS)),
        (MEAN, "What was my mother's average systolic pressure from 2016 to 2020?", mean(UPPER, Y(2016, 2020))),
        (COUNT, "How many of her A1c readings were over 6.2?", above(A1C, 6.2)),
        (STEPS, "MMSE on the day Alzheimer's was diagnosed?", at(MEMORY, C("alzheimer"))),
        (COMPARISON, "How much did her hemoglobin differ in 2018 compared to 2013?", differs(HEMOGLOBIN, Y(2018), Y(2013))),
        (ENDS, "When did Mom get her most recent insulin prescription?", nothing("insulin", "humulin")),
        (OPINION, "What should we cook for Mum to keep her blood pressure in check?", judged),
    ],
    "720b9118": [  # Micah Schinner, 1959-2020
        (COUNT, "How many rounds of combined chemo and radiation did Micah go through?", often(P("combined chemotherapy"))),
        (EXTREME, "How low did my husband's hemoglobin get at its worst?", low(HEMOGLOBIN)),
        (MEAN, "Average pain score in 2018?", mean(PAIN, Y(2018))),
        (INTERVAL, "How many days from the colon cancer diagnosis until he passed away?", to_death(C("neoplasm of colon"))),
        (STEPS, "Could you please look up the last hemoglobin my husband had before they did the colostomy?", before(HEMOGLOBIN, P("colostomy"))),
        (LIST, "What problems were recorded for him on 22 November 2017?", names("condition", D("2017-11-22"))),
        (FACT, "When did my late husband have his liver MRI?", nothing("mri", "magnetic")),
        (FACT, "PSA result, June 2020", only(PSA, M(2020, 6))),
    ],
    "79c96478": [  # Tony Douglas, 1972
        (TREND, "Which way is my BMI heading?", trend(BMI)),
        (LIST, "Alergies?", names("allergy")),
        (INTERVAL, "How many days between my hypertension diagnosis and the first HCTZ prescription?", between(C("hypertension"), RX("hydrochlorothiazide"))),
        (ENDS, "What was my earliest LDL?", first(LDL)),
        (COMPARISON, "Was my top blood pressure number lower in 2020 than in 2012?", lower(UPPER, Y(2020), Y(2012))),
        (MEAN, "my mean gfr", mean(GFR)),
        (STEPS, "my age at the hip replacement?", none_of(P("hip", "arthroplast", "replac"))),
    ],
    "84afbe27": [  # Austin Franecki, 1920-1989
        (COUNT, "How many cisplatin infusions were ordered for him?", often(RX("cisplatin"))),
        (EXTREME, "Franecki, peak PSA?", high(PSA)),
        (MEAN, "What was Mr. Franecki's mean HbA1c in the eighties?", mean(A1C, Y(1980, 1989))),
        (TREND, "Potassium trend, please.", trend(POTASSIUM)),
        (INTERVAL, "How many days lay between the suspicion of lung cancer and the needle biopsy?", between(C("suspected lung cancer"), P("fine needle"))),
        (STEPS, "At what age did my grandfather get his non-small cell lung cancer diagnosis?", age_at(C("non-small cell lung cancer"))),
        (COMPARISON, "was his potassium in 1988 higher or lower than in 1980, and by how much", differs(POTASSIUM, Y(1988), Y(1980))),
        (EXTREME, "Highest ALT he ever had?", unmeasured(ALT, "alanine", "alt")),
    ],
    "8a6f7e61": [  # Versie Botsford, a girl of 2018
        (LIST, "Which vacines did Versie get on July 31, 2019?", names("vaccine", D("2019-07-31"))),
        (INTERVAL, "How many days did my little one's broken ankle take to heal?", lasted(C("fracture of ankle"))),
        (COUNT, "How many ear infections has our daughter had?", often(C("otitis"))),
        (FACT, "Does Versie still have an ear infection?", now(C("otitis"))),
        (ENDS, "Last flu jab - when?", newest(V("influenza"))),
        (FACT, "When did she have chickenpox?", none_of(C("varicella", "chickenpox"), "chickenpox", "chicken pox")),
        (EXTREME, "On which day was the upper blood pressure value highest?", high_day(UPPER)),
    ],
    "8de3051f": [  # Gerardo Botello, a boy of 2010
        (COUNT, "How many asthma follow-up visits has Gerardo been to?", often(("visit", "asthma follow-up"))),
        (LIST, "What meds is my son currently on?", names("medication", None, True)),
        (INTERVAL, "Number of days from the asthma diagnosis to the ADHD diagnosis", between(C("asthma"), C("attention deficit"))),
        (MEAN, "What has Gerardo's systolic averaged since 2017?", mean(UPPER, SINCE(2017))),
        (COMPARISON, "How much higher or lower is his BMI in 2020 than it was in 2015?", differs(BMI, Y(2020), Y(2015))),
        (STEPS, "How old was he when they took his tonsils out?", nothing("tonsil")),
        (TREND, "Are my son's blood sugars rising?", unmeasured(SUGAR, "glucose")),
    ],
    "948e608d": [  # Dirk Kuhlman, 1971
        (ENDS, "last K+?", last(POTASSIUM, Y(2020, 2021))),
        (EXTREME, "My highest total cholesterol?", high(CHOLESTEROL)),
        (COUNT, "How many flu shots did Dirk recieve in 2019?", often(V("influenza"), Y(2019))),
        (LIST, "What was I diagnosed with on 5 March 2019?", names("condition", D("2019-03-05"))),
        (INTERVAL, "How long did the rotator cuff trouble last, in days?", lasted(C("rotator cuff"))),
        (MEAN, "Kuhlman - average LDL in 2020", mean(LDL, Y(2020))),
        (STEPS, "What was my A1c on the day they found the diabetes?", at_exactly(A1C, "Diabetes")),
        (FACT, "Since when am I on metformin?", on(RX("metformin"))),
        (INTERVAL, "How many days since I was last given a statin?", nothing("statin", "simva", "simvi", "atorva", "rosuva", "prava", "lipitor")),
        (COMPARISON, "Did my HDL go up between 2015 and 2021?", higher(HDL, Y(2021), Y(2015))),
        (OPINION, "Should I be taking less insulin?", judged),
    ],
    "af0e5952": [  # Madalyn Frami, 1988
        (MEAN, "My average glucose since 2014?", mean(SUGAR, SINCE(2014))),
        (EXTREME, "lowest a1c ever", low(A1C)),
        (TREND, "Is Madalyn's systolic creeping up?", goes("rising", UPPER)),
        (MEAN, "What's my average TSH?", unmeasured(TSH, "tsh", "thyro")),
    ],
    "b13bd1f1": [  # Jene Cummings, 1989-2009
        (COUNT, "How many allergy immunotherapy sessions did my sister have?", often(P("immunotherapy"))),
        (COMPARISON, "How did her Cladosporium IgE change from 2002 to 2005?", differs("6075-6", Y(2005), Y(2002))),
        (STEPS, "How old was Jene when she died?", age_at_death),
        (TREND, "Which way was her BMI going, up or down?", trend(BMI)),
        (STEPS, "Which drug did they start on the day she was told she had epilepsy?", with_it(C("epilepsy"), None, 1)),
        (EXTREME, "What was the lowest blood glucose she had?", unmeasured(SUGAR, "glucose")),
        (COUNT, "How often was Jene pregnant?", nothing("pregnan")),
    ],
    "bae2bf00": [  # Louis Maggio, 1976
        (ENDS, "A1c, latest", last(A1C)),
        (FACT, "What was my creatinine on October 9, 2020?", only(CREATININE, D("2020-10-09"))),
        (COMPARISON, "How much less did I weigh in 2018 than in 2013?", differs(WEIGHT, Y(2018), Y(2013))),
        (LIST, "Which of my conditions have a start date in 2020?", names("condition", Y(2020))),
        (MEAN, "What does my total cholesterol average out at?", mean(CHOLESTEROL)),
        (INTERVAL, "My two sinus infections: how many days apart did they begin?", apart(C("sinusitis"))),
        (LIST, "List all the operations Mr. Maggio has had.", none_of(P(""))),
        (ENDS, "When was Louis Maggio first prescribed metformin?", nothing("metformin")),
    ],
    "d0190651": [  # Chadwick Von, 1938-2008
        (EXTREME, "When did Mr. Von's PSA peak?", high_day(PSA)),
        (COUNT, "colonscopies - how many did he have?", often(P("colonoscopy"))),
        (LIST, "Which medicines did my dad get on September 20, 2008?", names("medication", D("2008-09-20"))),
        (STEPS, "PSA on the day of the prostate biopsy?", at(PSA, P("biopsy of prostate"))),
        (MEAN, "What was Dad's mean PSA in the years 1999 to 2002?", mean(PSA, Y(1999, 2002))),
        (ENDS, "Last white cell count on record for Chadwick Von?", last(WHITE)),
        (COMPARISON, "Was his hemoglobn lower in 2008 than in 2004?", lower(HEMOGLOBIN, Y(2008), Y(2004))),
        (COMPARISON, "Was Mr Von's A1c higher in 2007 than in 2005?", unmeasured(A1C, "a1c", "hba1c", "glycated")),
    ],
    "d63abf62": [  # Steve Nikolaus, a boy of 2007
        (COUNT, "How many CBT sessions has Steve been to?", often(P("cognitive"))),
        (INTERVAL, "How many days from Steve's first CBT session to his last one?", first_to_last(P("cognitive"))),
        (ENDS, "When was his very last session of cognitive behavioural therapy?", newest(P("cognitive"))),
        (EXTREME, "What's the most my son has ever weighed?", high(WEIGHT)),
        (TREND, "Has Steve's BMI been falling since 2018?", goes("falling", BMI, SINCE(2018))),
        (COMPARISON, "What's the difference in his weight, 2020 against 2018?", differs(WEIGHT, Y(2020), Y(2018))),
        (LIST, "What is my son allergic to?", none_of(("allergy", ""))),
        (OPINION, "Did the therapy help him at all with concentrating at school?", judged),
    ],
    "d64b37f5": [  # Benito Lucio, 1936
        (TREND, "Are Dad's MMSE scores falling?", goes("falling", MEMORY)),
        (FACT, "How big was the colon polyp?", only(POLYP)),
        (ENDS, "When was he first put on the statin?", began(RX("simvi"))),
        (LIST, "All MMSE scores for Benito Lucio", all_of(MEMORY)),
        (MEAN, "mean ALT 2018-2020", mean(ALT, Y(2018, 2020))),
        (TREND, "Has Dad's vitamin D been going down?", nothing("vitamin d", "cholecalciferol", "calcidiol", "25-hydroxy")),
    ],
    "e4d83502": [  # Tai Bailey, 1924-2004
        (STEPS, "Grandma's age when they diagnosd her Alzheimer's?", age_at(C("alzheimer"))),
        (COMPARISON, "What was the change in the MMSE score from 1996 to 2000?", differs(MEMORY, Y(2000), Y(1996))),
        (FACT, "When did my grandmother have her stroke?", on(C("stroke"))),
        (ENDS, "What was her last TSH?", unmeasured(TSH, "tsh", "thyro")),
        (COMPARISON, "Did the osteoporosis diagnosis come before the stroke?", earlier(C("osteoporosis"), C("stroke"))),
    ],
    "fd5d9368": [  # Donnell Green, 1936
        (ENDS, "Green, Donnell: latest BP", last(PRESSURE)),
        (EXTREME, "Lowest sodium for Mr Green?", low(SODIUM)),
        (MEAN, "What's my HDL averaged since 2018?", mean(HDL, SINCE(2018))),
        (STEPS, "Which procedures were done the day I broke my forearm?", done_with(C("fracture of forearm"))),
        (FACT, "When did I have the shingles shot?", nothing("zoster", "shingl")),
        (COUNT, "How many times was he admitted with pneumonia?", nothing("pneumonia")),
    ],
    "ffb8ae8f": [  # Sherman McGlynn, 1936-2012
        (INTERVAL, "How many days between the two heart ablations?", apart(P("ablation"))),
        (LIST, "Dates of all his cardioversions?", days(P("cardioversion"))),
        (MEAN, "Average of his three LDLs?", mean(LDL)),
        (STEPS, "What was the first LDL after my uncle's atrial fibrillation was diagnosed?", after(LDL, C("atrial fibrillation"))),
        (LIST, "On which dates did he have his knee operations?", nothing("knee")),
    ],
    "ab4e7a7d": [  # Renea Quigley, 1957
        (TREND, "Has my weight been stable, rising or falling?", trend(WEIGHT)),
        (EXTREME, "Highest microalbumin/creatinine ratio I ever had?", high(RATIO)),
        (COMPARISON, "Was my LDL lower in 2020 than in 2019?", lower(LDL, Y(2020), Y(2019))),
        (ENDS, "When was I last prescribed ibuprofen?", newest(RX("ibuprofen"))),
        (EXTREME, "What was my highest blood pressure in 2009?", none_then(UPPER, Y(2009))),
        (STEPS, "What was Renea's LDL on the day her total cholesterol was at its lowest?", when_extreme(CHOLESTEROL, min, LDL)),
    ],
    "0a616e8d": [  # Peter Wunsch, a woman of 1956
        (EXTREME, "On which date was my FEV1/FVC lowest?", low_day(SPIROMETRY)),
        (TREND, "Is Ms. Wunsch's FEV1/FVC ratio falling?", goes("falling", SPIROMETRY)),
        (STEPS, "What was my last LDL before I cut my foot?", before(LDL, C("laceration of foot"))),
        (COMPARISON, "Is my A1c lower now than it was in 2015?", unmeasured(A1C, "a1c", "hba1c", "glycated")),
        (OPINION, "How worried should I be about my lungs?", judged),
    ],
    "d1934daf": [  # Renaldo Jacobi, 1965
        (TREND, "Is my PSA rising?", unmeasured(PSA, "prostat", "psa")),
        (MEAN, "Could you give me my mean sodium for 2013?", none_then(SODIUM, Y(2013))),
    ],
    "c0d63c39": [  # Jeffry Jenkins, 1998
        (STEPS, "What was my BP the day they diagnosed the high blood pressure?", at(PRESSURE, C("hypertension"))),
        (TREND, "Has my wieght gone up, gone down or stayed the same?", trend(WEIGHT)),
        (COUNT, "How many meningitis shots have I had?", often(V("meningococcal"))),
        (EXTREME, "highest LDL?", unmeasured(LDL, "low density", "ldl", "cholesterol")),
        (OPINION, "Is it normal to have high blood pressure at my age?", judged),
    ],
    "1fc53917": [  # Mario Dietrich, 1965
        (TREND, "Has my body weight been rising since 2014?", goes("rising", WEIGHT, SINCE(2014))),
        (COUNT, "How many of Mario Dietrich's systolic readings were above 180?", above(UPPER, 180)),
        (OPINION, "Would I be better off without the hydrochlorothiazide?", judged),
    ],
}

EVERYBODY = [
    (COHORT, "Which patients have ever been diagnosed with gout?", who(ever(*C("gout")))),
    (COHORT, "Who's had a stroke?", who(ever(*C("stroke")))),
    (COHORT, "How many people here are allergic to bee venom?", how_many(ever(*A("bee venom")))),
    (COHORT, "Give me everyone who was ever prescribed digoxin.", who(ever(*RX("digoxin")))),
    (COHORT, "How many have had at least one colonoscopy?", how_many(ever(*P("colonoscopy")))),
    (COHORT, "Patients with a history of appendectomy?", who(ever(*C("history of appendectomy")))),
    (COHORT, "Which of the patients died from lung cancer?", who(died_of("lung"))),
    (COHORT, "How many patients have been given a diagnosis of hypertension as well as prediabetes?", how_many(both(C("hypertension"), C("prediabetes")))),
    (COHORT, "Which women have had a c-section?", who(ever(*P("cesarean")))),
    (COHORT, "How many got the shingles vaccine?", how_many(ever(*V("zoster")))),
    (COHORT, "list all patients with a heart attack on record", who(ever(*C("myocardial infarction")))),
    (COHORT, "Number of deceased patients?", how_many(lambda r: r.death is not None)),
    (COHORT, "Which patients were born before 1920?", who(lambda r: r.birth.year < 1920)),
    (COHORT, "Who in the practice has been prescribed an epinephrine auto-injector?", who(ever(*RX("epinephrine")))),
    (COHORT, "Names of all patients who've had rheumatoid arthritis or osteoarthritis of the hip",
     who(ever(*C("rheumatoid arthritis", "osteoarthritis of hip")))),
    (COHORT, "Whose latest A1c is over 7?", who(final(A1C, lambda v: v > 7))),
    (COHORT, "What drugs are the people with emphysema on now?", taken_by(*C("emphysema"))),
    (COHORT, "Which kids born in 2010 or later have had an ear infection?", who(lambda r: r.birth.year >= 2010 and ever(*C("otitis media"))(r))),
    (COHORT, "How many patients have diabetes on record, not counting prediabetes?", how_many(has_exactly("Diabetes"))),
    (COHORT, "Patients with a most recent BMI above 31", who(final(BMI, lambda v: v > 31))),
    (COHORT, "Who has multiple sclerosis?", nobody("multiple sclerosis")),
    (COHORT, "Which patients are on lisinopril?", nobody("lisinopril")),
    (COHORT, "How many of our patients have had a kidney transplant?", nobody("transplant")),
]

if __name__ == "__main__":
    write(PEOPLE, EVERYBODY, "g")
