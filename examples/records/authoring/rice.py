"""Imani Rice, whose surname is an everyday word: a thyroid that is treated, depression, and a pregnancy with diabetes."""

from .codes import SNOMED, TERMINOLOGY
from .record import Record, concept, email, identifier, phone, words

CITY = {"city": "Weatherby Falls", "state": "OH", "postalCode": "43299", "country": "US"}
O_NEGATIVE = [(("883-9", "ABO group [Type] in Blood"), ("58460004", "Blood group O")),
              (("10331-7", "Rh [Type] in Blood"), ("165746003", "RhD negative")),
              (("890-4", "Blood group antibody screen [Presence] in Serum or Plasma"), ("260385009", "Negative"))]

# Visits outside pregnancy: day, why, systolic and diastolic pressure, weight, measurements.
VISITS = [
    ("2017-05-16", "hypothyroidism", (112, 70), 66.8, {"TSH": 9.8, "free T4": 0.7, "hemoglobin": 12.9, "LDL": 131.0}),
    ("2017-08-15", "hypothyroidism", (114, 72), 65.1, {"TSH": 4.1, "free T4": 1.0}),
    ("2018-06-12", "depression", (116, 72), 63.4, {"TSH": 2.6, "PHQ-9": 16}),
    ("2018-09-11", "depression", (114, 70), 63.9, {"PHQ-9": 8}),
    ("2019-06-18", "depression", (112, 68), 64.6, {"TSH": 2.2, "PHQ-9": 4, "hemoglobin": 13.1, "LDL": 118.0}),
    ("2020-07-14", "hypothyroidism", (116, 74), 65.8, {"TSH": 2.9, "PHQ-9": 5}),
    ("2021-08-10", "hypothyroidism", (114, 72), 66.2, {"TSH": 2.4, "PHQ-9": 3, "glucose": 92, "HbA1c": 5.4, "creatinine": 0.68}),
    ("2022-12-06", "postpartum", (118, 74), 74.2, {"TSH": 0.3, "free T4": 1.9, "PHQ-9": 11}),
    ("2023-01-24", "depression", (116, 74), 73.0, {"PHQ-9": 15, "hemoglobin": 11.2}),
    ("2023-03-14", "depression", (114, 72), 72.1, {"PHQ-9": 9}),
    ("2023-06-20", "depression", (114, 70), 71.0, {"PHQ-9": 5, "hemoglobin": 12.4}),
    ("2024-07-09", "hypothyroidism", (118, 72), 69.4, {"PHQ-9": 3, "TSH": 2.1, "ferritin": 34}),
]
REASONS = {
    "hypothyroidism": ("Hypothyroidism", "40930008"),
    "depression": ("Depressive disorder", "35489007"),
    "postpartum": ("Postpartum follow-up visit", None),
}

# Prenatal visits: day, weeks, pressure, weight, fetal heart rate, fundal height, laboratory.
PRENATAL = [
    ("2022-03-22", 8, (110, 66), 67.1, 171, None, {"hemoglobin": 12.6, "TSH": 5.3, "ferritin": 22, "platelets": 244}),
    ("2022-04-19", 12, (108, 64), 67.9, 162, None, {"TSH": 2.8}),
    ("2022-05-17", 16, (106, 64), 69.6, 154, None, {"TSH": 2.2}),
    ("2022-06-21", 21, (110, 68), 72.4, 150, 21, {"TSH": 2.0}),
    ("2022-07-26", 26, (114, 70), 75.3, 148, 27, {"glucose screen": 168, "hemoglobin": 10.9, "ferritin": 9}),
    ("2022-08-02", 27, (116, 72), 75.8, 146, 28, {"glucose": 97, "glucose 1 h": 192, "glucose 2 h": 171}),
    ("2022-08-23", 30, (120, 76), 76.5, 144, 30, {"TSH": 1.9}),
    ("2022-09-06", 32, (124, 78), 77.0, 142, 33, {"glucose": 99}),
    ("2022-09-29", 35, (130, 82), 78.6, 140, 36, {"hemoglobin": 10.4, "creatinine": 0.61, "ALT": 18, "platelets": 208}),
    ("2022-10-10", 37, (142, 90), 79.9, 142, 38, {"creatinine": 0.66, "ALT": 21, "platelets": 196}),
    ("2022-10-17", 38, (140, 88), 80.4, 138, 38, {"platelets": 188}),
]


def people(r):
    practice = r.organization("King Street Family Medicine", [phone("555-0138")], {"line": ["19 King Street"], **CITY}, "CL-43018")
    r.clinic = r.organization("Juniper Women's Health", [phone("555-0130"), email("desk@juniperwomen.example.org")],
                              {"line": ["77 Juniper Avenue"], **CITY}, "CL-43077")
    hospital = r.organization("St. Brannoc Hospital", [phone("555-0135")], {"line": ["5 Abbey Rise"], **CITY}, "HO-43005")
    employer = r.organization("Quillfeather Printworks", [phone("555-0139")], {"line": ["300 Foundry Lane"], **CITY})
    abroad = r.organization("Clinique des Grandes-Îles", address={
        "line": ["8, quai des Goélands"], "city": "Grandes-Îles", "state": "QC", "country": "CA"})
    king = r.practitioner("King", ["Theodora"], npi="9900000074", telecom=[phone("555-0138")])
    r.doctor = r.practitioner("Grünwald", ["Ottilie"], npi="9900000082", telecom=[phone("555-0130")])
    midwife = r.practitioner("Wynne", ["Perpetua"], prefix="Ms.", npi="9900000090")
    dietitian = r.practitioner("Al-Sayegh", ["Noor"], prefix="Ms.",
                               telecom=[phone("555-0136"), email("noor.alsayegh@stbrannoc.example.org")])
    resident = r.practitioner("Nkemelu", ["Tobiah"])
    visitor = r.practitioner("Saint-Onge", ["Maëlle"])
    r.patient = r.add("Patient", {
        "identifier": [identifier("MR", "Medical Record Number", "https://juniperwomen.example.org/mrn", "JW-556-0194")],
        "name": [{"use": "official", "family": "Rice", "given": ["Imani", "Delphine"], "prefix": ["Mrs."],
                  "period": {"start": "2019-09-14"}},
                 {"use": "maiden", "family": "Fontaine", "given": ["Imani", "Delphine"]}],
        "telecom": [phone("555-0131", "mobile"), email("imani.rice@mail.example.com")],
        "gender": "female",
        "birthDate": "1989-03-12",
        "address": [{"line": ["214 Sorrel Street", "Apt 5B"], **CITY}],
        "maritalStatus": concept(TERMINOLOGY + "v3-MaritalStatus", "M", "Married"),
        "communication": [{"language": concept("urn:ietf:bcp:47", "en", "English")},
                          {"language": concept("urn:ietf:bcp:47", "fr", "French")}],
        "contact": [
            {"relationship": [concept(TERMINOLOGY + "v2-0131", "N", "Next-of-Kin")],
             "name": {"family": "Rice", "given": ["Marcus"]}, "telecom": [phone("555-0132")]},
            {"relationship": [concept(TERMINOLOGY + "v2-0131", "C", "Emergency Contact")],
             "name": {"family": "Fontaine", "given": ["Solange"]}, "telecom": [phone("555-0134")]},
            {"relationship": [concept(TERMINOLOGY + "v2-0131", "E", "Employer")],
             "name": {"family": "Abernathy-Cho", "given": ["Lysander"]}, "telecom": [phone("555-0139")],
             "organization": employer},
        ],
        "generalPractitioner": [king],
    }, "patient")
    home = {"line": ["214 Sorrel Street", "Apt 5B"], **CITY}
    r.related("HUSB", "husband", "Rice", ["Marcus"], [phone("555-0132")], home)
    r.related("SIS", "sister", "Fontaine", ["Solange"], [phone("555-0134")])
    r.related("DAUC", "daughter", "Rice", ["Josephine", "Odile"], address=home)
    r.related("MTHINLAW", "mother-in-law", "Rice", ["Odile"], address={"city": "Port Sable"})
    r.related("MAUNT", "maternal aunt", "Abara-Létourneau", ["Geneviève"], address={"city": "Grandes-Îles", "country": "CA"})
    r.add("Coverage", {"status": "active", "subscriberId": "QF-8830-2217", "beneficiary": r.patient, "payor": [employer]})
    return practice, hospital, abroad, king, midwife, dietitian, resident, visitor


def pregnancy(r):
    """The prenatal visits."""
    for day, weeks, pressure, weight, heart, height, tests in PRENATAL:
        visit = r.visit(day, "Pregnancy", "77386006")
        r.observe(day, visit, "gestational age", weeks)
        r.pressure(day, visit, *pressure)
        r.observe(day, visit, "weight", weight)
        r.observe(day, visit, "fetal heart rate", heart)
        if height:
            r.observe(day, visit, "fundal height", height)
        results = [r.observe(day, visit, name, value) for name, value in tests.items()]
        if day == "2022-03-22":
            results += [r.finding(day, visit, test, answer) for test, answer in O_NEGATIVE]
            r.smoking(day, visit, "266919005", "Never smoked tobacco")
        if len(results) > 2:
            r.report(day, visit, "26436-6", "Laboratory studies (set)", results)
        if weeks in (8, 21):
            r.report(day, visit, "11525-3", "US Pelvis Fetus for pregnancy", category=("RAD", "Radiology"), doctor=r.doctor,
                     conclusion="One embryo with heart activity, size as expected from the last period." if weeks == 8 else
                     "One fetus, growth on the 60th centile, no abnormality seen, placenta high on the back wall.")


def record():
    r = Record("rice", "-05:00")
    practice, hospital, abroad, king, midwife, dietitian, resident, visitor = people(r)
    for day, why, pressure, weight, tests in VISITS:
        home = why != "postpartum"
        visit = r.visit(day, *REASONS[why], doctor=king if home else r.doctor, clinic=practice if home else r.clinic)
        r.pressure(day, visit, *pressure)
        r.observe(day, visit, "weight", weight)
        for name, value in tests.items():
            r.observe(day, visit, name, value)
        if day == "2017-05-16":
            r.observe(day, visit, "height", 168.5)
            r.smoking(day, visit, "8517006", "Former smoker")
    pregnancy(r)

    thyroid = r.condition("2017-05-16", "40930008", "Hypothyroidism")
    depression = r.condition("2018-06-12", "35489007", "Depressive disorder", ended="2021-08-10")
    r.condition("2022-03-22", "77386006", "Pregnancy", ended="2022-10-24")
    diabetes = r.condition("2022-08-02", "11687002", "Gestational diabetes mellitus", ended="2022-10-24")
    pressure = r.condition("2022-10-10", "48194001", "Pregnancy-induced hypertension", ended="2022-12-06")
    anemia = r.condition("2022-07-26", "87522002", "Iron deficiency anemia", ended="2023-06-20")
    after = r.condition("2023-01-24", "58703003", "Postpartum depression", ended="2024-07-09")
    r.condition("2022-10-17", "398254007", "Pre-eclampsia", verification="refuted")
    r.no_allergies("2022-03-22")

    low, high = ("966222", "levothyroxine sodium 0.075 MG Oral Tablet"), ("892246", "levothyroxine sodium 0.1 MG Oral Tablet")
    sertraline = ("312941", "sertraline 50 MG Oral Tablet")
    r.medicine("2017-05-16", *low, "75 micrograms each morning on an empty stomach", 1, thyroid, "stopped", doctor=king,
               reason="Dose raised in pregnancy, 22 March 2022")
    r.medicine("2022-03-22", *high, "100 micrograms each morning on an empty stomach", 1, thyroid, "stopped",
               reason="Dose lowered after the birth, 6 December 2022")
    r.medicine("2022-12-07", *low, "75 micrograms each morning on an empty stomach", 1, thyroid)
    r.medicine("2018-06-12", *sertraline, "50 mg each morning", 1, depression, "stopped", doctor=king,
               reason="Well, and wishes to conceive, November 2021")
    r.medicine("2023-01-24", *sertraline, "50 mg each morning", 1, after, "stopped", doctor=king,
               reason="Lowered to 25 mg in March 2024, stopped in July 2024")
    r.medicine("2022-03-22", None, "prenatal vitamin with folic acid", "1 tablet in the evening", 1, None, "completed")
    r.medicine("2022-07-26", "310325", "ferrous sulfate 325 MG Oral Tablet", "325 mg once daily with water", 1, anemia, "completed")
    r.medicine("2022-08-09", None, "Rho(D) immune globulin 300 MCG injection", "300 micrograms once into the muscle", 1, None,
               "completed", unit="injection")
    r.medicine("2022-09-06", None, "insulin isophane (NPH), human", "8 units at bedtime", 1, diabetes, "stopped", unit="unit", amount=8,
               reason="Dose raised, 27 September 2022")
    r.medicine("2022-09-27", None, "insulin isophane (NPH), human", "12 units at bedtime", 1, diabetes, "stopped", unit="unit", amount=12,
               reason="Stopped at birth")

    visit = r.visit("2022-08-27", "Gestational diabetes mellitus", "11687002", doctor=visitor, clinic=abroad)
    r.observe("2022-08-27", visit, "glucose in moles", 5.6)
    r.observe("2022-08-27", visit, "HbA1c IFCC", 36)
    r.pressure("2022-08-27", visit, 124, 78)
    r.observe("2022-08-27", visit, "fetal heart rate", 144)
    visit = r.visit("2022-10-23", "Childbirth", kind=("IMP", "inpatient encounter"), until="2022-10-28", clinic=hospital)
    for day, systolic, diastolic, hemoglobin in [("2022-10-23", 146, 94, 10.4), ("2022-10-25", 138, 88, 9.1), ("2022-10-28", 128, 82, 9.3)]:
        r.pressure(day, visit, systolic, diastolic)
        r.observe(day, visit, "hemoglobin", hemoglobin)
    r.procedure("2022-10-24", "11466000", "Cesarean section")
    r.procedure("2022-03-22", "268445003", "Ultrasound scan - obstetric")
    r.procedure("2022-06-21", "268445003", "Ultrasound scan - obstetric")
    r.procedure("2022-10-24", None, "Spinal anesthesia", pressure)

    for day in ("2017-10-10", "2018-10-16", "2019-10-08", "2020-10-06", "2021-10-05", "2022-10-03", "2023-10-17"):
        r.vaccine(day, "150", "influenza, injectable, quadrivalent, preservative free")
    for number, day in enumerate(("2021-04-20", "2021-05-11"), 1):
        r.vaccine(day, "208", "COVID-19, mRNA, LNP-S, PF, 30 mcg/0.3 mL dose", number, 2)
    r.vaccine("2022-08-16", "115", "Tdap")

    fasting = r.goal("2022-08-09", "Fasting glucose below 95 mg/dL", "glucose",
                     detailQuantity={"value": 95, "comparator": "<", "unit": "mg/dL"})
    r.plan("2022-08-09", words("Gestational diabetes care"), [diabetes],
           [concept(SNOMED, "160670007", "Diabetic diet"), concept(SNOMED, "229065009", "Exercise therapy"),
            words("Glucose on waking and one hour after meals")], [fasting], ended="2022-10-24")
    r.plan("2022-10-28", words("After gestational diabetes"), [diabetes],
           [words("75 g glucose tolerance test six to twelve weeks after birth"), words("Hemoglobin A1c every year")])
    r.team("2022-03-22", [("11935004", "Obstetrician", r.doctor, "Dr. Ottilie Grünwald"),
                          ("309453006", "Registered midwife", midwife, "Ms. Perpetua Wynne"),
                          ("159033005", "Dietitian", dietitian, "Ms. Noor Al-Sayegh")])
    r.relative("MTH", "mother", "44054006", "Type 2 diabetes mellitus", 45)
    r.relative("SIS", "sister", "21983002", "Hashimoto thyroiditis", 30, "Solange Fontaine")
    r.relative("MAUNT", "maternal aunt", "254837009", "Malignant neoplasm of breast", 51)

    r.note("2018-06-12-progress", king, practice)
    r.note("2022-03-22-consultation")
    r.note("2022-08-09-letter", dietitian, hospital)
    r.note("2022-08-29-letter", visitor, abroad)
    r.note("2022-09-27-telephone", midwife)
    r.note("2022-10-28-discharge", resident, hospital)
    r.note("2022-12-06-progress")
    r.note("2023-01-24-progress", king, practice)
    r.note("2023-02-03-telephone-portal", king, practice)
    r.note("2023-06-20-referral", king, practice)
    r.note("2024-07-09-progress", king, practice)
    return r
