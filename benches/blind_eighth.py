"""An eighth set of questions in everyday wording, each with its truth: OUT.jsonl | OUT.jsonl FOLDER

Written before the product was asked any of them, and by one who had read neither how it takes questions apart nor what was mended after earlier sets. Without
FOLDER they are about three of the sample people; with the folder `r4_2019_main` about people of those bundles whom no earlier set asks about, and about all of
them together. The truths are computed from the raw JSON, as in `blind_truth.py`, where entries of care plans and the reasons of encounters are read, too.
"""

from blind_fourth import MAIN_TODAY, MENTAL, ago_by, both, higher, over
from blind_third import (BONES, SUGAR, TOTAL, D, age_at_death, between, entry_now, extreme, had_no, how_many, ill, nth_day, no_value, once, only,
                         unmeasured, who)
from blind_truth import (A1C, ALT, BMI, CREATININE, FERRITIN, FLOW, GFR, GLUCOSE, HDL, HEIGHT, HEMOGLOBIN, INR, LDL, M, OXYGEN, PEANUT,
                         PRESSURE, PULSE, SINCE, TSH, WEIGHT, FATS, Sample, Y, apart, begun, called, count, course, current, days,
                         dose, ever, every, found, goes, had, high, high_day, in_words, judged, last, last_day, last_stay, lasted, latest,
                         low, lower, mean, never, newest, nothing, now, often, points, run, stays, than, times, which, years)
from records_truth import Record, codes, names

SERUM_CREATININE, BREATH, WHITE, PAIN, ORAL, SPECIFIC = ["38483-4"], ["19926-5"], ["6690-2"], ["72514-3"], ["8331-1"], ["2857-1"]


class Person(Sample):
    """A person with care plans, too; doses are only where they are written in words, visits are also found by their reasons, what is refuted is not there."""

    def read_MedicationRequest(self, order, r):
        Record.read_MedicationRequest(self, order, r)
        for one in r.get("dosageInstruction", []):
            if "text" in one:
                self.doses[order] = one["text"]

    def read_AllergyIntolerance(self, order, r):
        if not {"refuted", "entered-in-error"} & set(codes(r.get("verificationStatus"))):
            super().read_AllergyIntolerance(order, r)

    def read_CarePlan(self, order, r):
        self.add("plan", order, r["category"][-1], r["period"]["start"], r["period"].get("end"), r["status"] == "active")

    def read_Encounter(self, order, r):
        super().read_Encounter(order, r)
        for reason in r.get("reasonCode", []):
            self.entries["visit"][-1].names |= names(reason)


def before(age, choose, of):
    """The one that `choose` takes of the values before the birthday of that age."""
    def truth(r):
        turned = r.birth.replace(year=r.birth.year + age)
        return choose((x for x in points(r, of) if x.day < turned), key=lambda x: x.value).text
    return truth


def after(one, other):
    """How many days after the first of `one` the next of `other` was."""
    def truth(r):
        start = found(r, *one)[0].day
        return str((next(e.day for e in found(r, *other) if e.day > start) - start).days)
    return truth


def named(wanted): return lambda r: r.named("condition", wanted)[0].day.isoformat()
def from_named(wanted, other): return lambda r: str((found(r, *other)[0].day - r.named("condition", wanted)[0].day).days)


SAMPLES = {
    "okafor": [
        ("wat was my last glucose reading", last(GLUCOSE)),
        ("What did I weigh when I came in in April 2023?", only(WEIGHT, **M(2023, 4))),
        ("cholesterol, the bad kind, in 2019?", only(LDL, **Y(2019))),
        ("lowest creatinine they have for me", low(CREATININE)),
        ("On what date was my A1c at its highest?", high_day(A1C)),
        ("Average bad cholesterol from 2019 to 2023", mean(LDL, **Y(2019, 2023))),
        ("How many times did you check my A1c since the start of 2020?", count(A1C, **SINCE(2020))),
        ("Has my kidney function been dropping over the years?", goes("falling", GFR)),
        ("Is my weight lower now than it was in 2015?", lower(WEIGHT, (), ("2015-01-01", "2015-12-31"))),
        ("How many days were there between my two diabetic eye exams?", between("procedure", "retinal eye exam")),
        ("Since when am I on the 20 mg lisinopril?", begun("medication", "lisinopril 20 MG")),
        ("what's my atorvastatin dose", dose("atorvastatin")),
        ("list the shots I got in 2022", called("vaccine", "", **Y(2022))),
        ("Any flu vaccination for me in 2019?", had_no("vaccine", "influenza", **Y(2019))),
        ("When was my diabetes care plan set up?", begun("plan", "diabetes self management")),
        ("How many check-ups did I have in 2020?", often("visit", "check up", **Y(2020))),
        ("Date of my most recent tetanus jab?", nothing("tetan", r"td\b", "tdap", "dtap")),
        ("How long have I had asthma?", nothing("asthma")),
        ("Am I taking Januvia?", nothing("januvia", "sitagliptin")),
        ("Do I have celiac disease?", nothing("celiac", "coeliac")),
        ("is sulfa on my allergy list", nothing("sulfa", "sulfon", "sulph")),
        ("When was my appendectomy?", nothing("append")),
        ("my vitamin D level please", unmeasured(["1989-3", "62292-8"], "vitamin d")),
        ("What did I write to the doctor about the morning tablets?", judged),
        ("Is it ok to have a glass of wine with my tablets?", judged),
        ("Was I nervous before they took the polyp out?", judged),
        ("How did I end up with arthritis in that knee?", judged),
    ],
    "tran": [
        ("Mom's INR on July 18, 2023?", last(INR, **D("2023-07-18"))),
        ("How many INR tests did my mother have in 2022?", count(INR, **Y(2022))),
        ("Has mom's INR ever gone below 2?", ever(lambda x: x < 2, INR)),
        ("what's the trend in her creatinine since 2022", course(CREATININE, **SINCE(2022))),
        ("Highest pulse she had after 2015", high(PULSE, **SINCE(2016))),
        ("How does her weight now compare with her weight in 2014?", than(WEIGHT, (), ("2014-01-01", "2014-12-31"))),
        ("date of the mitral valve surgery?", begun("procedure", "replacement of mitral valve")),
        ("How many days after the valve replacement was her next echo?", after(("procedure", "mitral valve"), ("procedure", "echocardiography"))),
        ("Is mom still taking tenofovir?", now("medication", "tenofovir")),
        ("Is she still on the enoxaparin injections?", now("medication", "enoxaparin")),
        ("When was she put on the 3 mg warfarin?", begun("medication", "warfarin sodium 3 MG")),
        ("Did mom get her flu shot last year?", had("vaccine", "influenza", **Y(2023))),
        ("What care plans is my mother under?", current("plan")),
        ("When was mom's last hospital admission?", last_stay("IMP")),
        ("Average hemoglobin since 2023?", mean(HEMOGLOBIN, **SINCE(2023))),
        ("How many chest CTs has she had so far?", often("procedure", "tomography of chest")),
        ("Does my mother take digoxin?", nothing("digoxin", "lanoxin")),
        ("When was her last mammogram?", nothing("mammogra")),
        ("Has mom ever had pneumonia?", nothing("pneumonia")),
        ("her LDL in 2016", no_value(LDL, **Y(2016))),
        ("Is she on Lasix?", nothing("lasix", "furosemide")),
        ("ferritin level?", unmeasured(FERRITIN, "ferritin")),
        ("When did mom have her knee replaced?", nothing("knee", "arthroplast")),
        ("What did the French doctors write about her stay with them?", judged),
        ("Is it safe for mom to take Advil with her warfarin?", judged),
        ("Who fills mom's pill box?", judged),
        ("Why is she on a lower warfarin dose now than before?", judged),
    ],
    "quinones": [
        ("Nahias weight in Aug 2021?", only(WEIGHT, **M(2021, 8))),
        ("How tall was my daughter in 2020?", only(HEIGHT, **Y(2020))),
        ("What's Nahia's BMI these days?", last(BMI)),
        ("peak flow trend", course(FLOW)),
        ("When was the peanut IgE last tested?", last_day(PEANUT)),
        ("How fast was her heart beating in November 2019?", only(PULSE, **M(2019, 11))),
        ("oxygen sat in Nov 2019", only(OXYGEN, **M(2019, 11))),
        ("How many DTaP shots has Nahia had?", often("vaccine", "dtap")),
        ("When did she get her MMR shot?", begun("vaccine", "mmr")),
        ("When was the second hepatitis A shot?", nth_day("vaccine", "hep a", 1)),
        ("How many times has she been taken to the ER?", stays("EMER")),
        ("How many days did her broken arm take until it was resolved?", lasted("condition", "fracture")),
        ("Does Nahia still have asthma?", now("condition", "asthma")),
        ("How much fluticasone does she inhale?", dose("fluticasone")),
        ("When did her asthma plan start?", begun("plan", "asthma self management")),
        ("When did Nahia have her last covid shot?", nothing("covid", "sars")),
        ("Has she had the HPV vaccine yet?", nothing("hpv", "papilloma")),
        ("When were her tonsils taken out?", nothing("tonsil")),
        ("Is Nahia on Singulair?", nothing("singulair", "montelukast")),
        ("Was Nahia ever diagnosed with ADHD?", nothing("adhd", "attention")),
        ("Is she allergic to bee stings?", nothing(r"bees?\b", "sting", "venom")),
        ("What did the school nurse say about her tight chest?", judged),
        ("Will the peanut allergy come back one day?", judged),
        ("How did she do with the sponge cake at the birthday?", judged),
        ("Who came along with her to the four-year check-up?", judged),
    ],
}

MAIN = {
    "0a616e8d": [
        ("whats my total cholesterol", last(TOTAL)),
        ("When was my LDL the highest?", high_day(LDL)),
        ("What was my blood pressure last summer?", last(PRESSURE, **M(2020, 6, 8))),
        ("How many spirometry tests have I done?", often("procedure", "spirometry")),
        ("smoking status?", in_words("72166-2")),
        ("List my weights from 2013 through 2015", every(WEIGHT, **Y(2013, 2015))),
        ("Has my FEV1/FVC gone down?", goes("falling", BREATH)),
        ("When was I started on the fluticasone/salmeterol inhaler?", begun("medication", "fluticasone")),
        ("am i still on acetaminophen", now("medication", "acetaminophen")),
        ("When did I cut my foot?", begun("condition", "laceration of foot")),
        ("How many days apart were my two colonoscopies?", between("procedure", "colonoscopy")),
        ("Which of my care plans are still active?", current("plan")),
        ("how many refils of simvastatin do you have for me, all in all", often("medication", "simvistatin")),
        ("Have I had the pneumonia vaccine?", nothing("pneumoc", "pneumov", "pneumon", "prevnar")),
        ("Am I using Spiriva?", nothing("spiriva", "tiotropium")),
        ("What year did I have my heart attack?", nothing("infarct", "heart", "coronary", "myocard")),
        ("last A1c", unmeasured(A1C, "a1c", "hba1c")),
        ("Am I allergic to aspirin?", nothing("aspirin", "salicyl")),
        ("Should I have oxygen at home?", judged),
        ("How breathless was I when I came in with bronchitis?", judged),
        ("Would giving up dusty work help my lungs?", judged),
        ("What did the lung specialist make of my last breathing test?", judged),
    ],
    "9eb43ac3": [
        ("My last three A1cs?", newest(3, A1C)),
        ("highest blood sugar I ever had", high(SUGAR)),
        ("BP on June 20th, 2020", last(PRESSURE, **D("2020-06-20"))),
        ("trigs 2019?", only(FATS, **Y(2019))),
        ("How old was I when they found the diabetic retinopathy?", years("condition", "retinopathy")),
        ("When did my diabetes begin?", named("diabetes")),
        ("How many days after my diabetes was diagnosed was I first given metformin?", from_named("diabetes", ("medication", "metformin"))),
        ("How often have I had pharyngitis?", often("condition", "pharyngitis")),
        ("date of IUD removal?", begun("procedure", "removal of intrauterine")),
        ("Is my HDL higher than it was in 2011?", higher(HDL, (), ("2011-01-01", "2011-12-31"))),
        ("What was my highest total cholesterol before I turned 50?", before(50, max, TOTAL)),
        ("When did I get my hep A shots?", days("vaccine", "hep a")),
        ("When did I have gestational diabetes?", nothing("gestational")),
        ("Have you got me down for Ozempic?", nothing("ozempic", "semaglutide")),
        ("Is there glaucoma in my records?", nothing("glaucom")),
        ("Have I been vaccinated against HPV?", nothing("hpv", "papilloma", "gardasil")),
        ("What can I do to get my sugar down?", judged),
        ("Is the IUD the reason for my headaches?", judged),
        ("Did the doctor think I should switch pills?", judged),
        ("Did I cry a lot after the birth?", judged),
    ],
    "4d56ac0a": [
        ("When was mom diagnosed with Alzheimer's?", begun("condition", "alzheimer")),
        ("How old was my mother when the Alzheimer's was diagnosed?", years("condition", "alzheimer")),
        ("What did mom score on the MMSE?", last(MENTAL)),
        ("What medicines is my mother on right now?", current("medication")),
        ("Mother's A1c over the years, which way is it going?", course(A1C)),
        ("her blood pressure in September 2019", only(PRESSURE, **M(2019, 9))),
        ("How many flu shots has she had since 2015?", often("vaccine", "influenza", **SINCE(2015))),
        ("Is mom's ear infection over?", over("condition", "otitis media")),
        ("how many days did the ear infection go on", lasted("condition", "otitis media")),
        ("When was her most recent colonoscopy?", latest("procedure", "colonoscopy")),
        ("Which of her HDL values were above 65?", which(lambda x: x > 65, HDL)),
        ("Is mom on Aricept?", nothing("aricept", "donepezil")),
        ("Has my mother had a stroke?", nothing("stroke", "cerebrovasc")),
        ("When did she break her hip?", nothing("fractur", r"hip\b")),
        ("Does mom have Parkinson's?", nothing("parkinson")),
        ("Has she been vaccinated for shingles?", nothing("zoster", "shingles")),
        ("Can my mother live on her own?", judged),
        ("What did the doctor tell us to do about her memory?", judged),
        ("Did she seem confused at her last visit?", judged),
    ],
    "72d8a40a": [
        ("last a1c?", last(A1C)),
        ("bp trend", course(PRESSURE)),
        ("current meds", current("medication")),
        ("first seizure - date?", begun("condition", "seizure disorder")),
        ("eeg when", latest("procedure", "electroencephalogram")),
        ("still on klonopin?", now("medication", "clonazepam")),
        ("zoster vaccine dates", days("vaccine", "zoster")),
        ("no. of A1c values above 6.2", times(lambda x: x > 6.2, A1C)),
        ("LDLs over 130?", which(lambda x: x > 130, LDL)),
        ("last Td given", latest("vaccine", "td (adult)")),
        ("total cholesterol 2017", only(TOTAL, **Y(2017))),
        ("total chol in 2021 vs 2014", than(TOTAL, ("2021-01-01", "2021-12-31"), ("2014-01-01", "2014-12-31"))),
        ("keppra dose?", nothing("keppra", "levetiracetam")),
        ("last INR", unmeasured(INR, r"inr\b")),
        ("any prior MI?", nothing("infarct", "myocard", "coronary")),
        ("TSH?", unmeasured(TSH, "tsh", "thyro")),
        ("latex allergy?", nothing("latex")),
        ("date of last brain MRI", nothing("mri", "magnetic")),
        ("likely cause of the seizure?", judged),
        ("pts mood at last visit?", judged),
        ("why was clonazepam stopped", judged),
    ],
    "8ff20ff8": [
        ("How tall is Basil now?", last(HEIGHT)),
        ("What did my son weigh in August 2018?", only(WEIGHT, **M(2018, 8))),
        ("How much taller was he in 2020 than in 2017?", than(HEIGHT, ("2020-01-01", "2020-12-31"), ("2017-01-01", "2017-12-31"))),
        ("How many ear infections has he had?", often("condition", "otitis media")),
        ("Does Basil still have bronchitis?", now("condition", "bronchitis")),
        ("How old was Basil when he was found to have epilepsy?", years("condition", "epilepsy")),
        ("Is he still taking Tegretol?", now("medication", "carbamazepine")),
        ("Is the Valium prescription still active?", now("medication", "diazepam")),
        ("When did he get his chickenpox shots?", days("vaccine", "varicella")),
        ("How high was Basils temperature in February 2018?", only(ORAL, **M(2018, 2))),
        ("days between his two EEGs", between("procedure", "electroencephalogram")),
        ("How many flu shots since 2017?", often("vaccine", "influenza", **SINCE(2017))),
        ("Is Basil allergic to penicillin?", never("allergy", "penicillin")),
        ("When did he get tubes in his ears?", nothing("tympan", r"tubes?\b", "grommet")),
        ("Has my son had a covid vaccine?", nothing("covid", "sars")),
        ("Is Basil on Ritalin?", nothing("ritalin", "methylphenid")),
        ("When did he break his arm?", nothing("fractur")),
        ("Can Basil play football with his epilepsy?", judged),
        ("What set off the first fit?", judged),
        ("What did the nurse advise us to do when he gets a fever?", judged),
    ],
    "c4d8bbb7": [
        ("Allopurinol - still active?", now("medication", "allopurinol")),
        ("When was colchicine last issued to Mr Barrows?", latest("medication", "colchicine")),
        ("How long have I had gout?", ago_by("condition", "gout", MAIN_TODAY)),
        ("current problems please", current("condition")),
        ("When did I get my pneumonia shots?", days("vaccine", "pneumococcal")),
        ("highest blood pressure reading on file", high(PRESSURE)),
        ("number of times I had viral sinusitis?", often("condition", "sinusitis")),
        ("Pain score in July 2020", only(PAIN, **M(2020, 7))),
        ("cholesterol in 2016", only(TOTAL, **Y(2016))),
        ("Did my LDL come down between 2013 and 2019?", lower(LDL, ("2019-01-01", "2019-12-31"), ("2013-01-01", "2013-12-31"))),
        ("uric acid?", unmeasured(["3084-1"], "uric", "urate")),
        ("Is he on Uloric?", nothing("uloric", "febuxostat")),
        ("Any NSAID allergy documented?", never("allergy", "nsaid", "ibuprofen", "naproxen", "anti-inflam", "aspirin")),
        ("When was I told I have diabetes?", nothing("diabet")),
        ("Have I ever had a kidney stone?", nothing("kidney", "calcul", "nephrolith", "renal")),
        ("When was my hepatitis B shot?", nothing("hep b", "hepatitis")),
        ("Can colchicine be given together with his water pill?", judged),
        ("Is he taking the hctz the way he should?", judged),
        ("What did I eat before the last gout attack?", judged),
    ],
    "84680516": [
        ("How many C-sections have I had?", often("procedure", "cesarean section")),
        ("How many days lie between my two deliveries?", between("procedure", "cesarean section")),
        ("When did I get my tubes tied?", begun("procedure", "tubal ligation")),
        ("my hemoglobin in november 2014", only(HEMOGLOBIN, **M(2014, 11))),
        ("When was my last HIV test?", latest("procedure", "immunodeficiency virus")),
        ("Was I ever prescribed NuvaRing?", had("medication", "nuvaring")),
        ("How many TB skin tests?", often("procedure", "skin test for tuberculosis")),
        ("Has my anemia cleared up?", over("condition", "anemia")),
        ("How many days after the first C-section was my postnatal visit?", after(("procedure", "cesarean"), ("visit", "postnatal"))),
        ("LDL 2018", only(LDL, **Y(2018))),
        ("When did I have preeclampsia?", nothing("preeclampsia", "pre-eclampsia", "eclampsia")),
        ("When did I get the rubella shot?", never("vaccine", "rubella", "mmr")),
        ("Have I ever had a miscarriage?", nothing("miscarr", "abortion")),
        ("When was my IUD put in?", nothing("intrauterine", "iud")),
        ("What did the midwife say about a natural birth the second time?", judged),
        ("Should I be worried about my blood pressure?", judged),
        ("How painful were the contractions with my second?", judged),
    ],
    "d48ac962": [
        ("When did they find dad's AFib?", begun("condition", "atrial fibrillation")),
        ("How old was my father when his prostate cancer was found?", years("condition", "prostate")),
        ("Does Dad take warfarin?", now("medication", "warfarin")),
        ("How many cardioversions has my father had?", often("procedure", "cardioversion")),
        ("When was the first heart ablation?", begun("procedure", "catheter ablation")),
        ("dads highest A1c", high(A1C)),
        ("his creatinine in Nov. 2018", only(SERUM_CREATININE, **M(2018, 11))),
        ("Which medicine was my father given in July 2015?", called("medication", "", **M(2015, 7))),
        ("Is there a cancer care plan for him?", now("plan", "cancer care plan")),
        ("Was Dad's total cholesterol higher in 2020 than in 2017?", higher(TOTAL, ("2020-01-01", "2020-12-31"), ("2017-01-01", "2017-12-31"))),
        ("What was his last PSA?", unmeasured(SPECIFIC, r"psa\b", "prostate specific")),
        ("What is Dad's INR?", unmeasured(INR, r"inr\b")),
        ("Does my father use Eliquis?", nothing("eliquis", "apixaban")),
        ("When did Dad get his pacemaker?", nothing("pacemak", "implant")),
        ("When was his prostate removed?", nothing("prostatectom")),
        ("Has the cancer spread, do you think?", judged),
        ("What does the cardiologist think of a third ablation?", judged),
        ("How does Dad feel when his heart races?", judged),
    ],
    "720b9118": [
        ("When did my husband die?", lambda r: r.death.isoformat()),
        ("How old was Micah when he died?", age_at_death),
        ("When was his colon cancer found?", begun("condition", "neoplasm of colon")),
        ("How many days after his colonoscopy was the colostomy done?", apart(("procedure", "colonoscopy"), ("procedure", "colostomy"))),
        ("how many rounds of chemo and radiation did he get", often("procedure", "chemotherapy and radiation")),
        ("What was his lowest hemoglobin?", low(HEMOGLOBIN)),
        ("lowest white count", low(WHITE)),
        ("What was my husbands PSA?", last(SPECIFIC)),
        ("What was he allergic to?", called("allergy")),
        ("Was Micah allergic to peanuts?", nothing("peanut", r"nuts?\b")),
        ("Did he ever have lung cancer?", nothing("lung", "pulmon")),
        ("When was he put on Xeloda?", nothing("xeloda", "capecitabine")),
        ("Did my husband ever have a stroke?", nothing("stroke", "cerebrovasc")),
        ("When was his covid shot?", nothing("covid", "sars")),
        ("Could they have caught the cancer sooner?", judged),
        ("How did he take the news?", judged),
        ("What did the surgeon tell him after the operation?", judged),
    ],
    "15e2659f": [
        ("DEXA T-score?", last(BONES)),
        ("alendronate since?", begun("medication", "alendronic")),
        ("fosamax - current?", now("medication", "alendronic")),
        ("HDLs below 45", which(lambda x: x < 45, HDL)),
        ("first simvastatin rx date", begun("medication", "simvistatin")),
        ("avg triglycerides since 2018", mean(FATS, **SINCE(2018))),
        ("bp 8/2017", only(PRESSURE, **M(2017, 8))),
        ("last egfr", last(GFR)),
        ("Date of her miscarriage?", begun("condition", "miscarriage")),
        ("colonoscopies, how many", often("procedure", "colonoscopy")),
        ("What was given for the forearm laceration in March 2012, which drug?", called("medication", "", **M(2012, 3))),
        ("vit D?", unmeasured(["1989-3", "62292-8"], "vitamin d")),
        ("hx of hip fx?", nothing("fractur", r"hip\b")),
        ("Prolia?", nothing("prolia", "denosumab")),
        ("date of last mammo", nothing("mammogra")),
        ("a1c?", unmeasured(A1C, "a1c", "hba1c")),
        ("Is she tolerating the alendronate ok?", judged),
        ("candidate for a drug holiday?", judged),
        ("reason her HDL dropped in 2016?", judged),
    ],
    "389bac6b": [
        ("When did my PTSD start?", begun("condition", "posttraumatic")),
        ("Do I still have PTSD?", now("condition", "posttraumatic")),
        ("How many times was I in drug rehab?", often("visit", "drug rehabilitation")),
        ("last time in rehab?", latest("visit", "drug rehabilitation")),
        ("Am I still prescribed hydrocodone?", now("medication", "hydrocodone")),
        ("sertraline since when", begun("medication", "sertraline")),
        ("What's the worst pain score I've given?", high(PAIN)),
        ("blood pressure 2017?", only(PRESSURE, **Y(2017))),
        ("how many days did my sprained ankle last", lasted("condition", "sprain of ankle")),
        ("Since when do I have migraines?", begun("condition", "migraine")),
        ("Am I taking Imitrex?", nothing("imitrex", "sumatriptan")),
        ("When did I have my wisdom teeth pulled?", nothing("wisdom", "extraction", "tooth", "teeth")),
        ("Am I bipolar?", nothing("bipolar")),
        ("Have I been diagnosed with hep C?", nothing("hepatitis c", "hep c")),
        ("Do I have a Xanax prescription?", nothing("xanax", "alprazolam")),
        ("my ALT?", unmeasured(ALT, "alanine", r"alt\b")),
        ("What did we talk about in therapy?", judged),
        ("Did the counselor think I was making progress?", judged),
        ("Why did I relapse?", judged),
    ],
}

EVERYBODY = [
    ("Which patients have gout?", who(ill("gout"))),
    ("How many patients have epilepsy?", how_many(ill("epilepsy"))),
    ("Who has a shellfish allergy?", who(entry_now("allergy", "shellfish"))),
    ("Which patients take both galantamine and simvastatin?", who(both(entry_now("medication", "galantamine"), entry_now("medication", "simvistatin")))),
    ("Who currently has the highest A1c?", extreme(A1C, max)),
    ("How many people have had a colonoscopy?", how_many(once("procedure", "colonoscopy"))),
]

RAW = {"r4_2019_main": (MAIN, EVERYBODY)}

if __name__ == "__main__":
    run("y", SAMPLES, RAW, sample=Person, person=Person)
